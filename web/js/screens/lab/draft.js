// @ts-check
// A campaign that is being made by the form: what was chosen, and the file that it becomes. Nothing is drawn here.

/** @import { GameInfo, OptionItem } from "../../core/wire.js" */
/**
 * What was chosen. `from` says where boards come from; `options` are those of the recipe, or of the start of a game;
 * `vary` is one of them that takes each of several values. Numbers are as they were typed: empty for the usual ones.
 * @typedef {{title: string, question: string, game: string, from: "recipe" | "set", options: Record<string, string>,
 *   count: string, seed: string, vary: string, values: string, set: string, levels: string, algorithms: string[],
 *   time: string, nodes: string, memory: string, repeats: string, together: boolean, games: string, opening: string,
 *   thought: string}} Draft
 */

/** What the form shows first for a game. @param {GameInfo} info @returns {Draft} */
export function begun(info) {
  const first = info.parts.versus ? info.levels.slice(0, 2).map((level) => level.spec)
    : [info.algorithms.find((one) => one.name !== info.default_algorithm)?.name ?? "", info.default_algorithm];
  return {
    title: "", question: "", game: info.name, from: info.generate.length || !info.sets.length ? "recipe" : "set",
    options: {}, count: "20", seed: "1", vary: "", values: "", set: info.sets[0]?.name ?? "", levels: "",
    algorithms: first.filter(Boolean), time: "10", nodes: "", memory: "1024", repeats: "1", together: false,
    games: "10", opening: "4", thought: "100",
  };
}

/** A text as TOML has it: JSON, but for one sign. @param {string} text */
const quoted = (text) => JSON.stringify(text).replace(/\u007f/g, "\\u007F");
/** A value of an option: a number where it is one. @param {string} text */
const value = (text) => (/^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text) ? text : quoted(text));
/** @param {string} key */
const word = (key) => (/^[\w-]+$/.test(key) ? key : quoted(key));
/** @param {[string, string][]} pairs */
const table = (pairs) =>
  (pairs.length ? `{ ${pairs.map(([key, text]) => `${word(key)} = ${value(text)}`).join(", ")} }` : "{}");
/** The values in a list such as `3, 4, 5`. @param {string} text */
const listed = (text) => text.split(/[\s,;]+/).filter(Boolean);

/** The options that count: with another value than the usual one, and taken together with the others.
 * @param {OptionItem[]} options @param {Record<string, string>} chosen @param {string} [varied]
 * @returns {[string, string][]} */
function said(options, chosen, varied) {
  const now = (/** @type {string} */ name) => chosen[name] || options.find((one) => one.name === name)?.default;
  const counts = (/** @type {OptionItem} */ { name, default: usual, only }) =>
    name !== varied && chosen[name] && chosen[name] !== usual && (!only || now(only[0]) === only[1]);
  return options.filter(counts).map(({ name }) => [name, chosen[name]]);
}

/** What can be set of the boards of a game. @param {GameInfo} info */
export const recipe = (info) => [...info.setup, ...info.generate];

/** The file. @param {Draft} draft @param {GameInfo} info */
export function written(draft, info) {
  /** @type {string[]} */
  const lines = [];
  const put = (/** @type {string} */ key, /** @type {string} */ text) => text && lines.push(`${key} = ${text}`);
  const head = (/** @type {string} */ name) => lines.push("", name);
  put("title", quoted(draft.title || "Untitled"));
  if (draft.question) put("question", quoted(draft.question));
  put("game", quoted(draft.game));
  if (Number(draft.repeats) !== 1) put("repeats", draft.repeats.trim());
  head("[limits]");
  put("time", draft.time.trim() && quoted(`${draft.time.trim()}s`));
  put("memory", draft.memory.trim() && quoted(`${draft.memory.trim()}MiB`));
  if (!info.parts.versus) put("nodes", draft.nodes.trim());
  if (draft.together) {
    head("[run]");
    put("isolation", quoted("none"));
  }
  if (info.parts.versus) {
    head("[tournament]");
    put("games", draft.games.trim());
    put("opening", draft.opening.trim());
    const setup = said(info.setup, draft.options);
    if (setup.length) put("setup", table(setup));
    put("time_per_move", draft.thought.trim() && quoted(`${draft.thought.trim()}ms`));
    put("nodes_per_move", draft.nodes.trim());
  } else if (draft.from === "set") {
    head("[[instances]]");
    put("set", quoted(draft.set));
    put("levels", draft.levels.trim() && quoted(draft.levels.trim()));
  } else {
    head("[[instances]]");
    put("generate", table(said(recipe(info), draft.options, draft.vary)));
    const values = draft.vary ? listed(draft.values) : [];
    if (values.length) put("vary", `{ ${word(draft.vary)} = [${values.map(value).join(", ")}] }`);
    put("count", draft.count.trim());
    if (draft.seed.trim() && draft.seed.trim() !== "1") put("seed", draft.seed.trim());
  }
  for (const spec of draft.algorithms) {
    head("[[algorithms]]");
    put("spec", quoted(spec));
  }
  if (!info.parts.versus && draft.algorithms.length > 1) {
    head("[report]");
    put("axis", quoted(draft.vary && draft.from === "recipe" ? draft.vary : "cost"));
  }
  return `${lines.join("\n")}\n`;
}

/** A name for a file, from a title. @param {string} title */
export const slug = (title) => title.normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-")
  .replace(/^-+|-+$/g, "").slice(0, 60).replace(/-+$/, "");
