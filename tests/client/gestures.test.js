// Walking the trie of legal actions.
import assert from "node:assert/strict";
import test from "node:test";
import { Gestures } from "../../src/ludotheque/web/gestures.js";

/** @import { Trie } from "protocol" */

/**
 * A hand at these choices: what it has sent and asked is in `sent` and `asked`. `lying` says how pieces lie, `hand` what is held
 * before anything is picked, `isAsked` that every move is to be confirmed.
 * @param {Trie | null} trie
 * @param {{ lying?: Record<string, { turn: number, sprite: string | null }>, hand?: string, isAsked?: boolean }} board
 */
function at(trie, { lying = {}, hand, isAsked = false } = {}) {
  /** @type {number[]} */
  const sent = [];
  /** @type {[string, string][][]} */
  const asked = [];
  const gestures = new Gestures({
    act: (action) => sent.push(action),
    askWhyNot: (steps) => asked.push(steps),
    changed: () => {},
    isAsked: () => isAsked,
    holding: (picks) => {
      const id = picks.findLast((one) => one in lying) ?? hand ?? picks.at(-1);
      return id === undefined ? null : { id, ...(lying[id] ?? { turn: 0, sprite: null }) };
    },
  });
  gestures.offer(trie);
  return { gestures, sent, asked };
}

const lit = (/** @type {Gestures} */ gestures) => [...gestures.lit].sort();

const MOVES = { pick: { c1: { pick: { c2: 12, c3: 13 } }, c2: { pick: { c3: 23 } } } };

// Picks

test("what can be picked first is lit, then where it can go", () => {
  const { gestures, sent } = at(MOVES);
  assert.deepEqual(lit(gestures), ["c1", "c2"]);
  gestures.pick("c1");
  assert.deepEqual(lit(gestures), ["c2", "c3"]);
  assert.deepEqual([gestures.picked, gestures.held, gestures.isInHand], [["c1"], "c1", true]);
  assert.deepEqual(sent, []);
});

test("the last pick sends the action, and nothing is left to choose", () => {
  const { gestures, sent } = at(MOVES, { lying: { c1: { turn: 0, sprite: "chip" } } });
  gestures.pick("c1");
  gestures.pick("c3");
  assert.deepEqual(sent, [13]);
  assert.deepEqual([gestures.trie, gestures.isInHand, lit(gestures)], [null, false, []]);
  assert.equal(gestures.held, "c1"); // until there is something new, it stays where it was put
});

test("one step can be a whole action", () => {
  const { gestures, sent } = at({ pick: { c4: 4 } });
  gestures.pick("c4");
  assert.deepEqual(sent, [4]);
});

test("a tap on what is picked puts it back", () => {
  const { gestures, sent } = at(MOVES);
  gestures.pick("c1");
  gestures.pick("c1");
  assert.deepEqual([gestures.isInHand, lit(gestures), sent], [false, ["c1", "c2"], []]);
});

test("putting back leads to the beginning", () => {
  const { gestures } = at(MOVES);
  gestures.pick("c1");
  gestures.back();
  assert.deepEqual([gestures.isInHand, gestures.path, lit(gestures)], [false, [], ["c1", "c2"]]);
});

test("what cannot be picked is asked about", () => {
  const { gestures, asked } = at(MOVES);
  gestures.pick("c9");
  gestures.pick("c2");
  gestures.pick("c9");
  const steps = [
    [["pick", "c9"]],
    [
      ["pick", "c2"],
      ["pick", "c9"],
    ],
  ];
  assert.deepEqual(asked, steps);
  assert.deepEqual(gestures.picked, ["c2"]); // it stays in the hand
});

test("another piece can be begun with", () => {
  const { gestures, asked } = at({ pick: { c1: { pick: { c3: 13 } }, c2: { pick: { c3: 23 } } } });
  gestures.pick("c1");
  gestures.pick("c2");
  assert.equal(asked.length, 1);
  assert.deepEqual(gestures.picked, ["c2"]);
});

test("without choices a tap asks, and nothing else", () => {
  const { gestures, asked, sent } = at(null);
  gestures.pick("c1");
  assert.deepEqual([asked.length, sent, gestures.isInHand], [1, [], false]);
});

// Choices come and go

test("the same choices leave in the hand what is there", () => {
  const { gestures } = at(MOVES);
  gestures.pick("c1");
  gestures.offer(structuredClone(MOVES));
  assert.deepEqual(gestures.picked, ["c1"]);
  assert.ok(gestures.isOffered(structuredClone(MOVES)));
});

