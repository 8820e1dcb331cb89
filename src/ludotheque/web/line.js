// The connection of this page to its table, and the status that the page shows.
import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { Socket } from "./socket.js";
import { state } from "./state.js";

const GONE = 4410; // the close code of a deleted table

export const socket = new Socket(state.id, showLine);

/**
 * @param {"connecting" | "online" | "lost" | "closed"} now
 * @param {number} code
 */
function showLine(now, code = 0) {
  const texts = {
    connecting: t("Connecting …"),
    online: "",
    lost: t("Connection lost. Trying again …"),
    closed:
      code === GONE
        ? t("The host has closed this table.")
        : t("This table does not exist, or you do not have access to it."),
  };
  byId("connection").textContent = texts[now];
  byId("connection").hidden = now === "online";
  document.body.dataset.line = now;
  if (now === "closed") byId("loading").hidden = true;
}
