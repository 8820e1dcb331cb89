// Drag and drop: press on a piece, move it, and release it where it should go.

/** @import { Board } from "./board.js" */
/** @import { BoardListener } from "./reach.js" */

const FAR = 6; // px until a press becomes a drag
const ABOVE = 32; // px that a piece is shown above a finger, which would hide it

/**
 * What a pointer has pressed and, once it is dragged, what was in the hand then.
 * @typedef {{ id: string, pointer: number, x: number, y: number, isOn: boolean, held: string }} Load
 */

export class Carry {
  /**
   * @param {Board} board
   * @param {BoardListener | null} tell
   */
  constructor(board, tell) {
    this.board = board;
    this.tell = tell;
    /** @type {Load | null} */
    this.load = null;
  }

  get isOn() {
    return this.load?.isOn ?? false;
  }

  /** @param {PointerEvent} event */
  isBy(event) {
    return this.load?.pointer === event.pointerId;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isAlone whether it is the only pointer: two fingers do not drag pieces
   */
  press(event, isAlone) {
    const id = /** @type {SVGElement} */ (event.target).dataset?.id;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    const canLift = isAlone && id !== undefined && this.tell?.canLift(id);
    this.load = canLift ? { id, pointer, x, y, isOn: false, held: "" } : null;
  }

  /**
   * Handle a moved pointer; return whether it is dragging something.
   * @param {PointerEvent} event
   */
  move(event) {
    const { load } = this;
    if (load?.pointer !== event.pointerId) return false;
    if (!load.isOn && Math.hypot(event.clientX - load.x, event.clientY - load.y) < FAR) return false;
    if (!load.isOn) this.begin(load);
    this.board.hand.carry({ ...this.spot(event), target: this.target(event) });
    return true;
  }

  /** @param {Load} load */
  begin(load) {
    load.isOn = true;
    this.board.root.setPointerCapture(load.pointer);
    this.board.root.classList.add("is-carrying");
    this.tell?.lift(load.id);
  }

  /**
   * Handle a released pointer: put the piece down if it can lie there, otherwise put it back.
   * Released on itself, it stays in the hand, as after a click.
   * @param {PointerEvent} event
   */
  drop(event) {
    if (this.load?.pointer !== event.pointerId) return;
    const { isOn, id } = this.load;
    const [target, isHome] = [this.target(event), under(event).includes(id)];
    const isHeld = this.isHeld();
    this.end();
    if (isOn && isHeld && (target || !isHome)) this.tell?.drop(target);
  }

  /** Put the piece back. */
  cancel(/** @type {PointerEvent} */ event) {
    if (this.load?.pointer !== event.pointerId) return;
    const isHeld = this.isOn && this.isHeld();
    this.end();
    if (isHeld) this.tell?.drop(null);
  }

  end() {
    this.load = null;
    this.board.root.classList.remove("is-carrying");
    this.board.hand.carry(null);
  }

  /** Whether the piece is in the hand yet: one that was laid out takes a moment. */
  isHeld() {
    const { held } = this.board.marks;
    if (this.load) this.load.held ||= held;
    return held !== "" && this.load?.held === held;
  }

  /**
   * Return where the piece would go from here.
   * @param {PointerEvent} event
   */
  target(event) {
    const { hits, marks } = this.board;
    if (!this.isOn || !this.isHeld()) return null;
    const lit = new Set([...marks.lit].filter((id) => id !== this.load?.id));
    return under(event).find((id) => lit.has(id)) ?? hits.nearest(lit, event.clientX, event.clientY);
  }

  /**
   * Return the position of a dragged piece in the scene.
   * @param {PointerEvent} event
   */
  spot({ clientX, clientY, pointerType }) {
    return this.board.camera.at([clientX, clientY - (pointerType === "touch" ? ABOVE : 0)]);
  }
}

/**
 * Return the ids of everything under a pointer, topmost first.
 * @param {PointerEvent} event
 */
const under = (event) =>
  document
    .elementsFromPoint(event.clientX, event.clientY)
    .flatMap((node) => /** @type {SVGElement} */ (node).dataset?.id ?? []);
