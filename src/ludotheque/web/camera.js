// What part of a scene is in sight: the whole, one of its areas, or where somebody has zoomed and moved to.
import { el, isCalm } from "./dom.js";
import { named, t } from "./i18n.js";

const GLIDE = 320; // ms
const STEP = 1.4; // of a zoom by key
const MOST = 8; // times as near as the whole
const MARGIN = 0.02; // around an area
const DRAG = 8; // px until a press becomes a drag
const PINCH = 1.08; // by how much two fingers have to part before it means anything
const TWIST = 24; // degrees by which two fingers turn a piece once
const NOTCH = 60; // px of a wheel that turn a piece once
const KEYS = { "+": STEP, "=": STEP, "-": 1 / STEP, "−": 1 / STEP };
const small = matchMedia("(max-width: 599px)");

export class Camera {
  /** `settled()` when the view has come to rest, `turn(by)` and `canTurn()` for what is in the hand. */
  constructor(svg, { settled, turn = () => null, canTurn = () => false }) {
    Object.assign(this, { svg, settled, turn, canTurn });
    this.frame = null; // the whole: {x, y, width, height}
    this.areas = [];
    this.look = ""; // "": the whole, "free", or the id of an area
    this.box = null; // what should be in sight, and `shown`, what is
    this.shown = null;
    this.fingers = new Map();
    this.wheel = 0;
    this.motion = 0;
    this.bar = null;
    this.listen();
  }

  // Where to look

  /** The scene has these bounds and areas now. The view follows, unless somebody has chosen their own. */
  frameScene(scene, isFirst = false) {
    this.frame = { x: scene.left ?? 0, y: scene.top ?? 0, width: scene.width, height: scene.height };
    this.areas = scene.areas ?? [];
    if (isFirst && this.look === "free") this.look = "";
    this.follow(!isFirst);
  }

  /** On a small screen, the part that matters most to a seat; the whole elsewhere. */
  home(seat) {
    const homes = this.areas.filter((area) => area.is_home);
    const home = homes.find((area) => area.seat === seat) ?? homes[0];
    if (small.matches && home) this.lookAt(home.id);
  }

  lookAt(look) {
    this.look = look;
    this.follow(true);
    const button = this.bar?.querySelector("[aria-pressed=true]");
    if (button) this.bar.scrollLeft = button.offsetLeft + (button.offsetWidth - this.bar.clientWidth) / 2;
  }

  /** Other things can be picked now: if none of them is in sight, look where they are. */
  seek() {
    if (this.look !== "" && !this.isLit(this.seen(this.box))) this.lookAt(this.areas.find((area) => this.isLit(area))?.id ?? "");
  }

  follow(glides) {
    const area = this.areas.find((one) => one.id === this.look);
    if (!area && this.look !== "free") this.look = "";
    if (area) {
      const margin = MARGIN * Math.max(area.width, area.height);
      this.go({ x: area.x - margin, y: area.y - margin, width: area.width + 2 * margin, height: area.height + 2 * margin }, glides);
    } else this.go(this.look === "free" ? this.clamped(this.box) : this.frame, glides);
  }

  go(box, glides = true) {
    cancelAnimationFrame(this.motion);
    const from = this.shown;
    this.box = box;
    this.svg.dataset.view = this.look || "whole";
    this.svg.classList.toggle("is-near", this.look !== "");
    this.showBar();
    if (!glides || !from || isCalm() || document.hidden) return this.arrive();
    const begun = performance.now();
    const frame = (now) => {
      const share = Math.min(1, Math.max(0, (now - begun) / GLIDE));
      const eased = 1 - (1 - share) ** 3;
      const between = (name) => from[name] + (box[name] - from[name]) * eased;
      this.set({ x: between("x"), y: between("y"), width: between("width"), height: between("height") });
      if (share < 1) this.motion = requestAnimationFrame(frame);
      else this.arrive();
    };
    this.motion = requestAnimationFrame(frame);
  }

  set(box) {
    this.shown = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  arrive() {
    cancelAnimationFrame(this.motion);
    this.set(this.box);
    this.settled();
  }

  /** All that the element shows of a box: more than the box itself on two sides. */
  seen(box) {
    const { clientWidth, clientHeight } = this.svg;
    const scale = Math.min(clientWidth / box.width, clientHeight / box.height) || 1;
    const [width, height] = [clientWidth / scale, clientHeight / scale];
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height, scale };
  }

  /** A box moved so that it shows no more emptiness than it must. */
  clamped(box) {
    const within = (low, size, least, most) => (size >= most ? least + (most - size) / 2 : Math.max(least, Math.min(low, least + most - size)));
    return { ...box, x: within(box.x, box.width, this.frame.x, this.frame.width), y: within(box.y, box.height, this.frame.y, this.frame.height) };
  }

