// The author's workbench: the table in a frame, and beside it a position with everything visible,
// the current one or an earlier one.
import "./language.js";
import { get, post } from "./api.js";
import { all, byId, el, setText } from "./dom.js";
import { seatName, showFields, showUnseen } from "./fields.js";
import { t } from "./i18n.js";
import { allowClicks, complain } from "./page.js";
import { treeOf } from "./tree.js";

/**
 * @import { Trie } from "protocol"
 * @import { Eyes, Field } from "./fields.js"
 *
 * @typedef {{ seat: number, choices: { action: number, text: string }[], gestures: Trie }} Mover
 * @typedef {{ phase: string, fields: Field[], eyes: Eyes[], movers: Mover[] }} Panel
 * @typedef {{ title: string, table: string, seats: number, ply: number, plies: { seat: number, text: string }[], notes: string[], troubles: string[], panel: Panel }} Shown
 */

const LOOK = 400; // ms between two checks for changes
const PATIENCE = 5000; // ms after which unresponsive rules are assumed to loop forever
const TAB = "dev-tab";
const ONLOOKER = -1;

/** @type {Record<string, () => number>} */
const STEPS = {
  first: () => 0,
  before: () => shown.ply - 1,
  after: () => shown.ply + 1,
  last: () => shown.plies.length,
};

/** @type {Shown} */
let shown;
/** @type {number | null} */
let ply = null; // the position that is shown; null: always the last one
let seat = 0; // whose view is shown beside the state
let heard = ""; // the last heartbeat of the server that was handled
let worker = 0;
let requests = 0; // for positions, so far

// Showing positions

async function look() {
  try {
    const beat = await get("/api/dev/beat", AbortSignal.timeout(PATIENCE));
    if (worker && beat.worker !== worker) setText(byId("status"), t("reloaded at {time}", { time: now() }));
    else if (document.body.dataset.line === "lost") setText(byId("status"), "");
    document.body.dataset.line = "online";
    worker = beat.worker;
    if (!shown) await sitDown();
    else if (heard !== JSON.stringify(beat)) await load();
    heard = JSON.stringify(beat);
  } catch {
    document.body.dataset.line = "lost";
    setText(byId("status"), t("No answer. A rule may be looping forever: save a file to reload the game."));
  }
  setTimeout(look, LOOK);
}

async function sitDown() {
  await post("/api/dev/sit", {});
  await load();
  allowClicks();
}

const now = () => new Date().toLocaleTimeString(document.documentElement.lang);

async function load() {
  const at = ply === null ? "" : `&ply=${ply}`;
  requests += 1;
  const own = requests;
  const position = await get(`/api/dev/position?seat=${seat}${at}`, AbortSignal.timeout(PATIENCE));
  if (own === requests) show(position); // else a later request has replaced it
}

/** @param {Shown} position */
function show(position) {
  shown = position;
  const { table, title, notes, troubles, panel } = shown;
  document.title = `${title} · ${t("Workbench")} · Ludothèque`;
  byId("title").textContent = title;
  byId("notes").replaceChildren(...notes.map((note) => el("p", {}, note)));
  byId("errors").replaceChildren(...troubles.map((text) => el("pre", { class: "traceback", tabindex: 0 }, text)));
  if (byId("frame").dataset.table !== table) showTable(table);
  showTime();
  showActions();
  showState();
  byId("gestures").replaceChildren(
    ...panel.movers.filter(({ gestures }) => Object.keys(gestures).length).flatMap(gesturesOf),
  );
  Object.assign(document.body.dataset, { ply: shown.ply, plies: shown.plies.length });
}

/** @param {string} table */
function showTable(table) {
  byId("frame").dataset.table = table;
  byId("frame").src = `/t/${table}`;
}

// Time

