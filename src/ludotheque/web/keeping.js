// Changing the language reloads the page; this keeps what was in the hand and in the chat field.
import { byId } from "./dom.js";
import { slideDrawer } from "./side.js";
import { state } from "./state.js";

/** @import { Gestures } from "./gestures.js" */

const KEY = `kept-${state.id}`;

/**
 * Save it when the language changes.
 * @param {Gestures} gestures
 */
export function keepForReload(gestures) {
  addEventListener("languagechange", () => {
    const kept = [gestures.path, [...gestures.chosen], byId("chat-field").value, byId("side").className];
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  });
}

/**
 * Restore it.
 * @param {Gestures} gestures
 */
export function takeUpAgain(gestures) {
  const [path, chosen, said, side] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  sessionStorage.removeItem(KEY);
  if (!path) return;
  gestures.resume({ path, chosen });
  byId("chat-field").value = said;
  slideDrawer(side.includes("is-open"));
}
