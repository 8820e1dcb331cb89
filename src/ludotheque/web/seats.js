// The chairs around the table: name, figure, what lies before them, clock; a lamp over whoever is to act.
import { byId, el, isCalm, shape } from "./dom.js";
import { t, tn } from "./i18n.js";
import { sprite } from "./scene.js";

const SHAPES = ["▲", "●", "◆", "■", "★", "✚"];
const COLORS = ["amber", "teal", "crimson", "ivory", "plum", "azure"];
export const LEVELS = { random: t("random"), greedy: t("greedy"), novice: t("novice"), regular: t("regular"), expert: t("expert"), master: t("master") };
const SECOND = 1000;
const FLIGHT = 1800; // ms
const narrow = matchMedia("(max-width: 599px), (max-width: 899px) and (max-height: 559px)"); // there a chair is a chip that one opens; as in table.css

/** A seat's own sign. Where a game has figures of its own, their colours mean something, and the sign has none. */
export const badge = (seat, isPlain = false) => el("span", { class: `badge ${isPlain ? "" : COLORS[seat]}`, "aria-hidden": "true" }, SHAPES[seat]);

/** Minutes and seconds; days where there are days. */
function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  if (seconds >= 172800) return tn("{number} day", "{number} days", Math.floor(seconds / 86400));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

export class Seats {
  constructor() {
    this.clocks = []; // [node, ms left, since when it runs, or null]
    this.opened = new Set(); // seats
    this.flying = new Map(); // seat: {words, until}
    setInterval(() => this.tick(), SECOND / 4);
    narrow.addEventListener("change", () => this.shown && this.show(...this.shown));
  }

  show(game, seats, panels) {
    this.clocks = [];
    this.shown = [game, seats, panels];
    const focus = document.activeElement?.closest?.("#seats [data-seat]")?.dataset.seat;
    const isPlain = panels.some((panel) => panel.sprite);
    const labels = new Map((this.panels ?? []).map((panel) => [panel.seat, panel.label ?? ""]));
    this.panels = panels;
    byId("seats").replaceChildren(...seats.map((info) => this.chair(game, info, panels.find((panel) => panel.seat === info.seat), isPlain)));
    if (focus) byId("seats").querySelector(`[data-seat="${focus}"] .chip`)?.focus();
    for (const panel of panels) this.fly(panel.seat, gains(labels.get(panel.seat), panel.label ?? ""));
    this.tick();
  }

  /** Points that are won or lost rise from their seat. */
  fly(seat, words) {
    const now = performance.now();
    if (words.length) this.flying.set(seat, { words, until: now + FLIGHT });
    const gain = this.flying.get(seat);
    if (!gain || gain.until < now) return;
    const node = el("span", { class: "gain", "aria-hidden": "true" }, gain.words.join(", "));
    byId("seats").querySelector(`[data-seat="${seat}"]`)?.append(node);
    setTimeout(() => node.remove(), gain.until - now);
    if (!isCalm()) node.animate({ transform: ["translateY(6px)", "translateY(-26px)"], opacity: [0, 1, 1, 0] }, { duration: FLIGHT, easing: "ease-out", delay: gain.until - FLIGHT - now });
  }

  chair(game, info, panel, isPlain) {
    const figure = panel?.sprite && shape("svg", { class: "figure", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, sprite(game, panel.sprite));
    const clock = info.clock_ms === null || info.clock_ms === undefined ? null : el("span", { class: "clock" });
    if (clock) this.clocks.push([clock, info.clock_ms, info.is_to_act ? performance.now() : null]);
    const lines = [el("span", { class: "name" }, badge(info.seat, isPlain), el("span", { class: "who" }, info.name || t("free chair")), info.is_yours ? el("span", { class: "you" }, t("you")) : null)];
    if (panel?.label) lines.push(el("span", { class: "before" }, panel.label));
    if (note(info)) lines.push(el("span", { class: "note" }, note(info)));
    const isOpen = this.opened.has(info.seat);
    const kind = `seat ${isOpen ? "is-open" : ""} ${info.is_to_act ? "is-to-act" : ""} ${info.is_yours ? "is-yours" : ""} ${info.kind === "open" ? "is-free" : ""}`;
    const parts = [figure, el("span", { class: "lines" }, lines), clock, info.is_to_act ? el("span", { class: "visually-hidden" }, t("to play")) : null];
    const chip = narrow.matches ? el("button", { type: "button", class: "chip", "aria-expanded": String(isOpen), onclick: () => this.toggle(info.seat) }, parts) : el("div", { class: "chip" }, parts);
    return el("li", { class: kind, "data-seat": info.seat }, chip);
  }

  /** Open a chip, or close it: then it shows its name only. */
  toggle(seat) {
    if (!this.opened.delete(seat)) this.opened.add(seat);
    this.show(...this.shown);
  }

  tick() {
    for (const [node, left, since] of this.clocks) node.textContent = clockText(since === null ? left : left - (performance.now() - since));
  }
}

/** What has become more or less in a line of numbers and words that is else the same: "+3 points". */
function gains(old, now) {
  const [before, after] = [old, now].map((label) => [...(label ?? "").matchAll(/(-?\d+)(\s\p{L}+)?/gu)]);
  const shape = (label) => (label ?? "").replace(/-?\d+(\s\p{L}+)?/gu, "#");
  if (old === undefined || old === now || shape(old) !== shape(now)) return [];
  return after.map(([, number, word = ""], place) => [number - before[place][1], word]).filter(([by]) => by).map(([by, word]) => `${by > 0 ? "+" : "−"}${Math.abs(by)}${word}`);
}

function note(info) {
  if (info.has_resigned) return t("has left, a bot plays on");
  if (info.is_ready) return t("is done");
  if (info.drafted) return t("laid out: {count}", { count: info.drafted });
  if (info.kind === "bot") return t("bot, {level}", { level: LEVELS[info.level] ?? info.level });
  if (info.kind === "screen") return t("at this screen");
  if (info.kind === "open") return t("nobody yet");
  return info.is_online || info.is_yours ? "" : t("away");
}
