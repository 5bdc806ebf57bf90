// @ts-check
// Watching: an algorithm plays, at a speed of one's choice, until one takes over. Against chance it decides anew at
// each step.

import { b, h, refill, s, set, write } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { disable, icon, section } from "../../core/parts.js";
import { field } from "../../core/setup.js";
import { skin } from "../../core/skin.js";
import { answerWords } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */
/** @import { PlayPart } from "../play.js" */

/** Steps a second; none for as many as are drawn in one sign. @type {[string, number | null][]} */
const SPEEDS = [["slow", 3], ["normal", 8], ["fast", null]];

/** What is watched: whose way, and whether steps come by themselves.
 * @param {App} app @param {() => string} player @param {() => number | null} rate */
function createWalk(app, player, rate) {
  const { state } = app;
  let timer = 0;
  /** Whether steps come by themselves. */
  let running = false;
  /** Whether a way is being looked for, and what for. @type {"play" | "step" | null} */
  let awaited = null;

  const chancy = () => state.view?.variant != null && app.has("chance");
  /** What to do next, from the line or from the policy. */
  function due() {
    const { view, line, chance } = state;
    if (!view || view.scene.solved) return null;
    if (chancy()) return chance && app.fits(chance) ? (chance.chances?.moves ?? []) : null;
    const at = app.lineAt();
    return line && at !== null && at < line.moves.length ? line.moves.slice(at) : null;
  }
  function stop() {
    running = false;
    awaited = null;
    clearTimeout(timer);
  }
  /** One step; or all that are drawn in one sign. @param {boolean} whole */
  function move(whole) {
    const moves = due();
    if (!moves?.length) return false;
    const [chunk] = whole ? skin.chunks(moves) : [[moves[0]]];
    app.intend(() => (chunk.length > 1 ? { type: "line", text: app.join(chunk) } : { type: "move", move: chunk[0] }));
    return true;
  }
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
      app.ask({ type: "solve", algorithm: player() });
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
  return {
    chancy, stop, begin, toggle,
    on: () => running || awaited !== null,
    /** Whether a way is being looked for. */
    waits: () => awaited !== null,
    /** @type {NonNullable<PlayPart["heard"]>} */
    heard(message) {
      if (message.type !== "answer" || !awaited) return;
      const wish = awaited;
      awaited = null;
      // The line is there once the page has taken the answer in.
      if (message.moves.length) setTimeout(() => due() && begin(wish));
    },
  };
}

/** @param {App} app @returns {PlayPart & {stop(): void, toggle(): void}} */
export function createWatching(app) {
  const { state } = app;
  const player = h("select", { id: "watch-player", "data-i18n-label": "watching.player" });
  const speed = h("select", { id: "watch-speed", "data-i18n-label": "watching.speed" });
  const play = b({ class: "primary", id: "watch-play", "aria-keyshortcuts": "Space" });
  /** @param {string} name */
  const step = (name) =>
    b({ id: `watch-${name}`, "data-i18n-label": `replay.${name}`, "data-i18n-title": `replay.${name}` }, icon(name));
  const [first, back, on] = [step("first"), step("back"), step("step")];
  const told = h("p", { class: "quiet", id: "watch-told", role: "status" });
  const root = section("watching", [h("div", { class: "row" }, first, back, on, play)],
    h("div", { class: "fields" }, field("watching.player", player), field("watching.speed", speed)), told);
  root.id = "watch";
  const walk = createWalk(app, () => player.value,
    () => SPEEDS.find(([name]) => name === speed.value)?.[1] ?? null);
  const { stop, toggle } = walk;

  play.addEventListener("click", toggle);
  on.addEventListener("click", () => {
    stop();
    walk.begin("step");
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

  /** @param {State} now */
  function words({ busy, answer, line }) {
    const at = app.lineAt();
    if (busy === "solve" && walk.waits()) return t("answer.searching");
    if (walk.chancy()) return t("watching.chance");
    if (answer && line?.from && at !== null)
      return t("watching.at", { answer: answerWords(answer), at, n: line.moves.length });
    if (answer && !answer.moves.length) return answerWords(answer);
    return line?.from && at === null ? t("watching.yours") : "";
  }

  return {
    root, toggle, stop,
    help: [[t("race.space"), "help.space"]],
    heard: walk.heard,
    // Whoever takes a hand in it plays alone from there.
    interrupted: stop,
    run: stop,
    key(event) {
      if (event.key !== " " || (event.target instanceof Element && event.target.closest("button, a, summary")))
        return false;
      toggle();
      return true;
    },
    render(now) {
      const { game, view, busy } = now;
      if (!game || !view) return;
      const known = skin.watched.filter((spec) =>
        game.algorithms.some((one) => one.name === spec.replace(/\(.*/, "")));
      const usual = player.value || known[Math.max(0, known.length - 2)];
      refill(player, known, () => known.map((spec) => h("option", { value: spec, selected: spec === usual },
        maybe(`watching.${spec.replace(/\W+/g, "_")}`) ?? spec)));
      refill(speed, "", () => SPEEDS.map(([name]) =>
        h("option", { value: name, selected: name === (speed.value || "normal") }, t(`watching.speed.${name}`))));
      player.disabled = walk.chancy();
      const live = walk.on();
      refill(play, live, () => [s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
        s("path", { d: live ? "M6 4v12M14 4v12" : "m6 3 10 7-10 7z" })),
        h("span", {}, t(live ? "watching.pause" : "watching.play"))]);
      set(play, { "aria-pressed": String(live) });
      disable(play, view.scene.solved || (busy !== null && !live));
      disable(on, view.scene.solved || busy !== null);
      for (const one of [back, first]) disable(one, view.history.at === 0);
      write(told, words(now));
    },
  };
}