  /** Nearer or farther, around a point of the screen; by default the middle. */
  zoom(factor, clientX = null, clientY = null, glides = true) {
    if (!this.frame) return;
    const [now, whole, place] = [this.seen(this.box), this.seen(this.frame), this.svg.getBoundingClientRect()];
    const scale = Math.min(whole.scale * MOST, now.scale * factor);
    if (scale <= whole.scale * 1.01) return this.lookAt("");
    const [across, down] = [clientX === null ? 0.5 : (clientX - place.left) / place.width, clientY === null ? 0.5 : (clientY - place.top) / place.height];
    const [width, height] = [(now.width * now.scale) / scale, (now.height * now.scale) / scale];
    this.look = "free";
    this.go(this.clamped({ x: now.x + (now.width - width) * across, y: now.y + (now.height - height) * down, width, height }), glides);
  }

  /** Move by so many px, if there is anything to move. */
  pan(dx, dy) {
    const now = this.seen(this.box);
    this.look = "free";
    this.go(this.clamped({ x: now.x - dx / now.scale, y: now.y - dy / now.scale, width: now.width, height: now.height }), false);
  }

  /** Let something be in sight that has the focus. */
  reveal({ x, y, width, height }) {
    const now = this.seen(this.box);
    if (x >= now.x && y >= now.y && x + width <= now.x + now.width && y + height <= now.y + now.height) return;
    this.look = "free";
    this.go(this.clamped({ ...now, x: x + width / 2 - now.width / 2, y: y + height / 2 - now.height / 2 }));
  }

  // Hands

  listen() {
    const { svg } = this;
    svg.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.pressed(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    svg.addEventListener("click", (event) => this.isDrag && event.stopImmediatePropagation(), { capture: true });
    addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.key in KEYS) this.zoom(KEYS[event.key]);
      else if (event.key === "0") this.lookAt("");
    });
  }

  wheeled(event) {
    event.preventDefault();
    if (event.ctrlKey || !this.canTurn()) return this.zoom(Math.exp(event.deltaY * (event.ctrlKey ? -0.01 : -0.002)), event.clientX, event.clientY, false);
    this.wheel += event.deltaY;
    if (Math.abs(this.wheel) < NOTCH) return;
    this.turn(Math.sign(this.wheel));
    this.wheel = 0;
  }

  pressed(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.isDrag = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = { x: event.clientX, y: event.clientY };
    this.grip = this.fingers.size === 2 ? this.measured() : null;
  }

  moved(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (this.fingers.size === 1) {
      if (!this.isDrag && (this.look === "" || Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < DRAG)) return;
      if (!this.isDrag) this.svg.setPointerCapture(event.pointerId);
      this.isDrag = true;
      this.pan(dx, dy);
    }
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) this.gripped();
  }

  /** Two fingers: apart and together zoom, around each other turn what is in the hand. */
  gripped() {
    const [one, other] = [...this.fingers.values()];
    const now = this.measured();
    this.isDrag = true;
    this.grip ??= now;
    const twist = ((now.angle - this.grip.angle + 540) % 360) - 180;
    if (this.canTurn() && Math.abs(twist) > TWIST) {
      this.turn(Math.sign(twist));
      this.grip = now;
    } else if (Math.max(now.far / this.grip.far, this.grip.far / now.far) > PINCH) {
      this.zoom(now.far / this.grip.far, (one.x + other.x) / 2, (one.y + other.y) / 2, false);
      this.grip = { ...this.grip, far: now.far };
    }
  }

  measured() {
    const [one, other] = [...this.fingers.values()];
    return { far: Math.hypot(one.x - other.x, one.y - other.y), angle: (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI };
  }

  // Buttons: the whole, and each area. One in which something can be picked has a lamp.

  showBar() {
    if (!this.bar) return;
    const isShown = this.areas.length > 0 || this.look !== "";
    this.bar.hidden = !isShown;
    this.bar.parentNode.classList.toggle("has-areas", isShown);
    const button = (look, label, isLit) => el("button", { type: "button", "data-look": look, "aria-pressed": String(this.look === look), class: isLit ? "has-lit" : "", onclick: () => this.lookAt(look) }, label);
    const focus = this.bar.contains(document.activeElement) ? document.activeElement.dataset.look : null;
    this.bar.replaceChildren(...(isShown ? [button("", t("Whole table"), false), ...this.areas.map((area) => button(area.id, named(area.label), this.isLit?.(area)))] : []));
    if (focus !== null) this.bar.querySelector(`[data-look="${focus}"]`)?.focus();
  }
}
