// Tooltips on the board: the name of a thing appears on hover, on focus, or while a finger is held
// on it.
import { all, byId } from "./dom.js";

const PATIENCE = 350; // ms
const LONG = 500; // ms of holding a finger that ask for a name
const GAP = 8; // px around the name
const KEPT_FREE = "#prompt-card, .side, .beside, .place.is-lit, :is(.bar, .stage, .seats) :is(button, a)";
let timer = 0;
let isLong = false;
/** @type {{ id: string, node: Element } | null} */
let asked = null; // whose name is asked for
let nameOf = (/** @type {string} */ _id) => "";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

/** Whether the last press was held long enough to ask for a name. */
export const wasLong = () => isLong;

/**
 * Show the name of a node beside it after a moment; null hides it.
 * @param {string | null} id
 * @param {Element | null} node
 */
export function show(id, node) {
  clearTimeout(timer);
  byId("tip").hidden = true;
  asked = id !== null && node ? { id, node } : null;
  if (asked) timer = setTimeout(place, PATIENCE);
}

/** Update or hide the tooltip after the table has changed. */
export function refresh() {
  if (!byId("tip").hidden) place();
}

/** Place the tooltip where it covers no text or choices; hide it if there is no such spot. */
function place() {
  const tip = byId("tip");
  tip.textContent = asked?.node.isConnected ? nameOf(asked.id) : "";
  tip.hidden = !tip.textContent;
  if (!asked || tip.hidden) return;
  Object.assign(tip.style, { left: "0px", top: "0px" }); // otherwise the edge of the page would make it narrow
  const { width, height } = tip.getBoundingClientRect();
  const taken = [asked.node, ...all(KEPT_FREE)].map((one) => one.getBoundingClientRect()).filter(isDrawn);
  const spot = spots(asked.node.getBoundingClientRect(), width, height).find(
    ([left, top]) => !taken.some((box) => overlap(box, { left, top, right: left + width, bottom: top + height })),
  );
  tip.hidden = !spot;
  if (spot) Object.assign(tip.style, { left: `${spot[0]}px`, top: `${spot[1]}px` });
}

/**
 * Return possible positions for a tooltip of this size, best first: at the thing, in the corners of
 * the board, over the title.
 * @param {DOMRect} box
 * @param {number} width
 * @param {number} height
 */
function spots(box, width, height) {
  const [stage, title] = [byId("board"), byId("title")].map((node) => node.getBoundingClientRect());
  const [middle, level] = [box.left + (box.width - width) / 2, box.top + (box.height - height) / 2];
  const [above, below] = [box.top - height - GAP, box.bottom + GAP];
  const [before, behind] = [box.left - width - GAP, box.right + GAP];
  const beside = [middle, box.left, box.right - width].flatMap((left) => [
    [left, above],
    [left, below],
  ]);
  const corners = [stage.right - width, stage.left].flatMap((left) => [
    [left, stage.top],
    [left, stage.bottom - height],
  ]);
  const all = [...beside, [behind, level], [before, level], ...corners, [title.left, GAP]];
  return all
    .map(([left, top]) => [Math.max(GAP, Math.min(innerWidth - width - GAP, left)), top])
    .filter(([, top]) => top >= GAP && top + height <= innerHeight - GAP);
}

const isDrawn = (/** @type {DOMRect} */ { width, height }) => width > 0 && height > 0;

/**
 * @param {Edges} one
 * @param {Edges} other
 */
const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * A finger that stays on something asks for its name, and does not pick it.
 * @param {HTMLElement} board
 * @param {(id: string) => string} tell
 */
export function listen(board, tell) {
  nameOf = tell;
  board.addEventListener("pointerdown", (event) => {
    const node = /** @type {SVGElement} */ (event.target);
    const id = node.dataset?.id;
    isLong = false;
    show(null, null);
    if (event.pointerType === "mouse" || id === undefined) return;
    timer = setTimeout(() => {
      isLong = true;
      asked = { id, node };
      place();
    }, LONG);
  });
  board.addEventListener("pointermove", hideIfMoved);
  board.addEventListener("pointercancel", hideIfMoved);
  board.addEventListener("pointerup", (event) => event.pointerType !== "mouse" && !isLong && show(null, null));
  board.addEventListener("click", (event) => isLong && event.stopImmediatePropagation(), { capture: true });
  board.addEventListener("contextmenu", (event) => event.pointerType !== "mouse" && event.preventDefault());
}

/** @param {PointerEvent} event */
function hideIfMoved(event) {
  if (event.pointerType !== "mouse" && Math.hypot(event.movementX, event.movementY) > 2) show(null, null);
}
