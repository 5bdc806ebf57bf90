// @ts-check
// Looking at the board another way: turned and mirrored, or turned round and with everybody's way.

import { h } from "../../core/dom.js";
import { button, section } from "../../core/parts.js";
import { sight } from "../../core/sight.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */

/** Quarter turns, and a mirror. @param {App} app @returns {PlayPart} */
export function createTurns(app) {
  /** @param {string} id @param {(way: number) => number} to */
  const turner = (id, to) => {
    const one = button(`views.${id}`, { id });
    one.addEventListener("click", () => {
      sight.keep("turn", to(sight.way()));
      app.render();
    });
    return one;
  };
  const root = section("views", [h("div", { class: "row" }, turner("turn", (way) => (way & 4) | ((way + 1) % 4)),
    // A mirror after quarter turns is a mirror before them, turned the other way.
    turner("flip", (way) => ((way & 4) ^ 4) | ((4 - (way % 4)) % 4)))]);
  return { root, render() {} };
}

/** Of a board between adversaries. @param {App} app @returns {PlayPart} */
export function createSights(app) {
  /** @param {string} id */
  const choice = (id) => {
    const box = h("input", { type: "checkbox", id });
    box.checked = sight.on(id);
    box.addEventListener("change", () => {
      sight.keep(id, box.checked);
      app.render();
    });
    return h("label", { class: "switch" }, box, h("span", { "data-i18n": id }));
  };
  return {
    root: h("section", { class: "sights" }, choice("ribbons"), choice("turned")),
    render() {},
    look: () => ({ ribbons: sight.on("ribbons"), turned: sight.on("turned") }),
  };
}
