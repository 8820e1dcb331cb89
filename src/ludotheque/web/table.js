// One table of any game: what the server tells goes to the board, the seats and the log; what people do goes back as actions.
import { post } from "./api.js";
import { play, skip } from "./beats.js";
import * as bell from "./bell.js";
import { byId, codeOf, el } from "./dom.js";
import { Gestures, showControls } from "./gestures.js";
import { Hourglass } from "./hourglass.js";
import { named, sit, t, tn, together } from "./i18n.js";
import { ruleLink, showAdvice, showGuide } from "./learn.js";
import { copyButton, invitationsTo, keepLinks, spectatorLink } from "./links.js";
import { Log } from "./log.js";
import { complain, showWarmth } from "./page.js";
import { Board, choosePicture, showWords } from "./scene.js";
import { Seats } from "./seats.js";
import { showSheet } from "./sheet.js";
import { Socket } from "./socket.js";
import * as sound from "./sound.js";
import * as tip from "./tip.js";

const FAR_BEHIND = 3; // updates: then they are shown without motion
const HOVER = 500; // ms until pointing at something asks why it cannot be picked
const GONE = 4410; // why the line was closed: the table is not there any more
const SHOW_SHEET = 900; // ms after the last move

const table = location.pathname.split("/").at(-1);
let state = null; // the table as it is shown
let head = null; // the last `seq` that has come in
let waiting = []; // messages that are not shown yet
let isShowing = false;
let hover = 0;
let laying = null; // a draft that is on its way: {id, otherwise: a shorter one, if this is refused, taken: the piece that was picked up: {id, turn}}
let hinted = []; // ids of what the bot would pick
let taken = null; // the piece that was picked up from a draft, until it is in the hand
const seats = new Seats();
const log = new Log(table);
const hourglass = new Hourglass((text) => log.announce(text));
const board = new Board(byId("board"), { pick: picked, point: pointed, turn: (by) => gestures.turn(by), canTurn: () => gestures.canTurn });
const gestures = new Gestures({ act, why, changed: () => state && showChoices(), inHand: (picks) => board.inHand(picks) });
board.camera.bar = byId("areas");
byId("board").addEventListener("click", skip);
tip.listen(byId("board"), (id) => board.nameOf(id));

// Messages come in, and are shown one after the other

function receive(message) {
  if (message.type === "table") {
    skip();
    waiting = [message];
    head = message.seq;
  } else if (message.type === "update") {
    if (message.from_seq !== head) return socket.send({ type: "sync" });
    waiting.push(message);
    head = message.seq;
  } else return answered(message);
  if (!isShowing) showAll();
}

async function showAll() {
  isShowing = true;
  while (waiting.length) {
    const message = waiting.shift();
    try {
      if (message.type === "table") await showTable(message);
      else await showUpdate(message, document.hidden || waiting.length >= FAR_BEHIND);
    } catch (error) {
      if (message.type === "table") complain(error);
      else socket.send({ type: "sync" }); // a page that has stumbled looks at the whole table again
      console.error(error);
    }
  }
  isShowing = false;
}

async function showTable(snapshot) {
  const [isFirst, seat] = [state === null, state?.seat];
  sit(snapshot.seats.map((info) => info.name));
  laying = null;
  state = { ...snapshot, panels: snapshot.scene.panels ?? [] };
  board.game = snapshot.game;
  document.body.dataset.game = snapshot.game;
  byId("title").textContent = snapshot.title;
  for (const link of document.querySelectorAll(".rules-link")) link.href = `/rules/${snapshot.game}`;
  byId("loading").hidden = true;
  choosePicture(snapshot.scene);
  board.show(snapshot.scene);
  if (isFirst || snapshot.seat !== seat) board.camera.home(snapshot.seat);
  showWords(snapshot.scene.text);
  log.reset(snapshot.log, snapshot.seats);
  showRest(isFirst);
}

