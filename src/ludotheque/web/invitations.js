// Links to free seats and for spectators, and sitting down.
import { post } from "./api.js";
import { takeChair } from "./arriving.js";
import { byId, codeOf, el } from "./dom.js";
import { t } from "./i18n.js";
import { copyButton, invitationsTo, spectatorLink } from "./links.js";
import { complain } from "./page.js";
import { state } from "./state.js";

/** @import { SeatInfo } from "protocol" */

/** Show what this visitor can do about free seats: take one, or invite others. */
export function showInvitations() {
  const { seats, viewer_seats, can_sit } = state.table;
  const free = seats.filter((info) => info.kind === "open");
  const box = byId("invitations");
  const key = JSON.stringify([free, viewer_seats, can_sit]);
  if (box.dataset.key === key) return; // so that an open QR code stays
  box.dataset.key = key;
  const rows = [
    ...linksTo(free),
    ...(free.length && viewer_seats.length ? [byName()] : []),
    ...(can_sit ? [sitButton()] : []),
  ];
  box.hidden = !rows.length;
  box.replaceChildren(...rows);
}

/** @param {SeatInfo[]} free */
function linksTo(free) {
  const links = invitationsTo(state.id);
  const known = free.filter((info) => links[info.seat]);
  const rows = known.map(({ seat }) => invitation(t("The link for player {seat}", { seat: seat + 1 }), links[seat]));
  return known.some(({ seat }) => isLocal(links[seat])) ? [...rows, localWarning()] : rows;
}

/**
 * Return whether a link works only on this machine.
 * @param {string} link
 */
const isLocal = (link) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link, location.href).hostname);

const localWarning = () =>
  el(
    "p",
    { class: "small local" },
    t("This link works only on this computer. To let others in your home join, start the server with"),
    " ",
    el("code", {}, "ludotheque serve --host 0.0.0.0"),
  );

/** Return a form that invites somebody with an account; they see it on their home page. */
function byName() {
  const [field, said] = [el("input", { maxlength: 30, required: true }), el("span", { role: "status" })];
  const invite = async (event) => {
    event.preventDefault();
    try {
      await post(`/api/tables/${state.id}/invite`, { name: field.value });
      said.textContent = t("{name} has been invited.", { name: field.value });
      field.value = "";
    } catch (error) {
      complain(error);
    }
  };
  return el(
    "form",
    { class: "row", onsubmit: invite },
    el("label", {}, t("Invite an account by name"), field),
    el("button", {}, t("Invite")),
    said,
  );
}

const sitButton = () =>
  el("button", { type: "button", class: "primary", id: "sit", onclick: () => join(null) }, t("Sit down here"));

/** Show the spectators' link to the host. */
export function showSpectatorLink() {
  const link = spectatorLink(state.id);
  if (link) byId("watch").append(invitation(t("The link for spectators"), link));
  byId("watch").hidden = !link;
}

/**
 * Return a link to read, to copy, and as a QR code for a phone.
 * @param {string} label
 * @param {string} url
 */
function invitation(label, url) {
  const whole = new URL(url, location.href);
  const field = el("input", { class: "invitation", readonly: true, value: whole.href, onfocus: () => field.select() });
  const code = el("details", { class: "code" }, el("summary", {}, t("QR code")));
  code.addEventListener("toggle", () => showCode(code, label, whole), { once: true });
  return el(
    "div",
    { class: "row" },
    el("label", {}, label, field),
    copyButton(t("Copy"), () => whole.href),
    code,
  );
}

/**
 * @param {HTMLElement} box
 * @param {string} label
 * @param {URL} url
 */
async function showCode(box, label, url) {
  const { svg } = await post("/api/code", { path: url.href.slice(url.origin.length) });
  box.append(codeOf(svg, label));
}

/**
 * Sit down on the seat that the token is for, or on any that is free.
 * @param {string | null} token
 */
export async function join(token) {
  try {
    await takeChair(state.id, token);
    history.replaceState(null, "", location.pathname); // the connection shows the rest
  } catch (error) {
    complain(error);
  }
}
