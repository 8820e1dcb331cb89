// Lists of tables, at home and in the lobby.
import { get } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

/** What the state of a table is called. */
export const STATUS = { waiting: t("waiting for people"), playing: t("under way"), over: t("over") };

const line = (table, title, note, call) => el("li", {}, el("a", { href: `/t/${table}` }, el("b", {}, title), el("span", {}, note), call ? el("span", { class: "call" }, call) : null));

const fill = (box, lines, none) => byId(box).replaceChildren(...(lines.length ? lines : [el("li", { class: "none" }, none)]));

/** My games: those that wait for me come first. */
export async function showMine(titles) {
  const mine = (await get("/api/my")).sort((one, other) => Number(other.is_your_turn) - Number(one.is_your_turn));
  fill(
    "my-games",
    mine.map((game) => line(game.table, titles[game.game] ?? game.game, STATUS[game.status] ?? game.status, game.is_your_turn ? t("your turn") : "")),
    t("None yet. Take a box."),
  );
  const turns = mine.filter((game) => game.is_your_turn).length;
  document.title = turns ? t("({turns}) your turn · Ludothèque", { turns }) : "Ludothèque";
}

export async function showOpen(titles) {
  const open = await get("/api/tables");
  fill(
    "open-tables",
    open.map((table) => line(table.table, titles[table.game] ?? table.game, table.host ? t("with {host}", { host: table.host }) : "", t("sit down"))),
    t("Nobody is waiting just now."),
  );
}

export const titlesOf = (games) => Object.fromEntries(games.map((game) => [game.id, game.title]));
