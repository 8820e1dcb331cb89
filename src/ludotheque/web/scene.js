// Draws a scene as SVG and lets its pieces move. It knows pieces, places and sprites, and no game.
import { Camera } from "./camera.js";
import { byId, isCalm, shape } from "./dom.js";
import { named, t } from "./i18n.js";
import { wasLong } from "./tip.js";

const SHORTEST = 180; // ms
const LONGEST = 320;
const FADE = 120;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const EDGE = 8; // units by which a ground may stand out over its scene
const GHOST_CLICK = 700; // ms in which a click is only the echo of a tap
const FINGER = 44; // px: the least that a finger finds
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What lies there after a change, by id. */
export const after = (old, news = [], gone = []) => new Map([...old, ...news.map((thing) => [thing.id, thing])].filter(([id]) => !gone.includes(id)));

export class Board {
  /** `pick(id)` when somebody takes or taps something, `point(id, node)` when they point at it or leave it (null), `turn(by)` when they turn what is in their hand, if it `canTurn()`. Without these it is a board to look at. */
  constructor(svg, tell = null) {
    this.svg = svg;
    this.game = "";
    this.tell = tell;
    this.pieces = new Map(); // id: {piece, node, lift, face: the sprite that is drawn, turn: how it is held}
    this.places = new Map(); // id: place
    this.touched = -GHOST_CLICK; // when a finger last went up
    this.hits = new Map(); // id: the area that is tapped and that has the focus
    this.layers = Object.fromEntries(["ground", "fixtures", "pieces", "halos", "ghost", "things", "hits"].map((name) => [name, shape("g", { class: name })]));
    this.night = shape("rect", { class: "night" }); // falls on what does not move
    this.edge = shape("rect", {}); // the ground ends here
    this.layers.ground.setAttribute("clip-path", `url(#${svg.id}-edge)`);
    svg.append(shape("clipPath", { id: `${svg.id}-edge` }, this.edge), ...Object.values(this.layers));
    this.camera = new Camera(svg, { settled: () => this.fit(), turn: tell?.turn, canTurn: tell?.canTurn });
    this.camera.isLit = (area) => [...(this.lit ?? [])].some((id) => isWithin(area, this.places.get(id) ?? this.pieces.get(id)?.piece));
    this.layers.fixtures.after(this.night);
    if (tell) this.listen(svg, tell);
    new ResizeObserver(() => this.fit()).observe(svg);
    document.addEventListener("visibilitychange", () => document.hidden && svg.getAnimations({ subtree: true }).forEach((motion) => motion.finish())); // time stands still where nobody looks
  }

