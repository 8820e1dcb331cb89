// Which part of a scene is in view: all of it, one of its areas, or where the user has zoomed to.
import { el, isCalm, renew } from "./dom.js";
import { t } from "./i18n.js";
import { painted } from "./motion.js";

const GLIDE = 320; // ms
const MOST = 8; // the largest zoom factor
const MARGIN = 0.02; // around an area
const small = matchMedia("(max-width: 599px)");

/** @import { Area } from "protocol" */
/** @import { Picture } from "./update.js" */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

export class Camera {
  /**
   * `settled()` when the view has come to rest; `isLit(box)` says whether something can be picked there.
   * `drawings` are drawn in the scene's units, `views` hold what is placed in them.
   * `stack` holds all of them.
   * @param {{ root: HTMLElement, stack: HTMLElement, drawings: SVGSVGElement[], views: HTMLElement[] }} layers
   * @param {{ settled: () => void, isLit: (box: Box) => boolean }} board
   */
  constructor({ root, stack, drawings, views }, { settled, isLit }) {
    this.root = root;
    this.stack = stack;
    this.drawings = drawings;
    this.views = views;
    this.settled = settled;
    this.isLit = isLit;
    this.size = { width: 0, height: 0 }; // of the element, in px
    this.frame = NOWHERE; // the whole scene
    /** @type {Area[]} */
    this.areas = [];
    this.look = ""; // "" for the whole scene, "free", or the id of an area
    this.box = NOWHERE; // what should be in view
    /** @type {Box | null} */
    this.shown = null; // … and what is, once the motion has ended
    /** @type {{ from: Box, to: Box, motion: Animation } | null} */
    this.motion = null;
    this.arrived = Promise.resolve(); // when the motion has ended
    /** @type {any} */
    this.bar = null; // the buttons
  }

  // Where to look

  /**
   * Set the bounds and areas of the scene. The view follows, unless the user has chosen their own.
   * @param {Picture} scene
   * @param {boolean} isFirst
   */
  frameScene({ left, top, width, height, areas }, isFirst = false) {
    this.frame = { x: left, y: top, width, height };
    this.areas = areas;
    if (isFirst && this.look === "free") this.look = "";
    this.follow(!isFirst);
  }

  /**
   * Show the part that matters most to a seat on a small screen, and the whole scene elsewhere.
   * @param {number | null} seat
   */
  home(seat) {
    const homes = this.areas.filter((area) => area.is_home);
    const home = homes.find((area) => area.seat === seat) ?? homes[0];
    if (small.matches && home) this.lookAt(home.id);
  }

  /** @param {string} look */
  lookAt(look) {
    this.look = look;
    this.follow(true);
    const button = this.bar?.querySelector("[aria-pressed=true]");
    if (button) this.bar.scrollLeft = button.offsetLeft + (button.offsetWidth - this.bar.clientWidth) / 2;
  }

  /** If nothing that can be picked is in view, move to where something is. */
  seek() {
    if (this.look !== "" && !this.isLit(this.seen(this.box)))
      this.lookAt(this.areas.find((area) => this.isLit(area))?.id ?? "");
  }

  /** @param {boolean} glides */
  follow(glides) {
    const area = this.areas.find((one) => one.id === this.look);
    if (!area && this.look !== "free") this.look = "";
    if (area) {
      const margin = MARGIN * Math.max(area.width, area.height);
      this.go(
        { x: area.x - margin, y: area.y - margin, width: area.width + 2 * margin, height: area.height + 2 * margin },
        glides,
      );
    } else this.go(this.look === "free" ? this.clamped(this.box) : this.frame, glides);
  }

  /**
   * Show a box of the scene.
   * @param {Box} box
   * @param {boolean} glides
   */
  go(box, glides = true) {
    const from = this.now();
    this.stop();
    this.box = box;
    this.root.dataset.view = this.look || "whole";
    this.root.classList.toggle("is-near", this.look !== "");
    this.showBar();
    this.set(box);
    if (glides && from && !isSame(from, box) && !isCalm() && !document.hidden) this.arrived = this.glide(from, box);
    else this.settled();
  }

  /**
   * Move the view from one box to another. The board is drawn once, as it will be, and glides
   * there as a picture, so that no frame has to be drawn. It starts when that is painted.
   * @param {Box} from
   * @param {Box} to
   */
  async glide(from, to) {
    const [before, after] = [this.seen(from), this.seen(to)];
    const [x, y] = [(after.x - before.x) * before.scale, (after.y - before.y) * before.scale];
    const start = `translate(${x}px, ${y}px) scale(${before.scale / after.scale})`;
    const motion = this.stack.animate({ transform: [start, "none"] }, { duration: GLIDE, easing: "ease-out" });
    this.motion = { from, to, motion };
    motion.pause();
    await painted();
    if (this.motion?.motion !== motion) return; // another one has replaced it
    motion.play();
    await motion.finished.catch(() => null);
    if (this.motion?.motion === motion) this.arrive();
  }

  /** The box in view, in the middle of a motion too. */
  now() {
    if (!this.motion) return this.shown;
    const { from, to, motion } = this.motion;
    return between(from, to, motion.effect?.getComputedTiming().progress ?? 1);
  }

  stop() {
    const { motion = null } = this.motion ?? {};
    this.motion = null;
    motion?.cancel();
  }

