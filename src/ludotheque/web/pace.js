// The speed of bots as shown here: a pause before each of their plies, so that people can follow.
import { setting } from "./settings.js";
import { choices, state } from "./state.js";

/** @import { Snapshot, Update } from "protocol" */

/** @type {Record<string, number>} ms between the end of one ply and a bot's next one */
const PAUSES = { slow: 2200, normal: 1000, fast: 400, none: 0 };
const FAR_BEHIND = 3; // waiting updates after which they are shown without animation
const MANY_PLIES = 12; // … if all of them are bots' plies waiting for their pause

let shown = 0; // when the last update was shown
let isLate = false;
/** @type {() => void} */
let goOn = () => {};

const pause = () => PAUSES[setting("bot-pace")] ?? PAUSES.normal;

/** @param {Snapshot | Update} message */
function isBots({ type, log = [] }) {
  const bots = state.table?.seats.filter((info) => info.kind === "bot" || info.has_resigned).map((info) => info.seat);
  return (
    type === "update" && log.some(({ seat, kind = "act" }) => seat !== null && kind === "act" && bots.includes(seat))
  );
}

/** Return whether there must be no pause: the player can act, or a clock is running. */
const isUrgent = () =>
  Boolean(choices() || state.table.sand || state.table.seats.some((info) => typeof info.clock_ms === "number"));

/**
 * Wait before an update is shown, if it is a bot's ply.
 * @param {Update} update
 */
export async function waitFor(update) {
  const left = shown + pause() - performance.now();
  if (left <= 0 || document.hidden || isLate || isUrgent() || ![update, ...state.coming].every(isBots)) return;
  await new Promise((resolve) => {
    goOn = () => resolve(null);
    setTimeout(resolve, left);
  });
}

/**
 * Note an incoming message. What people do is never delayed by earlier plies of bots.
 * @param {Snapshot | Update} message
 */
export const hear = (message) => isBots(message) || goOn();

/** Note that an update has been shown. */
export const rest = () => {
  shown = performance.now();
};

/**
 * Return whether so many updates are waiting that they are shown without animation. A page that is
 * behind catches up completely before it animates again.
 */
export function isBehind() {
  const most = pause() && !isLate && state.coming.every(isBots) ? MANY_PLIES : FAR_BEHIND;
  isLate = state.coming.length >= most;
  return isLate;
}
