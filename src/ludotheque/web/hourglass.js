// The hourglass: the server says how much is left, and it runs smoothly here until the next update.
import { byId, el, isCalm, shape } from "./dom.js";
import { tn } from "./i18n.js";
import * as sound from "./sound.js";

/** @import { Sand } from "protocol" */

const LAST = 5; // the last seconds, in which it is red
const TOLD = [10, LAST]; // seconds that are announced to screen readers

export class Hourglass {
  /**
   * `announce(text)` tells screen readers.
   * @param {(text: string) => void} announce
   */
  constructor(announce) {
    this.announce = announce;
    this.box = byId("hourglass");
    /** @type {Sand | null} */
    this.sand = null; // as last sent by the server
    this.ends = 0;
    this.whole = 0;
    /** @type {number | null} */
    this.second = null; // the second that is shown
    this.motion = 0;
    this.isDrawn = false;
    this.upper = shape("rect", { class: "sand", x: -22, width: 44 });
    this.lower = shape("rect", { class: "sand", x: -22, width: 44 });
    this.stream = shape("line", { class: "stream", x1: 0, x2: 0, y1: -6, y2: 40 });
    this.number = el("span", { class: "seconds" });
  }

  /**
   * Show the server's hourglass, or hide it if there is none. An unchanged one keeps running.
   * @param {Sand | null} sand
   */
  show(sand) {
    if (sand && sand === this.sand) return;
    this.sand = sand;
    cancelAnimationFrame(this.motion);
    this.box.hidden = !sand;
    this.ends = sand ? performance.now() + sand.left_ms : 0;
    this.whole = sand?.whole_ms ?? 0;
    if (!sand) return;
    if (!this.isDrawn) this.draw();
    this.second = null;
    this.run();
  }

  draw() {
    const bulb = "M-20-40H20C20-14 4-8 4 0S20 14 20 40H-20C-20 14-4 8-4 0S-20-14-20-40Z";
    const cut = shape("clipPath", { id: "bulb" }, shape("path", { d: bulb }));
    const inside = shape("g", { "clip-path": "url(#bulb)" }, this.upper, this.lower, this.stream);
    const glass = shape(
      "svg",
      { viewBox: "-26 -48 52 96", "aria-hidden": "true" },
      cut,
      inside,
      shape("path", { class: "glass", d: bulb }),
      shape("path", { class: "caps", d: "M-24-44H24M-24 44H24" }),
    );
    this.box.replaceChildren(glass, this.number);
    this.isDrawn = true;
  }

  run() {
    const left = Math.max(0, this.ends - performance.now());
    const share = this.whole ? left / this.whole : 0;
    fill(this.upper, -4 - 34 * share, 38 * share);
    fill(this.lower, 40 - 34 * (1 - share), 36 * (1 - share) + 2);
    this.stream.toggleAttribute("hidden", left <= 0);
    this.tick(Math.ceil(left / 1000));
    if (left > 0) this.motion = requestAnimationFrame(() => this.run());
  }

  tick(/** @type {number} */ seconds) {
    if (seconds === this.second) return;
    this.second = seconds;
    this.number.textContent = String(seconds);
    const left = tn("{number} second left", "{number} seconds left", seconds);
    this.box.setAttribute("aria-label", left);
    this.box.classList.toggle("is-last", seconds <= LAST);
    this.box.classList.toggle("is-calm", isCalm());
    if (seconds <= LAST && seconds > 0) sound.play("beat");
    if (TOLD.includes(seconds)) this.announce(left);
  }
}

/**
 * @param {SVGRectElement} sand
 * @param {number} top
 * @param {number} height
 */
function fill(sand, top, height) {
  sand.setAttribute("y", String(top));
  sand.setAttribute("height", String(height));
}
