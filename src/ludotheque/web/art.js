// A game's sprites: symbols in one SVG file, each drawn around its own origin.
import { shape } from "./dom.js";

/**
 * A game's art file, and the symbols used so far: each with its references filled in, ready to copy.
 * @typedef {{ file: Document, whole: Map<string, DocumentFragment> }} Art
 */

/** @type {Map<string, Promise<Art>>} */
const asked = new Map();
/** @type {Map<string, Art>} */
const there = new Map();
const NOT_COPIED = ["id", "href", "x", "y", "overflow"]; // attributes
const IDS = /\b(id="|href="#|url\(#)/g; // ids of the file; in the page they get the game's name as a prefix

/**
 * Call `use` once a game's art has loaded. If loading fails, the next caller tries again.
 * @param {string} game
 * @param {(art: Art) => void} use
 */
export function whenThere(game, use) {
  const art = asked.get(game) ?? load(game);
  asked.set(game, art);
  art.then(use, () => asked.delete(game));
}

/** @param {string} game */
async function load(game) {
  const answer = await fetch(`/art/${game}.svg`);
  if (!answer.ok) throw new Error(answer.statusText);
  const text = (await answer.text()).replace(IDS, `$1${game}/`);
  const file = new DOMParser().parseFromString(text, "image/svg+xml");
  const art = { file, whole: new Map() };
  const paints = [...file.documentElement.children].filter(({ localName }) => localName !== "symbol");
  document.body.append(shape("svg", { class: "paints", "aria-hidden": "true" }, paints)); // gradients and patterns that symbols refer to
  there.set(game, art);
  return art;
}

/**
 * Return a sprite; it stays empty until the art has loaded.
 * @param {string} game
 * @param {string} name
 */
export function sprite(game, name) {
  const node = shape("g", { "data-sprite": name });
  const art = there.get(game);
  const fill = (/** @type {Art} */ { file, whole }) => node.append(copyOf(file, whole, `${game}/${name}`));
  if (art) fill(art);
  else whenThere(game, fill);
  return node;
}

/**
 * Return a copy of a symbol, or of another part of the file.
 * @param {Document} file
 * @param {Map<string, DocumentFragment>} whole
 * @param {string} id
 */
function copyOf(file, whole, id) {
  const made = whole.get(id) ?? make(file, whole, id);
  whole.set(id, made);
  return made.cloneNode(true);
}

/**
 * @param {Document} file
 * @param {Map<string, DocumentFragment>} whole
 * @param {string} id
 */
function make(file, whole, id) {
  const [made, part] = [new DocumentFragment(), file.getElementById(id) ?? document.getElementById(id)];
  if (!part) return made;
  const isSymbol = part.localName === "symbol";
  const children = isSymbol ? [...part.cloneNode(true).childNodes] : [part.cloneNode(true)];
  made.append(...(isSymbol && attributesOf(part).length ? [like(part, children)] : children));
  for (const use of made.querySelectorAll("use"))
    use.replaceWith(like(use, [copyOf(file, whole, (use.getAttribute("href") ?? "").slice(1))]));
  if (!isSymbol) made.firstElementChild?.removeAttribute("id");
  return made;
}

/** @param {Element} part */
const attributesOf = (part) =>
  [...part.attributes].filter(({ name }) => !NOT_COPIED.includes(name)).map(({ name, value }) => [name, value]);

/**
 * Return a group that replaces a symbol, or a reference to one.
 * @param {Element} part
 * @param {Node[]} children
 */
function like(part, children) {
  const [x, y, transform] = ["x", "y", "transform"].map((name) => part.getAttribute(name));
  const moved = x || y ? `${transform ?? ""} translate(${x ?? 0} ${y ?? 0})` : transform;
  return shape("g", { ...Object.fromEntries(attributesOf(part)), transform: moved }, children);
}

/** @type {Map<string, string>} */
const frames = new Map(); // the viewBox of each sprite that has been measured

/**
 * Return a sprite as a small picture of its own. Its name may include a rotation: "corner-1@90".
 * @param {string} game
 * @param {string} name
 */
export function picture(game, name) {
  const [symbol, turn] = name.split("@");
  const whole = shape("g", {}, shape("g", { transform: turn && `rotate(${turn})` }, sprite(game, symbol)));
  const viewBox = frames.get(name);
  const svg = shape("svg", { class: "picture", viewBox: viewBox ?? "-50 -50 100 100", "aria-hidden": "true" }, whole);
  if (!viewBox) whenThere(game, () => requestAnimationFrame(() => frame(svg, whole, name)));
  return svg;
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} whole
 * @param {string} name
 */
function frame(svg, whole, name) {
  const { x, y, width, height } = whole.getBBox();
  if (!width) return;
  frames.set(name, `${x} ${y} ${width} ${height}`);
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}
