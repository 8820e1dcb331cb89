// Every text of the client goes through t(): the English sentence is the key, a catalogue may hold another one for it.

const catalogue = {}; // English needs none

/** A sentence in the reader's language, its {names} filled in. */
export function t(sentence, values = {}) {
  return (catalogue[sentence] ?? sentence).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Several names in one sentence: "Ann, Bo and Cy". */
export const together = (names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

/** The texts that stand in a page's own HTML: those marked by `data-t`, every label, and the title. */
export function translatePage(root = document) {
  for (const node of root.querySelectorAll("[data-t], title")) node.textContent = t(node.textContent.trim());
  for (const name of ["aria-label", "placeholder"]) for (const node of root.querySelectorAll(`[${name}]`)) node.setAttribute(name, t(node.getAttribute(name)));
}
