// The tree of gestures: steps, and at the end of each branch an action.
import { el } from "./dom.js";
import { isLeaf } from "./trie.js";

/** @import { Trie } from "protocol" */
/** @import { Node } from "./trie.js" */

const FEW = 40; // up to this many actions, the whole tree is unfolded

/**
 * @param {Trie} trie
 * @param {(action: number) => Node | HTMLElement} show what to put at the end
 */
export function treeOf(trie, show) {
  return branches(trie, show, leaves(trie) <= FEW);
}

/**
 * @param {Trie} trie
 * @param {(action: number) => any} show
 * @param {boolean} isOpen
 * @returns {HTMLElement}
 */
function branches(trie, show, isOpen) {
  const steps = Object.entries(trie).flatMap(([kind, ways]) =>
    Object.entries(ways).map(([what, node]) => {
      const step = el("code", {}, el("span", { class: "kind" }, kind, " "), what);
      if (isLeaf(node)) return el("li", {}, step, " → ", show(node));
      return el(
        "li",
        {},
        el("details", { open: isOpen }, el("summary", {}, step, ` (${leaves(node)})`), branches(node, show, isOpen)),
      );
    }),
  );
  return el("ul", { class: "tree" }, steps);
}

/**
 * Return how many actions a node leads to.
 * @param {any} node
 * @returns {number}
 */
const leaves = (node) =>
  isLeaf(node)
    ? 1
    : Object.values(node)
        .flatMap((ways) => Object.values(ways))
        .reduce((count, below) => count + leaves(below), 0);
