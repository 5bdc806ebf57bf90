// @ts-check
// Ricochet Robots at the front door: a board, and the rules in four pictures.

import { s } from "../../core/dom.js";
import { bare, drawn, piece } from "../../core/picture.js";
import { art } from "./art.js";

/** @import { Door, Motion } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */

const [RED, GREEN] = [0, 1];
const [WIDTH, HEIGHT] = [5, 3];
/** @param {number} cell @param {number} color @param {string} label */
const robot = (cell, color, label) => piece(cell, { kind: "robot", color, label });
/** @param {number} cell @returns {Scene["targets"][number]} */
const aim = (cell) => ({ cell, piece: 0, active: true, number: 1 });

/**
 * A small board with walls on the sides of some cells, its border, and the ways of robots: dots along them, with
 * numbers at their ends where moves are counted.
 * @param {Partial<Scene>} scene @param {Record<number, number>} walls @param {[number, number[], number[]][]} ways the
 *   piece, the cells where it stops, and when it starts and arrives @param {boolean} [counted]
 */
function rule(scene, walls, ways, counted = false) {
  const bits = Array.from({ length: WIDTH * HEIGHT }, (_, cell) => (walls[cell] ?? 0) | (cell < WIDTH ? 1 : 0)
    | (cell % WIDTH === WIDTH - 1 ? 2 : 0) | (cell >= WIDTH * (HEIGHT - 1) ? 4 : 0) | (cell % WIDTH ? 0 : 8));
  const whole = bare(WIDTH, HEIGHT, { ...scene, walls: bits });
  const { svg, pieces, top, middle } = drawn(art, whole);
  let number = 0;
  const motions = ways.map(([index, cells, times]) => {
    const points = [whole.pieces[index].cell, ...cells].map(middle);
    top.append(s("polyline", { class: "trail", points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
    if (counted) for (const { x, y } of points.slice(1)) {
      number += 1;
      svg.append(s("g", { class: "rule-number", transform: `translate(${x + 13} ${y - 13})` }, s("circle", { r: 8 }),
        s("text", { y: 4 }, String(number))));
    }
    // It starts at one time and arrives at the next.
    return /** @type {Motion} */ ({ node: pieces[index], ways: times.map((time, i) => {
      const { x, y } = points[Math.ceil(i / 2)];
      return /** @type {[number, number, number]} */ ([time, x, y]);
    }) });
  });
  return { picture: svg, motions };
}

/** @type {Door} */
export const door = {
  draw: (scene) => drawn(art, scene).svg,
  rules: [
    () => rule({ pieces: [robot(5, RED, "r")] }, { 8: 2, 9: 8 }, [[0, [8], [0.15, 0.45]]]),
    () => rule({ pieces: [robot(10, RED, "r")], targets: [aim(4)] }, {},
      [[0, [14, 4], [0.1, 0.35, 0.45, 0.65]]]),
    () => rule({ pieces: [robot(5, RED, "r"), robot(3, GREEN, "g")], targets: [aim(7)] }, { 8: 4, 13: 1 },
      [[1, [8], [0.1, 0.28]], [0, [7], [0.42, 0.65]]]),
    () => rule({ pieces: [robot(10, RED, "r")], targets: [aim(2)] }, { 2: 2, 3: 8 },
      [[0, [0, 2], [0.1, 0.3, 0.42, 0.62]]], true),
  ],
};
