// @ts-check
// Searches of a tour: races on its own board, one at a time, and what each algorithm came to.

import { h, refill, write } from "../../core/dom.js";
import { createHeatBoard } from "../../core/heat.js";
import { figure, show } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { moveChip } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Message } from "../../core/state.js" */
/** @import { Lane, Scene } from "../../core/wire.js" */
/** The race under way, or over: `quick` is one that nobody watches.
 * @typedef {{algorithms: string[], lanes: Lane[], begun: boolean, paused: boolean, done: boolean, quick: boolean}} Run */

/** @param {App} app @param {string} text the board */
export function createRuns(app, text) {
  const { state } = app;
  /** @type {Run | null} */
  let run = null;
  /** @type {Record<string, Lane>} */
  const results = {};

  function stop() {
    if (run && !run.done) app.send({ type: "cancel" });
    run = null;
  }
  /** @param {string[]} algorithms @param {number | null} rate expansions a second; null for flat out, unseen */
  function start(algorithms, rate) {
    stop();
    if (!app.send({ type: "race", algorithms, clock: "expansions", rate, text })) return;
    run = { algorithms, lanes: [], begun: false, paused: false, done: false, quick: rate === null };
    app.render();
  }

  return {
    results, start, stop,
    get run() {
      return run;
    },
    /** Starts, pauses or goes on. @param {string[]} algorithms @param {number} rate */
    toggle(algorithms, rate) {
      if (!run || run.done || run.quick) return start(algorithms, rate);
      run.paused = !run.paused;
      app.send({ type: "pace", rate: run.paused ? 0 : rate });
      app.render();
    },
    /** @param {number} rate */
    setRate: (rate) => run && !run.done && !run.paused && app.send({ type: "pace", rate }),
    /** The lane of an algorithm: of the run under way, else of the last one.
     * @param {string} algorithm @returns {Lane | null} */
    laneOf: (algorithm) => run?.lanes.find((lane) => lane.algorithm === algorithm)
      ?? (run?.algorithms.includes(algorithm) ? null : (results[algorithm] ?? null)),
    /** @param {Message} message */
    heard(message) {
      if (message.type === "hello") run = null;
      if (!run || run.done) return;
      if (message.type === "error" && message.about === "race") run = null;
      else if (message.type === "busy") {
        // Ended from elsewhere; the end of the race before this one is not meant.
        if (message.job === "race") run.begun = true;
        else if (run.begun) run = null;
      } else if (message.type === "race" && run.begun) {
        run.lanes = message.lanes;
        run.done = message.done;
        if (!message.done) return;
        for (const lane of message.lanes) if (lane.outcome === "solved") results[lane.algorithm] = lane;
      }
    },
    /** What was told is not about the table. */
    leave() {
      stop();
      let tries = 20;
      const forget = () => {
        state.race = null;
        if (state.busy === "race" && (tries -= 1) > 0) setTimeout(forget, 100);
      };
      forget();
    },
  };
}

/** A board of a search: its heat, its figures and the way it found. */
export function createLane() {
  const host = h("div");
  const heat = createHeatBoard(host);
  const title = h("p", { class: "watch-name" });
  const [expanded, depth, found] = [h("dd"), h("dd"), h("dd")];
  const way = h("ol", { class: "chips", "data-i18n-label": "solution" });
  const layer = figure("learn.depth", depth);
  return {
    root: h("div", { class: "watch" }, title, host,
      h("div", { class: "figures" }, figure("learn.expanded", expanded), figure("learn.found", found), layer), way),
    /**
     * @param {Scene} scene
     * @param {string} name
     * @param {Lane | null} lane
     * @param {number} top
     * @param {boolean} layered whether it searches layer by layer
     */
    render(scene, name, lane, top, layered) {
      layer.hidden = !layered;
      write(title, name);
      heat.render(scene, lane ?? { heat: [], cells: [] }, top);
      write(expanded, show(lane?.expanded));
      write(depth, show(lane?.bound));
      write(found, show(lane?.cost));
      refill(way, lane?.moves.join() ?? "", () =>
        skin.chunks(lane?.moves ?? []).map((chunk) => h("li", {}, moveChip(scene, chunk.join("")))));
    },
  };
}
