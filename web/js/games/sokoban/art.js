// @ts-check
// Sokoban in pictures: walls, goals, boxes and the player. A box on a goal has another colour and another mark.

import { s } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("../../core/skin.js").Art} Art */
/** @typedef {import("../../core/wire.js").Scene} Scene */

/** How far the four letters of a way go. @type {Record<string, [number, number]>} */
export const STEPS = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };

/** The cells that a way enters, in order. @param {Scene} scene @param {string[]} moves */
export function cellsOf(scene, moves) {
  let cell = scene.pieces[0]?.cell ?? 0;
  return moves.map((move) => {
    const [x, y] = STEPS[move.toLowerCase()] ?? [0, 0];
    return (cell += x + y * scene.width);
  });
}

/** @param {number} r half its side */
export const box = (r) => s("g", { class: "box" },
  s("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r * 0.14 }),
  s("path", { class: "brace", d: `M${-r * 0.62},${-r * 0.62}H${r * 0.62}V${r * 0.62}H${-r * 0.62}zM${-r * 0.62},${r * 0.62}L${r * 0.62},${-r * 0.62}` }),
  s("path", { class: "done", d: `M${-r * 0.45},${r * 0.02}L${-r * 0.1},${r * 0.4}L${r * 0.5},${-r * 0.38}` }));

/** @param {number} r */
export const player = (r) => s("g", { class: "player" },
  s("path", { d: `M${-r},${r}C${-r},${-r * 0.25} ${r},${-r * 0.25} ${r},${r}z` }), s("circle", { cy: -r * 0.42, r: r * 0.56 }));

/** @param {number} r */
export const goal = (r) => s("g", { class: "goal" }, s("path", { d: `M0,${-r}L${r},0L0,${r}L${-r},0z` }));

/** Lines across a cell. @param {number} x @param {number} y @param {number} u */
export const hatch = (x, y, u) => {
  const [a, b] = [u / 2, u / 4];
  return `M${x - a},${y}L${x},${y - a}M${x - a},${y + a}L${x + a},${y - a}M${x},${y + a}L${x + a},${y}M${x - a},${y + b}L${x + b},${y - a}M${x - b},${y + a}L${x + a},${y - b}`;
};

/** @param {Scene} scene */
const goals = (scene) => new Set(scene.targets.map((one) => one.cell));

/** How many goals have a box. @param {Scene} scene */
export function filled(scene) {
  const aims = goals(scene);
  return scene.pieces.filter((piece) => piece.kind === "box" && aims.has(piece.cell)).length;
}

/** @type {Art} */
export const art = {
  key: (scene) => `${scene.closed} ${scene.outside}`,

  fixed(scene, { U, middle }) {
    const closed = new Set(scene.closed);
    const outside = new Set(scene.outside);
    let floor = "";
    let grid = "";
    let walls = "";
    for (let cell = 0; cell < scene.width * scene.height; cell += 1) {
      if (outside.has(cell)) continue;
      const { x, y } = middle(cell);
      const square = `M${x - U / 2},${y - U / 2}h${U}v${U}h${-U}z`;
      if (closed.has(cell)) walls += square;
      else {
        floor += square;
        grid += square;
      }
    }
    return [s("path", { class: "floor", d: floor }), s("path", { class: "grid", d: grid }), s("path", { class: "block", d: walls })];
  },

  below: (scene, { at }) => scene.targets.map(({ cell }) => s("g", { transform: at(cell) }, goal(9))),

  ghosts: () => ({ nodes: [], landings: [] }),

  piece: (piece) => (piece.kind === "player" ? [player(13)] : [s("rect", { class: "halo", x: -19, y: -19, width: 38, height: 38, rx: 4 }), box(15.5)]),

  dress(group, piece, scene) {
    group.classList.toggle("home", piece.kind === "box" && scene.targets.some((one) => one.cell === piece.cell));
  },

  tell(scene, told) {
    scene.pieces.forEach((piece, index) => told[piece.cell]?.push(piece.kind === "player" ? t("soko.cell.player") : t("soko.cell.box", { n: index })));
    for (const aim of scene.targets) told[aim.cell]?.push(t("soko.cell.goal"));
    for (const cell of scene.closed) told[cell]?.push(t("soko.cell.wall"));
    for (const cell of scene.outside) told[cell]?.push(t("soko.cell.outside"));
  },

  sign: (scene, index) => (scene.pieces[index]?.kind === "player" ? player(11) : s("g", {}, box(14), s("text", { class: "box-number", y: 6 }, String(index)))),

  glyph: (scene) => ({ key: String(filled(scene)), node: s("g", { class: scene.solved ? "home" : null }, box(15)) }),

  // Searches tell the boxes first, then the player.
  order: (scene) => [...scene.pieces.slice(1), ...scene.pieces.slice(0, 1)].map((piece) => piece.cell),
  mark: (scene, index) => (index < scene.pieces.length - 1 ? box(12) : player(10)),
};
