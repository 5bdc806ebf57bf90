// @ts-check
// Sets that rise in grade: what they are called, and which of them are open.

import { b, h, pressed, refill, set } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { disable } from "../../core/parts.js";
import { OPENS } from "../../core/results.js";
import { progress } from "./progress.js";

/** @import { App } from "../../core/app.js" */
/** @import { SetItem } from "../../core/wire.js" */
/** @import { Shelf } from "./levels.js" */

/** What a set is called. @param {SetItem | undefined} info */
export const setWords = (info) => (!info ? t("levels.own") : info.grade === null ? info.title
  : t("levels.grade", { n: number(info.grade), name: t(`levels.grade.${info.grade}`) }));

/** The grades, each open or not, and a switch that opens them all. @param {App} app @param {Shelf} shelf */
export function createGrades(app, shelf) {
  const list = h("div", { class: "grades", role: "group", "data-i18n-label": "levels.grades" });
  const open = h("input", { type: "checkbox", id: "grades-open" });
  const root = h("div", {}, list, h("label", { class: "check" }, open, h("span", { "data-i18n": "levels.open" })));
  list.addEventListener("click", (event) => {
    const one = pressed(event);
    if (one?.dataset.set && one.getAttribute("aria-disabled") !== "true") shelf.look(one.dataset.set);
  });
  open.addEventListener("change", () => {
    progress.setOpen(open.checked);
    app.render();
  });
  return {
    root,
    render() {
      const sets = shelf.graded();
      root.hidden = !sets.length;
      open.checked = progress.open();
      refill(list, sets.map((one) => one.name), () => sets.map((one) => b({ "data-set": one.name })));
      sets.forEach((one, at) => {
        const button = list.children[at];
        const before = shelf.behind(one);
        const told = before ? t("levels.opened.by", { n: number(OPENS), set: t(`levels.grade.${before.grade}`) })
          : t("levels.solved.of", { n: number(shelf.solved(one.name)), of: number(one.count) });
        refill(/** @type {HTMLElement} */ (button), `${setWords(one)} ${told}`, () =>
          [h("b", {}, setWords(one)), h("span", { class: "quiet" }, told)]);
        set(button, { "aria-pressed": String(shelf.shown() === one.name) });
        disable(button, before !== null);
      });
    },
  };
}
