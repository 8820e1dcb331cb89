// Drafts: laying out actions, and picking them up again.
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { socket } from "./line.js";
import { choices, mySeat, state } from "./state.js";

/** @import { DraftInfo, Trie } from "protocol" */
/** @import { Board } from "./board.js" */
/** @import { Gestures } from "./gestures.js" */
/** @import { Laying } from "./state.js" */

/**
 * Return whether an action is of a kind that is laid out first and confirmed by another action.
 * @param {DraftInfo} draft
 * @param {number} action
 */
const isLaidOut = ({ kinds }, action) => kinds.some(([first, last]) => first <= action && action <= last);

/**
 * Return all actions in a trie.
 * @param {Trie | number} node
 * @returns {number[]}
 */
const actionsOf = (node) =>
  typeof node === "number" ? [node] : Object.values(node).flatMap((steps) => Object.values(steps).flatMap(actionsOf));

export class Drafting {
  /**
   * @param {Board} board
   * @param {Gestures} gestures
   */
  constructor(board, gestures) {
    this.board = board;
    this.gestures = gestures;
  }

  /**
   * Lay out exactly these actions.
   * @param {number[]} actions
   * @param {Partial<Laying>} more
   */
  layOut(actions, more = {}) {
    state.laying = { ...more, id: socket.request({ type: "draft", seat: mySeat(), actions }) };
  }

  /**
   * Return whether this action would confirm an empty draft although something could be laid out.
   * @param {number} action
   */
  confirmsNothing(action) {
    const { draft, gestures } = state.table;
    if (!draft || draft.actions.length || isLaidOut(draft, action)) return false;
    return actionsOf(gestures ?? {}).some((other) => isLaidOut(draft, other));
  }

  /**
   * Return whether this action would only be laid out, and could be taken back.
   * @param {number} action
   */
  isLaid(action) {
    const { draft } = state.table;
    return Boolean(draft && isLaidOut(draft, action));
  }

  /**
   * Lay out an action; return false if it has to be sent instead, together with the draft.
   * @param {number} action
   */
  add(action) {
    const { draft } = state.table;
    if (!draft || (!isLaidOut(draft, action) && !draft.is_early)) return false;
    this.layOut([...draft.actions, action]);
    return true;
  }

  /**
   * Pick up a piece that was laid out; return false if it was not.
   * @param {string} id
   */
  pickUp(id) {
    const { actions = [] } = state.table.draft ?? {};
    const { drawn } = this.board.pieces;
    const { number, piece } = this.find(id);
    if (piece === undefined) return false;
    const taken = { id: piece, turn: drawn.get(piece)?.piece.turn ?? 0 };
    this.layOut(actions.toSpliced(number, 1), { instead: actions.slice(0, number), taken });
    this.gestures.offer(null);
    return true;
  }

  /**
   * Return the piece that is laid out here, and the index of its action in the draft.
   * @param {string} id
   */
  find(id) {
    const { drawn } = this.board.pieces;
    const laid = (this.gestures.trie && state.table.draft?.laid) || [];
    const lies = (/** @type {string} */ piece) => piece === id || drawn.get(piece)?.piece.place === id;
    const number = laid.findLastIndex((pieces) => pieces.some(lies));
    return { number, piece: laid[number]?.find(lies) };
  }

  /** @param {string} id */
  canPickUp(id) {
    return !this.gestures.isInHand && this.find(id).piece !== undefined;
  }

  /**
   * Note that an event has arrived; if it shows the pending draft, its picked-up piece can be held.
   * @param {number} seq
   */
  arrive(seq) {
    if (!state.laying || !(seq > (state.laying.kept ?? Infinity))) return;
    state.taken = state.laying.taken ?? null;
    state.laying = null;
  }

  /** Hold the piece that was picked up, turned as it was. */
  takeUp() {
    if (!state.taken || !choices()) return;
    const { id, turn } = state.taken;
    state.taken = null;
    this.gestures.takeUp(id, turn);
  }

  /**
   * Note that the server has stored the draft: a later update will show it.
   * @param {number[]} actions
   */
  keep(actions) {
    if (!state.laying) return;
    state.laying.kept = state.head ?? Infinity;
    if (String(actions) === String(state.table.draft?.actions)) socket.send({ type: "sync" }); // nothing has changed, so no update will come
  }

  /** Lay out the fallback of a refused draft; return false if there is none. */
  layInstead() {
    const { instead, taken } = state.laying ?? {};
    if (!instead) return false;
    this.layOut(instead, { taken });
    return true;
  }

  /** Return the button that takes back what is laid out. */
  controls() {
    const { draft } = state.table;
    if (!draft?.actions.length || state.laying || this.gestures.isInHand) return [];
    const label = draft.is_ready ? t("Change it again") : t("Take everything back");
    const layOut = () => this.layOut(draft.is_ready ? draft.actions.slice(0, -1) : []);
    return [el("button", { type: "button", class: "quiet", id: "redraft", onclick: layOut }, label)];
  }
}
