// Keyboard focus: when the focused element disappears, the focus moves to the next choice.
import { byId } from "./dom.js";

/** @type {HTMLElement | SVGElement | null} */
let last = null; // what was focused by keyboard; null if a mouse or a finger was used

document.addEventListener("pointerdown", () => {
  last = null;
});
document.addEventListener("focusin", ({ target }) => {
  const node = /** @type {HTMLElement} */ (target);
  if (node.closest("dialog")) return; // closing it restores the focus
  last = node.matches(":focus-visible") && node.closest("#choices, #board, #prompt") ? node : null;
});

/**
 * Move the focus after the choices have changed: to the same choice again, the next button, what is
 * lit on the board, or the prompt.
 */
export function goOn() {
  if (!last || (last.isConnected && last.id !== "prompt")) return;
  const [{ id, step }, choices, board] = [last.dataset, byId("choices"), byId("board")];
  const same = id ? board.querySelector(`.place[data-id="${CSS.escape(id)}"]`) : find(choices, step);
  const next =
    same ?? choices.querySelector(".choice, #ready") ?? board.querySelector(".place.is-lit") ?? byId("prompt");
  if (next !== document.activeElement) next.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} choices
 * @param {string | undefined} step
 */
const find = (choices, step) =>
  /** @type {HTMLElement | null} */ (step && choices.querySelector(`[data-step="${CSS.escape(step)}"]`)) || null;
