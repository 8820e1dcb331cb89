// Beside chat messages: mute a person for oneself, report a message, and for the host: remove all
// that a person has said, who can then write no more there.
import { post } from "./api.js";
import { el, setAttributes } from "./dom.js";
import { t } from "./i18n.js";

const SILENCE = "…"; // replaces a removed message

/**
 * Return the button that mutes a person in this browser, or shows their messages again.
 * @param {import("./logline.js").Reading} reading
 * @param {() => void} toggle
 */
export const muteButton = ({ name, isOwn }, toggle) =>
  isOwn ? "" : el("button", { type: "button", class: "quiet hush mute", "data-name": name, onclick: toggle });

/**
 * Show on a chat message whether whoever wrote it is muted.
 * @param {HTMLElement} line
 * @param {boolean} isMuted
 */
export function showMuted(line, isMuted) {
  line.classList.toggle("is-muted", isMuted);
  const button = line.querySelector(".mute");
  if (!button) return;
  const name = button.getAttribute("data-name");
  const label = isMuted ? t("Show what {name} says again", { name }) : t("Mute {name}", { name });
  setAttributes(button, { title: label, "aria-label": label });
  button.textContent = isMuted ? label : "⊘";
}

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
