// The prompt: what to do now, in words.
import { byId, el } from "./dom.js";
import { t, tn, together } from "./i18n.js";
import { ruleLink } from "./learn.js";
import { socket } from "./line.js";
import { choices, mySeat, state, toAct } from "./state.js";

/** @import { Gestures } from "./gestures.js" */

/** Return the title of the page. */
export function headline() {
  const { status, title } = state.table;
  const turn = status === "over" ? t("Game over") : choices() ? t("● Your turn") : (toAct()[0]?.name ?? "");
  return [turn, title, "Ludothèque"].filter(Boolean).join(" · ");
}

/** @param {Gestures} gestures */
export function promptText(gestures) {
  const { status, guide, prompt } = state.table;
  if (status === "waiting") return t("Waiting for everyone to sit down.");
  if (!gestures.trie) return waitingText();
  if (gestures.aim) return t("Confirm it, or choose another place.");
  if (gestures.picks.length && gestures.lit.size) return t("Choose where it goes.");
  return guide?.show?.length ? "" : prompt;
}

/** Return what the table is waiting for. */
function waitingText() {
  const { draft, is_curtain, is_held, prompt } = state.table;
  if (draft?.is_ready) return t("You are done. What you have laid out will be played when your turn comes.");
  const names = toAct().map((info) => info.name);
  if (!names.length || is_curtain || is_held) return prompt;
  return tn("{names} is to play.", "{names} are to play.", names.length, { names: together(names) });
}

/** @type {string | null} */
let about = null; // the choices that the sentence under the prompt is about; null: the next ones

/**
 * Remove the sentence under the prompt if it was about other choices.
 * @param {Gestures} gestures
 */
export function dropOldSentence({ key, path, chosen }) {
  const { prompt, draft, guide, undo_why } = state.table;
  const now = JSON.stringify([key, path, [...chosen], prompt, draft?.actions, guide, undo_why]);
  if (about !== null && about !== now) say("");
  about = now;
}

/**
 * Show a refusal. It stays when the whole table is sent after it.
 * @param {string} message
 * @param {string | null} rule
 */
export function sayRefusal(message, rule) {
  say(message, rule);
  about = null;
}

/**
 * Show a sentence under the prompt, with a link to its rule.
 * @param {string} message
 * @param {string | null} rule
 */
export function say(message, rule = null) {
  byId("why").replaceChildren(...(message ? [message, " ", ruleLink(state.table?.game, rule)] : []));
}

/** Update the undo button; if it is disabled, it says why. */
export function showUndo() {
  const { can_undo, undo_why, viewer_seats } = state.table;
  byId("undo").hidden = !viewer_seats.length;
  byId("undo").title = undo_why;
  byId("undo").ariaDescription = undo_why;
  byId("undo").ariaDisabled = String(!can_undo);
}

export function undo() {
  if (state.table?.can_undo) socket.request({ type: "undo", seat: mySeat(), seen: state.table.seq });
  else if (state.table) say(state.table.undo_why);
}

/** Return the controls outside the game itself: ready, signal, answering undo requests. */
export function tableControls() {
  const { can_ready, signal } = state.table;
  const controls = undoControls();
  if (can_ready) controls.push(sender("ready", "primary", t("I am ready")));
  if (signal) controls.push(sender("signal", "quiet", signal));
  return controls;
}

/** Return the sentence and the buttons of a request to take a move back. */
function undoControls() {
  const { undo_asked } = state.table;
  if (!undo_asked) return [];
  const answer = (/** @type {string} */ kind, /** @type {boolean} */ allows, /** @type {string} */ label) => {
    const send = () => socket.send({ type: "answer_undo", seat: mySeat(), asked: undo_asked.seq, allows });
    return el(
      "button",
      { type: "button", class: kind, "data-step": `undo-${undo_asked.seq}-${allows}`, onclick: send },
      label,
    );
  };
  const answers = [answer("primary", true, t("Allow")), answer("", false, t("Refuse"))];
  return [el("p", { class: "asked" }, undo_asked.said), ...(undo_asked.can_answer ? answers : [])];
}

/**
 * @param {"ready" | "signal"} type
 * @param {string} kind
 * @param {string} label
 */
function sender(type, kind, label) {
  const send = () => socket.send({ type, seat: mySeat() });
  return el("button", { type: "button", class: kind, id: type, onclick: send }, label);
}
