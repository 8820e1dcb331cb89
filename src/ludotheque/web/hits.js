// The areas of the board that can be tapped and focused: one for every place, and one for every
// piece outside all places that can be picked.
import { setAttributes, shape } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {{ id: string, x: number, y: number, width: number, height: number, is_round?: boolean }} Spot */
/** @typedef {Record<string, Iterable<string>>} Classes ids of the areas that have each class */

const FINGER = 44; // px: the smallest touch target

export class Hits {
  /**
   * `isLive`: the areas can be used. If not, they only show what has happened.
   * @param {{ hits: SVGGElement }} layers
   * @param {boolean} isLive
   */
  constructor(layers, isLive) {
    this.layers = layers;
    this.isLive = isLive;
    /** @type {Map<string, SVGElement>} */
    this.nodes = new Map();
    this.least = FINGER; // in scene units
    /** @type {Map<string, Spot>} */
    this.spots = new Map(); // with the sizes that are drawn
  }

  /**
   * Add spots, or move existing ones.
   * @param {Iterable<Spot>} spots
   * @param {number} unit of the scene that a px is
   */
  setAll(spots, unit) {
    this.least = FINGER * unit;
    for (const spot of spots) this.set(spot);
  }

  /**
   * Add a spot, or move an existing one.
   * @param {Spot} spot
   */
  set(spot) {
    const outline = outlineOf(spot, Math.max(spot.width, this.least), Math.max(spot.height, this.least));
    this.spots.set(spot.id, spot);
    const hit = this.nodes.get(spot.id) ?? this.add(spot);
    setAttributes(hit, outline);
  }

  /** @param {Spot} spot */
  add({ id, is_round }) {
    const focus = this.isLive
      ? { role: "button", tabindex: this.layers.hits.querySelector('[tabindex="0"]') ? -1 : 0 }
      : {};
    const hit = shape(is_round ? "ellipse" : "rect", { class: "place", "data-id": id, ...focus });
    this.nodes.set(id, hit);
    this.layers.hits.append(hit);
    return hit;
  }

  /** @param {string} id */
  drop(id) {
    const hit = this.nodes.get(id);
    this.nodes.delete(id);
    this.spots.delete(id);
    hit?.remove();
    if (hit?.getAttribute("tabindex") === "0") this.nodes.values().next().value?.setAttribute("tabindex", "0");
  }

  /**
   * Drop all but those to keep.
   * @param {(id: string) => boolean} isKept
   */
  keep(isKept) {
    for (const id of [...this.nodes.keys()]) if (!isKept(id)) this.drop(id);
  }

  /**
   * Move an area below all others: it may cover places where the piece can go.
   * @param {string} id
   */
  lower(id) {
    this.layers.hits.prepend(/** @type {SVGElement} */ (this.nodes.get(id)));
  }

  /**
   * Give every area its classes.
   * @param {Classes} classes
   */
  mark(classes) {
    for (const [name, ids] of Object.entries(classes)) {
      const marked = new Set(ids);
      for (const [id, hit] of this.nodes) hit.classList.toggle(name, marked.has(id));
    }
  }

  /**
   * Set which areas are pressed, for screen readers.
   * @param {string[]} ids
   */
  press(ids) {
    if (this.isLive) for (const [id, hit] of this.nodes) setAttributes(hit, { "aria-pressed": ids.includes(id) });
  }

  /**
   * Set what a screen reader says about each area: its name, and whether it can be picked or is
   * part of a suggested move.
   * @param {(id: string) => string} nameOf
   * @param {{ lit: Set<string>, from: string[], to: string | null }} marks
   */
  name(nameOf, marks) {
    if (!this.isLive) return;
    for (const [id, hit] of this.nodes)
      setAttributes(hit, { "aria-label": spoken(id, nameOf(id) || t("a piece"), marks) });
  }

  /**
   * Return which of these is nearest to a point of the screen, within a finger's reach.
   * @param {Iterable<string>} ids
   * @param {number} x
   * @param {number} y
   */
  nearest(ids, x, y) {
    /** @type {[string | null, number]} */
    let [best, least] = [null, FINGER / 2];
    for (const id of ids) {
      const box = this.nodes.get(id)?.getBoundingClientRect();
      if (!box) continue;
      const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /**
   * Return the nearest area in a direction, preferring those straight ahead.
   * @param {string} id
   * @param {number[]} direction
   */
  neighbor(id, [dx, dy]) {
    const [x, y] = middle(this.nodes.get(id));
    /** @type {[SVGElement | null, number]} */
    let [best, least] = [null, Infinity];
    for (const hit of this.nodes.values()) {
      const [right, down] = middle(hit).map((value, axis) => value - [x, y][axis]);
      const [ahead, aside] = [right * dx + down * dy, Math.abs(right * dy) + Math.abs(down * dx)];
      const far = Math.hypot(ahead, aside) * (aside < ahead + 0.01 ? 1 : 99);
      if (ahead > 0.01 && far < least) [best, least] = [hit, far];
    }
    return best;
  }

  /**
   * Make one area the board's Tab stop: the one that was focused last.
   * @param {SVGElement} hit
   */
  setStop(hit) {
    for (const other of this.nodes.values()) other.setAttribute("tabindex", other === hit ? "0" : "-1");
  }
}

/**
 * @param {Spot} spot
 * @param {number} width
 * @param {number} height
 */
export const outlineOf = ({ x, y, is_round, ...spot }, width = spot.width, height = spot.height) =>
  is_round
    ? { cx: x, cy: y, rx: width / 2, ry: height / 2 }
    : { x: x - width / 2, y: y - height / 2, width, height, rx: Math.min(width, height) / 10 };

/**
 * @param {string} id
 * @param {string} name
 * @param {{ lit: Set<string>, from: string[], to: string | null }} marks
 */
function spoken(id, name, { lit, from, to }) {
  if (id === to) return t("{name}, put it here", { name });
  if (from.includes(id)) return t("{name}, take this", { name });
  return lit.has(id) ? t("{name}, can be picked", { name }) : name;
}

/** @param {any} hit */
function middle(hit) {
  const box = hit.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
