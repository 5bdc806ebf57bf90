// @ts-check
// The keys of a table: choosing and sliding pieces, and the history. Screens that show one share them.

import { app } from "./app.js";
import { skin } from "./skin.js";

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
/** @type {Record<string, string>} */
const ACTS = { u: "undo", y: "redo", r: "restart", h: "hint", n: "next" };

/** @param {KeyboardEvent} event */
export function tableKey(event) {
  const key = event.key.toLowerCase();
  if (skin.key(app, event)) return true;
  if (event.key in ARROWS) app.slide(app.state.selected, ARROWS[event.key]);
  else if (key in ACTS && !event.repeat && !event.shiftKey) app.act(ACTS[key]);
  else return false;
  return true;
}