function showTime() {
  const { ply: at, plies } = shown;
  const isPast = at < plies.length;
  const { seat: who, text } = plies[at - 1] ?? {};
  byId("slider").max = plies.length;
  byId("slider").value = at;
  setText(byId("where"), t("Ply {now} of {all}", { now: at, all: plies.length }));
  setText(byId("played"), at ? `${seatName(who)}: ${text}` : t("The beginning"));
  for (const id of ["first", "before"]) byId(id).disabled = at === 0;
  for (const id of ["after", "last", "play-on"]) byId(id).disabled = !isPast;
  byId("past").hidden = !isPast;
  if (!isPast) return;
  byId("past-text").textContent = t("The position after ply {ply}, seen by {who}", { ply: at, who: seatName(seat) });
  byId("past-picture").src = `/api/dev/picture?table=${shown.table}&ply=${at}&seat=${seat}`;
}

/** @param {number} to */
function go(to) {
  ply = to >= shown.plies.length ? null : Math.max(0, to);
  load().catch(complain);
}

/**
 * Send a command, then show the last position.
 * @param {string} path
 * @param {object} body
 */
async function order(path, body) {
  try {
    byId("trouble").hidden = true;
    await post(`/api/dev/${path}`, body);
    ply = null;
    await load();
  } catch (error) {
    complain(error);
  }
}

// Actions

/** @param {Mover["seat"]} mover */
const playing =
  (mover) =>
  (/** @type {{ action: number, text: string }} */ { action, text }) =>
    el(
      "button",
      { type: "button", class: "action", onclick: () => order("act", { ply: shown.ply, seat: mover, action }) },
      text || action,
    );

function showActions() {
  const wanted = byId("filter").value.trim().toLowerCase();
  const lists = shown.panel.movers.map(({ seat: mover, choices }) => {
    const found = choices.filter(({ text }) => text.toLowerCase().includes(wanted));
    const count = found.length === choices.length ? found.length : `${found.length} / ${choices.length}`;
    const heading = el("h2", {}, `${seatName(mover)} (${count})`);
    return [heading, el("div", { class: "actions" }, found.map(playing(mover)))];
  });
  byId("choices").replaceChildren(...(lists.length ? lists.flat() : [el("p", {}, t("The game is over."))]));
}

/** @param {Mover} mover */
function gesturesOf({ seat: mover, choices, gestures }) {
  const texts = new Map(choices.map(({ action, text }) => [action, text]));
  const show = (/** @type {number} */ action) => playing(mover)({ action, text: texts.get(action) ?? "" });
  return [el("h2", {}, seatName(mover)), treeOf(gestures, show)];
}

// The state

function showState() {
  const { seats, panel } = shown;
  const viewers = [...Array(seats).keys(), ONLOOKER];
  byId("eyes").replaceChildren(
    ...viewers.map((eyes) => el("option", { value: eyes, selected: eyes === seat }, seatName(eyes))),
  );
  setText(byId("phase"), panel.phase && t("phase: {phase}", { phase: panel.phase }));
  showUnseen(panel.eyes);
  showFields(panel.fields);
}

// Tabs and buttons

/** @param {string} id */
function openTab(id) {
  sessionStorage.setItem(TAB, id);
  for (const tab of all("[role=tab]")) {
    tab.setAttribute("aria-selected", String(tab.id === id));
    byId(tab.getAttribute("aria-controls")).hidden = tab.id !== id;
  }
}

for (const tab of all("[role=tab]")) tab.addEventListener("click", () => openTab(tab.id));
openTab(sessionStorage.getItem(TAB) ?? "actions-tab");
for (const [id, to] of Object.entries(STEPS)) byId(id).addEventListener("click", () => go(to()));
byId("slider").addEventListener("input", () => go(Number(byId("slider").value)));
byId("play-on").addEventListener("click", () => order("back", { ply: shown.ply }));
byId("deal").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  order("deal", { seed: Number(byId("seed").value) });
});
byId("filter").addEventListener("input", showActions);
byId("eyes").addEventListener("change", () => {
  seat = Number(byId("eyes").value);
  load().catch(complain);
});
look();