async function showUpdate(update, hurried) {
  const { beats = [], pieces = [], gone = [], places = [], frame = null, areas = null, hand = null, panels, text, log: lines = [], type, from_seq, ...rest } = update;
  const [wasMine, seat] = [Boolean(state.gestures), state.seat];
  sit((update.seats ?? state.seats).map((info) => info.name));
  hinted = [];
  const isTold = beats.length && (await showBeats(beats, hurried));
  if (update.seq > laying?.kept) [taken, laying] = [laying.taken ?? null, null];
  state = { ...state, last: [], draft: null, sand: null, guide: null, can_hint: false, ...rest, panels: panels ?? state.panels, result: rest.result ?? state.result, seed: rest.seed ?? state.seed };
  if ((pieces.length || gone.length) && !gestures.isOffered(state.gestures)) gestures.offer(null);
  if (pieces.length) sound.play("move");
  log.add(lines, state.seats, isTold);
  seats.show(state.game, state.seats, state.panels);
  hourglass.show(state.sand);
  const motion = board.change({ pieces, gone, places, frame, areas, hand, hurried });
  if (state.draft && state.gestures && !lines.length) showRest(false); // whoever lays out does not wait for pieces to arrive
  await motion;
  if (state.seat !== seat) board.camera.home(state.seat);
  if (text !== undefined && text !== null) showWords(text);
  if (waiting.some((message) => message.type === "table")) return;
  showRest(false);
  if (state.gestures && !wasMine) sound.play("turn");
  if ((state.gestures || state.is_curtain) && !wasMine) bell.ring(state.title, [log.last, state.prompt], table);
}

/** What happens one after the other in an action, in pictures and words. */
function showBeats(beats, hurried) {
  gestures.offer(null);
  showControls([el("button", { type: "button", class: "quiet", id: "skip", onclick: skip }, t("Skip"))]);
  return play(beats, hurried, ({ said, pieces, gone, panels }, isSkipped) => {
    state.panels = panels ?? state.panels;
    if (!isSkipped) {
      sound.play("move");
      byId("prompt").textContent = named(said);
      seats.show(state.game, state.seats, state.panels);
    }
    return board.change({ pieces, gone, hurried: isSkipped });
  });
}

/** All but the pieces. */
function showRest(isFirst) {
  seats.show(state.game, state.seats, state.panels);
  hourglass.show(state.sand);
  gestures.offer(socket.unanswered.size || laying ? null : state.gestures);
  if (taken && state.gestures) {
    gestures.takeUp(taken.id, taken.turn);
    taken = null;
  }
  if (isFirst) takeUpAgain();
  byId("undo").disabled = !state.can_undo;
  byId("hint").hidden = !state.can_hint;
  showGuide(state);
  for (const link of document.querySelectorAll(".to-replay")) link.hidden = state.status !== "over";
  showCurtain();
  showInvitations();
  showRematch();
  const isNews = document.body.dataset.status !== state.status;
  document.body.dataset.status = state.status;
  document.body.dataset.seq = state.seq;
  document.title = headline();
  byId("sheet-button").hidden = !state.result;
  if (!isNews || !state.result) return; // whoever has closed the sheet does not see it again because somebody says something
  if (isFirst) openSheet();
  else setTimeout(openSheet, SHOW_SHEET);
  sound.play("over");
}

// What to do now

const toAct = () => state.seats.filter((info) => info.is_to_act);

function headline() {
  const turn = state.status === "over" ? t("Game over") : state.gestures ? t("● Your turn") : (toAct()[0]?.name ?? "");
  return [turn, state.title, "Ludothèque"].filter(Boolean).join(" · ");
}

function promptText() {
  if (state.status === "waiting") return t("Waiting until everybody has sat down.");
  if (!gestures.trie) {
    if (state.draft?.is_ready) return t("You are done. What you have laid out is played when your turn comes.");
    const names = toAct().map((info) => info.name);
    if (!names.length || state.is_curtain) return state.prompt;
    return tn("{names} is to play.", "{names} are to play.", names.length, { names: together(names) });
  }
  return gestures.picks.length && gestures.lit.size ? t("Choose where it goes.") : state.guide?.light.length ? "" : state.prompt;
}

function showChoices() {
  if (!laying) byId("prompt").textContent = promptText();
  byId("prompt-card").classList.toggle("is-mine", Boolean(gestures.trie));
  const laid = gestures.trie && !gestures.isInHand ? (state.draft?.laid ?? []).flat() : [];
  board.mark({ lit: gestures.lit, picked: gestures.picked, last: state.last ?? [], laid, held: gestures.held, turned: gestures.turned, canTurn: gestures.canTurn, hinted: [...hinted, ...(state.guide?.light ?? [])] });
  showControls([...gestures.controls(), ...draftControls()]);
}

function act(action) {
  const draft = state.draft;
  say("");
  state.gestures = null;
  if (!draft) return send([action]);
  const isLaid = draft.kinds.some(([first, last]) => first <= action && action <= last);
  if (isLaid || draft.is_early) layOut([...draft.actions, action]);
  else send([...draft.actions, action]);
}

const send = (actions) => socket.request({ type: "act", seen: state.seq, seat: state.seat, actions });

