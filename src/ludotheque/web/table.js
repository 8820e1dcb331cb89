// The page of a table, for any game: messages from the server go to the board, the seats and the
// log; what the player does goes back as actions.

import { lightControls } from "./arrow.js";
import { ask, stopAsking } from "./asking.js";
import { play, skip } from "./beats.js";
import * as bell from "./bell.js";
import { Board } from "./board.js";
import { listenForLooks } from "./closer.js";
import { gestureControls, showControls } from "./controls.js";
import { showCurtain } from "./curtain.js";
import { all, byId, el, isTyped, setText } from "./dom.js";
import { Drafting } from "./drafting.js";
import { goOn } from "./focus.js";
import { Gestures } from "./gestures.js";
import { Hourglass } from "./hourglass.js";
import { t } from "./i18n.js";
import { inbox } from "./inbox.js";
import { join, showInvitations, showSpectatorLink } from "./invitations.js";
import { keepForReload, takeUpAgain } from "./keeping.js";
import { showAdvice, showGuide, stepsToShow } from "./learn.js";
import { socket } from "./line.js";
import { Log } from "./log.js";
import { LookingBack } from "./moment.js";
import { complain, showWarmth } from "./page.js";
import { dropOldSentence, headline, promptText, say, sayRefusal, showUndo, tableControls, undo } from "./prompt.js";
import { celebrate, openSheet, showRematch } from "./rematch.js";
import { Seats } from "./seats.js";
import { listenToSettings } from "./settings.js";
import { listenBeside } from "./side.js";
import * as sound from "./sound.js";
import { choices, mySeat, state, whoElse } from "./state.js";
import { choosePicture, showWords } from "./textboard.js";
import * as tip from "./tip.js";
import { merge, mergeScene, tableOf } from "./update.js";
import { watchWords } from "./words.js";

/** @import { Beat, Piece, Reply, SeatInfo, Snapshot, Update } from "protocol" */
/** @import { Picture } from "./update.js" */

const HOVER = 500; // ms until pointing at something asks why it cannot be picked
const SHOW_SHEET = 900; // ms after the last move

const seats = new Seats();
const log = new Log(state.id, { point: (ids) => past.point(ids), lookBack: (ply) => past.ask(ply) });
const hourglass = new Hourglass((text) => log.announce(text));
const board = new Board(byId("board"), {
  pick,
  point,
  turn: (by) => gestures.turn(by),
  canTurn: () => gestures.canTurn,
  canLift: (id) => gestures.canLift(id) || (id === gestures.held && gestures.lit.size > 0) || drafting.canPickUp(id),
  lift: (id) => id !== gestures.held && pick(id),
  drop: (id) => (id === null ? gestures.isInHand && gestures.back() : pick(id)),
});
const gestures = new Gestures({
  act,
  askWhyNot,
  changed: () => state.table && showChoices(),
  holding: (picks) => board.hand.holding(picks),
  isAsked: (action) => localStorage.getItem("confirm-moves") === "on" && !drafting.isLaid(action),
});
const drafting = new Drafting(board, gestures);
const past = new LookingBack(board, offerChoices);

// Whole tables

/** @param {Snapshot} snapshot */
async function showTable(snapshot) {
  const before = state.table;
  const table = tableOf(snapshot);
  past.end();
  Object.assign(state, { table, laying: null, spent: -1 });
  showGame(snapshot);
  choosePicture(table.scene);
  board.show(table.game, table.scene);
  if (table.seat !== before?.seat) board.camera.home(table.seat);
  showWords(table.scene.text);
  log.isHost = table.is_host;
  log.reset(table.log, table.seats, table.game);
  showRest(!before);
}

/** @param {Snapshot} snapshot */
function showGame({ game, title, is_rated }) {
  document.body.dataset.game = game;
  byId("title").textContent = is_rated ? t("{title} · rated", { title }) : title;
  for (const link of all(".rules-link")) link.href = `/rules/${game}`;
  byId("loading").hidden = true;
}

// Updates

/**
 * @param {Update} update
 * @param {boolean} isHurried
 */
