// The piece in the hand, and its ghost: how it would lie at the pointer.
import { boxOf, sprite } from "./art.js";
import { shape } from "./dom.js";
import { transformOf } from "./motion.js";
import { isLoose } from "./pieces.js";

/** @import { Drawn, Pieces } from "./pieces.js" */
/** @import { Picture } from "./update.js" */

/**
 * How a piece lies: its angle, and its sprite if that changes.
 * @typedef {{ turn: number, sprite: string | null } | null} Turned
 *
 * What is held, how it is turned, what was picked for it, and where it can go.
 * @typedef {{ held: string, turned: Turned, picked: string[], lit: Set<string> }} Grip
 */

export class Hand {
  /**
   * @param {SVGGElement} layer
   * @param {Pieces} pieces
   */
  constructor(layer, pieces) {
    this.layer = layer;
    this.pieces = pieces;
    /** @type {Picture | null} */
    this.scene = null;
    /** @type {Grip} */
    this.grip = { held: "", turned: null, picked: [], lit: new Set() };
    /** @type {string | null} */
    this.pointed = null; // what the pointer is on
    /** @type {string | null} */
    this.wanted = null; // the suggested target
    /** @type {{ x: number, y: number, target: string | null } | null} */
    this.carried = null; // where it is being dragged, and where it would go from there
  }

  /**
   * Return what these picks put into the hand: the last piece among them, else the scene's `hand`,
   * else what lies on the last place.
   * @param {string[]} picks
   */
  holding(picks) {
    const { drawn } = this.pieces;
    const ready = this.scene?.hand ?? "";
    const id = picks.findLast((one) => drawn.has(one)) ?? (drawn.has(ready) ? ready : picks.at(-1));
    if (id === undefined) return null;
    const piece = drawn.get(id)?.piece;
    return { id, turn: piece?.turn ?? 0, sprite: piece?.sprite ?? null };
  }

  /**
   * Update what is held; a ghost stays at the pointer.
   * @param {Grip} grip
   */
  take(grip) {
    this.grip = grip;
    this.point(this.pointed);
  }

  /**
   * Show the held piece as it would lie here or, without a pointer, at the place picked for it.
   * @param {string | null} id
   */
  point(id) {
    this.pointed = id;
    const { held, turned } = this.grip;
    const { carried } = this;
    const target = carried ? carried.target : this.target(id);
    if (target) this.layer.replaceChildren(...this.ghostsAt(held, target, turned));
    else this.layer.replaceChildren(...(carried ? this.ghostsIn(held, carried, turned) : []));
    const isAsWanted = Boolean(target && this.layer.firstChild && target === this.wanted);
    this.layer.closest(".board")?.classList.toggle("is-as-wanted", isAsWanted);
  }

  /**
   * Follow a dragging pointer, showing where the piece would go; null stops it.
   * @param {{ x: number, y: number, target: string | null } | null} carried
   */
  carry(carried) {
    this.carried = carried;
    this.point(this.pointed);
  }

  /** @param {string | null} id */
  target(id) {
    const { held, lit, picked } = this.grip;
    const isPlace = (/** @type {string} */ one) => Boolean(this.scene?.places.has(one));
    if (id !== null && lit.has(id) && isPlace(id)) return id;
    return picked.findLast((one) => one !== held && isPlace(one));
  }

  /** @param {string} held */
  heldPieces(held) {
    const piece = this.pieces.drawn.get(held);
    return piece ? [piece] : this.pieces.stack(held);
  }

  /**
   * Return the ghosts of what is held, on a place.
   * @param {string} held
   * @param {string} target
   * @param {Turned} turned
   */
  ghostsAt(held, target, turned) {
    const stack = this.heldPieces(held);
    if (!stack.length || !this.spot(target)) return [];
    return this.ghosts(stack, this.way(stack, held, target), turned, this.scene?.places.get(target)?.size);
  }

  /**
   * Return the ghosts of what is held, while it is being dragged.
   * @param {string} held
   * @param {{ x: number, y: number }} spot
   * @param {Turned} turned
   */
  ghostsIn(held, spot, turned) {
    const from = this.spot(held);
    return from ? this.ghosts(this.heldPieces(held), [spot.x - from.x, spot.y - from.y], turned) : [];
  }

  /**
   * @param {Drawn[]} stack
   * @param {number[]} way
   * @param {Turned} turned
   * @param {number} [size]
   */
  ghosts(stack, [dx, dy], turned, size) {
    return stack.map(({ piece, face }) => {
      const ghost = shape("g", {}, sprite(this.pieces.game, turned?.sprite ?? (turned ? piece.sprite : face)));
      const turn = turned?.turn ?? piece.turn;
      ghost.style.transform = transformOf({ x: piece.x + dx, y: piece.y + dy, turn, size: size || piece.size });
      return ghost;
    });
  }

  /**
   * Return the offset to the target: a single piece goes to its middle, a stack on top of what lies
   * there or, on an empty place, as it lay before.
   * @param {Drawn[]} stack
   * @param {string} held
   * @param {string} target
   */
  way(stack, held, target) {
    const [lowest, to] = [stack[0].piece, this.middle(target)];
    if (this.pieces.drawn.has(held)) return [to.x - lowest.x, to.y - lowest.y];
    const top = this.pieces.stack(target).at(-1)?.piece;
    if (top) return [top.x - lowest.x, top.y - this.rise(stack) - lowest.y];
    const from = this.middle(held);
    return [to.x - from.x, to.y - from.y];
  }

  /**
   * Return how much higher a piece lies than the one below: as in an existing stack, or else a
   * sixth of a piece.
   * @param {Drawn[]} stack
   */
  rise(stack) {
    for (const id of this.scene?.places.keys() ?? []) {
      const [low, high] = this.pieces.stack(id);
      if (high) return low.piece.y - high.piece.y;
    }
    return boxOf(stack[0].game, stack[0].face).height / 6;
  }

  /**
   * Return the centre of a place. Its area may grow with its pieces, but a fixture does not move.
   * @param {string} id
   * @returns {{ x: number, y: number }}
   */
  middle(id) {
    const { drawn } = this.pieces;
    const fixed = [...drawn.values()].find(({ piece }) => !isLoose(piece) && piece.place === id)?.piece;
    return fixed ?? this.scene?.places.get(id) ?? /** @type {Drawn} */ (drawn.get(id)).piece;
  }

  /**
   * Return the position of a place or piece, and the size of a place; undefined if unknown.
   * @param {string} id
   */
  spot(id) {
    const place = this.scene?.places.get(id);
    return place || this.pieces.drawn.has(id)
      ? { ...this.middle(id), width: place?.width, height: place?.height, size: place?.size }
      : undefined;
  }
}
