// A move of the log, shown again on the board until the viewer returns to the game.
import { play, skip } from "./beats.js";
import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { socket } from "./line.js";
import { Rings } from "./rings.js";
import { slideDrawer } from "./side.js";
import { state } from "./state.js";
import { showWords } from "./textboard.js";
import { between, mergeScene, pictureOf } from "./update.js";

/** @import { Beat, Changes, Moment } from "protocol" */
/** @import { Board } from "./board.js" */
/** @import { Picture } from "./update.js" */

export class LookingBack {
  /**
   * `ended()` is called when the board shows the game again.
   * @param {Board} board
   * @param {() => void} ended
   */
  constructor(board, ended) {
    this.board = board;
    this.rings = new Rings(board.told);
    this.ended = ended;
    this.moment = /** @type {Moment | null} */ (null); // the one that is shown
    this.from = /** @type {HTMLElement | null} */ (null); // what had the focus before
    byId("back").addEventListener("click", () => this.end());
  }

  /**
   * Highlight what a line of the log is about.
   * @param {string[]} ids
   */
  point(ids) {
    this.ring(ids.length ? ids : (this.moment?.places ?? []));
  }

  /**
   * Draw rings around these places and pieces, as far as they still exist.
   * @param {string[]} ids
   */
  ring(ids) {
    this.rings.show(this.board.spots(ids), { "is-told": ids });
  }

  /** @param {number} ply */
  ask(ply) {
    slideDrawer(false); // otherwise it would cover the board
    socket.send({ type: "look_back", ply });
  }

  /** @param {Moment} moment */
  async show(moment) {
    while (state.isShowing) await new Promise(requestAnimationFrame); // events of the game come first
    const { ply, scene, beats, changes } = moment;
    skip();
    if (!this.moment) this.from = /** @type {HTMLElement} */ (document.activeElement);
    this.moment = moment;
    byId("moment-text").textContent = t("Showing move {number} again", { number: ply });
    byId("moment").hidden = false;
    byId("main").classList.add("is-past");
    if (!this.from?.checkVisibility({ visibilityProperty: true })) byId("back").focus();
    this.ring([]);
    this.board.mark({});
    byId("choices").inert = true;
    this.goTo(pictureOf(scene));
    await play(beats, false, (beat, isSkipped) => this.change(moment, beat, isSkipped));
    await this.change(moment, changes);
    if (this.moment === moment) this.ring(moment.places);
  }

  /**
   * Show a change, unless something else is shown by now.
   * @param {Moment} moment
   * @param {Changes & Beat} changes
   */
  async change(moment, changes, isHurried = false) {
    if (this.moment === moment) await this.board.change(mergeScene(this.board.scene, changes), changes, isHurried);
  }

  /** @param {Picture} picture */
  goTo(picture) {
    this.board.change(picture, between(this.board.scene, picture), true);
    showWords(picture.text);
  }

  /** Return to the game; return false if it is already shown. */
  end() {
    this.ring([]);
    if (!this.moment) return false;
    this.moment = null;
    skip();
    if (byId("moment").contains(document.activeElement)) this.from?.focus();
    byId("moment").hidden = true;
    byId("main").classList.remove("is-past");
    byId("choices").inert = false;
    this.goTo(state.table.scene);
    this.ended();
    return true;
  }
}
