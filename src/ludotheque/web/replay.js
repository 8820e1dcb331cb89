// A game that was played, looked at again: step by step or by itself, through the eyes of any seat that the server allows.
import { showAnalysis } from "./analysis.js";
import { get } from "./api.js";
import * as beats from "./beats.js";
import { byId, el } from "./dom.js";
import { named, sit, t } from "./i18n.js";
import { copyButton } from "./links.js";
import { complain, listen } from "./page.js";
import { after, Board, choosePicture, showWords } from "./scene.js";
import { badge, Seats } from "./seats.js";

const PAUSE = 900; // ms between two moves when it plays by itself
const SPECTATOR = -1;
const STEPS = { first: () => 0, before: () => wanted - 1, after: () => wanted + 1, last: () => replay.steps.length };
const KEYS = { Home: "first", ArrowLeft: "before", ArrowRight: "after", End: "last" };

const table = location.pathname.split("/").at(-1);
const board = new Board(byId("board"));
board.camera.bar = byId("areas");
const seats = new Seats();
let replay = null;
let scenes = []; // one before every move, and one after the last; what has not changed is the same object in all of them
let shown = 0; // the scene on the board
let wanted = 0; // … and the one that it is on its way to
let isMoving = false;
let clock = 0;

// Scenes

/** The scene after a move. */
function following({ pieces, places, panels, text, frame, areas }, { changes }) {
  const lying = (old, news) => after(old, news, changes.gone);
  return { pieces: lying(pieces, changes.pieces), places: lying(places, changes.places), panels: changes.panels ?? panels, text: changes.text ?? text, frame: changes.frame ?? frame, areas: changes.areas ?? areas };
}

function scenesOf({ first, steps }) {
  const found = [{ pieces: after([], first.pieces), places: after([], first.places), panels: first.panels ?? [], text: first.text ?? "", frame: frameOf(first), areas: first.areas ?? [] }];
  for (const step of steps) found.push(following(found.at(-1), step));
  return found;
}

const frameOf = ({ left = 0, top = 0, width, height, ground }) => ({ left, top, width, height, ground });

/** What has to move on the board to get from one scene to another. A piece that goes back takes the way it came. */
function between(old, now, isBack) {
  const back = (piece) => ({ ...piece, via: old.pieces.get(piece.id)?.via?.toReversed(), jump: old.pieces.get(piece.id)?.jump });
  const pieces = [...now.pieces.values()].filter((piece) => old.pieces.get(piece.id) !== piece);
  return { pieces: isBack ? pieces.map(back) : pieces, gone: [...old.pieces.keys(), ...old.places.keys()].filter((id) => !now.pieces.has(id) && !now.places.has(id)), places: [...now.places.values()], frame: now.frame, areas: now.areas };
}

// Going somewhere

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
    showSeats(scenes[next].panels);
    await board.change({ ...between(old, scenes[next], next < from), hurried: Math.abs(next - from) > 1 });
  }
  isMoving = false;
  board.mark({ last: replay.steps[shown - 1]?.last });
  document.body.dataset.shown = shown;
}

/** A move that plays out, moment by moment. Answers with the scene as it is then. */
async function playOut(scene, moments) {
  let { pieces, panels } = scene;
  await beats.play(moments, false, (beat, isSkipped) => {
    pieces = after(pieces, beat.pieces, beat.gone);
    panels = beat.panels ?? panels;
    if (!isSkipped) {
      byId("line").textContent = named(beat.said);
      showSeats(panels);
    }
    return board.change({ ...beat, hurried: isSkipped });
  });
  if (moments.length) showPlace();
  return { ...scene, pieces };
}

/** All but the pieces and the seats. */
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
  byId("play-on").href = `/new?game=${game}&seats=${names.length}&from=${table}&ply=${wanted}`;
  history.replaceState(null, "", address());
}

const showSeats = (panels) => seats.show(replay.game, replay.names.map((name, seat) => ({ seat, name, is_online: true, is_to_act: replay.steps[wanted]?.seat === seat })), panels);

/** A move in words. */
function said({ seat, text }) {
  const [told, name] = [named(text), replay.names[seat]];
  const who = seat === null ? [] : [badge(seat, true), told.startsWith(name) ? "" : el("b", {}, name), " "];
  return [...who, el("span", {}, told)];
}

const address = () => `${location.pathname}?seat=${replay.seat}#${wanted}`;

// By itself

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

async function open(seat, ply) {
  beats.skip();
  replay = await get(`/api/tables/${table}/replay${seat === null ? "" : `?seat=${seat}`}`);
  scenes = scenesOf(replay);
  sit(replay.names);
  board.game = replay.game;
  document.body.dataset.game = replay.game;
  document.title = `${t("Replay")} · ${replay.title} · Ludothèque`;
  byId("title").textContent = replay.title;
  byId("rules").href = `/rules/${replay.game}`;
  byId("slider").max = replay.steps.length;
  byId("eyes").replaceChildren(...[...replay.eyes].sort().map((eyes) => el("option", { value: eyes, selected: eyes === replay.seat }, eyes === SPECTATOR ? t("a spectator") : replay.names[eyes])));
  byId("plies").replaceChildren(...replay.steps.map((step, number) => el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => jump(number + 1) }, said(step)))));
  byId("analyse").hidden = !replay.can_play_on;
  choosePicture(replay.first);
  wanted = shown = Math.max(0, Math.min(replay.steps.length, ply));
  const { pieces, places, frame, areas } = scenes[shown];
  board.show({ ...frame, areas, places: [...places.values()], pieces: [...pieces.values()] });
  board.camera.home(replay.seat);
  showSeats(scenes[shown].panels);
  await go(shown);
}

/** Somebody takes the lead. */
function jump(to) {
  play(false);
  return go(to);
}

const wantedPly = () => Number.parseInt(location.hash.slice(1), 10) || 0;

try {
  byId("table").href = `/t/${table}`;
  byId("record").href = `/api/tables/${table}/record`;
  byId("record").download = `${table}.json`;
  byId("copy").append(copyButton(t("Copy link"), () => location.href));
  await open(new URLSearchParams(location.search).get("seat"), wantedPly());
  play(false);
  for (const [id, to] of Object.entries(STEPS)) byId(id).addEventListener("click", () => jump(to()));
  byId("analyse").addEventListener("click", () => showAnalysis({ table, names: replay.names, plies: replay.steps.length, jump }).catch(complain));
  byId("board").addEventListener("click", beats.skip);
  byId("slider").addEventListener("input", (event) => jump(Number(event.target.value)));
  byId("play").addEventListener("click", () => play(byId("play").getAttribute("aria-pressed") !== "true"));
  byId("eyes").addEventListener("change", (event) => open(event.target.value, wanted).catch(complain));
  addEventListener("hashchange", () => jump(wantedPly()));
  addEventListener("keydown", (event) => {
    if (event.target.matches("input, select") || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    jump(STEPS[KEYS[event.key]]());
  });
  listen();
} catch (error) {
  complain(error);
}
