// Every text that the client makes goes through t() or tn(): the English sentence is the key, the catalogue of the page's language holds another one for it.

const lang = document.documentElement.lang;
const catalogue = lang === "en" ? {} : await fetch(`/web/words/${lang}.json`).then((words) => words.json()).catch(() => ({}));
const plural = new Intl.PluralRules(lang);

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A sentence in the reader's language, its {names} filled in. */
export const t = (sentence, values = {}) => fill(catalogue[sentence] ?? sentence, values);

/** A sentence that depends on a number, which it calls {number}. */
export const tn = (one, many, number, values = {}) => fill((catalogue[one] ?? [one, many])[plural.select(number) === "one" ? 0 : 1], { number: number.toLocaleString(lang), ...values });

const seat = t("seat {seat}", { seat: "(\\d)" }); // as games say it
const SEAT = new RegExp(`(?:\\b(du|le) )?\\b${seat}\\b`, "gi"); // in French also "du siège 0"
let people = [];

/** Who sits at the table, by seat. */
export const sit = (names) => (people = names);

/** What a game says about seats, about whoever sits there. */
export const named = (text) =>
  text.replace(SEAT, (whole, article, seat) => {
    const [name, of] = [people[seat], article?.toLowerCase() === "du"];
    return name ? (of ? (/^[aeéèêiouy]/i.test(name) ? "d’" : "de ") : "") + name : whole;
  });

/** One place behind the point, or the comma. */
export const decimal = (number) => number.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Several names in one sentence: "Ann, Bo and Cy". */
export const together = (names) => new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
