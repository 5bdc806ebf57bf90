// @ts-check
// Analyse: search from the position on the table, all its optimal solutions, what each move of the game lost, and the map of a
// heuristic over the board.

import { h, refill, s, set, write } from "../core/dom.js";
import { createLegend, drawMap, mapSteps } from "../core/heat.js";
import { bytes, count, current, maybe, number, seconds, t } from "../core/i18n.js";
import { tableKey } from "../core/keys.js";
import { about, button, disable, figure, keyList, section, short, show } from "../core/parts.js";
import { createPicker, fillHeuristics } from "../core/pick.js";
import { skin } from "../core/skin.js";
import { createControls, createReplay, createStage, createStrip, createTable } from "../core/table.js";
import { answerWords, moves, moveSign } from "../core/words.js";

/** @typedef {import("../core/app.js").State} State */
/** @typedef {import("../core/wire.js").Annotated} Annotated */
/** @typedef {import("../core/app.js").Of<"solutions">} Solutions */

/** How many solutions are listed, and how long a move of the replay takes. */
const MOST = 200;
const STEP = 420;

/** @param {import("../core/app.js").App} app @returns {import("../core/app.js").Screen} */
export function create(app) {
  const { state } = app;
  const strip = createStrip(app);
  const controls = createControls(app);
  const stage = createStage(app);
  const replay = createReplay(app);
  /** What was asked for last, and from where: answers to both searches look alike. */
  let asked = { job: "solve", base: /** @type {string[]} */ ([]), code: "" };

  /** @param {"solve" | "all"} job @param {import("../core/wire.js").Intent} intent */
  function search(job, intent) {
    const { view } = state;
    if (!view) return;
    stop();
    asked = { job, base: view.history.moves.slice(0, view.history.at), code: view.code };
    app.ask(intent);
  }
  const cancel = () => app.send({ type: "cancel" });

  // ---- Solve ------------------------------------------------------------------------------------------------------

  const picker = createPicker(() => solve.render(state));
  set(picker.algorithm, { id: "algorithm", "data-i18n-label": null });
  set(picker.heuristic, { id: "heuristic", "data-i18n-label": null });
  set(picker.text, { id: "spec", placeholder: "wastar(bounces,weight=3)" });
  const solve = (() => {
    const go = h("button", { class: "primary", id: "solve-go" });
    const what = h("p", { class: "quiet", id: "algorithm-about" });
    const answer = h("p", { class: "answer", id: "answer", role: "status" });
    const values = ["expanded", "rate", "bound", "memory", "time"].map((key) => ({ key, value: h("dd", { id: `m-${key}` }) }));
    const meters = h("div", { class: "meters", id: "meters", hidden: true }, ...values.map(({ key, value }) => figure(key, value)));
    const form = h("form", { id: "solve" },
      h("div", { class: "fields" },
        h("label", {}, h("span", { "data-i18n": "algorithm" }), picker.algorithm),
        h("label", {}, h("span", { "data-i18n": "heuristic" }), picker.heuristic), go),
      what,
      h("details", {}, h("summary", { "data-i18n": "analyse.spec" }),
        h("label", { class: "fields" }, h("span", { class: "sr", "data-i18n": "analyse.spec" }), picker.text),
        h("p", { class: "quiet", "data-i18n": "analyse.spec.about" })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (state.busy === "solve") cancel();
      else if (!state.busy) search("solve", { type: "solve", algorithm: picker.value() });
    });
    return {
      root: section("solve.title", [], form, answer, meters),
      /** @param {State} now */
      render({ game, busy, view, answer: said, progress }) {
        picker.render(game);
        const running = busy === "solve";
        const info = picker.info();
        write(what, info ? about(info) : "");
        write(go, t(running ? "cancel" : "solve"));
        disable(go, busy !== null && !running);
        const there = asked.base.every((move, i) => move === view?.history.moves[i]);
        const mine = asked.job === "solve" && !running && there ? said : null;
        write(answer, running ? t("answer.searching") : mine ? answerWords(mine) : "");
        const stats = mine?.stats;
        const live = running ? progress : null;
        meters.hidden = !stats && !live;
        const rate = stats ? (stats.seconds > 0 ? stats.expanded / stats.seconds : null) : live?.rate;
        const texts = [show((stats ?? live)?.expanded), show(rate, short), show(stats ? mine?.lower_bound : live?.bound),
          show(stats ? stats.peak_bytes : live?.bytes, bytes), show((stats ?? live)?.seconds, seconds)];
        values.forEach(({ value }, i) => write(value, texts[i]));
      },
    };
  })();

  // ---- Replay: the shared part, and playing on by itself -----------------------------------------------------------

  const play = h("button", { type: "button", id: "replay-play", "aria-pressed": "false", "data-i18n-label": "analyse.play", "data-i18n-title": "analyse.play" });
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

  // ---- All optimal solutions --------------------------------------------------------------------------------------

  const every = (() => {
    /** @type {{message: Solutions, base: string[], code: string} | null} */
    let found = null;
    const go = h("button", { type: "button", id: "all-go" });
    const words = h("p", { id: "all-count", role: "status" });
    const list = h("ol", { id: "all-list", "data-i18n-label": "analyse.all", tabindex: -1 });
    go.addEventListener("click", () => {
      if (state.busy === "all") return cancel();
      if (state.busy) return;
      found = null;
      search("all", { type: "all", most: MOST });
    });
    return {
      root: section("analyse.all", [go], words, list),
      /** @param {Solutions} message */
      take(message) {
        found = { message, base: asked.base, code: asked.code };
      },
      /** @param {State} now */
      render({ busy, view, answer, progress, line }) {
        const running = busy === "all";
        write(go, t(running ? "cancel" : "analyse.all.go"));
        disable(go, busy !== null && !running);
        const history = view?.history;
        // What was found holds for the position that it was found in, and along the ways from there.
        if (found && (found.code !== view?.code || !found.base.every((move, i) => move === history?.moves[i]))) found = null;
        const message = found?.message;
        let said = "";
        if (running) said = progress ? t("analyse.all.progress", { n: number(progress.expanded) }) : t("answer.searching");
        else if (message) {
          const n = BigInt(message.count);
          said = t(n === 1n ? "analyse.all.one" : "analyse.all.other", { n: n.toLocaleString(current()), moves: moves(message.cost) });
          if (message.solutions.length < n) said += ` ${t("analyse.all.first", { n: number(message.solutions.length) })}`;
        } else if (asked.job === "all" && answer) said = answerWords(answer);
        write(words, said);
        list.hidden = !message;
        if (!message || !view || !found) return;
        const { base } = found;
        refill(list, `${current()} ${message.count} ${message.solutions.length} ${message.solutions[0]} ${view.code}`, () =>
          message.solutions.map((way, index) => {
            const signs = skin.chunks(way).map((chunk) => moveSign(view.scene, chunk.join("")));
            const one = h("button", { type: "button", "aria-label": `${index + 1}. ${signs.map(({ label }) => label).join(", ")}` },
              h("span", { class: "n", "aria-hidden": "true" }, String(index + 1)),
              h("span", { class: "ways" }, ...signs.map(({ nodes }) => h("span", { class: "way" }, ...nodes))));
            one.addEventListener("click", () => {
              stop();
              state.line = { moves: way, base, from: t("analyse.all.from", { n: index + 1 }) };
              app.render();
            });
            return h("li", {}, one);
          }));
        message.solutions.forEach((way, index) => {
          set(list.children[index].children[0], { "aria-current": line && line.moves === way ? "true" : null });
        });
      },
    };
  })();

  // ---- The game, move by move -------------------------------------------------------------------------------------

  const game = (() => {
    const go = h("button", { type: "button", id: "annotate-go" });
    const words = h("p", { class: "quiet", id: "annotation-words", role: "status" });
    const list = h("ol", { class: "chips", id: "annotation", "data-i18n-label": "analyse.game" });
    const chart = h("div", { class: "chart" });
    go.addEventListener("click", () => {
      if (state.busy === "annotate") cancel();
      else if (!state.busy && state.view?.history.moves.length) app.send({ type: "annotate" });
    });
    return {
      root: section("analyse.game", [go], words, chart, list),
      /** @param {State} now */
      render({ busy, view, annotation }) {
        if (!view) return;
        const { scene, history } = view;
        const running = busy === "annotate";
        write(go, t(running ? "cancel" : "analyse.game.go"));
        disable(go, (busy !== null && !running) || !history.moves.length);
        const wrong = annotation?.moves.findIndex((one, i) => one.move !== history.moves[i]) ?? 0;
        const told = (wrong < 0 ? annotation?.moves : annotation?.moves.slice(0, wrong)) ?? [];
        // A chip a turn: what its last move lost is what the turn lost.
        const turns = skin.turns(history.moves);
        let end = 0;
        const ends = turns.map((turn) => (end += turn.length));
        const known = ends.filter((last) => last <= told.length).map((last) => told[last - 1]);
        const judged = known.filter((one) => !weightless(one));
        const now = ends.filter((last) => last <= history.at).length;
        write(words, sum(judged, turns.length, running));
        const signature = `${current()} ${history.at} ${history.moves} ${JSON.stringify(known)}`;
        refill(list, signature, () => turns.map((turn, i) => {
          const { nodes, label } = moveSign(scene, turn.join(""));
          const { text, spoken, kind } = verdict(known[i] && !weightless(known[i]) ? known[i] : undefined);
          const one = h("button", { type: "button", class: "chip", "aria-label": `${i + 1}. ${label}${spoken ? `: ${spoken}` : ""}`, "aria-current": ends[i] === history.at ? "step" : null },
            ...nodes, ...(text ? [h("span", { class: `verdict ${kind}`, "aria-hidden": "true" }, text)] : []));
          one.addEventListener("click", () => app.go(() => ends[i]));
          return h("li", { class: ends[i] <= history.at ? null : "undone" }, one);
        }));
        list.hidden = !history.moves.length;
        chart.hidden = !known.length;
        refill(chart, signature, () => (known.length
          ? [h("p", { class: "quiet", "aria-hidden": "true" }, t("analyse.chart.title")), drawChart(known, turns.length, now)] : []));
      },
    };
  })();

  // ---- The map of a heuristic -------------------------------------------------------------------------------------

  const map = (() => {
    const toggle = h("input", { type: "checkbox", id: "map-on" });
    const heuristic = h("select", { id: "map-heuristic" });
    const obstacles = h("input", { type: "checkbox", id: "map-obstacles" });
    const legend = createLegend("analyse.map.legend");
    const words = h("p", { class: "quiet", id: "map-words" });
    const body = h("div", {}, h("div", { class: "fields" }, h("label", {}, h("span", { "data-i18n": "heuristic" }), heuristic),
      h("label", { class: "check" }, obstacles, h("span", { "data-i18n": "analyse.map.obstacles" }))), words, legend.root);
    let built = "";
    let sent = "";
    for (const input of [toggle, heuristic, obstacles]) input.addEventListener("change", app.render);
    return {
      root: section("analyse.map", [h("label", { class: "check" }, toggle, h("span", { "data-i18n": "analyse.map.on" }))], body),
      /** @param {State} now */
      render({ game: info, view, map: got }) {
        if (!info || !view) return;
        if (built !== current()) fillHeuristics(heuristic, info);
        built = current();
        const shown = toggle.checked;
        body.hidden = !shown;
        stage.host.classList.toggle("mapped", shown);
        const key = `${view.code} ${view.history.moves.slice(0, view.history.at)} ${heuristic.value} ${obstacles.checked}`;
        if (!shown) sent = "";
        else if (key !== sent && app.send({ type: "map", heuristic: heuristic.value, obstacles: obstacles.checked, text: null })) sent = key;
        const fits = got !== null && got.heuristic === heuristic.value && got.obstacles === obstacles.checked && got.values.length === view.scene.width * view.scene.height;
        // The old map stays until the new one is there, so that nothing flickers.
        if (!shown || fits) drawMap(stage.board.layer, view.scene, shown && fits ? got.values : null);
        if (!shown) return;
        const one = info.heuristics.find((each) => each.name === heuristic.value);
        const meaning = one ? (maybe(`heuristic.about.${one.name}`) ?? one.summary) : "";
        const bound = obstacles.checked ? "analyse.map.blocked" : (fits ? got.admissible : one?.admissible) ? "analyse.map.admissible" : "analyse.map.inadmissible";
        write(words, `${meaning} ${t(bound)}`);
        if (fits) legend.render(mapSteps(got.values.filter((_, cell) => !view.scene.closed.includes(cell) && !view.scene.outside.includes(cell)), t("analyse.map.none")));
      },
    };
  })();

  // ---- What is known of the start ---------------------------------------------------------------------------------

  const start = (() => {
    const reveal = button("analyse.reveal", { id: "reveal" });
    const best = h("dd", { id: "rating-best" });
    const pieces = h("dd");
    const level = h("dd", { class: "small" });
    const figures = h("div", { class: "figures" }, figure("optimum", best), figure("analyse.pieces", pieces), figure("analyse.level", level));
    const note = h("p", { class: "quiet" });
    reveal.addEventListener("click", () => {
      state.revealed = true;
      app.render();
    });
    return {
      root: section("analyse.start", [reveal], note, figures),
      /** @param {State} now */
      render({ rating, revealed, view }) {
        const open = revealed || Boolean(view?.scene.solved);
        reveal.hidden = open;
        figures.hidden = !open || !rating || rating.optimum === null;
        note.hidden = !figures.hidden;
        write(note, !open ? t("analyse.start.hidden") : !rating ? t("analyse.start.unknown") : rating.solvable === false ? t("hint.never") : t("analyse.start.open"));
        write(best, show(rating?.optimum));
        write(pieces, show(rating?.pieces));
        write(level, rating?.level == null ? "–" : t(`analyse.level.${rating.level}`));
      },
    };
  })();

  const root = createTable(app, { strip, controls, stage, panel: [solve.root, replay.root, every.root, game.root, map.root, start.root] });
  root.classList.add("analyse");

  return {
    root,
    render(now) {
      if (timer && !now.line) stop();
      for (const part of [strip, controls, stage, solve, replay, every, game, map, start]) part.render(now);
      refill(play, String(timer !== 0), () => [s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 10, r: 8.5 }),
        s("path", { d: timer ? "M7.5 7v6M12.5 7v6" : "m8.5 7 4.5 3-4.5 3z" }))]);
      set(play, { "aria-pressed": String(timer !== 0) });
    },
    slide: stage.board.slide,
    nudge: stage.board.nudge,
    key(event) {
      const taken = tableKey(event);
      if (taken) stop();
      return taken;
    },
    heard(message) {
      if (message.type === "solutions") every.take(message);
    },
    hidden() {
      stop();
      if (["solve", "all", "annotate"].includes(state.busy ?? "")) cancel();
    },
    help: () => [h("p", {}, t("analyse.help")), keyList([...skin.help, ["?", "help.help"]])],
  };
}

