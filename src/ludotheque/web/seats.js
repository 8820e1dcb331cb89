// The seats around the table: name, figure, panel and clock, with a lamp over the seat to act.
import { changeName } from "./arriving.js";
import { sprite } from "./art.js";
import { byId, el, isCalm, shape } from "./dom.js";
import { counted, gained, t, tn } from "./i18n.js";

const SHAPES = ["▲", "●", "◆", "■", "★", "✚"];
const COLORS = ["amber", "teal", "crimson", "ivory", "plum", "azure"];
export const LEVELS = {
  random: t("random"),
  greedy: t("greedy"),
  novice: t("novice"),
  regular: t("regular"),
  expert: t("expert"),
  master: t("master"),
  champion: t("champion"),
};
const SECOND = 1000;
const MOST = 2; // how many numbers of a seat a phone shows
const FLIGHT = 1800; // ms
const narrow = matchMedia("(max-width: 599px), (max-width: 899px) and (max-height: 559px)"); // where a seat is a chip that can be opened; as in table.css

const FRAME = "-50 -50 100 100"; // of a figure

/** @type {Record<number, [string, string]>} */
let figures = {}; // by seat: game and sprite, if the game has its own figure for the seat

/** Return the nodes of a seat's sign: the game's own figure, or else a shape. */
const signOf = (/** @type {number} */ seat) =>
  figures[seat]
    ? shape("svg", { class: "sign", viewBox: FRAME, "aria-hidden": "true" }, sprite(...figures[seat]))
    : SHAPES[seat];

/** Return a seat's sign; `isPlain` leaves its colour out, where a game's own colours matter. */
export const badge = (seat, isPlain = false) =>
  el("span", { class: `badge ${isPlain ? "" : COLORS[seat]}`, "data-sign": seat, "aria-hidden": "true" }, signOf(seat));

/** Return the same sign for a drawing, around a point. */
export const mark = (seat, x, y) =>
  figures[seat]
    ? shape("svg", { x: x - 11, y: y - 11, width: 22, height: 22, viewBox: FRAME }, sprite(...figures[seat]))
    : shape("text", { x: x - 7, y: y + 6 }, SHAPES[seat]);

/** Update every sign on the page after figures were assigned, or in another game. */
function setFigures(game, panels) {
  const found = Object.fromEntries(panels.filter((one) => one.is_sign).map((one) => [one.seat, [game, one.sprite]]));
  if (JSON.stringify(found) === JSON.stringify(figures)) return;
  figures = found;
  for (const node of document.querySelectorAll("[data-sign]"))
    node.replaceChildren(signOf(Number(node.getAttribute("data-sign"))));
}

/** Format a time as minutes and seconds, or in days. */
function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  if (seconds >= 172800) return tn("{number} day", "{number} days", Math.floor(seconds / 86400));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

export class Seats {
  constructor() {
    /** @type {[HTMLElement, number, number | null][]} */
    this.clocks = []; // [node, ms left, when it started running or null]
    this.opened = new Set(); // seats
    /** @type {any} */
    this.shown = null; // [game, seats, panels, watchers]
    this.said = ""; // the same as text
    this.flying = new Map(); // seat: {words, until}
    setInterval(() => this.tick(), SECOND / 4);
    narrow.addEventListener("change", () => this.shown && this.show(...this.shown));
  }

  show(game, seats, panels, watchers = 0) {
    const said = JSON.stringify([game, seats, panels, watchers, [...this.opened], narrow.matches]);
    if (said === this.said) return; // avoid redrawing, and restarting clocks
    this.said = said;
    this.clocks = [];
    this.shown = [game, seats, panels, watchers];
    const focus = byId("seats").querySelector("[data-seat]:focus-within")?.dataset.seat;
    const isPlain = panels.some((panel) => panel.sprite);
    setFigures(game, panels);
    const before = new Map((this.panels ?? []).map((panel) => [panel.seat, panel]));
    this.panels = panels;
    byId("seats").replaceChildren(
      ...seats.map((info) =>
        this.chair(
          game,
          info,
          panels.find((panel) => panel.seat === info.seat),
          isPlain,
        ),
      ),
      ...(watchers ? [watching(watchers)] : []),
    );
    byId("main").classList.toggle("is-full", seats.length > 2);
    byId("seats").classList.toggle("is-crowded", seats.length + (watchers ? 1 : 0) > 4);
    byId("seats").classList.toggle("has-open", this.opened.size > 0);
    if (focus) byId("seats").querySelector(`[data-seat="${focus}"] button`)?.focus();
    for (const panel of panels) this.fly(panel.seat, gains(before.get(panel.seat), panel));
    this.tick();
  }

