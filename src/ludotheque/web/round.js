// The seats of a new table, drawn around it.
import { all, byId, el, shape } from "./dom.js";

const sitter = (kind) =>
  shape("svg", { class: "sitter", "aria-hidden": "true" }, shape("use", { href: `/web/people.svg#${kind}` }));

const sits = (item) => item.querySelector(".chair-kind");
/** Return what is chosen for a seat, in short. */
const nameOf = (item) => item.querySelector(".chair-name:not([hidden])")?.value || sits(item).selectedOptions[0].label;

/** Return a person at position --seat of --count; the first is nearest to the viewer. */
function person(item, seat) {
  const kind = sits(item).value.split(" ")[0];
  const drawn = el("span", { class: "person", "data-kind": kind }, sitter(kind), el("span", {}, nameOf(item)));
  for (const node of [drawn, item]) node.style.setProperty("--seat", seat);
  return drawn;
}

/** Redraw the table after a choice, or after the number of seats has changed. */
export function drawRound() {
  const items = all("#chairs > li");
  byId("round").parentElement.style.setProperty("--count", items.length);
  byId("round").replaceChildren(...items.map(person));
}
