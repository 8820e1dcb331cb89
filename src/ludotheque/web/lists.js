// Lists of tables on the home page, in the lobby and on the account page.
import { get, newest, remove } from "./api.js";
import { byId, el } from "./dom.js";
import { t, tn, together } from "./i18n.js";
import { CLOCKS } from "./paces.js";

/** The names of a table's statuses. */
export const STATUS = { waiting: t("waiting for players"), playing: t("under way"), over: t("over") };

const lang = document.documentElement.lang;
const ago = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
const HIDDEN = "hidden-tables"; // in this browser

/** Return how long ago something happened: "5 minutes ago". @param {number} at seconds since 1970 */
function since(at) {
  const seconds = Math.max(0, Date.now() / 1000 - at);
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["second", Infinity];
  return ago.format(-Math.floor(seconds / length), unit);
}

/** Return the visitor's view of the table; before the game begins, the box. */
const picture = ({ table, game, status, seq }) =>
  el("img", {
    class: "thumb",
    src: status === "waiting" ? `/art/cover/${game}.svg` : `/api/tables/${table}/picture?seq=${seq}`,
    alt: "",
    loading: "lazy",
    width: 112,
    height: 84,
  });

/** @returns {Set<string>} */
const hidden = () => new Set(JSON.parse(localStorage.getItem(HIDDEN) ?? "[]"));

function hide(table, isHidden) {
  const all = hidden();
  if (isHidden) all.add(table);
  else all.delete(table);
  localStorage.setItem(HIDDEN, JSON.stringify([...all]));
}

/** Describe a table: its other players, its status, and when something last happened. */
export function about({ others, waits_for, free, moves, status, touched, is_lesson }) {
  const missing = free ? tn("{number} free seat", "{number} free seats", free) : "";
  const who = others.length ? t("with {names}", { names: together(others) }) : "";
  const far = status === "playing" && moves ? t("move {number}", { number: moves }) : STATUS[status];
  const turn = waits_for.length ? t("waiting for {names}", { names: together(waits_for) }) : "";
  return [
    el("span", { class: "who" }, [is_lesson ? t("lesson") : "", who, missing].filter(Boolean).join(" · ")),
    el("span", { class: "when" }, [far, turn, since(touched)].filter(Boolean).join(" · ")),
  ];
}

/**
 * Return a table as a card: its picture, its description, and further buttons.
 * @param {any} table
 * @param {HTMLElement[]} more
 */
export const card = (table, ...more) =>
  el(
    "li",
    { class: table.is_your_turn ? "is-mine" : "", "data-table": table.table },
    el(
      "a",
      { href: table.url },
      picture(table),
      el(
        "span",
        { class: "words" },
        el("b", {}, table.title),
        table.is_your_turn ? el("span", { class: "call" }, t("your turn")) : "",
        ...about(table),
      ),
    ),
    ...more,
  );

function hideButton(table, isHidden) {
  const label = isHidden ? t("Show again") : t("Hide");
  return el(
    "button",
    {
      type: "button",
      class: "quiet hide",
      title: label,
      "aria-label": `${label}: ${table.title}`,
      onclick: async () => {
        hide(table.table, !isHidden);
        await showMine();
        /** @type {HTMLElement | null} */ (document.querySelector("#my-games a, #show-hidden"))?.focus();
      },
    },
    isHidden ? "↩" : "✕",
  );
}

/** Fill a list; if it is empty, say so. */
export const fill = (box, lines, none) =>
  byId(box).replaceChildren(...(lines.length ? lines : [el("li", { class: "none" }, none)]));

/** What is shown, so that unchanged lists are not redrawn and pictures not reloaded. */
let shown = "";
const askMine = newest();

/** Show the visitor's games: first those waiting for them, then the latest. */
export async function showMine() {
  const mine = (await askMine("/api/my")).sort((one, other) => Number(other.is_your_turn) - Number(one.is_your_turn));
  const away = hidden();
  const key = JSON.stringify([mine, [...away], Math.floor(Date.now() / 60_000)]);
  if (key === shown) return;
  shown = key;
  const isAway = (game) => away.has(game.table);
  fill(
    "my-games",
    mine.filter((game) => !isAway(game)).map((game) => card(game, hideButton(game, false))),
    t("None yet. Take a box."),
  );
  fill(
    "hidden-games",
    mine.filter(isAway).map((game) => card(game, hideButton(game, true))),
    "",
  );
  byId("show-hidden").hidden = !mine.some(isAway);
  const turns = mine.filter((game) => game.is_your_turn && !isAway(game)).length;
  document.title = turns ? t("({turns}) your turn · Ludothèque", { turns }) : "Ludothèque";
}

/**
 * Return a table that is not one's own as a card.
 * @param {any} table
 * @param {HTMLElement[]} words
 */
export const tableCard = (table, ...words) =>
  el(
    "li",
    {},
    el(
      "a",
      { href: table.url },
      picture(table),
      el("span", { class: "words" }, el("b", {}, table.title), words.slice(0, 2)),
      words.slice(2),
    ),
  );

const askLobby = newest();

/**
 * Return the open tables that fit a form of filters, games to watch, and the visitor's invitations.
 * @param {FormData | null} filter
 */
export function lobby(filter = null) {
  const wanted = [...(filter ?? [])].filter(([, value]) => value).map(([name, value]) => [name, String(value)]);
  return askLobby(`/api/lobby?${new URLSearchParams(wanted)}`);
}

/** Show open tables. */
export function showOpen(open) {
  fill(
    "open-tables",
    open.map((table) =>
      tableCard(
        { ...table, status: "waiting" },
        el(
          "span",
          { class: "who" },
          table.host ? t("with {host}", table) : "",
          table.rating ? ` (${table.rating})` : "",
        ),
        el(
          "span",
          { class: "when" },
          [
            tn("{number} free seat", "{number} free seats", table.free),
            table.pace === "none" ? "" : CLOCKS[table.pace],
            table.is_rated ? t("rated") : "",
          ]
            .filter(Boolean)
            .join(" · "),
        ),
        el("span", { class: "call" }, t("sit down")),
      ),
    ),
    t("Nobody is waiting right now."),
  );
}

/** Show the invitations that this visitor can accept or decline. */
export function showInvited(found) {
  const decline = (table) => async () => {
    await remove(`/api/invitations/${table}`);
    showInvited((await get("/api/lobby")).invitations);
  };
  byId("invited").hidden = !found.length;
  byId("invitations").replaceChildren(
    ...found.map((one) => {
      const card = tableCard(
        { ...one, status: "waiting" },
        el("span", { class: "who" }, t("{by} invites you", one)),
        el("span", { class: "when" }, one.is_rated ? t("rated") : ""),
      );
      card.append(el("button", { type: "button", class: "delete", onclick: decline(one.table) }, t("No, thanks")));
      return card;
    }),
  );
}
