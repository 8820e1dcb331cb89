// One's account, a code for the phone, and the tables that one has opened.
import { get, post, remove } from "./api.js";
import { byId, codeOf, el } from "./dom.js";
import { t, tn } from "./i18n.js";
import { STATUS } from "./lists.js";
import { complain, listen, showMe } from "./page.js";

const LOCAL = /^(localhost|127\..*|\[::1\])$/;

async function show() {
  const me = await showMe();
  byId("guest").hidden = !me.is_guest;
  byId("member").hidden = me.is_guest;
  byId("who").textContent = me.is_guest ? "" : t("You are logged in. The name of your account is {account}.", { account: me.account });
  byId("link").hidden = true;
  await showTables();
}

function say(sentence) {
  byId("trouble").hidden = true;
  byId("status").textContent = sentence;
}

/** Two buttons, one form: a new account, or one that there is. */
async function send(event) {
  event.preventDefault();
  const credentials = { name: byId("name").value, password: byId("password").value };
  const isNew = event.submitter?.value !== "log-in";
  const answer = await post(isNew ? "/api/account" : "/api/login", credentials);
  byId("password").value = "";
  await show();
  say(isNew ? t("Welcome, {name}. Your seats are yours on every device now.", answer) : welcome(answer));
}

function welcome({ name, moved, left }) {
  const sentences = [t("Welcome back, {name}.", { name })];
  if (moved.length) sentences.push(tn("Your seats came along, at {number} table.", "Your seats came along, at {number} tables.", moved.length));
  if (left.length) sentences.push(tn("At {number} table you sit already; the guest's seat stays behind there.", "At {number} tables you sit already; the guest's seats stay behind there.", left.length));
  return sentences.join(" ");
}

async function logOut() {
  await post("/api/logout", {});
  await show();
  say(t("You are logged out here, and a new guest."));
}

async function change(event) {
  event.preventDefault();
  const { value } = event.submitter;
  const isEnd = value === "delete";
  if (isEnd && !isSure(event.submitter, t("Delete for ever?"))) return;
  await post(`/api/account/${value}`, { password: byId("old").value, new: byId("new").value });
  event.target.reset();
  await show();
  say(isEnd ? t("The account is deleted. You are a new guest.") : t("The password is changed."));
}

async function makeLink() {
  const made = await post("/api/device", {});
  const code = codeOf(made.svg, t("The link as a QR code"));
  const field = el("input", { readonly: true, value: made.url, "aria-label": t("The link") });
  field.addEventListener("focus", () => field.select());
  const note = LOCAL.test(new URL(made.url).hostname) ? t("This address is known on this computer alone. For the phone, start the server with --host 0.0.0.0 and open the page at the computer's address in your network.") : "";
  byId("link").replaceChildren(code, field, el("p", { class: "note" }, note));
  byId("link").hidden = false;
}

async function showTables() {
  const mine = (await get("/api/my")).filter((table) => table.is_host);
  byId("tables").replaceChildren(...(mine.length ? mine.map(line) : [el("li", {}, t("None yet."))]));
}

function line(table) {
  const close = el("button", { "aria-label": t("Delete the table: {title}, {status}", { title: table.title, status: STATUS[table.status] }) }, t("Delete"));
  close.addEventListener("click", guarded(() => closeTable(table, close)));
  return el("li", {}, el("a", { href: table.url }, table.title), el("span", {}, STATUS[table.status]), close);
}

/** The first click asks, the second one does it. */
function isSure(button, question) {
  const isAsked = button.textContent === question;
  button.textContent = question;
  button.removeAttribute("aria-label");
  return isAsked;
}

async function closeTable(table, button) {
  if (!isSure(button, t("Delete for everybody?"))) return;
  await remove(`/api/tables/${table.table}`);
  await showTables();
  say(t("The table is deleted."));
}

const guarded = (work) => async (...given) => {
  try {
    await work(...given);
  } catch (error) {
    say("");
    complain(error);
  }
};

byId("credentials").addEventListener("submit", guarded(send));
byId("change").addEventListener("submit", guarded(change));
byId("log-out").addEventListener("click", guarded(logOut));
byId("make-link").addEventListener("click", guarded(makeLink));
listen();
await guarded(show)();
