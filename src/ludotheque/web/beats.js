// An action that plays out, moment by moment. Whoever is in a hurry sees the end at once.
import { isCalm } from "./dom.js";

const ONE = 600; // ms at most for a moment
const ALL = 12000; // … and for all of them

let hurry = null;

/** Come to the end of what is being played; false if nothing is. */
export function skip() {
  hurry?.();
  return hurry !== null;
}

document.addEventListener("visibilitychange", skip);

/** `show(beat, hurried)` shows each and answers when its pieces have arrived. Answers whether all of them could be seen. */
export async function play(beats, hurried, show) {
  const pause = Math.min(ONE, ALL / beats.length);
  let isSkipped = hurried || isCalm();
  const end = new Promise((resolve) => (hurry = () => resolve((isSkipped = true))));
  for (const beat of beats) {
    const motion = show(beat, isSkipped);
    if (!isSkipped) await Promise.race([end, Promise.all([motion, new Promise((resolve) => setTimeout(resolve, pause))])]);
  }
  hurry = null;
  return !isSkipped;
}
