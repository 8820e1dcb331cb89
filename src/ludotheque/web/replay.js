// The replay of a game, step by step or automatically, from the view of any seat that the server
// allows.
import { isAnalysisWanted, showAnalysis } from "./analysis.js";
import { get, newest, post } from "./api.js";
import * as beats from "./beats.js";
import * as rules from "./beside.js";
import { Board } from "./board.js";
import { byId, el, isTyped } from "./dom.js";
import { t } from "./i18n.js";
import { copyButton } from "./links.js";
import { furtherLines } from "./logline.js";
import { allowClicks, complain } from "./page.js";
import { badge, Seats } from "./seats.js";
import { showSheet } from "./sheet.js";
import { choosePicture, showWords } from "./textboard.js";
import { between, mergeScene, pictureOf } from "./update.js";

/** @import { Beat, Changes, Piece, Replay, Step } from "protocol" */
/** @import { Step as HandStep } from "./trie.js" */
/** @import { Picture } from "./update.js" */

const PAUSE = 900; // ms between two moves in automatic playback
const SPECTATOR = -1;
/** @type {Record<string, () => number>} */
const STEPS = { first: () => 0, before: () => wanted - 1, after: () => wanted + 1, last: () => replay.steps.length };
/** @type {Record<string, string>} */
const KEYS = { Home: "first", ArrowLeft: "before", ArrowRight: "after", End: "last" };

const table = location.pathname.split("/").at(-1) ?? "";
const board = new Board(byId("board"));
board.camera.bar = byId("areas");
const seats = new Seats();
/** @type {Replay} */
let replay;
const ask = newest();
/** @type {Picture[]} */
let scenes = []; // one before every move and one after the last; unchanged parts are shared objects
let shown = 0; // the scene on the board
let wanted = 0; // … and the one it is moving to
let isMoving = false;
let clock = 0;
/** @type {{ url: string, token: string } | null} */
let shared = null; // how others may watch this replay

// Scenes

/** @param {Replay} replay */
function scenesOf({ first, steps }) {
  const found = [pictureOf(first)];
  for (const { changes } of steps) found.push(mergeScene(found[found.length - 1], changes));
  return found;
}

/**
 * Return what has to move on the board. Going back, a piece takes the way it came.
 * @param {Picture} old
 * @param {Picture} now
 * @param {boolean} isBack
 * @returns {Changes}
 */
function moves(old, now, isBack) {
  const back = (/** @type {Piece} */ piece) => {
    const { via, jump } = old.pieces.get(piece.id) ?? {};
    return { ...piece, via: via?.toReversed(), jump };
  };
  const changes = between(old, now);
  return isBack ? { ...changes, pieces: changes.pieces.map(back) } : changes;
}

// Navigation

/** @param {number} to */
async function go(to) {
  wanted = Math.max(0, Math.min(replay.steps.length, to));
  showPlace();
  if (isMoving) return beats.skip();
  isMoving = true;
  while (shown !== wanted) {
    const [from, next] = [shown, wanted];
    board.mark({});
    shown = next;
    const old = next === from + 1 ? await playOut(scenes[from], replay.steps[from].beats ?? []) : scenes[from];
    if (next !== from + 1) seats.panels = []; // a jump earns no points
    showSeats(scenes[next].panels);
    await board.change(scenes[next], moves(old, scenes[next], next < from), Math.abs(next - from) > 1);
  }
  isMoving = false;
  board.mark({ last: replay.steps[shown - 1]?.last ?? [] });
  document.body.dataset.shown = String(shown);
}

/**
 * Play a move stage by stage. Resolves to the resulting scene.
 * @param {Picture} scene
 * @param {Beat[]} moments
 */
async function playOut(scene, moments) {
  let now = scene;
  await beats.play(moments, false, (beat, isSkipped) => {
    now = mergeScene(now, beat);
    if (!isSkipped) {
      byId("line").textContent = beat.said ?? "";
      showSeats(now.panels);
    }
    return board.change(now, beat, isSkipped);
  });
  if (moments.length) showPlace();
  return now;
}

/** Update everything except the pieces and the seats. */
function showPlace() {
  const { steps, names, game } = replay;
  byId("line").replaceChildren(...(wanted ? said(steps[wanted - 1]) : [t("The beginning")]));
  byId("where").textContent = t("{now} of {all}", { now: wanted, all: steps.length });
  byId("slider").value = wanted;
  byId("slider").setAttribute("aria-valuetext", byId("where").textContent);
  for (const id of ["first", "before"]) byId(id).disabled = wanted === 0;
  for (const id of ["last", "after"]) byId(id).disabled = wanted === steps.length;
  for (const [number, item] of [...byId("plies").children].entries()) {
    item.classList.toggle("is-ahead", number >= wanted);
    item.toggleAttribute("aria-current", number === wanted - 1);
  }
  byId("plies").children[Math.max(0, wanted - 1)]?.scrollIntoView({ block: "nearest" });
  showWords(scenes[wanted].text);
  byId("play-on").hidden = !replay.can_play_on || wanted === steps.length;
  byId("play-on").href =
    `/new?game=${game}&seats=${names.length}&from=${table}&ply=${wanted}&chairs=${chairs().join(",")}`;
  byId("picture").href = `/api/tables/${table}/moment/${wanted}.png?seat=${replay.seat}`;
  byId("picture").download = `${game}-${table}-${wanted}.png`;
  byId("better").textContent = "";
  history.replaceState(null, "", address());
}

/** Return the seats for playing on from here: the same bots, and the viewer. */
function chairs() {
  const own = replay.bots[replay.seat] === "" ? replay.seat : replay.bots.indexOf("");
  return replay.bots.map((level, seat) => (level ? `bot ${level}` : seat === own ? "you" : "person"));
}

