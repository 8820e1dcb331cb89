// Puzzles as cards: on their own page, and the one of the day on the home page.
import { get } from "./api.js";
import { byId, el } from "./dom.js";
import { t, tn } from "./i18n.js";

/** @import { PuzzleInfo, Today } from "protocol" */

const MOST = 5; // stars
const STATES = { "": "", solved: t("solved"), shown: t("answer shown") };

/**
 * Return a puzzle as a card.
 * @param {string} title
 * @param {PuzzleInfo} puzzle
 */
export const puzzleCard = (title, { url, picture, seats, stars, state, theme }) =>
  el(
    "li",
    { class: state === "solved" ? "is-solved" : "" },
    el(
      "a",
      { href: url },
      el("img", { class: "thumb", src: picture, alt: "", loading: "lazy", width: 112, height: 84 }),
      el(
        "span",
        { class: "words" },
        el("b", {}, title),
        el(
          "span",
          { class: "stars", role: "img", "aria-label": t("Difficulty: {stars} of {most}", { stars, most: MOST }) },
          "★".repeat(stars) + "☆".repeat(MOST - stars),
        ),
        el(
          "span",
          { class: "when" },
          [tn("{number} player", "{number} players", seats), STATES[state], theme].filter(Boolean).join(" · "),
        ),
      ),
    ),
  );

/** Show the puzzle of the day, if there is one. */
export async function showToday() {
  /** @type {Today | null} */
  const today = await get("/api/puzzles/today");
  byId("today").hidden = !today;
  if (today) byId("today").querySelector("ul")?.replaceChildren(puzzleCard(today.title, today.puzzle));
}
