// @ts-check
// Learn: a short tour of search on a small board of its own. The table is left alone: states are drawn with `sketch`, searches
// run as a `race` on the board's text, and every number in the text comes from those answers.

import { createBoard, U } from "../core/board.js";
import { all, h, refill, s, set, write } from "../core/dom.js";
import { createHeatBoard, createLegend, drawMap, heatSteps, heatTop, mapSteps } from "../core/heat.js";
import { count, current, maybe, number, t } from "../core/i18n.js";
import { about, button, disable, figure, keyList, show } from "../core/parts.js";
import { skin } from "../core/skin.js";
import { moveChip, moves } from "../core/words.js";
import { createExplorer } from "./learn-explore.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../core/app.js").Direction} Direction */
/** @typedef {import("../core/wire.js").Lane} Lane */
/** @typedef {import("../core/wire.js").Scene} Scene */

/** What the sentences of a step are made from. @typedef {{step: number, scene: Scene, first: Scene, made: number, heuristic: string,
 *   explorer: ReturnType<typeof createExplorer>, maps: Record<string, (number | null)[]>, laneOf(algorithm: string): Lane | null, results: Record<string, Lane>}} Told */
/**
 * A game's tour: the address of its board, where its pieces start and its text for given cells of them; the cells after a move; two heuristics
 * to choose from, and what runs at a step; what is run quietly to compare with; the sentences of a step; and a cell to look at on the map.
 * @typedef {{code: string, start: number[], text(cells: number[]): string, after(cells: number[], move: import("../core/wire.js").SceneMove): number[],
 *   heuristics: [string, string], runs(step: number, heuristic: string): string[], compare: string, layered: boolean,
 *   sentences(told: Told): string[], mark?(told: Told): number | undefined}} Lesson
 */
const STEPS = 7;
const RATES = [5, 20, 100];
/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A board of a search: its heat, its figures and the way it found. */
function createLane() {
  const host = h("div", {});
  const heat = createHeatBoard(host);
  const title = h("p", { class: "watch-name" });
  const [expanded, depth, found] = [h("dd"), h("dd"), h("dd")];
  const way = h("ol", { class: "chips", "data-i18n-label": "solution" });
  const layer = figure("learn.depth", depth);
  return {
    root: h("div", { class: "watch" }, title, host,
      h("div", { class: "figures" }, figure("learn.expanded", expanded), figure("learn.found", found), layer), way),
    /** @param {Scene} scene @param {string} name @param {Lane | null} lane @param {number} top @param {boolean} layered whether it searches layer by layer */
    render(scene, name, lane, top, layered) {
      layer.hidden = !layered;
      write(title, name);
      heat.render(scene, lane ?? { heat: [], cells: [] }, top);
      write(expanded, show(lane?.expanded));
      write(depth, show(lane?.bound));
      write(found, show(lane?.cost));
      refill(way, `${current()} ${lane?.moves.join() ?? ""}`, () => skin.chunks(lane?.moves ?? []).map((chunk) => h("li", {}, moveChip(scene, chunk.join("")))));
    },
  };
}

/** Where a pushed piece goes: the cell that is new. @param {number[]} from @param {number[]} to @param {number} piece @returns {[number, number[]]} */
const pushedBy = (from, to, piece) => [piece, to.slice(1).filter((cell) => !from.slice(1).includes(cell))];

