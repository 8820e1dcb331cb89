// Walks the trie of legal actions, step by step: what can be picked next, what is in the hand, and the action at the end.
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

const isLeaf = (node) => typeof node === "number";

/** How a turn lets a piece lie: "90", or "tile-7-back@90" with another sprite. */
function lying(what) {
  const [turn, sprite = null] = what.split("@").reverse();
  return { turn: Number(turn), sprite };
}

const isSame = (one, other) => (((one - other) % 360) + 360) % 360 === 0;
const inOrder = (turns) => [...turns].sort((one, other) => (lying(one).sprite ?? "").localeCompare(lying(other).sprite ?? "") || lying(one).turn - lying(other).turn);

export class Gestures {
  /** `act(action)` sends a whole gesture, `why(steps)` asks about one that leads nowhere, `changed()` hears of every step, `inHand(picks)` knows what they put into the hand: {id, turn, sprite}. */
  constructor({ act, why, changed, inHand }) {
    this.tell = { act, why, changed, inHand };
    this.sent = null; // how the piece was held that is on its way
    this.wish = null; // the turn that was chosen last, for what is in the hand
    this.offer(null);
  }

  /** New choices, or none. What was in the hand is put back, unless nothing has changed. */
  offer(trie) {
    if (this.isOffered(trie)) return this.tell.changed();
    this.key = JSON.stringify(trie);
    this.trie = trie;
    if (trie) this.sent = null;
    this.back();
  }

  /** Are these the choices that somebody is at? */
  isOffered(trie) {
    return Boolean(this.trie) && JSON.stringify(trie) === this.key;
  }

  back() {
    this.path = [];
    this.chosen = new Set();
    this.wish = null;
    this.settle();
  }

  /** Where one can go on from, the farthest first: here, and before every turn that led here, since nobody has chosen that one yet. [depth, node] */
  get open() {
    const nodes = [this.trie ?? {}];
    for (const [kind, what] of this.path) nodes.push(nodes.at(-1)[kind][what]);
    const found = [[this.path.length, nodes.at(-1)]];
    for (let depth = this.path.length; depth && this.path[depth - 1][0] === "turn"; depth--) found.push([depth - 1, nodes[depth - 1]]);
    return found;
  }

  get node() {
    return this.open[0][1];
  }

  /** The ways on from what is chosen now: [depth, steps of the set, node]. */
  get ways() {
    if (!this.chosen.size) return this.open.map(([depth, node]) => [depth, [], node]);
    const reached = this.sets.find(([, ids]) => ids.length === this.chosen.size && ids.every((id) => this.chosen.has(id)));
    return reached ? [[reached[0], reached[1].map((id) => ["set", id]), reached[2]]] : [];
  }

  get lit() {
    const picks = this.chosen.size ? [] : this.open.flatMap(([, node]) => Object.keys(node.pick ?? {}));
    return new Set([...picks, ...this.fitting]);
  }

  get picked() {
    return [...this.picks, ...this.chosen];
  }

  get picks() {
    return this.path.filter(([kind]) => kind === "pick").map(([, what]) => what);
  }

  get isInHand() {
    return this.path.some(([kind]) => kind !== "turn") || this.chosen.size > 0;
  }

  /** What is in the hand, and how it lies there if it can be turned. */
  get held() {
    return this.trie ? (this.tell.inHand(this.picks)?.id ?? "") : (this.sent?.held ?? "");
  }

  get turned() {
    const turn = this.path.findLast(([kind]) => kind === "turn");
    return turn ? lying(turn[1]) : (this.sent?.turned ?? null);
  }

  /** Take a step; at the end of the gesture the action goes out. */
  step(kind, what) {
    const [depth, steps, node] = this.ways.find(([, , node]) => node[kind]?.[what] !== undefined);
    const next = node[kind][what];
    this.chosen.clear();
    this.path.length = depth;
    this.path.push(...steps, [kind, what]);
    if (isLeaf(next) && kind !== "turn") this.finish(next);
    else this.settle();
  }

  finish(action) {
    this.sent = { held: this.held, turned: this.turned };
    this.trie = null;
    this.path = [];
    this.chosen.clear();
    this.wish = null;
    this.tell.act(action);
    this.tell.changed();
  }

  /** A thing was tapped: pick it, turn it, put it back, begin anew with it, or ask why it cannot be. */
  pick(id) {
    if (this.ways.some(([, , node]) => node.pick?.[id] !== undefined)) return this.step("pick", id);
    if (this.fitting.includes(id)) return this.toggle(id);
    if (this.canTurn && id === this.held) return this.turn(1);
    if (this.picked.includes(id)) return this.back();
    this.tell.why([...this.path, ["pick", id]]);
    if (!this.isInHand || !this.trie) return;
    const [path, chosen] = [this.path, this.chosen];
    this.back();
    if (this.ways.some(([, , node]) => node.pick?.[id] !== undefined)) return this.step("pick", id);
    [this.path, this.chosen] = [path, chosen];
    this.tell.changed();
  }

