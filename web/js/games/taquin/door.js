// @ts-check
// Taquin at the front door: a board, and the rules in three pictures.

import { bare, drawn, piece } from "../../core/picture.js";
import { art } from "./art.js";

/** @import { Door } from "../../core/skins.js" */

/** Two rows of tiles, 0 for the gap. @param {number[]} tiles */
const board = (tiles) => drawn(art, bare(3, 2, { pieces: tiles.flatMap((label, cell) =>
  (label ? [piece(cell, { kind: "tile", label: String(label) })] : [])) }));

/** @type {Door} */
export const door = {
  draw: (scene) => drawn(art, scene).svg,
  rules: [
    () => {
      const { svg, pieces } = board([1, 2, 0, 4, 5, 3]);
      return { picture: svg, motions: [{ node: pieces[4], ways: [[0.25, 100, 60], [0.5, 100, 20]] }] };
    },
    () => {
      const { svg, pieces } = board([1, 2, 3, 0, 4, 5]);
      return { picture: svg, motions: [{ node: pieces[3], ways: [[0.25, 60, 60], [0.55, 20, 60]] },
        { node: pieces[4], ways: [[0.25, 100, 60], [0.55, 60, 60]] }] };
    },
    () => ({ picture: board([1, 2, 3, 4, 5, 0]).svg, motions: [] }),
  ],
};