test("other choices, or none, put it back", () => {
  for (const trie of [{ pick: { c1: { pick: { c2: 12 } } } }, null]) {
    const { gestures } = at(MOVES);
    gestures.pick("c1");
    gestures.offer(trie);
    assert.deepEqual(gestures.picked, []);
  }
});

test("no choices are never those that somebody is at", () => {
  assert.ok(!at(null).gestures.isOffered(null));
});

test("the same choices can be had again after an action", () => {
  const { gestures, sent } = at({ pick: { c4: 4 } });
  gestures.pick("c4");
  gestures.offer({ pick: { c4: 4 } });
  gestures.pick("c4");
  assert.deepEqual(sent, [4, 4]);
});

// Buttons and numbers

test("a button is a choice that is no place", () => {
  const { gestures, sent } = at({ button: { Pass: 0 }, pick: { c1: { button: { Yes: 1, No: 2 } } } });
  assert.deepEqual(gestures.buttons, ["Pass"]);
  gestures.pick("c1");
  assert.deepEqual(gestures.buttons, ["Yes", "No"]);
  gestures.step("button", "No");
  assert.deepEqual(sent, [2]);
});

test("numbers are a scale, the least first", () => {
  const { gestures, sent } = at({ pick: { c1: { number: { 10: 110, 2: 102, 1: 101 } } } });
  assert.deepEqual(gestures.scales, []);
  gestures.pick("c1");
  assert.deepEqual(gestures.scales, [[1, 2, 10]]);
  gestures.step("number", "10");
  assert.deepEqual(sent, [110]);
});

test("a step that leads nowhere is not taken", () => {
  const { gestures, sent } = at(MOVES);
  gestures.step("button", "Pass");
  assert.deepEqual([gestures.path, sent], [[], []]);
});

// Turns

const TILES = {
  pick: { t1: { turn: { 0: { pick: { p1: 1 } }, 90: { pick: { p1: 2, p2: 3 } }, 180: { pick: { p2: 4 } } } } },
};

test("a piece is held as it lies", () => {
  const { gestures } = at(TILES, { lying: { t1: { turn: 450, sprite: "tile" } } });
  gestures.pick("t1");
  assert.deepEqual([gestures.turned, gestures.held, gestures.canTurn], [{ turn: 90, sprite: null }, "t1", true]);
});

test("where it cannot lie as it does, it is held the first way that it can", () => {
  const { gestures } = at(TILES, { lying: { t1: { turn: 270, sprite: "tile" } } });
  gestures.pick("t1");
  assert.equal(gestures.turned?.turn, 0);
});

test("everywhere it could lie is lit as it is turned now, and turning goes around", () => {
  const { gestures, sent } = at(TILES, { lying: { t1: { turn: 0, sprite: "tile" } } });
  gestures.pick("t1");
  assert.deepEqual(lit(gestures), ["p1"]);
  gestures.turn(1);
  assert.deepEqual([gestures.turned?.turn, lit(gestures)], [90, ["p1", "p2"]]);
  gestures.turn(-1);
  gestures.turn(-1);
  assert.equal(gestures.turned?.turn, 180);
  gestures.pick("p2");
  assert.deepEqual(sent, [4]);
});

test("a tap on the piece itself turns it", () => {
  const { gestures } = at(TILES, { lying: { t1: { turn: 0, sprite: "tile" } } });
  gestures.pick("t1");
  gestures.pick("t1");
  assert.deepEqual([gestures.isInHand, gestures.turned?.turn], [true, 90]);
});

test("what is in the hand before anything is picked can be turned too", () => {
  const { gestures, sent } = at({ turn: { 0: { pick: { p1: 1 } }, 90: { pick: { p1: 2 } } } }, { hand: "spare" });
  assert.deepEqual([gestures.held, gestures.isInHand, gestures.turned?.turn], ["spare", false, 0]);
  gestures.turn(1);
  gestures.pick("p1");
  assert.deepEqual(sent, [2]);
});

test("a turn keeps what was wished for, as far as it fits", () => {
  const trie = { pick: { p1: { turn: { 0: 10, 90: 11 } }, p2: { turn: { 90: 21, 180: 22 } } } };
  const { gestures } = at(trie);
  gestures.pick("p1");
  gestures.turn(1);
  gestures.pick("p2");
  assert.equal(gestures.turned?.turn, 90);
});

