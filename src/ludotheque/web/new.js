// Setting up a table: game, options, who sits where, who may come in, clock.
import { get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { keepLinks } from "./links.js";
import { complain, listen, showMe } from "./page.js";
import { LEVELS } from "./seats.js";

const CLOCKS = {
  none: [t("none: take your time"), { kind: "none" }],
  quick: [t("5 minutes each, and 5 seconds a turn"), { kind: "real", base_s: 300, increment_s: 5 }],
  slow: [t("15 minutes each, and 10 seconds a turn"), { kind: "real", base_s: 900, increment_s: 10 }],
  days: [t("3 days a turn"), { kind: "days", days: 3 }],
};

const USUAL = 2; // the level of bots that is proposed

const option = (value, label, selected = false) => el("option", { value, selected }, label);
const query = new URLSearchParams(location.search);
const after = query.has("from") ? { table: query.get("from"), ply: Number(query.get("ply")) } : null;
let games = [];
const game = () => games.find((one) => one.id === byId("game").value);

function showGame() {
  byId("options").replaceChildren(...game().options.map(optionField));
  byId("count").replaceChildren(...game().seats.map((count) => option(count, count)));
  showChairs();
}

function optionField(one) {
  const field = one.values?.length
    ? el("select", { "data-option": one.name, onchange: () => showChairs() }, one.values.map((value, place) => option(value, one.labels[place], value === one.default)))
    : el("input", { "data-option": one.name, type: "number", min: one.minimum ?? 0, value: one.default });
  return el("label", { class: "field" }, el("span", {}, one.label), field);
}

/** Against an hourglass everybody needs a screen of their own. */
function isTimed() {
  const [name, value] = game().sand ?? [];
  return game().sand !== null && (!name || document.querySelector(`[data-option="${name}"]`).value === value);
}

function showChairs() {
  const kinds = (seat) => [
    option("you", t("you"), seat === 0),
    option("person", t("somebody else, by link"), seat === 1),
    ...(isTimed() ? [] : [option("screen", t("this screen too"))]),
    ...game().levels.map((level) => option(`bot ${level}`, t("bot, {level}", { level: LEVELS[level] ?? level }), seat > 1 && level === (game().levels[USUAL] ?? game().levels[0]))),
  ];
  byId("chairs").replaceChildren(...Array.from({ length: Number(byId("count").value) }, (_, seat) => chair(seat, kinds(seat))));
}

function chair(seat, kinds) {
  const name = el("input", { class: "chair-name", maxlength: 24, placeholder: t("name"), "aria-label": t("Name at chair {seat}", { seat: seat + 1 }), hidden: true });
  const kind = el("select", { class: "chair-kind", "aria-label": t("Chair {seat}", { seat: seat + 1 }) }, kinds);
  kind.addEventListener("change", () => (name.hidden = kind.value !== "screen"));
  return el("li", {}, kind, name);
}

/** A game that goes on from a position of another one has its options and its chairs. */
function showPosition() {
  byId("title").textContent = t("Play on from move {ply}", after);
  byId("count").value = query.get("seats");
  for (const field of [byId("game"), byId("count")]) field.disabled = true;
  byId("options").hidden = true;
  showChairs();
}

/** One chair as the server wants it. */
function seatOf(item) {
  const [kind, level] = item.querySelector(".chair-kind").value.split(" ");
  const name = item.querySelector(".chair-name").value.trim();
  return { kind, ...(level ? { level } : {}), ...(kind === "screen" && name ? { name } : {}) };
}

async function create(event) {
  event.preventDefault();
  byId("create").disabled = true;
  const options = Object.fromEntries(Array.from(document.querySelectorAll("[data-option]"), (field) => [field.dataset.option, field.type === "number" ? Number(field.value) : field.value]));
  const seats = Array.from(byId("chairs").children, seatOf);
  const is_open = document.querySelector("[name=door]:checked").value === "open";
  try {
    const made = await post("/api/tables", { game: game().id, options, seats, is_open, clock: CLOCKS[byId("clock").value][1], after, allow_hints: byId("hints").checked, bot_takes_over: byId("stand-in").checked });
    keepLinks(made);
    location.href = made.url;
  } catch (error) {
    byId("create").disabled = false;
    complain(error);
  }
}

// Another language: the page is loaded anew, and goes on with what was chosen

const KEPT = "kept-new";
const { elements } = byId("set-up");

addEventListener("languagechange", () => sessionStorage.setItem(KEPT, JSON.stringify(Array.from(elements, ({ value, checked }) => [value, checked]))));

/** In order: what is chosen above decides what there is to choose below. */
function takeUpAgain() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
  sessionStorage.removeItem(KEPT);
  kept.forEach(([value, checked], place) => {
    if (value !== undefined) elements[place].value = value;
    elements[place].checked = checked;
    elements[place].dispatchEvent(new Event("change"));
  });
}

try {
  await showMe();
  games = await get("/api/games");
  const wanted = query.get("game");
  byId("game").replaceChildren(...games.map((one) => option(one.id, one.title, one.id === wanted)));
  byId("clock").replaceChildren(...Object.entries(CLOCKS).map(([value, [label]]) => option(value, label)));
  byId("game").addEventListener("change", showGame);
  byId("count").addEventListener("change", showChairs);
  byId("set-up").addEventListener("submit", create);
  showGame();
  if (after) showPosition();
  takeUpAgain();
  listen();
} catch (error) {
  complain(error);
}
