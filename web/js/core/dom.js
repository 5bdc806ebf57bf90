// @ts-check
// A few words for making elements.

import { inherit } from "./inputs.js";

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

/** @param {HTMLElement} parent */
const inputs = (parent) => /** @type {HTMLInputElement[]} */ (all("input, select, textarea", parent));

/** Replaces the children only if the signature or the language changed; focus stays on the same place, and so does what
 * was chosen from a menu or typed.
 * @param {HTMLElement} parent @param {unknown} signature what the children are made of @param {() => Node[]} make */
export function refill(parent, signature, make) {
  const now = `${document.documentElement.lang} ${signature}`;
  if (parent.dataset.signature === now) return;
  parent.dataset.signature = now;
  const buttons = () => all("button", parent);
  const focused = buttons().findIndex((button) => button === document.activeElement);
  const menu = parent instanceof HTMLSelectElement && parent.options.length ? parent : null;
  const chosen = menu?.value;
  const before = inputs(parent);
  parent.replaceChildren(...make());
  inherit(before, inputs(parent));
  for (const one of menu?.options ?? []) if (one.value === chosen) one.selected = true;
  if (focused >= 0) {
    const left = buttons();
    left[Math.min(focused, left.length - 1)]?.focus();
  }
}
