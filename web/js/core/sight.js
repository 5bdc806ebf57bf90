// @ts-check
// How the visitor looks at the boards of a game: turned, mirrored, with everybody's way. Kept.

import { setting } from "./store.js";

/** @import { Direction } from "./board.js" */

/** @type {Direction[]} */
const ROUND = ["N", "E", "S", "W"];
/** @param {string} key @returns {string | null} */
const read = (key) => setting.get(key);

export const sight = {
  /** Quarter turns to the right, and 4 for a mirror before them. */
  way: () => Number(read("turn")) % 8 || 0,
  /** Whether something is wished for that can be on or off. @param {string} key @param {boolean} [usual] */
  on: (key, usual = false) => (usual ? read(key) !== "off" : read(key) === "on"),
  /** @param {string} key @param {number | boolean} value */
  keep: (key, value) =>
    setting.put(key, typeof value === "number" ? String(value) : value ? "on" : "off"),
  /** The direction on the board that is seen as this one. @param {string} seen */
  unturned(seen) {
    const at = (ROUND.indexOf(/** @type {Direction} */ (seen)) - (sight.way() % 4) + 4) % 4;
    const way = ROUND[at];
    return sight.way() >= 4 && (way === "E" || way === "W") ? (way === "E" ? "W" : "E") : way;
  },
};
