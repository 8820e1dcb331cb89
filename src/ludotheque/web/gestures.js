// Walks the trie of legal actions step by step: what can be picked next, what is in the hand, and
// the action at the end.

import { inOrder, isLeaf, isSameTurn, keyOf, leadsOn, lying, next, offers, setsFrom } from "./trie.js";

/** @import { Trie } from "protocol" */
/** @import { Node, Step } from "./trie.js" */

/**
 * A way to continue: how many steps of the path are kept, the steps of a set that follow, and the
 * node they lead to.
 * @typedef {{ depth: number, steps: Step[], node: Node }} Way
 *
 * What is in the hand: the steps taken, and what is chosen of a set.
 * @typedef {{ path: Step[], chosen: Iterable<string> }} Grasp
 *
 * `act(action)` sends a complete gesture, `askWhyNot(steps)` asks about an impossible one,
 * `changed()` is called after every step, `holding(picks)` returns what they put into the hand,
 * `isAsked(action)` returns whether an action has to be confirmed.
 * @typedef {object} GestureListener
 * @property {(action: number) => void} act
 * @property {(steps: Step[]) => void} askWhyNot
 * @property {() => void} changed
 * @property {(picks: string[]) => { id: string, turn: number, sprite: string | null } | null} holding
 * @property {(action: number) => boolean} isAsked
 */

export class Gestures {
  /** @param {GestureListener} tell */
  constructor(tell) {
    this.tell = tell;
    /** @type {Trie | null} */
    this.trie = null;
    this.key = ""; // of the trie
    /** @type {Step[]} */
    this.path = [];
    /** @type {Set<string>} */
    this.chosen = new Set(); // of a set, in any order
    /** @type {Grasp & { held: string, turned: { turn: number, sprite: string | null } | null } | null} */
    this.sent = null; // what was in the hand for the pending action
    this.isRefused = false; // … which was refused, so it returns to the hand
    /** @type {{ id: string, action: number } | null} */
    this.aim = null; // where the piece would go once confirmed, and the action
    /** @type {string | null} */
    this.wish = null; // the last chosen turn of the piece in the hand
    this.offer(null);
  }

  // New choices

  /**
   * Offer new choices, or none. The piece in the hand is put back, unless nothing has changed or
   * its action was refused.
   * @param {Trie | null} trie
   */
  offer(trie) {
    if (this.isOffered(trie)) return this.tell.changed();
    const kept = this.isRefused ? this.sent : null;
    this.key = keyOf(trie);
    this.trie = trie;
    if (trie) Object.assign(this, { sent: null, isRefused: false });
    if (trie && kept) this.resume(kept);
    else this.back();
  }

  /** Note that the pending action was refused: the next choices bring it back if possible. */
  regain() {
    this.isRefused = this.sent !== null;
  }

  /**
   * Return whether these are the current choices.
   * @param {Trie | null} trie
   */
  isOffered(trie) {
    return this.trie !== null && keyOf(trie) === this.key;
  }

  /** Put back what is in the hand. */
  back() {
    this.clear();
    this.settle();
  }

  clear() {
    this.path = [];
    this.chosen = new Set();
    this.wish = null;
    this.aim = null;
  }

  // The current node

  /** The nodes along the path, from the root to the current one. */
  get nodes() {
    /** @type {Node[]} */
    const nodes = [this.trie ?? {}];
    for (const [kind, what] of this.path) nodes.push(next(nodes[nodes.length - 1], kind, what) ?? {});
    return nodes;
  }

  /**
   * The nodes from which the gesture can continue, deepest first: this one, and those before each
   * turn that led here, since a turn can still be changed.
   */
  get open() {
    const { nodes, path } = this;
    const turns = path.length - 1 - path.findLastIndex(([kind]) => kind !== "turn");
    return nodes
      .map((node, depth) => ({ depth, node }))
      .slice(path.length - turns)
      .reverse();
  }

