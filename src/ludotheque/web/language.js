// The choice of a language. It waits for nothing, not even for the words of the present one.

const YEAR = 31_536_000; // s

document.getElementById("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value};path=/;max-age=${YEAR};samesite=lax`;
  dispatchEvent(new Event("languagechange")); // whoever has something in hand puts it aside
  location.reload();
});
