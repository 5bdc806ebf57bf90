// @ts-check
// Ricochet Robots in pictures: robots, targets, walls on the sides of cells, diagonals.

import { art as grid } from "../../core/art.js";
import { s } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { bare, drawn } from "../../core/picture.js";

/** @import { Art, Landing } from "../../core/skins.js" */
/** @import { Scene, SceneTarget } from "../../core/wire.js" */
/** @typedef {"N" | "E" | "S" | "W"} Direction */

/** @type {[number, number][]} */
const SQUARE = [[-0.83, -0.83], [0.83, -0.83], [0.83, 0.83], [-0.83, 0.83]];
/** @type {[number, number][]} */
const TRIANGLE = [[0, -1.02], [1.06, 0.86], [-1.06, 0.86]];
/** @type {([number, number][] | null)[]} */
const SHAPES = [
  TRIANGLE,
  null,
  SQUARE,
  [[0, -1.14], [1.14, 0], [0, 1.14], [-1.14, 0]],
  ring(6, 1.03, 1.03, 0),
  ring(10, 1.22, 0.74, -Math.PI / 2),
  TRIANGLE.map(([x, y]) => [x, -y]),
  [[-0.5, -1], [0.5, -1], [0.5, -0.5], [1, -0.5], [1, 0.5], [0.5, 0.5], [0.5, 1], [-0.5, 1], [-0.5, 0.5], [-1, 0.5],
    [-1, -0.5], [-0.5, -0.5]],
];
/** Where the sign inside a shape sits, and how large it may be. */
const SIGN = [[0.26, 0.92], [0, 1.12], [0, 1.12], [0, 1.05], [0, 1.12], [0.04, 0.98], [-0.26, 0.92], [0, 1.05]];

