// The state of a table's page, in one object.

/** @import { LogLine, Snapshot, Update } from "protocol" */
/** @import { Step } from "./trie.js" */
/** @import { Table } from "./update.js" */

/**
 * A piece that was picked up from a draft, and how it lay there.
 * @typedef {{ id: string, turn: number }} Taken
 *
 * A pending draft: what to lay out instead if it is refused, the piece that was picked up for it
 * and, once it is stored, the number of the event before the one that shows it.
 * @typedef {{ id: string, instead?: number[], taken?: Taken, kept?: number }} Laying
 */

export const state = {
  id: /** @type {string} */ (location.pathname.split("/").at(-1)), // of the table
  table: /** @type {Table} */ (/** @type {any} */ (null)), // as shown; null before the first message
  head: /** @type {number | null} */ (null), // the last `seq` received
  coming: /** @type {(Snapshot | Update)[]} */ ([]), // messages not shown yet
  isShowing: false,
  spent: -1, // the last `seq` whose choices are used up, since an action was sent
  laying: /** @type {Laying | null} */ (null),
  taken: /** @type {Taken | null} */ (null), // until it is in the hand
  hint: /** @type {{ steps: Step[], key: string } | null} */ (null), // what the bot would do, and the choices it is for
  hover: 0, // the timer after which pointing at something asks why it cannot be picked
};

/** The player's current choices. */
export const choices = () => (state.table.seq > state.spent ? state.table.gestures : null);

/** The seat that this page acts for. */
export const mySeat = () => state.table.seat ?? state.table.viewer_seats[0];

/** The seats that the table is waiting for. */
export const toAct = () => state.table.seats.filter((info) => info.is_to_act);

/**
 * Return the seat that acted last in these log lines, unless it is played on this page.
 * @param {LogLine[]} lines
 */
export function whoElse(lines) {
  const seat = lines.findLast(({ kind = "act" }) => kind === "act")?.seat ?? null;
  return seat === null || state.table.viewer_seats.includes(seat) ? null : seat;
}
