// Finding a game: quick pairing, invitations, open tables with filters, and games to watch.
import { get, post, remove } from "./api.js";
import { byId, el } from "./dom.js";
import { t, tn, together } from "./i18n.js";
import { keepLinks } from "./links.js";
import { fill, lobby, showInvited, showOpen, tableCard } from "./lists.js";
import { CLOCKS, PACES } from "./paces.js";
import { complain, showMe } from "./page.js";

const AGAIN = 10_000; // ms
const ASK = 2000; // ms between two requests to be paired
const KEPT = "seek"; // in this browser: what was looked for last time

const option = (value, label) => el("option", { value }, label);
const pairs = (of) => Object.entries(of).map(([value, label]) => option(value, label));
let games = [];
let timer = 0; // of the next request; 0 if nobody is looking
/** @type {any} */
let offered = null; // the bot that is offered

const wish = () => ({
  game: byId("game").value,
  seats: Number(byId("seats").value),
  pace: byId("pace").value,
  is_near: byId("near").checked,
  is_rated: byId("rated").checked,
});

function showSeats() {
  const chosen = byId("seats").value;
  const { seats } = games.find(({ id }) => id === byId("game").value);
  byId("seats").replaceChildren(...seats.map((count) => option(count, count)));
  if (seats.includes(Number(chosen))) byId("seats").value = chosen;
}

function showLooking(isLooking) {
  byId("find").hidden = isLooking;
  byId("stop").hidden = !isLooking;
  for (const field of ["game", "seats", "pace", "near", "rated"]) byId(field).disabled = isLooking;
  if (!isLooking) byId("looking").textContent = "";
  byId("bot").hidden = true;
}

/** Ask to be paired, again and again, until there is a table. */
async function look() {
  try {
    const found = await post("/api/seek", wish());
    if (found.url) return location.assign(found.url);
    offered = found.bot ? found : null;
    byId("bot").hidden = !offered;
    byId("looking").textContent = tn(
      "Looking for opponents. {number} person is waiting.",
      "Looking for opponents. {number} people are waiting.",
      found.waiting,
    );
    timer = setTimeout(look, ASK);
  } catch (error) {
    stop();
    complain(error);
  }
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  showLooking(false);
  remove("/api/seek").catch(complain);
}

async function playBot() {
  const { game, seats, is_rated } = wish();
  const others = Array.from({ length: seats - 1 }, () => ({ kind: "bot", level: offered.bot }));
  stop();
  const made = await post("/api/tables", { game, seats: [{ kind: "you" }, ...others], clock: offered.clock, is_rated });
  keepLinks(made);
  location.assign(made.url);
}

function showShows(shows) {
  const cards = shows.map((show) =>
    tableCard(
      { ...show, status: "playing", seq: show.moves },
      el("span", { class: "who" }, together(show.names)),
      el("span", { class: "when" }, t("rating {points}", show), show.is_rated ? ` · ${t("rated")}` : ""),
    ),
  );
  fill("shows", cards, t("Nobody is playing an open game right now."));
}

async function showLists() {
  const { tables, shows, invitations } = await lobby(new FormData(byId("filter")));
  showOpen(tables);
  showShows(shows);
  showInvited(invitations);
}

byId("seek").addEventListener("submit", (event) => {
  event.preventDefault();
  localStorage.setItem(KEPT, JSON.stringify(wish()));
  showLooking(true);
  byId("stop").focus();
  look();
});
byId("stop").addEventListener("click", stop);
byId("bot").addEventListener("click", () => playBot().catch(complain));
byId("game").addEventListener("change", showSeats);
byId("filter").addEventListener("change", () => showLists().catch(complain));
addEventListener(
  "pagehide",
  () =>
    timer && fetch("/api/seek", { method: "DELETE", headers: { "content-type": "application/json" }, keepalive: true }),
);

try {
  const [me] = await Promise.all([showMe(), get("/api/games").then((found) => (games = found))]);
  const any = () => option("", t("any"));
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  const titles = () => games.map(({ id, title }) => option(id, title));
  const { game, seats, pace, rated } = byId("filter").elements;
  byId("game").replaceChildren(...titles());
  byId("pace").replaceChildren(...pairs(PACES));
  byId("pace").value = kept.pace ?? "quick";
  if (kept.game) byId("game").value = kept.game;
  showSeats();
  if (kept.seats) byId("seats").value = kept.seats;
  byId("near").checked = kept.is_near ?? true;
  byId("rated").disabled = me.is_guest;
  game.replaceChildren(any(), ...titles());
  seats.replaceChildren(any(), ...[2, 3, 4, 5, 6].map((count) => option(count, count)));
  pace.replaceChildren(any(), ...pairs(CLOCKS));
  rated.replaceChildren(any(), option("true", t("rated")), option("false", t("casual")));
  await showLists();
  setInterval(() => document.hidden || showLists().catch(complain), AGAIN);
} catch (error) {
  complain(error);
}
