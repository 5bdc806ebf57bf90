// @ts-check
// Sokoban at the front door: a level, and the rules in four pictures.

import { s } from "../../core/dom.js";
import { bare, drawn, piece } from "../../core/picture.js";
import { art, box as crate, hatch } from "./art.js";

/** @import { Door, Motion } from "../../core/skins.js" */

/** @param {number} cell */
const player = (cell) => piece(cell, { kind: "player" });
/** @param {number} cell */
const box = (cell) => piece(cell, { kind: "box" });
/** @param {number} cell */
const goal = (cell) => ({ cell, piece: null, active: true, number: 1 });
/** A level of three rows and five columns. @param {number[]} pieces the player, then the boxes @param {number[]} goals
 * @param {number[]} [walls] */
const level = ([first, ...boxes], goals, walls = []) => drawn(art, bare(5, 3, {
  pieces: [player(first), ...boxes.map(box)], targets: goals.map(goal),
  marks: walls.map((cell) => ({ kind: "closed", cell })) }));

/** A box that is home, from a moment on. @param {SVGElement} svg @param {number} x @param {number} y
 * @param {number} from @returns {Motion} */
function home(svg, x, y, from) {
  const node = s("g", { class: "home", transform: `translate(${x} ${y})` }, crate(15.5));
  svg.append(node);
  return { node, shows: [from, 0.95] };
}

/** @type {Door} */
export const door = {
  draw: (scene) => drawn(art, scene).svg,
  rules: [
    () => {
      const { svg, pieces: [walker, pushed] } = level([5, 7], [9]);
      return { picture: svg, motions: [
        { node: walker, ways: [[0.12, 20, 60], [0.3, 60, 60], [0.62, 140, 60]] },
        { node: pushed, ways: [[0.3, 100, 60], [0.62, 180, 60]] }, home(svg, 180, 60, 0.62),
      ] };
    },
    () => {
      const { svg, pieces: [walker, one, two] } = level([5, 7, 8], []);
      const cross = s("path", { class: "rule-cross", d: "M172,52l16,16m0,-16l-16,16" });
      svg.append(cross);
      /** @param {Element} node @param {number} x @returns {Motion} */
      const nudged = (node, x) => ({ node, ways: [[0.4, x, 60], [0.46, x + 3, 60], [0.52, x, 60]] });
      return { picture: svg, motions: [
        { node: walker, ways: [[0.15, 20, 60], [0.4, 60, 60], [0.46, 63, 60], [0.52, 60, 60]] },
        nudged(one, 100), nudged(two, 140), { node: cross, shows: [0.46, 0.95] },
      ] };
    },
    () => {
      const { svg, pieces: [walker, lost], top } = level([6, 7], [1], [4, 9, 10, 11, 12, 13, 14]);
      const stuck = s("path", { class: "hatch", d: hatch(140, 60, 40) });
      top.append(stuck);
      return { picture: svg, motions: [
        { node: walker, ways: [[0.15, 60, 60], [0.45, 100, 60]] },
        { node: lost, ways: [[0.15, 100, 60], [0.45, 140, 60]] }, { node: stuck, shows: [0.45, 0.95] },
      ] };
    },
    () => {
      const { svg, pieces: [walker, last] } = level([5, 6, 3], [8, 3]);
      return { picture: svg, motions: [
        { node: walker, ways: [[0.15, 20, 60], [0.6, 100, 60]] },
        { node: last, ways: [[0.15, 60, 60], [0.6, 140, 60]] }, home(svg, 140, 60, 0.6),
      ] };
    },
  ],
};
