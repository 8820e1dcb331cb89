// A closer look at a piece, or at what lies on a place: large, with its name. Z, a double click, or a finger that stays.
import { byId, shape } from "./dom.js";
import { spotOf } from "./pieces.js";
import * as tip from "./tip.js";

/** @import { Board } from "./board.js" */
/** @import { Drawn } from "./pieces.js" */

const STAYS = 900; // ms to hold a finger
const MARGIN = 0.04; // around the picture

/**
 * @param {Board} board
 * @param {string} id
 */
function look(board, id) {
  const lying = [...board.pieces.drawn.values()].filter(({ piece }) => piece.id === id || piece.place === id);
  if (!lying.length || document.querySelector("dialog[open]")) return;
  lying.sort((one, other) => (one.piece.layer ?? 0) - (other.piece.layer ?? 0));
  const picture = byId("closer-picture");
  picture.setAttribute("viewBox", boxAround(lying.map(spotOf)).join(" "));
  picture.replaceChildren(...lying.map(still));
  byId("closer-name").textContent = board.tellOf(id);
  tip.show("", null);
  byId("closer").showModal();
}

/** @param {Drawn} drawn */
function still({ node, lift }) {
  const copy = shape("g", {}, lift.cloneNode(true));
  copy.style.transform = node.style.transform;
  return copy;
}

/** @param {{ x: number, y: number, width: number, height: number }[]} spots */
function boxAround(spots) {
  const left = Math.min(...spots.map(({ x, width }) => x - width / 2));
  const top = Math.min(...spots.map(({ y, height }) => y - height / 2));
  const width = Math.max(...spots.map((spot) => spot.x + spot.width / 2)) - left;
  const height = Math.max(...spots.map((spot) => spot.y + spot.height / 2)) - top;
  const margin = MARGIN * Math.max(width, height);
  return [left - margin, top - margin, width + 2 * margin, height + 2 * margin];
}

/** @param {Board} board */
export function listenForLooks(board) {
  const { root } = board;
  /** @type {string | undefined} */
  let pointed; // what the mouse points at
  let timer = 0;
  let idle = 0; // successive mouse clicks that did nothing
  const isUseful = (/** @type {Event} */ { target }) =>
    /** @type {Element} */ (target).matches(".is-lit, .is-picked, .is-held, .is-laid");
  const idOf = (/** @type {Event} */ event) => /** @type {SVGElement} */ (event.target).dataset?.id;
  const see = (/** @type {string | undefined} */ id) => id !== undefined && look(board, id);
  const forget = () => clearTimeout(timer);
  root.addEventListener("pointerover", (event) => {
    pointed = idOf(event);
  });
  root.addEventListener("pointerleave", () => {
    pointed = undefined;
  });
  root.addEventListener("pointerdown", (event) => {
    forget();
    if (event.pointerType === "touch" && event.isPrimary) timer = setTimeout(() => see(idOf(event)), STAYS);
    idle = event.pointerType === "mouse" && !isUseful(event) ? idle + 1 : 0;
  });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, forget, { capture: true }); // it may end elsewhere
  root.addEventListener("pointermove", (event) => Math.hypot(event.movementX, event.movementY) > 2 && forget());
  root.addEventListener("dblclick", (event) => idle > 1 && see(idOf(event)));
  addEventListener("keydown", (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key.toLowerCase() === "z" && isPlain) see(idOf(event) ?? pointed);
  });
  const closer = byId("closer");
  let isPressed = false; // so that lifting the finger that opened it does not close it
  closer.addEventListener("pointerdown", () => {
    isPressed = true;
  });
  closer.addEventListener("click", () => isPressed && closer.close());
  closer.addEventListener("close", () => {
    isPressed = false;
  });
  closer.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation());
}
