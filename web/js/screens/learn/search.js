// @ts-check
// The tour of a puzzle: states, the tree of states, breadth-first search, a heuristic, A*, both side by side. It has a
// small board of its own: states are drawn with `sketch`, searches run as a `race` on the board's text, and every
// number comes from those answers.

import { createBoard, U } from "../../core/board.js";
import { all, b, h, refill, s, set, write } from "../../core/dom.js";
import { createLegend, drawMap, heatSteps, heatTop, mapSteps } from "../../core/heat.js";
import { count, number, t } from "../../core/i18n.js";
import { about, button, disable, keyList } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { moveChip, moves } from "../../core/words.js";
import { createExplorer } from "./explore.js";
import { createLane, createRuns } from "./runs.js";

/** @import { App } from "../../core/app.js" */
/** @import { BoardActions, Direction } from "../../core/board.js" */
/** @import { Lane, Scene, SceneMove } from "../../core/wire.js" */
/** @import { Tour } from "../learn.js" */
/** What the sentences of a step are made from.
 * @typedef {{step: number, scene: Scene, first: Scene, made: number, heuristic: string,
 *   explorer: ReturnType<typeof createExplorer>, maps: Record<string, (number | null)[]>,
 *   laneOf(algorithm: string): Lane | null, results: Record<string, Lane>}} Told */
/**
 * What a puzzle says of its tour: the address of its board, where its pieces start and its text for given cells of
 * them; the cells after a move; two heuristics to choose from, and what runs at a step; what is run quietly to compare
 * with; the sentences of a step; and a
 * cell to look at on the map.
 * @typedef {{code: string, start: number[], text(cells: number[]): string,
 *   after(cells: number[], move: SceneMove): number[], heuristics: [string, string],
 *   runs(step: number, heuristic: string): string[], compare: string, layered: boolean,
 *   sentences(told: Told): string[], mark?(told: Told): number | undefined}} Course
 */

const STEPS = 7;
const RATES = [5, 20, 100];
/** The steps on which searches run. */
const RACES = [3, 5, 6];
const SIDE_BY_SIDE = 6;
/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where a pushed piece goes: the cell that is new.
 * @param {number[]} from @param {number[]} to @param {number} piece @returns {[number, number[]]} */
const pushedBy = (from, to, piece) => [piece, to.slice(1).filter((cell) => !from.slice(1).includes(cell))];

