// @ts-check
// Analyse: the replay of a line, which can play on by itself.

import { b, refill, s, set } from "../../core/dom.js";
import { createReplay } from "../../core/table.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */

/** How long a move takes. */
const STEP = 420;

/** @param {App} app */
export function createPlayback(app) {
  const { state } = app;
  const replay = createReplay(app);
  const play = b({ id: "replay-play", "data-i18n-label": "analyse.play", "data-i18n-title": "analyse.play" });
  replay.root.querySelector("output")?.before(play);
  let timer = 0;
  const on = () => {
    const at = app.lineAt();
    return at !== null && state.line !== null && at < state.line.moves.length;
  };
  function stop() {
    clearInterval(timer);
    timer = 0;
  }
  function tick() {
    if (on()) app.replay("step");
    if (!on()) stop();
    app.render();
  }
  play.addEventListener("click", () => {
    if (timer) stop();
    else if (state.line) {
      if (!on()) app.replay("first");
      timer = setInterval(tick, STEP);
    }
    app.render();
  });
  replay.root.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-replay]")) stop();
  }, true);
  return {
    root: replay.root, stop,
    /** @param {State} now */
    render(now) {
      if (!now.line) stop();
      replay.render(now);
      refill(play, timer !== 0, () => [s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
        s("circle", { cx: 10, cy: 10, r: 8.5 }), s("path", { d: timer ? "M7.5 7v6M12.5 7v6" : "m8.5 7 4.5 3-4.5 3z" }))]);
      set(play, { "aria-pressed": String(timer !== 0) });
    },
  };
}
