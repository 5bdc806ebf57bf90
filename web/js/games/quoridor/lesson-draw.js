// @ts-check
// What the tour draws over its boards: a wave of distances, and what walls are worth.

import { s } from "../../core/dom.js";
import { bar, GAP, plan, SIDE } from "./art.js";

/** @import { Mark, Scene } from "../../core/wire.js" */

/**
 * The distances that a wave has reached.
 * @param {Scene} scene
 * @param {Map<number, number>} found by cell
 * @param {{walker: number, seen: number, front: boolean, farthest: number}} wave
 */
export function drawWave(scene, found, { walker, seen, front, farthest }) {
  const of = plan(scene.width);
  return [...found].filter(([, n]) => n <= seen).flatMap(([cell, n]) => {
    const { x, y } = of.middle(cell);
    const pawn = scene.pieces.some((one) => one.cell === cell);
    const tile = s("rect", { class: `ripple p${walker} ${n === seen && front ? "front" : ""}`, x: x - SIDE / 2,
      y: y - SIDE / 2, width: SIDE, height: SIDE });
    tile.style.opacity = String(0.08 + 0.42 * (n / farthest));
    return [tile, s("text", { class: "number", x: pawn ? x + 13 : x, y: pawn ? y + 18 : y + 6 }, String(n))];
  });
}

/** Walls by the steps that they cost the other; dots where none does.
 * @param {Scene} scene @param {{wall: Mark, other: number, own: number}[]} list */
export function drawWorth(scene, list) {
  const of = plan(scene.width);
  const matter = list.filter(({ other }) => other > 0);
  const busy = new Set(matter.map(({ wall }) => wall.cell));
  const idle = new Map(list.filter(({ wall }) => !busy.has(wall.cell)).map(({ wall }) => [wall.cell, wall]));
  return [
    ...[...idle.values()].map((wall) => s("circle", { class: "idle", cx: of.wall(wall).x, cy: of.wall(wall).y, r: 2 })),
    ...matter.map(({ wall, other, own }) =>
      bar(of, wall, { class: `worth ${other > own ? `p${scene.turn}` : "even"}` }, Math.min(GAP, 3 + 2 * other))),
    ...matter.map(({ wall, other }) =>
      s("g", { class: "weight", transform: `translate(${of.wall(wall).x} ${of.wall(wall).y})` }, s("circle", { r: 8 }),
        s("text", { y: 3.5 }, String(other)))),
  ];
}
