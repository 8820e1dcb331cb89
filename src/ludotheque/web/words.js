// The text of the prompt. Its box has a fixed size, so the board never moves; the rest scrolls.
import { byId } from "./dom.js";

let asked = 0; // the requested animation frame

/** Scroll before the next frame, so that the layout is read once for many changes. */
function showSoon() {
  cancelAnimationFrame(asked);
  asked = requestAnimationFrame(showNewest);
}

/** Scroll to the newest text: an explanation, else the guide's request, else the beginning. */
function showNewest() {
  const box = byId("words");
  const newest = byId("why").hasChildNodes() ? byId("why") : byId("guide").querySelector(".say");
  box.scrollTop = newest?.offsetTop ?? 0;
  showEdges();
}

/** Fade the text where it continues above or below, and let keys scroll it. */
function showEdges() {
  const box = byId("words");
  const { scrollTop, scrollHeight, clientHeight } = box; // read together: reading after a change would recompute the layout
  box.classList.toggle("goes-up", scrollTop > 1);
  box.classList.toggle("goes-down", scrollHeight - clientHeight - scrollTop > 1);
  if (scrollHeight > clientHeight + 1) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

export function watchWords() {
  const box = byId("words");
  box.addEventListener("scroll", showEdges);
  new ResizeObserver(showNewest).observe(box);
  new MutationObserver(showSoon).observe(box, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ["open"],
  });
}
