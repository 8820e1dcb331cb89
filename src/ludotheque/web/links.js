// The links to a table that only its host has, kept in the host's browser; and a copy button.
import { el } from "./dom.js";
import { t } from "./i18n.js";

/** @param {string} table */
const key = (table) => `links-${table}`;
/** @param {string} table */
const kept = (table) => JSON.parse(localStorage.getItem(key(table)) ?? "{}");

/**
 * Store the links that the server returned when the table was created.
 * @param {{ table: string, invitations?: Record<string, string>, spectate?: string }} made
 */
export const keepLinks = ({ table, invitations = {}, spectate = "" }) =>
  localStorage.setItem(key(table), JSON.stringify({ invitations, spectate }));

/**
 * Return the invitation links by seat.
 * @param {string} table
 */
export const invitationsTo = (table) => kept(table).invitations ?? {};

/** @param {string} table */
export const spectatorLink = (table) => kept(table).spectate ?? "";

/**
 * Return whether an address works only on this computer.
 * @param {string} url
 */
export const isLocal = (url) => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

/**
 * Return a button that copies the result of `text` and says so.
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text) {
  const copy = el("button", { type: "button" }, label);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      copy.textContent = t("Copied");
    } catch {
      copy.textContent = text(); // over plain HTTP, or if it is not allowed, people copy by hand
    }
  });
  return copy;
}
