// @ts-check
// Inputs that show what the table says. What a person has changed is newer than every view that was under way by then:
// it stays until the table says the same, or until it is known that it never will.

import { isQuiet } from "./socket.js";

/** What a person has changed and the table has not followed yet, and since when.
 * @type {Map<Element | string, number>} */
const ahead = new Map();
/** How long a person may be asked, before something is sent, in milliseconds. */
const PATIENCE = 10_000;
/** Where one types. */
export const TYPED = "textarea, input:not([type=checkbox], [type=radio], [type=range])";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Input */

/** Radio buttons of a name are one thing. @param {Element} input */
const keyOf = (input) => (input instanceof HTMLInputElement && input.type === "radio" ? input.name : input);
for (const kind of ["input", "change"]) {
  addEventListener(kind, ({ target }) => {
    if (target instanceof Element && target.matches("input, select, textarea"))
      ahead.set(keyOf(target), performance.now());
  }, true);
}

/** Whether a person has changed an input, and waits for the answer. @param {Input} input */
export function isAhead(input) {
  const since = ahead.get(keyOf(input));
  if (since === undefined) return false;
  // Who types takes the time that it takes.
  if (document.activeElement === input && input.matches(TYPED)) return true;
  return !isQuiet() || performance.now() - since < PATIENCE;
}

/** What was chosen is not on its way any more: of one input, or of all. @param {Input} [input] */
export function release(input) {
  if (input) ahead.delete(keyOf(input));
  else ahead.clear();
}

/** Inputs were made anew: what a person had changed is carried over. @param {Input[]} before @param {Input[]} after */
export function inherit(before, after) {
  if (before.length !== after.length) return;
  before.forEach((old, i) => {
    const since = ahead.get(keyOf(old));
    if (since === undefined || !isAhead(old)) return;
    const one = after[i];
    if (old instanceof HTMLInputElement && one instanceof HTMLInputElement) one.checked = old.checked;
    one.value = old.value;
    ahead.set(keyOf(one), since);
  });
}

/** Shows what the table says, unless the person is ahead of it.
 * @param {Input} input @param {string | number | boolean} told */
export function follow(input, told) {
  if (typeof told !== "boolean") {
    if (input.value === String(told)) release(input);
    else if (!isAhead(input)) input.value = String(told);
    return;
  }
  const box = /** @type {HTMLInputElement} */ (input);
  // Of radio buttons the one that is on speaks for all.
  if (box.type === "radio" && !told) return;
  if (box.checked === told) release(box);
  else if (!isAhead(box)) box.checked = told;
}
