// @ts-check
// Watching: an algorithm plays the level, at a speed of one's choice, until one takes over. With sliding boxes it
// decides anew at each step.

import { b, h, refill, s, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { disable, field, icon, section } from "../../core/parts.js";
import { answerWords } from "../../core/words.js";
import skin from "./skin.js";

/** @import { App, State } from "../../core/app.js" */
/** @import { Message } from "../../core/wire.js" */

/** Who can be watched, from the simple to the strong; the game knows some of them. */
const PLAYERS = ["greedy(player-box)", "astar(nearest)", "astar(matching)", "quick", "fast"];
/** Steps a second; none for a push at a time. @type {[string, number | null][]} */
const SPEEDS = [["slow", 3], ["normal", 8], ["fast", null]];

/** @param {App} app */
export function createWatch(app) {
  const { state } = app;
  const player = h("select", { id: "watch-player", "data-i18n-label": "soko.watch.player" });
  const speed = h("select", { id: "watch-speed", "data-i18n-label": "soko.watch.speed" });
  const play = b({ class: "primary", id: "watch-play", "aria-keyshortcuts": "Space" });
  /** @param {string} name */
  const step = (name) =>
    b({ id: `watch-${name}`, "data-i18n-label": `replay.${name}`, "data-i18n-title": `replay.${name}` }, icon(name));
  const [first, back, on] = [step("first"), step("back"), step("step")];
  const told = h("p", { class: "quiet", id: "watch-told", role: "status" });
  const root = section("soko.watch", [h("div", { class: "row" }, first, back, on, play)], h("div", { class: "fields" },
    field("soko.watch.player", player), field("soko.watch.speed", speed)), told);
  root.id = "watch";

  let timer = 0;
  /** Whether steps come by themselves. */
  let running = false;
  /** Whether a way is being looked for, and what for. @type {"play" | "step" | null} */
  let awaited = null;
  /** Who found the line that is watched. */
  let by = "";

  const chancy = () => state.view?.variant != null;
  /** What to do next, from the line or from the policy. */
  function due() {
    const { view, line, chance } = state;
    if (!view || view.scene.solved) return null;
    const here = chance && chance.code === view.code && chance.at === view.history.at;
    if (chancy()) return here ? (chance.chances?.moves ?? []) : null;
    const at = app.lineAt();
    return line && at !== null && at < line.moves.length ? line.moves.slice(at) : null;
  }
  function stop() {
    running = false;
    awaited = null;
    clearTimeout(timer);
  }
  /** One step; or all up to the next push. @param {boolean} whole */
  function move(whole) {
    const moves = due();
    if (!moves?.length) return false;
    const [chunk] = whole ? skin.chunks(moves) : [[moves[0]]];
    app.intend(() => (chunk.length > 1 ? { type: "line", text: chunk.join("") } : { type: "move", move: chunk[0] }));
    return true;
  }
  const rate = () => SPEEDS.find(([name]) => name === speed.value)?.[1] ?? null;
  function tick() {
    clearTimeout(timer);
    if (!running) return;
    const { view } = state;
    if (!view || view.scene.solved || (!chancy() && !due())) {
      stop();
      return app.render();
    }
    // Not before the last step has been seen.
    if (!app.behind() && !app.waiting()) move(rate() === null);
    timer = setTimeout(tick, 1000 / (rate() ?? 5));
  }
  /** @param {"play" | "step"} wish */
  function begin(wish) {
    if (!due() && !chancy()) {
      if (state.busy) return;
      awaited = wish;
      by = player.value;
      app.ask({ type: "solve", algorithm: by });
      return;
    }
    if (wish === "step") {
      move(false);
      return;
    }
    running = true;
    tick();
  }
  function toggle() {
    if (awaited) app.send({ type: "cancel" });
    if (running || awaited) stop();
    else if (!state.view?.scene.solved) begin("play");
    app.render();
  }
  play.addEventListener("click", toggle);
  on.addEventListener("click", () => {
    stop();
    begin("step");
    app.render();
  });
  back.addEventListener("click", () => {
    stop();
    app.act("undo");
  });
  first.addEventListener("click", () => {
    stop();
    if (state.line) app.replay("first");
    else app.act("restart");
  });
  player.addEventListener("change", () => {
    stop();
    if (state.line?.from) state.line = null;
    app.render();
  });

  return {
    root, toggle, stop,
    on: () => running || awaited !== null,
    /** @param {Message} message */
    heard(message) {
      if (message.type !== "answer" || !awaited) return;
      const wish = awaited;
      awaited = null;
      // The line is there once the page has taken the answer in.
      if (message.moves.length) setTimeout(() => due() && begin(wish));
    },
    /** @param {State} state */
    render({ game, view, busy, answer, line }) {
      if (!game || !view) return;
      const known = PLAYERS.filter((spec) => game.algorithms.some((one) => one.name === spec.replace(/\(.*/, "")));
      const chosen = player.value || (known.includes("quick") ? "quick" : "fast");
      refill(player, known, () => known.map((spec) =>
        h("option", { value: spec, selected: spec === chosen }, t(`soko.watch.${spec.replace(/\W+/g, "_")}`))));
      refill(speed, "", () => SPEEDS.map(([name]) =>
        h("option", { value: name, selected: name === (speed.value || "normal") }, t(`soko.speed.${name}`))));
      player.disabled = chancy();
      const live = running || awaited !== null;
      refill(play, live, () => [s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
        s("path", { d: live ? "M6 4v12M14 4v12" : "m6 3 10 7-10 7z" })),
        h("span", {}, t(live ? "soko.watch.pause" : "soko.watch.play"))]);
      set(play, { "aria-pressed": String(live) });
      disable(play, view.scene.solved || (busy !== null && !live));
      disable(on, view.scene.solved || busy !== null);
      disable(back, view.history.at === 0);
      disable(first, view.history.at === 0);
      const at = app.lineAt();
      let words = "";
      if (busy === "solve" && awaited) words = t("answer.searching");
      else if (chancy()) words = t("soko.watch.chance");
      else if (answer && line?.from && at !== null)
        words = t("soko.watch.at", { answer: answerWords(answer), at, n: line.moves.length });
      else if (answer && !answer.moves.length) words = answerWords(answer);
      else if (line?.from && at === null) words = t("soko.watch.yours");
      write(told, words);
    },
  };
}
