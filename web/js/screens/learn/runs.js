// @ts-check
// Searches of a tour: races on its own board, one at a time, and what each algorithm came to.

import { h, refill, write } from "../../core/dom.js";
import { createHeatBoard, withWays } from "../../core/heat.js";
import { figure, show } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { moveChip } from "../../core/words.js";
import { createReplay } from "../parts/replay.js";

/** @import { App } from "../../core/app.js" */
/** @import { Message } from "../../core/state.js" */
/** @import { Lane, Scene } from "../../core/wire.js" */
/** The race under way, or over: the step that it belongs to, 0 for one that nobody watches.
 * @typedef {{algorithms: string[], lanes: Lane[], begun: boolean, paused: boolean, done: boolean, step: number,
 *   quick: boolean}} Run */

/** @param {App} app @param {string} text the board */
export function createRuns(app, text) {
  const { state } = app;
  /** @type {Run | null} */
  let run = null;
  /** What each algorithm came to, on whatever step. @type {Record<string, Lane>} */
  const results = {};
  /** The same by step: a step shows what was run there. @type {Record<number, Record<string, Lane>>} */
  const byStep = {};

  function stop() {
    if (run && !run.done) app.send({ type: "cancel" });
    run = null;
  }
  /** @param {string[]} algorithms @param {number | null} rate expansions a second; null for flat out, unseen
   * @param {number} [step] */
  function start(algorithms, rate, step = 0) {
    stop();
    if (!app.send({ type: "race", algorithms, clock: "expansions", rate, text })) return;
    run = { algorithms, lanes: [], begun: false, paused: false, done: false, step, quick: rate === null };
    app.render();
  }

  return {
    results, start, stop,
    get run() {
      return run;
    },
    /** Starts, pauses or goes on. @param {string[]} algorithms @param {number} rate @param {number} step */
    toggle(algorithms, rate, step) {
      if (!run || run.done || run.quick) return start(algorithms, rate, step);
      run.paused = !run.paused;
      app.send({ type: "pace", rate: run.paused ? 0 : rate });
      app.render();
    },
    /** @param {number} rate */
    setRate: (rate) => run && !run.done && !run.paused && app.send({ type: "pace", rate }),
    /** The lane of an algorithm on a step: of the run under way, else of the last one there.
     * @param {string} algorithm @param {number} step @returns {Lane | null} */
    laneOf(algorithm, step) {
      const mine = run?.step === step ? run : null;
      return mine?.lanes.find((lane) => lane.algorithm === algorithm)
        ?? (mine?.algorithms.includes(algorithm) ? null : (byStep[step]?.[algorithm] ?? null));
    },
    /** What was come to on a step. @param {number} step */
    on: (step) => byStep[step] ?? {},
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
        run.lanes = withWays(message.lanes, run.lanes);
        run.done = message.done;
        if (!message.done) return;
        for (const lane of run.lanes) {
          if (lane.outcome === "solved") results[lane.algorithm] = (byStep[run.step] ??= {})[lane.algorithm] = lane;
        }
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
  const { board, button, render: renderHeat } = createReplay((changed) => createHeatBoard(host, changed));
  const title = h("p", { class: "watch-name" });
  const [expanded, depth, found] = [h("dd"), h("dd"), h("dd")];
  const way = h("ol", { class: "chips", "data-i18n-label": "solution" });
  const layer = figure("learn.depth", depth);
  return {
    forget: board.forget,
    root: h("div", { class: "watch" }, h("div", { class: "watch-head" }, title, button), host,
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
      renderHeat(scene, lane, top);
      write(expanded, show(lane?.expanded));
      write(depth, show(lane?.bound));
      write(found, show(lane?.cost));
      refill(way, lane?.moves.join() ?? "", () =>
        skin.chunks(lane?.moves ?? []).map((chunk) => h("li", {}, moveChip(scene, chunk.join("")))));
    },
  };
}
