// The animation of pieces: their transforms, and their way from one position to the next.
import { isCalm } from "./dom.js";

/** @import { Piece } from "protocol" */

const SHORTEST = 180; // ms
const LONGEST = 320;
const ACROSS = 600; // ms for the whole width of a scene
const FADE = 120;
const LATEST = 250; // ms to wait for painting, at most
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** @typedef {{ x: number, y: number, turn?: number, size?: number }} Stand */

/** @param {Stand} stand */
export const transformOf = ({ x, y, turn = 0, size = 1 }) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})`;

/** Return an angle shifted by full turns so that it is nearest to another. */
export const unwound = (/** @type {number} */ from, /** @type {number} */ to) =>
  to + 360 * Math.round((from - to) / 360);

/** @type {Set<Animation>} */
const running = new Set(); // asking the page for its animations would compute the layout, which is slow between changes

/** Resolve when all changes so far are painted; at once in a hidden tab. */
export async function painted() {
  if (document.hidden) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LATEST);
  });
}

/**
 * Animate a node. Resolves when the animation has ended or was cancelled.
 * @param {SVGElement} node
 * @param {Keyframe[] | PropertyIndexedKeyframes} frames
 * @param {KeyframeAnimationOptions} timing
 */
async function run(node, frames, timing, isWaiting = false) {
  const motion = node.animate(frames, timing);
  running.add(motion);
  if (isWaiting) await begin(motion);
  await motion.finished.catch(() => null);
  running.delete(motion);
}

/**
 * Hold an animation at its first frame until everything else is painted, so that it runs smoothly.
 * @param {Animation} motion
 */
async function begin(motion) {
  motion.pause();
  await painted();
  if (motion.playState === "paused") motion.play();
}

/** Finish every animation at once. */
export function finishAll() {
  for (const motion of running) motion.finish();
}

/**
 * Let a node appear or go.
 * @param {SVGElement} node
 * @param {number[]} opacity
 */
export const fade = (node, opacity) => run(node, { opacity }, { duration: FADE, easing: "ease-out" }, true);

/**
 * Turn the piece in the hand.
 * @param {SVGElement} node
 * @param {Stand} piece
 * @param {number[]} angles
 */
export function spin(node, piece, angles) {
  if (angles[0] === angles[1] || isCalm()) return;
  const frames = angles.map((turn) => ({ transform: transformOf({ ...piece, turn }) }));
  run(node, frames, { duration: SHORTEST, easing: EASE });
}

/**
 * Move a node along its piece's points; `width` is the scene's. Returns the animation and its
 * duration.
 * @param {SVGElement} node
 * @param {Stand} from
 * @param {Piece} piece
 * @param {number} width
 */
export function glide(node, from, piece, width) {
  const stops = [from, ...(piece.via ?? []).map(([x, y]) => ({ x, y })), piece];
  const lengths = stops.slice(1).map((stop, index) => Math.hypot(stop.x - stops[index].x, stop.y - stops[index].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const duration = Math.min(LONGEST, SHORTEST + (whole / width) * ACROSS) * Math.max(1, lengths.length / 2);
  const frames = stops.map((stop, index) => {
    const passed = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
    return keyframe(from, piece, stop, index === lengths.length ? 1 : passed / whole);
  });
  return { motion: run(node, frames, { duration, easing: EASE }, true), duration };
}

/**
 * Return the keyframe of a piece after a share of its way.
 * @param {Stand} from
 * @param {Stand} to
 * @param {{ x: number, y: number }} stop
 * @param {number} share
 */
function keyframe(from, to, { x, y }, share) {
  const between = (/** @type {number} */ start, /** @type {number} */ end) => start + (end - start) * share;
  const turn = between(from.turn ?? 0, unwound(from.turn ?? 0, to.turn ?? 0));
  return { transform: transformOf({ x, y, turn, size: between(from.size ?? 1, to.size ?? 1) }), offset: share };
}

/**
 * Flip a piece: it narrows to its edge and widens with its other face.
 * @param {SVGElement} node
 * @param {number} duration
 * @param {() => void} showFace
 */
export async function flip(node, duration, showFace) {
  const half = { duration: duration / 2, easing: "linear" };
  await run(node, { transform: ["scaleY(1)", "scaleY(0.05)"] }, half, true);
  showFace();
  await run(node, { transform: ["scaleY(0.05)", "scaleY(1)"] }, half);
}
