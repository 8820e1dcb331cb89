// A suggested move: a dot on the piece to take, an arrow to where it goes, and its ghost there.
import { boxOf } from "./art.js";
import { shape } from "./dom.js";
import { isSameTurn, lying } from "./trie.js";

/** @import { Gestures } from "./gestures.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Step } from "./trie.js" */

/**
 * What a gesture takes, where it puts it (null: nowhere), and how it is turned there.
 * @typedef {{ from: string[], to: string | null, held: string, turned: { turn: number, sprite: string | null } | null }} Plan
 */

const DOT = 9; // px
const COVERED = 0.25; // how far a dot may reach towards the edge of what it lies on, which must stay recognisable
const HEAD = 20;
const BEND = 0.14; // how far an arrow curves, as a share of its length
const SHORTEST = 30; // px; anything closer needs no arrow
/** @type {Plan} */
const NOTHING = { from: [], to: null, held: "", turned: null };

/**
 * @param {Step[]} steps
 * @param {string} kind
 */
const all = (steps, kind) => steps.filter((step) => step[0] === kind).map(([, what]) => what);

export class Arrow {
  /**
   * @param {SVGGElement} layer
   * @param {Hand} hand
   * @param {() => number} unit the size of a px in scene units
   */
  constructor(layer, hand, unit) {
    this.layer = layer;
    this.hand = hand;
    this.unit = unit;
    this.plan = NOTHING;
  }

  /**
   * Show these steps; an empty list clears the arrow.
   * @param {Step[]} steps
   */
  show(steps) {
    this.plan = this.planOf(steps);
    this.hand.wanted = this.plan.to;
    this.draw();
  }

  /**
   * @param {Step[]} steps
   * @returns {Plan}
   */
  planOf(steps) {
    const [picks, sets, [turn]] = [all(steps, "pick"), all(steps, "set"), all(steps, "turn").slice(-1)];
    const [before, last] = [picks.slice(0, -1), picks.at(-1)];
    const held = last === undefined ? null : this.hand.holding(before);
    if (!held || last === undefined) return { ...NOTHING, from: [...picks, ...sets] };
    const turned = turn === undefined ? { turn: held.turn, sprite: held.sprite } : lying(turn);
    return { from: [held.id, ...before], to: last, held: held.id, turned };
  }

  /**
   * Return how far what is held, or its place, reaches from its middle: so far away the arrow ends.
   * @param {string} held
   * @param {{ size?: number, width?: number, height?: number }} target
   */
  radius(held, { size, width = 0, height = 0 }) {
    const drawn = this.hand.heldPieces(held)[0];
    const box = drawn ? boxOf(drawn.game, drawn.face) : { width: 0, height: 0 };
    const ghost = Math.min(box.width, box.height) * (size || drawn?.piece.size || 1);
    return Math.max(ghost, Math.min(width, height) * 0.6) / 2;
  }

  draw() {
    const { from, to, held, turned } = this.plan;
    if (!from.length && !this.layer.firstChild) return;
    const scale = this.unit();
    const dots = from.slice(0, to === null ? undefined : 1).flatMap((id) => {
      const spot = this.hand.spot(id);
      return spot ? { ...spot, r: Math.min(DOT * scale, COVERED * (this.radius(id, spot) || Infinity)) } : [];
    });
    const target = to === null ? undefined : this.hand.spot(to);
    this.layer.replaceChildren(
      ...(target
        ? [shape("g", { class: "wanted" }, this.hand.ghostsAt(held, /** @type {string} */ (to), turned))]
        : []),
      ...(target && dots[0] ? line(dots[0], target, this.radius(held, target), scale) : []),
      ...dots.map(({ x, y, r }) => shape("circle", { class: "dot", cx: x, cy: y, r })),
    );
  }
}

/** @typedef {{ x: number, y: number }} Point */

/**
 * Draw an arrow with an outline that is visible on any background; its tip touches the target.
 * @param {Point} from
 * @param {Point} to
 * @param {number} radius of the target
 * @param {number} scale
 */
function line(from, to, radius, scale) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  if (far < SHORTEST * scale) return [];
  const bend = { x: from.x + dx / 2 - dy * BEND, y: from.y + dy / 2 + dx * BEND };
  const [ax, ay] = [to.x - bend.x, to.y - bend.y].map((part) => part / Math.hypot(to.x - bend.x, to.y - bend.y));
  const gap = Math.min(radius, far / 3);
  const [tip, head] = [{ x: to.x - ax * gap, y: to.y - ay * gap }, HEAD * scale];
  const neck = { x: tip.x - ax * head, y: tip.y - ay * head };
  const way = `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`;
  const side = (/** @type {number} */ sign) => `${neck.x - sign * ay * head * 0.6} ${neck.y + sign * ax * head * 0.6}`;
  const barb = `M${tip.x} ${tip.y}L${side(1)}L${side(-1)}Z`;
  return [
    shape("path", { class: "edge", d: way }),
    shape("path", { class: "line", d: way }),
    shape("path", { class: "tip-of-arrow", d: barb }),
  ];
}

/**
 * Highlight the buttons among these steps, and the turn button if the piece is turned wrongly.
 * @param {Step[]} steps
 * @param {Gestures} gestures
 * @param {Element} controls
 */
export function lightControls(steps, gestures, controls) {
  const [wanted] = all(steps, "turn").slice(-1).map(lying);
  const lies = gestures.turned;
  const isTurned = !wanted || !lies || (isSameTurn(wanted.turn, lies.turn) && wanted.sprite === lies.sprite);
  const isAimed = isTurned && gestures.aim !== null && gestures.aim.id === all(steps, "pick").at(-1);
  const lit = new Set(all(steps, "button").map((label) => `button:${label}`));
  if (all(steps, "number").length) lit.add("number");
  if (!isTurned) lit.add("turn");
  if (isAimed) lit.add("confirm");
  for (const control of /** @type {NodeListOf<HTMLElement>} */ (controls.querySelectorAll("[data-step]")))
    control.classList.toggle("is-hinted", lit.has(control.dataset.step ?? ""));
}
