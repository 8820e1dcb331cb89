// The trie of legal actions: steps of gestures, and at each leaf the number of an action.

/** @import { Trie } from "protocol" */

/**
 * @typedef {[kind: string, what: string]} Step
 * @typedef {Trie | number} Node a leaf is the number of an action
 */

/** @type {(node: Node) => node is number} */
export const isLeaf = (node) => typeof node === "number";

/**
 * Return where a step leads, or undefined.
 * @param {Node} node
 * @param {string} kind
 * @param {string} what
 */
export const next = (node, kind, what) => (isLeaf(node) ? undefined : node[kind]?.[what]);

/**
 * Return the choices for one kind of step.
 * @param {Node} node
 * @param {string} kind
 */
export const offers = (node, kind) => (isLeaf(node) ? [] : Object.keys(node[kind] ?? {}));

/**
 * Parse a turn: "90", or "tile-7-back@90" with another sprite.
 * @param {string} what
 */
export function lying(what) {
  const [turn, sprite = null] = what.split("@").reverse();
  return { turn: Number(turn), sprite };
}

export const isSameTurn = (/** @type {number} */ one, /** @type {number} */ other) => (one - other) % 360 === 0;

/** @param {string[]} turns */
export const inOrder = (turns) =>
  turns
    .map((what) => ({ what, ...lying(what) }))
    .sort((one, other) => (one.sprite ?? "").localeCompare(other.sprite ?? "") || one.turn - other.turn)
    .map(({ what }) => what);

/**
 * Return whether there is something to pick from here, perhaps after a turn.
 * @param {Node} node
 * @returns {boolean}
 */
export const leadsOn = (node) =>
  offers(node, "pick").length > 0 ||
  offers(node, "turn").some((what) => leadsOn(/** @type {Node} */ (next(node, "turn", what))));

/**
 * @param {Node} node
 * @param {string[]} before
 * @returns {{ ids: string[], node: Node }[]}
 */
export const setsFrom = (node, before) =>
  offers(node, "set").flatMap((id) => {
    const [ids, behind] = [[...before, id], /** @type {Node} */ (next(node, "set", id))];
    return [{ ids, node: behind }, ...setsFrom(behind, ids)];
  });

/** @type {WeakMap<Trie, string>} */
const keys = new WeakMap(); // a cache: serialising thousands of gestures takes a while

/**
 * Return a trie as text; equal tries have equal texts.
 * @param {Trie | null} trie
 */
export function keyOf(trie) {
  if (!trie) return "null";
  const key = keys.get(trie) ?? JSON.stringify(trie);
  keys.set(trie, key);
  return key;
}
