// Setting up a table: game, options, players, who can join, clock.
import { get, post } from "./api.js";
import { all, byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { isLocal, keepLinks } from "./links.js";
import { PACES } from "./paces.js";
import { allowClicks, complain, showMe } from "./page.js";
import { pawnFigure, pawnParts } from "./pawns.js";
import { drawRound } from "./round.js";
import { LEVELS } from "./seats.js";

const CLOCKS = {
  none: [[PACES.none, t("most people choose this")].join(" · "), { kind: "none" }],
  quick: [PACES.quick, { kind: "real", base_s: 300, increment_s: 5 }],
  slow: [PACES.slow, { kind: "real", base_s: 900, increment_s: 10 }],
  days: [PACES.days, { kind: "days", days: 3 }],
};

const USUAL = 2; // the proposed level of bots

const option = (value, label, selected = false) => el("option", { value, selected }, label);
const query = new URLSearchParams(location.search);
const position = query.has("from") ? { table: query.get("from"), ply: Number(query.get("ply")) } : null;
const given = (query.get("chairs") ?? "").split(","); // the previous players
const touched = new Set(); // options that were set by hand
let games = [];
let isOnlyHere = false; // whether links work only on this computer
const game = () => games.find((one) => one.id === byId("game").value);

function showGame() {
  touched.clear();
  byId("cover").hidden = !game().has_art;
  if (game().has_art) byId("cover").src = `/art/cover/${game().id}.svg`;
  byId("promise").textContent = game().promise;
  byId("variants").hidden = !game().options.length;
  byId("options").replaceChildren(...game().options.map(optionField));
  byId("count").replaceChildren(...game().seats.map((count) => option(count, count)));
  byId("who-begins").textContent = game().who_begins;
  byId("who-begins").hidden = !game().who_begins;
  byId("chairs").replaceChildren();
  showChairs();
}

function optionField(one) {
  const change = () => {
    touched.add(one.name);
    showChairs();
  };
  const about = `about-${one.name}`;
  const usual = `usual-${one.name}`;
  const field = one.values?.length
    ? el(
        "select",
        { "data-option": one.name, "aria-describedby": `${usual} ${about}`, onchange: change },
        one.values.map((value, index) => option(value, one.labels[index], value === one.default)),
      )
    : el("input", {
        "data-option": one.name,
        "aria-describedby": `${usual} ${about}`,
        type: "number",
        min: one.minimum ?? 0,
        value: one.default,
      });
  return el(
    "div",
    { class: "field" },
    el("label", { class: "field" }, el("span", {}, one.label), field),
    el("em", { class: "usual", id: usual }),
    el("p", { class: "hint-line", id: about, hidden: !one.explanation }, one.explanation),
  );
}

const fieldOf = (name) => byId("options").querySelector(`[data-option="${name}"]`);
const kindsChosen = () => Array.from(byId("chairs").children, (item) => item.querySelector(".chair-kind").value);

/** Set options to what the game proposes for this many people, unless they were set by hand. */
function propose() {
  const kinds = kindsChosen();
  const people = kinds.filter((kind) => !kind.startsWith("bot")).length;
  for (const { name, proposed, default: normal, values, labels } of game().options) {
    const isFit = proposed && people >= proposed[1] && !(name === game().sand?.[0] && kinds.includes("screen"));
    const usual = isFit ? proposed[0] : normal;
    if (proposed && !touched.has(name)) fieldOf(name).value = usual;
    const choice = labels[values.indexOf(usual)] ?? usual;
    byId(`usual-${name}`).textContent = t("most people choose: {choice}", { choice });
  }
  showAround();
}

/** Say how strong the chosen bots are. */
function showStrengths() {
  const chosen = new Set(kindsChosen().map((kind) => kind.split(" ")[1]));
  const known = game().levels.filter((level) => chosen.has(level) && game().strengths[level]);
  const line = (level) => el("li", {}, el("b", {}, LEVELS[level]), ": ", game().strengths[level]);
  byId("strengths").replaceChildren(...known.map(line));
}

/** Draw who sits where, and warn if links work only on this computer. */
function showAround() {
  drawRound();
  showStrengths();
  byId("only-here").hidden = !(isOnlyHere && kindsChosen().includes("person"));
}

/** Return whether an hourglass runs, in which case everyone needs their own screen. */
function isTimed() {
  const [name, value] = game().sand ?? [];
  return game().sand !== null && (!name || fieldOf(name).value === value);
}

/** Show the players, keeping earlier choices as far as they still fit. */
function showChairs() {
  const [pawns, names] = [".chair-pawn", ".chair-name"].map((kind) => all(kind).map((field) => field.value));
  const kept = kindsChosen();
  const known = ["you", "person", ...game().levels.map((level) => `bot ${level}`)];
  const usual = (seat) => {
    if (known.includes(given[seat])) return given[seat];
    return seat === 0 ? "you" : seat === 1 ? "person" : `bot ${game().levels[USUAL] ?? game().levels[0]}`;
  };
  const seats = Array.from({ length: Number(byId("count").value) }, (_, seat) => seat);
  const needsScreen = touched.has(game().sand?.[0]) && isTimed();
  byId("chairs").replaceChildren(
    ...seats.map((seat) =>
      chair(
        seat,
        needsScreen && kept[seat] === "screen" ? usual(seat) : (kept[seat] ?? usual(seat)),
        pawns[seat],
        names[seat],
      ),
    ),
  );
  propose();
  limitScreens();
}

/** Disable shared screens if the visitor has turned the hourglass on. */
function limitScreens() {
  const isOff = isTimed() && touched.has(game().sand?.[0]);
  for (const one of all(".chair-kind option[value=screen]")) one.disabled = isOff;
}

function chair(seat, chosen, pawn, called = "") {
  const kinds = [
    option("you", t("you")),
    option("person", t("someone else, by link")),
    option("screen", t("this screen too")),
    ...game().levels.map((level) => option(`bot ${level}`, t("bot, {level}", { level: LEVELS[level] ?? level }))),
  ];
  const name = el("input", {
    class: "chair-name",
    maxlength: 24,
    value: called,
    placeholder: t("name"),
    "aria-label": t("Name of player {seat}", { seat: seat + 1 }),
  });
  const kind = el("select", { class: "chair-kind", "aria-label": t("Player {seat}", { seat: seat + 1 }) }, kinds);
  const figure = pawnField(seat, pawn);
  const show = () => {
    name.hidden = kind.value !== "screen";
    if (figure) figure.hidden = kind.value === "person"; // invited people choose for themselves
  };
  kind.value = chosen;
  kind.addEventListener("change", () => {
    if (kind.value === "you") freeOthers(kind);
    show();
    propose();
    limitScreens();
  });
  show();
  return el("li", {}, kind, name, figure ?? "");
}

/** Let the visitor have only one seat: give any other to someone else. */
function freeOthers(own) {
  for (const other of all(".chair-kind")) {
    if (other === own || other.value !== "you") continue;
    other.value = "person";
    other.dispatchEvent(new Event("change"));
  }
}

/** Return the field for choosing a pawn; by default it is random. */
function pawnField(seat, chosen = "") {
  const { id, pawns } = game();
  if (!pawns.length) return null;
  const figure = pawnFigure(id, null);
  const field = el(
    "select",
    { class: "chair-pawn", "aria-label": t("Pawn of player {seat}", { seat: seat + 1 }) },
    option("", t("at random")),
    pawns.map(({ name, label }) => option(name, label)),
  );
  const show = () => figure.replaceChildren(...pawnParts(id, pawns.find(({ name }) => name === field.value)?.sprite));
  field.value = pawns.some(({ name }) => name === chosen) ? chosen : "";
  field.addEventListener("change", show);
  show();
  return el("span", { class: "pawn" }, figure, field);
}

/** Show the position to continue from, which fixes the options and the number of seats. */
function showPosition() {
  byId("title").textContent = t("Play on from move {ply}", { ply: position?.ply });
  byId("count").value = query.get("seats");
  for (const field of [byId("game"), byId("count")]) field.disabled = true;
  byId("variants").hidden = true;
  byId("first").hidden = true;
  byId("counting").hidden = true;
  showChairs();
  for (const figure of all(".pawn")) figure.remove();
}

/** Return a seat in the form the server expects. */
function seatOf(item) {
  const [kind, level] = item.querySelector(".chair-kind").value.split(" ");
  const name = item.querySelector(".chair-name").value.trim();
  const pawn = kind === "person" ? "" : (item.querySelector(".chair-pawn")?.value ?? "");
  return {
    kind,
    ...(level ? { level } : {}),
    ...(kind === "screen" && name ? { name } : {}),
    ...(pawn ? { pawn } : {}),
  };
}

/** A rated game has a clock and no help. */
function showRated() {
  const isRated = byId("rated").checked;
  byId("help").hidden = isRated;
  byId("taking-back").hidden = isRated;
  if (isRated && byId("clock").value === "none") byId("clock").value = "slow";
  byId("clock").options[0].disabled = isRated;
}

async function create(event) {
  event.preventDefault();
  byId("create").disabled = true;
  const options = Object.fromEntries(
    all("[data-option]").map((field) => [
      field.dataset.option,
      field.type === "number" ? Number(field.value) : field.value,
    ]),
  );
  const seats = Array.from(byId("chairs").children, seatOf);
  const is_open = all("[name=door]:checked")[0].value === "open";
  const first = all("[name=first]:checked")[0].value;
  try {
    const made = await post("/api/tables", {
      game: game().id,
      options,
      seats,
      first,
      is_open,
      clock: CLOCKS[byId("clock").value][1],
      after: position,
      allow_hints: byId("hints").checked && !byId("rated").checked,
      is_friendly: byId("friendly").checked && !byId("rated").checked,
      is_rated: byId("rated").checked,
      bot_takes_over: byId("stand-in").checked,
    });
    keepLinks(made);
    location.href = made.url;
  } catch (error) {
    byId("create").disabled = false;
    complain(error);
  }
}

// Changing the language reloads the page; the choices are kept

const KEPT = "kept-new";
const { elements } = byId("set-up");

addEventListener("languagechange", () =>
  sessionStorage.setItem(KEPT, JSON.stringify(Array.from(elements, ({ value, checked }) => [value, checked]))),
);

/** Restore the choices from top to bottom, since earlier ones determine later ones. */
function takeUpAgain() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  sessionStorage.removeItem(KEPT);
  kept.forEach(([value, checked], index) => {
    if (value !== undefined) elements[index].value = value;
    elements[index].checked = checked;
    elements[index].dispatchEvent(new Event("change"));
  });
}

const isLinkLocal = async () => isLocal(location.href) && isLocal((await post("/api/code", { path: "/" })).url);

try {
  showMe().catch(complain);
  [games, isOnlyHere] = await Promise.all([get("/api/games"), isLinkLocal()]);
  const wanted = query.get("game");
  byId("game").replaceChildren(...games.map((one) => option(one.id, one.title, one.id === wanted)));
  byId("clock").replaceChildren(...Object.entries(CLOCKS).map(([value, [label]]) => option(value, label)));
  byId("game").addEventListener("change", showGame);
  byId("count").addEventListener("change", showChairs);
  byId("set-up").addEventListener("input", showAround);
  byId("set-up").addEventListener("submit", create);
  byId("rated").addEventListener("change", showRated);
  showGame();
  if (position) showPosition();
  takeUpAgain();
  allowClicks();
} catch (error) {
  complain(error);
}
