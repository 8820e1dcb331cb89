// Gestures on the whole picture: dragging, zooming by wheel, keys or two fingers, and turning the
// piece in the hand in the same ways.
import { isTyped } from "./dom.js";

/** @import { Camera } from "./camera.js" */
/** @import { Carry } from "./carry.js" */

const STEP = 1.4; // of a zoom by key
const DRAG = 8; // px until a press becomes a drag
const PINCH = 1.08; // the ratio by which two fingers must move apart before it counts
const TWIST = 24; // degrees that two fingers must turn to turn a piece once
const NOTCH = 60; // px of wheel movement that turn a piece once
/** @type {Record<string, number>} */
const KEYS = { "+": STEP, "=": STEP, "-": 1 / STEP, "−": 1 / STEP };

/** @typedef {{ x: number, y: number }} Point */

/** @param {PointerEvent} event */
const pointOf = (event) => ({ x: event.clientX, y: event.clientY });

export class Fingers {
  /**
   * `turn(by)` and `canTurn()` concern the piece in the hand.
   * @param {Camera} camera
   * @param {Carry} carry
   * @param {{ turn: (by: number) => void, canTurn: () => boolean }} hand
   */
  constructor(camera, carry, hand) {
    this.camera = camera;
    this.carry = carry;
    this.hand = hand;
    /** @type {Map<number, Point>} */
    this.down = new Map(); // the last position of each pointer
    this.start = { x: 0, y: 0 }; // where the last pointer was put down
    /** @type {{ far: number, angle: number } | null} */
    this.grip = null; // of two fingers
    this.isDrag = false; // stays set until a finger is put down again
    this.isTap = false; // a second finger was put down and has not moved
    this.wheel = 0; // px since the last notch
    this.listen(camera.root);
  }

  /** @param {HTMLElement} root */
  listen(root) {
    root.addEventListener("wheel", (event) => this.roll(event), { passive: false });
    root.addEventListener("pointerdown", (event) => this.put(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.lift(event));
    addEventListener("pointercancel", (event) => this.cancel(event));
    root.addEventListener("click", (event) => this.isDrag && event.stopImmediatePropagation(), { capture: true });
    addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyped(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (event.key in KEYS) this.camera.zoom(KEYS[event.key]);
    else if (event.key === "0") this.camera.lookAt("");
  }

  /** @param {WheelEvent} event */
  roll(event) {
    event.preventDefault();
    if (event.ctrlKey || !this.hand.canTurn()) {
      const factor = Math.exp(event.deltaY * (event.ctrlKey ? -0.01 : -0.002));
      return this.camera.zoom(factor, [event.clientX, event.clientY], false);
    }
    this.wheel += event.deltaY;
    if (Math.abs(this.wheel) < NOTCH) return;
    this.hand.turn(Math.sign(this.wheel));
    this.wheel = 0;
  }

  /** @param {PointerEvent} event */
  put(event) {
    if (event.button > 0) return;
    if (!this.down.size) this.isDrag = false;
    this.down.set(event.pointerId, pointOf(event));
    this.start = pointOf(event);
    this.grip = this.down.size === 2 ? this.measure() : null;
    this.isTap = this.carry.isOn;
    if (!this.carry.isOn) this.carry.press(event, this.down.size === 1);
  }

  /**
   * Handle a lifted finger. While another finger drags a piece, a tap turns it.
   * @param {PointerEvent} event
   */
  lift(event) {
    const isKnown = this.down.delete(event.pointerId);
    if (isKnown && this.isTap && this.carry.isOn && !this.carry.isBy(event)) this.hand.turn(1);
    this.isTap = false;
    this.carry.drop(event);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.down.delete(event.pointerId);
    this.carry.cancel(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [finger, now] = [this.down.get(event.pointerId), pointOf(event)];
    if (!finger) return;
    if (this.carry.move(event)) this.isDrag = true;
    else if (this.down.size === 1) {
      if (!this.isDrag && !this.drags(now)) return;
      if (!this.isDrag) this.camera.root.setPointerCapture(event.pointerId);
      this.isDrag = true;
      this.camera.pan(now.x - finger.x, now.y - finger.y);
    }
    Object.assign(finger, now);
    if (this.down.size === 2) this.pinch();
  }

  /**
   * Return whether a finger at this point drags the picture. The whole scene cannot be dragged.
   * @param {Point} now
   */
  drags(now) {
    return this.camera.look !== "" && Math.hypot(now.x - this.start.x, now.y - this.start.y) >= DRAG;
  }

  /** Handle two fingers: pinching zooms, twisting turns the piece in the hand. */
  pinch() {
    const now = this.measure();
    const grip = this.grip ?? now;
    const twist = ((now.angle - grip.angle + 540) % 360) - 180;
    this.isDrag = true;
    this.grip = grip;
    if (this.hand.canTurn() && Math.abs(twist) > TWIST) {
      this.hand.turn(Math.sign(twist));
      this.grip = now;
      this.isTap = false;
    } else if (!this.carry.isOn && Math.max(now.far / grip.far, grip.far / now.far) > PINCH) {
      this.camera.zoom(now.far / grip.far, now.middle, false);
      this.grip = { ...grip, far: now.far };
    }
  }

  /** Return the distance and angle between two fingers. */
  measure() {
    const [one, other] = [...this.down.values()];
    const angle = (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
    const middle = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    return { far: Math.hypot(one.x - other.x, one.y - other.y), angle, middle };
  }
}
