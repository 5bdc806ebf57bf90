// @ts-check
// Analyse: a search for a plan from the position on the table, all its optimal solutions, the replay of a way, and what
// is known of the start.

import { b, h, onSubmit, refill, s, set, write } from "../../core/dom.js";
import { bytes, current, number, seconds, t } from "../../core/i18n.js";
import { about, button, disable, field, figure, section, short, show } from "../../core/parts.js";
import { createPicker } from "../../core/pick.js";
import { skin } from "../../core/skin.js";
import { createReplay } from "../../core/table.js";
import { answerWords, moves } from "../../core/words.js";
import { createFigures } from "../parts/thought.js";

/** @import { App } from "../../core/app.js" */
/** @import { Message, Of, State } from "../../core/state.js" */
/** @import { Part } from "../../core/table.js" */
/** @import { Answer, Intent } from "../../core/wire.js" */
/** @typedef {ReturnType<typeof createSearches>} Searches */

/** How many solutions are listed, and how long a move of the replay takes. */
const [MOST, STEP] = [200, 420];
const FIGURES = ["expanded", "rate", "best", "bound", "memory", "time"];

/** Answers to both searches look alike, so it is kept which was asked for, from where, and what each gave: what one
 * says stays when the other is asked.
 * @param {App} app @param {() => void} began called before a search begins */
export function createSearches(app, began) {
  const { state } = app;
  /** @type {Record<string, {base: string[], code: string, answer: Answer | null}>} */
  const asked = {};
  let last = "";
  return {
    /** What was asked for, where it still holds: where it was asked, and along the ways from there.
     * @param {string} job */
    asked(job) {
      const { view } = state;
      const one = asked[job];
      const here = one && one.code === view?.code && one.base.every((move, i) => move === view?.history.moves[i]);
      return here ? one : null;
    },
    /** An answer is that of the search that was asked for last. @param {Message} message */
    heard(message) {
      if (message.type === "answer" && asked[last]) asked[last].answer = message;
    },
    /** Begins a search, or ends it. @param {"solve" | "all"} job @param {() => Intent} intent */
    toggle(job, intent) {
      const { view, busy } = state;
      if (busy === job) return void app.send({ type: "cancel" });
      if (busy || !view) return;
      began();
      last = job;
      asked[job] = { base: app.past(), code: view.code, answer: null };
      app.ask(intent());
    },
  };
}

/** One search. @param {App} app @param {Searches} searches @returns {Part} */
export function createSolve(app, searches) {
  const { state } = app;
  const picker = createPicker(() => render(state));
  set(picker.algorithm, { id: "algorithm" });
  set(picker.heuristic, { id: "heuristic" });
  set(picker.text, { id: "spec" });
  const go = h("button", { class: "primary", id: "solve-go" });
  const what = h("p", { class: "quiet", id: "algorithm-about" });
  const answer = h("p", { class: "answer", id: "answer", role: "status" });
  const meters = createFigures(FIGURES, { class: "meters", id: "meters", hidden: true });
  meters.values.forEach((value, i) => set(value, { id: `m-${FIGURES[i]}` }));
  const note = h("p", { class: "quiet", id: "solve-match", "data-i18n": "analyse.match", hidden: true });
  const form = h("form", { id: "solve" },
    h("div", { class: "fields" }, field("algorithm", picker.algorithm), field("heuristic", picker.heuristic), go), what,
    h("details", {}, h("summary", { "data-i18n": "analyse.spec" }),
      h("label", { class: "fields" }, h("span", { class: "sr", "data-i18n": "analyse.spec" }), picker.text),
      h("p", { class: "quiet", "data-i18n": "analyse.spec.about" })));
  onSubmit(form, () => searches.toggle("solve", () => ({ type: "solve", algorithm: picker.value() })));

  /** @param {State} now */
  function render({ game, busy, progress, view }) {
    picker.render(game);
    const [first] = game?.heuristics ?? [];
    set(picker.text, { placeholder: first ? `wastar(${first.name},weight=3)` : null });
    const running = busy === "solve";
    const info = picker.info();
    write(what, info ? about(info) : "");
    write(go, t(running ? "cancel" : "solve"));
    disable(go, busy !== null && !running);
    const mine = running ? null : searches.asked("solve")?.answer ?? null;
    note.hidden = !view?.match || ["done", "over"].includes(view.match.phase);
    const stats = mine?.stats;
    const live = running ? progress : null;
    const best = live?.best ?? null;
    write(answer, best !== null ? t("answer.so_far", { moves: moves(best), least: number(live?.least ?? 0) })
      : running ? t("answer.searching") : mine ? answerWords(mine) : "");
    meters.root.hidden = !stats && !live;
    const rate = stats ? (stats.seconds > 0 ? stats.expanded / stats.seconds : null) : live?.rate;
    meters.render([show((stats ?? live)?.expanded), show(rate, short), show(stats ? mine?.cost : best),
      show(stats ? mine?.lower_bound : live?.least || live?.bound),
      show(stats ? stats.peak_bytes : live?.bytes, bytes), show((stats ?? live)?.seconds, seconds)]);
  }
  return { root: section("solve.title", [], form, note, answer, meters.root), render, heard: searches.heard };
}

