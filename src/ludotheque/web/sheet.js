// The end of a game: a page of paper with one row a category, and the winner's seal.
import { byId, el } from "./dom.js";
import { t, together } from "./i18n.js";
import { badge } from "./seats.js";

export function showSheet({ result, seats, seed, title, table, again }) {
  const inOrder = [...seats].sort((one, other) => result.ranks[one.seat] - result.ranks[other.seat]);
  const winners = inOrder.filter((info) => result.ranks[info.seat] === 1);
  const names = together(winners.map((info) => info.name));
  const head = el("tr", {}, el("th", { scope: "col" }, t("Score")), inOrder.map((info) => el("th", { scope: "col" }, badge(info.seat, true), " ", info.name)));
  const rows = result.columns.map((column, place) => el("tr", {}, el("th", { scope: "row" }, result.labels[place]), inOrder.map((info) => el("td", {}, result.breakdown[info.seat][column] ?? 0))));
  const total = el("tr", { class: "total" }, el("th", { scope: "row" }, t("total")), inOrder.map((info) => el("td", {}, result.scores[info.seat])));
  const places = el("tr", {}, el("th", { scope: "row" }, t("place")), inOrder.map((info) => el("td", {}, result.ranks[info.seat] === 1 ? el("span", { class: "seal" }, "1") : result.ranks[info.seat])));
  byId("sheet-body").replaceChildren(
    el("p", { class: "small" }, title),
    el("h2", { id: "sheet-title" }, winners.map((info) => badge(info.seat, true)), " ", winners.length > 1 ? t("{names} share the first place", { names }) : t("{names} wins", { names })),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Score sheet") }, el("table", {}, el("thead", {}, head), el("tbody", {}, rows, total, places))),
    seed ? el("details", {}, el("summary", {}, t("The seed of this deal")), el("code", {}, seed)) : "",
    el(
      "div",
      { class: "row" },
      again ? el("button", { type: "button", class: "primary", onclick: again }, t("Play again")) : null,
      el("a", { class: "button", href: `/replay/${table}` }, t("Look at it again")),
      el("a", { class: "button", href: `/api/tables/${table}/record`, download: `${table}.json` }, t("Record")),
      el("button", { type: "button", class: "quiet", onclick: () => byId("sheet").close() }, t("Close")),
    ),
  );
  if (!byId("sheet").open) byId("sheet").showModal();
}
