// The log and the chat, also for screen readers.
import { all, byId, el } from "./dom.js";
import { hushButton, muteButton, reportButton, showMuted } from "./hush.js";
import { t } from "./i18n.js";
import { lineNode, read } from "./logline.js";

/** @import { LogLine, SeatInfo } from "protocol" */

/**
 * `point(ids)`: the pointer is on a line about these ids, or on none; `lookBack(ply)`: show that
 * ply again.
 * @typedef {{ point: (ids: string[]) => void, lookBack: (ply: number) => void }} LogListener
 */

const NEAR = 8; // px from the end that count as at the end
/** @type {Record<string, (lines: HTMLElement[], at: number) => HTMLElement | undefined>} */
const KEYS = {
  ArrowUp: (lines, at) => lines[at - 1],
  ArrowDown: (lines, at) => lines[at + 1],
  Home: (lines) => lines[0],
  End: (lines) => lines.at(-1),
};

export class Log {
  /**
   * @param {string} table
   * @param {LogListener} tell
   */
  constructor(table, tell) {
    this.table = table;
    this.key = `mute-${table}`;
    this.isHost = false; // the host may remove messages
    this.tell = tell;
    this.last = ""; // the last event, in words
    /** @type {LogLine[]} */
    this.acts = [];
    this.follows = [byId("log"), byId("chat-lines")].map(follow);
    byId("mute").addEventListener("click", () => this.mute(!this.isMuted));
    this.mute(this.isMuted);
    for (const tab of all("[role=tab]")) {
      tab.addEventListener("click", () => this.open(tab));
      tab.addEventListener(
        "keydown",
        (event) => ["ArrowLeft", "ArrowRight"].includes(event.key) && this.open(this.other(tab), true),
      );
    }
    this.listen(byId("log-lines"));
  }

  /** @param {HTMLElement} box */
  listen(box) {
    const plyAt = (/** @type {Event} */ { target }) =>
      Number(/** @type {Element} */ (target).closest("li")?.querySelector(".line")?.getAttribute("data-ply"));
    const point = (/** @type {Event} */ event) => this.tell.point(this.acts[plyAt(event) - 1]?.places ?? []);
    for (const kind of ["pointerover", "focusin"]) box.addEventListener(kind, point);
    for (const kind of ["pointerleave", "focusout"]) box.addEventListener(kind, () => this.tell.point([]));
    box.addEventListener("click", (event) => plyAt(event) && this.tell.lookBack(plyAt(event)));
    box.addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * Handle keys: the log is one Tab stop, and arrow keys move between lines.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const lines = all("#log-lines .line");
    const next = KEYS[event.key]?.(lines, lines.indexOf(event.target));
    if (!next) return;
    event.preventDefault();
    this.setStop(next);
    next.focus();
  }

  /** @param {HTMLElement | undefined} line */
  setStop(line) {
    for (const old of all("#log-lines .line[tabindex='0']")) old.tabIndex = -1;
    if (line) line.tabIndex = 0;
  }

  /** Whether the visitor has muted the chat. */
  get isMuted() {
    return localStorage.getItem(this.key) === "on";
  }

  mute(isMuted) {
    localStorage.setItem(this.key, isMuted ? "on" : "off");
    byId("mute").setAttribute("aria-pressed", String(isMuted));
    byId("mute").textContent = isMuted ? t("Muted") : t("Mute");
    byId("chat-lines").classList.toggle("is-muted", isMuted);
  }

  /**
   * The people whom the visitor has muted at this table, by seat or name.
   * @returns {string[]}
   */
  get quiet() {
    return JSON.parse(localStorage.getItem(`${this.key}-people`) ?? "[]");
  }

  /** @param {string} who */
  muteOne(who) {
    const [old, rest] = [this.quiet, this.quiet.filter((one) => one !== who)];
    const quiet = rest.length < old.length ? rest : [...old, who];
    localStorage.setItem(`${this.key}-people`, JSON.stringify(quiet));
    for (const line of all("#chat-lines .chat")) showMuted(line, quiet.includes(line.dataset.who));
  }

  other(tab) {
    return all("[role=tab]").find((one) => one !== tab);
  }

  open(tab, focus = false) {
    for (const one of all("[role=tab]")) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      byId(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
    for (const one of tab.id === "chat-tab" ? [tab, byId("drawer")] : [tab]) one.classList.remove("has-news");
    this.scrollDown();
    if (focus) tab.focus();
  }

  /**
   * Show the whole log.
   * @param {LogLine[]} lines
   * @param {SeatInfo[]} seats
   * @param {string} game
   */
  reset(lines, seats, game) {
    this.game = game;
    this.acts = [];
    byId("log-lines").replaceChildren();
    byId("chat-lines").replaceChildren();
    this.add(lines, seats, true);
    this.scrollDown(); // at once: emptying it has scrolled it up
  }

  /**
   * @param {LogLine[]} lines
   * @param {SeatInfo[]} seats
   */
  add(lines, seats, isOld = false) {
    for (const line of lines) {
      const reading = read(line, seats);
      const { name, text, more, isChat, isOwn } = reading;
      if ((line.kind ?? "act") === "act") this.acts.push(line);
      const node = lineNode(line, reading, this.game ?? "", this.acts.length);
      const who = typeof line.seat === "number" ? `seat ${line.seat}` : `by ${name}`;
      const isQuiet = isChat && !isOwn && this.quiet.includes(who);
      if (isChat) {
        node.dataset.who = who;
        node.append(
          muteButton(reading, () => this.muteOne(who)),
          reportButton(this.table, line.seq, reading),
        );
        showMuted(node, isQuiet);
      }
      if (isChat && this.isHost) node.append(hushButton(this.table, line.seq, reading));
      byId(isChat ? "chat-lines" : "log-lines").append(node);
      if (!isChat) this.last = [name, text, ...more].filter(Boolean).join(" ");
      if (isQuiet || (isChat && this.isMuted && !isOwn)) continue;
      if (isChat && !isOld && byId("chat").hidden)
        for (const one of [byId("chat-tab"), byId("drawer")]) one.classList.add("has-news");
      if (!isOld) this.announce(isChat ? t("{name} says: {text}", { name, text }) : this.last);
    }
    if (!byId("log-lines").contains(document.activeElement)) this.setStop(all("#log-lines .line").at(-1));
    if (lines.length) requestAnimationFrame(() => this.scrollDown()); // later: reading the layout between changes is slow
  }

  /** Scroll to the newest line, unless the visitor has scrolled up. */
  scrollDown() {
    for (const follow of this.follows) follow();
  }

  /** Announce something to screen readers, keeping only the last few entries. */
  announce(text) {
    const box = byId("announcer");
    box.append(el("p", {}, text));
    while (box.children.length > 4) box.firstChild.remove();
  }
}

/**
 * Return a function that scrolls a box to its end, if it was at the end before.
 * @param {HTMLElement} box
 */
function follow(box) {
  let [isAtEnd, end] = [true, 0]; // its end when it was last scrolled: it may have grown since
  let height = 0;
  box.addEventListener("scroll", () => {
    if (box.clientHeight !== height) return; // the prompt above it has grown; nobody has scrolled up
    isAtEnd = box.scrollTop + box.clientHeight > Math.min(end, box.scrollHeight) - NEAR;
  });
  const go = () => {
    if (!isAtEnd) return;
    end = box.scrollHeight;
    box.scrollTop = end;
  };
  new ResizeObserver(() => {
    height = box.clientHeight;
    go();
  }).observe(box);
  return go;
}