  /** Take something into the hand that was laid before, held as it lay. */
  takeUp(id, turn) {
    if (this.trie?.pick?.[id] === undefined) return;
    this.wish = String(turn ?? 0);
    this.step("pick", id);
  }

  /** Hold again what was in the hand before the page was loaded anew, as far as it can still be. */
  resume(path, chosen) {
    let node = this.trie ?? {};
    this.wish = path.findLast(([kind]) => kind === "turn")?.[1] ?? null;
    this.path = path.slice(0, path.findIndex(([kind, what]) => typeof (node = node[kind]?.[what] ?? 0) === "number") >>> 0);
    this.chosen = new Set(chosen.filter((id) => this.fitting.includes(id)));
    this.settle();
  }

  // Turns: how what is in the hand lies

  /** Where the choice is between turns, hold the piece as it was turned last, else as it lies. */
  settle() {
    while (this.node.turn) {
      const turns = inOrder(Object.keys(this.node.turn));
      const { turn = 0, sprite = null } = this.tell.inHand(this.picks) ?? {};
      const wish = this.wish === null ? { turn, sprite } : lying(this.wish);
      const fits = (what) => isSame(lying(what).turn, wish.turn);
      this.path.push(["turn", turns.find((what) => what === this.wish) ?? turns.find((what) => fits(what) && lying(what).sprite === wish.sprite) ?? turns.find(fits) ?? turns[0]]);
    }
    this.tell.changed();
  }

  get turns() {
    const place = this.path.findLastIndex(([kind]) => kind === "turn");
    if (place < 0) return [place, []];
    const node = this.path.slice(0, place).reduce((node, [kind, what]) => node[kind][what], this.trie);
    return [place, inOrder(Object.keys(node.turn))];
  }

  get canTurn() {
    return this.turns[1].length > 1;
  }

  turn(by) {
    if (!this.canTurn) return;
    const [place, turns] = this.turns;
    this.wish = turns[(turns.indexOf(this.path[place][1]) + by + turns.length) % turns.length];
    this.path.length = place;
    this.settle();
  }

  // Sets: any number of things in any order; the trie has them in one order only, and a button ends them

  /** Every choice of a set that leads on from here: [depth, its ids, the node behind it]. */
  get sets() {
    const from = (node, ids) => Object.entries(node.set ?? {}).flatMap(([id, next]) => [[[...ids, id], next], ...from(next, [...ids, id])]);
    return this.open.flatMap(([depth, node]) => from(node, []).map(([ids, next]) => [depth, ids, next]));
  }

  /** What belongs to the set that is chosen so far, or may still be added to it. */
  get fitting() {
    const chosen = [...this.chosen];
    return [...new Set(this.sets.filter(([, ids]) => chosen.every((id) => ids.includes(id))).flatMap(([, ids]) => ids))];
  }

  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.tell.changed();
  }

  // Buttons under the prompt

  /** The choices that are no places. */
  controls() {
    const { ways } = this;
    const press = (label) => el("button", { type: "button", class: "choice", "data-step": `button:${label}`, onclick: () => this.step("button", label) }, label);
    const controls = ways.flatMap(([, , node]) => Object.keys(node.button ?? {})).map(press);
    for (const [, , node] of ways) if (node.number) controls.push(this.stepper(Object.keys(node.number).map(Number)));
    if (this.canTurn) controls.push(el("button", { type: "button", class: "turn", "data-step": "turn", onclick: () => this.turn(1) }, t("Turn (R)")));
    if (ways.length && isLeaf(ways[0][2])) controls.push(el("button", { type: "button", class: "primary choice", "data-step": "confirm", onclick: () => this.finish(ways[0][2]) }, t("Confirm")));
    if (this.isInHand) controls.push(el("button", { type: "button", class: "quiet put-back", "data-step": "back", onclick: () => this.back() }, t("Put back")));
    return controls;
  }

  stepper(numbers) {
    const sorted = [...numbers].sort((one, other) => one - other);
    const shown = el("output", { "aria-live": "polite" }, sorted[0]);
    let place = 0;
    const go = (by) => {
      place = Math.min(sorted.length - 1, Math.max(0, place + by));
      shown.textContent = sorted[place];
      less.disabled = place === 0;
      more.disabled = place === sorted.length - 1;
    };
    const take = el("button", { type: "button", class: "primary choice", "data-step": "number", onclick: () => this.step("number", String(sorted[place])) }, t("Take it"));
    const less = el("button", { type: "button", "aria-label": t("less"), onclick: () => go(-1) }, "−");
    const more = el("button", { type: "button", "aria-label": t("more"), onclick: () => go(1) }, "+");
    go(0);
    return el("span", { class: "stepper", role: "group", "aria-label": t("How many?") }, less, shown, more, take);
  }
}

/** Show the controls, and keep the focus where it was if the same button is still there. */
export function showControls(controls) {
  const step = document.activeElement?.dataset?.step;
  byId("choices").replaceChildren(...controls);
  if (step) [...byId("choices").querySelectorAll("[data-step]")].find((control) => control.dataset.step === step)?.focus();
}