/** All optimal solutions, each of which can become the line.
 * @param {App} app @param {Searches} searches @param {() => void} stop ends what is being replayed @returns {Part} */
export function createSolutions(app, searches, stop) {
  const { state } = app;
  const go = b({ id: "all-go" });
  const words = h("p", { id: "all-count", role: "status" });
  const list = h("ol", { id: "all-list", "data-i18n-label": "analyse.all", tabindex: -1 });
  go.addEventListener("click", () => searches.toggle("all", () => {
    found = null;
    return { type: "all", most: MOST };
  }));
  /** @type {{message: Of<"solutions">, base: string[], code: string} | null} */
  let found = null;

  /** @param {Of<"solutions">} message */
  function sum({ count, cost, solutions }) {
    const n = BigInt(count);
    const words = t(n === 1n ? "analyse.all.one" : "analyse.all.other",
      { n: n.toLocaleString(current()), moves: moves(cost) });
    return solutions.length < n ? `${words} ${t("analyse.all.first", { n: number(solutions.length) })}` : words;
  }
  /** @param {string[]} way @param {number} index @param {string[]} base */
  function item(way, index, base) {
    const { scene } = /** @type {NonNullable<State["view"]>} */ (state.view);
    const signs = skin.chunks(way).map((chunk) => skin.moveSign(scene, chunk.join("")));
    const one = b({ "aria-label": `${index + 1}. ${signs.map(({ label }) => label).join(", ")}` },
      h("span", { class: "n", "aria-hidden": "true" }, String(index + 1)),
      h("span", { class: "ways" }, ...signs.map(({ nodes }) => h("span", { class: "way" }, ...nodes))));
    one.addEventListener("click", () => {
      stop();
      state.line = { moves: way, base, from: t("analyse.all.from", { n: index + 1 }) };
      app.render();
    });
    return h("li", {}, one);
  }

  return {
    root: section("analyse.all", [go], words, list),
    heard(message) {
      const asked = searches.asked("all");
      if (message.type === "solutions" && asked) found = { message, ...asked };
    },
    render({ busy, view, progress, line }) {
      const running = busy === "all";
      const answer = searches.asked("all")?.answer;
      write(go, t(running ? "cancel" : "analyse.all.go"));
      disable(go, busy !== null && !running);
      // What was found holds in the position that it was found in, and along the ways from there.
      if (found && (found.code !== view?.code || !found.base.every((move, i) => move === view.history.moves[i])))
        found = null;
      write(words, running && progress ? t("analyse.all.progress", { n: number(progress.expanded) })
        : running ? t("answer.searching") : found ? sum(found.message)
          : answer ? answerWords(answer) : "");
      list.hidden = !found;
      if (!found || !view) return;
      const { message: { count, solutions }, base } = found;
      refill(list, `${count} ${solutions.length} ${solutions[0]} ${view.code}`, () =>
        solutions.map((way, index) => item(way, index, base)));
      solutions.forEach((way, index) =>
        set(list.children[index].children[0], { "aria-current": line?.moves === way ? "true" : null }));
    },
  };
}

/** The replay of a line, which can play on by itself. @param {App} app */
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
      const d = timer ? "M7.5 7v6M12.5 7v6" : "m8.5 7 4.5 3-4.5 3z";
      refill(play, d, () => [s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
        s("circle", { cx: 10, cy: 10, r: 8.5 }), s("path", { d }))]);
      set(play, { "aria-pressed": String(timer !== 0) });
    },
  };
}

/** What is known of the start, for those who want to know. @param {App} app @returns {Part} */
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
