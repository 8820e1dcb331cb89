// A link from another device: after a click, this browser is the same person. The secret comes
// after the #, which browsers do not send.
import { get, post } from "./api.js";
import { byId } from "./dom.js";
import { tn } from "./i18n.js";
import { allowClicks, complain, showMe } from "./page.js";

const token = location.hash.slice(1);

async function claim() {
  try {
    await post("/api/device/claim", { token });
    location.replace("/");
  } catch (error) {
    complain(error);
  }
}

try {
  byId("claim").addEventListener("click", claim);
  allowClicks();
  const me = await showMe();
  const games = (await get("/api/my")).filter((/** @type {any} */ table) => table.status !== "over").length;
  if (me.is_guest && games) {
    byId("warning").textContent = tn(
      "On this device you are {name}, with {number} game in progress. This browser will forget that guest: create an account first if you want to keep that seat.",
      "On this device you are {name}, with {number} games in progress. This browser will forget that guest: create an account first if you want to keep those seats.",
      games,
      me,
    );
    byId("warning").hidden = false;
  }
} catch (error) {
  complain(error);
}
