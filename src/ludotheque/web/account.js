// The account page: logging in and out, a code for the phone, and the tables you opened.
import { get, post, remove } from "./api.js";
import { all, byId, codeOf, el } from "./dom.js";
import { t, tn } from "./i18n.js";
import { isLocal } from "./links.js";
import { card, STATUS } from "./lists.js";
import { showNotices } from "./notices.js";
import { allowClicks, complain, showMe } from "./page.js";

async function show() {
  const me = await showMe();
  byId("guest").hidden = !me.is_guest;
  byId("member").hidden = me.is_guest;
  byId("forget").hidden = !me.is_guest; // an account is deleted with its password
  byId("who").textContent = me.is_guest ? "" : t("You are logged in as {account}.", { account: me.account });
  byId("link").hidden = true;
  await showTables();
  await showNotices();
}

function say(sentence) {
  byId("trouble").hidden = true;
  byId("status").textContent = sentence;
}

let sessions = 0; // sessions begun on this page

/** Send a request that begins another session. Pictures still being loaded are cancelled first. */
async function become(path, body) {
  sessions += 1;
  for (const picture of all("#tables img")) picture.removeAttribute("src");
  try {
    return await post(path, body);
  } catch (error) {
    await showTables();
    throw error;
  }
}

/** Submit the form, whose two buttons create an account or log in to one. */
async function send(event) {
  event.preventDefault();
  const credentials = { name: byId("name").value, password: byId("password").value };
  const isNew = event.submitter?.value !== "log-in";
  const answer = await become(isNew ? "/api/account" : "/api/login", credentials);
  byId("password").value = "";
  await show();
  say(isNew ? t("Welcome, {name}. You can now use your seats on any device.", answer) : welcome(answer));
}

function welcome({ name, moved, left }) {
  const sentences = [t("Welcome back, {name}.", { name })];
  if (moved.length)
    sentences.push(
      tn("Your seats at {number} table came with you.", "Your seats at {number} tables came with you.", moved.length),
    );
  if (left.length)
    sentences.push(
      tn(
        "You already have a seat at {number} table; the guest's seat there was left behind.",
        "You already have a seat at {number} tables; the guest's seats there were left behind.",
        left.length,
      ),
    );
  return sentences.join(" ");
}

const logOut = (path, sentence) => async () => {
  await become(path, {});
  await show();
  say(sentence);
};

async function change(event) {
  event.preventDefault();
  const { value } = event.submitter;
  const isEnd = value === "delete";
  if (isEnd && !isSure(event.submitter, t("Delete forever?"))) return;
  await become(`/api/account/${value}`, { password: byId("old").value, new: byId("new").value });
  event.target.reset();
  await show();
  say(isEnd ? t("The account has been deleted. You are now a new guest.") : t("The password has been changed."));
}

async function forget(event) {
  if (!isSure(event.target, t("Delete forever?"))) return;
  await become("/api/me/delete", {});
  event.target.textContent = t("Delete everything");
  await show();
  say(t("Everything has been deleted. You are now a new guest."));
}

async function makeLink() {
  const made = await post("/api/device", {});
  const code = codeOf(made.svg, t("The link as a QR code"));
  const field = el("input", { readonly: true, value: made.url, "aria-label": t("The link") });
  field.addEventListener("focus", () => field.select());
  const note = isLocal(made.url)
    ? t(
        "This address works only on this computer. To use your phone, start the server with --host 0.0.0.0 and open the page at this computer's network address.",
      )
    : "";
  byId("link").replaceChildren(code, field, el("p", { class: "note" }, note));
  byId("link").hidden = false;
}

async function showTables() {
  const asked = sessions;
  const mine = (await get("/api/my")).filter((table) => table.is_host);
  if (asked !== sessions) return; // they belong to an earlier session
  byId("tables").replaceChildren(...(mine.length ? mine.map(line) : [el("li", { class: "none" }, t("None yet."))]));
}

function line(table) {
  const close = el(
    "button",
    {
      class: "delete",
      "aria-label": t("Delete the table: {title}, {status}", { title: table.title, status: STATUS[table.status] }),
    },
    t("Delete"),
  );
  close.addEventListener(
    "click",
    guarded(() => closeTable(table, close)),
  );
  return card(table, close);
}

/** Ask on the first click; return true on the second. */
function isSure(button, question) {
  const isAsked = button.textContent === question;
  button.textContent = question;
  button.removeAttribute("aria-label");
  return isAsked;
}

async function closeTable(table, button) {
  if (!isSure(button, t("Delete for everyone?"))) return;
  await remove(`/api/tables/${table.table}`);
  await showTables();
  say(t("The table has been deleted."));
}

const guarded =
  (work) =>
  async (...given) => {
    try {
      await work(...given);
    } catch (error) {
      say("");
      complain(error);
    }
  };

byId("credentials").addEventListener("submit", guarded(send));
byId("change").addEventListener("submit", guarded(change));
byId("log-out").addEventListener(
  "click",
  guarded(logOut("/api/logout", t("You are logged out here, and are now a new guest."))),
);
byId("log-out-everywhere").addEventListener(
  "click",
  guarded(logOut("/api/logout/everywhere", t("You are logged out on all devices, and are now a new guest here."))),
);
byId("forget").addEventListener("click", guarded(forget));
byId("make-link").addEventListener("click", guarded(makeLink));
allowClicks();
await guarded(show)();
