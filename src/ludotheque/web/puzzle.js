// Opens a table with a puzzle, and goes there.
import { post } from "./api.js";
import { complain, showMe } from "./page.js";

try {
  await showMe();
  location.replace((await post(`/api${location.pathname}`, {})).url);
} catch (error) {
  complain(error);
}
