// Merges updates into the table; this happens nowhere else. Independent of the page.

/** @import { Beat, Changes, Piece, Place, Scene, Snapshot, Update } from "protocol" */

/**
 * A scene as the client stores it: pieces and places by id, with all defaults filled in.
 * @typedef {Required<Omit<Scene, "pieces" | "places">> & { pieces: Map<string, Piece>, places: Map<string, Place> }} Picture
 */

/**
 * A table as the client stores it.
 * @typedef {Omit<Snapshot, "type" | "scene"> & { scene: Picture }} Table
 */

/** @type {{ left: number, top: number, panels: [], text: string, areas: [], hand: string }} */
const NOT_SENT = { left: 0, top: 0, panels: [], text: "", areas: [], hand: "" };

/**
 * @template {{ id: string }} Thing
 * @param {Thing[]} things
 * @returns {Map<string, Thing>}
 */
const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

/**
 * Return things by id after a change; the same map if nothing has changed.
 * @template {{ id: string }} Thing
 * @param {Map<string, Thing>} old
 * @param {Thing[]} news
 * @param {string[]} gone
 */
function lying(old, news, gone) {
  if (!news.length && !gone.length) return old;
  const now = new Map([...old, ...byId(news)]);
  for (const id of gone) now.delete(id);
  return now;
}

/**
 * Convert a whole scene from the server.
 * @param {Scene} scene
 * @returns {Picture}
 */
export const pictureOf = (scene) => ({
  ...NOT_SENT,
  ...scene,
  pieces: byId(scene.pieces),
  places: byId(scene.places),
});

/**
 * Return the picture after a change, or after one stage of an action that plays out.
 * @param {Picture} picture
 * @param {Changes & { said?: string }} changes
 * @returns {Picture}
 */
export function mergeScene(picture, { pieces = [], gone = [], places = [], frame, said: _, ...rest }) {
  return {
    ...picture,
    ...frame,
    ...rest,
    pieces: lying(picture.pieces, pieces, gone),
    places: lying(picture.places, places, gone),
  };
}

/**
 * Return what has to move on the board to get from one scene to another.
 * @param {Picture} old
 * @param {Picture} now
 * @returns {Changes & { pieces: Piece[] }}
 */
export function between(old, now) {
  const pieces = [...now.pieces.values()].filter((piece) => old.pieces.get(piece.id) !== piece);
  const gone = [...old.pieces.keys(), ...old.places.keys()].filter((id) => !now.pieces.has(id) && !now.places.has(id));
  return { pieces, gone, places: [...now.places.values()], areas: now.areas };
}

/**
 * Convert a whole table from the server.
 * @param {Snapshot} snapshot
 * @returns {Table}
 */
export const tableOf = ({ type: _, scene, ...rest }) => ({ ...rest, scene: pictureOf(scene) });

/**
 * Return whether an update follows directly; if not, something in between was lost.
 * @param {Update} update
 * @param {number | null} seq
 */
export const follows = (update, seq) => update.from_seq === seq;

/**
 * Return the table after an update.
 * @param {Table} table
 * @param {Update} update
 * @returns {Table}
 */
export function merge(table, { seq, set, log = [], beats = [], scene = {} }) {
  return {
    ...table,
    ...set,
    seq,
    log: [...table.log, ...log],
    scene: [...beats, scene].reduce(mergeScene, table.scene),
  };
}
