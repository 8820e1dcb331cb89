// What every page has: the language menu, the visitor's name, a line for errors.
import "./language.js";
import { get, post } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

const CALM = 2000; // ms, so that the page itself comes first

/**
 * Show an error at the top of the page.
 * @param {Error} error
 */
export function complain(error) {
  const line = byId("trouble");
  line.textContent = error.message;
  line.hidden = false;
}

/** Enable the page's controls, which are inert until scripts listen so that no click is lost. */
export function allowClicks() {
  byId("main").inert = false;
}

/** Show the visitor's name, which can be edited in place. */
export async function showMe() {
  const me = await get("/api/me");
  const name = el("input", {
    id: "my-name",
    value: me.name,
    maxlength: 24,
    autocomplete: "nickname",
    "aria-label": t("Your name"),
  });
  name.addEventListener("change", () => post("/api/me", { name: name.value }).catch(complain));
  byId("me").replaceChildren(
    el("span", { "aria-hidden": "true" }, t("You are")),
    name,
    el("a", { href: "/profile" }, t("Profile")),
    el("a", { href: "/account" }, t("Account")),
  );
  return me;
}

/** Let the browser show a page of ours when the server cannot be reached. */
async function prepareForOffline() {
  await new Promise((ready) => setTimeout(ready, CALM));
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
}

if ("serviceWorker" in navigator) prepareForOffline().catch(() => {}); // it is not necessary

/** Show a progress bar for each game that is being compiled. */
export async function showWarmth() {
  const bars = (await get("/api/warmth")).map((/** @type {{ title: string, done: number }} */ { title, done }) =>
    el("label", {}, `${title} `, el("progress", { value: done })),
  );
  byId("warmth")?.remove();
  if (!bars.length) return;
  byId("trouble").after(
    el("p", { id: "warmth", class: "warmth" }, t("Still being prepared, slower until then:"), bars),
  );
  setTimeout(() => showWarmth().catch(complain), 1000);
}
