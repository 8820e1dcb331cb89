// Translation. Every text of the client goes through t() or tn(): the English sentence is the key
// into the catalogue of the page's language.

const lang = document.documentElement.lang;
const catalogue =
  lang === "en"
    ? {}
    : await fetch(`/web/words/${lang}.json`)
        .then((words) => words.json())
        .catch(() => ({}));
const plural = new Intl.PluralRules(lang);
const list = new Intl.ListFormat(lang, { type: "conjunction" });

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Return a sentence in the reader's language, with its {names} filled in. */
export const t = (sentence, values = {}) => fill(catalogue[sentence] ?? sentence, values);

/** Return a sentence that depends on a number, which it calls {number}. */
export const tn = (one, many, number, values = {}) =>
  fill((catalogue[one] ?? [one, many])[plural.select(number) === "one" ? 0 : 1], {
    number: number.toLocaleString(lang),
    ...values,
  });

/** Return a count in a game's words: ["{number} point", "{number} points"], 3 gives "3 points". */
export const counted = (forms, many, sign = "") =>
  fill(forms[plural.select(many) === "one" ? 0 : 1] ?? forms[0], { number: sign + many.toLocaleString(lang) });

/** Return a difference in a game's words: "+3 points". */
export const gained = (forms, by) => counted(forms, Math.abs(by), by > 0 ? "+" : "−");

/** Format a number with two decimals. */
export const decimal = (number) => number.toLocaleString(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Format a share between 0 and 1: "42 %" or "42%", as the language writes it. */
export const percent = (share) => share.toLocaleString(lang, { style: "percent" });

/** Join several names: "Ann, Bo and Cy". */
export const together = (names) => list.format(names);
