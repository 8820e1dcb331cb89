// Every text of the client goes through t(): the English sentence is the key, a catalogue may hold another one for it.

const catalogue = {}; // English needs none

/** A sentence in the reader's language, its {names} filled in. */
export function t(sentence, values = {}) {
  return (catalogue[sentence] ?? sentence).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Several names in one sentence: "Ann, Bo and Cy". */
export const together = (names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

/** The texts that stand in a page's own HTML, marked by `data-t`. */
export function translatePage(root = document) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.textContent.trim());
}
