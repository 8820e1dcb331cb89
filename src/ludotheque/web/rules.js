// The rules of a game, sentence by sentence; every number is an address.
import { get } from "./api.js";
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";
import { complain, showMe } from "./page.js";

const chapter = ({ number, title, sentences }) =>
  el("section", { id: number }, el("h2", {}, `${number} ${title}`), el("ol", { class: "sentences" }, sentences.map((one) => el("li", { id: one.number }, el("a", { class: "number", href: `#${one.number}` }, one.number), el("span", {}, one.text)))));

try {
  await showMe();
  const rules = await get(`/api/rules/${location.pathname.split("/").at(-1)}`);
  byId("title").textContent = t("Rules of {title}", rules);
  document.title = t("Rules of {title} · Ludothèque", rules);
  byId("contents").replaceChildren(...rules.chapters.map(({ number, title }) => el("a", { href: `#${number}` }, title)));
  byId("chapters").replaceChildren(...rules.chapters.map(chapter));
  if (location.hash) location.replace(location.hash); // the sentence was not there yet when the browser looked for it
} catch (error) {
  complain(error);
}