/** Whether a move left everything as it was: a walk, of which there is nothing to say. @param {Annotated} one */
const weightless = (one) => one.lost === 0 && one.before === one.after;

/** What is said of a move. @param {Annotated | undefined} one */
function verdict(one) {
  if (!one) return { text: "", spoken: "", kind: "" };
  if (one.dead) return { text: "✗", spoken: t("analyse.move.dead"), kind: "dead" };
  const to = one.after === null ? "" : `, ${t("analyse.move.after", { n: one.after })}`;
  if (one.lost === null) return { text: "?", spoken: t("analyse.move.unknown") + to, kind: "" };
  if (one.lost === 0) return { text: "✓", spoken: t("analyse.move.best") + to, kind: "best" };
  return { text: `+${one.lost}`, spoken: count("analyse.lost", one.lost) + to, kind: "lost" };
}

/**
 * The whole in a sentence.
 * @param {Annotated[]} known
 * @param {number} all
 * @param {boolean} running
 */
function sum(known, all, running) {
  if (!all) return t("analyse.game.none");
  if (running) return t("analyse.game.progress", { at: known.length, n: all });
  if (!known.length) return t("analyse.game.about");
  const lost = known.reduce((total, one) => total + (one.lost ?? 0), 0);
  const best = known.filter((one) => one.lost === 0).length;
  const words = [count("analyse.best", best).replace("{all}", String(known.length))];
  if (known.some((one) => one.dead)) words.push(t("analyse.game.dead"));
  else words.push(lost ? count("analyse.lost.all", lost) : t("analyse.lost.none"));
  return words.join(" ");
}