  /** @param {Box} box */
  set(box) {
    this.shown = box;
    const [{ x, y, scale }, viewBox] = [this.seen(box), `${box.x} ${box.y} ${box.width} ${box.height}`];
    if (this.root.dataset.box !== viewBox) {
      this.root.dataset.box = viewBox;
      for (const drawing of this.drawings) drawing.setAttribute("viewBox", viewBox);
    }
    for (const view of this.views) view.style.transform = `scale(${scale}) translate(${-x}px, ${-y}px)`;
  }

  arrive() {
    this.stop();
    this.settled();
  }

  /** Measure the element, only when it has changed: reading the layout between changes is slow. */
  measure() {
    const { width, height } = this.root.getBoundingClientRect();
    this.size = { width, height };
  }

  /** Adapt to a new size of the element. */
  resize() {
    this.measure();
    if (this.shown) this.set(this.shown);
  }

  /** How large a px is now, in the scene's units. */
  get unit() {
    return 1 / this.seen(this.shown ?? this.box).scale;
  }

  /**
   * Return the area that is visible for a box, which is larger on two sides.
   * @param {Box} box
   */
  seen(box) {
    if (!this.size.width) this.measure();
    const scale = Math.min(this.size.width / box.width, this.size.height / box.height) || 1;
    const [width, height] = [this.size.width / scale, this.size.height / scale];
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height, scale };
  }

  /**
   * Return a box moved so that it shows as little empty space as possible.
   * @param {Box} box
   */
  clamped(box) {
    return {
      ...box,
      x: within(box.x, box.width, this.frame.x, this.frame.width),
      y: within(box.y, box.height, this.frame.y, this.frame.height),
    };
  }

  /**
   * Zoom in or out around a point of the screen, by default the middle.
   * @param {number} factor
   * @param {number[] | null} point
   * @param {boolean} glides
   */
  zoom(factor, point = null, glides = true) {
    if (this.frame === NOWHERE) return;
    const [now, whole] = [this.seen(this.box), this.seen(this.frame)];
    const scale = Math.min(whole.scale * MOST, now.scale * factor);
    if (scale <= whole.scale * 1.01) return this.lookAt("");
    const [across, down] = point ? this.share(point) : [0.5, 0.5];
    const [width, height] = [(now.width * now.scale) / scale, (now.height * now.scale) / scale];
    const [x, y] = [now.x + (now.width - width) * across, now.y + (now.height - height) * down];
    this.look = "free";
    this.go(this.clamped({ x, y, width, height }), glides);
  }

  /**
   * Return a point of the screen as fractions of the board's width and height.
   * @param {number[]} point
   */
  share([x, y]) {
    const board = this.root.getBoundingClientRect();
    return [(x - board.left) / board.width, (y - board.top) / board.height];
  }

  /**
   * Return the point of the scene at a point of the screen.
   * @param {number[]} point
   */
  at(point) {
    const [now, [across, down]] = [this.seen(this.shown ?? this.box), this.share(point)];
    return { x: now.x + now.width * across, y: now.y + now.height * down };
  }

  /**
   * Move by so many px, if there is anything to move.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const now = this.seen(this.box);
    this.look = "free";
    this.go(
      this.clamped({ x: now.x - dx / now.scale, y: now.y - dy / now.scale, width: now.width, height: now.height }),
      false,
    );
  }

  /**
   * Bring a focused box into view.
   * @param {Box} box
   */
  reveal({ x, y, width, height }) {
    const now = this.seen(this.box);
    if (x >= now.x && y >= now.y && x + width <= now.x + now.width && y + height <= now.y + now.height) return;
    this.look = "free";
    this.go(this.clamped({ ...now, x: x + width / 2 - now.width / 2, y: y + height / 2 - now.height / 2 }));
  }

  // Buttons for the whole scene and for each area; those where something can be picked are lit

  showBar() {
    if (!this.bar) return;
    const isShown = this.areas.length > 0 || this.look !== "";
    this.bar.hidden = !isShown;
    this.bar.parentNode.classList.toggle("has-areas", isShown);
    const buttons = this.areas.map((area) => this.button(area.id, area.label, this.isLit(area)));
    const bar = isShown ? [this.button("", t("Whole table"), false), ...buttons] : [];
    renew(this.bar, bar, ({ dataset }) => dataset.look);
  }

  /**
   * @param {string} look
   * @param {string} label
   * @param {boolean} isLit
   */
  button(look, label, isLit) {
    const looks = { "aria-pressed": String(this.look === look), class: isLit ? "has-lit" : "" };
    return el("button", { type: "button", "data-look": look, ...looks, onclick: () => this.lookAt(look) }, label);
  }
}

/**
 * @param {Box} from
 * @param {Box} to
 * @param {number} share of the way
 */
function between(from, to, share) {
  const part = (/** @type {keyof Box} */ name) => from[name] + (to[name] - from[name]) * share;
  return { x: part("x"), y: part("y"), width: part("width"), height: part("height") };
}

/**
 * @param {Box} one
 * @param {Box} other
 */
const isSame = (one, other) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/**
 * Return the start of a stretch of this size within the bounds; centred if it is longer.
 * @param {number} start
 * @param {number} size
 * @param {number} least
 * @param {number} most
 */
const within = (start, size, least, most) =>
  size >= most ? least + (most - size) / 2 : Math.max(least, Math.min(start, least + most - size));
