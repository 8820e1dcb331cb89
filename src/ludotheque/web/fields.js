// The state beside a seat's view of it, field by field.
import { byId, el } from "./dom.js";
import { t, together } from "./i18n.js";

/**
 * @typedef {{ name: string, shape: number[], state: string[], view: string[], marks: number[], changed: number[] }} Field
 * @typedef {{ seat: number, fields: [name: string, isWhole: boolean][] }} Eyes
 */

const MARKS = ["", "is-hidden", "is-undeclared", "is-leaked"]; // in the order of server/dev/panel.py
const MANY = 100; // fields with more entries are folded at first
const LAST = ["key", "cursor", "spare"]; // fields that say nothing about the game
const ONLOOKER = -1;
const TABLE = 6; // the seat of the table itself, as in core/constants.py

/** @type {Set<string>} */
const opened = new Set(); // large fields that have been unfolded

/** @param {number} seat */
export const seatName = (seat) =>
  seat === ONLOOKER ? t("a spectator") : seat === TABLE ? t("the table") : t("seat {number}", { number: seat });

/** @param {Field[]} fields */
export function showFields(fields) {
  const place = (/** @type {Field} */ { name }) => LAST.findIndex((last) => name.startsWith(last));
  byId("field-rows").replaceChildren(...fields.toSorted((one, other) => place(one) - place(other)).map(row));
}

/** @param {Field} field */
function row(field) {
  const changed = new Set(field.changed);
  const columns = [field.state, field.view].map((values) => el("td", {}, folded(field, cells(field, values, changed))));
  return el("tr", { "data-field": field.name }, el("th", { scope: "row" }, field.name), columns);
}

/**
 * Fold a field with many entries.
 * @param {Field} field
 * @param {HTMLElement[]} lines
 */
function folded({ name, state }, lines) {
  if (state.length <= MANY) return lines;
  const summary = el("summary", {}, t("{number} entries", { number: state.length }));
  const details = el("details", { open: opened.has(name) }, summary, lines);
  details.addEventListener("toggle", () => (details.open ? opened.add(name) : opened.delete(name)));
  return details;
}

/**
 * Return a line for each row of a field with several dimensions.
 * @param {Field} field
 * @param {string[]} values
 * @param {Set<number>} changed
 */
function cells({ shape, marks }, values, changed) {
  const width = shape.length > 1 ? values.length / shape[0] : values.length;
  const all = values.map((value, index) => {
    const names = ["cell", MARKS[marks[index]], changed.has(index) ? "is-changed" : ""];
    return el("span", { class: names.filter(Boolean).join(" ") }, value);
  });
  const count = width ? values.length / width : 0;
  return Array.from({ length: count }, (_, line) =>
    el("div", { class: "cells" }, all.slice(line * width, (line + 1) * width)),
  );
}

/** @param {Eyes[]} eyes */
export function showUnseen(eyes) {
  byId("unseen").replaceChildren(...eyes.map(({ seat, fields }) => el("li", {}, unseen(seatName(seat), fields))));
}

/**
 * @param {string} who
 * @param {[name: string, isWhole: boolean][]} fields
 */
function unseen(who, fields) {
  if (!fields.length) return t("{who} sees everything", { who });
  const named = fields.map(([name, isWhole]) => (isWhole ? name : t("part of {field}", { field: name })));
  return t("{who} does not see {fields}", { who, fields: together(named) });
}