test("a turn that comes last is confirmed", () => {
  const { gestures, sent } = at({ pick: { p1: { turn: { 0: 10, 90: 11 } } } });
  gestures.pick("p1");
  assert.deepEqual([gestures.end, sent], [10, []]);
  gestures.turn(1);
  assert.equal(gestures.end, 11);
  gestures.finish(11);
  assert.deepEqual(sent, [11]);
});

test("a turn can show another face", () => {
  const trie = {
    pick: {
      t1: { turn: { "back@0": { pick: { p1: 2 } }, "front@90": { pick: { p1: 1 } }, "front@0": { pick: { p1: 0 } } } },
    },
  };
  const { gestures } = at(trie, { lying: { t1: { turn: 0, sprite: "front" } } });
  gestures.pick("t1");
  assert.deepEqual(gestures.turned, { turn: 0, sprite: "front" });
  const faces = [1, 1, 1].map((by) => {
    gestures.turn(by);
    return `${gestures.turned?.sprite}@${gestures.turned?.turn}`;
  });
  assert.deepEqual(faces, ["front@90", "back@0", "front@0"]);
});

test("a single turn cannot be turned", () => {
  const { gestures } = at({ pick: { t1: { turn: { 90: { pick: { p1: 1 } } } } } });
  gestures.pick("t1");
  gestures.turn(1);
  assert.deepEqual([gestures.canTurn, gestures.turned?.turn], [false, 90]);
});

test("before a turn is chosen, one can go on without it", () => {
  const { gestures, sent } = at({ pick: { t1: { turn: { 0: { pick: { p1: 1 } } }, pick: { bag: 9 } } } });
  gestures.pick("t1");
  assert.deepEqual(lit(gestures), ["bag", "p1"]);
  gestures.pick("bag");
  assert.deepEqual(sent, [9]);
});

// Sets

const BREADS = {
  set: {
    a: { button: { Take: 1 }, set: { b: { button: { Take: 12 }, set: { c: { button: { Take: 123 } } } } } },
    b: { button: { Take: 2 } },
  },
};

test("of a set, any number are chosen in any order", () => {
  const { gestures, sent } = at(BREADS);
  assert.deepEqual([lit(gestures), gestures.buttons], [["a", "b", "c"], []]);
  gestures.pick("b");
  assert.deepEqual(gestures.buttons, ["Take"]);
  gestures.pick("a");
  assert.deepEqual(gestures.picked, ["b", "a"]);
  gestures.step("button", "Take");
  assert.deepEqual(sent, [12]);
});

test("a set that is none of those there are cannot be ended", () => {
  const { gestures } = at(BREADS);
  gestures.pick("c");
  assert.deepEqual(gestures.buttons, []);
  assert.deepEqual(lit(gestures), ["a", "b", "c"]);
});

test("a tap takes a thing out of the set again", () => {
  const { gestures, sent } = at(BREADS);
  for (const id of ["a", "b", "a"]) gestures.pick(id);
  assert.deepEqual(gestures.picked, ["b"]);
  gestures.step("button", "Take");
  assert.deepEqual(sent, [2]);
});

test("what no longer fits a set is not lit", () => {
  const { gestures } = at({ set: { a: { set: { b: 1 } }, c: { set: { d: 2 } } } });
  gestures.pick("d");
  assert.deepEqual(lit(gestures), ["c", "d"]);
});

test("a set that is a whole action is confirmed", () => {
  const { gestures } = at({ set: { a: 1, b: 2 } });
  gestures.pick("b");
  assert.equal(gestures.end, 2);
});

// Taken up again

test("a piece that was laid is taken up as it lay", () => {
  const { gestures } = at(TILES);
  gestures.takeUp("t1", 180);
  assert.deepEqual([gestures.picked, gestures.turned?.turn], [["t1"], 180]);
});

test("what cannot be picked is not taken up", () => {
  const { gestures } = at(TILES);
  gestures.takeUp("t2", 0);
  assert.deepEqual(gestures.path, []);
});

test("a reloaded page holds what was in the hand, as far as it can be", () => {
  const before = at(TILES).gestures;
  before.pick("t1");
  before.turn(1);
  const { gestures } = at(TILES);
  gestures.resume({ path: before.path, chosen: [] });
  assert.deepEqual([gestures.picked, gestures.turned?.turn], [["t1"], 90]);
  const other = at(MOVES).gestures;
  other.resume({ path: before.path, chosen: ["a"] });
  assert.deepEqual([other.path, other.picked], [[], []]);
});

