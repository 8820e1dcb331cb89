// The hourglass: the server says how much is left, and it runs smoothly here until the next word.
import { byId, el, isCalm, shape } from "./dom.js";
import { tn } from "./i18n.js";
import * as sound from "./sound.js";

const LAST = 5; // seconds in which it is red
const TOLD = [10, LAST]; // seconds at which those who listen are told

export class Hourglass {
  /** `announce(text)` tells those who listen. */
  constructor(announce) {
    this.announce = announce;
    this.box = byId("hourglass");
    this.sand = null;
    this.motion = 0;
  }

  /** {left_ms, whole_ms}, or nothing: it lies down. */
  show(sand) {
    cancelAnimationFrame(this.motion);
    this.box.hidden = !sand;
    this.ends = sand ? performance.now() + sand.left_ms : 0;
    this.whole = sand?.whole_ms ?? 0;
    if (!sand) return;
    if (!this.glass) this.draw();
    this.second = null;
    this.run();
  }

  draw() {
    const bulb = "M-20-40H20C20-14 4-8 4 0S20 14 20 40H-20C-20 14-4 8-4 0S-20-14-20-40Z";
    this.upper = shape("rect", { class: "sand", x: -22, width: 44 });
    this.lower = shape("rect", { class: "sand", x: -22, width: 44 });
    this.stream = shape("line", { class: "stream", x1: 0, x2: 0, y1: -6, y2: 40 });
    const cut = shape("clipPath", { id: "bulb" }, shape("path", { d: bulb }));
    const inside = shape("g", { "clip-path": "url(#bulb)" }, this.upper, this.lower, this.stream);
    this.glass = shape("svg", { viewBox: "-26 -48 52 96", "aria-hidden": "true" }, cut, inside, shape("path", { class: "glass", d: bulb }), shape("path", { class: "caps", d: "M-24-44H24M-24 44H24" }));
    this.number = el("span", { class: "seconds" });
    this.box.replaceChildren(this.glass, this.number);
  }

  run() {
    const left = Math.max(0, this.ends - performance.now());
    const share = this.whole ? left / this.whole : 0;
    this.upper.setAttribute("y", -4 - 34 * share);
    this.upper.setAttribute("height", 38 * share);
    this.lower.setAttribute("y", 40 - 34 * (1 - share));
    this.lower.setAttribute("height", 36 * (1 - share) + 2);
    this.stream.toggleAttribute("hidden", left <= 0);
    this.tick(Math.ceil(left / 1000));
    if (left > 0) this.motion = requestAnimationFrame(() => this.run());
  }

  tick(seconds) {
    if (seconds === this.second) return;
    this.second = seconds;
    this.number.textContent = seconds;
    const left = tn("{number} second left", "{number} seconds left", seconds);
    this.box.setAttribute("aria-label", left);
    this.box.classList.toggle("is-last", seconds <= LAST);
    this.box.classList.toggle("is-calm", isCalm());
    if (seconds <= LAST && seconds > 0) sound.play("beat");
    if (TOLD.includes(seconds)) this.announce(left);
  }
}
