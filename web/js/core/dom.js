// @ts-check
// A few words for making elements.

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/** @param {Element} element @param {Attributes} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** A button that sends no form. @param {Attributes} attributes @param {...(Node | string)} children */
export const b = (attributes, ...children) => h("button", { type: "button", ...attributes }, ...children);

/** What sending a form does. @param {HTMLFormElement} form @param {() => unknown} then */
export const onSubmit = (form, then) => form.addEventListener("submit", (event) => {
  event.preventDefault();
  then();
});

/** The button that an event comes from. @param {Event} event */
export const pressed = ({ target }) => (target instanceof Element ? target.closest("button") : null);

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** The element with this id. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/** All elements that match. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
export const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

/** Writes text only where it changes, so that nothing is announced twice.
 * @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Replaces the children only if the signature or the language changed; focus stays on the same place.
 * @param {HTMLElement} parent @param {unknown} signature what the children are made of @param {() => Node[]} make */
export function refill(parent, signature, make) {
  const now = `${document.documentElement.lang} ${signature}`;
  if (parent.dataset.signature === now) return;
  parent.dataset.signature = now;
  const buttons = () => all("button", parent);
  const focused = buttons().findIndex((button) => button === document.activeElement);
  parent.replaceChildren(...make());
  if (focused >= 0) {
    const left = buttons();
    left[Math.min(focused, left.length - 1)]?.focus();
  }
}
