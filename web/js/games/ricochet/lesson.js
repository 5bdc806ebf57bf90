// @ts-check
// The tour of Ricochet Robots: a board on which a second robot has to help, and a heuristic that lies costs moves.

import { count, maybe, number, t } from "../../core/i18n.js";
import { skin } from "../../core/skin.js";
import { blocked } from "../../core/scene.js";
import { createSearchTour } from "../../screens/learn/search.js";

/** @import { Scene } from "../../core/wire.js" */
/** @import { Lesson } from "../../screens/learn.js" */
/** @import { Course } from "../../screens/learn/search.js" */

const BLIND = "bfs";
const [HONEST, LIAR] = ["bounces", "manhattan"];
/** @param {string} heuristic */
const astar = (heuristic) => `astar(${heuristic})`;

/** The piece with the task. @param {Scene} scene */
const main = (scene) => scene.targets.find((one) => one.active)?.piece ?? 0;

/** @type {Course} */
const course = {
  code: "rr1.OUukyCAAgAIABgIAAQAQAAAAAA",
  text: (robots) => JSON.stringify({
    width: 8, height: 6, robots, target_robot: 1, target: 36,
    walls: [9, 1, 1, 1, 1, 1, 5, 3, 8, 0, 0, 0, 0, 0, 3, 10, 8, 0, 0, 0, 0, 0, 6, 10, 8, 0, 0, 2, 8, 0, 1, 2, 8, 0, 0,
      0, 2, 8, 0, 2, 12, 4, 4, 4, 4, 6, 12, 6],
  }),
  start: [29, 9],
  after: (cells, move) => cells.map((cell, piece) => (piece === move.piece ? (move.path.at(-1) ?? cell) : cell)),
  heuristics: [HONEST, LIAR],
  compare: BLIND,
  layered: true,
  runs(step, heuristic) {
    if (step === 3) return [BLIND];
    if (step === 5) return [astar(heuristic)];
    return step === 6 ? [BLIND, astar(HONEST)] : [];
  },
  // One move before the end of the solution.
  mark: ({ explorer, scene }) => explorer.way().at(-2)?.cells[main(scene)],

  sentences({ step, scene, first, made, heuristic, explorer, maps, laneOf, results }) {
    const piece = main(first);
    const robot = skin.pieceWord(first, piece);
    const best = explorer.best();
    const says = (/** @type {string} */ key, values = {}) =>
      t(`learn.${step}.${key}`, { robot, best: best ?? "…", ...values });
    const cells = first.width * first.height - blocked(first).size;
    if (step === 1) {
      const told = scene.solved ? says(best !== null && made > best ? "more" : "best", { made: count("moves", made) })
        : says(made ? "made" : "try", { made: count("moves", made), n: scene.moves.length });
      return [says("a", { pieces: first.pieces.length }), says("b"), says("c"), told];
    }
    if (step === 2) {
      const layers = explorer.layers();
      const total = first.pieces.reduce((product, _, i) => product * (cells - i), 1);
      const ways = explorer.ways();
      const list = [says("a", { one: layers[1]?.length ?? "…", two: layers[2]?.length ?? "…" }),
        says("b", { total: number(total), cells })];
      if (best !== null) list.push(says("c", { ways: number(ways[best] ?? 0), states: number(layers.flat().length) }));
      return list;
    }
    if (step === 3) {
      const lane = laneOf(BLIND);
      const over = lane?.outcome === "solved"
        ? says("end", { moves: count("moves", lane.cost ?? 0), n: number(lane.expanded) }) : says("wait");
      return [says("a"), says("b"), over];
    }
    if (step === 4) {
      const way = explorer.way();
      const last = way.at(-2);
      const list = [says("a"), maybe(`learn.4.${heuristic}`) ? says(heuristic) : heuristic];
      const value = last && maps[heuristic]?.[last.cells[piece]];
      const start = maps[heuristic]?.[course.start[piece]];
      if (last && value != null && start != null) {
        const x = (last.cells[piece] % first.width) + 1;
        const y = Math.floor(last.cells[piece] / first.width) + 1;
        list.push(says("check", { x, y, value, start }), says(value > 1 || start > (best ?? 0) ? "lies" : "honest"));
      }
      return list;
    }
    if (step === 5) {
      const lane = laneOf(astar(heuristic));
      const blind = results[BLIND];
      const list = [says("a"), says("b"), says("c", { heuristic })];
      if (lane?.outcome === "solved" && blind) {
        const values =
          { moves: count("moves", lane.cost ?? 0), n: number(lane.expanded), blind: number(blind.expanded) };
        list.push(says((lane.cost ?? 0) > (blind.cost ?? 0) ? "worse" : "end", values));
      }
      return list;
    }
    if (step === 6) {
      const [a, b] = course.runs(step, heuristic).map((one) => laneOf(one));
      const list = [says("a"), says("b")];
      if (a?.outcome === "solved" && b?.outcome === "solved")
        list.push(says("end", { a: number(a.expanded), b: number(b.expanded),
          percent: number(b.expanded / a.expanded, { style: "percent" }) }));
      return list;
    }
    return [says("a"), says("b")];
  },
};

/** @type {Lesson} */
export const lesson = (app) => createSearchTour(app, course);
