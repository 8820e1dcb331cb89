// The language menu. It has no imports, so that it works before the current catalogue is loaded.

const YEAR = 31_536_000; // s

const field = /** @type {HTMLSelectElement} */ (document.getElementById("language"));

field.addEventListener("change", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing where the page comes over plain HTTP
  document.cookie = `language=${field.value};path=/;max-age=${YEAR};samesite=lax`;
  dispatchEvent(new Event("languagechange")); // so that what is in the hand is saved
  location.reload();
});