  listen(svg, { point, turn }) {
    svg.addEventListener("click", (event) => event.timeStamp - this.touched > GHOST_CLICK && this.tapped(event, event.detail > 0));
    svg.addEventListener("pointerup", (event) => event.pointerType === "touch" && this.lifted(event));
    svg.addEventListener("dblclick", (event) => event.target.dataset?.id === undefined && turn(1));
    svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(event.target.dataset?.id ?? null, event.target));
    svg.addEventListener("pointerleave", () => point(null));
    svg.addEventListener("keydown", (event) => this.keyed(event));
    svg.addEventListener("focusin", (event) => this.focused(event.target));
  }

  /** A whole scene at once, without motion. */
  show(scene) {
    this.hand = scene.hand ?? "";
    this.setFrame(scene, true);
    this.layers.fixtures.replaceChildren();
    this.layers.pieces.replaceChildren();
    this.pieces.clear();
    for (const piece of scene.pieces) this.lay(piece);
    this.order();
    this.setPlaces(scene.places);
    this.setThings();
  }

  /** The bounds of the scene, and its ground. */
  setFrame(scene, isFirst = false) {
    this.width = scene.width;
    const around = { x: (scene.left ?? 0) - EDGE, y: (scene.top ?? 0) - EDGE, width: scene.width + 2 * EDGE, height: scene.height + 2 * EDGE };
    for (const [name, value] of Object.entries(around)) {
      this.edge.setAttribute(name, value);
      this.night.setAttribute(name, scene.ground ? value : 0);
    }
    if (this.ground !== `${this.game} ${scene.ground}`) this.layers.ground.replaceChildren(scene.ground ? sprite(this.game, scene.ground) : "");
    this.ground = `${this.game} ${scene.ground}`;
    this.frame = scene;
    this.camera.frameScene(scene, isFirst);
  }

  /** What has changed since: pieces glide to where they lie now. Answers when all of them have arrived. */
  async change({ pieces = [], gone = [], places = [], frame = null, areas = null, hand = null, hurried = false }) {
    if (frame || areas) this.setFrame({ ...this.frame, ...frame, areas: areas ?? this.frame.areas });
    if (hand !== null) this.hand = hand;
    const motions = gone.filter((id) => this.pieces.has(id)).map((id) => this.take(id));
    const moving = new Set();
    for (const piece of pieces) {
      const known = this.pieces.get(piece.id);
      if (hurried) this.lay(piece);
      else if (!known && !piece.via) motions.push(this.fade(this.lay(piece).node, [0, 1]));
      else {
        moving.add(piece.id);
        motions.push(this.glide(known ?? this.lay({ ...piece, x: piece.via[0][0], y: piece.via[0][1] }), piece));
      }
    }
    this.order(moving);
    if (places.length || gone.length) this.setPlaces([...after(this.places, places, gone).values()]);
    this.setThings();
    if (hurried) this.svg.getAnimations({ subtree: true }).forEach((motion) => motion.finish());
    await Promise.all(motions);
    this.order();
    this.nameHits();
  }

  // Pieces

  lay(piece) {
    let known = this.pieces.get(piece.id);
    if (!known) {
      const lift = shape("g", { class: "lift" });
      known = { node: shape("g", { class: "piece", "data-piece": piece.id }, lift), lift };
      this.pieces.set(piece.id, known);
    }
    known.piece = piece;
    known.turn = null;
    this.face(known, piece.sprite);
    known.node.style.transform = stand(piece);
    return known;
  }

  face(known, name) {
    if (known.face === name) return;
    const drawn = sprite(this.game, name);
    drawn.addEventListener("load", () => this.measure()); // it has no size before
    known.lift.replaceChildren(drawn);
    known.face = name;
  }

  /** Look once more how large everything is, when the art has come. */
  measure() {
    this.measuring ??= requestAnimationFrame(() => {
      this.measuring = null;
      this.fit();
      this.setThings();
    });
  }

  /** Hold a piece in a certain way, or as it lies: it turns the short way. */
  holdAs(known, turn, face) {
    const [from, to] = [known.turn ?? known.piece.turn ?? 0, nearest(known.turn ?? known.piece.turn ?? 0, turn ?? known.piece.turn ?? 0)];
    this.face(known, face ?? known.piece.sprite);
    known.turn = turn === null ? null : to;
    known.node.style.transform = stand({ ...known.piece, turn: turn === null ? known.piece.turn : to });
    if (from !== to && !isCalm()) known.node.animate([from, to].map((angle) => ({ transform: stand({ ...known.piece, turn: angle }) })), { duration: SHORTEST, easing: EASE });
  }

  async take(id) {
    const known = this.pieces.get(id);
    this.pieces.delete(id);
    await this.fade(known.node, [1, 0]);
    known.node.remove();
  }

  fade(node, opacity) {
    return finished(node.animate({ opacity }, { duration: FADE, easing: "ease-out" }));
  }

  glide(known, piece) {
    const from = { ...known.piece, turn: known.turn ?? known.piece.turn };
    const [isTurnedOver, angle] = [known.face !== piece.sprite, nearest(from.turn ?? 0, piece.turn ?? 0)];
    if (isCalm() || piece.jump) {
      this.lay(piece);
      return this.fade(known.node, [0.2, 1]);
    }
    const stops = [from, ...(piece.via ?? []).map(([x, y]) => ({ x, y })), piece];
    const lengths = stops.slice(1).map((stop, number) => Math.hypot(stop.x - stops[number].x, stop.y - stops[number].y));
    const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
    let gone = 0;
    const frames = stops.map((stop, number) => {
      gone += number ? lengths[number - 1] : 0;
      const share = number === stops.length - 1 ? 1 : gone / whole;
      const between = (start, end) => start + (end - start) * share;
      return { transform: stand({ x: stop.x, y: stop.y, turn: between(from.turn ?? 0, angle), size: between(from.size ?? 1, piece.size ?? 1) }), offset: share };
    });
    const duration = Math.min(LONGEST, SHORTEST + (whole / this.width) * 600) * Math.max(1, lengths.length / 2);
    known.piece = piece;
    known.turn = null;
    known.node.style.transform = stand(piece);
    const motion = finished(known.node.animate(frames, { duration, easing: EASE }));
    return isTurnedOver ? Promise.all([motion, this.flip(known, piece, duration)]) : motion;
  }

  /** Turn a piece over: it narrows to its edge, and opens with its other face. */
  async flip(known, piece, duration) {
    const half = { duration: duration / 2, easing: "linear" };
    await finished(known.lift.animate({ transform: ["scaleY(1)", "scaleY(0.05)"] }, half));
    this.face(known, piece.sprite);
    await finished(known.lift.animate({ transform: ["scaleY(0.05)", "scaleY(1)"] }, half));
  }

  /** Higher layers lie on top, and whatever moves passes above the rest. */
  order(moving = new Set()) {
    const rank = ({ piece }) => (piece.layer ?? 0) + (moving.has(piece.id) ? 1e6 : 0);
    const sorted = [...this.pieces.values()].sort((one, other) => rank(one) - rank(other));
    let [next, layer] = [null, this.layers.pieces];
    for (const { node, piece } of sorted.reverse()) {
      if (!isLoose(piece) && layer !== this.layers.fixtures) [next, layer] = [null, this.layers.fixtures];
      if (node.parentNode !== layer || node.nextSibling !== next) layer.insertBefore(node, next);
      next = node;
    }
  }

  // Places, and what can be done with them

  setPlaces(places) {
    this.places = new Map(places.map((place) => [place.id, place]));
    for (const id of [...this.hits.keys()]) if (!this.places.has(id)) this.dropHit(id);
    for (const place of places) this.setHit(place);
    if (!this.frame.ground) this.layers.ground.replaceChildren(...places.map(card)); // a game without a picture: words on cards
    this.svg.parentNode.classList.toggle("has-cards", !this.frame.ground && places.length > 0);
    this.nameHits();
  }

  /** After the view has changed: what a finger needs is another number of units now. */
  fit() {
    this.places.forEach((place) => this.setHit(place));
    for (const id of this.hits.keys()) if (!this.places.has(id) && this.pieces.has(id)) this.setHit(this.asPlace(this.pieces.get(id)));
  }

  /** Pieces that lie on no place and have something to say: one can point at them. */
  setThings() {
    if (!this.tell) return;
    const things = [...this.pieces.values()].filter(({ piece }) => piece.label && !piece.place);
    this.layers.things.replaceChildren(
      ...things.map((known) => {
        const { id, x, y, width, height } = this.asPlace(known);
        return shape("rect", { class: "thing", "data-id": id, x: x - width / 2, y: y - height / 2, width, height });
      }),
    );
  }

  setHit(place) {
    const old = this.hits.get(place.id);
    const least = FINGER / (this.svg.getScreenCTM()?.a || 1); // in the scene's units
    const [width, height] = [Math.max(place.width, least), Math.max(place.height, least)];
    const area = place.is_round
      ? { cx: place.x, cy: place.y, rx: width / 2, ry: height / 2 }
      : { x: place.x - width / 2, y: place.y - height / 2, width, height, rx: Math.min(width, height) / 10 };
    if (old) return Object.entries(area).forEach(([name, value]) => old.setAttribute(name, value));
    const hit = shape(place.is_round ? "ellipse" : "rect", { class: "place", "data-id": place.id, ...(this.tell ? { role: "button", tabindex: -1 } : {}), ...area });
    this.hits.set(place.id, hit);
    this.layers.hits.append(hit);
    if (this.tell && !this.layers.hits.querySelector('[tabindex="0"]')) hit.setAttribute("tabindex", 0);
  }

  dropHit(id) {
    const hit = this.hits.get(id);
    this.hits.delete(id);
    hit.remove();
    if (hit.getAttribute("tabindex") === "0") this.hits.values().next().value?.setAttribute("tabindex", 0);
  }

  /** Light what can be picked next, lift what is picked, hold it as it is `turned`, show what is laid out and can be taken up again, keep a trail of the last action. */
  mark({ lit = new Set(), picked = [], last = [], laid = [], held = "", turned = null, canTurn = false, hinted = [] }) {
    Object.assign(this, { lit, picked, held, turned });
    const chosen = new Set(picked);
    for (const known of this.pieces.values()) {
      const { piece, node } = known;
      node.classList.toggle("is-lifted", chosen.has(piece.id) || (isLoose(piece) && chosen.has(piece.place)));
      if (turned && piece.id === held) this.holdAs(known, turned.turn, turned.sprite);
      else if (known.turn !== null) this.holdAs(known, null, null);
    }
    const loose = new Set([...lit, ...picked, ...laid, ...(canTurn ? [held] : [])].filter((id) => !this.places.has(id) && this.pieces.has(id)));
    for (const id of this.hits.keys()) if (!this.places.has(id) && !loose.has(id)) this.dropHit(id);
    for (const id of loose) this.setHit(this.asPlace(this.pieces.get(id)));
    if (canTurn && loose.has(held) && !chosen.has(held)) this.layers.hits.prepend(this.hits.get(held)); // it may lie where it can be put
    for (const [id, hit] of this.hits) {
      hit.classList.toggle("is-lit", lit.has(id));
      hit.classList.toggle("is-picked", chosen.has(id));
      hit.classList.toggle("is-laid", laid.includes(id));
      hit.classList.toggle("is-hinted", hinted.includes(id));
      hit.classList.toggle("is-held", canTurn && id === held);
      hit.classList.toggle("is-last", last.includes(id));
      if (this.tell) hit.setAttribute("aria-pressed", String(chosen.has(id)));
    }
    this.svg.classList.toggle("is-in-hand", picked.length > 0);
    this.layers.halos.replaceChildren(...(picked.length ? [...lit] : []).filter((id) => this.hits.has(id)).map((id) => halo(this.hits.get(id))));
    this.nameHits();
    this.camera.showBar();
    const choices = [...lit].join();
    if (choices && choices !== this.choices) this.camera.seek();
    this.choices = choices;
    this.ghost(this.pointed ?? null); // turned in the hand, it stays where one points
  }

  /** A piece as an area of its own: the box around it, as it is turned. */
  asPlace({ piece, lift, turn }) {
    const [box, size, angle] = [lift.getBBox(), piece.size ?? 1, ((turn ?? piece.turn ?? 0) * Math.PI) / 180];
    const corners = [box.x, box.x + box.width].flatMap((x) => [box.y, box.y + box.height].map((y) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]));
    const [left, right] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
    const [top, bottom] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
    return { id: piece.id, x: piece.x + ((left + right) / 2) * size, y: piece.y + ((top + bottom) / 2) * size, width: (right - left) * size, height: (bottom - top) * size, label: piece.label };
  }

  /** What a place or a piece is called. */
  nameOf(id) {
    return named((this.places.get(id) ?? this.pieces.get(id)?.piece)?.label || "");
  }

  /** What a screen reader says about each area: the place, what lies there, and whether it can be picked. */
  nameHits() {
    if (!this.tell) return;
    for (const [id, hit] of this.hits) {
      const name = this.nameOf(id) || id;
      hit.setAttribute("aria-label", this.lit?.has(id) ? t("{name}, can be picked", { name }) : name);
    }
  }

  /** What is in the hand, as it would lie here; or, if one points at nothing, at the place that was picked for it. */
  ghost(id) {
    this.pointed = id;
    this.layers.ghost.replaceChildren();
    const source = this.held;
    const chosen = (this.picked ?? []).findLast((one) => one !== source && this.places.has(one));
    const target = this.lit?.has(id) && this.places.has(id) ? id : chosen;
    if (!source || !target) return;
    const held = this.pieces.has(source) ? [this.pieces.get(source)] : this.stack(source);
    const [dx, dy] = held.length ? this.way(source, target, held) : [];
    for (const { piece, lift } of held) {
      const copy = shape("g", {}, lift.firstChild.cloneNode(true));
      copy.style.transform = stand({ ...piece, x: piece.x + dx, y: piece.y + dy, turn: this.turned?.turn ?? piece.turn, size: this.places.get(target).size || piece.size });
      this.layers.ghost.append(copy);
    }
  }

  /** How far what is held has to go: a stack onto what lies on the target or as it lay before, a single piece to the middle. */
  way(source, target, held) {
    const [lowest, to] = [held[0].piece, this.middle(target)];
    if (this.pieces.has(source)) return [to.x - lowest.x, to.y - lowest.y];
    const top = this.stack(target).at(-1)?.piece;
    if (top) return [top.x - lowest.x, top.y - this.rise(held) - lowest.y];
    const from = this.middle(source);
    return [to.x - from.x, to.y - from.y];
  }

  /** What these picks put into the hand: the last piece among them, else what is there anyway, else what lies on the last place. */
  inHand(picks) {
    const id = picks.findLast((one) => this.pieces.has(one)) ?? (this.pieces.has(this.hand) ? this.hand : picks.at(-1));
    return id === undefined ? null : { id, turn: this.pieces.get(id)?.piece.turn ?? 0, sprite: this.pieces.get(id)?.piece.sprite ?? null };
  }

  /** The loose pieces on a place, the lowest first. */
  stack(place) {
    return [...this.pieces.values()].filter(({ piece }) => isLoose(piece) && piece.place === place).sort((one, other) => one.piece.layer - other.piece.layer);
  }

  /** By how much a piece lies higher than the one below it: as in any stack that there is, else a sixth of a piece. */
  rise(held) {
    for (const id of this.places.keys()) {
      const [low, high] = this.stack(id);
      if (high) return low.piece.y - high.piece.y;
    }
    return held[0].node.getBBox().height / 6;
  }

  /** Where a place has its centre. Its area may grow with what lies on it; what is fixed there does not move. */
  middle(id) {
    return [...this.pieces.values()].find(({ piece }) => !isLoose(piece) && piece.place === id)?.piece ?? this.places.get(id) ?? this.pieces.get(id).piece;
  }

  // Hands and keys

  /** A finger goes up: a tap, if it has neither moved nor stayed. The browser's own click comes late, or after two fingers not at all. */
  lifted(event) {
    this.touched = event.timeStamp;
    if (!this.camera.isDrag && !wasLong()) this.tapped(event, true);
  }

  /** A tap means the lit thing nearest to the finger, as far as a finger reaches; else what it hit. */
  tapped(event, isAimed) {
    const hit = event.target.dataset?.id ?? null;
    const isMeant = this.lit?.has(hit) || this.picked?.includes(hit) || event.target.matches(".is-held, .is-laid");
    if (!isAimed || isMeant) return hit !== null && this.tell.pick(hit);
    const near = this.nearest(event.clientX, event.clientY) ?? hit;
    if (near !== null) this.tell.pick(near);
  }

  nearest(x, y) {
    let [best, least] = [null, FINGER / 2];
    for (const id of this.lit ?? []) {
      const box = this.hits.get(id)?.getBoundingClientRect();
      if (!box) continue;
      const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (distance < least) [best, least] = [id, distance];
    }
    return best;
  }

  keyed(event) {
    const id = event.target.dataset?.id;
    if (id === undefined) return;
    if (event.key === "Enter" || event.key === " ") this.tell.pick(id);
    else if (event.key in ARROWS) this.neighbour(id, ARROWS[event.key])?.focus();
    else return;
    event.preventDefault();
  }

  /** The nearest area in a direction; what lies farther aside than ahead is far away. */
  neighbour(id, [dx, dy]) {
    const middle = (hit) => {
      const box = hit.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(this.hits.get(id));
    let [best, least] = [null, Infinity];
    for (const hit of this.hits.values()) {
      const [left, top] = middle(hit);
      const [ahead, aside] = [(left - x) * dx + (top - y) * dy, Math.abs((left - x) * dy) + Math.abs((top - y) * dx)];
      const far = Math.hypot(ahead, aside) * (aside < ahead + 0.01 ? 1 : 99);
      if (ahead > 0.01 && far < least) [best, least] = [hit, far];
    }
    return best;
  }

  focused(hit) {
    if (hit.dataset?.id === undefined) return;
    for (const other of this.hits.values()) other.setAttribute("tabindex", other === hit ? 0 : -1);
    if (hit.matches(":focus-visible")) this.camera.reveal(hit.getBBox());
    this.tell.point(hit.dataset.id, hit);
  }
}

