// The connection to the table. It reconnects by itself, and sends unanswered requests again under
// the same id, so that nothing is lost and nothing is done twice.
import { freshId } from "./dom.js";

/** @import { Act, Draft, Reply, Request, Resign, Undo } from "protocol" */
/**
 * A request that must be carried out exactly once; its id is made here.
 * @typedef {Omit<Act, "id"> | Omit<Draft, "id"> | Omit<Undo, "id"> | Omit<Resign, "id">} Kept
 */

const PATIENCE = 6000; // ms without an answer before the connection counts as dead
const FIRST_PATIENCE = 20000; // … at first, when the server may still have to load the table
const LONGEST_PAUSE = 8000;

export class Socket {
  /**
   * `changed(now)` is called with "connecting", "online", "lost", or "closed" and the code.
   * @param {string} table
   * @param {(now: "connecting" | "online" | "lost" | "closed", code?: number) => void} changed
   */
  constructor(table, changed) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.changed = changed;
    this.receive = (/** @type {Reply} */ _) => {};
    /** @type {Map<string, Request>} */
    this.unanswered = new Map(); // id: message
    this.tries = 0;
    this.isShown = false; // the whole table has come through this line
    /** @type {WebSocket | null} */
    this.line = null;
    this.timer = 0;
    this.watch = 0;
  }

  /**
   * Connect. `receive(message)` gets every message from the table.
   * @param {(message: Reply) => void} receive
   */
  open(receive) {
    this.receive = receive;
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.drop());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.line && this.line.readyState <= WebSocket.OPEN) return;
    this.changed(this.tries ? "lost" : "connecting");
    const line = new WebSocket(this.address);
    this.line = line;
    this.isShown = false;
    this.watch = setTimeout(() => this.drop(), FIRST_PATIENCE);
    line.onopen = () => this.send({ type: "sync" });
    line.onmessage = (event) => this.line === line && this.hear(JSON.parse(event.data));
    line.onclose = (event) => this.line === line && this.lost(event.code);
  }

  /** Disconnect; the connection comes back when it can. */
  drop() {
    const line = this.line;
    this.line = null;
    line?.close();
    this.lost(0);
  }

  /** @param {number} code */
  lost(code) {
    this.line = null;
    clearTimeout(this.watch);
    if (code >= 4400 && code < 4500) return this.changed("closed", code); // no such table, or no access: retrying would not help
    this.tries += 1;
    this.changed("lost");
    const pause = Math.min(LONGEST_PAUSE, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  /** @param {Reply} message */
  hear(message) {
    // somebody who returns to many tables at once gets some of them a little later
    if (!this.isShown && message.type === "refused" && message.code === "message/too_many") return this.drop();
    if ("id" in message && message.id) this.unanswered.delete(message.id);
    if (!this.unanswered.size) clearTimeout(this.watch);
    if (message.type === "table") {
      this.tries = 0;
      this.isShown = true;
      this.changed("online");
      for (const request of this.unanswered.values()) this.send(request);
    }
    this.receive(message);
  }

  /**
   * Send a message, if there is a connection.
   * @param {Request} message
   */
  send(message) {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(message));
  }

  /**
   * Send a request that must be carried out exactly once.
   * @param {Kept} message
   */
  request(message) {
    const request = /** @type {Request & { id: string }} */ ({ ...message, id: freshId() });
    this.unanswered.set(request.id, request);
    this.send(request);
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.drop(), PATIENCE);
    return request.id;
  }
}
