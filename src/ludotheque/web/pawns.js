// Pawns, which people choose before the game.
import { sprite } from "./art.js";
import { shape } from "./dom.js";

/**
 * Return the drawing of a pawn; a question mark for a random one.
 * @param {string} game
 * @param {string | null | undefined} name
 */
export const pawnParts = (game, name) =>
  name
    ? [sprite(game, name)]
    : [shape("text", { class: "lot", "text-anchor": "middle", "dominant-baseline": "central" }, "?")];

/**
 * @param {string} game
 * @param {string | null} name
 */
export const pawnFigure = (game, name) =>
  shape("svg", { class: "figure", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...pawnParts(game, name));
