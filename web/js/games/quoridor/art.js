// @ts-check
// Where things are on a picture of a Quoridor board, and the small pictures. Cells are numbered row by row from the top
// left; a wall is a mark at its south-west square, lying `h` or `v`.

import { h, s } from "../../core/dom.js";

/** @import { Attributes } from "../../core/dom.js" */
/** @import { Small } from "../../core/kept.js" */
/** @import { Mark } from "../../core/wire.js" */

/** The side of a square and the gap between two, in units of the picture. */
export const SIDE = 40;
export const GAP = 9;
export const PITCH = SIDE + GAP;

/** Where things are drawn on a board of this size; the first row is at the top, or at the bottom where it is turned.
 * @param {number} size @param {boolean} [turned] */
export function plan(size, turned = false) {
  const whole = size * PITCH - GAP;
  /** The way there and back. @param {number} x @param {number} y */
  const seen = (x, y) => (turned ? { x: whole - x, y: whole - y } : { x, y });
  /** The middle of a square, from the upper left corner. @param {number} cell */
  const inside = (cell) => ({ x: (cell % size) * PITCH + SIDE / 2, y: Math.floor(cell / size) * PITCH + SIDE / 2 });
  return {
    size, whole, turned, seen,
    /** The middle of a square. @param {number} cell */
    middle(cell) {
      const { x, y } = inside(cell);
      return seen(x, y);
    },
    /** The middle of a wall. @param {Mark} wall */
    wall({ cell }) {
      const { x, y } = inside(cell);
      return seen(x + PITCH / 2, y - PITCH / 2);
    },
  };
}
/** @typedef {ReturnType<typeof plan>} Plan */

/** The four pawns: a disc, a triangle, a square, a diamond. */
const SHAPES = ["M-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0z", "M0-14.5 13.8 10.5H-13.8z", "M-10.8-10.8H10.8V10.8H-10.8z",
  "M0-15 15 0 0 15-15 0z"];

/** A player's shape. @param {number} player @param {Attributes} [attributes] */
export const shape = (player, attributes = {}) => s("path", { d: SHAPES[player % 4], ...attributes });

/** A player's pawn as a small picture. @param {number} player */
export const pawn = (player) => s("g", { class: `p${player}` }, shape(player, { class: "pawn" }));

/** The walls that a player has left, as many small walls. @param {number} player @param {number} walls */
export const rack = (player, walls) =>
  h("span", { class: `rack p${player}`, "aria-hidden": "true" }, ...Array.from({ length: walls }, () => h("i")));

/** A wall as a rectangle.
 * @param {Plan} of @param {Mark} wall @param {Attributes} [attributes] @param {number} [thick] */
export function bar(of, wall, attributes = {}, thick = GAP - 2) {
  const { x, y } = of.wall(wall);
  const long = 2 * SIDE + GAP;
  const [w, tall] = wall.form === "h" ? [long, thick] : [thick, long];
  return s("rect", { x: x - w / 2, y: y - tall / 2, width: w, height: tall, rx: 2, ...attributes });
}

/** Every square of a board as one path. @param {number} size */
export const squares = (size) =>
  Array.from({ length: size * size },
    (_, i) => `M${(i % size) * PITCH} ${Math.floor(i / size) * PITCH}h${SIDE}v${SIDE}h-${SIDE}z`).join("");

/** A small picture of a position. @param {Small} position */
export function small({ width, pieces, marks }) {
  const of = plan(width);
  return s("svg", { class: "miniature", viewBox: `-6 -6 ${of.whole + 12} ${of.whole + 12}`, "aria-hidden": "true" },
    s("rect", { class: "plate", x: -6, y: -6, width: of.whole + 12, height: of.whole + 12 }),
    s("path", { class: "squares", d: squares(width) }),
    ...marks.map((wall) => bar(of, wall, { class: "bar" }, GAP + 9)),
    ...pieces.map(({ cell, color }) => {
      const { x, y } = of.middle(cell);
      return s("g", { class: `p${color}`, transform: `translate(${x} ${y}) scale(1.7)` },
        shape(color, { class: "pawn" }));
    }));
}
