// @ts-check
// A field for a script, with the numbers of its lines; the line where something is wrong is marked. Tab indents; after
// Escape it leaves the field, as it does everywhere else.

import { h, refill, set, write } from "../../core/dom.js";

const INDENT = "  ";

/** @param {string} id @param {() => void} changed */
export function createEditor(id, changed) {
  const numbers = h("div", { class: "script-lines", "aria-hidden": "true" });
  const field = h("textarea", { id, rows: 10, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    wrap: "off", "data-i18n-label": "script.label", "aria-describedby": `${id}-told ${id}-keys` });
  const told = h("p", { id: `${id}-told`, class: "script-told", role: "status" });
  const keys = h("p", { id: `${id}-keys`, class: "quiet", "data-i18n": "script.keys" });
  let leaving = false;
  let wrong = 0;

  function number() {
    const lines = field.value.split("\n").length;
    refill(numbers, `${lines} ${wrong}`, () => Array.from({ length: lines }, (_, i) =>
      h("span", { class: i + 1 === wrong ? "wrong" : null }, i + 1 === wrong ? `▸${i + 1}` : String(i + 1))));
    numbers.scrollTop = field.scrollTop;
  }
  /** Whole lines of what is chosen, further in or out. @param {boolean} out */
  function indent(out) {
    const { value, selectionStart: from, selectionEnd: to } = field;
    if (from === to && !out) field.setRangeText(INDENT, from, to, "end");
    else {
      const first = value.lastIndexOf("\n", from - 1) + 1;
      const lines = value.slice(first, to).split("\n");
      const moved = lines.map((line) => (out ? line.replace(/^ {1,2}/, "") : INDENT + line)).join("\n");
      field.setRangeText(moved, first, to, "select");
    }
    field.dispatchEvent(new Event("input"));
  }
  field.addEventListener("keydown", (event) => {
    const leave = leaving;
    leaving = event.key === "Escape" || (leaving && event.key === "Shift");
    if (event.key === "Escape") event.stopPropagation();
    if (event.key !== "Tab" || leave || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    indent(event.shiftKey);
  });
  field.addEventListener("input", () => {
    mark(0);
    changed();
  });
  field.addEventListener("scroll", () => (numbers.scrollTop = field.scrollTop));
  /** Marks a line as wrong, from 1; 0 for none. @param {number} line */
  function mark(line) {
    wrong = line;
    number();
  }
  return {
    root: h("div", { class: "script" }, h("div", { class: "script-field" }, numbers, field), told, keys),
    field,
    /** Puts another text into it. @param {string} text */
    put(text) {
      field.value = text;
      field.scrollTop = 0;
      mark(0);
    },
    /** Says what is known of it: a sentence, whether it is wrong, and in which line.
     * @param {string} text @param {boolean} [bad] @param {number | null} [line] */
    tell(text, bad = false, line = null) {
      write(told, text);
      told.classList.toggle("bad", bad);
      set(field, { "aria-invalid": bad ? "true" : null });
      mark(bad ? (line ?? 0) : 0);
    },
  };
}
