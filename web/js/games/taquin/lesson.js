// @ts-check
// The tour of Taquin: three by three tiles, ten moves from their order, and two honest heuristics of which one sees
// more.

import { count, maybe, number, t } from "../../core/i18n.js";
import { createSearchTour } from "../../screens/learn/search.js";

/** @import { Lesson } from "../../screens/learn.js" */
/** @import { Course } from "../../screens/learn/search.js" */

const BLIND = "bfs";
const [BETTER, POORER] = ["manhattan", "misplaced"];
const [WIDTH, CELLS] = [3, 9];
/** @param {string} heuristic */
const astar = (heuristic) => `astar(${heuristic})`;

/** A board as text. @param {number[]} cells where each tile stands */
function text(cells) {
  const tiles = Array.from({ length: CELLS }, (_, cell) => cells.indexOf(cell) + 1);
  return JSON.stringify({ width: WIDTH, height: CELLS / WIDTH, tiles });
}

/** @type {Course} */
const course = {
  code: "t3-413506278",
  start: [1, 6, 2, 0, 3, 5, 7, 8],
  text,
  after: (cells, move) => cells.map((cell, piece) => (piece === move.piece ? (move.path.at(-1) ?? cell) : cell)),
  heuristics: [BETTER, POORER],
  compare: BLIND,
  layered: true,
  runs(step, heuristic) {
    if (step === 3) return [BLIND];
    if (step === 5) return [astar(heuristic)];
    return step === 6 ? [BLIND, astar(BETTER)] : [];
  },

  sentences({ step, scene, first, made, heuristic, explorer, maps, laneOf, results }) {
    const best = explorer.best();
    const says = (/** @type {string} */ key, values = {}) =>
      t(`learn.${step}.${key}`, { best: best ?? "…", ...values });
    if (step === 1) {
      const told = scene.solved ? says(best !== null && made > best ? "more" : "best", { made: count("moves", made) })
        : says(made ? "made" : "try", { made: count("moves", made), n: scene.moves.length });
      return [says("a", { tiles: first.pieces.length }), says("b"), says("c"), told];
    }
    if (step === 2) {
      const layers = explorer.layers();
      const total = Array.from({ length: CELLS }, (_, i) => i + 1).reduce((product, n) => product * n, 1) / 2;
      const list = [says("a", { one: layers[1]?.length ?? "…", two: layers[2]?.length ?? "…" }),
        says("b", { total: number(total) })];
      const ways = best === null ? 0 : (explorer.ways()[best] ?? 0);
      if (best !== null) list.push(says("c", { ways: number(ways), states: number(layers.flat().length) }));
      return list;
    }
    if (step === 3) {
      const lane = laneOf(BLIND);
      return [says("a"), says("b"), lane?.outcome === "solved"
        ? says("end", { moves: count("moves", lane.cost ?? 0), n: number(lane.expanded) }) : says("wait")];
    }
    if (step === 4) {
      const sum = maps[heuristic]?.reduce((all, value) => (all ?? 0) + (value ?? 0), 0);
      return [says("a"), maybe(`learn.4.${heuristic}`) ? says(heuristic) : heuristic,
        ...(sum ? [says("check", { sum })] : [])];
    }
    if (step === 5) {
      const [lane, blind] = [laneOf(astar(heuristic)), results[BLIND]];
      return [says("a"), says("b"), says("c", { heuristic }), ...(lane?.outcome === "solved" && blind
        ? [says("end", { moves: count("moves", lane.cost ?? 0), n: number(lane.expanded), blind: number(blind.expanded) })] : [])];
    }
    if (step === 6) {
      const [a, b] = course.runs(step, heuristic).map((one) => laneOf(one));
      return [says("a"), says("b"), ...(a?.outcome === "solved" && b?.outcome === "solved" ? [says("end",
        { a: number(a.expanded), b: number(b.expanded), percent: number(b.expanded / a.expanded, { style: "percent" }) })] : [])];
    }
    return [says("a"), says("b")];
  },
};

/** @type {Lesson} */
export const lesson = (app) => createSearchTour(app, course);
