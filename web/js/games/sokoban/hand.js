// @ts-check
// How one plays Sokoban: walk there, or choose a box and push it there, by pointer or by keys.

import { s, set } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { blocked } from "../../core/scene.js";
import { sight } from "../../core/sight.js";
import { boxNumber, hatch, wayOf } from "./art.js";

/** @import { App } from "../../core/app.js" */
/** @import { Board, BoardActions, Direction } from "../../core/board.js" */
/** @import { Guard, Hand } from "../../core/skins.js" */
/** @import { State, View } from "../../core/state.js" */

/** @type {Record<string, Direction>} */
const KEYS = { arrowup: "N", arrowright: "E", arrowdown: "S", arrowleft: "W", w: "N", d: "E", s: "S", a: "W" };
/** The cell that the keyboard points at, while a box is chosen with it. @type {number | null} */
let cursor = null;

/** @param {App} app @param {number} piece 0 to let go */
function choose(app, piece) {
  cursor = null;
  const scene = app.state.view?.scene;
  if (!piece || !scene || scene.solved || app.state.reach?.piece === piece) {
    if (app.state.reach) app.say(t("soko.let_go"));
    app.state.reach = null;
    app.render();
  } else app.send({ type: "reach", piece });
}

/** The next box in the order of the list. @param {App} app @param {number} by */
function cycle(app, by) {
  const boxes = (app.state.view?.scene.pieces.length ?? 1) - 1;
  if (boxes < 1) return;
  const now = app.state.reach?.piece ?? (by > 0 ? 0 : 1);
  const next = ((now - 1 + by + boxes) % boxes) + 1;
  app.state.reach = null;
  choose(app, next);
  cursor = app.state.view?.scene.pieces[next]?.cell ?? null;
}

/** Sends the chosen box to a cell. @param {App} app @param {number} cell */
function push(app, cell) {
  const { reach } = app.state;
  if (!reach?.cells.includes(cell)) return false;
  const { piece } = reach;
  cursor = null;
  app.state.reach = null;
  app.intend(() => ({ type: "bring", piece, cell }));
  return true;
}

/** @param {App} app @param {Direction} seen */
function steer(app, seen) {
  const scene = app.state.view?.scene;
  if (!scene || cursor === null) return;
  const [x, y] = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }[sight.unturned(seen)];
  const [column, row] = [(cursor % scene.width) + x, Math.floor(cursor / scene.width) + y];
  if (column < 0 || row < 0 || column >= scene.width || row >= scene.height) return;
  cursor = row * scene.width + column;
  const there = app.state.reach?.cells.includes(cursor);
  app.say(t(there ? "soko.cursor.yes" : "soko.cursor.no", app.place(cursor)));
  app.render();
}

/** What the pointer does. @param {App} app @param {Guard} allowed @returns {BoardActions} */
const pointing = (app, allowed) => ({
  choose: (piece) => choose(app, piece),
  elsewhere: () => choose(app, 0),
  move() {},
  swipe: (direction) => allowed("slide", direction) && app.slide(0, direction),
  cell(cell) {
    const scene = app.state.view?.scene;
    if (!scene || cell < 0) return false;
    if (push(app, cell)) return true;
    const piece = scene.pieces.findIndex((one) => one.cell === cell);
    if (piece >= 0) choose(app, piece);
    else if (app.state.reach) choose(app, 0);
    else if (!blocked(scene).has(cell) && !scene.solved) app.intend(() => ({ type: "bring", piece: 0, cell }));
    return true;
  },
  live: (cell) => app.state.reach?.cells.includes(cell) ?? false,
});

/** Where the chosen box can be pushed, and the cell that the keyboard points at.
 * @param {State} state @param {Board} board */
function reached({ reach }, board) {
  if (!reach) return [];
  const marks = reach.cells.map(board.middle).flatMap(({ x, y }) => [
    s("rect", { class: "reach", x: x - 16, y: y - 16, width: 32, height: 32, rx: 4 }),
    s("circle", { class: "reach-dot", cx: x, cy: y, r: 4 })]);
  if (cursor === null) return marks;
  const { x, y } = board.middle(cursor);
  return [...marks, s("rect", { class: "cursor", x: x - 19, y: y - 19, width: 38, height: 38 })];
}

