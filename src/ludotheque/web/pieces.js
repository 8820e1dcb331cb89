// The drawn pieces: their positions, sprites and stacking order.
import { boxOf, sprite, turned } from "./art.js";
import { isCalm, shape } from "./dom.js";
import { fade, glide, spin, transformOf, unwound } from "./motion.js";

/** @import { Piece } from "protocol" */

/**
 * A piece and its picture: `face` is the drawn sprite, `turn` its angle while it is in the hand.
 * @typedef {{ piece: Piece, game: string, node: SVGSVGElement, lift: SVGGElement, face: string, turn: number | null }} Drawn
 */

const MANY = 4; // so many pieces that move alike have only been rearranged
const ABOVE = 1e6; // added to the layer of moving pieces, which pass above the rest

/** Whether a piece is loose: layer 0 belongs to the ground. */
export const isLoose = (/** @type {Piece} */ piece) => (piece.layer ?? 0) > 0;

export class Pieces {
  /** @param {{ fixtures: HTMLElement, pieces: HTMLElement }} layers */
  constructor(layers) {
    this.game = "";
    this.layers = layers;
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
  }

  /**
   * Show exactly these pieces, without animation.
   * @param {Iterable<Piece>} pieces
   */
  show(pieces) {
    for (const { node } of this.drawn.values()) node.remove();
    this.drawn.clear();
    for (const piece of pieces) this.lay(piece);
    this.order();
  }

  /**
   * Put a piece where it belongs.
   * @param {Piece} piece
   * @returns {Drawn}
   */
  lay(piece) {
    const drawn = this.drawn.get(piece.id) ?? this.add(piece);
    this.stand(drawn, piece);
    this.setFace(drawn, piece.sprite);
    return drawn;
  }

  /** @param {Piece} piece */
  add(piece) {
    const lift = shape("g", { class: "lift" });
    const node = shape("svg", { class: "piece", "data-piece": piece.id, "aria-hidden": "true" }, lift);
    const drawn = { piece, game: this.game, node, lift, face: "", turn: null };
    this.drawn.set(piece.id, drawn);
    return drawn;
  }

  /**
   * @param {Drawn} drawn
   * @param {Piece} piece
   */
  stand(drawn, piece) {
    Object.assign(drawn, { piece, turn: null });
    drawn.node.style.transform = transformOf(piece);
    const layer = isLoose(piece) ? this.layers.pieces : this.layers.fixtures;
    if (drawn.node.parentNode !== layer) layer.append(drawn.node);
  }

  /**
   * @param {Drawn} drawn
   * @param {string} name
   */
  setFace(drawn, name) {
    if (drawn.face === name) return;
    drawn.lift.replaceChildren(sprite(this.game, name));
    drawn.face = name;
  }

  /**
   * Move a piece to its new position along its way. A new piece without a way fades in.
   * @param {Piece} piece
   * @param {number} width of the scene
   */
  move(piece, width) {
    const known = this.drawn.get(piece.id);
    if (known) return this.glide(known, piece, width);
    if (!piece.via) return fade(this.lay(piece).node, [0, 1]);
    const [[x, y]] = piece.via;
    return this.glide(this.lay({ ...piece, x, y }), piece, width);
  }

  /**
   * List the pieces that nobody has moved: many of them lie elsewhere by the same way, because the
   * table has grown.
   * @param {Piece[]} pieces
   */
  carried(pieces) {
    const ways = pieces.map((piece) => this.wayOf(piece));
    return pieces.filter((_, index) => ways[index] && ways.filter((way) => way === ways[index]).length >= MANY);
  }

  /**
   * Name the way of a piece that only lies elsewhere; "" if there is more to see.
   * @param {Piece} piece
   */
  wayOf(piece) {
    const { piece: before } = this.drawn.get(piece.id) ?? {};
    if (!before || piece.via || piece.jump) return "";
    const [here, there] = [before, piece].map((one) => transformOf({ ...one, x: 0, y: 0 }) + one.sprite + one.place);
    return here === there ? `${piece.x - before.x} ${piece.y - before.y}` : "";
  }

  /**
   * @param {Drawn} drawn
   * @param {Piece} piece
   * @param {number} width
   */
  glide(drawn, piece, width) {
    if (isCalm() || piece.jump) return fade(this.lay(piece).node, [0.2, 1]);
    const from = { ...drawn.piece, turn: drawn.turn ?? drawn.piece.turn };
    this.stand(drawn, piece);
    const stays = !piece.via && transformOf(from) === transformOf(piece);
    if (stays && drawn.face === piece.sprite) return null;
    const showFace = drawn.face === piece.sprite ? null : () => this.setFace(drawn, drawn.piece.sprite);
    return glide(drawn.node, from, piece, width, showFace);
  }

  /**
   * Remove a piece.
   * @param {string} id
   * @param {boolean} isHurried it goes at once
   */
  async take(id, isHurried) {
    const { node } = /** @type {Drawn} */ (this.drawn.get(id));
    this.drawn.delete(id);
    node.classList.add("is-leaving");
    if (!isHurried) await fade(node, [1, 0]);
    node.remove();
  }

  /**
   * Hold a piece at an angle; it turns the short way round.
   * @param {Drawn} drawn
   * @param {number} turn
   * @param {string | null} face
   */
  hold(drawn, turn, face) {
    const from = drawn.turn ?? drawn.piece.turn ?? 0;
    drawn.turn = unwound(from, turn);
    this.setFace(drawn, face ?? drawn.piece.sprite);
    drawn.node.style.transform = transformOf({ ...drawn.piece, turn: drawn.turn });
    spin(drawn.node, drawn.piece, [from, drawn.turn]);
  }

  /**
   * Put a held piece back as it lay.
   * @param {Drawn} drawn
   */
  release(drawn) {
    if (drawn.turn === null) return;
    const { piece, turn } = drawn;
    this.lay(piece);
    spin(drawn.node, piece, [turn, unwound(turn, piece.turn ?? 0)]);
  }

  /** Sort pieces by layer, with moving pieces above the rest of their kind. */
  order(/** @type {Set<string>} */ moving = new Set()) {
    for (const { piece, node } of this.drawn.values()) {
      const rank = String((piece.layer ?? 0) + (moving.has(piece.id) ? ABOVE : 0));
      if (node.style.zIndex !== rank) node.style.zIndex = rank;
    }
  }

  /**
   * Return the loose pieces on a place, lowest first.
   * @param {string} place
   */
  stack(place) {
    const here = [...this.drawn.values()].filter(({ piece }) => isLoose(piece) && piece.place === place);
    return here.sort((one, other) => (one.piece.layer ?? 0) - (other.piece.layer ?? 0));
  }

  /**
   * Return the pieces on a place, or the piece itself.
   * @param {string} id
   */
  at(id) {
    return [...this.drawn.values()].map(({ piece }) => piece).filter((piece) => piece.id === id || piece.place === id);
  }
}

/**
 * Return the area of a piece: its bounding box, as it is turned.
 * @param {Drawn} drawn
 */
export function spotOf({ piece, game, face, turn }) {
  const [box, size] = [turned(boxOf(game, face), turn ?? piece.turn ?? 0), piece.size ?? 1];
  return {
    id: piece.id,
    x: piece.x + (box.x + box.width / 2) * size,
    y: piece.y + (box.y + box.height / 2) * size,
    width: box.width * size,
    height: box.height * size,
  };
}
