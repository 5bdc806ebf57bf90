// @ts-check
// Choosing an algorithm, a player or a heuristic from what the game lists, as the text by which the server knows them:
// `wastar(bounces,weight=3)`.

import { h, refill, set } from "./dom.js";
import { t } from "./i18n.js";
import { levelWord } from "./players.js";

/** @import { AlgorithmItem, GameInfo } from "./wire.js" */

/** The algorithm that such a text names. @param {string} spec */
export const nameOf = (spec) => /^\s*([\w-]+)/.exec(spec)?.[1] ?? "";

/** A player that looks as deep as its time lets it. @param {AlgorithmItem} algorithm */
export function unlimited({ name, options }) {
  const limit = options.find((one) => one.name === "depth" || one.name === "rollouts");
  return limit?.range ? `${name}(${limit.name}=${limit.range[1]})` : name;
}

/** Fills a menu with the heuristics of a game; the inadmissible ones have a star, and stand under what it means.
 * @param {HTMLSelectElement} select @param {GameInfo} game
 * @param {[string, string][]} [more] others, with their words */
export function fillHeuristics(select, { name: game, heuristics }, more = []) {
  const { value } = select;
  refill(select, `${game} ${more}`, () => {
    const [sound, others] = [true, false].map((wanted) => heuristics.filter(({ admissible }) => admissible === wanted)
      .map(({ name }) => h("option", { value: name, selected: name === value }, wanted ? name : `${name} *`)));
    const extra = more.map(([name, word]) => h("option", { value: name, selected: name === value }, word));
    return [...sound, ...(others.length ? [h("optgroup", { label: t("heuristic.inadmissible") }, ...others)] : []),
      ...extra];
  });
}

/** A heuristic that is an outside engine, with its word. @param {{name: string}} guide @returns {[string, string]} */
const outsider = ({ name }) => [name, name];

/** What is to choose from: algorithms, or levels, players and whatever is typed. @param {GameInfo} game */
function choices({ levels, algorithms, default_algorithm: best }) {
  const option = (/** @type {string} */ value, /** @type {string} */ word) => h("option", { value }, word);
  if (!levels.length) return algorithms.map(({ name }) => option(name, name));
  return [h("optgroup", { label: t("lab.levels") }, ...levels.map(({ spec, name }) => option(spec, levelWord(name)))),
    h("optgroup", { label: t("lab.algorithms") },
      ...algorithms.filter(({ name }) => name !== best).map((one) => option(unlimited(one), one.name))),
    option("", t("new.other"))];
}

/** Menus of algorithms and heuristics, and a text that says the same and may say more; `root` is a menu of players.
 * @param {() => void} [changed] @param {string} [spec] what is chosen; the game's default without it
 * @param {() => [string, string][]} [more] heuristics besides those of the game, with their words */
export function createPicker(changed, spec = "", more = () => []) {
  const algorithm = h("select");
  const heuristic = h("select");
  const text = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200 });
  /** @type {GameInfo | null} */
  let game = null;
  const info = () => game?.algorithms.find((one) => one.name === nameOf(spec));

  function show() {
    const names = [...algorithm.options].map((one) => one.value);
    const players = Boolean(game?.levels.length);
    const known = names.includes(spec) ? spec : players ? "" : nameOf(spec);
    const own = players && (document.activeElement === text || !known);
    if (own || names.includes(known)) algorithm.value = own ? "" : known;
    // What stands in brackets without a name is the heuristic.
    const of = /[(,]\s*([\w-]+)\s*[,)]/.exec(spec)?.[1] ?? "";
    if ([...heuristic.options].some((one) => one.value === of)) heuristic.value = of;
    heuristic.disabled = !info()?.heuristic;
    text.hidden = players && !own;
    if (document.activeElement !== text) text.value = spec;
  }
  for (const select of [algorithm, heuristic]) {
    select.addEventListener("change", () => {
      if (algorithm.value) spec = algorithm.value;
      if (info()?.heuristic && heuristic.value) spec = `${algorithm.value}(${heuristic.value})`;
      text.value = spec;
      text.hidden = false;
      if (algorithm.value) show();
      else text.focus();
      changed?.();
    });
  }
  text.addEventListener("input", () => {
    spec = text.value.trim();
    show();
    changed?.();
  });
  return {
    root: h("span", { class: "engine" }, algorithm, text), algorithm, heuristic, text, info,
    value: () => spec || game?.default_algorithm || "",
    /** @param {string} to */
    choose(to) {
      spec = to;
      show();
    },
    /** @param {GameInfo | null} now @param {string} [label] @param {boolean} [off] */
    render(now, label = t("algorithm"), off = false) {
      if (!now) return;
      game = now;
      refill(algorithm, now.name, () => choices(now));
      fillHeuristics(heuristic, now, [...more(), ...now.guides.map(outsider)]);
      if (!spec && document.activeElement !== text) spec = now.default_algorithm;
      // The strongest level is the default player; one may be asked for by its name alone.
      if (spec === now.default_algorithm) spec = now.levels.at(-1)?.spec ?? spec;
      spec = [...algorithm.options].find((one) => one.text === spec)?.value ?? spec;
      show();
      set(algorithm, { "aria-label": label, disabled: off });
      set(heuristic, { "aria-label": t("heuristic"), disabled: off || heuristic.disabled });
      set(text, { "aria-label": t("lab.spec", { what: label }), disabled: off });
    },
  };
}
