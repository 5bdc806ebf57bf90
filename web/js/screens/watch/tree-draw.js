// @ts-check
// What is to be seen of a tree from a camera, as lists of lines and marks, one list a style: painted on a canvas in a
// few strokes, or written as SVG.

/** @import { TreeView } from "../../core/wire.js" */
/** @import { Layout } from "./tree-layout.js" */
/** @import { Ink } from "./ink.js" */
/** `x` and `y` are at the middle of the picture; `wide` is how many pixels a leaf has and `high` how many a level.
 * @typedef {{x: number, y: number, wide: number, high: number}} Camera */
/** @typedef {"open" | "closed" | "goal" | "dead" | "cut" | "gone" | "known" | "back" | "entered"} Style */
/** `marks` are points by style; `texts` stand below nodes.
 * @typedef {{edges: number[], way: number[], marks: Record<Style, number[]>, texts: {x: number, y: number, text:
 * string, strong: boolean}[],
 *   here: [number, number] | null, pinned: [number, number] | null, folds: number[], r: number, shown: number}}
 * Picture */

/** @type {Record<Style, {ink: Ink, hollow?: boolean}>} */
export const STYLES = {
  closed: { ink: "heat-1" }, open: { ink: "ink", hollow: true }, entered: { ink: "p1" }, goal: { ink: "p2" },
  dead: { ink: "bad", hollow: true }, cut: { ink: "p1", hollow: true }, gone: { ink: "edge" },
    known: { ink: "p3", hollow: true },
  back: { ink: "p3" },
};
/** How wide a letter is, in pixels. */
const LETTER = 6.6;
/** @returns {Record<Style, number[]>} */
const blank = () => ({ open: [], closed: [], goal: [], dead: [], cut: [], gone: [], known: [], back: [], entered: [] });

/** What a node is at a moment, to look at. @param {TreeView} tree @param {number} i @param {number} at
 * @param {boolean} game
 * @returns {Style} */
function styleOf({ marks, ended }, i, at, game) {
  const over = ended[i] >= 0 && ended[i] <= at;
  const mark = marks[i];
  if (game) return !over && ended[i] >= 0 ? "entered" : mark === "c" ? "cut" : mark === "k" ? "known" : "closed";
  if (mark === "d") return "dead";
  if (mark === "c") return "cut";
  if (mark === "g" && !over) return "goal";
  return over ? (mark === "b" ? "back" : "closed") : "open";
}

/**
 * @param {TreeView} tree
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {{wide: number, high: number}} place
 * @param {{at: number, game: boolean, here: number, pinned: number, way: Set<number>, folded: Set<number>,
 *   label(i: number): string, rollouts: boolean}} seen `here` and `pinned` are places in the tree, or -1
 * @returns {Picture}
 */
export function picture(tree, layout, camera, place, seen) {
  const { x, y, hidden } = layout;
  const { ids, parents, born } = tree;
  const { wide, high } = camera;
  const r = Math.max(1, Math.min(8, wide * 0.3, high * 0.22));
  const px = (/** @type {number} */ i) => (x[i] - camera.x) * wide + place.wide / 2;
  const py = (/** @type {number} */ i) => (y[i] - camera.y) * high + place.high / 2;
  /** @type {Picture} */
  const all = { edges: [], way: [], marks: blank(), texts: [], here: null, pinned: null, folds: [], r, shown: 0 };
  /** Where the last one of each level stands: those that would stand on it are left out. */
  const taken = new Int32Array(layout.levels + 2).fill(-99999);
  const least = wide < 2 ? 1 : 0;
  const labelled = wide >= 12 && high >= 26;
  const order = ids.length;
  for (let i = 0; i < order; i += 1) {
    if (hidden[i] || born[i] > seen.at) continue;
    all.shown += 1;
    const [mx, my] = [px(i), py(i)];
    const parent = parents[i];
    const on = seen.way.has(i);
    const spot = Math.round(mx);
    const dense = !on && least > 0 && Math.abs(spot - taken[y[i]]) < least;
    if (!dense && parent >= 0) {
      const [ax, ay] = [px(parent), py(parent)];
      if (Math.max(mx, ax) > -20 && Math.min(mx, ax) < place.wide + 20 && my > -20 && ay < place.high + 20)
        (on ? all.way : all.edges).push(ax, ay, mx, my);
    }
    if (mx < -20 || mx > place.wide + 20 || my < -20 || my > place.high + 20) continue;
    if (i === seen.here) all.here = [mx, my];
    if (i === seen.pinned) all.pinned = [mx, my];
    if (dense) continue;
    taken[y[i]] = spot;
    all.marks[styleOf(tree, i, seen.at, seen.game)].push(mx, my);
    if (seen.folded.has(ids[i])) all.folds.push(mx, my);
    if (labelled) {
      const text = seen.label(i);
      // What is too long for its place would lie over its neighbour.
      if (text && text.length * LETTER + 3 <= wide) all.texts.push({ x: mx, y: my + r + 12, text, strong: on });
    }
  }
  return all;
}

