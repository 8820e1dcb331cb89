// Fair play, on the stewards' page: how often somebody chose what a bot would have.
import { post } from "./api.js";
import { byId, el } from "./dom.js";
import { figures } from "./figures.js";
import { percent, t, tn } from "./i18n.js";
import { complain } from "./page.js";

const AGAIN = 1000; // ms between two checks of the progress
let latest; // the heading of the check that was begun last

/** Return the button that compares a person's choices with a bot's. */
export function fairButton({ person, name, account }) {
  const label = t("Fair play: {name}", { name });
  const begin = () => check(person, name).catch(complain);
  return account && el("button", { type: "button", title: label, "aria-label": label, onclick: begin }, t("Fair play"));
}

async function check(person, name) {
  const [title, body] = [el("h2", { tabindex: -1 }, t("Fair play: {name}", { name })), el("div")];
  latest = title;
  byId("fair").replaceChildren(title, body);
  title.focus();
  const waiting = t("The bots go through the latest rated games …");
  const bar = el("progress", { value: 0, "aria-label": waiting });
  body.append(el("p", { role: "status" }, waiting), bar);
  while (latest === title) {
    const { progress, games } = await post("/api/house/check", { person });
    if (progress === 1) return body.replaceChildren(...found(name, games));
    bar.value = progress;
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

function found(name, games) {
  if (!games.length)
    return [el("p", { role: "status" }, t("There is no rated game in which {name} had to choose.", { name }))];
  return [
    el(
      "p",
      { role: "status" },
      t(
        "This is a reason for a talk at most, never a verdict. Good players often choose what a bot would, and a few games say little. The brackets say how uncertain each share is.",
      ),
    ),
    ...games.map((one) => agreement(name, one)),
  ];
}

function agreement(name, { game, points, doubt, own, others }) {
  const people =
    others && tn("{number} other person of about that rating", "{number} others of about that rating", others.people);
  return el(
    "div",
    {},
    figures(
      t("{game}, rating {points} ± {doubt}", { game, points, doubt }),
      ["", t("games played"), t("choices"), t("the bot's best"), t("one of its two best")],
      [row(name, own), ...(others ? [row(people, others)] : [])],
    ),
    others ? "" : el("p", {}, t("Nobody else of about that rating has been compared yet. Compare a few others too.")),
  );
}

const row = (who, { games, choices, first, two }) => [who, games, choices, share(first), share(two)];

const share = ({ value, low, high }) => [
  `${percent(value)} `,
  el("span", { class: "range" }, `(${percent(low)} – ${percent(high)})`),
];
