// The lobby: tables with a free seat.
import { showOpen } from "./lists.js";
import { complain, showMe } from "./page.js";

const AGAIN = 10_000; // ms

try {
  await showMe();
  await showOpen();
  setInterval(() => document.hidden || showOpen().catch(complain), AGAIN);
} catch (error) {
  complain(error);
}
