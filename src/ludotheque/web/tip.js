// What a thing on the board is called: shown beside it when one points at it, has the focus on it, or keeps a finger on it.
import { byId } from "./dom.js";

const PATIENCE = 350; // ms
const LONG = 500; // ms of a finger that means "what is this?"
let timer = 0;
let isLong = false;

/** Did the finger that was put down last stay long enough to ask? */
export const wasLong = () => isLong;

/** Show a name beside a node after a moment; nothing: hide it. */
export function show(name, node, patience = PATIENCE) {
  clearTimeout(timer);
  byId("tip").hidden = true;
  if (name && node) timer = setTimeout(() => place(name, node), patience);
}

function place(name, node) {
  const tip = byId("tip");
  tip.textContent = name;
  tip.hidden = false;
  const [box, own] = [node.getBoundingClientRect(), tip.getBoundingClientRect()];
  const top = box.top - own.height - 8;
  tip.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2))}px`;
  tip.style.top = `${top >= 8 ? top : Math.min(innerHeight - own.height - 8, box.bottom + 8)}px`;
}

/** A finger that stays on something asks for its name, and does not pick it. */
export function listen(svg, nameOf) {
  svg.addEventListener("pointerdown", (event) => {
    isLong = false;
    const id = event.target.dataset?.id;
    if (event.pointerType === "mouse" || id === undefined) return show("", null);
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLong = true;
      place(nameOf(id), event.target);
    }, LONG);
  });
  for (const end of ["pointermove", "pointercancel"]) svg.addEventListener(end, (event) => event.pointerType !== "mouse" && Math.hypot(event.movementX, event.movementY) > 2 && show("", null));
  svg.addEventListener("pointerup", (event) => event.pointerType !== "mouse" && !isLong && show("", null));
  svg.addEventListener("click", (event) => isLong && event.stopImmediatePropagation(), { capture: true });
  svg.addEventListener("contextmenu", (event) => event.pointerType !== "mouse" && event.preventDefault());
}
