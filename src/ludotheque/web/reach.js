// Input on the board: mouse, touch and keyboard.
import { wasLong } from "./tip.js";

/** @import { Board } from "./board.js" */

const ECHO = 700; // ms after a tap in which a click is ignored
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the id of an event's target.
 * @param {any} event
 * @returns {any} a string, or null
 */
const idOf = (event) => event.target.dataset?.id ?? null;

/**
 * `pick(id)`: something was tapped; `point(id, node)`: the pointer is on it, or left it (null);
 * `turn(by)`: the held piece is turned, if it `canTurn()`. A dragged piece is `lift(id)`ed, if it
 * `canLift(id)`, and `drop(id)`ped on a place, or nowhere (null).
 * @typedef {object} BoardListener
 * @property {(id: string) => void} pick
 * @property {(id: string | null, node?: Element | null) => void} point
 * @property {(by: number) => void} turn
 * @property {() => boolean} canTurn
 * @property {(id: string) => boolean} canLift
 * @property {(id: string) => void} lift
 * @property {(id: string | null) => void} drop
 */

/**
 * @param {Board} board
 * @param {BoardListener} tell
 */
export function listen(board, tell) {
  const { root } = board;
  let touched = -ECHO; // when a finger last went up
  root.addEventListener(
    "click",
    (event) => event.timeStamp - touched > ECHO && tap(board, tell, event, event.detail > 0),
  );
  root.addEventListener("pointerup", (event) => {
    if (event.pointerType !== "touch") return;
    touched = event.timeStamp; // the browser's own click comes late or, with two fingers, not at all
    if (!board.fingers.isDrag && !wasLong()) tap(board, tell, event, true);
  });
  root.addEventListener("dblclick", (event) => idOf(event) === null && tell.turn(1));
  root.addEventListener(
    "pointerover",
    (event) => event.pointerType === "mouse" && tell.point(idOf(event), /** @type {Element} */ (event.target)),
  );
  root.addEventListener("pointerleave", () => tell.point(null));
  root.addEventListener("keydown", (event) => press(board, tell, event));
  root.addEventListener("focusin", (event) => focus(board, tell, event.target));
}

/**
 * Handle a tap: it means the nearest lit thing within a finger's reach, or else what it hit.
 * @param {Board} board
 * @param {BoardListener} tell
 * @param {any} event
 * @param {boolean} isAimed and not by a key
 */
function tap({ hits, marks }, tell, event, isAimed) {
  const hit = idOf(event);
  const isMeant = marks.lit.has(hit) || marks.picked.includes(hit) || event.target.matches(".is-held, .is-laid");
  const near = isAimed && !isMeant ? hits.nearest(marks.lit, event.clientX, event.clientY) : null;
  const id = near ?? hit;
  if (id !== null) tell.pick(id);
}

/**
 * @param {Board} board
 * @param {BoardListener} tell
 * @param {KeyboardEvent} event
 */
function press({ hits }, tell, event) {
  const id = idOf(event);
  if (id === null) return;
  if (event.key === "Enter" || event.key === " ") tell.pick(id);
  else if (event.key in ARROWS) hits.neighbor(id, ARROWS[event.key])?.focus();
  else return;
  event.preventDefault();
}

/**
 * @param {Board} board
 * @param {BoardListener} tell
 * @param {any} hit
 */
function focus({ hits, camera }, tell, hit) {
  if (hit.dataset?.id === undefined) return;
  hits.setStop(hit);
  if (hit.matches(":focus-visible")) camera.reveal(hit.getBBox());
  tell.point(hit.dataset.id, hit.matches(":focus-visible") ? hit : null); // show its name if it was focused by keyboard
}
