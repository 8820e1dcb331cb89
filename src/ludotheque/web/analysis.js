// After a game: which place each seat could expect as it went on, and the moves that mattered most.
import { get } from "./api.js";
import { byId, el, shape } from "./dom.js";
import { decimal, named, t } from "./i18n.js";
import { badge } from "./seats.js";

const [WIDTH, HEIGHT, EDGE] = [420, 170, 24];
const AGAIN = 600; // ms between two looks at how far the bots are

/** Opens the page of paper and fills it as soon as the bots are done; `jump(ply)` goes to a move. */
export async function showAnalysis({ table, names, plies, jump }) {
  const body = byId("analysis-body");
  byId("analysis").showModal();
  while (byId("analysis").open) {
    const { progress, seats, slips } = await get(`/api/tables/${table}/analysis`);
    if (progress === 1) return body.replaceChildren(chart(seats, names, plies), figures(seats, names), ...worst(slips, names, jump));
    body.replaceChildren(el("p", { role: "status" }, t("The bots look through the game …")), el("progress", { value: progress, "aria-label": t("The bots look through the game …") }));
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

/** One line a seat, the first place at the top; a seat's sign stands at both of its ends. */
function chart(seats, names, plies) {
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / plies;
  const y = (place) => EDGE + ((HEIGHT - 2 * EDGE) * (place - 1)) / (names.length - 1);
  const rules = names.map((_, place) => [shape("path", { d: `M${EDGE} ${y(place + 1)}H${WIDTH - EDGE}`, class: "grid" }), shape("text", { x: 4, y: y(place + 1) + 5 }, place + 1)]);
  const lines = seats.map((turns, seat) => {
    const [sign, points] = [badge(seat), turns.map(({ ply, place }) => [x(ply), y(place)])];
    const signs = [points[0], points.at(-1)].map((point) => point && shape("text", { x: point[0] - 7, y: point[1] + 6 }, sign.textContent));
    return shape("g", { class: sign.className }, shape("polyline", { points: points.join(" ") }), signs);
  });
  const label = t("The place that each seat could expect, from the first move to the last; the table below has the figures.");
  const legend = el("p", { class: "row" }, names.map((name, seat) => el("span", {}, badge(seat), name)));
  return el("figure", { class: "chart" }, shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", tabindex: 0, "aria-label": label }, rules.flat(), lines), el("figcaption", {}, t("Expected place"), legend));
}

/** The same as a table, for whoever reads rather than looks. */
function figures(seats, names) {
  const plies = [...new Set(seats.flat().map(({ ply }) => ply))].sort((one, other) => one - other);
  const cell = (turns, wanted) => el("td", {}, turns.filter(({ ply }) => ply === wanted).map(({ place }) => decimal(place))[0]);
  const head = el("tr", {}, el("th", { scope: "col" }, t("Move")), names.map((name) => el("th", { scope: "col" }, name)));
  const rows = plies.map((ply) => el("tr", {}, el("th", { scope: "row" }, ply), seats.map((turns) => cell(turns, ply))));
  return el("details", {}, el("summary", {}, t("The figures")), el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("The figures") }, el("table", {}, el("thead", {}, head), el("tbody", {}, rows))));
}

/** The moves that gave most away, and what would have been better. */
function worst(slips, names, jump) {
  const go = (ply) => () => (byId("analysis").close(), jump(ply));
  const item = ({ ply, seat, played, better, place, better_place }) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "quiet", onclick: go(ply) }, badge(seat), t("Move {ply}, {name}", { ply: ply + 1, name: names[seat] })),
      el("p", {}, t("Played: {played}. Place {place} expected.", { played: named(played), place: decimal(place) })),
      el("p", {}, t("Better: {better}. Place {place} expected.", { better: named(better), place: decimal(better_place) })),
    );
  if (!slips.length) return [el("p", {}, t("Nobody gave anything away that a bot would have seen."))];
  return [el("h3", {}, t("The moves that mattered most")), el("ol", { class: "slips" }, slips.map(item))];
}
