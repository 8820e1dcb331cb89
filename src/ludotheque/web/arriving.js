// Taking a seat: choosing a name and a pawn.
import { post } from "./api.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { complain } from "./page.js";
import { pawnFigure } from "./pawns.js";

/** @typedef {{ name: string, label: string, sprite: string, is_free: boolean }} Pawn */

/**
 * Take a seat. Guests are asked for a name first, and everyone for a pawn if there is a choice.
 * @param {string} table
 * @param {string | null} token
 */
export async function takeChair(table, token) {
  const { game, pawns, is_seat, name } = await post(`/api/tables/${table}/chair`, { token });
  const field = name ? nameField(name) : null;
  const pawn = is_seat && (field || pawns.length) ? await asked(...chairForm(game, pawns, field)) : "";
  if (field) await rename(field, name);
  await post(`/api/tables/${table}/join`, { token, pawn });
}

/**
 * Ask for a new name, and change it.
 * @param {string} name
 */
export async function changeName(name) {
  const field = nameField(name);
  const save = el("button", { class: "primary", value: "save" }, t("Save"));
  const cancel = el("button", { class: "quiet", value: "", formnovalidate: true }, t("Cancel"));
  const answer = await asked(t("What should the others call you?"), field, el("div", { class: "row" }, save, cancel));
  if (answer === "save") await rename(field, name).catch(complain);
}

/** @param {string} name */
const nameField = (name) =>
  el("input", {
    id: "own-name",
    value: name,
    maxlength: 24,
    required: true,
    autocomplete: "nickname",
    "aria-label": t("Your name"),
  });

/**
 * @param {HTMLInputElement} field
 * @param {string} before
 */
async function rename(field, before) {
  const name = field.value.trim();
  if (name && name !== before) await post("/api/me", { name });
}

/**
 * Return the questions to ask before sitting down. The random pawn comes first: pressing Enter
 * chooses it.
 * @param {string} game
 * @param {Pawn[]} pawns
 * @param {HTMLInputElement | null} field
 * @returns {[string, ...(HTMLElement | null)[]]}
 */
function chairForm(game, pawns, field) {
  const title = field ? t("What should the others call you?") : t("Choose your pawn");
  if (!pawns.length) return [title, field, el("div", { class: "row" }, taker("primary", "", t("Sit down")))];
  const button = (/** @type {Pawn} */ { name, label, sprite, is_free }) =>
    taker("pawn-button", name, label, pawnFigure(game, sprite), !is_free);
  const byLot = taker("pawn-button", "", t("at random"), pawnFigure(game, null));
  return [
    title,
    field,
    field && el("h3", {}, t("Choose your pawn")),
    el("div", { class: "pawn-buttons" }, byLot, pawns.map(button)),
  ];
}

/**
 * Return a button that takes the seat.
 * @param {string} kind
 * @param {string} value
 * @param {string} label
 * @param {Element | null} figure
 * @param {boolean} disabled
 */
const taker = (kind, value, label, figure = null, disabled = false) =>
  el("button", { class: `${kind} take-chair`, value, disabled }, figure, el("span", {}, label));

/**
 * Ask in a dialog. Resolves to the value of the button that closed it, or "" if it was dismissed.
 * @param {string} title
 * @param {(HTMLElement | null)[]} parts
 * @returns {Promise<string>}
 */
function asked(title, ...parts) {
  return new Promise((resolve) => {
    const box = el(
      "dialog",
      { class: "sheet", "aria-labelledby": "asked-title" },
      el("form", { method: "dialog", class: "paper" }, el("h2", { id: "asked-title" }, title), parts),
    );
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    document.body.append(box);
    box.showModal();
  });
}
