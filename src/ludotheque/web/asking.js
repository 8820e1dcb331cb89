// A confirmation dialog, for actions that are rarely intended.
import { byId } from "./dom.js";

/**
 * @param {string} question
 * @param {() => void} yes
 * @param {() => void} no
 */
export function ask(question, yes, no) {
  const box = byId("asking");
  byId("asking-text").textContent = question;
  box.returnValue = "";
  box.onclose = () => (box.returnValue === "yes" ? yes() : no());
  box.showModal();
}

/** Close the dialog. */
export const stopAsking = () => byId("asking").close();