function picked(id) {
  if (skip()) return;
  say("");
  if (gestures.isInHand || gestures.lit.has(id) || !pickUp(id)) gestures.pick(id);
}

// Drafts: what is laid out, and taken up again

function layOut(actions, more = {}) {
  laying = { ...more, id: socket.request({ type: "draft", seat: state.seat, actions }) };
}

/** Take a piece back into the hand that was laid out before; false if it was not. */
function pickUp(id) {
  const { actions = [], laid = [] } = state.draft ?? {};
  const lies = (piece) => piece === id || board.pieces.get(piece)?.piece.place === id;
  const number = gestures.trie ? laid.findLastIndex((pieces) => pieces.some(lies)) : -1;
  if (number < 0) return false;
  const piece = laid[number].find(lies);
  layOut(actions.filter((_, place) => place !== number), { otherwise: actions.slice(0, number), taken: { id: piece, turn: board.pieces.get(piece)?.piece.turn } });
  gestures.offer(null);
  return true;
}

function draftControls() {
  const draft = state.draft;
  if (!draft?.actions.length || laying || gestures.isInHand) return [];
  const [label, actions] = draft.is_ready ? [t("Change it again"), draft.actions.slice(0, -1)] : [t("Take everything back"), []];
  return [el("button", { type: "button", class: "quiet", id: "redraft", onclick: () => layOut(actions) }, label)];
}

function drafted({ id, actions, message, rule }, isRefused) {
  if (laying?.id !== id) return laying || isShowing || gestures.offer(state.gestures);
  const { otherwise, taken } = laying;
  if (isRefused && otherwise) return layOut(otherwise, { taken });
  if (isRefused) say(message, rule);
  laying.kept = isRefused ? Infinity : head; // what comes after this shows it
  if (isRefused || String(actions) === String(state.draft?.actions)) socket.send({ type: "sync" }); // nothing new: no update will come
}

function why(steps) {
  if (state.seat === null || state.seat === undefined || state.status !== "playing") return;
  socket.send({ type: "why", seat: state.seat, steps });
}

function pointed(id, node = null) {
  board.ghost(id);
  tip.show(id === null ? "" : board.nameOf(id), node);
  clearTimeout(hover);
  if (id === null || !gestures.isInHand || gestures.lit.has(id) || gestures.picked.includes(id)) return;
  hover = setTimeout(() => gestures.isInHand && why([...gestures.path, ["pick", id]]), HOVER);
}

/** A sentence under the prompt, with the rule it comes from. */
function say(message, rule = null) {
  byId("why").replaceChildren(...(message ? [message, " ", ruleLink(state?.game, rule)] : []));
}

function answered(message) {
  if (message.type === "because") return say(message.message, message.rule);
  if (message.type === "drafted") return drafted(message, false);
  if (message.type === "advice") {
    hinted = message.light;
    showAdvice(message);
    return showChoices();
  }
  if (message.type === "refused") {
    if (laying && laying.id === message.id) return drafted(message, true);
    say(message.message, message.rule);
    if (message.id) socket.send({ type: "sync" });
  } else if (!isShowing) gestures.offer(state.gestures);
}

// Curtain, invitations, sheet

function showCurtain() {
  const curtain = byId("curtain");
  if (!state.is_curtain) return curtain.open && curtain.close();
  const next = state.seats.find((info) => info.is_to_act && state.viewer_seats.includes(info.seat));
  byId("curtain-text").textContent = t("Pass the screen to {name}", { name: next?.name ?? "" });
  byId("lift").textContent = t("I am {name}: show me the table", { name: next?.name ?? "" });
  byId("lift").onclick = () => socket.send({ type: "look", seat: next.seat });
  if (!curtain.open) curtain.showModal();
}

function showInvitations() {
  const box = byId("invitations");
  const free = state.seats.filter((info) => info.kind === "open");
  const links = invitationsTo(table);
  const key = JSON.stringify([free, state.viewer_seats]);
  if (box.dataset.key === key) return; // a code that somebody looks at stays
  box.dataset.key = key;
  const rows = free.filter((info) => links[info.seat]).map((info) => invitation(t("The link to chair {seat}", { seat: info.seat + 1 }), links[info.seat]));
  if (free.length && !state.viewer_seats.length) rows.push(el("button", { type: "button", class: "primary", id: "sit", onclick: () => join(null) }, t("Sit down here")));
  box.hidden = !rows.length;
  box.replaceChildren(...rows);
}

