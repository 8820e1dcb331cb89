// The end of a game: the score sheet, and the rematch.
import { post } from "./api.js";
import { cheer } from "./cheer.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { keepLinks } from "./links.js";
import { complain } from "./page.js";
import { showSheet } from "./sheet.js";
import { state } from "./state.js";

/** Show the link to the rematch, once someone has opened it. */
export function showRematch() {
  const { rematch, tournament } = state.table;
  byId("to-tournament").hidden = !tournament;
  if (tournament) byId("to-tournament").href = `/tournament/${tournament}`;
  byId("rematch").hidden = !rematch;
  if (rematch) byId("rematch").href = `/t/${rematch}`;
  if (rematch) showOnSheet(`/t/${rematch}`);
}

/**
 * Show the link on the score sheet too, which hides the table.
 * @param {string} href
 */
function showOnSheet(href) {
  byId("sheet-rematch")?.remove();
  const call = el("a", { class: "button primary", href }, t("Join the rematch"));
  byId("sheet-body").prepend(el("p", { id: "sheet-rematch", role: "status" }, call));
}

async function playAgain() {
  try {
    const made = await post(`/api/tables/${state.id}/rematch`, {});
    keepLinks(made);
    location.href = made.url;
  } catch (error) {
    complain(error);
  }
}

export function openSheet() {
  const { result, viewer_seats } = state.table;
  if (!result) return;
  showSheet({ ...state.table, result, table: state.id, again: viewer_seats.length ? playAgain : null });
  showRematch();
}

/** Show the score sheet, and celebrate unless everyone here has lost. */
export function celebrate() {
  openSheet();
  const { result, viewer_seats } = state.table;
  const isWinner = viewer_seats.some((seat) => result?.ranks[seat] === 1);
  if (isWinner || !viewer_seats.length) cheer(byId("sheet"));
}