/**
 * The distance to the goal along the game, in steps.
 * @param {Annotated[]} known
 * @param {number} all turns of the game
 * @param {number} now where the table stands
 */
function drawChart(known, all, now) {
  const [width, height, left, top, bottom] = [340, 84, 22, 10, 18];
  const values = [known[0].before, ...known.map((one) => one.after)];
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const wide = Math.min(40, (width - left - 8) / (all + 1));
  const x = (/** @type {number} */ i) => left + i * wide;
  const y = (/** @type {number} */ value) => top + (1 - value / most) * (height - top - bottom);
  let d = "";
  /** @type {SVGElement[]} */
  const marks = [];
  values.forEach((value, i) => {
    const one = known[i - 1];
    if (value === null) {
      if (one?.dead) marks.push(s("text", { x: x(i) + wide / 2, y: top + 6, class: "cross" }, "✗"));
      return;
    }
    d += `${d && values[i - 1] !== null ? "L" : "M"}${x(i)},${y(value)}H${x(i) + wide}`;
    if (one?.lost) marks.push(s("circle", { cx: x(i), cy: y(value), r: 3.5 }));
  });
  const every = Math.max(1, Math.ceil(20 / wide));
  const ticks = values.map((_, i) => i).filter((i) => i % every === 0).map((i) => s("text", { x: x(i) + wide / 2, y: height - 4 }, String(i)));
  const label = t("analyse.chart", { list: values.map((value, i) => (value === null ? (known[i - 1]?.dead ? "✗" : "?") : value)).join(", ") });
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    s("rect", { class: "now", x: x(now), y: top - 6, width: wide, height: height - top - bottom + 6 }),
    s("path", { class: "axis", d: `M${left},${y(0)}H${width}M${left},${y(most)}H${width}` }),
    s("text", { x: left - 8, y: y(most) + 4, class: "end" }, String(most)), s("text", { x: left - 8, y: y(0) + 4, class: "end" }, "0"),
    ...ticks, s("path", { class: "steps", d }), ...marks);
}