/** @param {number} n @param {number} even @param {number} odd @param {number} turn @returns {[number, number][]} */
function ring(n, even, odd, turn) {
  return Array.from({ length: n }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / n;
    const radius = i % 2 ? odd : even;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** @param {number} color @param {number} r */
function outline(color, r) {
  const points = SHAPES[color % SHAPES.length];
  if (!points) return `M${-r},0a${r},${r} 0 1 1 ${2 * r},0a${r},${r} 0 1 1 ${-2 * r},0z`;
  return `M${points.map(([x, y]) => `${(x * r).toFixed(2)},${(y * r).toFixed(2)}`).join("L")}z`;
}

/** @param {number} r */
function spiral(r) {
  const points = Array.from({ length: 61 }, (_, i) => {
    const angle = (i / 60) * 3.4 * Math.PI + 0.6;
    const radius = r * (0.66 + (0.46 * i) / 60);
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}`;
}

/** The text inside a shape. @param {number | null} color @param {number} r @param {string} text @param {string} kind */
function sign(color, r, text, kind) {
  const [dy, size] = color === null ? [0, 0.86] : SIGN[color % SIGN.length];
  const fit = text.length > 1 ? 0.84 : 1;
  return s("text",
    { class: kind, y: (dy * r + size * fit * r * 0.36).toFixed(2), "font-size": (size * fit * r).toFixed(2) }, text);
}

/** A robot: filled, with the first letter of its name in the reader's language. In files and moves it keeps the letter
 * of the notation.
 * @param {number} color @param {string} letter that of the notation; none for none @param {number} r */
export function robot(color, letter, r) {
  const first = letter && (maybe(`letter.${color % 8}`) ?? letter.toUpperCase());
  return s("g", { class: `robot c${color % 8}` }, s("path", { d: outline(color, r) }), sign(color, r, first, "letter"));
}

/** A target: the robot's hollow silhouette, or a vortex for any robot.
 * @param {number | null} color @param {number} number @param {number} r */
export function target(color, number, r) {
  const group = s("g", { class: color === null ? "target any" : `target c${color % 8}` });
  const d = color === null ? spiral(r) : outline(color, r);
  group.append(s("path", { class: "under", d }), s("path", { class: "over", d }),
    sign(color, r, String(number), "number"));
  return group;
}

/** The colour of a target: that of its robot. @param {Scene} scene @param {SceneTarget} aim */
const colorOf = (scene, aim) => (aim.piece === null ? null : (scene.pieces[aim.piece]?.color ?? aim.piece));

/** @type {Partial<Art>} */
export const art = {
  fixed(scene, plan) {
    const { at } = plan;
    /** @type {Record<string, string>} */
    const extra = { bonus: "+", penalty: "−" };
    const over = scene.marks.flatMap(({ kind, cell, form, color }) => {
      if (kind in extra) return [s("g", { transform: at(cell) },
        s("rect", { class: "extra", x: -15, y: -15, width: 30, height: 30 }),
        s("text", { class: "sign", y: 9 }, extra[kind]))];
      if (kind !== "diagonal") return [];
      const d = form === "/" ? "M-18,18L18,-18" : "M-18,-18L18,18";
      return [s("g", { transform: at(cell), class: `diagonal c${(color ?? 0) % 8}` }, s("path", { class: "under", d }),
        s("path", { class: "over", d }))];
    });
    // The walls are drawn last.
    const plain = grid.fixed(scene, plan);
    return [...plain.slice(0, -1), ...over, ...plain.slice(-1)];
  },

  below(scene, { U, at }) {
    const aims = [...scene.targets].sort((a, b) => Number(a.active) - Number(b.active)).map((aim) => {
      const color = colorOf(scene, aim);
      const group = s("g", { transform: at(aim.cell), class: aim.active ? `aim active c${color ?? "any"}` : "aim" });
      if (aim.active) group.append(s("rect", { class: "tint", x: -U / 2, y: -U / 2, width: U, height: U }));
      group.append(target(color, aim.number, aim.active ? 13 : 11.5));
      if (aim.active)
        group.append(s("path", { class: "reticle", d: "M-24,-14V-24H-14M14,-24H24V-14M24,14V24H14M-14,24H-24V14" }));
      return group;
    });
    const bases = scene.pieces.filter((piece) => piece.cell !== piece.start).map((piece) =>
      s("g", { transform: at(piece.start), class: `base c${piece.color % 8}` },
        s("path", { d: outline(piece.color, 4.5) })));
    return [...aims, ...bases];
  },

  ghosts(scene, { selected = -1, hinted }, { U, middle, at }) {
    /** @type {SVGElement[]} */
    const nodes = [];
    /** @type {Landing[]} */
    const landings = [];
    const piece = scene.pieces[selected];
    if (!piece || scene.solved) return { nodes, landings };
    const signs = s("g");
    const aims = new Set(scene.targets.map((aim) => aim.cell));
    for (const move of scene.moves) {
      const end = move.path.at(-1);
      if (move.piece !== selected || end === undefined) continue;
      landings.push({ move, cell: end });
      const kind = move.name === hinted ? " hinted" : "";
      const way = /** @type {Direction} */ (move.direction);
      const arrow = { N: "↑", E: "→", S: "↓", W: "←" }[way];
      // On a target the landing is a frame with its arrow on the side it comes from, so that the target can be read.
      const [x, y] = { N: [0, 1], E: [-1, 0], S: [0, -1], W: [1, 0] }[way].map((part) => part * (U / 2));
      const track = [piece.cell, ...move.path].map(middle);
      const last = track[track.length - 1];
      if (aims.has(end)) track[track.length - 1] = { x: last.x + x, y: last.y + y };
      nodes.push(s("polyline", { class: `trail${kind}`, points: track.map((one) => `${one.x},${one.y}`).join(" ") }));
      signs.append(
        s("g", { class: `ghost c${piece.color % 8}${kind}${aims.has(end) ? " framed" : ""}`, transform: at(end) },
          s("rect", { class: "hit", x: -U / 2, y: -U / 2, width: U, height: U }),
          ...(aims.has(end) ? [
            s("rect", { class: "frame", x: 2.5 - U / 2, y: 2.5 - U / 2, width: U - 5, height: U - 5, rx: 5 }),
            s("circle", { cx: x, cy: y, r: 8 }), s("text", { x, y: y + 4 }, arrow)]
            : [s("path", { d: outline(piece.color, 12.5) }), s("text", { y: 5 }, arrow)])),
      );
    }
    return { nodes: [...nodes, signs], landings };
  },

  piece: (piece) => [s("rect", { class: "halo", x: -17.5, y: -17.5, width: 35, height: 35, rx: 7 }),
    robot(piece.color, piece.label, 14.5)],

  tell(scene, told) {
    for (const piece of scene.pieces) told[piece.cell]?.push(t("cell.robot", { robot: t(`color.${piece.color % 8}`) }));
    for (const aim of scene.targets) {
      const whose = aim.piece === null ? t("cell.any") : t(`color.${(colorOf(scene, aim) ?? 0) % 8}`);
      told[aim.cell]?.push(t(aim.active ? "cell.active" : "cell.target", { robot: whose, n: aim.number }));
    }
    for (const { kind, cell, form, color } of scene.marks)
      told[cell]?.push(t(`cell.${kind}`, { sign: form ?? "", robot: t(`color.${(color ?? 0) % 8}`) }));
    grid.tell({ ...scene, pieces: [], targets: [], marks: [] }, told);
  },

  sign(scene, index) {
    const piece = scene.pieces[index];
    return piece ? robot(piece.color, piece.label, 12) : null;
  },

  glyph(scene) {
    const aim = scene.targets.find((one) => one.active);
    if (!aim) return null;
    const color = colorOf(scene, aim);
    return { key: `${color} ${aim.number}`, node: target(color, aim.number, 14) };
  },

  // What is looked for in a list: the target in play and the robots, larger than their cells.
  small(small) {
    const scene = bare(small.width, small.height, small);
    const aims = scene.targets.filter((aim) => aim.active);
    return drawn({
      ...art,
      below: (_, { at }) => aims.map((aim) => s("g", { transform: at(aim.cell), class: "aim active" },
        target(colorOf(scene, aim), /** @type {any} */ (""), 34))),
      piece: (piece) => [robot(piece.color, "", 27)],
    }, scene, 24).svg;
  },
};
