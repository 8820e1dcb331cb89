// What every page has: the choice of a language, the visitor's name, a line for what went wrong.
import "./language.js";
import { get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { t, tn } from "./i18n.js";

/** Say what went wrong, where everybody looks for it. */
export function complain(error) {
  const line = byId("trouble");
  line.textContent = error.message;
  line.hidden = false;
}

/** The page listens now. A click before that would have been lost, so what can be clicked is inert until then. */
export function listen() {
  byId("main").inert = false;
}

/** Who am I? The name can be changed on the spot. */
export async function showMe() {
  const me = await get("/api/me");
  const name = el("input", { id: "my-name", value: me.name, maxlength: 24, autocomplete: "nickname", "aria-label": t("Your name") });
  name.addEventListener("change", () => post("/api/me", { name: name.value }).catch(complain));
  byId("me").replaceChildren(el("span", { "aria-hidden": "true" }, t("You are")), name, el("a", { href: "/account" }, t("Account")));
  return me;
}

/** A bar for each game that is still being compiled. */
export async function showWarmth() {
  const bars = (await get("/api/warmth")).map(({ title, done }) => el("label", {}, `${title} `, el("progress", { value: done })));
  byId("warmth")?.remove();
  if (!bars.length) return;
  byId("trouble").after(el("p", { id: "warmth", class: "warmth" }, t("Slower until they are prepared:"), bars));
  setTimeout(() => showWarmth().catch(complain), 1000);
}

/** "2 to 4 players", from the numbers of seats that a game allows. */
export function players(seats) {
  const [least, most] = [seats[0], seats.at(-1)];
  return least === most ? tn("{number} player", "{number} players", least) : t("{least} to {most} players", { least, most });
}
