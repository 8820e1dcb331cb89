// The list of puzzles, game by game.
import { get } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { complain, showMe } from "./page.js";
import { puzzleCard, showToday } from "./riddles.js";

/** @import { GamePuzzles } from "protocol" */

/**
 * Return the puzzles of a game, folded away.
 * @param {GamePuzzles} of
 */
function gamePuzzles({ game, title, puzzles }) {
  const done = puzzles.filter((puzzle) => puzzle.state === "solved").length;
  return el(
    "details",
    { class: "puzzles", id: game, open: location.hash === `#${game}` },
    el("summary", {}, el("b", {}, title), el("span", {}, t("{done} of {all} solved", { done, all: puzzles.length }))),
    el("p", { class: "next" }, el("a", { class: "button primary", href: `/puzzles/${game}/next` }, t("Next puzzle"))),
    el(
      "ul",
      { class: "tables" },
      puzzles.map((puzzle, place) => puzzleCard(t("Puzzle {number}", { number: place + 1 }), puzzle)),
    ),
  );
}

try {
  await showMe();
  await showToday();
  byId("puzzles").replaceChildren(...(await get("/api/puzzles")).map(gamePuzzles));
} catch (error) {
  complain(error);
}