/** @param {App} app @param {Course} course @returns {Tour} */
export function createSearchTour(app, course) {
  const { state } = app;
  let step = 1;
  let rate = RATES[1];
  let [heuristic] = course.heuristics;
  let selected = 0;
  /** The state that the board shows, and the moves made to get there. @type {{cells: number[], made: number} | null} */
  let here = null;
  /** The state pointed at in the tree. @type {string | null} */
  let pointed = null;
  /** What each heuristic says of each cell; empty while it is awaited. @type {Record<string, (number | null)[]>} */
  const maps = {};
  const text = course.text(course.start);
  const runs = createRuns(app, text);
  const explorer = createExplorer((cells) => app.sketch({ text: course.text(cells) }, (one) => {
    if (one) explorer.take(one.scene);
    else explorer.again();
    app.render();
  }), course.after);
  const algorithms = () => course.runs(step, heuristic);

  // ---- The board and the tree -------------------------------------------------------------------------------------

  const host = h("div", { class: "board", id: "board-learn", role: "group", tabindex: 0 });
  const board = createBoard(host, /** @type {BoardActions} */ ({
    choose(piece) {
      if (!skin.choosable) return;
      selected = piece;
      app.render();
    },
    elsewhere() {},
    cell(cell) {
      const move = skin.choosable ? null : sceneNow()?.moves.find((one) => one.path.at(-1) === cell);
      if (move) make(move);
      return Boolean(move);
    },
    move: (move) => make(move),
    swipe: (direction) => slide(direction),
  }));
  const legends = { map: createLegend("learn.map"), heat: createLegend("learn.heat") };
  const lanes = [createLane(), createLane()];
  const laneBox = h("div", { class: "pair" }, ...lanes.map((lane) => lane.root));
  const layers = h("div", { class: "layers", id: "learn-tree", role: "img", tabindex: 0 });
  const pathTo = h("div", { class: "chips" });
  const heads = ["moves", "dots", "ways", "states"].map((name) => h("span", { "data-i18n": `learn.tree.${name}` }));
  const tree = h("div", { class: "tree" }, h("p", { class: "layer heads", "aria-hidden": "true" }, ...heads), layers,
    pathTo);

  /** @param {SceneMove} move */
  async function make(move) {
    const from = here?.cells ?? course.start;
    if (step !== 1 || sceneNow()?.solved) return;
    selected = move.piece;
    const cells = course.after(from, move);
    const made = (here?.made ?? 0) + 1;
    explorer.ask(cells);
    const pushed = move.pushes == null ? null : pushedBy(from, cells, move.pushes);
    const pace = still.matches ? 0 : skin.pace(move.path.length, false);
    await board.slide([{ piece: move.piece, path: move.path, pushed }], pace);
    here = { cells, made };
    app.render();
  }
  /** @param {string} direction */
  function slide(direction) {
    const found = sceneNow()?.moves.find((one) =>
      one.direction === direction && (!skin.choosable || one.piece === selected));
    if (found) make(found);
    else if (step === 1) board.nudge(selected, /** @type {Direction} */ (direction));
  }
  /** The picture of the state that is to be seen. */
  function sceneNow() {
    const at = step === 2 && pointed ? explorer.nodes.get(pointed)?.cells : step === 1 ? here?.cells : null;
    return explorer.scene(at ?? course.start);
  }
  /** @param {string | null} key */
  function point(key) {
    if (key === pointed) return;
    pointed = key;
    app.render();
  }
  /** How far from a dot one may point at it, in pixels: dots are as small as their number makes them. */
  const reach = (/** @type {PointerEvent} */ event) => (event.pointerType === "mouse" ? 14 : 30);
  /** Points at the nearest dot. @param {PointerEvent} event */
  function pointNear(event) {
    let [best, far] = [/** @type {string | undefined} */ (undefined), reach(event)];
    for (const dot of all("[data-state]", layers)) {
      const { left, top, width, height } = dot.getBoundingClientRect();
      const away = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
      if (away < far) [best, far] = [dot.dataset.state, away];
    }
    if (best) point(best);
  }
  layers.addEventListener("pointermove", pointNear);
  layers.addEventListener("pointerdown", pointNear);
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
    const size = explorer.done ? nodes.size : Math.floor(nodes.size / 50);
    refill(layers, `${size} ${explorer.done} ${explorer.solved()}`, () => depths.map((list, depth) =>
      h("p", { class: "layer" }, h("span", {}, String(depth)),
        h("span", { class: "dots" }, ...list.map((node) =>
          h("i", { "data-state": node.key, class: node.scene?.solved ? "goal" : null }))),
        h("span", {}, ways[depth] === undefined ? "" : number(ways[depth])), h("span", {}, number(list.length)))));
    layers.style.setProperty("--most", String(Math.max(1, ...depths.map((list) => list.length))));
    const told = depths.map((list) => number(list.length)).join(", ");
    set(layers, { "aria-label": t("learn.tree.label", { layers: told }) });
    for (const dot of layers.querySelectorAll(".at")) dot.classList.remove("at");
    if (pointed) layers.querySelector(`[data-state="${pointed}"]`)?.classList.add("at");
    const node = pointed ? nodes.get(pointed) : null;
    const scene = sceneNow();
    refill(pathTo, String(pointed), () => {
      if (!node || !scene) return [h("span", { class: "quiet" }, t("learn.tree.point"))];
      const way = explorer.path(node);
      return [h("span", { class: "quiet" }, count("learn.tree.after", way.length)),
        ...way.map((move) => moveChip(scene, move))];
    });
  }

  // ---- What runs --------------------------------------------------------------------------------------------------

  const go = b({ class: "primary", id: "learn-run" });
  const again = button("learn.again", { id: "learn-again" });
  const speeds = h("div", { class: "seg", role: "group", "data-i18n-label": "learn.rate" });
  const choice = h("div", { class: "seg", id: "learn-heuristic", role: "group", "data-i18n-label": "heuristic" });
  const controls = h("div", { class: "run" }, go, again, speeds);
  const bars = h("ul", { class: "bars" });
  const known = h("div", { class: "known" });
  go.addEventListener("click", () => runs.toggle(algorithms(), rate, step));
  again.addEventListener("click", () => {
    if (step !== 1) return runs.start(algorithms(), rate, step);
    here = null;
    app.render();
  });

  /** A choice of words, one of which is pressed.
   * @template T @param {HTMLElement} parent @param {T[]} list @param {T} now @param {(one: T) => string} word
   * @param {(one: T) => void} chosen @param {string} [data] */
  function pick(parent, list, now, word, chosen, data = "choice") {
    refill(parent, String(now), () => list.map((one) => {
      const made = b({ [`data-${data}`]: String(one), "aria-pressed": String(one === now) }, word(one));
      made.addEventListener("click", () => {
        chosen(one);
        app.render();
      });
      return made;
    }));
  }

  function renderControls() {
    const racing = RACES.includes(step);
    const { run } = runs;
    const mine = run !== null && !run.quick && !run.done;
    controls.hidden = !racing && !(step === 1 && here !== null);
    speeds.hidden = !racing;
    again.hidden = step !== 1 && !(run && !run.quick && (run.done || run.lanes.length > 0));
    write(go, t(!mine ? "learn.run" : run?.paused ? "learn.resume" : "learn.pause"));
    go.hidden = !racing || Boolean(run?.done && !run.quick);
    disable(go, !mine && state.busy !== null && !run?.quick);
    pick(speeds, RATES, rate, (n) => t("learn.persecond", { n }), (to) => {
      rate = to;
      runs.setRate(rate);
    });
    choice.hidden = step !== 4 && step !== 5;
    pick(choice, course.heuristics, heuristic, (one) => one, (to) => {
      if (step === 5) runs.stop();
      heuristic = to;
      for (const lane of lanes) lane.forget();
    }, "heuristic");
    // The runs so far, as bars; on the step that runs both side by side, those of that step.
    const done = Object.values(step === SIDE_BY_SIDE ? runs.on(step) : runs.results);
    const most = Math.max(1, ...done.map((lane) => lane.expanded));
    bars.hidden = step < 5 || step > SIDE_BY_SIDE || done.length < 2;
    refill(bars, done.map((lane) => `${lane.algorithm} ${lane.expanded}`).join(), () => done.map((lane) => {
      const bar = h("i");
      bar.style.width = `${(100 * lane.expanded) / most}%`;
      const length = moves(lane.cost, /metric=(\w+)/.exec(lane.algorithm)?.[1]);
      const figures = t("learn.bar", { n: number(lane.expanded), moves: length });
      return h("li", {}, h("span", {}, lane.algorithm), bar, h("span", {}, figures));
    }));
    const { game } = state;
    refill(known, String(game?.name), () => (game ? [
      h("p", { class: "quiet" },
        t("learn.known", { algorithms: game.algorithms.length, heuristics: game.heuristics.length })),
      h("dl", {}, ...game.algorithms.flatMap((one) => [h("dt", {}, one.name), h("dd", {}, about(one))]))] : []));
  }

  /** Asks the server for what a step needs and has not got. */
  function want() {
    if (!state.game || !app.online()) return;
    explorer.begin(course.start);
    if (step === 4) {
      for (const name of course.heuristics) {
        if (name in maps) continue;
        maps[name] = [];
        app.send({ type: "map", heuristic: name, obstacles: false, text });
      }
    }
    // The figure to compare with, if nobody waited for it.
    if (step === 5 && !runs.results[course.compare] && !runs.run && state.busy === null)
      runs.start([course.compare], null);
  }

  /** @param {Scene} scene */
  function renderLanes(scene) {
    const names = algorithms();
    const shown = names.map((name) => runs.laneOf(name, step));
    const top = heatTop(shown.map((lane) => lane?.heat ?? []));
    lanes.forEach((lane, i) => {
      lane.root.hidden = i >= names.length;
      if (i < names.length) lane.render(scene, names[i], shown[i], top, step === 3 && course.layered);
    });
    legends.heat.render(heatSteps(top));
  }

  /** @param {Scene} scene @param {Told} told */
  function renderBoard(scene, told) {
    const values = step === 4 && maps[heuristic]?.length ? maps[heuristic] : null;
    board.render(scene, { selected: step === 1 && skin.choosable ? selected : -1, hinted: null, margin: 6 });
    const { width, height } = scene;
    set(host, { "aria-label": t("board.label", { width, height }), tabindex: step === 1 ? 0 : null });
    if (board.layer) drawMap(board.layer, scene, values);
    host.classList.toggle("mapped", values !== null);
    const last = values ? course.mark?.(told) : undefined;
    if (last === undefined) board.top.replaceChildren();
    else {
      const { x, y } = board.middle(last);
      board.top.replaceChildren(
        s("rect", { class: "mark-cell", x: x - U / 2 + 2, y: y - U / 2 + 2, width: U - 4, height: U - 4 }));
    }
    if (values) legends.map.render(mapSteps(values));
    if (step === 2) renderTree();
  }

  return {
    steps: STEPS,
    stage: h("div", { class: "stage" }, host, legends.map.root, tree, laneBox, legends.heat.root),
    before: [choice], after: [controls, bars], end: [known],
    doors: Object.fromEntries(["play", "race", "build"].map((screen) =>
      [screen, () => `#${state.game?.name}/${screen}/${course.code}`])),
    render(_, now, root) {
      step = now;
      root.dataset.step = String(step);
      want();
      const scene = sceneNow();
      const searching = RACES.includes(step);
      host.hidden = searching;
      tree.hidden = step !== 2;
      laneBox.hidden = legends.heat.root.hidden = !searching;
      legends.map.root.hidden = step !== 4;
      renderControls();
      if (!scene) return null;
      const first = explorer.scene(course.start) ?? scene;
      const told = { step, scene, first, made: here?.made ?? 0, heuristic, explorer, maps,
        laneOf: (/** @type {string} */ algorithm) => runs.laneOf(algorithm, step), results: runs.results };
      root.style.setProperty("--ratio", String(scene.width / scene.height));
      if (searching) renderLanes(scene);
      else renderBoard(scene, told);
      return course.sentences(told);
    },
    turn(to) {
      runs.stop();
      step = to;
      pointed = null;
      for (const lane of lanes) lane.forget();
    },
    key(event) {
      const onBoard = document.activeElement === host && step === 1;
      const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
      if (onBoard && event.key in ARROWS) slide(ARROWS[event.key]);
      else if (onBoard && skin.choosable && digit && sceneNow()?.pieces[Number(digit[1]) - 1]) {
        selected = Number(digit[1]) - 1;
        app.render();
      } else return false;
      return true;
    },
    heard(message) {
      runs.heard(message);
      if (message.type === "map") maps[message.heuristic] = message.values;
      else if (message.type === "hello") {
        explorer.again();
        for (const name of Object.keys(maps)) if (!maps[name].length) delete maps[name];
      }
    },
    hidden() {
      explorer.halt();
      runs.leave();
      state.map = null;
    },
    help: () => [h("p", {}, t("learn.help")), keyList([["← →", "learn.key.turn"], ["1 2", "help.digit"],
      ["← ↑ ↓ →", "learn.key.slide"], ["?", "help.help"]])],
  };
}
