// @ts-check
// Words: one key file a language; elements name their key in data-i18n attributes.

import { all } from "./dom.js";
import { local } from "./store.js";

/** @import { Refusal } from "./wire.js" */

/** @type {Record<string, string>} */
let words = {};
/** Those of the game among them. @type {Record<string, string>} */
let own = {};
let language = "en";
let plural = new Intl.PluralRules("en");
/** @type {Record<string, Intl.NumberFormat>} */
let formats = {};

export const LANGUAGES = ["en", "fr"];

/** The stored language, else the browser's, else English. */
export function preferred() {
  const stored = local("damier.language");
  for (const tag of [stored ?? "", ...navigator.languages, navigator.language]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

/** What was loaded. @type {Record<string, Promise<Record<string, string>>>} */
const files = {};
/** @param {string} name its path, without .json */
const load = (name) => (files[name] ??= fetch(`${name}.json`).then((answer) => answer.json()));

/** Folders whose words are needed besides. @type {string[]} */
const included = [];
/** Adds the words of a screen that has many of its own; those of the game come first. @param {string} folder */
export async function include(folder) {
  if (!included.includes(folder)) included.push(folder);
  let [asked, more] = ["", {}];
  // Another language may be chosen meanwhile.
  while (asked !== language) more = await load(`${folder}/${(asked = language)}`);
  words = { ...words, ...more, ...own };
}

/** Loads a language: the words of every screen, and those of a game if there is one, which come first. What is given
 * back makes it the current one. @param {string} name @param {string} game @returns {Promise<() => void>} */
export async function learn(name, game) {
  const [mine, all, ...more] = await Promise.all([game ? load(`js/games/${game}/${name}`) : {}, load(`i18n/${name}`),
    ...included.map((folder) => load(`${folder}/${name}`))]);
  return () => {
    own = mine;
    words = Object.assign({}, all, ...more, own);
    language = name;
    plural = new Intl.PluralRules(name);
    formats = {};
    document.documentElement.lang = name;
  };
}

/** The words of a file, in the current language. @param {string} name its path, up to the dot before the language */
export const wordsOf = (name) => load(`${name}.${language}`);

/** The words of a folder, in the current language. @param {string} folder */
export const wordsIn = (folder) => load(`${folder}/${language}`);

export const current = () => language;

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** Why something was not done, in this language where that has words for it, and where in a text. A player that is
 * meant has the name that is given for its number.
 * @param {Refusal} refusal @param {(player: number) => string} [name] @returns {string} */
export function said({ key, text, gaps, line, column }, name) {
  if (name && key === "kit.player") return name(Number(gaps.number) - 1);
  const where = line === null ? ""
    : column === null ? t("error.line", { line }) : t("error.place", { line, column });
  const sentence = maybe(`said.${key}`);
  const filled = Object.entries(gaps).map(([of, gap]) => [of, typeof gap === "string" ? gap : said(gap, name)]);
  return where + (sentence ? t(`said.${key}`, Object.fromEntries(filled)) : text);
}

/** The text of a key, or undefined if the language has none. @param {string} key */
export const maybe = (key) => /** @type {string | undefined} */ (words[key]);

/** A counted noun: `key.one`, `key.other`. @param {string} key @param {number} n */
export const count = (key, n) => t(`${key}.${plural.select(n) === "one" ? "one" : "other"}`, { n });

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options = {}) {
  const key = JSON.stringify(options);
  return (formats[key] ??= new Intl.NumberFormat(language, options)).format(value);
}

/** @param {number} value */
export function bytes(value) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return number(value,
    { style: "unit", unit: units[at], unitDisplay: "short", maximumFractionDigits: value < 10 && at ? 1 : 0 });
}

/** @param {number} value */
export function seconds(value) {
  return value < 1
    ? number(value * 1000, { style: "unit", unit: "millisecond", maximumFractionDigits: value < 0.01 ? 1 : 0 })
    : number(value, { style: "unit", unit: "second", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Fills every element that names a key. @param {ParentNode} root */
export function translate(root) {
  for (const element of all("[data-i18n]", root)) element.textContent = t(element.getAttribute("data-i18n") ?? "");
  for (const [name, target] of [["label", "aria-label"], ["title", "title"], ["placeholder", "placeholder"]]) {
    for (const element of all(`[data-i18n-${name}]`, root)) {
      element.setAttribute(target, t(element.getAttribute(`data-i18n-${name}`) ?? ""));
    }
  }
}
