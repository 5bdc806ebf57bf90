// @ts-check
// Which lessons there are, and the addresses of their steps.

import { current } from "../core/i18n.js";
import { plainly } from "../core/query.js";
import { shell } from "../core/shell.js";

/** @import { App } from "../core/app.js" */
/** @import { Lesson } from "../core/wire.js" */

/** In which language they were asked for last, and at which game: what was asked at another one is not answered. */
let asked = "";

/** Asks for the lessons in the language of the page, unless they are known. @param {App} app */
export function askLessons(app) {
  const now = `${current()} ${shell.seat()}`;
  if (app.state.lessons?.language === current() || asked === now) return;
  if (app.send({ type: "lessons", language: current() })) asked = now;
}

/** @param {string} name @param {number} step from 1 @param {boolean} own */
export const lessonQuery = (name, step, own) => `lesson=${name}.${step}${own ? ".own" : ""}`;

/** The address of what is seen at a step: what it shows, or else the last one before it. On a board of one's own, that
 * is left out. @param {Lesson} lesson @param {number} step from 1 @param {boolean} [own] */
export function stepAddress({ name, game, steps }, step, own = false) {
  const stage = steps.slice(0, step).reverse().find((one) => one.stage)?.stage;
  const query = stage?.query.map(([key, value]) => `${key}=${plainly(value)}`) ?? [];
  const board = own || !stage?.board ? "" : `/${encodeURIComponent(stage.board)}`;
  return `#${game}/${stage?.screen ?? "play"}${board}?${[...query, lessonQuery(name, step, own)].join("&")}`;
}
