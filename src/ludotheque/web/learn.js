// Learning by playing: the guide of a first game, and a bot's hints.
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { state } from "./state.js";

/** @import { Advice, Snapshot } from "protocol" */
/** @import { Gestures } from "./gestures.js" */

/**
 * Return a rule number as a link to the rules.
 * @param {string | undefined} game
 * @param {string | null} rule
 */
export const ruleLink = (game, rule) => (rule ? el("a", { href: `/rules/${game}#${rule}` }, rule) : "");

/** Return the ways on from a puzzle that is solved. @param {string} game */
const puzzleLinks = (game) =>
  el(
    "p",
    { class: "ways-on" },
    el("a", { class: "button primary", href: `/puzzles/${game}/next` }, t("Next puzzle")),
    " ",
    el("a", { class: "button", href: `/puzzles#${game}` }, t("All puzzles")),
  );

/**
 * Show what came of the last move, and what to do now.
 * @param {Pick<Snapshot, "guide" | "game">} table
 */
export function showGuide({ guide, game }) {
  const { said = [], say = "", rule = "", step, steps, is_solved } = guide ?? {};
  const key = JSON.stringify(guide);
  if (byId("guide").dataset.key === key) return; // otherwise it would be read aloud again
  byId("guide").dataset.key = key;
  byId("prompt-card").classList.toggle("is-lesson", Boolean(guide));
  byId("prompt-card").classList.toggle("has-say", say !== "");
  byId("guide").hidden = !said.length && !say;
  byId("guide").replaceChildren(
    ...said.map((text) => el("p", {}, text)),
    say
      ? el(
          "p",
          { class: "say" },
          rule ? el("b", {}, t("Step {step} of {steps}", { step, steps }), " ") : "",
          say,
          " ",
          ruleLink(game, rule),
        )
      : "",
    is_solved ? puzzleLinks(game) : "",
  );
}

/**
 * Show the bot's hint: what to do and, folded away, what it expects from the best few choices.
 * @param {Advice} advice
 */
export function showAdvice({ say, figures }) {
  const lines = figures.map((one) => el("li", {}, one));
  const why = el("details", {}, el("summary", {}, t("Why?")), el("ul", {}, lines));
  why.addEventListener("toggle", () => why.open && why.scrollIntoView({ block: "nearest" }));
  byId("advice").replaceChildren(el("p", {}, say), why);
}

/**
 * Return the gesture suggested by the bot or the guide. A hint is dropped when the choices change.
 * @param {Gestures} gestures
 */
export function stepsToShow(gestures) {
  if (gestures.trie && state.hint?.key !== gestures.key) state.hint = null;
  byId("advice").hidden = !state.hint || !gestures.trie;
  return gestures.trie ? (state.hint?.steps ?? state.table.guide?.show ?? []) : [];
}