test("a set that was half chosen is chosen again", () => {
  const { gestures } = at(BREADS);
  gestures.resume({ path: [], chosen: ["b", "z"] });
  assert.deepEqual(gestures.picked, ["b"]);
});

test("what a turn does is known from the ways in which the piece could lie", () => {
  const variants = (/** @type {string[]} */ ...turns) => {
    const { gestures } = at({
      pick: { tile: { turn: Object.fromEntries(turns.map((turn, action) => [turn, action])) } },
    });
    gestures.pick("tile");
    return gestures.variants;
  };
  assert.deepEqual(variants("0", "90", "450"), { angles: 2, faces: 1 });
  assert.deepEqual(variants("front@0", "back@0"), { angles: 1, faces: 2 });
  assert.deepEqual(variants("front@0", "front@90", "back@0"), { angles: 2, faces: 2 });
});

// Refused

const TURNS = { turn: { 0: { pick: { s1: 1, s2: 2 } }, 90: { pick: { s1: 11, s2: 12 } }, 180: { pick: { s1: 21 } } } };

test("what is refused is in the hand again, turned as it was", () => {
  const { gestures, sent } = at(TURNS, { hand: "spare" });
  gestures.turn(1);
  gestures.pick("s1");
  assert.deepEqual(sent, [11]);
  gestures.regain();
  gestures.offer(TURNS);
  assert.deepEqual(gestures.turned, { turn: 90, sprite: null });
  gestures.turn(1);
  gestures.pick("s1");
  assert.deepEqual(sent, [11, 21]);
});

test("what is refused is picked again, as far as it still can be", () => {
  const { gestures } = at(MOVES);
  gestures.pick("c1");
  gestures.pick("c3");
  gestures.regain();
  gestures.offer(null);
  gestures.offer({ pick: { c1: { pick: { c2: 12 } } } });
  assert.deepEqual([gestures.picked, lit(gestures)], [["c1"], ["c2"]]);
  gestures.pick("c2");
  gestures.regain();
  gestures.offer({ pick: { c2: { pick: { c3: 23 } } } });
  assert.deepEqual(gestures.picked, []);
});

test("a chosen set is chosen again, and what is done is not", () => {
  const { gestures } = at(BREADS);
  gestures.pick("b");
  gestures.pick("a");
  gestures.step("button", "Take");
  gestures.regain();
  gestures.offer(BREADS);
  assert.deepEqual(gestures.picked.sort(), ["a", "b"]);
  gestures.step("button", "Take");
  gestures.offer(BREADS);
  assert.deepEqual(gestures.picked, []);
});

// Confirmed

test("a move waits until it is confirmed", () => {
  const { gestures, sent } = at(MOVES, { isAsked: true });
  gestures.pick("c1");
  gestures.pick("c2");
  assert.deepEqual([sent, gestures.end, gestures.picked, gestures.held], [[], 12, ["c1", "c2"], "c1"]);
  gestures.pick("c3");
  assert.deepEqual([gestures.end, gestures.picked], [13, ["c1", "c3"]]);
  gestures.finish(/** @type {number} */ (gestures.end));
  assert.deepEqual([sent, gestures.isInHand], [[13], false]);
});

test("what waits can be turned, aimed elsewhere and put back", () => {
  const { gestures, sent } = at(TURNS, { hand: "spare", isAsked: true });
  gestures.pick("s1");
  gestures.turn(1);
  assert.deepEqual([gestures.end, gestures.picked], [11, ["s1"]]);
  gestures.pick("s2");
  assert.equal(gestures.end, 12);
  gestures.turn(1); // it does not fit there
  assert.deepEqual([gestures.end, gestures.isInHand], [null, false]);
  gestures.pick("s1");
  gestures.pick("s1");
  assert.equal(gestures.end, null);
  gestures.pick("s1");
  gestures.back();
  assert.deepEqual([gestures.end, gestures.picked, sent], [null, [], []]);
});

test("only what goes somewhere else can be lifted", () => {
  const { gestures } = at({ pick: { c1: { pick: { c2: 12 } }, c4: 4, t: { turn: { 0: { pick: { c2: 5 } } } } } });
  assert.deepEqual(
    ["c1", "c2", "c4", "t"].map((id) => gestures.canLift(id)),
    [true, false, false, true],
  );
});
