// @ts-check
// The form of a new campaign: what is compared, on which boards, within which limits.

import { b, h, refill, set } from "../../core/dom.js";
import { current, maybe, t, wordsIn } from "../../core/i18n.js";
import { about, field } from "../../core/parts.js";
import { GAMES } from "../../games.js";
import { begun, recipe } from "./draft.js";

/** @import { GameInfo, OptionItem } from "../../core/wire.js" */
/** @import { Draft } from "./draft.js" */

/** The words of games, by language and game. @type {Record<string, Record<string, string>>} */
const words = {};

/** @param {{changed(draft: Draft, info: GameInfo): void}} hears */
export function createForm({ changed }) {
  /** @type {GameInfo[]} */
  let games = [];
  /** @type {Draft | null} */
  let draft = null;
  const info = () => games.find((one) => one.name === draft?.game) ?? null;
  /** A word of the game that was chosen. @param {string} key */
  const word = (key) => words[`${current()} ${draft?.game}`]?.[key] ?? maybe(key);

  const input = (/** @type {keyof Draft} */ name, more = {}) =>
    h("input", { id: `lab-${name}`, "data-draft": name, autocomplete: "off", ...more });
  const amount = (/** @type {keyof Draft} */ name, more = {}) => input(name, { inputmode: "numeric", ...more });
  const title = input("title", { maxlength: 120, "data-i18n-placeholder": "lab.title.hint" });
  const question = input("question", { maxlength: 300, "data-i18n-placeholder": "lab.question.hint" });
  const game = h("select", { id: "lab-game", "data-draft": "game" });
  const from = h("select", { id: "lab-from", "data-draft": "from" });
  const options = h("div", { class: "fields" });
  const more = h("div", { class: "fields" });
  const folded = h("details", {}, h("summary", { "data-i18n": "more" }), more);
  const vary = h("select", { id: "lab-vary", "data-draft": "vary" });
  const values = input("values", { placeholder: "3, 4, 5" });
  const valued = field("lab.values", values);
  const boards = h("div", { class: "lab-boards" }, options, folded, h("div", { class: "fields" },
    field("lab.count", amount("count")), field("lab.seed", amount("seed")), field("lab.vary", vary), valued));
  const sets = h("select", { id: "lab-set", "data-draft": "set" });
  const levels = h("div", { class: "fields" }, field("lab.set", sets),
    field("lab.levels", input("levels", { placeholder: "1..20" })));
  const tournament = h("div", { class: "fields" }, field("lab.games", amount("games")),
    field("lab.opening", amount("opening")), field("lab.thought", amount("thought")));
  const source = h("div", { class: "fields" }, field("lab.from", from));
  const chosen = h("ul", { class: "lab-chosen", id: "lab-algorithms" });
  const algorithm = h("select", { id: "lab-algorithm" });
  const heuristic = h("select", { id: "lab-heuristic" });
  const guided = field("lab.heuristic", heuristic);
  const add = b({ id: "lab-add", "data-i18n": "lab.add" });
  const explained = h("p", { class: "quiet", id: "lab-about" });
  const together = h("input", { type: "checkbox", id: "lab-together", "data-draft": "together" });

  /** @param {string} key @param {...Node} children */
  const group = (key, ...children) =>
    h("fieldset", {}, h("legend", { "data-i18n": key }), ...children);
  const root = h("form", { class: "lab-form", id: "lab-form", autocomplete: "off" },
    group("lab.about", field("lab.title", title), field("lab.question", question), field("game", game)),
    group("lab.boards", source, boards, levels, tournament),
    group("lab.algorithms", chosen,
      h("div", { class: "fields lab-picker" }, field("lab.algorithm", algorithm), guided, add), explained),
    group("lab.limits", h("div", { class: "fields" }, field("lab.time", amount("time")),
      field("lab.memory", amount("memory")), field("lab.nodes", amount("nodes", { "data-i18n-placeholder": "lab.no" })),
      field("lab.repeats", amount("repeats"))),
    h("label", { class: "check" }, together, h("span", { "data-i18n": "lab.together" }))));
  root.addEventListener("submit", (event) => event.preventDefault());

  function tell() {
    const one = info();
    if (draft && one) changed(draft, one);
  }
  root.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (!draft) return;
    const { draft: name, option } = target.dataset;
    if (name === "game") {
      const [next, { title: was, question: asks }] = [games.find((one) => one.name === target.value), draft];
      if (next) draft = { ...begun(next), title: was, question: asks };
      learn();
    } else if (name) {
      Object.assign(draft, { [name]: target.type === "checkbox" ? target.checked : target.value });
    } else if (option) {
      draft.options = { ...draft.options, [option]: target.value };
    } else {
      render();
      return;
    }
    render();
    tell();
  });
  add.addEventListener("click", () => {
    const one = picked();
    if (!draft || !one || draft.algorithms.includes(one)) return;
    draft.algorithms = [...draft.algorithms, one];
    render();
    tell();
  });
  chosen.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const spec = button?.dataset.spec;
    if (!draft || spec === undefined) return;
    draft.algorithms = draft.algorithms.filter((one) => one !== spec);
    render();
    (chosen.querySelector("button") ?? add).focus();
    tell();
  });

  /** The spec that is picked. */
  function picked() {
    const one = info();
    const known = one?.algorithms.find((other) => other.name === algorithm.value);
    if (!known) return algorithm.value;
    return known.heuristic && heuristic.value ? `${known.name}(${heuristic.value})` : known.name;
  }
  /** Loads the words of the game that was chosen. */
  async function learn() {
    const [language, name] = [current(), draft?.game];
    if (!name || words[`${language} ${name}`]) return;
    words[`${language} ${name}`] = await wordsIn(`js/games/${name}`);
    render();
  }
  /** @param {OptionItem} option */
  function optionInput({ name, choices, range, default: usual }) {
    const label = (/** @type {string} */ value) => word(`choice.${value}`) ?? value;
    const one = choices ? h("select", {}, ...choices.map((value) => h("option", { value }, label(value))))
      : h("input", { inputmode: range ? "decimal" : "text", placeholder: usual, spellcheck: "false" });
    set(one, { "data-option": name, id: `lab-option-${name}` });
    return h("label", {}, h("span", {}, word(`option.${name}`) ?? name), one);
  }
  /** @param {HTMLSelectElement} select @param {string} of @param {[string, string][]} list */
  const fill = (select, of, list) => refill(select, `${of} ${list.join("\n")}`, () =>
    list.map(([value, text]) => h("option", { value }, text)));

  function render() {
    const one = info();
    if (!draft || !one) return;
    const now = draft;
    fill(game, "", games.map(({ name }) => [name, GAMES[name]?.name ?? name]));
    const { versus } = one.parts;
    source.hidden = versus || !one.sets.length || !one.generate.length;
    boards.hidden = !versus && now.from === "set";
    levels.hidden = versus || now.from !== "set";
    tournament.hidden = !versus;
    fill(from, "", [["recipe", t("lab.from.recipe")], ["set", t("lab.from.set")]]);
    fill(sets, one.name, one.sets.map((each) => [each.name, `${each.title} (${each.count})`]));
    const known = versus ? one.setup : recipe(one);
    const loaded = `${one.name} ${versus} ${`${current()} ${one.name}` in words}`;
    refill(options, loaded, () => known.slice(0, 4).map(optionInput));
    refill(more, loaded, () => known.slice(4).map(optionInput));
    folded.hidden = known.length <= 4;
    for (const option of known) {
      const place = /** @type {HTMLInputElement | null} */ (root.querySelector(`[data-option="${option.name}"]`));
      if (!place) continue;
      const { only } = option;
      const other = only && (now.options[only[0]] || known.find((each) => each.name === only[0])?.default);
      /** @type {HTMLElement} */ (place.parentElement).hidden = Boolean(only && other !== only[1]);
      put(place, now.options[option.name] ?? (place instanceof HTMLSelectElement ? option.default : ""));
    }
    const numbers = known.filter((option) => option.range || option.choices);
    fill(vary, loaded, [["", t("lab.vary.none")], ...numbers.map(({ name }) =>
      /** @type {[string, string]} */ ([name, word(`option.${name}`) ?? name]))]);
    /** @type {HTMLElement} */ (boards.lastElementChild).hidden = versus;
    valued.hidden = !now.vary;
    const players = versus ? one.levels.map(({ spec }) => /** @type {[string, string]} */ ([spec, spec])) : [];
    fill(algorithm, one.name, [...one.algorithms.map(({ name }) => /** @type {[string, string]} */ ([name, name])),
      ...players]);
    fill(heuristic, one.name, one.heuristics.map(({ name }) => [name, name]));
    const of = one.algorithms.find(({ name }) => name === algorithm.value);
    guided.hidden = !of?.heuristic || !one.heuristics.length;
    explained.textContent = of ? word(`about.${of.name}`) ?? about(of) : "";
    refill(chosen, now.algorithms.join("\n"), () => now.algorithms.map((spec) => {
      const drop = t("lab.drop", { spec });
      return h("li", {}, h("code", {}, spec),
        b({ class: "icon", "data-spec": spec, "aria-label": drop, title: drop }, "×"));
    }));
    for (const place of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-draft]"))) {
      const held = now[/** @type {keyof Draft} */ (place.dataset.draft)];
      if (place.type === "checkbox") place.checked = Boolean(held);
      else put(place, String(held));
    }
  }
  /** Shows a value where another one stands. @param {HTMLInputElement} place @param {string} text */
  function put(place, text) {
    if (place.value !== text) place.value = text;
  }

  return {
    root,
    title,
    /** What was chosen. */
    draft: () => draft,
    /** Begins anew with the games that there are, at one of them. @param {GameInfo[]} all @param {string} first */
    begin(all, first) {
      games = all;
      const one = all.find(({ name }) => name === first) ?? all[0];
      draft = one ? begun(one) : null;
      learn();
      render();
      tell();
    },
    render() {
      learn();
      render();
    },
  };
}
