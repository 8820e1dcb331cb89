// One tournament: signing up, live standings, and the tables of each round.
import { newest, post, remove } from "./api.js";
import { byId, el } from "./dom.js";
import { figures } from "./figures.js";
import { t, tn, together } from "./i18n.js";
import { ABOUT, KINDS, STATUS } from "./kinds.js";
import { PACES } from "./paces.js";
import { complain, showMe } from "./page.js";
import { LEVELS } from "./seats.js";

const AGAIN = 3000; // ms
const path = `/api/tournaments/${location.pathname.split("/").pop()}`;
const lang = document.documentElement.lang;
const number = (value) => value.toLocaleString(lang, { maximumFractionDigits: 2 });

const HOW = {
  plain: t(
    "A game is worth the share of your opponents at the table that you beat: 1 for the winner, ½ for a draw between two. A bye is worth 1.",
  ),
  duplicate: t(
    "All tables of a round have the same deal. You are compared with those who had your seat at the other tables: the share of them who scored less than you. A bye is worth 1.",
  ),
  ties: t(
    "Equal points are decided by “opponents”, the points of everybody that you met, added up; then by “wins”, the tables that you won. Whoever leaves a game comes last in it; whoever does not show up is out until they come back.",
  ),
};
const PROOF = t(
  "Each table of a round shows the commitment of its deal, and it is the same one. When the round is over, the key is revealed and proves it.",
);

const ask = newest();
let shown = "";

function showStandings({ entrants, status }) {
  const rows = entrants.map((one) => [
    `${one.rank}. ${one.name}`,
    number(one.points),
    number(one.opponents),
    one.wins,
    one.games,
    one.is_out ? t("out") : one.byes ? tn("{number} bye", "{number} byes", one.byes) : "",
  ]);
  const heads = [t("name"), t("points"), t("opponents"), t("wins"), t("games"), ""];
  byId("standings").replaceChildren(
    status === "open"
      ? el(
          "ol",
          {},
          entrants.map((one) => el("li", {}, one.name)),
        )
      : figures(t("Standings"), heads, rows),
  );
}

function row(board, names) {
  if (board.players.length === 1)
    return [board.board, t("{name} has a bye", { name: names[board.players[0]] }), "", ""];
  const who = together(board.players.map((player) => names[player]));
  const points = board.is_over ? board.points.map(number).join(" : ") : t("under way");
  return [
    el("a", { href: board.url }, t("table {number}", { number: board.board })),
    who,
    board.is_void ? t("lost by the server") : points,
    board.scores.join(" : "),
  ];
}

function showRounds({ boards, entrants, commitments }) {
  const names = Object.fromEntries(entrants.map((one) => [one.number, one.name]));
  const rounds = [...new Set(boards.map(({ round }) => round))];
  byId("rounds").replaceChildren(
    ...rounds.map((round) =>
      el(
        "section",
        { class: "card" },
        figures(
          t("Round {round}", { round }),
          ["", t("players"), t("points"), t("scores")],
          boards
            .filter((board) => board.round === round)
            .reverse()
            .map((board) => row(board, names)),
        ),
        commitments.length
          ? el("p", { class: "proof" }, `${t("Commitment")}: `, el("code", {}, commitments[round - 1]))
          : null,
      ),
    ),
  );
}

function now({ status, round, rounds, ends_s, your_table, is_in }) {
  if (status !== "playing") return STATUS[status];
  const left = ends_s === null ? "" : tn("{number} minute left", "{number} minutes left", Math.ceil(ends_s / 60));
  const where = rounds ? t("Round {round} of {rounds}", { round, rounds }) : left;
  return [
    where,
    your_table ? t("Your table is ready.") : is_in ? t("Your next table comes when the others are done.") : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

async function show() {
  const info = await ask(path);
  const said = JSON.stringify(info);
  if (said === shown) return;
  shown = said;
  byId("name").textContent = info.name;
  const marks = [info.is_rated ? t("rated") : t("casual"), info.is_duplicate ? t("duplicate") : ""];
  byId("about").textContent = [info.title, KINDS[info.kind], ...marks, PACES[info.pace], t("hosted by {host}", info)]
    .filter(Boolean)
    .join(" · ");
  byId("now").textContent = now(info);
  byId("your-table").hidden = !info.your_table;
  byId("your-table").href = info.your_table || "/";
  byId("enter").hidden =
    info.is_in || info.status === "over" || (info.kind === "round_robin" && info.status === "playing");
  byId("leave").hidden = !info.is_in || info.status === "over";
  byId("hosting").hidden = !info.is_host || info.status !== "open";
  byId("start").disabled = !info.can_start;
  byId("how").textContent = [
    ABOUT[info.kind],
    info.is_duplicate ? HOW.duplicate : HOW.plain,
    HOW.ties,
    info.is_duplicate ? PROOF : "",
  ].join(" ");
  byId("file").href = `${path}/results`;
  showStandings(info);
  showRounds(info);
}

const doing = (work) => async (event) => {
  event.preventDefault();
  try {
    await work();
    await show();
  } catch (error) {
    complain(error);
  }
};

byId("enter").addEventListener(
  "click",
  doing(() => post(`${path}/enter`, {})),
);
byId("leave").addEventListener(
  "click",
  doing(() => post(`${path}/leave`, {})),
);
byId("add-bot").addEventListener(
  "click",
  doing(() => post(`${path}/bots`, { level: byId("level").value, count: 1 })),
);
byId("hosting").addEventListener(
  "submit",
  doing(() => post(`${path}/start`, {})),
);
byId("delete").addEventListener(
  "click",
  doing(async () => {
    await remove(path);
    location.assign("/tournaments");
  }),
);

try {
  await showMe();
  const levels = Object.entries(LEVELS).filter(([level]) => level !== "greedy");
  byId("level").replaceChildren(...levels.map(([value, label]) => el("option", { value }, label)));
  byId("level").value = "novice";
  await show();
  setInterval(() => document.hidden || show().catch(complain), AGAIN);
} catch (error) {
  complain(error);
}
