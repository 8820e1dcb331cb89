// A link from another device: after a click, this browser is the same person. The secret stands behind the #, which is never sent by itself.
import { get, post } from "./api.js";
import { byId } from "./dom.js";
import { tn } from "./i18n.js";
import { complain, listen, showMe } from "./page.js";

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
  listen();
  const me = await showMe();
  const games = (await get("/api/my")).filter((table) => table.status !== "over").length;
  if (me.is_guest && games) {
    byId("warning").textContent = tn("Here you are {name} now, with {number} game under way. This browser will forget that guest: make an account first if you want to keep that seat.", "Here you are {name} now, with {number} games under way. This browser will forget that guest: make an account first if you want to keep those seats.", games, me);
    byId("warning").hidden = false;
  }
} catch (error) {
  complain(error);
}
