// Walks the trie of legal actions, step by step: what can be picked next, what is in the hand, and the action at the end.
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

const isLeaf = (node) => typeof node === "number";

export class Gestures {
  /** `act(action)` sends a whole gesture, `why(steps)` asks about one that leads nowhere, `changed()` hears of every step. */
  constructor({ act, why, changed }) {
    this.tell = { act, why, changed };
    this.lastTurn = null;
    this.offer(null);
  }

  /** New choices, or none. What was in the hand is put back, unless nothing has changed. */
  offer(trie) {
    const key = JSON.stringify(trie);
    if (key === this.key && this.trie) return this.tell.changed();
    this.key = key;
    this.trie = trie;
    this.back();
  }

  back() {
    this.path = [];
    this.chosen = new Set();
    this.settle();
  }

  get node() {
    return this.path.reduce((node, [kind, what]) => node[kind][what], this.trie ?? {});
  }

  get lit() {
    const node = this.node;
    return new Set([...Object.keys(node.pick ?? {}), ...this.sets().flatMap(([ids]) => ids)]);
  }

  get picked() {
    return [...this.path.filter(([kind]) => kind === "pick").map(([, what]) => what), ...this.chosen];
  }

  get isInHand() {
    return this.path.some(([kind]) => kind !== "turn") || this.chosen.size > 0;
  }

  /** Take a step; at the end of the gesture the action goes out. */
  step(kind, what) {
    const [steps, node] = this.reached;
    const next = node[kind][what];
    this.chosen.clear();
    this.path.push(...steps, [kind, what]);
    if (isLeaf(next)) this.finish(next);
    else this.settle();
  }

  finish(action) {
    this.trie = null;
    this.path = [];
    this.chosen.clear();
    this.tell.act(action);
    this.tell.changed();
  }

  /** A thing was tapped: pick it, put it back, begin anew with it, or ask why it cannot be. */
  pick(id) {
    if (this.node.pick?.[id] !== undefined) return this.step("pick", id);
    if (this.sets().some(([ids]) => ids.includes(id))) return this.toggle(id);
    if (this.picked.includes(id)) return this.back();
    this.tell.why([...this.path, ["pick", id]]);
    if (this.path.length && this.trie.pick?.[id] !== undefined) {
      this.back();
      this.step("pick", id);
    }
  }

  // Turns: the variants of what is in the hand

  /** Where the choice is between turns, hold the piece the way it was held before. */
  settle() {
    while (this.node.turn && !Object.values(this.node.turn).some(isLeaf)) {
      const turns = Object.keys(this.node.turn);
      this.path.push(["turn", turns.includes(this.lastTurn) ? this.lastTurn : turns[0]]);
    }
    this.tell.changed();
  }

  get canTurn() {
    return this.path.some(([kind]) => kind === "turn");
  }

  turn(by) {
    const place = this.path.findLastIndex(([kind]) => kind === "turn");
    if (place < 0) return;
    const now = this.path[place][1];
    this.path.length = place;
    const turns = Object.keys(this.node.turn);
    this.lastTurn = turns[(turns.indexOf(now) + by + turns.length) % turns.length];
    this.settle();
  }

  // Sets: any number of things in any order; the trie has them in one order only, and a button ends them

  /** Every choice of a set that leads on from here: its ids and the node behind it. */
  sets(node = this.node, ids = []) {
    return Object.entries(node.set ?? {}).flatMap(([id, next]) => [[[...ids, id], next], ...this.sets(next, [...ids, id])]);
  }

  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.tell.changed();
  }

  /** The steps of the set that is chosen now, and the node they lead to. */
  get reached() {
    if (!this.chosen.size) return [[], this.node];
    const [ids, node] = this.sets().find(([ids]) => ids.length === this.chosen.size && ids.every((id) => this.chosen.has(id))) ?? [[], {}];
    return [ids.map((id) => ["set", id]), node];
  }

  // Buttons under the prompt

  /** The choices that are no places. */
  controls() {
    const [, node] = this.reached;
    const press = (kind, what, label) => el("button", { type: "button", class: "choice", "data-step": `${kind}:${what}`, onclick: () => this.step(kind, what) }, label);
    const controls = Object.keys(node.button ?? {}).map((label) => press("button", label, label));
    controls.push(...Object.keys(node.turn ?? {}).map((turn, number) => press("turn", turn, t("Turned {number}", { number: number + 1 }))));
    if (node.number) controls.push(this.stepper(Object.keys(node.number).map(Number)));
    if (this.canTurn) controls.push(el("button", { type: "button", onclick: () => this.turn(1) }, t("Turn (R)")));
    if (isLeaf(node)) controls.push(el("button", { type: "button", class: "primary", onclick: () => this.finish(node) }, t("Confirm")));
    if (this.isInHand) controls.push(el("button", { type: "button", class: "quiet put-back", onclick: () => this.back() }, t("Put back")));
    return controls;
  }

  stepper(numbers) {
    const sorted = [...numbers].sort((one, other) => one - other);
    const shown = el("output", { "aria-live": "polite" }, sorted[0]);
    let place = 0;
    const go = (by) => {
      place = Math.min(sorted.length - 1, Math.max(0, place + by));
      shown.textContent = sorted[place];
    };
    const take = el("button", { type: "button", class: "primary", onclick: () => this.step("number", String(sorted[place])) }, t("Take it"));
    const less = el("button", { type: "button", "aria-label": t("less"), onclick: () => go(-1) }, "−");
    const more = el("button", { type: "button", "aria-label": t("more"), onclick: () => go(1) }, "+");
    return el("span", { class: "stepper", role: "group", "aria-label": t("How many?") }, less, shown, more, take);
  }
}

/** Show the controls, and keep the focus where it was if the same button is still there. */
export function showControls(controls) {
  const step = document.activeElement?.dataset?.step;
  byId("choices").replaceChildren(...controls);
  if (step) controls.find((control) => control.dataset.step === step)?.focus();
}