  /**
   * The ways to continue from the current choice.
   * @returns {Way[]}
   */
  get ways() {
    if (!this.chosen.size) return this.open.map(({ depth, node }) => ({ depth, steps: [], node }));
    return this.sets
      .filter(({ ids }) => ids.length === this.chosen.size && ids.every((id) => this.chosen.has(id)))
      .slice(0, 1)
      .map(({ depth, ids, node }) => ({ depth, steps: ids.map((id) => ["set", id]), node }));
  }

  /** Everything on the board that can be picked next. */
  get lit() {
    const picks = this.chosen.size ? [] : this.open.flatMap(({ node }) => offers(node, "pick"));
    return new Set([...picks, ...this.fitting]);
  }

  get picks() {
    return this.path.filter(([kind]) => kind === "pick").map(([, what]) => what);
  }

  get picked() {
    return [...this.picks, ...this.chosen, ...(this.aim ? [this.aim.id] : [])];
  }

  get isInHand() {
    return this.path.some(([kind]) => kind !== "turn") || this.chosen.size > 0 || this.aim !== null;
  }

  /** What is in the hand. */
  get held() {
    return this.trie ? (this.tell.holding(this.picks)?.id ?? "") : (this.sent?.held ?? "");
  }

  /** How it is turned, if it can be. */
  get turned() {
    const turn = this.path.findLast(([kind]) => kind === "turn");
    return turn ? lying(turn[1]) : (this.sent?.turned ?? null);
  }

  // Choices that are not places

  get buttons() {
    return this.ways.flatMap(({ node }) => offers(node, "button"));
  }

  /** Numbers to choose from, in ascending order. */
  get scales() {
    const scales = this.ways.map(({ node }) => offers(node, "number").map(Number));
    return scales.filter((numbers) => numbers.length).map((numbers) => numbers.sort((one, other) => one - other));
  }

  /** The action that only needs confirming. */
  get end() {
    const node = this.aim?.action ?? this.ways[0]?.node;
    return node !== undefined && isLeaf(node) ? node : null;
  }

  // Steps

  /**
   * Return whether this step can be taken.
   * @param {string} kind
   * @param {string} what
   */
  canStep(kind, what) {
    return this.ways.some(({ node }) => next(node, kind, what) !== undefined);
  }

  /**
   * Take a step; at the end of the gesture the action is sent.
   * @param {string} kind
   * @param {string} what
   */
  step(kind, what) {
    const way = this.ways.find(({ node }) => next(node, kind, what) !== undefined);
    if (!way) return;
    const node = /** @type {Node} */ (next(way.node, kind, what));
    if (isLeaf(node) && kind === "pick" && this.tell.isAsked(node)) return this.take({ id: what, action: node });
    const { path, chosen } = this;
    Object.assign(this, {
      path: [...path.slice(0, way.depth), ...way.steps, [kind, what]],
      chosen: new Set(),
      aim: null,
    });
    if (isLeaf(node) && kind !== "turn") this.finish(node, { path, chosen });
    else this.settle();
  }

  /**
   * Place the piece in the hand there until it is confirmed; null: nowhere.
   * @param {{ id: string, action: number } | null} aim
   */
  take(aim) {
    this.aim = aim;
    this.tell.changed();
  }

  /**
   * @param {number} action
   * @param {Grasp} grasp what returns to the hand if it is refused
   */
  finish(action, grasp = { path: this.path, chosen: this.chosen }) {
    this.sent = { ...grasp, held: this.held, turned: this.turned };
    this.trie = null;
    this.clear();
    this.tell.act(action);
    this.tell.changed();
  }

  /**
   * Handle a tapped thing: pick it, turn it, put it back, start over with it, or ask why not.
   * @param {string} id
   */
  pick(id) {
    if (this.aim?.id === id) return this.take(null);
    if (this.canStep("pick", id)) return this.step("pick", id);
    if (this.fitting.includes(id)) return this.toggle(id);
    if (this.canTurn && id === this.held) return this.turn(1);
    if (this.picked.includes(id)) return this.back();
    const { path, chosen } = this;
    const isOther = this.isInHand && this.trie !== null && this.beginWith(id);
    if (!isOther || !chosen.size) this.tell.askWhyNot([...path, ["pick", id]]);
  }

