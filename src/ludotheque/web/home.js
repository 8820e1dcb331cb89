// The home page. Its boxes come with the page; this script remembers what was chosen on each, and
// lists the visitor's tables.
import { get, post, postForm } from "./api.js";
import { all, byId, codeOf, el } from "./dom.js";
import { t } from "./i18n.js";
import { keepLinks } from "./links.js";
import { lobby, showInvited, showMine, showOpen } from "./lists.js";
import { complain, showMe, showWarmth } from "./page.js";
import { showToday } from "./riddles.js";

const AGAIN = 15_000; // ms
const LARGEST = 256 << 10; // bytes of a record

/** @param {HTMLFormElement} form */
const game = (form) => form.closest("li")?.dataset.game;
/** @param {HTMLFormElement} form */
const key = (form) => `play-${game(form)}`;

/**
 * Restore what was chosen on a box last time.
 * @param {HTMLFormElement} form
 */
function remember(form) {
  for (const [name, value] of new URLSearchParams(localStorage.getItem(key(form)) ?? ""))
    for (const choice of all(`[data-game=${game(form)}] [name=${name}]`)) choice.checked = choice.value === value;
  form.addEventListener("change", () =>
    localStorage.setItem(key(form), String(new URLSearchParams(/** @type {any} */ (new FormData(form))))),
  );
}

/**
 * Open the table that a box asks for. An unfinished lesson can be continued or started over.
 * @param {SubmitEvent} event
 */
async function sitDown(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  const data = new FormData(form, button); // before the button is disabled, which would leave it out
  button.disabled = true;
  try {
    const made = await postForm(form.action, data);
    keepLinks(made);
    if (made.goes_on) offerLesson(form, made.url);
    else location.href = made.url;
  } catch (error) {
    complain(error);
  }
  button.disabled = false;
}

function offerLesson(form, url) {
  const lesson = form.querySelector(".lesson");
  lesson.hidden = false;
  lesson.firstElementChild.href = url;
  lesson.firstElementChild.focus();
}

/** Close the open box on Escape or a click outside it. */
function putBack(event) {
  const box = document.querySelector(".box details[open]");
  if (!box || (event.type === "click" ? box.contains(event.target) : event.key !== "Escape")) return;
  box.removeAttribute("open");
  if (event.type !== "click") box.querySelector("summary")?.focus();
}

for (const form of all(".ways")) {
  remember(form);
  form.addEventListener("submit", sitDown);
  form.parentElement.addEventListener(
    "toggle",
    () => form.parentElement.open && form.scrollIntoView({ block: "nearest" }),
  );
}
addEventListener("click", putBack);
addEventListener("keydown", putBack);

/**
 * Open the record of a game that a visitor has brought along.
 * @param {File} file
 */
async function replay(file) {
  try {
    if (file.size > LARGEST) throw new Error(t("This file is too large for the record of a game."));
    const made = await post("/api/records", parsed(await file.text()));
    keepLinks(made);
    location.href = made.url;
  } catch (error) {
    complain(error);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t("This file is not a record of a game."));
  }
}

/** Listen for a record that is dropped anywhere on the page, or chosen. */
function listenForRecords() {
  const section = byId("from-file");
  section.hidden = false;
  const field = byId("record");
  field.addEventListener("change", () => {
    if (field.files[0]) replay(field.files[0]);
    field.value = ""; // so that the same file can be chosen again
  });
  const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    section.classList.add("is-over");
  });
  addEventListener("dragleave", () => section.classList.remove("is-over"));
  addEventListener("drop", (event) => {
    section.classList.remove("is-over");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    replay(file);
  });
}

async function showHouse() {
  const house = await get("/api/house");
  if (house)
    byId("in-house").append(codeOf(house.svg, t("The address as a QR code")), el("a", { href: house.url }, house.url));
  byId("in-house").hidden = !house;
}

async function showOthers() {
  const { tables, invitations } = await lobby();
  showOpen(tables);
  showInvited(invitations);
}

const showLists = () => Promise.all([showMine(), showOthers()]).catch(complain);

listenForRecords();
showMe().catch(complain);
showWarmth().catch(complain);
showHouse().catch(complain);
showToday().catch(complain);
await showLists();
setInterval(() => document.hidden || showLists(), AGAIN);
