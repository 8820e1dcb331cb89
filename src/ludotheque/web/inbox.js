// The queue of incoming messages, which are shown one after another.
import { skip } from "./beats.js";
import { socket } from "./line.js";
import { painted } from "./motion.js";
import { hear, isBehind, rest, waitFor } from "./pace.js";
import { complain } from "./page.js";
import { state } from "./state.js";
import { follows } from "./update.js";

/** @import { Reply, Snapshot, Update } from "protocol" */

/**
 * The handlers of messages; the first two resolve when everything has been shown.
 * @typedef {object} Shows
 * @property {(snapshot: Snapshot) => Promise<void>} showTable
 * @property {(update: Update, isHurried: boolean) => Promise<void>} showUpdate
 * @property {(answer: Exclude<Reply, Snapshot | Update>) => void} showAnswer
 */

/**
 * Return the listener for the connection.
 * @param {Shows} shows
 * @returns {(message: Reply) => void}
 */
export const inbox = (shows) => (message) => {
  if (message.type !== "table" && message.type !== "update") return shows.showAnswer(message);
  if (message.type === "update" && !follows(message, state.head)) return socket.send({ type: "sync" });
  keep(message);
  if (!state.isShowing) showAll(shows);
};

/**
 * Queue a message; a whole table replaces everything before it.
 * @param {Snapshot | Update} message
 */
function keep(message) {
  if (message.type === "table") {
    skip();
    state.coming = [];
  }
  state.coming.push(message);
  hear(message);
  state.head = message.seq;
}

/** @param {Shows} shows */
async function showAll({ showTable, showUpdate }) {
  state.isShowing = true;
  for (let message = state.coming.shift(); message; message = state.coming.shift()) {
    try {
      if (message.type === "table") await showTable(message);
      else {
        await waitFor(message);
        const isHurried = isBehind() || document.hidden;
        await painted(); // the response to a click and the last update come first
        await showUpdate(message, isHurried);
        rest();
      }
    } catch (error) {
      if (message.type === "table") complain(error);
      else socket.send({ type: "sync" }); // after an error, ask for the whole table again
      console.error(error);
    }
  }
  state.isShowing = false;
}
