// The animation of pieces: their transforms, and their way from one position to the next.
import { isCalm } from "./dom.js";

/** @import { Piece } from "protocol" */

const SHORTEST = 180; // ms
const LONGEST = 320;
const ACROSS = 600; // ms for the whole width of a scene
const FADE = 120;
const EDGE = 0.05; // the height of a piece in the middle of a flip
const LATEST = 250; // ms to wait for painting, at most
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** @typedef {{ x: number, y: number, turn?: number, size?: number }} Stand */

/**
 * `height` is less than 1 while a piece flips.
 * @param {Stand} stand
 */
export const transformOf = ({ x, y, turn = 0, size = 1 }, height = 1) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${height === 1 ? size : [size, size * height]})`;

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
 * @param {((motion: Animation) => Promise<void>) | null} accompany
 */
async function run(node, frames, timing, isWaiting = false, accompany = null) {
  const motion = node.animate(frames, timing);
  running.add(motion);
  if (isWaiting) await begin(motion);
  await Promise.all([motion.finished.catch(() => null), accompany?.(motion)]);
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
 * Move a node along its piece's points; `width` is the scene's. If it flips, it narrows to its edge
 * on the way, where `showFace` is called, and widens with its other face.
 * @param {SVGElement} node
 * @param {Stand} from
 * @param {Piece} piece
 * @param {number} width
 * @param {(() => void) | null} showFace
 */
export function glide(node, from, piece, width, showFace) {
  const stops = [from, ...(piece.via ?? []).map(([x, y]) => ({ x, y })), piece];
  const lengths = stops.slice(1).map((stop, index) => Math.hypot(stop.x - stops[index].x, stop.y - stops[index].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const duration = Math.min(LONGEST, SHORTEST + (whole / width) * ACROSS) * Math.max(1, lengths.length / 2);
  const shares = stops.map((_, index) => {
    if (index === lengths.length) return 1;
    return whole && lengths.slice(0, index).reduce((sum, length) => sum + length, 0) / whole;
  });
  const ways = stops.map((stop, index) => ({ stop, share: shares[index] }));
  const half = ways.findIndex(({ share }) => share > 0.5);
  if (showFace) ways.splice(half, 0, { stop: middle(ways[half - 1], ways[half]), share: 0.5 });
  const frames = ways.map(({ stop, share }) =>
    keyframe(from, piece, stop, share, showFace ? Math.max(EDGE, Math.abs(1 - 2 * share)) : 1),
  );
  return run(node, frames, { duration, easing: EASE }, true, showFace && ((motion) => turnOver(motion, showFace)));
}

/** @typedef {{ stop: { x: number, y: number }, share: number }} Way */

/**
 * Return the point in the middle of the whole way, which lies between these two.
 * @param {Way} before
 * @param {Way} after
 */
function middle(before, after) {
  const part = (0.5 - before.share) / (after.share - before.share);
  const { x, y } = before.stop;
  return { x: x + (after.stop.x - x) * part, y: y + (after.stop.y - y) * part };
}

/**
 * Return the keyframe of a piece after a share of its way.
 * @param {Stand} from
 * @param {Stand} to
 * @param {{ x: number, y: number }} stop
 * @param {number} share
 * @param {number} height
 */
function keyframe(from, to, { x, y }, share, height) {
  const between = (/** @type {number} */ start, /** @type {number} */ end) => start + (end - start) * share;
  const turn = between(from.turn ?? 0, unwound(from.turn ?? 0, to.turn ?? 0));
  return { transform: transformOf({ x, y, turn, size: between(from.size ?? 1, to.size ?? 1) }, height), offset: share };
}

/**
 * Show the other face when the piece is at its edge, or when the motion was ended early.
 * @param {Animation} motion
 * @param {() => void} showFace
 */
async function turnOver(motion, showFace) {
  const isOver = motion.finished.catch(() => null);
  while (motion.playState === "running" && (motion.effect?.getComputedTiming().progress ?? 1) < 0.5)
    await Promise.race([isOver, new Promise(requestAnimationFrame)]);
  showFace();
}
