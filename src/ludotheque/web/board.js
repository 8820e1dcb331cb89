// Draws a scene and moves its pieces. It knows about pieces, places and sprites, not games.
import { Arrow } from "./arrow.js";
import { whenThere } from "./art.js";
import { Camera } from "./camera.js";
import { Carry } from "./carry.js";
import { el, shape } from "./dom.js";
import { Fingers } from "./fingers.js";
import { Ground } from "./ground.js";
import { Hand } from "./hand.js";
import { Hits } from "./hits.js";
import { finishAll } from "./motion.js";
import { isLoose, Pieces, spotOf } from "./pieces.js";
import { listen } from "./reach.js";
import { Rings } from "./rings.js";
import { Trail } from "./trail.js";

/** @import { Changes, Piece } from "protocol" */
/** @import { Step } from "./trie.js" */
/** @import { Spot } from "./hits.js" */
/** @import { BoardListener } from "./reach.js" */
/** @import { Picture } from "./update.js" */

/**
 * The marks on places and pieces: what can be picked next (`lit`), what is `picked` or `held`, how
 * it is `turned` and whether it can be; what is laid out and can be picked up again (`laid`), what the `last` action touched, what a lesson or log line points out (`hinted`), and the gesture
 * that is `shown`, step by step.
 * @typedef {object} Marks
 * @property {Set<string>} lit
 * @property {string[]} picked
 * @property {string[]} last
 * @property {string[]} laid
 * @property {string[]} hinted
 * @property {Step[]} shown
 * @property {string} held
 * @property {{ turn: number, sprite: string | null } | null} turned
 * @property {boolean} canTurn
 */

const MARKS = ["marks", "trail", "told", "arrow", "ghost", "things", "hits"]; // over all pieces
const MOST_TOUCHED = 12; // if the last action touched more, as a new round does, marks say nothing
/** @type {Marks} */
const NO_MARKS = {
  lit: new Set(),
  picked: [],
  last: [],
  laid: [],
  hinted: [],
  shown: [],
  held: "",
  turned: null,
  canTurn: false,
};

export class Board {
  /**
   * Without `tell` the board is read-only.
   * @param {HTMLElement} root
   * @param {BoardListener | null} tell
   */
  constructor(root, tell = null) {
    // docs/decisions.md: A board is a stack of layers, and every piece is its own picture
    const { layers, stack, drawings, views } = spread(root);
    this.root = root;
    this.marks = NO_MARKS;
    /** @type {number | undefined} */
    this.measuring = undefined; // the requested animation frame
    /** @type {number | undefined} */
    this.measuringThings = undefined;
    this.scene = /** @type {Picture} */ ({ pieces: new Map(), places: new Map() });
    this.things = tell ? layers.things : null;
    this.thingsKey = "";
    this.ground = new Ground(root, layers);
    this.pieces = new Pieces(layers);
    this.hits = new Hits(layers, Boolean(tell));
    this.rings = new Rings(layers.marks);
    this.trail = new Trail(layers.trail);
    this.told = layers.told;
    this.hand = new Hand(layers.ghost, this.pieces);
    this.arrow = new Arrow(layers.arrow, this.hand, () => this.camera.unit);
    this.carry = new Carry(this, tell);
    this.camera = new Camera(
      { root, stack, drawings, views },
      {
        settled: () => this.fit(),
        isLit: (box) => [...this.marks.lit].some((id) => isWithin(box, this.find(id))),
      },
    );
    this.fingers = new Fingers(this.camera, this.carry, tell ?? { turn: () => {}, canTurn: () => false });
    if (tell) listen(this, tell);
    new ResizeObserver(() => {
      this.camera.resize();
      this.fit();
    }).observe(root);
    document.addEventListener("visibilitychange", () => document.hidden && finishAll()); // animations stop in a hidden tab
  }

  // Scenes

  /**
   * Show a whole scene of a game at once, without animation.
   * @param {string} game
   * @param {Picture} scene
   */
  show(game, scene) {
    this.pieces.game = game;
    this.scene = this.hand.scene = scene;
    this.trail.clear();
    this.setFrame(true);
    this.pieces.show(scene.pieces.values());
    this.setPlaces();
    this.setThings();
    if (scene.pieces.size) whenThere(game, () => this.measure()); // a piece has no size before
  }

