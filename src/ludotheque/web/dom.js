// Small helpers around the document.

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A new element: attributes by name, `class` and listeners (`onclick`) included; children are nodes or strings, and nothing at all is left out. */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same in the world of SVG. */
export function shape(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/** A QR code that the server has drawn. */
export function codeOf(svg, label) {
  const code = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  return dress(code, { role: "img", "aria-label": label }, []);
}

/** Does whoever sits here want things not to move? */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A random id that nobody else will make; `randomUUID` is missing where the page comes over plain HTTP in one's own house. */
export const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
