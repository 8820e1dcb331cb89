// Tells whoever looks elsewhere that it is their turn. Nothing is asked and nothing shown until they have pressed the bell.
import { t } from "./i18n.js";

const KEY = "ludotheque-bell";
const isOn = () => localStorage.getItem(KEY) === "on" && globalThis.Notification?.permission === "granted";

/** The button of the bell; where a browser knows no notifications there is none. */
export function show(button) {
  button.hidden = !globalThis.Notification;
  button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", async () => {
    const wanted = !isOn() && (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, wanted ? "on" : "off");
    button.setAttribute("aria-pressed", String(isOn()));
  });
}

/** It is your turn at a table: what happened last, and what to do. Whoever looks at it sees that anyway. */
export function ring(title, lines, table) {
  if (!document.hidden || !isOn()) return;
  const note = new Notification(t("Your turn: {title}", { title }), { body: lines.filter(Boolean).join("\n"), tag: table, icon: "/web/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
  document.addEventListener("visibilitychange", () => note.close(), { once: true }); // it has been seen
}
