// What every page has: translated texts, the visitor's name, a line for what went wrong.
import { get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { t, translatePage } from "./i18n.js";

translatePage();

/** Say what went wrong, where everybody looks for it. */
export function complain(error) {
  const line = byId("trouble");
  line.textContent = error.message;
  line.hidden = false;
}

/** Who am I? The name can be changed on the spot. */
export async function showMe() {
  const me = await get("/api/me");
  const name = el("input", { id: "my-name", value: me.name, maxlength: 24, autocomplete: "nickname", "aria-label": t("Your name") });
  name.addEventListener("change", () => post("/api/me", { name: name.value }).catch(complain));
  byId("me").replaceChildren(el("span", { "aria-hidden": "true" }, t("You are")), name, el("a", { href: "/account" }, t("Account")));
  return me;
}

/** "2 to 4 players", from the numbers of seats that a game allows. */
export function players(seats) {
  const [least, most] = [seats[0], seats.at(-1)];
  return least === most ? t("{least} players", { least }) : t("{least} to {most} players", { least, most });
}
