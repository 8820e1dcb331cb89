// The curtain between people who share a screen.
import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { socket } from "./line.js";
import { state } from "./state.js";

/** Lower the curtain when another player should take the screen, and raise it when they do. */
export function showCurtain() {
  const { is_curtain, seats, viewer_seats } = state.table;
  const curtain = byId("curtain");
  if (!is_curtain) return curtain.open && curtain.close();
  const next = seats.find((info) => info.is_to_act && viewer_seats.includes(info.seat));
  const name = next?.name ?? "";
  byId("curtain-text").textContent = t("Pass the screen to {name}", { name });
  byId("lift").textContent = t("I am {name}: show me the table", { name });
  byId("lift").onclick = () => next && socket.send({ type: "look", seat: next.seat });
  if (!curtain.open) curtain.showModal();
}

byId("curtain").addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
