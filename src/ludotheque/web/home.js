// The shelf: a box for every game. It lifts when one looks at it, and opens to three ways in.
import { get, post } from "./api.js";
import { byId, codeOf, el, shape } from "./dom.js";
import { t } from "./i18n.js";
import { keepLinks } from "./links.js";
import { showMine, showOpen, titlesOf } from "./lists.js";
import { complain, players, showMe, showWarmth } from "./page.js";
import { sprite } from "./scene.js";

const AGAIN = 15_000; // ms
const EASY = 1; // the level of the bots one begins with
const COVERS = 5; // colours of boxes, in home.css

/** Sit down against one bot at once: one that does not think for long, and can be beaten. */
function playNow(game, button) {
  const bots = Array.from({ length: game.seats[0] - 1 }, () => ({ kind: "bot", level: game.levels[EASY] ?? game.levels[0] }));
  return sitDown(button, "/api/tables", { game: game.id, options: {}, seats: [{ kind: "you" }, ...bots], is_open: false, clock: { kind: "none" } });
}

async function sitDown(button, path, wish) {
  button.disabled = true;
  try {
    const made = await post(path, wish);
    keepLinks(made);
    location.href = made.url;
  } catch (error) {
    button.disabled = false;
    complain(error);
  }
}

function box(game, number) {
  const play = el("button", { type: "button", class: "primary play-now" }, t("Play now"));
  play.addEventListener("click", () => playNow(game, play));
  const learn = game.has_lesson && el("button", { type: "button", class: "learn", onclick: () => sitDown(learn, `/api/learn/${game.id}`, {}) }, t("Learn by playing"));
  const ways = el(
    "div",
    { class: "ways", id: `ways-${game.id}` },
    el("p", { class: "promise" }, game.promise),
    el("div", { class: "row" }, play, el("a", { class: "button", href: `/new?game=${game.id}` }, t("With friends")), learn || "", el("a", { class: "button", href: `/rules/${game.id}` }, t("Rules"))),
  );
  const lid = el("button", { type: "button", class: `lid cover-${number % COVERS}`, "aria-expanded": "false", "aria-controls": ways.id }, el("span", { class: "box-title" }, game.title), el("span", { class: "box-players" }, players(game.seats)));
  if (game.has_art) lid.prepend(cover(game));
  const item = el("li", { class: "box", "data-game": game.id }, lid, ways);
  lid.addEventListener("click", () => open(item));
  return item;
}

/** The picture on the lid is the symbol `cover` of the game's art. */
const cover = (game) => shape("svg", { viewBox: "0 0 240 300", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, sprite(game.id, "cover"));

function open(item) {
  for (const other of document.querySelectorAll(".box")) {
    const isOpen = other === item && !other.classList.contains("is-open");
    other.classList.toggle("is-open", isOpen);
    other.querySelector(".lid").setAttribute("aria-expanded", String(isOpen));
  }
}

try {
  await showMe();
  showWarmth().catch(complain);
  const games = await get("/api/games");
  byId("boxes").replaceChildren(...games.map(box));
  byId("boxes").classList.toggle("is-many", games.length > 2);
  if (games.length === 1) open(document.querySelector(".box"));
  const house = await get("/api/house");
  if (house) byId("in-house").append(codeOf(house.svg, t("The address as a QR code")), el("a", { href: house.url }, house.url));
  byId("in-house").hidden = !house;
  const showLists = () => Promise.all([showMine(titlesOf(games)), showOpen(titlesOf(games))]);
  await showLists();
  setInterval(() => showLists().catch(complain), AGAIN);
} catch (error) {
  complain(error);
}
