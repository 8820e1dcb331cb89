// Rings on top of the pieces: around what can be picked, what is picked or laid out, and what the
// last action touched.
import { setAttributes, shape } from "./dom.js";
import { outlineOf } from "./hits.js";

/** @import { Classes, Spot } from "./hits.js" */

export class Rings {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layers = [shape("g", { class: "edges" }), shape("g", {})]; // all outlines below all rings
    /** @type {Map<string, SVGElement[]>} */
    this.nodes = new Map();
    layer.append(...this.layers);
  }

  /**
   * Show one ring per spot, with all of its classes.
   * @param {Map<string, Spot>} spots
   * @param {Classes} classes
   */
  show(spots, classes) {
    /** @type {Map<string, string>} */
    const marked = new Map();
    for (const [name, ids] of Object.entries(classes))
      for (const id of ids) if (spots.has(id)) marked.set(id, `${marked.get(id) ?? "ring"} ${name}`);
    for (const id of [...this.nodes.keys()]) if (!marked.has(id)) this.drop(id);
    for (const [id, kind] of marked) this.set(/** @type {Spot} */ (spots.get(id)), kind);
  }

  /**
   * Add or update a ring; one whose classes changed moves above the others.
   * @param {Spot} spot
   * @param {string} kind
   */
  set(spot, kind) {
    const rings = this.nodes.get(spot.id) ?? this.add(spot);
    const isNew = rings[0].getAttribute("class") !== kind;
    for (const [index, ring] of rings.entries()) {
      setAttributes(ring, { class: kind, ...outlineOf(spot) });
      if (isNew) this.layers[index].append(ring);
    }
  }

  /** @param {Spot} spot */
  add({ id, is_round }) {
    const rings = this.layers.map(() => shape(is_round ? "ellipse" : "rect", { "data-ring": id }));
    this.nodes.set(id, rings);
    return rings;
  }

  /** @param {string} id */
  drop(id) {
    for (const ring of this.nodes.get(id) ?? []) ring.remove();
    this.nodes.delete(id);
  }
}
