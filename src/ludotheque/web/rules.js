// The server renders the rules; only the bar above them needs a script.
import { complain, showMe } from "./page.js";

showMe().catch(complain);
