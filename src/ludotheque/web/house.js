// The stewards' page: reports, people, fair play and tables.
import { newest, post } from "./api.js";
import { byId, el } from "./dom.js";
import { fairButton } from "./fairplay.js";
import { figures } from "./figures.js";
import { t } from "./i18n.js";
import { STATUS } from "./lists.js";
import { allowClicks, complain, showMe } from "./page.js";

/** A button that asks before it does something. */
function deed(label, what, body) {
  const sure = `${label}?`;
  const button = el("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    if (button.textContent === sure) await post(`/api/house/${what}`, body()).then(show).catch(complain);
    button.textContent = sure;
  });
  return button;
}

function rename({ person, name }) {
  const field = el("input", { value: name, maxlength: 30, "aria-label": t("New name for {name}", { name }) });
  return el(
    "span",
    { class: "row" },
    field,
    deed(t("Rename"), "rename", () => ({ person, name: field.value })),
  );
}

const ban = ({ person, is_banned }) =>
  is_banned ? deed(t("Lift the ban"), "unban", () => ({ person })) : deed(t("Ban"), "ban", () => ({ person }));

const ask = newest();

async function show() {
  const desk = await ask(`/api/house/desk?name=${encodeURIComponent(byId("name").value)}`);
  byId("reports").replaceChildren(
    desk.reports.length
      ? figures(
          t("Reports"),
          [t("name"), t("what they said"), t("reported by"), ""],
          desk.reports.map((one) => [
            el("a", { href: one.url }, one.name),
            one.text,
            one.by,
            [ban(one), deed(t("Settled"), "settle", () => ({ report: one.id }))],
          ]),
        )
      : el("p", {}, t("No open reports.")),
  );
  byId("people").replaceChildren(
    figures(
      t("People"),
      [t("name"), t("Account"), ""],
      desk.people.map((one) => [one.name, one.account ?? t("guest"), [rename(one), ban(one), fairButton(one)]]),
    ),
  );
  byId("tables").replaceChildren(
    figures(
      t("Tables"),
      [t("Game"), t("opened by"), "", ""],
      desk.tables.map((one) => [
        el("a", { href: one.url }, one.game),
        one.host,
        STATUS[one.status],
        deed(t("Close"), "close", () => ({ table: one.table })),
      ]),
    ),
  );
}

byId("search").addEventListener("submit", (event) => {
  event.preventDefault();
  show().catch(complain);
});
await showMe().catch(complain);
await show().catch(complain);
allowClicks();
