// Buttons under the prompt: choices that are not places on the board.
import { byId, el, renew } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Gestures } from "./gestures.js" */

/**
 * @param {string} kind
 * @param {string} step
 * @param {string} label
 * @param {() => void} onclick
 */
const button = (kind, step, label, onclick) =>
  el("button", { type: "button", class: kind, "data-step": step, onclick }, label);

/**
 * Return the controls with which a gesture can continue.
 * @param {Gestures} gestures
 */
export function gestureControls(gestures) {
  const { buttons, scales, end } = gestures;
  /** @type {HTMLElement[]} */
  const controls = buttons.map((label) =>
    button("choice", `button:${label}`, label, () => gestures.step("button", label)),
  );
  controls.push(...scales.map((numbers) => stepper(numbers, (number) => gestures.step("number", String(number)))));
  if (gestures.canTurn) controls.push(turner(gestures));
  if (end !== null) controls.push(button("primary choice", "confirm", t("Confirm"), () => gestures.finish(end)));
  if (gestures.isInHand) controls.push(button("quiet put-back", "back", t("Put back"), () => gestures.back()));
  return controls;
}

/**
 * Return the button that turns or flips a piece; it names its key if there is a keyboard.
 * @param {Gestures} gestures
 */
function turner(gestures) {
  const { angles, faces } = gestures.variants;
  const label = faces < 2 ? t("Turn") : angles < 2 ? t("Flip") : t("Turn or flip");
  const turner = button("turn", "turn", label, () => gestures.turn(1));
  turner.append(" ", el("span", { class: "key" }, "(R)"));
  return turner;
}

/**
 * Return a control for choosing one of these numbers.
 * @param {number[]} numbers
 * @param {(number: number) => void} take
 */
function stepper(numbers, take) {
  let index = 0;
  const go = (/** @type {number} */ by) => {
    index = Math.min(numbers.length - 1, Math.max(0, index + by));
    shown.textContent = String(numbers[index]);
    less.disabled = index === 0;
    more.disabled = index === numbers.length - 1;
  };
  const shown = el("output", { "aria-live": "polite" });
  const less = el("button", { type: "button", "aria-label": t("less"), onclick: () => go(-1) }, "−");
  const more = el("button", { type: "button", "aria-label": t("more"), onclick: () => go(1) }, "+");
  const taker = button("primary choice", "number", t("Take it"), () => take(numbers[index]));
  go(0);
  const group = { class: "stepper", role: "group", "aria-label": t("How many?"), "data-step": `scale:${numbers}` };
  return el("span", { ...group, "data-own": true }, less, shown, more, taker);
}

/** @param {HTMLElement[]} controls */
export const showControls = (controls) =>
  renew(byId("choices"), controls, ({ id, dataset, textContent }) => id || dataset.step || textContent);