function invitation(label, url) {
  const whole = new URL(url, location.href).href;
  const field = el("input", { class: "invitation", readonly: true, value: whole, onfocus: (event) => event.target.select() });
  const code = el("details", { class: "code" }, el("summary", {}, t("QR code")));
  code.ontoggle = async () => {
    code.ontoggle = null;
    const { svg } = await post("/api/code", { path: whole.slice(new URL(whole).origin.length) });
    code.append(codeOf(svg, label));
  };
  return el("div", { class: "row" }, el("label", {}, label, field), copyButton(t("Copy"), () => whole), code);
}

async function join(token) {
  try {
    await post(`/api/tables/${table}/join`, { token });
    history.replaceState(null, "", location.pathname); // the line shows the rest
  } catch (error) {
    complain(error);
  }
}

async function rematch() {
  try {
    const made = await post(`/api/tables/${table}/rematch`, {});
    keepLinks(made);
    location.href = made.url;
  } catch (error) {
    complain(error);
  }
}

/** Somebody plays again: the others are told where. */
function showRematch() {
  const link = byId("rematch");
  link.hidden = !state.rematch;
  if (state.rematch) link.href = `/t/${state.rematch}`;
}

function openSheet() {
  if (state.result) showSheet({ ...state, table, again: state.viewer_seats.length ? rematch : null });
}

// Another language: the page is loaded anew, and goes on with what was in the hand and in the chat's field

const KEPT = `kept-${table}`;

addEventListener("languagechange", () => sessionStorage.setItem(KEPT, JSON.stringify([gestures.path, [...gestures.chosen], byId("chat-field").value, byId("side").className])));

function takeUpAgain() {
  const [path, chosen, said, side] = JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
  sessionStorage.removeItem(KEPT);
  if (!path) return;
  gestures.resume(path, chosen);
  byId("chat-field").value = said;
  openDrawer(side.includes("is-open"));
}

// The line

function lineChanged(now, code = 0) {
  const texts = {
    connecting: t("Connecting …"),
    online: "",
    lost: t("The connection is lost. Trying again …"),
    closed: code === GONE ? t("This table has been closed by its host.") : t("This table is not there, or not open to you."),
  };
  byId("connection").textContent = texts[now];
  byId("connection").hidden = now === "online";
  document.body.dataset.line = now;
  if (now === "closed") byId("loading").hidden = true;
}

// Buttons and keys

const mySeat = () => state.seat ?? state.viewer_seats[0];

byId("undo").addEventListener("click", () => socket.request({ type: "undo", seat: mySeat() }));
byId("hint").addEventListener("click", () => {
  say(t("The bot is thinking …"));
  socket.send({ type: "hint", seat: mySeat() });
});
byId("sheet-button").addEventListener("click", openSheet);
byId("curtain").addEventListener("cancel", (event) => event.preventDefault());
byId("sound").addEventListener("click", (event) => event.currentTarget.setAttribute("aria-pressed", String(sound.toggle())));
byId("sound").setAttribute("aria-pressed", String(sound.isOn()));
byId("drawer").addEventListener("click", () => openDrawer(!byId("side").classList.contains("is-open")));
byId("close-drawer").addEventListener("click", () => openDrawer(false));
for (const link of document.querySelectorAll(".leave")) link.addEventListener("click", leave);
for (const link of document.querySelectorAll(".to-replay")) link.href = `/replay/${table}`;
if (spectatorLink(table)) byId("watch").append(invitation(t("The link for spectators"), spectatorLink(table)));
byId("watch").hidden = !spectatorLink(table);
bell.show(byId("bell"));
byId("stay").addEventListener("click", () => byId("leaving").close());
byId("resign").addEventListener("click", () => {
  byId("leaving").close();
  socket.request({ type: "resign", seat: mySeat() });
});
byId("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("chat-field");
  if (field.value.trim()) socket.send({ type: "say", text: field.value.trim() });
  field.value = "";
});

/** Whoever still plays is asked whether to come back; everybody else just goes home. */
function leave(event) {
  if (state?.status !== "playing" || !state.viewer_seats.length) return;
  event.preventDefault();
  byId("leaving").showModal();
}

function openDrawer(open) {
  byId("side").classList.toggle("is-open", open);
  byId("drawer").setAttribute("aria-expanded", String(open));
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || !state) return;
  if (event.key === "Escape") skip() || gestures.back();
  else if (event.key === "r" || event.key === "R") gestures.turn(event.shiftKey ? -1 : 1);
});

const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? new URLSearchParams(location.search).get("token"); // behind the #, no server hears of it
addEventListener("hashchange", () => location.reload());
if (token) await join(token);
const socket = new Socket(table, receive, lineChanged);
showWarmth().catch(complain);
