// @ts-check
// A whole position as a picture that is only looked at: in lists, at the front door, in the rules.

import { art as grid } from "./art.js";
import { s } from "./dom.js";
import { U } from "./scene.js";

/** @import { Art } from "./skins.js" */
/** @import { Scene } from "./wire.js" */

/**
 * Draws a position with the art of a game of cells; gives the pieces, too, in the order of the scene.
 * @param {Partial<Art>} own @param {Scene} scene @param {number} [margin]
 */
export function drawn(own, scene, margin = 3) {
  const art = { ...grid, ...own };
  const { width, height } = scene;
  const middle = (/** @type {number} */ cell) =>
    ({ x: (cell % width) * U + U / 2, y: Math.floor(cell / width) * U + U / 2 });
  const at = (/** @type {number} */ cell) => `translate(${middle(cell).x} ${middle(cell).y})`;
  const plan = { U, margin, middle, at };
  const pieces = scene.pieces.map((piece) => {
    const group = s("g", { class: "piece", transform: at(piece.cell) }, ...art.piece(piece));
    art.dress?.(group, piece, scene);
    return group;
  });
  const top = s("g");
  const svg = s("svg", { class: "scene", "aria-hidden": "true", focusable: "false",
    viewBox: `${-margin} ${-margin} ${width * U + 2 * margin} ${height * U + 2 * margin}` },
    ...art.fixed(scene, plan), ...art.below(scene, plan), top, ...pieces);
  return { svg, pieces, top, middle };
}

/** A position with nothing on it, to be drawn upon. @param {number} width @param {number} height
 * @param {Partial<Scene>} more @returns {Scene} */
export const bare = (width, height, more) => ({ width, height, walls: Array(width * height).fill(0), marks: [],
  targets: [], pieces: [], moves: [], solved: false, sides: [], turn: 0, winner: null, ...more });

/** @param {number} cell @param {Partial<Scene["pieces"][number]>} more */
export const piece = (cell, more) => ({ kind: "piece", label: "", color: 0, start: cell, cell, ...more });
