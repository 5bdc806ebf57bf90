// @ts-check
// What moved from one state to the next, as a small tile and in words.

import { h } from "../../core/dom.js";
import { skin } from "../../core/skin.js";
import { ARROWS, directionWord, signOf } from "../../core/words.js";

/** @import { NodeView, Scene, Shift } from "../../core/wire.js" */

/** The way that something moved, where that is straight. @param {Scene} scene @param {number} from @param {number} to
 * @returns {keyof typeof ARROWS | null} */
export function wayOf({ width }, from, to) {
  const [dx, dy] = [(to % width) - (from % width), Math.floor(to / width) - Math.floor(from / width)];
  if ((dx === 0) === (dy === 0)) return null;
  return dx === 0 ? (dy < 0 ? "N" : "S") : dx < 0 ? "W" : "E";
}

/** A step without what only changed its name: searches may take pieces of a kind for one another, and number them anew.
 * @param {Scene} scene @param {Shift[]} step @returns {Shift[]} */
function net({ pieces }, step) {
  const kinds = [...new Set(step.map(([piece]) => pieces[piece]?.kind))];
  return kinds.flatMap((kind) => {
    const mine = step.filter(([piece]) => pieces[piece]?.kind === kind);
    const left = mine.filter(([, from]) => !mine.some(([, , to]) => to === from));
    const come = mine.filter(([, , to]) => !mine.some(([, from]) => from === to));
    return left.length === come.length
      ? left.map(([piece, from], i) => /** @type {Shift} */ ([piece, from, come[i][2]])) : mine;
  });
}

/** Which piece stands where, and how each came there. @param {Scene} scene @param {NodeView} node
 * @returns {{cells: number[], steps: Shift[][]}} */
export function settled(scene, node) {
  const cells = scene.pieces.map((piece) => piece.cell);
  const steps = node.way.map((step) => net(scene, step).map(([slot, from, to]) => {
    const kind = scene.pieces[slot]?.kind;
    const piece = cells.findIndex((cell, i) => cell === from && scene.pieces[i].kind === kind);
    return /** @type {Shift} */ ([piece < 0 ? slot : piece, from, to]);
  }).map((shift, _, all) => {
    // All of them move at once: the last one to be read writes what all of them did.
    if (shift === all.at(-1)) for (const [piece, , to] of all) cells[piece] = to;
    return shift;
  }));
  const same = (/** @type {number[]} */ a, /** @type {number[]} */ b) => [...a].sort().join() === [...b].sort().join();
  // Of a long way only the end is told.
  return same(cells, node.cells) ? { cells, steps }
    : { cells: node.cells, steps: node.way.map((step) => net(scene, step)) };
}

/** The most telling of the pieces that moved last: the player stands before what is pushed. @param {Scene} scene
 * @param {NodeView} node @returns {Shift | undefined} */
export const lastShift = (scene, node) => (node.parent === null ? undefined
  : settled(scene, node).steps.at(-1)?.at(-1));

/** @param {Scene} scene @param {Shift | readonly [number, number, number]} shift */
export function shiftWords(scene, [piece, from, to]) {
  const way = wayOf(scene, from, to);
  return [skin.pieceWord(scene, piece), ...(way ? [directionWord(way)] : []), skin.cellName(scene, to)].join(" ");
}

/** @param {Scene} scene @param {Shift | readonly [number, number, number] | undefined} shift */
export function shiftChip(scene, shift) {
  if (!shift) return h("span", { class: "shift" }, "·");
  const [piece, from, to] = shift;
  const way = wayOf(scene, from, to);
  return h("span", { class: "shift", "aria-hidden": "true" }, ...signOf(scene, piece), way ? ARROWS[way] : "•");
}
