// @ts-check
// Taquin in pictures: tiles like paper, and a gap.

import { tile } from "../../core/art.js";

/** @import { Art } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */

/** The cell without a tile. @param {Pick<Scene, "width" | "height" | "pieces">} scene */
export function gapOf({ width, height, pieces }) {
  const taken = new Set(pieces.map((piece) => piece.cell));
  return Array.from({ length: width * height }, (_, cell) => cell).find((cell) => !taken.has(cell)) ?? 0;
}

/** @type {Partial<Art>} */
export const art = {
  piece: ({ label, start }) => [tile(label, Number(label) === start + 1 ? 1 : 0, 18)],
  dress: (group, { label, cell }) => group.classList.toggle("home", Number(label) === cell + 1),
};