  /**
   * Put back what is in the hand and pick this instead; return whether that is possible.
   * @param {string} id
   */
  beginWith(id) {
    const { path, chosen, wish, aim } = this;
    this.back();
    const isFree = this.canStep("pick", id);
    if (isFree) this.step("pick", id);
    else Object.assign(this, { path, chosen, wish, aim });
    if (!isFree) this.tell.changed();
    return isFree;
  }

  /**
   * Pick up something that was laid out, turned as it was.
   * @param {string} id
   * @param {number} turn
   */
  takeUp(id, turn) {
    if (!this.trie || next(this.trie, "pick", id) === undefined) return;
    this.wish = String(turn);
    this.step("pick", id);
  }

  /**
   * Return whether picking this takes it into the hand, to be placed on the board.
   * @param {string} id
   */
  canLift(id) {
    const way = this.ways.find(({ node }) => next(node, "pick", id) !== undefined);
    const behind = next(way?.node ?? this.trie ?? {}, "pick", id);
    return behind !== undefined && leadsOn(behind);
  }

  /**
   * Hold again what was in the hand, as far as still possible.
   * @param {Grasp} grasp
   */
  resume({ path, chosen }) {
    this.clear();
    this.wish = path.findLast(([kind]) => kind === "turn")?.[1] ?? null;
    /** @type {Node | undefined} */
    let node = this.trie ?? {};
    for (const step of path) {
      node = next(node, ...step);
      if (node === undefined || isLeaf(node)) break;
      this.path.push(step);
    }
    this.chosen = new Set([...chosen].filter((id) => this.fitting.includes(id)));
    this.settle();
  }

  // Turning the piece in the hand

  /** When turns can be chosen, hold the piece as it was last turned, or else as it lies. */
  settle() {
    for (let turns = this.turnsHere(); turns.length; turns = this.turnsHere())
      this.path.push(["turn", this.wished(turns)]);
    this.tell.changed();
  }

  turnsHere() {
    return inOrder(offers(this.nodes[this.path.length], "turn"));
  }

  /** @param {string[]} turns */
  wished(turns) {
    const { turn = 0, sprite = null } = this.wish === null ? (this.tell.holding(this.picks) ?? {}) : lying(this.wish);
    const fitting = turns.filter((what) => isSameTurn(lying(what).turn, turn));
    const same = fitting.find((what) => lying(what).sprite === sprite);
    return turns.find((what) => what === this.wish) ?? same ?? fitting[0] ?? turns[0];
  }

  /** The possible turns of the piece in the hand, and where in the path it is turned. */
  get turning() {
    const depth = this.path.findLastIndex(([kind]) => kind === "turn");
    return { depth, turns: depth < 0 ? [] : inOrder(offers(this.nodes[depth], "turn")) };
  }

  /** The number of possible angles and faces. */
  get variants() {
    const ways = this.turning.turns.map(lying);
    const angles = new Set(ways.map(({ turn }) => ((turn % 360) + 360) % 360));
    return { angles: angles.size, faces: new Set(ways.map(({ sprite }) => sprite)).size };
  }

  get canTurn() {
    return this.turning.turns.length > 1;
  }

  /** @param {number} by */
  turn(by) {
    if (!this.canTurn) return;
    const { depth, turns } = this.turning;
    this.wish = turns[(turns.indexOf(this.path[depth][1]) + by + turns.length) % turns.length];
    const { aim } = this;
    Object.assign(this, { path: this.path.slice(0, depth), aim: null });
    this.settle();
    if (aim && this.canStep("pick", aim.id)) this.step("pick", aim.id);
  }

  // Sets: things chosen in any order; the trie has them in one order only, and a button ends them

  /** All sets that can be completed from here. */
  get sets() {
    return this.open.flatMap(({ depth, node }) => setsFrom(node, []).map((set) => ({ depth, ...set })));
  }

  /** The things that are in the set so far, or may still be added to it. */
  get fitting() {
    const chosen = [...this.chosen];
    return [
      ...new Set(this.sets.filter(({ ids }) => chosen.every((id) => ids.includes(id))).flatMap(({ ids }) => ids)),
    ];
  }

  /** @param {string} id */
  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.tell.changed();
  }
}
