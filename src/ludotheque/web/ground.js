// The background under the pieces: the ground, or cards with text if a game has no picture.
import { sprite } from "./art.js";
import { el, setAttributes, shape } from "./dom.js";

/** @import { Place } from "protocol" */
/** @import { Picture } from "./update.js" */

const EDGE = 8; // scene units by which the ground may extend beyond the scene

export class Ground {
  /**
   * @param {HTMLElement} root
   * @param {{ ground: SVGGElement, fixtures: HTMLElement }} layers
   */
  constructor(root, layers) {
    this.root = root;
    this.layer = layers.ground;
    this.shown = ""; // the ground that is drawn
    this.night = el("div", { class: "night" }); // falls on what does not move
    this.edge = shape("rect", {}); // the ground ends here
    this.layer.setAttribute("clip-path", `url(#${root.id}-edge)`);
    this.layer.before(shape("clipPath", { id: `${root.id}-edge` }, this.edge));
    layers.fixtures.append(this.night);
  }

  /**
   * Set the bounds of a scene, and its ground.
   * @param {string} game
   * @param {Picture} scene
   */
  set(game, { left, top, width, height, ground }) {
    const around = { x: left - EDGE, y: top - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
    setAttributes(this.edge, around);
    const { x, y, ...size } = around;
    for (const [name, value] of Object.entries({ left: x, top: y, ...size }))
      this.night.style.setProperty(name, `${ground ? value : 0}px`);
    if (this.shown !== `${game} ${ground}`) this.layer.replaceChildren(ground ? sprite(game, ground) : "");
    this.shown = `${game} ${ground}`;
  }

  /**
   * Draw the places of a game without a picture as cards with text. They stay while others play, so
   * that the layout does not jump.
   * @param {Picture} scene
   */
  setCards({ ground, places }) {
    if (!ground) this.layer.replaceChildren(...[...places.values()].map(card));
    if (ground || places.size > 0) this.root.parentElement?.classList.toggle("has-cards", !ground);
  }
}

/** @param {Place} place */
const card = ({ id, x, y, width, height, label }) =>
  shape(
    "g",
    { class: "card-face", "data-card": id },
    shape("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 8 }),
    shape("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, label),
  );