/** The outline of a mark, as a path's commands. @param {Style} style @param {number} x @param {number} y
 * @param {number} r */
function outline(style, x, y, r) {
  switch (style) {
    case "goal":
      return [[x, y - 1.5 * r], [x + 1.5 * r, y], [x, y + 1.5 * r], [x - 1.5 * r, y]];
    case "cut":
      return [[x - r, y - r * 0.8], [x + r, y - r * 0.8], [x, y + r]];
    case "known": case "back":
      return [[x - r * 0.85, y - r * 0.85], [x + r * 0.85, y - r * 0.85], [x + r * 0.85, y + r * 0.85],
        [x - r * 0.85, y + r * 0.85]];
    default:
      return null;
  }
}

/** @param {CanvasRenderingContext2D} pen @param {Picture} all @param {Record<Ink, string>} ink */
export function paint(pen, all, ink) {
  const { r } = all;
  const lines = (/** @type {number[]} */ list, /** @type {string} */ color, /** @type {number} */ wide) => {
    pen.beginPath();
    for (let i = 0; i < list.length; i += 4) {
      pen.moveTo(list[i], list[i + 1]);
      pen.lineTo(list[i + 2], list[i + 3]);
    }
    pen.strokeStyle = color;
    pen.lineWidth = wide;
    pen.stroke();
  };
  lines(all.edges, ink.edge, r < 3 ? 0.5 : 1);
  lines(all.way, ink.ink, 2.5);
  for (const [name, list] of Object.entries(all.marks)) {
    if (!list.length) continue;
    const style = /** @type {Style} */ (name);
    const { ink: of, hollow } = STYLES[style];
    pen.beginPath();
    for (let i = 0; i < list.length; i += 2) {
      const [x, y] = [list[i], list[i + 1]];
      if (r < 1.6) {
        pen.rect(x - r, y - r, 2 * r, 2 * r);
        continue;
      }
      if (style === "dead") {
        pen.moveTo(x - r * 0.8, y - r * 0.8);
        pen.lineTo(x + r * 0.8, y + r * 0.8);
        pen.moveTo(x + r * 0.8, y - r * 0.8);
        pen.lineTo(x - r * 0.8, y + r * 0.8);
        continue;
      }
      const points = outline(style, x, y, r);
      if (!points) {
        const size = style === "gone" ? r * 0.6 : r;
        pen.moveTo(x + size, y);
        pen.arc(x, y, size, 0, 2 * Math.PI);
      } else {
        points.forEach(([a, b], n) => (n ? pen.lineTo(a, b) : pen.moveTo(a, b)));
        pen.closePath();
      }
    }
    if (hollow && r >= 1.6) {
      pen.fillStyle = ink.sheet;
      pen.fill();
      pen.strokeStyle = ink[of];
      pen.lineWidth = Math.min(2, r * 0.45);
      pen.stroke();
    } else {
      pen.fillStyle = ink[of];
      pen.fill();
    }
  }
  const ring = (/** @type {[number, number] | null} */ at, /** @type {string} */ color, /** @type {number} */ wide,
    /** @type {number[]} */ dash = []) => {
    if (!at) return;
    pen.beginPath();
    pen.setLineDash(dash);
    pen.arc(at[0], at[1], Math.max(r, 3) + 4, 0, 2 * Math.PI);
    pen.strokeStyle = color;
    pen.lineWidth = wide;
    pen.stroke();
    pen.setLineDash([]);
  };
  ring(all.here, ink.ink, 3);
  ring(all.pinned, ink.p1, 2.5, [4, 3]);
  pen.fillStyle = ink.ink;
  pen.textAlign = "center";
  for (let i = 0; i < all.folds.length; i += 2) pen.fillText("+", all.folds[i] + r + 5, all.folds[i + 1] + 4);
  for (const { x, y, text, strong } of all.texts) {
    pen.fillStyle = strong ? ink.ink : ink.quiet;
    pen.fillText(text, x, y);
  }
}

