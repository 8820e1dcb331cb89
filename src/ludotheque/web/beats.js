// Plays an action stage by stage. It can be skipped to the end.
import { isCalm } from "./dom.js";

/** @import { Beat } from "protocol" */

const ONE = 600; // ms at most for one stage
const ALL = 12000; // … and for all of them

/** @type {(() => void) | null} */
let hurry = null;

/** Skip to the end of what is being played; return false if nothing is. */
export function skip() {
  hurry?.();
  return hurry !== null;
}

document.addEventListener("visibilitychange", skip);

/**
 * Play the stages. `show(beat, isSkipped)` shows one and resolves when its pieces have arrived.
 * Resolves to whether all of them were visible.
 * @param {Beat[]} beats
 * @param {boolean} hurried
 * @param {(beat: Beat, isSkipped: boolean) => Promise<any>} show
 */
export async function play(beats, hurried, show) {
  const pause = Math.min(ONE, ALL / beats.length);
  let isSkipped = hurried || isCalm();
  const end = new Promise((resolve) => {
    hurry = () => {
      isSkipped = true;
      resolve(true);
    };
  });
  for (const beat of beats) {
    const motion = show(beat, isSkipped);
    if (!isSkipped)
      await Promise.race([end, Promise.all([motion, new Promise((resolve) => setTimeout(resolve, pause))])]);
  }
  hurry = null;
  return !isSkipped;
}