async function showUpdate(update, isHurried) {
  const { beats = [], log: lines = [], scene: changes = {} } = update;
  const [before, wasMine, next] = [state.table, Boolean(choices()), merge(state.table, update)];
  past.end();
  const isTold = beats.length > 0 && (await showBeats(beats, isHurried));
  drafting.arrive(next.seq);
  state.table = next;
  letGo(changes.pieces, changes.gone);
  log.add(lines, next.seats, isTold);
  showSeats(next.scene.panels);
  hourglass.show(next.sand);
  const mover = whoElse(lines);
  if (mover !== null && !isTold)
    board.trail.show(mover, before.scene.pieces, next.scene.pieces, next.scene.width, board.camera.unit);
  else if (changes.pieces || changes.gone) board.trail.clear(); // taken back, for one
  const motion = board.change(next.scene, changes, isHurried);
  tip.refresh();
  if (next.draft && choices() && !lines.length) showRest(false); // a player laying out pieces does not wait for them to arrive
  await motion;
  if (next.seat !== before.seat) board.camera.home(next.seat);
  if (changes.text !== undefined) showWords(changes.text);
  if (state.coming.some((message) => message.type === "table")) return;
  showRest(false);
  call(wasMine, before.can_ready);
}

/**
 * Put back what is in the hand before pieces move, unless the choices stay the same.
 * @param {Piece[]} pieces
 * @param {string[]} gone
 */
function letGo(pieces = [], gone = []) {
  if ((pieces.length || gone.length) && !gestures.isOffered(choices())) gestures.offer(null);
  if (pieces.length) sound.play("move");
}

/**
 * Notify players in other tabs that the table is waiting for them.
 * @param {boolean} wasMine
 * @param {boolean} wasAsked
 */
function call(wasMine, wasAsked) {
  const { is_curtain, can_ready, title, prompt } = state.table;
  if (choices() && !wasMine) sound.play("turn");
  const isCalled = ((choices() || is_curtain) && !wasMine) || (can_ready && !wasAsked);
  if (isCalled) bell.ring(title, [log.last, prompt], state.id);
}

/**
 * Show the stages of an action, in pictures and words. Resolves to whether all were visible.
 * @param {Beat[]} beats
 * @param {boolean} isHurried
 */
function showBeats(beats, isHurried) {
  let { scene } = state.table;
  gestures.offer(null);
  showControls([el("button", { type: "button", class: "quiet", id: "skip", onclick: skip }, t("Skip"))]);
  return play(beats, isHurried, (beat, isSkipped) => {
    scene = mergeScene(scene, beat);
    if (!isSkipped) showBeat(beat, scene);
    return board.change(scene, beat, isSkipped);
  });
}

/**
 * @param {Beat} beat
 * @param {Picture} scene
 */
function showBeat({ said = "" }, { panels }) {
  sound.play("move");
  byId("prompt").textContent = said;
  showSeats(panels);
}

const showSeats = (/** @type {Picture["panels"]} */ panels) =>
  seats.show(state.table.game, state.table.seats, panels, state.table.watchers);

// Everything except the pieces

/** @param {boolean} isFirst */
function showRest(isFirst) {
  const { table } = state;
  showSeats(table.scene.panels);
  hourglass.show(table.sand);
  offerChoices();
  drafting.takeUp();
  if (isFirst) takeUpAgain(gestures);
  showUndo();
  byId("hint").hidden = !table.can_hint;
  byId("watching").hidden = table.viewer_seats.length > 0 || table.status === "over";
  showGuide(table);
  if (!choices()) stopAsking();
  showCurtain();
  showInvitations();
  showRematch();
  showStatus(isFirst);
}

function offerChoices() {
  gestures.offer(socket.unanswered.size || state.laying ? null : choices());
}

/** @param {boolean} isFirst */
function showStatus(isFirst) {
  const { status, seq, result } = state.table;
  const isNew = document.body.dataset.status !== status;
  for (const link of all(".to-replay")) link.hidden = status !== "over";
  document.body.dataset.status = status;
  document.body.dataset.seq = String(seq);
  document.title = headline();
  byId("sheet-button").hidden = !result;
  if (!isNew || !result) return; // a closed sheet does not reopen because of a chat message
  if (isFirst) openSheet();
  else setTimeout(celebrate, SHOW_SHEET);
  sound.play("over");
}

/** Show the current choices on the board and under the prompt. */
function showChoices() {
  if (past.moment) return;
  const { draft, guide, last } = state.table;
  dropOldSentence(gestures);
  if (!state.laying) setText(byId("prompt"), promptText(gestures));
  byId("prompt-card").classList.toggle("is-mine", Boolean(gestures.trie));
  const { lit, picked, held, turned, canTurn } = gestures;
  const laid = gestures.trie && !gestures.isInHand ? (draft?.laid ?? []).flat() : [];
  const [hinted, shown] = [guide?.light ?? [], stepsToShow(gestures)];
  board.mark({ lit, picked, last, laid, held, turned, canTurn, hinted, shown });
  showControls([...gestureControls(gestures), ...drafting.controls(), ...tableControls()]);
  lightControls(shown, gestures, byId("choices"));
  tip.refresh();
  goOn();
}

