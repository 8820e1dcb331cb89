// Small DOM helpers.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return the element with this id, whatever its type.
 * @param {string} id
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * Return all elements that match, whatever their type.
 * @param {string} selector
 * @returns {any[]}
 */
export const all = (selector) => [...document.querySelectorAll(selector)];

/**
 * Set a text, unless it is unchanged: a screen reader would read it aloud again.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Set only the attributes that differ: setting the same value again costs as much as a change.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Return whether an event comes from a form field.
 * @param {Event} event
 */
export const isTyped = (event) => /** @type {Element} */ (event.target).matches("input, select, textarea");

/** @typedef {Node | string | number | null | undefined | Child[]} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * Create an element. Attributes include `class` and listeners (`onclick`); children are nodes or
 * strings, and null or undefined is skipped.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} Dressed
 * @param {Dressed} node
 * @param {Attributes} attributes
 * @param {any[]} children
 */
function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) /** @type {any} */ (node)[name] = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/**
 * Replace the children of a node. A child whose key is already there keeps its node, and so its
 * focus and any click that has begun on it. With `data-own` it also keeps its content.
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} fresh
 * @param {(node: HTMLElement) => string | null | undefined} keyOf
 */
export function renew(parent, fresh, keyOf) {
  const children = /** @type {HTMLCollectionOf<HTMLElement>} */ (parent.children);
  const old = new Map([...children].map((node) => [keyOf(node), node]));
  const nodes = fresh.map((node) => become(old.get(keyOf(node)), node));
  for (const node of [...children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, index) => {
    if (children[index] !== node) parent.insertBefore(node, children[index] ?? null);
  });
}

/**
 * Return the old node, updated to match the fresh one; or the fresh one, if there is no old node.
 * @param {HTMLElement | undefined} old
 * @param {HTMLElement} fresh
 */
function become(old, fresh) {
  if (old?.tagName !== fresh.tagName) return fresh;
  if ("own" in fresh.dataset) return old;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
  old.onclick = fresh.onclick;
  return old;
}

/**
 * Return the element for a QR code drawn by the server.
 * @param {string} svg
 * @param {string} label
 */
export function codeOf(svg, label) {
  const code = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  return dress(code, { role: "img", "aria-label": label }, []);
}

/** Whether the user prefers reduced motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return a unique random id; `randomUUID` is missing on pages loaded over plain HTTP. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
