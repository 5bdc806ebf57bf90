// @ts-check
// Heuristics of one's own: those that are kept, those to start from, and the one that is being written.

import { t } from "../../core/i18n.js";
import { skin } from "../../core/skin.js";
import { store } from "../../core/store.js";

/** A script that is kept. @typedef {{id: string, name: string, text: string}} Kept */

/** Names are no longer than this, and scripts neither. */
export const [NAME, LETTERS] = [60, 16_000];

/** What stands in the editor, and for which game: `id` is that of the kept one that it came from, `sound` whether the
 * server could run it. */
export const draft = { game: "", text: "", id: "", sound: false };

/** The kept ones, the newest first. @returns {Kept[]} */
export const keptScripts = () => store.all("heuristic").flatMap(({ id, value }) =>
  (typeof value?.text === "string" && typeof value.name === "string"
    ? [{ id, name: value.name, text: value.text }] : []));

/** Keeps a script; gives its id. @param {string} name @param {string} text @param {string} id none for a new one */
export function keepScript(name, text, id) {
  const where = id || `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  store.put("heuristic", where, { name: name.slice(0, NAME), text });
  return where;
}

/** @param {string} id */
export const dropScript = (id) => store.put("heuristic", id, null);

/** What a search calls the script that stands in the editor. */
export const OWN = "own";
/** Whether a search is guided by it. @param {string} spec */
export const isOwn = (spec) => /[(,]\s*own\s*[,)]/.test(spec);
/** What was written before for this game; for the first time, something to begin with. @param {string} game */
export async function beginDraft(game) {
  if (draft.game !== game) Object.assign(draft, { game, text: "", id: "", sound: false });
  if (!draft.text && examples().length) draft.text = await exampleText(examples()[0]);
  return draft.text;
}

/** Those to start from, by name. */
export const examples = () => skin.scripts ?? [];

/** The text of one; its first line says in the reader's language what it does. @param {string} name */
export async function exampleText(name) {
  const answer = await fetch(`js/games/${document.body.dataset.game}/heuristics/${name}.rhai`);
  const [, ...rest] = (await answer.text()).split("\n");
  return [`// ${t(`script.${name}.about`)}`, ...rest].join("\n");
}

/** What a script is called: by its name, or else by its first line. @param {string} text */
export const titleOf = (text) =>
  keptScripts().find((one) => one.id === draft.id && one.text === text)?.name ?? t("script.own");
