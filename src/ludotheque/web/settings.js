// The visitor's settings, kept in their browser: speed of bots, confirming moves, sounds.
import { all, byId } from "./dom.js";

const DEFAULTS = { "bot-pace": "normal", "confirm-moves": "off", sounds: "off", cheer: "on" };

/** @typedef {keyof typeof DEFAULTS} Setting */

/** @param {Setting} name */
export const setting = (name) => localStorage.getItem(name) ?? DEFAULTS[name];

/** Set up the dialog: each field is named after its setting, and changes apply at once. */
export function listenToSettings() {
  for (const field of all("#settings [name]")) {
    const isTick = field.type === "checkbox";
    if (isTick) field.checked = setting(field.name) === "on";
    else field.value = setting(field.name);
    field.addEventListener("change", () =>
      localStorage.setItem(field.name, isTick ? (field.checked ? "on" : "off") : field.value),
    );
  }
  for (const button of all(".to-settings")) button.addEventListener("click", () => byId("settings").showModal());
}
