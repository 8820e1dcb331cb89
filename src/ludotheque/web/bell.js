// Notifies people in another tab or window that it is their turn. Nothing is requested or shown
// until they have pressed the bell.
import { t } from "./i18n.js";

const KEY = "ludotheque-bell";
const isOn = () => localStorage.getItem(KEY) === "on" && globalThis.Notification?.permission === "granted";

/**
 * Show the bell button, unless the browser has no notifications.
 * @param {HTMLButtonElement} button
 */
export function show(button) {
  button.hidden = !globalThis.Notification;
  button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", async () => {
    const wanted = !isOn() && (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, wanted ? "on" : "off");
    button.setAttribute("aria-pressed", String(isOn()));
  });
}

/**
 * Notify the player that it is their turn, with what happened last and what to do. Does nothing
 * while the page is visible.
 * @param {string} title
 * @param {string[]} lines
 * @param {string} table
 */
export function ring(title, lines, table) {
  if (!document.hidden || !isOn()) return;
  const note = new Notification(t("Your turn: {title}", { title }), {
    body: lines.filter(Boolean).join("\n"),
    tag: table,
    icon: "/web/icon.svg",
  });
  note.onclick = () => {
    window.focus();
    note.close();
  };
  document.addEventListener("visibilitychange", () => note.close(), { once: true }); // the page is visible again
}