  /**
   * Change to another scene of the same game: pieces glide to their new positions. Resolves when
   * all of them have arrived.
   * @param {Picture} scene
   * @param {Changes} changes
   * @param {boolean} isHurried skip the animation
   */
  async change(scene, { pieces = [], gone = [], places = [], frame, areas }, isHurried = false) {
    this.scene = this.hand.scene = scene;
    if (frame || areas) this.setFrame(false);
    const motions = gone.filter((id) => this.pieces.drawn.has(id)).map((id) => this.pieces.take(id, isHurried));
    const carried = frame ? this.pieces.carried(pieces) : [];
    for (const piece of carried) this.pieces.lay(piece); // the view glides, and they are part of it
    const moved = pieces.filter((piece) => !carried.includes(piece));
    motions.push(...this.move(moved, isHurried));
    if (places.length || gone.length) this.setPlaces();
    if (isHurried) {
      finishAll();
      this.camera.arrive();
    }
    await Promise.all([...motions, this.camera.arrived]);
    if (pieces.length || gone.length) this.measureThings();
    this.pieces.order();
    this.nameHits();
  }

  /**
   * @param {Piece[]} pieces
   * @param {boolean} isHurried
   */
  move(pieces, isHurried) {
    const { drawn } = this.pieces;
    const moving = isHurried ? [] : pieces.filter((piece) => drawn.has(piece.id) || piece.via);
    const motions = pieces.map(async (piece) => {
      if (isHurried) this.pieces.lay(piece);
      else await this.pieces.move(piece, this.scene.width);
    });
    this.pieces.order(new Set(moving.map((piece) => piece.id)));
    return motions;
  }

  /** Set the bounds of the scene, and its ground. */
  setFrame(/** @type {boolean} */ isFirst) {
    this.ground.set(this.pieces.game, this.scene);
    this.camera.frameScene(this.scene, isFirst);
  }

  setPlaces() {
    this.hits.keep((id) => this.scene.places.has(id));
    this.hits.setAll(this.scene.places.values(), this.camera.unit);
    this.showRings();
    this.ground.setCards(this.scene);
    this.nameHits();
  }

  /** Add areas for labelled pieces outside all places, so that they can be pointed at. */
  setThings() {
    if (!this.things) return;
    const things = [...this.pieces.drawn.values()].filter(({ piece }) => piece.label && !piece.place).map(spotOf);
    const key = JSON.stringify(things);
    if (key !== this.thingsKey) this.things.replaceChildren(...things.map(thing));
    this.thingsKey = key;
  }

  /** Resize touch targets after the view has changed. */
  fit() {
    const { places } = this.scene;
    this.hits.setAll(places.values(), this.camera.unit);
    this.setLoose([...this.hits.nodes.keys()].filter((id) => !places.has(id)));
    this.showRings();
    this.arrow.draw();
  }

  /** Measure everything again once the art has loaded. */
  measure() {
    this.measuring ??= requestAnimationFrame(() => {
      this.measuring = undefined;
      this.fit();
      this.setThings();
    });
  }

  /** Measure at most once per frame, since reading the layout between changes is slow. */
  measureThings() {
    this.measuringThings ??= requestAnimationFrame(() => {
      this.measuringThings = undefined;
      this.setThings();
    });
  }

  // What can be done

  /** @param {Partial<Marks>} marks */
  mark(marks) {
    const [before, shown] = [[...this.marks.lit].join(), String(this.marks.shown)];
    this.marks = { ...NO_MARKS, ...marks };
    this.arrow.show(this.marks.shown);
    this.markPieces();
    this.markHits();
    this.nameHits();
    this.camera.showBar();
    const now = [...this.marks.lit].join();
    if (now && now !== before) this.camera.seek();
    if (String(this.marks.shown) !== shown) this.lookForArrow();
    this.hand.take(this.marks);
  }

  /** Zoom out if part of the suggested move is out of view. */
  lookForArrow() {
    const { from, to } = this.arrow.plan;
    const seen = this.camera.seen(this.camera.box);
    const isHidden = (/** @type {string} */ id) => !isWithin(seen, this.find(id));
    if (this.camera.look !== "" && [...from, ...(to === null ? [] : [to])].some(isHidden)) this.camera.lookAt("");
  }

  /** Lift picked pieces, and turn the one that is held. */
  markPieces() {
    const { picked, held, turned } = this.marks;
    for (const drawn of this.pieces.drawn.values()) {
      const { id, place = "" } = drawn.piece;
      const isLifted = picked.includes(id) || (isLoose(drawn.piece) && picked.includes(place));
      drawn.node.classList.toggle("is-lifted", isLifted);
      if (turned && id === held) this.pieces.hold(drawn, turned.turn, turned.sprite);
      else this.pieces.release(drawn);
    }
    this.root.classList.toggle("is-in-hand", picked.length > 0);
  }

