// The page of a game's box works without this script. With it, what one changes is shown at once,
// and the page stays where it is.
import { byId } from "./dom.js";
import { complain, showMe } from "./page.js";

const WAIT = 300; // ms after the last change
let clock = 0;
let asked = 0;

/**
 * Send the corrections so far, and return the page that answers them.
 * @param {HTMLFormElement} form
 * @param {string} opened the component that is being corrected
 */
async function answer(form, opened) {
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  data.set("open", opened);
  const got = await fetch(new URL(form.action).pathname, { method: "POST", body: data });
  if (!got.ok) throw new Error((await got.json()).message);
  return new DOMParser().parseFromString(await got.text(), "text/html");
}

/**
 * Put a part of the answer in place of what is shown.
 * @param {Document} page
 * @param {string} where
 */
function replace(page, where) {
  const [old, now] = [document.querySelector(where), page.querySelector(where)];
  if (old && now) old.replaceWith(now);
}

/** Show what the corrections look like and whether the file is sound; keep the focus. */
async function see() {
  const opened = document.querySelector(".component.is-open");
  if (!opened) return;
  asked += 1;
  const number = asked;
  const page = await answer(byId("box"), opened.id);
  if (number !== asked) return;
  replace(page, "#verdict");
  replace(page, ".is-open .drawn");
  replace(page, ".is-open .name");
  replace(page, ".editor .said");
}

/** @param {SubmitEvent} event */
async function submit(event) {
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  if (button.name !== "open") return;
  event.preventDefault();
  const before = document.querySelector(".component.is-open")?.id ?? "";
  try {
    const page = await answer(byId("box"), button.value);
    replace(page, "#whole");
    const there = document.getElementById(button.value || before);
    there?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null | undefined} */ (there?.querySelector("input, select, button"))?.focus();
  } catch (error) {
    complain(error);
  }
}

addEventListener("submit", submit);
addEventListener("input", (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  if (!field.closest(".editor")) return;
  clearTimeout(clock);
  clock = setTimeout(() => see().catch(complain), WAIT);
});
showMe().catch(complain);
