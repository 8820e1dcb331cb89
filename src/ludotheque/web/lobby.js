// Tables with a free chair.
import { get } from "./api.js";
import { showOpen, titlesOf } from "./lists.js";
import { complain, showMe } from "./page.js";

const AGAIN = 10_000; // ms

try {
  await showMe();
  const titles = titlesOf(await get("/api/games"));
  await showOpen(titles);
  setInterval(() => document.hidden || showOpen(titles).catch(complain), AGAIN);
} catch (error) {
  complain(error);
}
