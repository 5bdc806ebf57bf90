// @ts-check
// The keys of a table: choosing and moving pieces, and the history. Screens that show one share them. And the keys by
// which everything is undone.

import { app } from "./app.js";
import { t } from "./i18n.js";
import { skin } from "./skin.js";

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
/** @type {Record<string, string>} */
const ACTS = { u: "undo", y: "redo", r: "restart", h: "hint", n: "next", "shift u": "undo_push",
  "shift y": "redo_push", backspace: "undo", home: "restart", end: "end" };

const mac = /^Mac|^iP/.test(navigator.platform);
/** The keys of every program for undoing, as the help window shows them.
 * @param {string} words the key of what they do here @returns {[string, string]} */
export const undoKeys = (words) => [mac ? "⌘Z ⇧⌘Z" : `Ctrl+Z Ctrl+${t("key.shift")}+Z Ctrl+Y`, words];

/** Whether a key undoes something or does it again. @param {KeyboardEvent} event @returns {"undo" | "redo" | null} */
export function undoOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : null;
}

/** What a key stands for, among the buttons that the game has. @param {KeyboardEvent} event */
export function actOf(event) {
  const act = ACTS[(event.shiftKey ? "shift " : "") + event.key.toLowerCase()];
  return act && skin.acts.flat().includes(act === "end" ? "restart" : act) ? act : undefined;
}

/** @param {KeyboardEvent} event */
export function tableKey(event) {
  if (skin.key(app, event)) return true;
  const act = actOf(event);
  if (event.key in ARROWS) app.slide(skin.choosable ? app.state.selected : null, ARROWS[event.key]);
  else if (act && (!event.repeat || /undo|redo/.test(act))) app.act(act, event.repeat);
  else return false;
  return true;
}
