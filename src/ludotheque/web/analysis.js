// The analysis of a finished game: each seat's expected finish, and the moves that mattered most.
import { get } from "./api.js";
import { byId, el, shape } from "./dom.js";
import { decimal, t } from "./i18n.js";
import { badge, mark } from "./seats.js";

const [WIDTH, HEIGHT, EDGE] = [420, 170, 24];
const AGAIN = 600; // ms between two checks of the progress

/** Whether the link to this page asked for it; read early, since the address changes with moves. */
export const isAnalysisWanted = new URLSearchParams(location.search).has("analysis");

/**
 * Open the sheet, and fill it as soon as the bots are done. `jump(ply)` goes to a move,
 * `showBetter(slip)` shows what would have been better.
 */
export async function showAnalysis({ table, names, plies, jump, showBetter }) {
  const body = byId("analysis-body");
  byId("analysis").showModal();
  while (byId("analysis").open) {
    const { progress, seats, slips } = await get(`/api/tables/${table}/analysis`);
    if (progress === 1)
      return body.replaceChildren(
        chart(seats, names, plies),
        figures(seats, names),
        ...worst(slips, names, jump, showBetter),
      );
    body.replaceChildren(
      el("p", { role: "status" }, t("The bots are studying the game …")),
      el("progress", { value: progress, "aria-label": t("The bots are studying the game …") }),
    );
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

/** Draw one line per seat, with first place at the top and the seat's sign at both ends. */
function chart(seats, names, plies) {
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / plies;
  const y = (place) => EDGE + ((HEIGHT - 2 * EDGE) * (place - 1)) / (names.length - 1);
  const rules = names.map((_, place) => [
    shape("path", { d: `M${EDGE} ${y(place + 1)}H${WIDTH - EDGE}`, class: "grid" }),
    shape("text", { x: 4, y: y(place + 1) + 5 }, place + 1),
  ]);
  const lines = seats.map((turns, seat) => {
    const [sign, points] = [badge(seat), turns.map(({ ply, place }) => [x(ply), y(place)])];
    const signs = [points[0], points.at(-1)].map((point) => point && mark(seat, ...point));
    return shape("g", { class: sign.className }, shape("polyline", { points: points.join(" ") }), signs);
  });
  const label = t("Each player's expected finish, from the first move to the last; the table below has the figures.");
  const legend = el(
    "p",
    { class: "row" },
    names.map((name, seat) => el("span", {}, badge(seat), name)),
  );
  return el(
    "figure",
    { class: "chart" },
    shape(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", tabindex: 0, "aria-label": label },
      rules.flat(),
      lines,
    ),
    el("figcaption", {}, t("Expected finish"), legend),
  );
}

/** Return the same as a table. */
function figures(seats, names) {
  const plies = [...new Set(seats.flat().map(({ ply }) => ply))].sort((one, other) => one - other);
  const cell = (turns, wanted) =>
    el("td", {}, turns.filter(({ ply }) => ply === wanted).map(({ place }) => decimal(place))[0]);
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, t("Move")),
    names.map((name) => el("th", { scope: "col" }, name)),
  );
  const rows = plies.map((ply) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, ply),
      seats.map((turns) => cell(turns, ply)),
    ),
  );
  return el(
    "details",
    {},
    el("summary", {}, t("The figures")),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("The figures") },
      el("table", {}, el("thead", {}, head), el("tbody", {}, rows)),
    ),
  );
}

/** Return the moves that cost the most, and what would have been better. */
function worst(slips, names, jump, showBetter) {
  const close = (then) => () => {
    byId("analysis").close();
    then();
  };
  const item = ({ ply, seat, played, better, place, better_place, show }) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "quiet", onclick: close(() => jump(ply)) },
        badge(seat),
        t("Move {ply}, {name}", { ply: ply + 1, name: names[seat] }),
      ),
      el("p", {}, t("Played: {played}. Expected finish: {place}.", { played: played, place: decimal(place) })),
      el("p", {}, t("Better: {better}. Expected finish: {place}.", { better: better, place: decimal(better_place) })),
      el(
        "button",
        { type: "button", onclick: close(() => showBetter({ ply, seat, better, show })) },
        t("Show it on the board"),
      ),
    );
  if (!slips.length) return [el("p", {}, t("Nobody missed anything that a bot would have seen."))];
  return [el("h3", {}, t("The moves that mattered most")), el("ol", { class: "slips" }, slips.map(item))];
}
