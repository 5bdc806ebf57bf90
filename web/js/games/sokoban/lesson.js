// @ts-check
// The tour of Sokoban: two boxes whose nearest goal is the same one, a few dead squares, and a search that counts
// pushes against one that counts steps.

import { count, number, t } from "../../core/i18n.js";
import { blocked } from "../../core/scene.js";
import { createSearchTour } from "../../screens/learn/search.js";

/** @import { Lesson } from "../../screens/learn.js" */
/** @import { Course } from "../../screens/learn/search.js" */

const LEVEL = [
  "########",
  "#   .  #",
  "# $$   #",
  "# @  . #",
  "########",
];
const WIDTH = LEVEL[0].length;
const cells = (/** @type {RegExp} */ sign) =>
  [...LEVEL.join("")].flatMap((one, cell) => (sign.test(one) ? [cell] : []));
const [STEPS, PUSHES] = ["bfs(metric=moves)", "bfs"];
/** @param {string} heuristic */
const astar = (heuristic) => `astar(${heuristic})`;

/** @type {Course} */
const course = {
  code: "sk1.HEIkNQihaDKGwlEiQA",
  start: [...cells(/[@+]/), ...cells(/[$*]/)],
  text([player, ...boxes]) {
    const goals = cells(/[.+*]/);
    const walls = cells(/#/);
    const sign = (/** @type {number} */ cell) => {
      if (walls.includes(cell)) return "#";
      const on = goals.includes(cell);
      if (cell === player) return on ? "+" : "@";
      return boxes.includes(cell) ? (on ? "*" : "$") : on ? "." : " ";
    };
    return LEVEL.map((_, y) => Array.from({ length: WIDTH }, (_, x) => sign(y * WIDTH + x)).join("")).join("\n");
  },
  // Boxes are all alike: which of them stands where makes no difference.
  after([player, ...boxes], move) {
    const to = move.path.at(-1) ?? player;
    const pushed = move.pushes == null ? null : move.pushes - 1;
    return [to, ...boxes.map((cell, i) => (i === pushed ? 2 * to - player : cell)).sort((a, b) => a - b)];
  },
  heuristics: ["matching", "nearest"],
  compare: PUSHES,
  layered: true,
  runs(step, heuristic) {
    if (step === 3) return [STEPS, PUSHES];
    if (step === 5) return [astar(heuristic)];
    return step === 6 ? [PUSHES, astar("matching")] : [];
  },

  sentences({ step, scene, first, made, heuristic, explorer, maps, laneOf, results }) {
    const best = explorer.best();
    const says = (/** @type {string} */ key, values = {}) =>
      t(`learn.${step}.${key}`, { best: best ?? "…", ...values });
    const floor = first.width * first.height - blocked(first).size;
    const boxes = first.pieces.length - 1;
    if (step === 1) {
      const told = scene.solved ? says(best !== null && made > best ? "more" : "best", { made: count("moves", made) })
        : says(made ? "made" : "try", { made: count("moves", made), n: scene.moves.length });
      return [says("a", { boxes }), says("b"), says("c"), told];
    }
    if (step === 2) {
      const layers = explorer.layers();
      // Where the boxes may stand, times where the player may.
      let total = floor - boxes;
      for (let i = 0; i < boxes; i += 1) total = (total * (floor - i)) / (i + 1);
      const ways = explorer.ways();
      const list = [says("a", { one: layers[1]?.length ?? "…", two: layers[2]?.length ?? "…" }),
        says("b", { total: number(total), cells: floor })];
      if (best !== null) list.push(says("c", { ways: number(ways[best] ?? 0), states: number(layers.flat().length) }));
      return list;
    }
    if (step === 3) {
      const [a, b] = [laneOf(STEPS), laneOf(PUSHES)];
      const over = a?.outcome === "solved" && b?.outcome === "solved"
        ? says("end", { steps: number(a.expanded), pushes: number(b.expanded), moves: count("moves", a.cost ?? 0),
          made: count("pushes", b.cost ?? 0) }) : says("wait");
      return [says("a"), says("b"), over];
    }
    if (step === 4) {
      const values = maps[heuristic] ?? [];
      const closed = blocked(first);
      const dead = values.filter((value, cell) => value === null && !closed.has(cell)).length;
      const sum = first.pieces.slice(1).reduce((total, piece) => total + (maps.nearest?.[piece.cell] ?? 0), 0);
      return [says("a"), says("b", { dead: values.length ? number(dead) : "…", cells: floor }),
        says(heuristic, { sum: number(sum) })];
    }
    if (step === 5) {
      const lane = laneOf(astar(heuristic));
      const blind = results[PUSHES];
      const other = results[astar(heuristic === "matching" ? "nearest" : "matching")];
      const list = [says("a"), says("b"), says("c", { heuristic })];
      if (lane?.outcome === "solved" && blind)
        list.push(says("end",
          { made: count("pushes", lane.cost ?? 0), n: number(lane.expanded), blind: number(blind.expanded) }));
      if (lane?.outcome === "solved" && other)
        list.push(says("both", { matching: number(results[astar("matching")]?.expanded ?? 0),
          nearest: number(results[astar("nearest")]?.expanded ?? 0) }));
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