/** @param {App} app @param {Lesson} tour @returns {import("../core/app.js").Screen} */
export function create(app, tour) {
  const { state } = app;
  let step = 1;
  let rate = RATES[1];
  let heuristic = "";
  let selected = 0;
  /** The state that the board shows, and the moves made to get there. @type {{cells: number[], made: number} | null} */
  let here = null;
  /** The state pointed at in the tree. @type {string | null} */
  let pointed = null;
  /** The race that this screen started. @type {{algorithms: string[], lanes: Lane[], begun: boolean, paused: boolean, done: boolean, quick: boolean} | null} */
  let run = null;
  /** What each algorithm came to, as far as it was run. @type {Record<string, Lane>} */
  const results = {};
  let spoken = { step: 0, last: "" };
  /** What each heuristic says of each cell. @type {Record<string, (number | null)[]>} */
  const maps = {};

  const lesson = () => (state.game ? tour : null);
  const explorer = createExplorer((cells) => app.send({ type: "sketch", text: tour.text(cells) }), tour.after);

  // ---- Races on the tour's board ---------------------------------------------------------------------------------

  /** What a step runs. */
  const algorithms = () => tour.runs(step, heuristic);
  /** @param {string[]} algorithms @param {number | null} pace */
  function start(algorithms, pace) {
    const now = lesson();
    if (!now || !app.send({ type: "race", algorithms, clock: "expansions", rate: pace, text: now.text(now.start) })) return;
    run = { algorithms, lanes: [], begun: false, paused: false, done: false, quick: pace === null };
    app.render();
  }
  function stop() {
    if (run && !run.done) app.send({ type: "cancel" });
    run = null;
  }
  function toggle() {
    if (!run || run.done || run.quick) return start(algorithms(), rate);
    run.paused = !run.paused;
    app.send({ type: "pace", rate: run.paused ? 0 : rate });
    app.render();
  }
  /** @param {number} to */
  function setRate(to) {
    rate = to;
    if (run && !run.done && !run.paused) app.send({ type: "pace", rate });
    app.render();
  }
  /** The lane of an algorithm: of the run under way, else of the last one. @param {string} algorithm */
  const laneOf = (algorithm) => run?.lanes.find((lane) => lane.algorithm === algorithm) ?? (run?.algorithms.includes(algorithm) ? null : (results[algorithm] ?? null));

  /** @param {import("../core/wire.js").Message} message */
  function heard(message) {
    if (message.type === "sketch") explorer.take(message.scene);
    else if (message.type === "map") maps[message.heuristic] = message.values;
    else if (message.type === "hello") {
      explorer.again();
      run = null;
      for (const name of Object.keys(maps)) if (!maps[name].length) delete maps[name];
    } else if (message.type === "error" && run && !run.done) run = null;
    else if (message.type === "busy" && run && !run.done) {
      // Ended from elsewhere; the end of the race before this one is not meant.
      if (message.job === "race") run.begun = true;
      else if (run.begun) run = null;
    } else if (message.type === "race" && run?.begun && !run.done) {
      run.lanes = message.lanes;
      run.done = message.done;
      if (!message.done) return;
      for (const lane of message.lanes) if (lane.outcome === "solved") results[lane.algorithm] = lane;
    }
  }

  // ---- The stage: the board of the tour, the tree, the boards of the searches --------------------------------------

  const host = h("div", { class: "board", id: "board-learn", role: "group", tabindex: 0 });
  const board = createBoard(host, {
    choose(piece) {
      if (!skin.choosable) return;
      selected = piece;
      app.render();
    },
    elsewhere() {},
    cell(cell) {
      const move = skin.choosable ? null : sceneNow()?.moves.find((one) => one.path.at(-1) === cell);
      if (move) slide(move.piece, move.direction);
      return Boolean(move);
    },
    move: (move) => slide(move.piece, move.direction),
    swipe: (direction) => slide(selected, direction),
  });
  const mapLegend = createLegend("learn.map");
  const heatLegend = createLegend("learn.heat");
  const lanes = [createLane(), createLane()];
  const laneBox = h("div", { class: "pair" }, ...lanes.map((lane) => lane.root));
  const layers = h("div", { class: "layers", id: "learn-tree", role: "img", tabindex: 0 });
  const pathTo = h("div", { class: "chips" });
  const tree = h("div", { class: "tree" },
    h("p", { class: "layer heads", "aria-hidden": "true" }, h("span", { "data-i18n": "learn.tree.moves" }), h("span", { "data-i18n": "learn.tree.dots" }),
      h("span", { "data-i18n": "learn.tree.ways" }), h("span", { "data-i18n": "learn.tree.states" })),
    layers, pathTo);

  /** @param {number} piece @param {string} direction */
  async function slide(piece, direction) {
    const scene = sceneNow();
    const move = scene?.moves.find((one) => one.piece === piece && one.direction === direction);
    const from = here?.cells ?? lesson()?.start;
    if (step !== 1 || !scene || scene.solved || !from) return;
    if (!move) return board.nudge(piece, /** @type {Direction} */ (direction));
    selected = piece;
    const cells = tour.after(from, move);
    const made = (here?.made ?? 0) + 1;
    explorer.ask(cells);
    const pushed = move.pushes === null ? null : pushedBy(from, cells, move.pushes);
    await board.slide([{ piece, path: move.path, pushed }], still.matches ? 0 : skin.pace(move.path.length, false));
    here = { cells, made };
    app.render();
  }
  /** The picture of the state that is to be seen. */
  function sceneNow() {
    const now = lesson();
    if (!now) return null;
    const pointedAt = step === 2 && pointed ? explorer.nodes.get(pointed) : null;
    const cells = pointedAt?.cells ?? (step === 1 ? here?.cells : null) ?? now.start;
    return explorer.scene(cells);
  }
  /** @param {string | null} key */
  function point(key) {
    if (key === pointed) return;
    pointed = key;
    app.render();
  }
  layers.addEventListener("pointerover", (event) => {
    const dot = event.target instanceof HTMLElement ? event.target.dataset.state : undefined;
    if (dot) point(dot);
  });
  layers.addEventListener("keydown", (event) => {
    const keys = [...explorer.nodes.keys()];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !keys.length) return;
    event.preventDefault();
    point(keys[(Math.max(0, keys.indexOf(pointed ?? "")) + by + keys.length) % keys.length]);
  });

  function renderTree() {
    const { nodes } = explorer;
    const depths = explorer.layers();
    const ways = explorer.ways();
    // A picture for every fifty states is enough while they come in.
    refill(layers, `${current()} ${explorer.done ? nodes.size : Math.floor(nodes.size / 50)} ${explorer.done} ${explorer.solved()}`, () => depths.map((list, depth) =>
      h("p", { class: "layer" }, h("span", {}, String(depth)),
        h("span", { class: "dots" }, ...list.map((node) => h("i", { "data-state": node.key, class: node.scene?.solved ? "goal" : null }))),
        h("span", {}, ways[depth] === undefined ? "" : number(ways[depth])), h("span", {}, number(list.length)))));
    layers.style.setProperty("--most", String(Math.max(1, ...depths.map((list) => list.length))));
    set(layers, { "aria-label": t("learn.tree.label", { layers: depths.map((list) => number(list.length)).join(", ") }) });
    for (const dot of all(".at", layers)) dot.classList.remove("at");
    if (pointed) layers.querySelector(`[data-state="${pointed}"]`)?.classList.add("at");
    const node = pointed ? nodes.get(pointed) : null;
    const scene = sceneNow();
    refill(pathTo, `${current()} ${pointed}`, () => {
      if (!node || !scene) return [h("span", { class: "quiet" }, t("learn.tree.point"))];
      const moves = explorer.path(node);
      return [h("span", { class: "quiet" }, count("learn.tree.after", moves.length)), ...moves.map((move) => moveChip(scene, move))];
    });
  }

  // ---- The text --------------------------------------------------------------------------------------------------

  const title = h("h2", { id: "learn-title" });
  const at = h("p", { class: "quiet", id: "learn-step" });
  const prose = h("div", { class: "prose" });
  const go = h("button", { type: "button", class: "primary", id: "learn-run" });
  const again = button("learn.again", { id: "learn-again" });
  const speeds = h("div", { class: "seg", role: "group", "data-i18n-label": "learn.rate" });
  const choice = h("div", { class: "seg", id: "learn-heuristic", role: "group", "data-i18n-label": "heuristic" });
  const runs = h("div", { class: "run" }, go, again, speeds);
  const bars = h("ul", { class: "bars" });
  const links = h("div", { class: "doors" }, ...(/** @type {const} */ (["play", "race", "build"])).map((screen) => h("a", { class: "door", "data-to": screen, "data-i18n": `learn.to.${screen}` })));
  const known = h("div", { class: "known" });
  const back = button("learn.back", { id: "learn-back" });
  const next = button("learn.next", { id: "learn-next", class: "primary" });
  const dots = h("ol", { class: "steps", "data-i18n-label": "learn.steps" });
  const root = h("div", { class: "learn" },
    h("div", { class: "stage" }, host, mapLegend.root, tree, laneBox, heatLegend.root),
    h("article", { "aria-labelledby": "learn-title" }, h("div", { class: "head" }, dots, at), title, choice, prose, runs, bars, links, known,
      h("div", { class: "turn" }, back, next)));

  go.addEventListener("click", toggle);
  again.addEventListener("click", () => {
    if (step === 1) {
      here = null;
      return app.render();
    }
    stop();
    start(algorithms(), rate);
  });
  back.addEventListener("click", () => turn(step - 1));
  next.addEventListener("click", () => turn(step + 1));

  /** @param {number} to */
  function turn(to) {
    if (to < 1 || to > STEPS || to === step) return;
    stop();
    step = to;
    pointed = null;
    app.say(`${t("learn.at", { n: step, of: STEPS })}. ${t(`learn.${step}`)}`);
    root.querySelector("article")?.scrollTo(0, 0);
    app.render();
  }

  /** What a step needs from the server and has not got. */
  function want() {
    const now = lesson();
    if (!now || !app.online()) return;
    explorer.begin(now.start);
    heuristic ||= now.heuristics[0];
    const text = now.text(now.start);
    if (step === 4) {
      for (const name of now.heuristics) {
        if (name in maps) continue;
        maps[name] = [];
        app.send({ type: "map", heuristic: name, obstacles: false, text });
      }
    }
    // The figure to compare with, if nobody waited for it.
    if (step === 5 && !results[now.compare] && !run && state.busy === null) start([now.compare], null);
  }

  /** @param {Scene} scene @returns {Told} */
  const told = (scene) => ({ step, scene, first: explorer.scene(tour.start) ?? scene, made: here?.made ?? 0, heuristic, explorer, maps, laneOf, results });

  function renderControls() {
    const now = lesson();
    const racing = step === 3 || step === 5 || step === 6;
    const mine = run !== null && !run.quick && !run.done;
    runs.hidden = !racing && !(step === 1 && here !== null);
    go.hidden = speeds.hidden = !racing;
    again.hidden = step !== 1 && !(run && !run.quick && (run.done || run.lanes.length > 0));
    write(go, t(!mine ? "learn.run" : run?.paused ? "learn.resume" : "learn.pause"));
    go.hidden ||= Boolean(run?.done && !run.quick);
    disable(go, !mine && state.busy !== null && !run?.quick);
    refill(speeds, `${current()} ${rate}`, () => RATES.map((one) => {
      const made = h("button", { type: "button", "aria-pressed": String(one === rate) }, t("learn.persecond", { n: one }));
      made.addEventListener("click", () => setRate(one));
      return made;
    }));
    choice.hidden = step !== 4 && step !== 5;
    refill(choice, `${current()} ${heuristic}`, () => tour.heuristics.map((one) => {
      const made = h("button", { type: "button", "data-heuristic": one, "aria-pressed": String(one === heuristic) }, one);
      made.addEventListener("click", () => {
        if (step === 5) stop();
        heuristic = one;
        app.render();
      });
      return made;
    }));
    // The runs so far, as bars.
    const done = Object.values(results);
    const most = Math.max(1, ...done.map((lane) => lane.expanded));
    bars.hidden = step < 5 || step > 6 || done.length < 2;
    refill(bars, `${current()} ${done.map((lane) => `${lane.algorithm} ${lane.expanded}`).join()}`, () => done.map((lane) => {
      const bar = h("i");
      bar.style.width = `${(100 * lane.expanded) / most}%`;
      return h("li", {}, h("span", {}, lane.algorithm), bar, h("span", {}, t("learn.bar", { n: number(lane.expanded), moves: moves(lane.cost, /metric=(\w+)/.exec(lane.algorithm)?.[1]) })));
    }));
    links.hidden = known.hidden = step !== STEPS;
    for (const link of all("[data-to]", links)) set(link, { href: `#${state.game?.name}/${link.dataset.to}/${now?.code}` });
    refill(known, `${current()} ${state.game?.name}`, () => (state.game ? [
      h("p", { class: "quiet" }, t("learn.known", { algorithms: state.game.algorithms.length, heuristics: state.game.heuristics.length })),
      h("dl", {}, ...state.game.algorithms.flatMap((one) => [h("dt", {}, one.name), h("dd", {}, about(one))]))] : []));
    disable(back, step === 1);
    next.hidden = step === STEPS;
    write(at, t("learn.at", { n: step, of: STEPS }));
    refill(dots, `${current()} ${step}`, () => Array.from({ length: STEPS }, (_, i) => {
      const made = h("button", { type: "button", "aria-label": `${i + 1}. ${t(`learn.${i + 1}`)}`, "aria-current": i + 1 === step ? "step" : null }, String(i + 1));
      made.addEventListener("click", () => turn(i + 1));
      return h("li", {}, made);
    }));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const onBoard = document.activeElement === host && step === 1;
    const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
    if (onBoard && event.key in ARROWS) slide(selected, ARROWS[event.key]);
    else if (onBoard && skin.choosable && digit && sceneNow()?.pieces[Number(digit[1]) - 1]) {
      selected = Number(digit[1]) - 1;
      app.render();
    } else if (event.key === "ArrowLeft") turn(step - 1);
    else if (event.key === "ArrowRight") turn(step + 1);
    else return false;
    return true;
  }

  return {
    root,
    render() {
      want();
      const scene = sceneNow();
      root.dataset.step = String(step);
      write(title, t(`learn.${step}`));
      const searching = step === 3 || step === 5 || step === 6;
      host.hidden = searching;
      tree.hidden = step !== 2;
      laneBox.hidden = heatLegend.root.hidden = !searching;
      mapLegend.root.hidden = step !== 4;
      renderControls();
      if (!scene) return write(prose, t("goal.wait"));
      const now = told(scene);
      const lines = tour.sentences(now);
      refill(prose, JSON.stringify([step, lines]), () => lines.map((sentence) => h("p", {}, sentence)));
      const latest = lines.at(-1) ?? "";
      // What has changed since is spoken; a new step speaks for itself.
      if (spoken.step === step && spoken.last !== latest) app.say(latest);
      spoken = { step, last: latest };
      root.style.setProperty("--ratio", String(scene.width / scene.height));
      if (searching) {
        const names = algorithms();
        const shown = names.map(laneOf);
        const top = heatTop(shown.map((lane) => lane?.heat ?? []));
        lanes.forEach((lane, i) => {
          lane.root.hidden = i >= names.length;
          if (i < names.length) lane.render(scene, names[i], shown[i], top, step === 3 && tour.layered);
        });
        heatLegend.render(heatSteps(top));
        return;
      }
      const values = step === 4 && maps[heuristic]?.length ? maps[heuristic] : null;
      board.render(scene, { selected: step === 1 ? selected : -1, hinted: null, margin: 6 });
      set(host, { "aria-label": t("board.label", { width: scene.width, height: scene.height }), tabindex: step === 1 ? 0 : null });
      drawMap(board.layer, scene, values);
      host.classList.toggle("mapped", values !== null);
      const last = values ? tour.mark?.(now) : undefined;
      if (last === undefined) board.top.replaceChildren();
      else {
        const { x, y } = board.middle(last);
        board.top.replaceChildren(s("rect", { class: "mark-cell", x: x - U / 2 + 2, y: y - U / 2 + 2, width: U - 4, height: U - 4 }));
      }
      if (values) mapLegend.render(mapSteps(values));
      if (step === 2) renderTree();
    },
    key,
    heard,
    hidden() {
      stop();
      // What the tour was told is not about the table.
      let tries = 20;
      const forget = () => {
        Object.assign(state, { race: null, map: null, sketch: null });
        if (state.busy === "race" && (tries -= 1) > 0) setTimeout(forget, 100);
      };
      forget();
    },
    help: () => [h("p", {}, t("learn.help")), keyList([["← →", "learn.key.turn"], ["1 2", "help.digit"], ["← ↑ ↓ →", "learn.key.slide"], ["?", "help.help"]])],
  };
}
