// @ts-check
// Small parts that every screen of every game is made of: icons, buttons, headings, figures, lists of keys.

import { b, h, s, set } from "./dom.js";
import { maybe, number, t } from "./i18n.js";

/** @import { Attributes } from "./dom.js" */

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M7 4 3 8l4 4M3 8h9a4.5 4.5 0 0 1 0 9H8",
  redo: "m13 4 4 4-4 4m4-4H8a4.5 4.5 0 0 0 0 9h4",
  restart: "M4 3v14M16 4l-8 6 8 6z",
  hint: "M6 2v16M14 2v16M6 6h8M6 10h8M6 14h8",
  undo_push: "M8 3 4 7l4 4M4 7h8a4 4 0 0 1 4 4M8.5 12.5h7v6h-7z",
  redo_push: "m12 3 4 4-4 4m4-4H8a4 4 0 0 0-4 4M4.5 12.5h7v6h-7z",
  previous: "m12 4-6 6 6 6",
  following: "m8 4 6 6-6 6",
  next: "M10 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M10 1.5v5m0 7v5M1.5 10h5m7 0h5",
  first: "M5 4v12M15 4 7 10l8 6z",
  back: "m13 4-8 6 8 6z",
  step: "m7 4 8 6-8 6z",
  last: "M15 4v12M5 4l8 6-8 6z",
  wall: "M2 7.5h16v5H2zM7 7.5v5M12.5 7.5v5",
  menu: "M3 5h14M3 10h14M3 15h14",
  new: "M10 3v14M3 10h14",
  games: "M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z",
  rename: "M4 16l1-4L14 3l3 3-9 9zM12 5l3 3",
  N: "M10 17V3m-6 6 6-6 6 6",
  E: "M3 10h14m-6-6 6 6-6 6",
  S: "M10 3v14m-6-6 6 6 6-6",
  W: "M17 10H3m6-6-6 6 6 6",
};
/** A small drawing for a button. @param {string} name */
export const icon = (name) =>
  s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: PATHS[name] ?? "" }));

/** A button whose word is translated by the shell. @param {string} key @param {Attributes} [attributes] */
export const button = (key, attributes = {}) => b({ "data-i18n": key, ...attributes });

/**
 * A part of a panel, with its heading and what stands beside it.
 * @param {string} title the key of its heading
 * @param {(Node | string)[]} beside
 * @param {...(Node | string)} children
 */
export const section = (title, beside, ...children) =>
  h("section", {}, h("div", { class: "head" }, h("h2", { "data-i18n": title }), ...beside), ...children);

/** A name and its value. @param {string} key @param {HTMLElement} value */
export const figure = (key, value) => h("dl", {}, h("dt", { "data-i18n": key }), value);

/** An input below its name. @param {string} key @param {HTMLElement} input */
export const field = (key, input) => h("label", {}, h("span", { "data-i18n": key }), input);

/** An input before its words: a box to tick, a switch, a file.
 * @param {string} key @param {HTMLElement} input @param {string} [kind] */
export const check = (key, input, kind = "check") =>
  h("label", { class: kind }, input, h("span", { "data-i18n": key }));

/** @param {Element} element @param {boolean} off */
export const disable = (element, off) => set(element, { "aria-disabled": off ? "true" : null });

/** A picture of its own, for lists and buttons. @param {SVGElement} content @param {number} half */
export function picture(content, half) {
  const viewBox = `${-half} ${-half} ${2 * half} ${2 * half}`;
  return s("svg", { viewBox, "aria-hidden": "true", class: "picture" }, content);
}

/** The head of an arrow, as a path; `dx` and `dy` say where it points, and have the length 1.
 * @param {{x: number, y: number}} tip @param {number} dx @param {number} dy
 * @param {number} long @param {number} wide */
export const arrowHead = ({ x, y }, dx, dy, long, wide) => {
  const barb = (/** @type {number} */ side) => `${x - dx * long - dy * side} ${y - dy * long + dx * side}`;
  return `M${barb(wide)}L${x} ${y}L${barb(-wide)}`;
};

/** A value, or a dash. @param {number | null | undefined} value @param {(value: number) => string} [format] */
export const show = (value, format = number) => (value == null ? "–" : format(value));

/** A large number in few signs: 12.3 k. @param {number} value */
export const short = (value) => number(value, { notation: "compact", maximumSignificantDigits: 3 });

/** What an algorithm does, in the reader's language. @param {{name: string, summary: string}} info */
export const about = (info) => maybe(`about.${info.name}`) ?? info.summary;

/** A list of keys and what they do, for the help window.
 * @param {[string, string][]} list keys separated by spaces, and the key of their words */
export const keyList = (list) =>
  h("dl", { class: "keys" }, ...list.flatMap(([keys, words]) => [
    h("dt", {}, ...keys.split(" ").flatMap((one) => [h("kbd", {}, one), " "])),
    h("dd", {}, t(words)),
  ]));
