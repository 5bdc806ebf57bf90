// @ts-check
// Analyse: what is known of a puzzle's start, for those who want to know.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { button, figure, section, show } from "../../core/parts.js";

/** @import { App } from "../../core/app.js" */
/** @import { Part } from "../../core/table.js" */

/** @param {App} app @returns {Part} */
export function createStart(app) {
  const reveal = button("analyse.reveal", { id: "reveal" });
  const best = h("dd", { id: "rating-best" });
  const pieces = h("dd");
  const level = h("dd", { class: "small" });
  const figures = h("div", { class: "figures" }, figure("optimum", best), figure("analyse.pieces", pieces),
    figure("analyse.level", level));
  const note = h("p", { class: "quiet" });
  reveal.addEventListener("click", () => {
    app.state.revealed = true;
    app.render();
  });
  return {
    root: section("analyse.start", [reveal], note, figures),
    render({ rating, revealed, view }) {
      const open = revealed || Boolean(view?.scene.solved);
      reveal.hidden = open;
      figures.hidden = !open || !rating || rating.optimum === null;
      note.hidden = !figures.hidden;
      write(note, !open ? t("analyse.start.hidden") : !rating ? t("analyse.start.unknown")
        : rating.solvable === false ? t("hint.never") : t("analyse.start.open"));
      write(best, show(rating?.optimum));
      write(pieces, show(rating?.pieces));
      write(level, rating?.level == null ? "–" : t(`analyse.level.${rating.level}`));
    },
  };
}