/** @param {Picture} all @param {Record<Ink, string>} ink @param {{wide: number, high: number}} place */
export function asSvg(all, ink, { wide, high }) {
  const one = (/** @type {number} */ n) => String(Math.round(n * 10) / 10);
  const lines = (/** @type {number[]} */ list) => {
    let d = "";
    for (let i = 0; i < list.length; i += 4)
      d += `M${one(list[i])},${one(list[i + 1])}L${one(list[i + 2])},${one(list[i + 3])}`;
    return d;
  };
  const { r } = all;
  const marks = Object.entries(all.marks).flatMap(([name, list]) => {
    if (!list.length) return [];
    const style = /** @type {Style} */ (name);
    let d = "";
    for (let i = 0; i < list.length; i += 2) {
      const [x, y] = [list[i], list[i + 1]];
      const points = outline(style, x, y, r);
      const [wide, back] = [one(2 * r), one(-2 * r)];
      if (style === "dead") d += `M${one(x - r)},${one(y - r)}l${wide},${wide}m0,${back}l${back},${wide}`;
      else if (points) d += `M${points.map((point) => point.map(one).join()).join("L")}Z`;
      else d += `M${one(x - r)},${one(y)}a${one(r)},${one(r)} 0 1 0 ${wide},0a${one(r)},${one(r)} 0 1 0 ${back},0`;
    }
    const { ink: of, hollow } = STYLES[style];
    return [`<path d="${d}" fill="${hollow ? ink.sheet : ink[of]}" stroke="${hollow ? ink[of]
      : "none"}" stroke-width="1.5"/>`];
  });
  const ring = (/** @type {[number, number] | null} */ at, /** @type {string} */ color) =>
    (at ? [`<circle cx="${one(at[0])}" cy="${one(at[1])}" r="${one(Math.max(r,
      3) + 4)}" fill="none" stroke="${color}" stroke-width="3"/>`] : []);
  const safe = (/** @type {string} */ text) => text.replace(/[&<>]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);
  return [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}"`,
    `font-family="system-ui, sans-serif" font-size="12" text-anchor="middle">`,
    `<rect width="${wide}" height="${high}" fill="${ink.sheet}"/>`,
    `<path d="${lines(all.edges)}" fill="none" stroke="${ink.edge}"/>`,
    `<path d="${lines(all.way)}" fill="none" stroke="${ink.ink}" stroke-width="2.5"/>`,
    ...marks, ...ring(all.here, ink.ink), ...ring(all.pinned, ink.p1),
    ...all.texts.map(({ x, y, text, strong }) => `<text x="${one(x)}" y="${one(y)}" fill="${strong ? ink.ink
      : ink.quiet}">${safe(text)}</text>`),
    "</svg>"].join("\n");
}
