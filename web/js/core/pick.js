// @ts-check
// Choosing an algorithm and its heuristic from what the game lists, as the text by which the server knows them.

import { h } from "./dom.js";
import { current, t } from "./i18n.js";

/** @import { GameInfo } from "./wire.js" */

/** The parts of such a text: `wastar(bounces,weight=3)`. @param {string} text */
export function parseSpec(text) {
  const found = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(text);
  const inner = (found?.[2] ?? "").split(",").map((part) => part.trim()).filter(Boolean);
  return { name: found?.[1] ?? "", heuristic: inner.find((part) => !part.includes("=")) ?? "" };
}

/** Fills a menu with the heuristics of a game; the inadmissible ones are marked.
 * @param {HTMLSelectElement} select @param {GameInfo} game */
export function fillHeuristics(select, game) {
  const { value: kept } = select;
  select.replaceChildren(...game.heuristics.map((one) =>
    h("option", { value: one.name }, one.admissible ? one.name : t("heuristic.inadmissible", { name: one.name }))));
  if (game.heuristics.some((one) => one.name === kept)) select.value = kept;
}

/** Two menus, and a text that says the same and may say more. @param {(spec: string) => void} [changed] */
export function createPicker(changed) {
  const algorithm = h("select", { "data-i18n-label": "algorithm" });
  const heuristic = h("select", { "data-i18n-label": "heuristic" });
  const text = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200 });
  let wished = "";
  let built = "";
  /** @type {GameInfo | null} */
  let game = null;

  const info = () => game?.algorithms.find((one) => one.name === algorithm.value);
  const fromMenus = () => {
    heuristic.disabled = !info()?.heuristic;
    text.value = heuristic.disabled || !heuristic.value ? algorithm.value : `${algorithm.value}(${heuristic.value})`;
  };
  /** @param {string} spec */
  const toMenus = (spec) => {
    const { name, heuristic: known } = parseSpec(spec);
    if (game?.algorithms.some((one) => one.name === name)) algorithm.value = name;
    if (game?.heuristics.some((one) => one.name === known)) heuristic.value = known;
    heuristic.disabled = !info()?.heuristic;
  };
  for (const select of [algorithm, heuristic]) {
    select.addEventListener("change", () => {
      fromMenus();
      changed?.(text.value);
    });
  }
  text.addEventListener("input", () => {
    toMenus(text.value);
    changed?.(text.value);
  });

  return {
    algorithm, heuristic, text, info,
    /** What is chosen. */
    value: () => text.value.trim() || algorithm.value,
    /** Chooses. @param {string} spec */
    choose(spec) {
      wished = spec;
      if (!game) return;
      toMenus(spec);
      text.value = spec;
    },
    /** @param {GameInfo | null} now */
    render(now) {
      if (!now || (now === game && built === current())) return;
      const spec = game ? text.value : wished || now.default_algorithm;
      game = now;
      built = current();
      algorithm.replaceChildren(...now.algorithms.map((one) => h("option", { value: one.name }, one.name)));
      fillHeuristics(heuristic, now);
      toMenus(spec);
      text.value = spec;
    },
  };
}