/** The board in words: for those who listen, and for everybody where a game has no picture. */
export function showWords(text) {
  byId("text-board").textContent = named(text ?? "");
}

/** Does a game have a picture? If not, its words are shown instead, and cards to choose from. */
export function choosePicture(scene) {
  const isPlain = !scene.ground;
  byId("board").parentNode.classList.toggle("is-plain", isPlain);
  byId("text-board").classList.toggle("visually-hidden", !isPlain);
  byId("text-board").tabIndex = isPlain ? 0 : -1; // it may have to be scrolled
}

/** A sprite of a game's art, drawn around its own origin. */
export const sprite = (game, name) => shape("use", { href: `/art/${game}.svg#${name}` });

/** A place of a game without a picture: a card with its name on it. */
const card = ({ id, x, y, width, height, label }) =>
  shape("g", { class: "card-face", "data-card": id }, shape("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 8 }), shape("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, label));

/** The dark edge that lets a light ring stand out on any ground. */
function halo(hit) {
  const copy = hit.cloneNode();
  for (const name of ["class", "data-id", "role", "tabindex", "aria-label", "aria-pressed"]) copy.removeAttribute(name);
  return copy;
}

const isWithin = (area, spot) => Boolean(spot) && spot.x >= area.x && spot.x <= area.x + area.width && spot.y >= area.y && spot.y <= area.y + area.height;

/** An angle, so many times around that it is nearest to another. */
const nearest = (from, to) => to + 360 * Math.round((from - to) / 360);

const isLoose = (piece) => (piece.layer ?? 0) > 0; // what has layer 0 belongs to the ground

const stand = ({ x, y, turn = 0, size = 1 }) => `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})`;

const finished = (animation) => animation.finished.catch(() => null); // a motion that is cut short has ended too
