// @ts-check
// How squares, walls and moves are called. The server writes and reads moves; here a name that stands in a line or in
// the history is looked up among all that there are on a board.

/** @import { Mark } from "../../core/wire.js" */
/** What a move does: a step to a cell, or a wall. @typedef {{cell: number, wall: Mark | null}} Deed */

/** A square's name: columns from the left, rows from the bottom. @param {number} size @param {number} cell */
export const squareName = (size, cell) =>
  String.fromCharCode(97 + (cell % size)) + (size - Math.floor(cell / size));

/** A wall's name. @param {number} size @param {Mark} wall */
export const wallName = (size, { cell, form }) => squareName(size, cell) + form;

/** @type {Record<number, Map<string, Deed>>} */
const known = {};

/** Every name on a board. @param {number} size @returns {Map<string, Deed>} */
function names(size) {
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  return new Map(cells.flatMap((cell) => [
    /** @type {[string, Deed]} */ ([squareName(size, cell), { cell, wall: null }]),
    ...["h", "v"].map((form) => {
      const wall = { kind: "wall", cell, form };
      return /** @type {[string, Deed]} */ ([wallName(size, wall), { cell, wall }]);
    }),
  ]));
}

/** What a move does; undefined for a pass. @param {number} size @param {string} move */
export const deedOf = (size, move) => (known[size] ??= names(size)).get(move);
