// A game that was played, move by move, in the words of its record.
import { get } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { complain, showMe } from "./page.js";

let plies = [];
let now = 0;

function go(to) {
  now = Math.max(0, Math.min(plies.length, to));
  byId("where").textContent = t("{now} of {all}", { now, all: plies.length });
  for (const [number, item] of [...byId("plies").children].entries()) {
    item.classList.toggle("is-ahead", number >= now);
    item.toggleAttribute("aria-current", number === now - 1);
  }
  byId("plies").children[now - 1]?.scrollIntoView({ block: "nearest" });
}

try {
  await showMe();
  const path = `/api/tables/${location.pathname.split("/").at(-1)}/record`;
  const record = await get(path);
  plies = record.plies;
  byId("record").href = path;
  byId("record").download = "record.json";
  byId("plies").replaceChildren(...plies.map((ply) => el("li", {}, el("b", {}, ply.seat < 0 ? t("table") : t("seat {seat}", { seat: ply.seat + 1 })), ` ${ply.action} `, ply.chance ? el("i", {}, ply.chance.join(", ")) : null)));
  for (const [id, to] of [["first", () => 0], ["before", () => now - 1], ["after", () => now + 1], ["last", () => plies.length]]) byId(id).addEventListener("click", () => go(to()));
  go(plies.length);
} catch (error) {
  complain(error);
}
