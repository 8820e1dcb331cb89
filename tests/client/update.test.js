// What an update makes of a table.
import assert from "node:assert/strict";
import test from "node:test";
import { follows, merge, mergeScene, pictureOf, tableOf } from "../../src/ludotheque/web/update.js";

/** @import { Piece, Snapshot, Update } from "protocol" */

/**
 * @param {string} id
 * @param {Partial<Piece>} more
 * @returns {Piece}
 */
const chip = (id, more = {}) => ({ id, sprite: "chip", x: 0, y: 0, ...more });
const circle = (/** @type {string} */ id) => ({ id, x: 0, y: 0, width: 10, height: 10 });
const line = (/** @type {number} */ seq) => ({ seq, seat: 0, text: `event ${seq}` });

/** @returns {Snapshot} */
const snapshot = () => ({
  type: "table",
  version: 3,
  seq: 4,
  game: "sarena",
  title: "Sarena",
  options: {},
  status: "playing",
  seats: [{ seat: 0, name: "Ann", kind: "person" }],
  viewer_seats: [0],
  seat: 0,
  is_curtain: false,
  prompt: "Move a stack.",
  scene: { width: 100, height: 80, ground: "board", pieces: [chip("a"), chip("b")], places: [circle("c1")] },
  gestures: { pick: { a: 1 } },
  can_undo: true,
  undo_why: "",
  log: [line(3)],
  commitment: "abc",
  seed: null,
  result: null,
  last: ["c1"],
  draft: null,
  sand: { left_ms: 500, whole_ms: 1000 },
  rematch: "",
  guide: null,
  can_hint: false,
  signal: "",
  is_held: false,
  can_ready: false,
  undo_asked: null,
  watchers: 0,
  can_sit: false,
  is_rated: false,
  tournament: "",
  is_host: false,
});

/**
 * @param {Partial<Update>} more
 * @returns {Update}
 */
const update = (more) => ({ type: "update", from_seq: 4, seq: 5, set: {}, ...more });
const after = (/** @type {Partial<Update>} */ more) => merge(tableOf(snapshot()), update(more));
const ids = (/** @type {Map<string, any>} */ things) => [...things.keys()];

test("a scene has everything that was not sent", () => {
  const { left, top, panels, text, areas, hand } = pictureOf(snapshot().scene);
  assert.deepEqual(
    { left, top, panels, text, areas, hand },
    { left: 0, top: 0, panels: [], text: "", areas: [], hand: "" },
  );
});

test("what an update does not name is as it was", () => {
  const { seq, ...before } = tableOf(snapshot());
  const { seq: now, ...rest } = after({});
  assert.deepEqual([seq, now], [4, 5]);
  assert.deepEqual(rest, before);
});

test("fields have their new values, and null is one of them", () => {
  const now = after({ set: { prompt: "Wait.", gestures: null, sand: null, last: [], can_undo: false } });
  assert.deepEqual([now.prompt, now.gestures, now.sand, now.last, now.can_undo], ["Wait.", null, null, [], false]);
  assert.equal(now.title, "Sarena");
});

test("the old table stays as it was", () => {
  const before = tableOf(snapshot());
  merge(before, update({ set: { prompt: "" }, log: [line(5)], scene: { gone: ["a"], pieces: [chip("b", { x: 5 })] } }));
  assert.deepEqual(before, tableOf(snapshot()));
});

test("new lines come after those that there are", () => {
  assert.deepEqual(
    after({ log: [line(5), line(6)] }).log.map(({ seq }) => seq),
    [3, 5, 6],
  );
});

test("pieces come, change and go by their ids", () => {
  const { pieces } = after({ scene: { pieces: [chip("b", { x: 5 }), chip("c")], gone: ["a"] } }).scene;
  assert.deepEqual(ids(pieces), ["b", "c"]);
  assert.equal(pieces.get("b")?.x, 5);
});

test("a changed piece has only what was sent of it", () => {
  const turned = merge(tableOf(snapshot()), update({ scene: { pieces: [chip("a", { turn: 90 })] } }));
  const back = merge(turned, update({ from_seq: 5, seq: 6, scene: { pieces: [chip("a")] } }));
  assert.equal(turned.scene.pieces.get("a")?.turn, 90);
  assert.equal(back.scene.pieces.get("a")?.turn, undefined);
});

test("places come and go by their ids, and keep their order", () => {
  const { places } = after({ scene: { places: [circle("c2"), { ...circle("c1"), x: 7 }] } }).scene;
  assert.deepEqual(ids(places), ["c1", "c2"]);
  assert.equal(places.get("c1")?.x, 7);
  assert.deepEqual(ids(after({ scene: { gone: ["c1"] } }).scene.places), []);
});

test("panels, text, areas and hand are replaced as a whole", () => {
  const panels = [{ seat: 0, label: "3 points" }];
  const now = after({ scene: { panels, text: "a b c", hand: "a" } });
  assert.deepEqual([now.scene.panels, now.scene.text, now.scene.hand], [panels, "a b c", "a"]);
  const later = merge(now, update({ scene: { hand: "" } }));
  assert.deepEqual([later.scene.panels, later.scene.hand], [panels, ""]);
});

test("a board grows by its frame", () => {
  const frame = { left: -50, top: 0, width: 150, height: 80, ground: "wide" };
  const { left, width, ground, pieces } = after({ scene: { frame } }).scene;
  assert.deepEqual([left, width, ground, pieces.size], [-50, 150, "wide", 2]);
  assert.ok(!("frame" in after({ scene: { frame } }).scene));
});

test("what has not changed is the same object", () => {
  const before = pictureOf(snapshot().scene);
  const now = mergeScene(before, { text: "words" });
  assert.equal(now.pieces, before.pieces);
  assert.equal(now.places, before.places);
});

test("beats come before the rest", () => {
  const beats = [
    { said: "It leaps.", pieces: [chip("a", { x: 1 }), chip("ghost")] },
    { said: "It is gone.", gone: ["ghost"], panels: [{ seat: 0, label: "1" }] },
  ];
  const { scene } = after({ beats, scene: { pieces: [chip("a", { x: 2 })] } });
  assert.deepEqual(ids(scene.pieces), ["a", "b"]);
  assert.equal(scene.pieces.get("a")?.x, 2);
  assert.deepEqual(scene.panels, [{ seat: 0, label: "1" }]);
  assert.ok(!("said" in scene));
});

test("an update after a gap does not follow", () => {
  assert.ok(follows(update({}), 4));
  assert.ok(!follows(update({}), 3));
  assert.ok(!follows(update({}), 5));
  assert.ok(!follows(update({}), null));
});
