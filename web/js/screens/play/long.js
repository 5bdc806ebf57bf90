// @ts-check
// What was done in a puzzle of many moves that is kept: figures, the best so far, and a way to any moment.

import { h, refill, set, write } from "../../core/dom.js";
import { maybe, number, t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { button, figure } from "../../core/parts.js";
import { createHistory } from "../../core/table.js";
import { moves as lengthOf, signLegend } from "../../core/words.js";
import { measure, progress } from "./progress.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */
/** @import { PlayPart } from "../play.js" */

/** The optimum as far as it is known. @param {State} state */
function optimumWords({ rating }) {
  const [least, most] = rating?.between ?? [null, null];
  if (rating?.optimum != null) return lengthOf(rating.optimum);
  if (least !== null)
    return t(most === null ? "optimum.least" : "optimum.between", { least: number(least), most: number(most ?? 0) });
  return t(rating?.solvable === false ? "optimum.none" : rating ? "optimum.unknown" : "optimum.wait");
}

/**
 * @param {App} app
 * @param {{stop(): void, toggle(): void} | null} watching
 * @returns {PlayPart}
 */
export function createLongRecord(app, watching) {
  const { state } = app;
  const played = createHistory(app);
  const counted = h("div", { class: "figures four" });
  const best = h("span", { id: "fig-yours" }, "–");
  const optimum = h("span", { id: "fig-best" }, "–");
  const reveal = button("analyse.reveal", { id: "reveal" });
  const replay = button("progress.replay", { id: "best-replay" });
  const slider = h("input", { type: "range", id: "moment", min: 0, max: 0, step: 1, "data-i18n-label": "moment" });
  const root = h("section", {},
    counted, h("div", { class: "figures two" }, figure("progress.best", h("dd", { class: "small" }, best, replay)),
      figure("optimum", h("dd", { class: "small" }, optimum, reveal))),
    slider, played.root, ...signLegend());
  reveal.addEventListener("click", () => {
    state.revealed = true;
    app.render();
  });
  replay.addEventListener("click", () => {
    const way = progress.of(state.view?.code ?? "").p;
    if (!way) return;
    watching?.stop();
    app.go(0);
    state.line = { moves: app.split(way), base: [], from: t("progress.from") };
    app.render();
    watching?.toggle();
  });
  slider.addEventListener("input", () => {
    watching?.stop();
    const to = Number(slider.value);
    if (!app.behind()) app.go(to);
  });
  slider.addEventListener("change", () => app.go(Number(slider.value)));
  /** @param {string} way */
  const value = (way) => {
    const { cost, moves } = measure(way);
    return t("progress.best.value", { cost: number(cost), moves: number(moves) });
  };

  return {
    root,
    render(now) {
      played.render(now);
      const { view, rating, revealed } = now;
      if (!view) return;
      refill(counted, view.tally.map(([key]) => key), () => view.tally.map(([key]) =>
        h("dl", { title: maybe(`${key}.about`) }, h("dt", {}, t(key)), h("dd", { id: `fig-${key}` }))));
      view.tally.forEach(([, n], i) => write(/** @type {Element} */ (counted.children[i].lastElementChild), number(n)));
      const { p, m } = progress.of(view.code);
      write(best, !p ? "–" : m && measure(m).moves < measure(p).moves ? `${value(p)} · ${value(m)}` : value(p));
      replay.hidden = !p || view.variant !== null || !watching;
      // Not before it can spoil nothing.
      const open = view.scene.solved || revealed || p !== undefined;
      write(optimum, open ? optimumWords(now) : "–");
      set(optimum, { title: open ? null : t("optimum.hidden") });
      reveal.hidden = open;
      const { moves, at } = view.history;
      set(slider, { max: moves.length, "aria-valuetext": t("replay.at", { at, n: moves.length }) });
      slider.disabled = !moves.length;
      follow(slider, at);
      if (open && rating?.optimum != null && p) progress.prove(view.code, rating.optimum);
    },
  };
}
