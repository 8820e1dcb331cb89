// Learning by playing: what the guide of a first game says, and what a bot would do.
import { byId, el } from "./dom.js";
import { named, t } from "./i18n.js";

/** A sentence's number, as a link to the rules. */
export const ruleLink = (game, rule) => (rule ? el("a", { href: `/rules/${game}#${rule}`, target: "_blank", rel: "noopener" }, rule) : "");

/** What came of the last move, and what to do now. */
export function showGuide({ guide, game }) {
  const { said = [], say = "", rule = "", step, steps } = guide ?? {};
  const key = JSON.stringify(guide);
  if (byId("guide").dataset.key === key) return; // or it would be read aloud again
  byId("guide").dataset.key = key;
  byId("guide").hidden = !said.length && !say;
  byId("guide").replaceChildren(...said.map((text) => el("p", {}, text)), say ? el("p", { class: "say" }, rule ? el("b", {}, t("Step {step} of {steps}", { step, steps }), " ") : "", say, " ", ruleLink(game, rule)) : "");
}

/** The bot's advice: the best action, and below it what else it has thought of. */
export function showAdvice({ sentences }) {
  const [best, ...others] = sentences.map(named);
  const more = others.length ? el("details", {}, el("summary", {}, t("What else?")), el("ul", {}, others.map((one) => el("li", {}, one)))) : "";
  byId("why").replaceChildren(best, more);
}