// Player input

/**
 * @param {number} action
 * @param {boolean} isSure
 */
function act(action, isSure = false) {
  if (!isSure && drafting.confirmsNothing(action))
    return ask(t("You have not laid anything out. Are you really done?"), () => act(action, true), offerChoices);
  const { seq, draft } = state.table;
  say("");
  board.trail.clear();
  state.spent = seq;
  if (drafting.add(action)) return;
  socket.request({ type: "act", seen: seq, seat: mySeat(), actions: [...(draft?.actions ?? []), action] });
}

/** @param {string} id */
function pick(id) {
  if (past.moment || skip()) return;
  say("");
  if (gestures.isInHand || gestures.lit.has(id) || !drafting.pickUp(id)) gestures.pick(id);
}

/**
 * @param {string | null} id
 * @param {Element | null} node
 */
function point(id, node = null) {
  board.hand.point(id);
  tip.show(id, node);
  clearTimeout(state.hover);
  if (id === null || !gestures.isInHand || gestures.lit.has(id) || gestures.picked.includes(id)) return;
  state.hover = window.setTimeout(() => gestures.isInHand && askWhyNot([...gestures.path, ["pick", id]]), HOVER);
}

/** @param {[string, string][]} steps */
function askWhyNot(steps) {
  const { seat, status } = state.table;
  if (socket.unanswered.size || state.laying) return; // pending requests would change the answer
  if (seat !== null && status === "playing") socket.send({ type: "why", seat, steps });
}

function askHint() {
  say(t("The bot is thinking …"));
  socket.send({ type: "hint", seat: mySeat() });
}

// Replies

/** @param {Exclude<Reply, Snapshot | Update>} answer */
function showAnswer(answer) {
  const isOfDraft = "id" in answer && answer.id === state.laying?.id;
  if (answer.type === "because") say(answer.message, answer.rule);
  else if (answer.type === "moment") past.show(answer);
  else if (answer.type === "advice") {
    state.hint = { steps: answer.show, key: gestures.key };
    say("");
    board.trail.clear(); // the words speak of one arrow
    showAdvice(answer);
    showChoices();
  } else if (answer.type === "refused") showRefusal(answer, isOfDraft);
  else if (answer.type === "drafted" && isOfDraft) drafting.keep(answer.actions);
  else if (!state.isShowing && !(answer.type === "drafted" && state.laying)) gestures.offer(choices());
}

/**
 * @param {Extract<Reply, { type: "refused" }>} refused
 * @param {boolean} isOfDraft
 */
function showRefusal({ code, message, rule, id }, isOfDraft) {
  if (isOfDraft && drafting.layInstead()) return;
  sayRefusal(message, rule);
  if (!id) return;
  gestures.regain();
  if (!code.startsWith("lesson/")) return socket.send({ type: "sync" });
  Object.assign(state, { spent: -1, laying: isOfDraft ? null : state.laying }); // nothing has changed
  offerChoices();
}

// Buttons and keys

/** @param {KeyboardEvent} event */
function press(event) {
  if (isTyped(event) || event.ctrlKey || event.metaKey || !state.table) return;
  if (event.key === "Escape") past.end() || skip() || gestures.back();
  else if (event.key === "r" || event.key === "R") gestures.turn(event.shiftKey ? -1 : 1);
}

/** Return the token of an invitation, which comes after the # and is not sent to servers. */
function tokenGiven() {
  const given = [location.hash.slice(1), location.search].map((text) => new URLSearchParams(text).get("token"));
  return given[0] ?? given[1];
}

board.camera.bar = byId("areas");
byId("board").addEventListener("click", skip);
tip.listen(byId("board"), (id) => board.tellOf(id));
byId("undo").addEventListener("click", undo);
byId("hint").addEventListener("click", askHint);
byId("sheet-button").addEventListener("click", openSheet);
for (const link of all(".to-replay")) link.href = `/replay/${state.id}`;
listenForLooks(board);
listenBeside();
watchWords();
listenToSettings();
showSpectatorLink();
keepForReload(gestures);
addEventListener("keydown", press);
addEventListener("hashchange", () => location.reload());
const token = tokenGiven();
if (token) await join(token);
socket.open(inbox({ showTable, showUpdate, showAnswer }));
showWarmth().catch(complain);