/** What a hint points at: the way to the box and the push, or which boxes, by their numbers.
 * @param {State} state @param {View} view @param {Board} board */
function hinted({ hint }, { scene }, board) {
  /** @type {SVGElement[]} */
  const marks = [];
  const way = hint?.next ? (hint.stretch ?? [hint.next]) : null;
  if (way) {
    const points = [scene.pieces[0].cell, ...wayOf(scene, way)].map(board.middle);
    const [from, to] = points.slice(-2);
    const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
    // Up to the box, and on through it: the tip stands where it goes.
    const tip = way.at(-1) !== way.at(-1)?.toLowerCase() ? { x: to.x + dx * 34, y: to.y + dy * 34 } : to;
    const [x, y] = [tip.x - dx * 9, tip.y - dy * 9];
    const line = [...points.slice(0, -1), tip].map((one) => `${one.x},${one.y}`).join("L");
    const d = `M${line}M${x - dy * 9},${y - dx * 9}L${tip.x},${tip.y}L${x + dy * 9},${y + dx * 9}`;
    marks.push(s("path", { class: "hint-under", d }), s("path", { class: "hint-way", d }));
  }
  for (const index of hint?.which ?? []) {
    const piece = scene.pieces[index];
    if (!piece) continue;
    const { x, y } = board.middle(piece.cell);
    marks.push(boxNumber(index, x, y));
  }
  return marks;
}

/** Why a position is lost: its boxes marked, the cells hatched.
 * @param {App} app @param {View} view @param {Board} board */
function reasons({ state: { verdict }, fits }, view, board) {
  if (!verdict || verdict.verdict.solvable !== false || !fits(verdict)) return [];
  const marks = s("g", { class: "reason" });
  const d = verdict.verdict.cells.map((cell) => hatch(board.middle(cell).x, board.middle(cell).y, 36)).join("");
  marks.append(s("path", { class: "hatch", d }));
  for (const index of verdict.verdict.pieces) {
    const piece = view.scene.pieces[index];
    if (!piece) continue;
    const mark = s("path", { class: "stuck", d: "M-19,-19H19V19H-19zM-8,-8L8,8M8,-8L-8,8" });
    set(mark, { transform: board.at(piece.cell) });
    marks.append(mark);
  }
  return [marks];
}

/** @param {App} app @param {Guard} allowed @returns {Hand} */
export function createHand(app, allowed) {
  /** What was chosen last, so that it is said once. @type {State["reach"]} */
  let told = null;
  return {
    actions: pointing(app, allowed),
    look: ({ reach }) => ({ selected: reach?.piece ?? -1 }),
    render(state, board) {
      const { view, reach } = state;
      if (reach && reach !== told)
        app.say(t("soko.chosen", { n: reach.piece, cells: count("soko.chosen", reach.cells.length) }));
      told = reach;
      if (!view) return;
      board.ghosts.replaceChildren(...reached(state, board));
      board.top.replaceChildren(...hinted(state, view, board), ...reasons(app, view, board));
    },
  };
}

/** @param {App} app @param {KeyboardEvent} event */
export function keyed(app, event) {
  const key = event.key.toLowerCase();
  const way = KEYS[key];
  if (way && cursor !== null && app.state.reach && key.startsWith("arrow")) steer(app, way);
  else if (way && !event.shiftKey) {
    // What is held down must not walk on after it is let go.
    if (event.repeat && app.behind()) return true;
    if (app.state.reach) choose(app, 0);
    app.slide(0, way);
  } else if (key === "q" || key === "e") cycle(app, key === "q" ? -1 : 1);
  else if (key === "enter" && cursor !== null && app.state.reach) {
    if (!push(app, cursor)) app.say(t("soko.cursor.no", app.place(cursor)));
  } else if (key === "escape") choose(app, 0);
  else return false;
  return true;
}
