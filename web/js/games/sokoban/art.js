// @ts-check
// Sokoban in pictures: walls, goals, boxes and the player. A box on a goal has another colour and another mark.

import { s } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { cellsOf } from "../../core/scene.js";

/** @import { Art } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */

/** How far the four letters of a way go. @type {Record<string, [number, number]>} */
export const STEPS = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };

/** The cells that a way enters, in order. @param {Scene} scene @param {string[]} moves */
export function wayOf(scene, moves) {
  let cell = scene.pieces[0]?.cell ?? 0;
  return moves.map((move) => {
    const [x, y] = STEPS[move.toLowerCase()] ?? [0, 0];
    return (cell += x + y * scene.width);
  });
}

const brace = (/** @type {number} */ a) => `M${-a},${-a}H${a}V${a}H${-a}zM${-a},${a}L${a},${-a}`;

/** @param {number} r half its side */
export const box = (r) => s("g", { class: "box" },
  s("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r * 0.14 }),
  s("path", { class: "brace", d: brace(r * 0.62) }),
  s("path", { class: "done", d: `M${-r * 0.45},${r * 0.02}L${-r * 0.1},${r * 0.4}L${r * 0.5},${-r * 0.38}` }));

/** A box's number, on a disc that covers what is under it. @param {number} n @param {number} [x] @param {number} [y] */
export const boxNumber = (n, x = 0, y = 0) => s("g", { class: "box-number" },
  s("circle", { cx: x, cy: y, r: 11 }), s("text", { x, y: y + 5.5 }, String(n)));

/** @param {number} r */
export const player = (r) => s("g", { class: "player" },
  s("path", { d: `M${-r},${r}C${-r},${-r * 0.25} ${r},${-r * 0.25} ${r},${r}z` }),
  s("circle", { cy: -r * 0.42, r: r * 0.56 }));

/** @param {number} r */
export const goal = (r) => s("g", { class: "goal" }, s("path", { d: `M0,${-r}L${r},0L0,${r}L${-r},0z` }));

/** Lines across a cell. @param {number} x @param {number} y @param {number} u */
export const hatch = (x, y, u) => {
  const [a, b] = [u / 2, u / 4];
  const ends = [[-a, 0, 0, -a], [-a, a, a, -a], [0, a, a, 0], [-a, b, b, -a], [-b, a, a, -b]];
  return ends.map(([x1, y1, x2, y2]) => `M${x + x1},${y + y1}L${x + x2},${y + y2}`).join("");
};

/** @param {Scene} scene */
const goals = (scene) => new Set(scene.targets.map((one) => one.cell));

/** How many goals have a box. @param {Scene} scene */
export function filled(scene) {
  const aims = goals(scene);
  return scene.pieces.filter((piece) => piece.kind === "box" && aims.has(piece.cell)).length;
}

/** @type {Partial<Art>} */
export const art = {
  fixed(scene, { U, middle }) {
    const closed = new Set(cellsOf(scene, "closed"));
    const outside = new Set(cellsOf(scene, "outside"));
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
    return [s("path", { class: "floor", d: floor }), s("path", { class: "grid", d: grid }),
      s("path", { class: "block", d: walls })];
  },

  below: (scene, { at }) => scene.targets.map(({ cell }) => s("g", { transform: at(cell) }, goal(9))),

  ghosts: () => ({ nodes: [], landings: [] }),

  piece: (piece) => (piece.kind === "player" ? [player(13)]
    : [s("rect", { class: "halo", x: -19, y: -19, width: 38, height: 38, rx: 4 }), box(15.5)]),

  dress(group, piece, scene) {
    group.classList.toggle("home", piece.kind === "box" && scene.targets.some((one) => one.cell === piece.cell));
  },

  tell(scene, told) {
    scene.pieces.forEach((piece, index) =>
      told[piece.cell]?.push(piece.kind === "player" ? t("soko.cell.player") : t("soko.cell.box", { n: index })));
    for (const aim of scene.targets) told[aim.cell]?.push(t("soko.cell.goal"));
    for (const { kind, cell } of scene.marks) told[cell]?.push(t(`soko.cell.${kind}`));
  },

  sign: (scene, index) => (scene.pieces[index]?.kind === "player" ? player(11)
    : s("g", {}, box(14), boxNumber(index))),

  glyph: (scene) => ({ key: String(filled(scene)), node: s("g", { class: scene.solved ? "home" : null }, box(15)) }),

  small({ width, height, marks, pieces, targets = [] }) {
    const none = new Set(cellsOf({ marks }, "closed", "outside"));
    /** @param {string} kind @param {number[]} cells @param {number} inset */
    const layer = (kind, cells, inset) => {
      const side = 1 - 2 * inset;
      const d = cells.map((cell) =>
        `M${(cell % width) + inset},${Math.floor(cell / width) + inset}h${side}v${side}h${-side}z`).join("");
      return s("path", { class: `small-${kind}`, d });
    };
    const [player, ...boxes] = pieces.map((one) => one.cell);
    return s("svg", { class: "miniature", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      layer("floor", Array.from({ length: width * height }, (_, cell) => cell).filter((cell) => !none.has(cell)), 0),
      layer("wall", cellsOf({ marks }, "closed"), 0), layer("goal", targets.map((one) => one.cell), 0.12),
      layer("box", boxes, 0.12), layer("player", [player], 0.12));
  },
};
