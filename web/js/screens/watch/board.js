// @ts-check
// A state of a search on its board: where the pieces stand, how they came there, and where the search has been. A cell
// has the colour of the moment at which something was expanded there first; the scale is that of the whole search, so
// colours stay as they are. What waits is hatched.

import { createBoard, U } from "../../core/board.js";
import { s, set } from "../../core/dom.js";
import { arrowHead } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { settled } from "./shifts.js";

/** @import { Cursor, NodeView, Scene, Shift, TracedLane } from "../../core/wire.js" */

/** So many of the last steps of a way are drawn. */
const STEPS = 14;
/** The first cells are pale, but not as pale as the bare floor. */
const PALE = 0.14;
let count = 0;

/** @param {number} level from 0 to 1 */
export const orderColor = (level) =>
  `color-mix(in oklab, var(--heat-1) ${Math.round(100 * (PALE + (1 - PALE) * level))}%, var(--heat-0))`;

/** The place of each cell in the order of first expansions, from 0 to 1; null for never. @param {number[]} first */
export function orderOf(first) {
  const known = [...new Set(first.filter((step) => step >= 0))].sort((a, b) => a - b);
  const places = new Map(known.map((step, i) => [step, known.length > 1 ? i / (known.length - 1) : 0]));
  return first.map((step) => places.get(step) ?? null);
}

/** A pattern of lines or dots. @param {string} id @param {string} kind */
const pattern = (id, kind) => s("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse",
  patternTransform: kind === "open" ? "rotate(45)" : null }, kind === "open"
  ? s("path", { class: "hatch", d: "M4,-1V9" }) : s("circle", { class: "dot", cx: 4, cy: 4, r: 1.7 }));

/**
 * @param {HTMLElement} host
 * @param {((cell: number) => void) | null} pointed is told which cell was clicked
 */
export function createStateBoard(host, pointed) {
  host.classList.add("mapped", "state-board");
  const own = Boolean(skin.board);
  const nothing = () => {};
  const board = createBoard(host, own || !pointed ? null : { choose: nothing, elsewhere: nothing, move: nothing,
    swipe: nothing, live: () => true, cell(/** @type {number} */ cell) {
      if (cell >= 0) pointed(cell);
      return true;
    } });
  const number = (count += 1);
  const ids = { open: `waits-${number}`, back: `behind-${number}` };
  const cells = s("g", { class: "order" });
  const open = s("path", { class: "waits", fill: `url(#${ids.open})` });
  const back = s("path", { class: "waits", fill: `url(#${ids.back})` });
  board.layer.append(s("defs", {}, pattern(ids.open, "open"), pattern(ids.back, "back")), cells, open, back);
  const way = s("g", { class: "state-way" });
  const marks = s("g", { class: "state-marks" });
  board.top.append(marks);
  /** What the cells were made for. @type {number[] | null} */
  let made = null;
  let shown = -1;

  /** @param {Scene} scene @param {number} cell @param {number} gap */
  const square = ({ width }, cell, gap) =>
    `M${(cell % width) * U + gap},${Math.floor(cell / width) * U + gap}h${U - 2 * gap}v${U - 2 * gap}h${2 * gap - U}z`;

  /** @param {Scene} scene @param {TracedLane | null} lane @param {Cursor | null} cursor */
  function color(scene, lane, cursor) {
    const first = lane?.first ?? null;
    if (first !== made) {
      made = first;
      shown = -1;
      const order = orderOf(first ?? []);
      cells.replaceChildren(...order.flatMap((level, cell) => {
        if (level === null) return [];
        const one = s("path", { d: square(scene, cell, 1), "data-step": first?.[cell] ?? -1 });
        one.style.fill = orderColor(level);
        return [one];
      }));
    }
    const step = cursor?.step ?? 0;
    if (step !== shown) {
      for (const one of cells.children) {
        const seen = Number(/** @type {SVGElement} */ (one).dataset.step) < step;
        if (one.classList.contains("seen") !== seen) one.classList.toggle("seen", seen);
      }
      shown = step;
    }
    const waiting = (/** @type {[number, number][]} */ list) =>
      list.map(([waits], cell) => (waits > 0 ? square(scene, cell, 3) : "")).join("");
    set(open, { d: waiting(cursor?.cells ?? []) });
    set(back, { d: waiting(cursor?.backward ?? []) });
  }

  /** @param {Scene} scene @param {NodeView | null} node @param {Shift[][]} moved */
  function draw(scene, node, moved) {
    // Among many pieces a way would be hidden: the last step lies above them.
    const dense = 2 * scene.pieces.length > scene.width * scene.height;
    const steps = node && node.parent !== null ? moved.slice(1).slice(dense ? -1 : -STEPS) : [];
    way.replaceChildren(...steps.flatMap((step, i) => step.flatMap(([piece, from, to]) => {
      if (from === to) return [];
      const [a, b] = [board.middle(from), board.middle(to)];
      const long = Math.hypot(b.x - a.x, b.y - a.y);
      const straight = a.x === b.x || a.y === b.y;
      const [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
      // Between pieces it keeps off what is written on them.
      const [begin, end] = dense ? [0.3 * long, 0.62 * long] : [0, long - 4];
      const tip = { x: a.x + dx * end, y: a.y + dy * end };
      const d = `M${a.x + dx * begin},${a.y + dy * begin}L${tip.x},${tip.y}`;
      const color = `c${(scene.pieces[piece]?.color ?? piece) % 8}`;
      const group = s("g", { class: [color, straight ? "" : "jump", dense ? "dense" : "",
        i === steps.length - 1 ? "last" : ""].join(" ") },
        ...(straight ? [s("path", { class: "casing", d })] : []), s("path", { class: "stroke", d }),
        ...(straight ? [s("path", { class: "stroke", d: arrowHead(tip, dx, dy, 8, 6) })] : []));
      group.style.opacity = String(0.35 + (0.65 * (i + 1)) / steps.length);
      return [group];
    })));
    (dense ? board.top : board.ghosts).append(way);
  }

  return {
    board,
    /**
     * @param {Scene} scene where the search began; of a game, the position that is seen
     * @param {{lane: TracedLane | null, cursor: Cursor | null, node: NodeView | null, stops: number[],
     *   last?: string | null}} seen `stops` are cells with a mark, `last` is the move that led here
     */
    render(scene, { lane, cursor, node, stops, last = null }) {
      if (own) {
        board.render(scene, { margin: skin.margins[0], selected: -1, last: last ? { move: last, from: null } : null });
        return;
      }
      const { cells: stand, steps } = node?.cells.length ? settled(scene, node) : { cells: [], steps: [] };
      const pieces = scene.pieces.map((piece, i) => ({ ...piece, cell: stand[i] ?? piece.cell }));
      board.render({ ...scene, pieces, moves: [], solved: false }, { selected: -1, hinted: null, margin: 3 });
      color(scene, lane, cursor);
      draw(scene, node, steps);
      const wanted = stops.join();
      if (marks.dataset.cells === wanted) return;
      marks.dataset.cells = wanted;
      marks.replaceChildren(...stops.map((cell) => s("path", { class: "stop-cell", d: square(scene, cell, 3) })));
    },
  };
}
