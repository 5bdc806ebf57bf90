// @ts-check
// How a board of cells is drawn unless a game says otherwise: floor, closed cells, walls on the sides of cells, targets
// in play, and pieces as tiles with their label.

import { s } from "./dom.js";
import { t } from "./i18n.js";
import { blocked, cellsOf } from "./scene.js";

/** @import { Art, Landing } from "./skins.js" */
/** @import { Scene } from "./wire.js" */

/** The walls on the sides of cells as one path. @param {Scene} scene @param {number} U */
export function walls({ width, height, walls: bits, ...scene }, U) {
  const closed = new Set(cellsOf(scene, "closed"));
  let path = "";
  for (let cell = 0; cell < bits.length; cell += 1) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    const [x, y] = [column * U, row * U];
    // Nothing is drawn between two closed cells: they read as one block.
    const inner = (/** @type {boolean} */ inside, /** @type {number} */ other) =>
      inside && closed.has(cell) && closed.has(other);
    if (bits[cell] & 1 && !inner(row > 0, cell - width)) path += `M${x},${y}h${U}`;
    if (bits[cell] & 8 && !inner(column > 0, cell - 1)) path += `M${x},${y}v${U}`;
    if (bits[cell] & 2 && !inner(column < width - 1, cell + 1)) path += `M${x + U},${y}v${U}`;
    if (bits[cell] & 4 && !inner(row < height - 1, cell + width)) path += `M${x},${y + U}h${U}`;
  }
  return s("path", { class: "walls", d: path });
}

/** A piece as a tile. @param {string} label @param {number} color @param {number} r half its side */
export const tile = (label, color, r) => s("g", { class: `tile c${color % 8}` },
  s("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r * 0.16 }),
  s("text", { y: r * 0.34, "font-size": r * (label.length > 1 ? 0.86 : 1) }, label));

/** @type {Art} */
export const art = {
  key: ({ walls: bits, marks }) => JSON.stringify([bits, marks]),

  fixed(scene, { U, middle }) {
    const { width, height } = scene;
    let grid = "";
    for (let x = 1; x < width; x += 1) grid += `M${x * U},0V${height * U}`;
    for (let y = 1; y < height; y += 1) grid += `M0,${y * U}H${width * U}`;
    return [
      s("rect", { class: "floor", width: width * U, height: height * U }), s("path", { class: "grid", d: grid }),
      ...[...blocked(scene)].map(middle).map(({ x, y }) =>
        s("rect", { class: "closed", x: x - U / 2, y: y - U / 2, width: U, height: U })),
      walls(scene, U),
    ];
  },

  below: (scene, { at }) => scene.targets.filter((one) => one.active).map(({ cell }) =>
    s("g", { transform: at(cell), class: "aim" }, s("circle", { r: 9 }))),

  /** Where the piece that is chosen may go; where none is, every piece that may move can be clicked. */
  ghosts(scene, { selected = -1, hinted }, { U, at }) {
    const ways = scene.solved ? [] : scene.moves.filter((move) => selected < 0 || move.piece === selected);
    /** @type {Landing[]} */
    const landings = ways.flatMap((move) => (move.path.length
      ? [{ move, cell: selected < 0 ? scene.pieces[move.piece].cell : move.path[move.path.length - 1] }] : []));
    const nodes = landings.filter(({ move }) => move.name === hinted).map(({ cell }) =>
      s("rect", { class: "hinted", x: 1 - U / 2, y: 1 - U / 2, width: U - 2, height: U - 2, rx: 4,
        transform: at(cell) }));
    return { nodes, landings };
  },

  piece: ({ label, color }) => [tile(label, color, 18)],

  tell(scene, told) {
    for (const { cell, label } of scene.pieces) told[cell]?.push(label);
    for (const { cell, active } of scene.targets) if (active) told[cell]?.push(t("cell.aim"));
    for (const cell of blocked(scene)) told[cell]?.push(t("cell.closed"));
    told.forEach((list, cell) => {
      const sides = ["north", "east", "south", "west"].filter((_, side) => ((scene.walls[cell] ?? 0) >> side) & 1);
      if (sides.length) list.push(t("cell.walls", { sides: sides.map((side) => t(side)).join(", ") }));
    });
  },

  sign(scene, index) {
    const piece = scene.pieces[index];
    return piece ? tile(piece.label, piece.color, 13) : null;
  },
  glyph: () => null,
  small: ({ width, height, pieces, marks }) => {
    const at = (/** @type {number} */ cell) => `M${cell % width},${Math.floor(cell / width)}h1v1h-1z`;
    return s("svg", { class: "miniature", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      s("path", { class: "closed", d: cellsOf({ marks }, "closed").map(at).join("") }),
      ...pieces.map(({ cell, color }) => s("path", { class: `c${color % 8}`, d: at(cell) })));
  },
};