  /** Animate points won or lost, rising from their seat. */
  fly(seat, words) {
    const now = performance.now();
    if (words.length) this.flying.set(seat, { words, until: now + FLIGHT });
    const gain = this.flying.get(seat);
    if (!gain || gain.until < now) return;
    const node = el("span", { class: "gain", "aria-hidden": "true" }, gain.words.join(", "));
    byId("seats").querySelector(`[data-seat="${seat}"]`)?.append(node);
    setTimeout(() => node.remove(), gain.until - now);
    if (!isCalm())
      node.animate(
        { transform: ["translateY(6px)", "translateY(-26px)"], opacity: [0, 1, 1, 0] },
        { duration: FLIGHT, easing: "ease-out", delay: gain.until - FLIGHT - now },
      );
  }

  chair(game, info, panel, isPlain) {
    const figure =
      panel?.sprite &&
      shape("svg", { class: "figure", viewBox: FRAME, "aria-hidden": "true" }, sprite(game, panel.sprite));
    const clock = info.clock_ms === null || info.clock_ms === undefined ? null : el("span", { class: "clock" });
    if (clock) this.clocks.push([clock, info.clock_ms, info.is_to_act ? performance.now() : null]);
    const isOwn = info.is_yours && info.kind === "person";
    const lines = [
      el(
        "span",
        { class: "name" },
        figures[info.seat] ? null : badge(info.seat, isPlain),
        isOwn && !narrow.matches
          ? nameButton(info, info.name)
          : el("span", { class: "who" }, info.name || t("free seat")),
        info.is_yours ? el("span", { class: "you" }, t("you")) : null,
      ),
    ];
    const isOpen = this.opened.has(info.seat);
    const label = narrow.matches && !isOpen ? shortLabel(panel) : panel?.label;
    if (label) lines.push(el("span", { class: "before", title: panel.label }, label));
    if (note(info)) lines.push(el("span", { class: "note" }, note(info)));
    else if (info.kind === "bot") lines.push(el("span", { class: "note level" }, levelOf(info)));
    const kind = `seat ${isOpen ? "is-open" : ""} ${info.is_to_act ? "is-to-act" : ""} ${info.is_yours ? "is-yours" : ""} ${info.kind === "open" ? "is-free" : ""}`;
    const parts = [
      figure,
      el("span", { class: "lines" }, lines),
      clock,
      info.is_to_act ? el("span", { class: "visually-hidden" }, t("to play")) : null,
    ];
    const chip = narrow.matches
      ? el(
          "button",
          { type: "button", class: "chip", "aria-expanded": String(isOpen), onclick: () => this.toggle(info.seat) },
          parts,
        )
      : el("div", { class: "chip" }, parts);
    const renaming = isOwn && isOpen && narrow.matches ? nameButton(info, t("Change your name")) : null;
    return el("li", { class: kind, "data-seat": info.seat }, chip, renaming);
  }

  /** Open or close a chip; a closed one shows only its name and what counts most. */
  toggle(seat) {
    if (!this.opened.delete(seat)) this.opened.add(seat);
    this.show(...this.shown);
  }

  tick() {
    for (const [node, left, since] of this.clocks)
      node.textContent = clockText(since === null ? left : left - (performance.now() - since));
  }
}

/** Return the visitor's own name, as a button that changes it. */
const nameButton = ({ name }, label) =>
  el(
    "button",
    { type: "button", class: "who rename", title: t("Change your name"), onclick: () => changeName(name) },
    label,
  );

/** Return the number of spectators. */
const watching = (count) =>
  el(
    "li",
    { class: "watchers", id: "watchers", "data-count": count },
    shape("svg", { class: "sign", "aria-hidden": "true" }, shape("use", { href: "/web/signs.svg#eye" })),
    el("span", {}, tn("{number} spectator", "{number} spectators", count)),
  );
/** Return the numbers that count most, so that all seats fit side by side on a phone. */
function shortLabel(panel) {
  const most = (panel?.tallies ?? []).slice(0, MOST);
  return most.length ? most.map(({ gain, value }) => counted(gain, value)).join(", ") : panel?.label;
}

/** Return what a seat gained or lost: "+3 points". A value that is new does not count as a gain. */
function gains(old, now) {
  const before = new Map((old?.tallies ?? []).map((tally) => [tally.id, tally.value]));
  const changed = (now.tallies ?? []).filter(({ id, value }) => before.has(id) && before.get(id) !== value);
  return changed.map(({ id, value, gain }) => gained(gain, value - before.get(id)));
}

const levelOf = ({ level }) => t("bot, {level}", { level: LEVELS[level] ?? level });

function note(info) {
  if (info.has_resigned) return info.level ? t("left; a bot plays on") : t("has resigned");
  if (info.signal) return info.signal;
  if (info.is_ready) return t("ready");
  if (info.drafted) return t("laid out: {count}", { count: info.drafted });
  if (info.kind === "bot") return "";
  if (info.kind === "screen") return t("at this screen");
  if (info.kind === "open") return t("nobody yet");
  return info.is_online || info.is_yours ? "" : t("away");
}
