// @ts-check
// Quoridor in pictures: where squares and walls are drawn, the pawns' shapes, and a board in miniature. Names of
// squares and walls are read here and nowhere else: `e3h` lies north of e3 and f3, `e3v` east of e3 and e4.

import { h, s } from "../../core/dom.js";
import { picture } from "../../core/parts.js";

/** @import { Attributes } from "../../core/dom.js" */

/** A square, or the lower left square of a wall: column and row from 0. @typedef {{x: number, y: number}} At */

/** The side of a square, the gap in which walls lie, and both, in units of the picture. */
export const SIDE = 40;
export const GAP = 9;
export const PITCH = SIDE + GAP;
/** The side of a whole board. @param {number} size */
export const span = (size) => size * PITCH - GAP;

/** @param {string} name */
export const at = (name) => ({ x: name.charCodeAt(0) - 97, y: Number.parseInt(name.slice(1), 10) - 1 });
/** @param {number} x @param {number} y */
export const squareName = (x, y) => String.fromCharCode(97 + x) + (y + 1);
/** Whether a move is a wall, and which way it lies. @param {string} move @returns {"h" | "v" | null} */
export const lie = (move) => (/^[a-z]\d+[hv]$/.test(move) ? /** @type {"h" | "v"} */ (move.slice(-1)) : null);
/** Whether a move is a step to a square. @param {string} move */
export const isStep = (move) => /^[a-z]\d+$/.test(move);

/**
 * Where things are drawn on a board of this size; row 1 is at the bottom, or at the top where the board is turned.
 * @param {number} size
 * @param {boolean} [turned]
 */
export function plan(size, turned = false) {
  const whole = span(size);
  /** @param {number} x @param {number} y the middle, from the lower left corner upwards */
  const seen = (x, y) => (turned ? { x: whole - x, y } : { x, y: whole - y });
  return {
    size, whole, turned,
    /** The middle of a square. @param {string} name */
    middle(name) {
      const { x, y } = at(name);
      return seen(x * PITCH + SIDE / 2, y * PITCH + SIDE / 2);
    },
    /** The middle of a wall. @param {string} name */
    wall(name) {
      const { x, y } = at(name);
      return seen((x + 1) * PITCH - GAP / 2, (y + 1) * PITCH - GAP / 2);
    },
    /** The place on the board, from the lower left corner, of a point of the picture.
     * @param {number} x @param {number} y */
    unseen: (x, y) => (turned ? { x: whole - x, y } : { x, y: whole - y }),
  };
}
/** @typedef {ReturnType<typeof plan>} Plan */

/** The four pawns: a disc, a triangle, a square, a diamond. */
const SHAPES = ["M-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0z", "M0-14.5 13.8 10.5H-13.8z", "M-10.8-10.8H10.8V10.8H-10.8z",
  "M0-15 15 0 0 15-15 0z"];

/** A player's shape. @param {number} player @param {Attributes} [attributes] */
export const shape = (player, attributes = {}) => s("path", { d: SHAPES[player % 4], ...attributes });

/** A player's pawn as a picture of its own. @param {number} player */
export const sign = (player) => picture(s("g", { class: `p${player}` }, shape(player, { class: "pawn" })), 17);

/** The walls that a player has left, as many small walls. @param {number} player @param {number} walls */
export const rack = (player, walls) =>
  h("span", { class: `rack p${player}`, "aria-hidden": "true" }, ...Array.from({ length: walls }, () => h("i")));

/**
 * A wall as a rectangle.
 * @param {Plan} of
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {number} [thick]
 */
export function bar(of, name, attributes = {}, thick = GAP - 2) {
  const { x, y } = of.wall(name);
  const long = 2 * SIDE + GAP;
  const [w, tall] = lie(name) === "h" ? [long, thick] : [thick, long];
  return s("rect", { x: x - w / 2, y: y - tall / 2, width: w, height: tall, rx: 2, ...attributes });
}

/** What a miniature shows. @typedef {{size: number, pawns: string[], walls: string[]}} Small */

/** A small picture of a position. @param {Small} small */
export function miniature({ size, pawns, walls }) {
  const of = plan(size);
  return s("svg", { class: "miniature", viewBox: `-6 -6 ${of.whole + 12} ${of.whole + 12}`, "aria-hidden": "true" },
    s("rect", { class: "plate", x: -6, y: -6, width: of.whole + 12, height: of.whole + 12 }),
    s("path", { class: "squares", d: squares(size) }),
    ...walls.map((name) => bar(of, name, { class: "bar" }, GAP + 9)),
    ...pawns.map((square, player) => {
      const { x, y } = of.middle(square);
      return s("g", { class: `p${player}`, transform: `translate(${x} ${y}) scale(1.7)` },
        shape(player, { class: "pawn" }));
    }));
}

/** Every square of a board as one path. @param {number} size */
export const squares = (size) =>
  Array.from({ length: size * size },
    (_, i) => `M${(i % size) * PITCH} ${Math.floor(i / size) * PITCH}h${SIDE}v${SIDE}h-${SIDE}z`).join("");