const showSeats = (/** @type {Picture["panels"]} */ panels) =>
  seats.show(
    replay.game,
    replay.names.map((name, seat) => ({ seat, name, is_online: true, is_to_act: replay.steps[wanted]?.seat === seat })),
    panels,
  );

/**
 * Return a move in words.
 * @param {Step} step
 */
function said({ seat, text, is_named, more }) {
  const words = el(
    "span",
    {},
    is_named || seat === null ? "" : el("b", {}, replay.names[seat], " "),
    text,
    furtherLines(more),
  );
  return seat === null ? [words] : [badge(seat, true), words];
}

const address = () => `${location.pathname}?seat=${replay.seat}#${wanted}`;

/** Return the address of this moment for others; a game that is over opens for whoever has it. */
const sharedAddress = () =>
  shared ? `${shared.url}?seat=${SPECTATOR}#${wanted}&token=${shared.token}` : location.href;

// Automatic playback

/** @param {boolean} isOn */
function play(isOn) {
  clearTimeout(clock);
  byId("play").setAttribute("aria-pressed", String(isOn));
  byId("play").setAttribute("aria-label", isOn ? t("Pause") : t("Play"));
  if (!isOn) return;
  if (wanted === replay.steps.length) go(0);
  clock = setTimeout(playOn, PAUSE / 2);
}

async function playOn() {
  await go(wanted + 1);
  if (wanted === replay.steps.length) return play(false);
  clock = setTimeout(playOn, PAUSE);
}

// Opening

/**
 * @param {string | null} seat
 * @param {number} ply
 */
async function open(seat, ply) {
  beats.skip();
  replay = await ask(`/api/tables/${table}/replay${seat === null ? "" : `?seat=${seat}`}`);
  scenes = scenesOf(replay);
  document.body.dataset.game = replay.game;
  document.title = `${t("Replay")} · ${replay.title} · Ludothèque`;
  byId("title").textContent = replay.title;
  byId("rules").href = `/rules/${replay.game}`;
  byId("slider").max = replay.steps.length;
  byId("eyes").replaceChildren(
    ...[...replay.eyes]
      .sort()
      .map((eyes) =>
        el(
          "option",
          { value: eyes, selected: eyes === replay.seat },
          eyes === SPECTATOR ? t("a spectator") : replay.names[eyes],
        ),
      ),
  );
  byId("plies").replaceChildren(
    ...replay.steps.map((step, number) =>
      el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => jump(number + 1) }, said(step))),
    ),
  );
  byId("analyse").hidden = !replay.can_play_on;
  byId("sheet-button").hidden = !replay.result;
  choosePicture(replay.first);
  wanted = shown = Math.max(0, Math.min(replay.steps.length, ply));
  board.show(replay.game, scenes[shown]);
  board.camera.home(replay.seat);
  showSeats(scenes[shown].panels);
  await go(shown);
  if (replay.can_play_on) shared ??= await get(`/api/tables/${table}/share`);
}

/**
 * Stop the playback and go to a move.
 * @param {number} to
 */
function jump(to) {
  play(false);
  return go(to);
}

/**
 * Go to where a move was chosen, as its player saw it, and show on the board a better move.
 * @param {{ ply: number, seat: number, better: string, show: HandStep[] }} slip
 */
async function showBetter({ ply, seat, better, show }) {
  play(false);
  if (replay.seat !== seat) await open(String(seat), ply);
  await go(ply);
  board.mark({ shown: show });
  // said with its number and player, since the line above tells of the move before it
  const whose = t("Move {ply}, {name}", { ply: ply + 1, name: replay.names[seat] });
  const said = t("Better: {better}", { better });
  byId("better").textContent = `${whose}. ${said}`;
}

function analyse() {
  const { names, steps } = replay;
  return showAnalysis({ table, names, plies: steps.length, jump, showBetter }).catch(complain);
}

function openSheet() {
  const { names, resigned, result } = replay;
  const seats = names.map((name, seat) => ({ seat, name, has_resigned: resigned.includes(seat) }));
  if (result) showSheet({ ...replay, result, seats, table, isReplay: true });
}

const wantedPly = () => Number.parseInt(location.hash.slice(1), 10) || 0;

try {
  rules.listen(); // before the link to them has its address
  byId("table").href = `/t/${table}`;
  byId("record").href = `/api/tables/${table}/record`;
  byId("record").download = `${table}.json`;
  byId("copy").append(copyButton(t("Copy link"), sharedAddress));
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) await post(`/api/tables/${table}/join`, { token });
  await open(new URLSearchParams(location.search).get("seat"), wantedPly());
  play(false);
  for (const [id, to] of Object.entries(STEPS)) byId(id).addEventListener("click", () => jump(to()));
  byId("analyse").addEventListener("click", analyse);
  byId("sheet-button").addEventListener("click", openSheet);
  byId("board").addEventListener("click", beats.skip);
  byId("slider").addEventListener("input", () => jump(Number(byId("slider").value)));
  byId("play").addEventListener("click", () => play(byId("play").getAttribute("aria-pressed") !== "true"));
  byId("eyes").addEventListener("change", () => open(byId("eyes").value, wanted).catch(complain));
  addEventListener("hashchange", () => jump(wantedPly()));
  addEventListener("keydown", (event) => {
    if (isTyped(event) || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    jump(STEPS[KEYS[event.key]]());
  });
  allowClicks();
  if (isAnalysisWanted && !byId("analyse").hidden) analyse();
} catch (error) {
  complain(error);
}
