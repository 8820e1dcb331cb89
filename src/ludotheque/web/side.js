// The parts beside the table: log and chat in a drawer, the rules, the bell, and the exit.
import * as bell from "./bell.js";
import * as rules from "./beside.js";
import { all, byId } from "./dom.js";
import { t } from "./i18n.js";
import { socket } from "./line.js";
import { mySeat, state } from "./state.js";

const FOLDED = "log-folded";
const wide = matchMedia("(min-width: 900px)"); // as in table.css: log and chat are beside the board, otherwise in a drawer

/**
 * Show or hide log and chat. A wide screen remembers the choice, and the board uses the space.
 * @param {boolean} isOpen
 */
export function openDrawer(isOpen) {
  if (wide.matches) localStorage.setItem(FOLDED, isOpen ? "off" : "on");
  slideDrawer(isOpen);
}

/**
 * Slide the drawer in or out, on screens where log and chat are in one.
 * @param {boolean} isOpen
 */
export function slideDrawer(isOpen) {
  byId("side").classList.toggle("is-open", isOpen && !wide.matches);
  showDrawer();
}

const isFolded = () => localStorage.getItem(FOLDED) === "on";
const isOpen = () => (wide.matches ? !isFolded() : byId("side").classList.contains("is-open"));

function showDrawer() {
  document.body.classList.toggle("is-log-folded", isFolded());
  byId("drawer").setAttribute("aria-expanded", String(isOpen()));
}

/**
 * Ask players of a running game what they want to do; everyone else just goes home.
 * @param {Event} event
 */
function leave(event) {
  if (state.table?.status !== "playing" || !plays()) return;
  event.preventDefault();
  byId("leaving-text").textContent = leavingText();
  byId("leaving").showModal();
}

const plays = () => state.table.seats.some((info) => info.is_yours && !info.has_resigned);

/** Return what happens to the game when the player leaves. */
function leavingText() {
  const left = state.table.seats.filter((info) => !info.has_resigned);
  return left.length > 2
    ? t("You can come back later: your seat stays yours. If you resign, a bot plays on for you and you finish last.")
    : t("You can come back later: your seat stays yours. If you resign, the game ends and you lose.");
}

function resign() {
  byId("leaving").close();
  socket.request({ type: "resign", seat: mySeat() });
}

/** @param {Event} event */
function chat(event) {
  event.preventDefault();
  const field = byId("chat-field");
  if (field.value.trim()) socket.send({ type: "say", text: field.value.trim() });
  field.value = "";
}

export function listenBeside() {
  showDrawer();
  wide.addEventListener("change", showDrawer);
  byId("drawer").addEventListener("click", () => openDrawer(!isOpen()));
  byId("close-drawer").addEventListener("click", () => openDrawer(false));
  for (const link of all(".leave")) link.addEventListener("click", leave);
  byId("stay").addEventListener("click", () => byId("leaving").close());
  byId("resign").addEventListener("click", resign);
  byId("chat-form").addEventListener("submit", chat);
  bell.show(byId("bell"));
  rules.listen();
}
