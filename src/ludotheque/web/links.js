// The links to a table that only its host has, kept where the host sits; and a button that copies one.
import { el } from "./dom.js";
import { t } from "./i18n.js";

const key = (table) => `links-${table}`;
const kept = (table) => JSON.parse(localStorage.getItem(key(table)) ?? "{}");

/** Keep what the server answered when the table was made. */
export const keepLinks = ({ table, invitations = {}, spectate = "" }) => localStorage.setItem(key(table), JSON.stringify({ invitations, spectate }));

/** Links to chairs, by seat. */
export const invitationsTo = (table) => kept(table).invitations ?? {};

export const spectatorLink = (table) => kept(table).spectate ?? "";

/** A button that copies what `text` answers, and says so. */
export function copyButton(label, text) {
  const copy = el("button", { type: "button" }, label);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      copy.textContent = t("Copied");
    } catch {
      copy.textContent = text(); // over plain HTTP, or where it is not allowed, people copy by hand
    }
  });
  return copy;
}
