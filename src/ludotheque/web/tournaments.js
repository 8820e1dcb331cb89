// The list of tournaments, and the form for a new one.
import { get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { t, tn } from "./i18n.js";
import { ABOUT, KINDS, STATUS } from "./kinds.js";
import { fill, tableCard } from "./lists.js";
import { PACES } from "./paces.js";
import { complain, showMe } from "./page.js";

const option = (value, label) => el("option", { value }, label);
let games = [];

const card = (one) =>
  tableCard(
    { ...one, title: one.name, status: "waiting" },
    el("span", { class: "who" }, `${one.title} · ${KINDS[one.kind]}`),
    el(
      "span",
      { class: "when" },
      [
        STATUS[one.status],
        tn("{number} player", "{number} players", one.entrants),
        one.is_rated ? t("rated") : "",
        one.is_duplicate ? t("duplicate") : "",
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );

function showFields() {
  const kind = byId("kind").value;
  byId("about-kind").textContent = ABOUT[kind];
  byId("for-rounds").hidden = kind !== "swiss";
  byId("for-minutes").hidden = kind !== "arena";
  byId("for-duplicate").hidden = kind === "arena";
  const chosen = byId("seats").value;
  const { seats } = games.find(({ id }) => id === byId("game").value);
  byId("seats").replaceChildren(...seats.map((count) => option(count, count)));
  if (seats.includes(Number(chosen))) byId("seats").value = chosen;
  const paces = Object.entries(PACES).filter(([name]) => name !== "none" && !(kind === "arena" && name === "days"));
  byId("pace").replaceChildren(...paces.map(([value, label]) => option(value, label)));
}

async function create(event) {
  event.preventDefault();
  const kind = byId("kind").value;
  const made = await post("/api/tournaments", {
    name: byId("name").value,
    game: byId("game").value,
    kind,
    seats: Number(byId("seats").value),
    rounds: Number(byId("rounds").value),
    minutes: Number(byId("minutes").value),
    pace: byId("pace").value,
    is_rated: byId("rated").checked,
    is_duplicate: kind !== "arena" && byId("duplicate").checked,
  });
  location.assign(made.url);
}

try {
  const [me, found] = await Promise.all([showMe(), get("/api/games")]);
  games = found;
  byId("only-accounts").hidden = !me.is_guest;
  byId("set-up").hidden = me.is_guest;
  byId("game").replaceChildren(...games.map(({ id, title }) => option(id, title)));
  byId("kind").replaceChildren(...Object.entries(KINDS).map(([value, label]) => option(value, label)));
  byId("kind").value = "swiss";
  byId("game").addEventListener("change", showFields);
  byId("kind").addEventListener("change", showFields);
  byId("set-up").addEventListener("submit", (event) => create(event).catch(complain));
  showFields();
  fill("tournaments", (await get("/api/tournaments")).map(card), t("None yet."));
} catch (error) {
  complain(error);
}
