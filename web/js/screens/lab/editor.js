// @ts-check
// The file of a campaign, to read and to change: checked while one types, with the line and the reason.

import { b, h, refill, set, write } from "../../core/dom.js";
import { number, said, seconds, t } from "../../core/i18n.js";
import { isLong } from "./state.js";

/** @import { Checked } from "./state.js" */

/** A longer time, in words. @param {number} value */
export function duration(value) {
  if (value < 60) return seconds(value);
  const unit = (/** @type {number} */ n, /** @type {string} */ name) =>
    number(n, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 0 });
  if (value < 3600) return `${unit(Math.floor(value / 60), "minute")} ${unit(Math.floor(value % 60), "second")}`;
  if (value < 86_400) return `${unit(Math.floor(value / 3600), "hour")} ${unit(Math.floor(value / 60) % 60, "minute")}`;
  return `${unit(Math.floor(value / 86_400), "day")} ${unit(Math.floor(value / 3600) % 24, "hour")}`;
}

/** What is found about a text, in words. @param {Checked} checked */
function told({ plan, refusal }) {
  if (refusal) return said(refusal);
  if (!plan) return "";
  const { instances, contenders, repeats, runs, tournament, longest } = plan;
  return t(tournament ? "lab.plan.games" : "lab.plan", { instances: number(instances), contenders: number(contenders),
    repeats: number(repeats), runs: number(runs), longest: duration(longest) });
}

/** @param {string} id @param {{changed(): void}} hears `changed` is told when somebody has typed */
export function createEditor(id, { changed }) {
  const text = h("textarea", { id, rows: 22, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    wrap: "off", "data-i18n-label": "lab.file", "aria-describedby": `${id}-told` });
  const words = h("span");
  const jump = h("span");
  const status = h("p", { class: "lab-told", id: `${id}-told`, role: "status" }, words, " ", jump);
  text.addEventListener("input", changed);

  /** Puts the cursor into a line. @param {number} line */
  function goTo(line) {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = Math.max(0, (line - 4) * (text.scrollHeight / Math.max(1, lines.length)));
  }

  return {
    root: h("div", { class: "lab-editor" }, text, status),
    text,
    /** @param {Checked | null} checked none while it is not known */
    render(checked) {
      const long = isLong(text.value);
      const line = long ? null : checked?.refusal?.line ?? null;
      const wrong = long || Boolean(checked?.refusal);
      set(text, { "aria-invalid": wrong ? "true" : null });
      set(status, { "data-state": wrong ? "wrong" : checked ? "right" : "open" });
      write(words, long ? t("lab.long") : checked ? told(checked) : t("lab.checking"));
      refill(jump, line ?? "", () => {
        if (line === null) return [];
        const button = b({ class: "lab-jump" }, t("lab.jump", { line: number(line) }));
        button.addEventListener("click", () => goTo(line));
        return [button];
      });
    },
  };
}
