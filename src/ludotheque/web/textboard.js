// The board in words: for screen readers, and for everyone if a game has no picture.
import { byId } from "./dom.js";

/** @param {string} text */
export function showWords(text) {
  byId("text-board").textContent = text;
}

/**
 * Show the picture of a game or, if it has none, its text and cards to choose from.
 * @param {{ ground: string }} scene
 */
export function choosePicture({ ground }) {
  const isPlain = !ground;
  byId("board").parentNode.classList.toggle("is-plain", isPlain);
  byId("text-board").classList.toggle("visually-hidden", !isPlain);
  byId("text-board").tabIndex = isPlain ? 0 : -1; // it may have to be scrolled
}
