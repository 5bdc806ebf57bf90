// @ts-check
// Engines at the table, watched: how fast they move, held, and one move at a time.

import { h, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { button, section } from "../../core/parts.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */

/** From one move of an engine to the next, in milliseconds: what the slider offers. */
const TEMPI = [3000, 2000, 1500, 1000, 700, 400, 200, 100, 0];

/** @param {App} app @returns {PlayPart} */
export function createTempo(app) {
  const tempo = h("input", { type: "range", id: "pace", min: 0, max: TEMPI.length - 1, step: 1 });
  const words = h("output", { class: "quiet", for: "pace" });
  const hold = button("watch.pause", { id: "watch-pause" });
  const step = button("watch.step", { id: "watch-step" });
  const root = section("watch", [h("div", { class: "row" }, hold, step)],
    h("label", { class: "pace" }, h("span", { class: "quiet", "data-i18n": "watch.pace" }), tempo, words));
  root.id = "watch";
  /** The moment from which one move is awaited, then it pauses again. @type {number | null} */
  let stepping = null;
  hold.addEventListener("click", () => {
    stepping = null;
    app.pause(!app.state.view?.table?.paused);
  });
  step.addEventListener("click", () => {
    const { view } = app.state;
    if (!view?.table || view.table.end) return;
    const { at, moves } = view.history;
    if (at < moves.length) return app.go(at + 1);
    if (!view.table.paused) return void app.pause(true);
    stepping = at;
    app.pause(false);
  });
  tempo.addEventListener("input", () => app.send({ type: "tempo", millis: TEMPI[Number(tempo.value)] }));

  return {
    root,
    render({ view }) {
      if (!view?.table) return;
      const { seats, end, paused, tempo: now } = view.table;
      if (stepping !== null && view.history.at > stepping) {
        stepping = null;
        if (!paused && !end) app.pause(true);
      }
      root.hidden = !seats.some((seat) => seat.engine) || end !== null;
      hold.hidden = step.hidden = !seats.every((seat) => seat.engine);
      write(hold, t(paused ? "watch.resume" : "watch.pause"));
      const index = TEMPI.findIndex((ms) => ms <= now);
      follow(tempo, index < 0 ? TEMPI.length - 1 : index);
      const told = now ? number(now / 1000, { style: "unit", unit: "second", maximumFractionDigits: 1 })
        : t("watch.free");
      write(words, told);
      set(tempo, { "aria-valuetext": told });
    },
  };
}
