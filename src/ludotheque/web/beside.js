// The rules beside the board: a link to a rule opens them at its sentence. They are loaded on
// first use.
import { all, byId, el } from "./dom.js";
import { t } from "./i18n.js";

const LINK = "a[href^='/rules/']";
const STYLES = ["/web/rules.css", "/web/beside.css"];
const AIR = 12; // px of space above the sentence

const body = el("div", { class: "beside-body", tabindex: 0, role: "region", "aria-labelledby": "beside-title" });
const toContents = el("a", { class: "button quiet" }, t("Contents"));
const page = { class: "button quiet", target: "_blank", rel: "noopener", "aria-label": t("Open as a page") };
const toPage = el("a", page, "↗");

/** @type {Promise<HTMLElement> | null} */
let building = null;
/** @type {HTMLAnchorElement | null} */
let opener = null; // the link that gets the focus back on closing

/** Open links to rules beside the board; with Ctrl or Shift they still open a page of their own. */
export function listen() {
  addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.(LINK);
    const isForPage = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || link === toPage || isForPage) return;
    event.preventDefault();
    open(/** @type {HTMLAnchorElement} */ (link));
  });
  addEventListener("popstate", hide);
}

/** @param {HTMLAnchorElement} link */
async function open(link) {
  building ??= build();
  const panel = await building;
  if (!panel.contains(link)) opener = link;
  if (panel.hidden) history.pushState({ isBeside: true }, ""); // the Back button closes the rules, not the table
  panel.hidden = false;
  byId("main").classList.add("has-beside");
  if (body.dataset.path !== link.pathname) await load(link.pathname);
  show(link.pathname, decodeURIComponent(link.hash.slice(1)));
}

async function build() {
  const close = el("button", { type: "button", class: "quiet", "aria-label": t("Close"), onclick: shut }, "✕");
  const title = el("h2", { id: "beside-title" }, t("Rules"));
  const head = el("div", { class: "beside-head" }, title, toContents, toPage, close);
  const shape = { id: "beside", class: "beside card", "aria-labelledby": "beside-title", hidden: true };
  const panel = el("aside", shape, head, body);
  panel.addEventListener("keydown", (event) => {
    event.stopPropagation(); // keys pressed here must not reach the board
    if (event.key === "Escape") shut();
  });
  byId("main").append(panel);
  await Promise.all(STYLES.map(style));
  return panel;
}

/** @param {string} href */
const style = (href) =>
  new Promise((done) => document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done })));

/** @param {string} path */
async function load(path) {
  try {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error();
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("rulebook");
    const rules = document.importNode(/** @type {HTMLElement} */ (found), true);
    for (const link of rules.querySelectorAll("a")) link.setAttribute("href", path + link.hash);
    body.replaceChildren(rules);
    body.dataset.path = path;
    toContents.href = `${path}#contents`;
  } catch {
    body.replaceChildren(el("p", { role: "alert" }, t("The rules could not be loaded. Try again.")));
  }
}

/**
 * Scroll to a sentence, or to the beginning.
 * @param {string} path
 * @param {string} name
 */
function show(path, name) {
  /** @type {HTMLElement | null} */
  const target = name ? body.querySelector(`[id="${CSS.escape(name)}"]`) : null;
  toPage.href = name ? `${path}#${name}` : path;
  for (const old of body.querySelectorAll(".is-here")) old.classList.remove("is-here");
  target?.classList.add("is-here");
  target?.setAttribute("tabindex", "-1");
  const below = (target ?? body).getBoundingClientRect().top - body.getBoundingClientRect().top;
  body.scrollTop = target ? body.scrollTop + below - AIR : 0;
  (target ?? body).focus({ preventScroll: true });
}

function shut() {
  hide();
  if (history.state?.isBeside) history.back();
}

/**
 * Close the rules and return the focus to the link that opened them. If that link was redrawn, the
 * new one gets the focus; if it is gone, another link to the rules.
 */
function hide() {
  const panel = byId("beside");
  if (!panel || panel.hidden) return;
  panel.hidden = true;
  byId("main").classList.remove("has-beside");
  const links = all(LINK).filter((link) => link.checkVisibility());
  (links.find((link) => link === opener) ?? links.find((link) => link.href === opener?.href) ?? links[0])?.focus();
}
