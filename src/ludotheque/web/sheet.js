// The score sheet at the end of a game: one row per category, the winner's seal, and new ratings.
import { get } from "./api.js";
import { byId, el } from "./dom.js";
import { t, together } from "./i18n.js";
import { complain } from "./page.js";
import { badge } from "./seats.js";

/** @import { Result, SeatInfo } from "protocol" */
/** @typedef {Pick<SeatInfo, "seat" | "name" | "has_resigned">} Seat */

const lang = document.documentElement.lang;
const points = new Intl.NumberFormat(lang);
const change = new Intl.NumberFormat(lang, { signDisplay: "exceptZero" });

/**
 * Show the score sheet. `again()` opens a rematch; it is missing if this visitor cannot. A replay has
 * no ways on: it is one of them.
 * @param {{ result: Result, seats: Seat[], is_rated?: boolean, seed?: string | null, title: string, table: string,
 *   again?: (() => void) | null, isReplay?: boolean }} game
 */
export function showSheet({ result, seats, is_rated, seed, title, table, again = null, isReplay = false }) {
  const inOrder = [...seats].sort((one, other) => result.ranks[one.seat] - result.ranks[other.seat]);
  byId("sheet-body").replaceChildren(
    el("p", { class: "small" }, title),
    headline(inOrder.filter((info) => result.ranks[info.seat] === 1)),
    el("p", { class: "by-what" }, byWhat(result, inOrder)),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Score sheet") },
      scores(result, inOrder),
    ),
    seed ? el("details", {}, el("summary", {}, t("The seed of this deal")), el("code", {}, seed)) : "",
    isReplay ? el("div", { class: "row" }, closeButton()) : waysOn(table, again),
  );
  if (is_rated) showRatings(table, inOrder).catch(complain);
  if (byId("sheet").open) return;
  byId("sheet").showModal();
  byId("sheet").scrollTop = 0; // the focus goes to the scores; who won comes first
}

/**
 * Add the players' new ratings to the sheet.
 * @param {string} table
 * @param {Seat[]} seats
 */
async function showRatings(table, seats) {
  /** @type {{ seat: number, points: number, change: number }[]} */
  const found = await get(`/api/tables/${table}/ratings`);
  const said = new Map(found.map((one) => [one.seat, `${points.format(one.points)} (${change.format(one.change)})`]));
  byId("sheet-ratings")?.remove();
  const line = row(t("Rating"), seats, (seat) => said.get(seat) ?? "–", "ratings");
  line.id = "sheet-ratings";
  if (found.length) document.querySelector("#sheet-body tbody")?.append(line);
}

/** @param {Seat[]} winners */
function headline(winners) {
  const names = together(winners.map((info) => info.name));
  const said = winners.length > 1 ? t("{names} share first place", { names }) : t("{names} wins", { names });
  const signs = winners.map((info) => badge(info.seat, true));
  return el("h2", { id: "sheet-title" }, signs, " ", said);
}

/**
 * Return the winner's lead over the runner-up.
 * @param {Result} result
 * @param {Seat[]} inOrder
 */
function byWhat({ scores, ranks }, inOrder) {
  const next = inOrder.find((info) => ranks[info.seat] > 1);
  if (!next) return "";
  if (next.has_resigned) return t("{name} has resigned.", { name: next.name });
  const [won, came] = [scores[inOrder[0].seat], scores[next.seat]];
  if (won === came) return t("Both have {points}; the tie-break decides.", { points: won });
  return t("{won} to {came}", { won, came });
}

/**
 * @param {Result} result
 * @param {Seat[]} seats
 */
function scores({ columns, labels, scores, ranks, breakdown }, seats) {
  const names = seats.map(({ seat, name }) => el("th", { scope: "col" }, badge(seat, true), " ", name));
  const head = el("tr", {}, el("th", { scope: "col" }, t("Score")), names);
  const seal = () => el("span", { class: "seal" }, "1");
  const rows = columns.map((column, index) => row(labels[index], seats, (seat) => breakdown[seat][column] ?? 0));
  const total = row(t("total"), seats, (seat) => scores[seat], "total");
  const places = row(t("place"), seats, (seat) => (ranks[seat] === 1 ? seal() : ranks[seat]));
  return el("table", {}, el("thead", {}, head), el("tbody", {}, rows, total, places));
}

/**
 * @param {string} label
 * @param {Seat[]} seats
 * @param {(seat: number) => Node | number | string} cell
 * @param {string | null} kind
 */
const row = (label, seats, cell, kind = null) =>
  el(
    "tr",
    { class: kind },
    el("th", { scope: "row" }, label),
    seats.map(({ seat }) => el("td", {}, cell(seat))),
  );

/**
 * @param {string} table
 * @param {(() => void) | null} again
 */
const waysOn = (table, again) =>
  el(
    "div",
    { class: "row" },
    again ? el("button", { type: "button", class: "primary", onclick: again }, t("Play again")) : null,
    el("a", { class: "button", href: `/replay/${table}` }, t("Replay")),
    el("a", { class: "button", href: `/replay/${table}?analysis` }, t("Analysis")),
    el("a", { class: "button", href: `/api/tables/${table}/record`, download: `${table}.json` }, t("Record")),
    closeButton(),
  );

const closeButton = () =>
  el("button", { type: "button", class: "quiet", onclick: () => byId("sheet").close() }, t("Close"));
