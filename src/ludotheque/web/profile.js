// A profile: ratings over time, opponents, openings and best games, one chapter for each game.
import { get, post } from "./api.js";
import { byId, el, shape } from "./dom.js";
import { figures } from "./figures.js";
import { t, tn, together } from "./i18n.js";
import { complain, showMe } from "./page.js";

const [WIDTH, HEIGHT, EDGE] = [640, 160, 8];
const lang = document.documentElement.lang;
const day = (at) => new Date(1000 * at).toLocaleDateString(lang, { dateStyle: "medium" });

/** Draw a rating over time, with a band for its uncertainty. */
function curve(history, label) {
  const low = Math.min(...history.map(({ points, doubt }) => points - doubt));
  const high = Math.max(...history.map(({ points, doubt }) => points + doubt));
  const x = (index) => EDGE + (index / Math.max(1, history.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (points) => HEIGHT - EDGE - ((points - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
  const line = (of) => history.map((one, index) => `${x(index)},${y(of(one))}`);
  const band = [
    ...line(({ points, doubt }) => points + doubt),
    ...line(({ points, doubt }) => points - doubt).reverse(),
  ];
  return shape(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label },
    shape("polygon", { class: "band", points: band.join(" ") }),
    shape("polyline", { class: "line", points: line(({ points }) => points).join(" ") }),
  );
}

const link = (url, text) => (url ? el("a", { href: url }, text) : text);

function rating({ points, doubt, rated, history }) {
  if (points === null) return el("p", {}, t("No rated games yet."));
  const said = tn(
    "Rating {points} ± {doubt}, after {number} rated game",
    "Rating {points} ± {doubt}, after {number} rated games",
    rated,
    { points, doubt },
  );
  return [el("p", { class: "rating" }, said), history.length > 1 ? curve(history, said) : null];
}

const rivals = (found) =>
  found.length
    ? figures(
        t("Opponents"),
        [t("name"), t("games"), t("finished ahead")],
        found.map(({ name, url, games, ahead }) => [link(url, name), games, ahead]),
      )
    : null;

const openings = (found) =>
  found.length
    ? figures(
        t("Favourite openings"),
        [t("first move"), t("games"), t("won")],
        found.map(({ text, games, won }) => [el("code", {}, text), games, won]),
      )
    : null;

const best = (found) =>
  found.length
    ? figures(
        t("Best games"),
        [t("date"), t("against"), t("Score")],
        found.map(({ url, at, others, score }) => [link(url, day(at)), together(others), score]),
      )
    : null;

const chapter = (one) =>
  el(
    "section",
    { class: "card" },
    el("h2", {}, one.title),
    rating(one),
    el(
      "p",
      {},
      [
        tn("{number} game", "{number} games", one.games),
        tn("{number} won", "{number} won", one.won),
        one.left ? tn("{number} left", "{number} left", one.left) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    rivals(one.rivals),
    openings(one.openings),
    best(one.best),
  );

async function show() {
  await showMe();
  const profile = await get(`/api${location.pathname}`);
  byId("who").textContent = profile.name;
  byId("about").textContent = profile.is_guest
    ? t("You are a guest, so only you see this page. With an account you can play rated games.")
    : "";
  byId("privacy").hidden = !profile.is_own || profile.is_guest;
  byId("private").checked = profile.is_private;
  const chapters = profile.games.map(chapter);
  byId("chapters").replaceChildren(...(chapters.length ? chapters : [el("p", {}, t("No finished games yet."))]));
}

byId("private").addEventListener("change", () =>
  post("/api/profile", { is_private: byId("private").checked }).catch(complain),
);
await show().catch(complain);
