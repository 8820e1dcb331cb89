// Tables of figures.
import { el } from "./dom.js";

/**
 * Return a table that can be scrolled sideways. The first column names the row.
 * @param {string} caption
 * @param {string[]} heads
 * @param {import("./dom.js").Child[][]} rows
 */
export const figures = (caption, heads, rows) =>
  el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", {}, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.map((head) => (head ? el("th", { scope: "col" }, head) : el("td"))),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(([first, ...others]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, first),
            others.map((cell) => el("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
