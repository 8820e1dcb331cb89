// One line of the log or the chat: who, what, and small pictures of the pieces involved.
import { picture } from "./art.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { badge } from "./seats.js";

/** @import { LogLine, SeatInfo } from "protocol" */

/**
 * A line as it is read: the name before it, and the rest.
 * @typedef {{ name: string, text: string, more: string[], isChat: boolean, isOwn: boolean }} Reading
 */

/**
 * @param {LogLine} line
 * @param {SeatInfo[]} seats
 * @returns {Reading}
 */
export function read({ kind, seat, text, is_named, more = [], by }, seats) {
  const isChat = kind === "chat";
  const info = seats.find((one) => one.seat === seat);
  const name = info?.name ?? (by || (isChat ? t("a guest") : ""));
  const rest = is_named && text.startsWith(name) ? text.slice(name.length).trimStart() : text; // otherwise the name would appear twice
  return { name: is_named && rest === text ? "" : name, text: rest, more, isChat, isOwn: Boolean(info?.is_yours) };
}

/**
 * Return its consequences, one line each.
 * @param {string[]} more
 */
export const furtherLines = (more) => more.map((text) => el("span", { class: "more" }, " ", text));

/**
 * Return a line of the log; an act is a button that shows ply `ply` again.
 * @param {LogLine} line
 * @param {Reading} reading
 * @param {string} game
 * @param {number} ply
 */
export function lineNode({ kind = "act", seat, pictures = [] }, { name, text, more, isOwn }, game, ply) {
  const small = pictures.map((one) => picture(game, one));
  const parts = [
    typeof seat === "number" ? badge(seat, true) : null,
    el(
      "span",
      { class: "said" },
      small.length ? el("span", { class: "pictures" }, small) : null,
      name ? el("b", {}, `${name} `) : null,
      text,
      furtherLines(more),
    ),
  ];
  const about = { type: "button", class: "line", "data-ply": ply, tabindex: -1, title: t("Show this move again") };
  return el("li", { class: `${kind} ${isOwn ? "is-own" : ""}` }, kind === "act" ? el("button", about, parts) : parts);
}
