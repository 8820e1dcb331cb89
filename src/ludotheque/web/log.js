// What happened, in words; what people say; and both for those who listen instead of looking.
import { byId, el } from "./dom.js";
import { named, t } from "./i18n.js";
import { badge } from "./seats.js";

export class Log {
  constructor(table) {
    this.key = `mute-${table}`;
    this.last = ""; // what happened last, in words
    byId("mute").addEventListener("click", () => this.mute(!this.isMuted));
    this.mute(this.isMuted);
    new ResizeObserver(() => this.scrollDown()).observe(byId("log"));
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => this.open(tab));
      tab.addEventListener("keydown", (event) => ["ArrowLeft", "ArrowRight"].includes(event.key) && this.open(this.other(tab), true));
    }
  }

  /** Does whoever sits here want to hear nobody? */
  get isMuted() {
    return localStorage.getItem(this.key) === "on";
  }

  mute(isMuted) {
    localStorage.setItem(this.key, isMuted ? "on" : "off");
    byId("mute").setAttribute("aria-pressed", String(isMuted));
    byId("mute").textContent = isMuted ? t("Muted") : t("Mute");
    byId("chat-lines").classList.toggle("is-muted", isMuted);
  }

  other(tab) {
    return [...document.querySelectorAll("[role=tab]")].find((one) => one !== tab);
  }

  open(tab, focus = false) {
    for (const one of document.querySelectorAll("[role=tab]")) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      byId(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
    tab.classList.remove("has-news");
    this.scrollDown();
    if (focus) tab.focus();
  }

  /** The whole log anew. */
  reset(lines, seats) {
    byId("log-lines").replaceChildren();
    byId("chat-lines").replaceChildren();
    this.add(lines, seats, true);
  }

  add(lines, seats, isOld = false) {
    for (const line of lines) {
      const isChat = line.kind === "chat";
      const name = seats.find((info) => info.seat === line.seat)?.name ?? (isChat ? t("a guest") : "");
      const who = line.seat === null || line.seat === undefined ? null : badge(line.seat, true);
      const box = byId(isChat ? "chat-lines" : "log-lines");
      const text = line.kind && line.kind !== "act" ? line.text : named(line.text);
      const lead = !isChat && text.startsWith(name) ? "" : name; // or it would be said twice
      const isOwn = seats.some((info) => info.seat === line.seat && info.is_yours);
      box.append(el("li", { class: `${line.kind ?? "act"} ${isOwn ? "is-own" : ""}` }, who, el("span", {}, lead ? el("b", {}, `${lead} `) : null, text)));
      if (!isChat) this.last = [lead, text].filter(Boolean).join(" ");
      if (isChat && this.isMuted && !isOwn) continue;
      if (isChat && !isOld && byId("chat").hidden) byId("chat-tab").classList.add("has-news");
      if (!isOld) this.announce(isChat ? t("{name} says: {text}", { name, text }) : this.last);
    }
    if (lines.length) this.scrollDown();
  }

  scrollDown() {
    for (const box of [byId("log"), byId("chat-lines")]) box.scrollTop = box.scrollHeight;
  }

  /** For screen readers: the last few things only. */
  announce(text) {
    const box = byId("announcer");
    box.append(el("p", {}, text));
    while (box.children.length > 4) box.firstChild.remove();
  }
}
