// The paths of pieces that another player moved: lines with arrows, which fade.
import { isCalm, shape } from "./dom.js";
import { isLoose } from "./pieces.js";

/** @import { Piece } from "protocol" */
/** @typedef {Map<string, Piece>} Lying */
/** @typedef {{ points: number[][], places: string }} Way the points on a piece's path, and its start and end */

const STAYS = 9000; // ms
const FADES = 700;
const MOST = 3; // paths at once: if more pieces move, the board itself has moved
const SHORT = 0.04; // of the scene's width: shorter moves do not count
const HEAD = 15; // px

export class Trail {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {number | null} */
    this.seat = null; // whose paths are shown
    this.timer = 0;
  }

  /**
   * Show what a seat has moved. Paths of the same seat add up; another seat's replace them.
   * @param {number} seat
   * @param {Lying} before
   * @param {Lying} now
   * @param {number} width of the scene
   * @param {number} unit the size of a px in scene units
   */
  show(seat, before, now, width, unit) {
    if (seat !== this.seat) this.clear();
    this.seat = seat;
    this.layer.append(...waysOf(before, now, width).map((way) => arrow(way, unit)));
    while (this.layer.children.length > MOST) this.layer.firstChild?.remove(); // keep the latest
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fade(), STAYS);
  }

  async fade() {
    const ways = [...this.layer.children];
    if (!isCalm()) await Promise.allSettled(ways.map((way) => way.animate({ opacity: [1, 0] }, FADES).finished));
    for (const way of ways) way.remove();
  }

  clear() {
    clearTimeout(this.timer);
    this.layer.replaceChildren();
  }
}

/**
 * Return the paths of moved pieces; of several that run in parallel, only one.
 * @param {Lying} before
 * @param {Lying} now
 * @param {number} width
 */
function waysOf(before, now, width) {
  const ways = [...now.values()].flatMap((piece) => wayOf(before.get(piece.id), piece) ?? []);
  /** @type {Way[]} */
  const kept = [];
  for (const way of ways.sort((one, other) => far(other) - far(one)))
    if (far(way) > SHORT * width && !kept.some((other) => goesWith(way, other, 2 * SHORT * width))) kept.push(way);
  return kept.length > MOST ? [] : kept;
}

/**
 * @param {Piece | undefined} old
 * @param {Piece} piece
 * @returns {Way[] | null}
 */
function wayOf(old, { x, y, via = [], jump, ...piece }) {
  const stays = old && old.x === x && old.y === y;
  const isAside = !piece.label || !piece.place; // a marker, or a tile that dropped out: nobody moved it
  if (jump || stays || isAside || !isLoose(/** @type {Piece} */ (piece)) || (!old && !via.length)) return null;
  return [{ points: [...(old ? [[old.x, old.y]] : []), ...via, [x, y]], places: `${old?.place} ${piece.place}` }];
}

/** @param {Way} way */
function step({ points }) {
  const [[fromX, fromY], [x, y]] = [points[0], points[points.length - 1]];
  return [x - fromX, y - fromY];
}

/** @param {Way} way */
const far = (way) => Math.hypot(...step(way));

/**
 * @param {Way} one
 * @param {Way} other
 * @param {number} reach
 */
function goesWith(one, other, reach) {
  const [[x, y], [otherX, otherY]] = [step(one), step(other)];
  const isStack = one.places === other.places && !one.places.includes("undefined");
  return isStack || Math.hypot(x - otherX, y - otherY) < reach;
}

/**
 * @param {Way} way
 * @param {number} unit of the scene that a px is
 */
function arrow({ points }, unit) {
  const [[fromX, fromY], [x, y]] = points.slice(-2);
  const angle = Math.atan2(y - fromY, x - fromX);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (/** @type {number} */ back, /** @type {number} */ aside) =>
    `${x - (back * cos + aside * sin) * unit} ${y - (back * sin - aside * cos) * unit}`;
  const line = `M${points.map((point) => point.join(" ")).join("L")}M${at(HEAD, HEAD * 0.7)}L${x} ${y}L${at(HEAD, -HEAD * 0.7)}`;
  return shape("g", { class: "way" }, shape("path", { d: line }), shape("path", { d: line }));
}
