// A game's sprites: symbols in one SVG file, each drawn around its own origin.
import { shape } from "./dom.js";

/**
 * A game's art file, and the symbols used so far: each with its references filled in, ready to copy.
 * `paints` is in the page: what symbols refer to, and the symbols themselves as markers.
 * @typedef {{ file: Document, whole: Map<string, DocumentFragment>, paints: SVGSVGElement }} Art
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
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
  const parts = [...file.documentElement.children].filter(({ localName }) => localName !== "symbol"); // gradients and patterns
  const art = { file, whole: new Map(), paints: shape("svg", { class: "paints", "aria-hidden": "true" }, parts) };
  document.body.append(art.paints);
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
  const fill = (/** @type {Art} */ loaded) => node.append(stamp(loaded, `${game}/${name}`));
  if (art) fill(art);
  else whenThere(game, fill);
  return node;
}

/** @type {Map<string, SVGGElement>} */
const probes = new Map(); // copies of symbols that wait to be measured
/** @type {Map<string, Box>} */
const boxes = new Map(); // of measured symbols
const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Return an element that draws a symbol: a point with the symbol as its marker.
 * docs/decisions.md: A sprite is a marker on a point
 * @param {Art} art
 * @param {string} id
 */
function stamp({ file, whole, paints }, id) {
  if (!probes.has(id) && !boxes.has(id)) {
    const marked = { id, overflow: "visible", markerUnits: "userSpaceOnUse" };
    const probe = shape("g", { visibility: "hidden" }, copyOf(file, whole, id));
    paints.append(shape("marker", marked, copyOf(file, whole, id)), probe);
    probes.set(id, probe);
  }
  return shape("line", { "marker-start": `url("#${id}")` });
}

/**
 * Return the bounding box of a sprite; empty until it has loaded. All new ones are measured at
 * once, since reading the layout between changes is slow.
 * @param {string} game
 * @param {string} name
 */
export function boxOf(game, name) {
  const id = `${game}/${name}`;
  if (probes.has(id)) {
    for (const [other, probe] of probes) boxes.set(other, probe.getBBox());
    for (const probe of probes.values()) probe.remove();
    probes.clear();
  }
  return boxes.get(id) ?? NO_BOX;
}

/**
 * Return the box around a box that is turned about the origin.
 * @param {Box} box
 * @param {number} degrees
 */
export function turned(box, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [box.x, box.x + box.width].flatMap((x) => [box.y, box.y + box.height].map((y) => [x, y]));
  const [x, width] = extent(corners.map(([right, down]) => right * cos - down * sin));
  const [y, height] = extent(corners.map(([right, down]) => right * sin + down * cos));
  return { x, y, width, height };
}

/** @param {number[]} numbers */
function extent(numbers) {
  const least = Math.min(...numbers);
  return [least, Math.max(...numbers) - least];
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

/**
 * Return a sprite as a small picture of its own. Its name may include a rotation: "corner-1@90".
 * @param {string} game
 * @param {string} name
 */
export function picture(game, name) {
  const [symbol, turn = "0"] = name.split("@");
  const whole = shape("g", { transform: `rotate(${turn})` }, sprite(game, symbol));
  const svg = shape("svg", { class: "picture", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, whole);
  const frame = () => {
    const { x, y, width, height } = turned(boxOf(game, symbol), Number(turn));
    if (width) svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  };
  if (boxes.has(`${game}/${symbol}`)) frame();
  else whenThere(game, () => requestAnimationFrame(frame));
  return svg;
}