  markHits() {
    const { lit, picked, laid, hinted, held, canTurn } = this.marks;
    const { from, to } = this.arrow.plan;
    const [turnable, target] = [canTurn ? [held] : [], to === null ? [] : [to]];
    const known = [...lit, ...picked, ...laid, ...turnable, ...from, ...target];
    const loose = known.filter((id) => !this.scene.places.has(id));
    this.hits.keep((id) => this.scene.places.has(id) || loose.includes(id));
    this.setLoose(loose);
    if (canTurn && !picked.includes(held) && loose.includes(held)) this.hits.lower(held);
    this.hits.mark({
      "is-lit": lit,
      "is-picked": picked,
      "is-laid": laid,
      "is-hinted": hinted,
      "is-source": from,
      "is-target": target,
      "is-held": turnable,
    });
    this.hits.press(picked);
    this.showRings();
  }

  showRings() {
    const { lit, picked, laid, last: touched } = this.marks;
    const last = touched.length > MOST_TOUCHED ? [] : touched;
    this.rings.show(this.hits.spots, { "is-last": last, "is-laid": laid, "is-lit": lit, "is-picked": picked });
  }

  /**
   * Set areas for pieces outside all places.
   * @param {string[]} ids
   */
  setLoose(ids) {
    const drawn = new Set(ids.flatMap((id) => this.pieces.drawn.get(id) ?? []));
    this.hits.setAll([...drawn].map(spotOf), this.camera.unit);
  }

  // Names

  /**
   * Return a place or a piece.
   * @param {string} id
   */
  find(id) {
    return this.scene.places.get(id) ?? this.pieces.drawn.get(id)?.piece;
  }

  /**
   * Return the areas of these places and pieces, as far as they exist.
   * @param {string[]} ids
   */
  spots(ids) {
    const { places } = this.scene;
    /** @type {Map<string, Spot>} */
    const found = new Map();
    for (const id of ids) {
      const drawn = this.pieces.drawn.get(id);
      const spot = places.get(id) ?? (drawn && spotOf(drawn));
      if (spot) found.set(id, spot);
    }
    return found;
  }

  /**
   * Return the name of a place or piece.
   * @param {string} id
   */
  nameOf(id) {
    return (this.find(id)?.label ?? "").split("\n")[0];
  }

  /**
   * Return the name and the details of the pieces there: all but the first line of their labels.
   * @param {string} id
   */
  tellOf(id) {
    return [this.nameOf(id), ...this.pieces.at(id).flatMap(({ label = "" }) => label.split("\n").slice(1))].join("\n");
  }

  nameHits() {
    const { from, to } = this.arrow.plan;
    this.hits.name((id) => this.nameOf(id), { lit: this.marks.lit, from, to });
  }
}

/**
 * Make the layers of a board, from the bottom: the ground, fixed pieces, loose pieces, marks. Each
 * is painted separately, so a change in one does not touch the others.
 * @param {HTMLElement} root
 */
function spread(root) {
  const ground = shape("g", { class: "ground" });
  const marks = Object.fromEntries(MARKS.map((name) => [name, shape("g", { class: name })]));
  const views = [el("div", { class: "view fixtures" }), el("div", { class: "view pieces" })];
  const drawings = [
    shape("svg", { class: "drawing under", "aria-hidden": "true" }, ground),
    shape("svg", { class: "drawing", role: "presentation" }, Object.values(marks)),
  ];
  const stack = el("div", { class: "stack" }, drawings[0], ...views, drawings[1]);
  root.append(stack);
  const layers = /** @type {any} */ ({ ground, fixtures: views[0], pieces: views[1], ...marks });
  return { layers, stack, drawings, views };
}

/** @param {Spot} spot */
function thing({ id, x, y, width, height }) {
  return shape("rect", { class: "thing", "data-id": id, x: x - width / 2, y: y - height / 2, width, height });
}

/**
 * @param {{ x: number, y: number, width: number, height: number }} area
 * @param {{ x: number, y: number } | undefined} spot
 */
const isWithin = (area, spot) =>
  spot !== undefined &&
  spot.x >= area.x &&
  spot.x <= area.x + area.width &&
  spot.y >= area.y &&
  spot.y <= area.y + area.height;
