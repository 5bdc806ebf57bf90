// @ts-check
// Quoridor at the front door: a board, and the rules in four pictures.

import { s } from "../../core/dom.js";
import { bar, GAP, PITCH, plan, shape, SIDE, squares } from "./art.js";

/** @import { Door } from "../../core/skins.js" */
/** @import { Mark } from "../../core/wire.js" */

/** @param {Mark} wall @param {ReturnType<typeof plan>} of */
const wall = (wall, of) => s("g", { class: `wall ${wall.color === undefined ? "" : `p${wall.color}`}` },
  bar(of, wall, { class: "bar" }), ...(wall.color === undefined ? [] : [bar(of, wall, { class: "owner" }, 3)]));
/** @param {number} player @param {number} x @param {number} y */
const pawn = (player, x, y) => s("g", { class: `p${player}`, transform: `translate(${x} ${y})` },
  shape(player, { class: "pawn" }));

/** Five columns and three rows of a board, whose cells are numbered as on one of five. */
const SIZE = 5;
const of = plan(SIZE);
/** @param {[number, number][]} pawns player and cell @param {Mark[]} walls */
function part(pawns, walls = []) {
  const tall = 3 * PITCH - GAP;
  const nodes = pawns.map(([player, cell]) => pawn(player, of.middle(cell).x, of.middle(cell).y));
  const placed = walls.map((one) => wall(one, of));
  const row = Array.from({ length: 3 * SIZE }, (_, i) =>
    `M${(i % SIZE) * PITCH} ${Math.floor(i / SIZE) * PITCH}h${SIDE}v${SIDE}h-${SIDE}z`).join("");
  const top = s("g");
  const picture = s("svg", { class: "scene quoridor", "aria-hidden": "true",
    viewBox: `-5 -5 ${of.whole + 10} ${tall + 10}` },
    s("rect", { class: "plate", x: -5, y: -5, width: of.whole + 10, height: tall + 10, rx: 4 }),
    s("path", { class: "squares", d: row }), top, ...placed, ...nodes);
  return { picture, nodes, placed, top };
}
/** @param {number} cell @returns {[number, number]} */
const spot = (cell) => [of.middle(cell).x, of.middle(cell).y];
/** @param {number} player @param {number[]} cells */
const way = (player, cells) => s("g", { class: `p${player}` }, s("polyline", { class: "track",
  points: cells.map((cell) => spot(cell).join(",")).join(" ") }));

/** @type {Door} */
export const door = {
  draw({ width, marks, pieces }) {
    const whole = plan(width);
    const margin = GAP / 2 + 2;
    return s("svg", { class: "scene quoridor", "aria-hidden": "true", focusable: "false",
      viewBox: `${-margin} ${-margin} ${whole.whole + 2 * margin} ${whole.whole + 2 * margin}` },
      s("rect", { class: "plate", x: -margin, y: -margin, width: whole.whole + 2 * margin,
        height: whole.whole + 2 * margin, rx: 4 }),
      s("path", { class: "squares", d: squares(width) }), ...marks.map((one) => wall(one, whole)),
      ...pieces.map(({ cell, color }) => pawn(color, whole.middle(cell).x, whole.middle(cell).y)));
  },
  rules: [
    () => {
      const { picture, nodes: [mine], top } = part([[0, 12], [1, 1]]);
      top.append(s("g", { class: "p0" }, s("path", { class: "goal-side", d: `M3 -2H${of.whole - 3}` })));
      return { picture, motions: [{ node: mine, ways: [[0.15, ...spot(12)], [0.32, ...spot(7)], [0.48, ...spot(7)],
        [0.65, ...spot(2)]] }] };
    },
    () => {
      const { picture, placed: [built] } =
        part([[0, 12], [1, 2]], [{ kind: "wall", cell: 7, form: "h", color: 0 }]);
      return { picture, motions: [{ node: built, shows: [0.3, 0.95] }] };
    },
    () => {
      const { picture, nodes: [, other], top } = part([[0, 14], [1, 2]],
        [{ kind: "wall", cell: 6, form: "h", color: 0 }, { kind: "wall", cell: 8, form: "h", color: 0 }]);
      top.append(way(1, [2, 1, 0, 5, 10]));
      const [a, b, c, d] = [2, 1, 0, 5].map(spot);
      return { picture, motions: [{ node: other,
        ways: [[0.15, ...a], [0.3, ...b], [0.45, ...c], [0.6, ...d], [0.72, ...spot(10)]] }] };
    },
    () => {
      const { picture, nodes: [mine], top } = part([[0, 12], [1, 7]]);
      top.append(way(0, [12, 2]));
      return { picture, motions: [{ node: mine, ways: [[0.25, ...spot(12)], [0.55, ...spot(2)]] }] };
    },
  ],
};
