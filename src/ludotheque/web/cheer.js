// Confetti on the score sheet at the end of a game, unless the user has turned it off.
import { el, isCalm } from "./dom.js";
import { setting } from "./settings.js";

const BITS = 60;
const LONGEST = 3200; // ms
const COLORS = ["#e0a526", "#1e8c8a", "#b5343c", "#f4eedd", "#7d3f98", "#1f5fae"];

/** @param {HTMLElement} box what it falls on */
export function cheer(box) {
  if (setting("cheer") === "off" || isCalm()) return;
  const rain = el("div", { class: "rain", "aria-hidden": "true" });
  box.append(rain);
  for (let number = 0; number < BITS; number += 1) rain.append(bit(number));
  setTimeout(() => rain.remove(), LONGEST);
}

/** @param {number} number */
function bit(number) {
  const paper = el("i", {});
  const [left, drift, turn] = [Math.random() * 100, Math.random() * 160 - 80, Math.random() * 1080];
  paper.style.left = `${left}%`;
  paper.style.background = COLORS[number % COLORS.length];
  const end = `translate(${drift}px, 110vh) rotate(${turn}deg)`;
  const timing = { duration: LONGEST * (0.6 + Math.random() * 0.3), delay: Math.random() * LONGEST * 0.1 };
  paper.animate({ transform: ["translate(0, -5vh)", end], opacity: [1, 1, 0] }, { ...timing, fill: "both" });
  return paper;
}
