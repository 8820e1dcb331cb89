// The host of a table can remove all messages of a person, who can then write no more there.
import { post } from "./api.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";

const SILENCE = "…"; // replaces a removed message

/**
 * Return the button that reports a chat message to the stewards: the first click asks.
 * @param {string} table
 * @param {number} seq
 * @param {import("./logline.js").Reading} reading
 */
export function reportButton(table, seq, { name, text, isOwn }) {
  if (isOwn || text === SILENCE) return "";
  const label = t("Report what {name} has said?", { name });
  const button = el("button", { type: "button", class: "quiet hush", title: label, "aria-label": label }, "⚑");
  button.addEventListener("click", async () => {
    if (button.textContent === label) await post(`/api/tables/${table}/report`, { seq }).catch(() => {});
    button.textContent = button.textContent === label ? t("Reported") : label;
  });
  return button;
}

/**
 * Return the button beside a chat message: the first click asks, the second one removes.
 * @param {string} table
 * @param {number} seq
 * @param {import("./logline.js").Reading} reading
 */
export function hushButton(table, seq, { name, text, isOwn }) {
  if (isOwn || text === SILENCE) return "";
  const label = t("Remove everything {name} has said?", { name });
  const button = el("button", { type: "button", class: "quiet hush", title: label, "aria-label": label }, "✕");
  button.addEventListener("click", () => {
    if (button.textContent === label) post(`/api/tables/${table}/silence`, { seq }).catch(() => button.remove());
    button.textContent = label;
  });
  return button;
}
