// The line to the table. It comes back by itself, and what was not answered is sent again under the same id: nothing is lost, nothing done twice.
import { freshId } from "./dom.js";

const PATIENCE = 6000; // ms without an answer before the line is taken for dead
const FIRST_PATIENCE = 20000; // … at the beginning, when the table may still have to be fetched
const LONGEST_PAUSE = 8000;

export class Socket {
  /** `receive(message)` gets all that concerns the table, `changed(state)` hears "connecting", "online", "lost" or "closed" with the code. */
  constructor(table, receive, changed) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.receive = receive;
    this.changed = changed;
    this.unanswered = new Map(); // id: message
    this.tries = 0;
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
    this.watch = setTimeout(() => this.drop(), FIRST_PATIENCE);
    line.onopen = () => this.send({ type: "sync" });
    line.onmessage = (event) => this.line === line && this.hear(JSON.parse(event.data));
    line.onclose = (event) => this.line === line && this.lost(event.code);
  }

  /** Hang up and say so; the line comes back when it can. */
  drop() {
    const line = this.line;
    this.line = null;
    line?.close();
    this.lost(0);
  }

  lost(code) {
    this.line = null;
    clearTimeout(this.watch);
    if (code >= 4400 && code < 4500) return this.changed("closed", code); // no such table, or not for us: trying again would not help
    this.tries += 1;
    this.changed("lost");
    const pause = Math.min(LONGEST_PAUSE, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  hear(message) {
    if (message.id) this.unanswered.delete(message.id);
    if (!this.unanswered.size) clearTimeout(this.watch);
    if (message.type === "table") {
      this.tries = 0;
      this.changed("online");
      for (const request of this.unanswered.values()) this.send(request);
    }
    this.receive(message);
  }

  /** Send, if there is anybody to hear it. */
  send(message) {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(message));
  }

  /** Send something that must be done exactly once. */
  request(message) {
    const request = { ...message, id: freshId() };
    this.unanswered.set(request.id, request);
    this.send(request);
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.drop(), PATIENCE);
    return request.id;
  }
}
