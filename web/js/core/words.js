// @ts-check
// Things of the game in words and small pictures, the same on every screen.

import { h, set } from "./dom.js";
import { count, maybe, number, said, t } from "./i18n.js";
import { picture } from "./parts.js";
import { sideWord } from "./players.js";
import { skin } from "./skin.js";

/** @import { Answer, OptionItem, Scene } from "./wire.js" */

const WORDS = { N: "north", E: "east", S: "south", W: "west" };
export const ARROWS = { N: "↑", E: "→", S: "↓", W: "←" };

/** @param {string | undefined} direction */
export const directionWord = (direction) => t(WORDS[/** @type {keyof typeof WORDS} */ (direction)] ?? direction ?? "");

/** @param {number} color */
export const colorWord = (color) => t(`color.${color % 8}`);

/** A move as a small tile; with whose it is, in a game of several.
 * @param {Scene} scene @param {string} name @param {number} [player] */
export function moveChip(scene, name, player) {
  const { nodes, label } = skin.moveSign(scene, name);
  const whose = player === undefined ? [] : signOf(scene, player);
  return h("span", { class: "chip", role: "img", title: label,
    "aria-label": player === undefined ? label : `${sideWord(player)}: ${label}` }, ...whose, ...nodes);
}

/** What the small tiles of moves mean, where a game has to say so. */
export const signLegend = () => (skin.signs ? [h("p", { class: "quiet signs", "data-i18n": skin.signs })] : []);

/** A piece as a picture of its own. @param {Scene} scene @param {number} index */
export function signOf(scene, index) {
  const sign = skin.art.sign(scene, index);
  return sign ? [picture(sign, 16)] : [];
}

/** A piece as a small tile. @param {Scene} scene @param {number} index */
export const pieceChip = (scene, index) =>
  h("span", { class: "chip", role: "img", "aria-label": skin.pieceWord(scene, index) }, ...signOf(scene, index));

/** What is said when a puzzle is solved: the moves against the optimum.
 * @param {number} moves @param {number | null | undefined} optimum */
export function wonWords(moves, optimum) {
  const made = count("won", moves);
  if (optimum == null) return `${made}.`;
  return t("won.sentence", { made, best: moves <= optimum ? t("won.best") : t("won.against", { best: optimum }) });
}

/** The length of a way, in what the game counts, or in what was asked for.
 * @param {number | null | undefined} n @param {string | null} [unit] */
export const moves = (n, unit) => (n == null ? "–" : count(unit ?? skin.unit, n));

/** A labelled field for an option that the game declares; a menu where there are no more values than `few`.
 * @param {OptionItem} option @param {{id?: string, few?: number}} [look] */
export function optionField({ name, choices, range, default: usual, only }, { id, few = 0 } = {}) {
  const values = choices ?? (range && range[1] - range[0] < few
    ? Array.from({ length: range[1] - range[0] + 1 }, (_, i) => String(range[0] + i)) : null);
  const word = (/** @type {string} */ n) =>
    maybe(`choice.${n}`) ?? (maybe(`option.${name}.value`) ? t(`option.${name}.value`, { n }) : n);
  const input = values ? h("select", {}, ...values.map((value) => h("option", { value }, word(value))))
    : h("input", { autocomplete: "off", spellcheck: "false", inputmode: range ? "decimal" : "text",
      placeholder: usual });
  input.value = usual;
  set(input, { "data-option": name, id });
  return h("label", { "data-only": only?.join("=") }, h("span", {}, maybe(`option.${name}`) ?? name), input);
}

/** So many options are in sight; the others are folded away. */
const IN_SIGHT = 4;

/**
 * Fields for the options that a game declares, in two groups of a form; what was typed stays. An option that goes with
 * one value of another is shown only with it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} first
 * @param {HTMLElement} rest
 * @param {OptionItem[]} options
 */
export function fillOptions(form, first, rest, options) {
  const inputs = () => /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("[data-option]")));
  const kept = Object.fromEntries(inputs().map((input) => [input.dataset.option, input.value]));
  const fields = options.map((one) => optionField(one));
  first.replaceChildren(...fields.slice(0, IN_SIGHT));
  rest.replaceChildren(...fields.slice(IN_SIGHT));
  for (const input of inputs()) input.value = kept[input.dataset.option ?? ""] ?? input.value;
  const bind = () => {
    const values = Object.fromEntries(inputs().map((input) => [input.dataset.option, input.value]));
    for (const label of fields) {
      const [other, value] = label.dataset.only?.split("=") ?? [];
      label.hidden = other !== undefined && values[other] !== value;
    }
  };
  form.onchange = bind;
  bind();
}

/** What the fields under an element say; what is hidden says nothing. @param {HTMLElement} root */
export function optionValues(root) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-option]"))) {
    const value = input.value.trim();
    if (value && !input.closest("[hidden]")) options[input.dataset.option ?? ""] = value;
  }
  return options;
}

/** What an answer says. @param {Answer} answer */
export function answerWords(answer) {
  let words = t(`answer.${answer.outcome}`);
  const least = answer.lower_bound ? number(answer.lower_bound) : null;
  if (answer.outcome === "solved")
    words = t(answer.optimal ? "answer.optimal" : least ? "answer.solved.bound" : "answer.solved",
      { moves: moves(answer.cost ?? answer.moves.length, answer.metric), least: least ?? "" });
  else if (answer.outcome === "limit" && answer.cost !== null && least)
    words = t("answer.limit.best", { moves: moves(answer.cost, answer.metric), least });
  else if (answer.outcome === "limit" && answer.lower_bound)
    words = t("answer.limit.bound", { moves: moves(answer.lower_bound, answer.metric) });
  const more = answer.error ? said(answer.error)
    : answer.outcome === "limit" && answer.why ? (maybe(`why.${answer.why}`) ?? answer.why) : "";
  return more ? `${words} (${more})` : words;
}
