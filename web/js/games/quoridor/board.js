// @ts-check
// The board: an SVG drawn from a scene, and the same as a grid of words. It knows no rules: where one may go and build,
// the scene says. What else is to be seen on it (a ghost, ways, a line, marks) a screen says in a look.

import { h, s, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { sideWord } from "../../core/players.js";
import { bar, GAP, PITCH, plan, shape, SIDE, squares } from "./art.js";
import { ghost, steps, under, ways } from "./draw.js";
import { squareName, wallName } from "./names.js";

/** @import { Board, Place } from "../../core/board.js" */
/** @import { Look } from "../../core/skins.js" */
/** @import { Mark, Scene } from "../../core/wire.js" */
/** @import { Plan } from "./art.js" */
/**
 * What pointers do; `touch` says that it was a finger. A pointer that goes down and comes up is pressed, moved, then
 * released; the place is null beside the board.
 * @typedef {{point?(place: Place | null, touch: boolean): void, press?(place: Place | null, touch: boolean): void,
 *   release?(place: Place | null, touch: boolean): void, leave?(): void}} Pointing
 */
/** With where a wall is to be seen, in pixels of the window.
 * @typedef {Board & {onScreen(wall: Mark): {x: number, y: number}, isTurned(): boolean}} QuoridorBoard */

/** So near to a gap, a pointer means the wall: on a square where the pawn may go, elsewhere; a finger elsewhere always
 * does. */
const NEAR = { lit: 5, mouse: 11, touch: SIDE };

/** Squares and coordinates. @param {Plan} of @param {number} margin */
function ground({ whole, size, turned }, margin) {
  const plate = [
    s("rect", { class: "plate", x: -GAP / 2, y: -GAP / 2, width: whole + GAP, height: whole + GAP, rx: 4 }),
    s("path", { class: "squares floor", d: squares(size) })];
  // What the rim and the goals leave.
  const room = margin - GAP / 2 - 2;
  if (room < 2) return plate;
  return [...plate, ...Array.from({ length: size }, (_, i) => {
    const along = i * PITCH + SIDE / 2;
    const name = squareName(size, (size - 1 - (turned ? size - 1 - i : i)) * size + (turned ? size - 1 - i : i));
    return [s("text", { class: "tick", x: along, y: whole + margin - room * 0.28 }, name.slice(0, 1)),
      s("text", { class: "tick", x: room / 2 - margin, y: whole - along + room * 0.26 }, name.slice(1))];
  }).flat()];
}

/** Walls stay where they stand, so that only a new one grows.
 * @param {SVGGElement} layer @param {Plan} of @param {Scene} scene @param {Look} look @param {boolean} jump */
function drawWalls(layer, of, { marks }, look, jump) {
  const name = (/** @type {Mark} */ wall) => wallName(of.size, wall);
  const kept = new Map(Array.from(layer.children, (one) => [/** @type {SVGElement} */ (one).dataset.wall, one]));
  const wanted = new Set(marks.map(name));
  for (const [known, one] of kept) if (!wanted.has(known ?? "")) one.remove();
  for (const wall of marks) {
    const { form, color } = wall;
    const signature = `${name(wall)} ${color} ${of.turned} ${of.size}`;
    const old = /** @type {SVGElement | undefined} */ (kept.get(name(wall)));
    const stays = old?.dataset.signature === signature;
    if (!stays) old?.remove();
    const one = stays && old ? old : s("g", { class: `wall ${form} ${color === undefined ? "" : `p${color}`}`,
      "data-wall": name(wall), "data-signature": signature },
      bar(of, wall, { class: "halo" }, GAP + 4), bar(of, wall, { class: "bar" }),
      ...(color === undefined ? [] : [bar(of, wall, { class: "owner" }, 3)]));
    one.classList.toggle("grows", !stays && !jump);
    one.classList.toggle("last", look.last?.move === name(wall));
    if (stays) continue;
    const { x, y } = of.wall(wall);
    one.style.transformOrigin = `${x}px ${y}px`;
    layer.append(one);
  }
}

/** @param {SVGGElement} layer @param {Plan} of @param {Scene} scene @param {boolean} jump */
function drawPawns(layer, of, { pieces, turn, winner }, jump) {
  if (layer.childElementCount !== pieces.length) {
    layer.replaceChildren(...pieces.map((_, player) =>
      s("g", { class: `piece p${player}` }, s("circle", { class: "turn", r: 18 }), shape(player, { class: "pawn" }))));
    jump = true;
  }
  pieces.forEach(({ cell }, player) => {
    const group = /** @type {SVGGElement} */ (layer.children[player]);
    const { x, y } = of.middle(cell);
    group.classList.toggle("jumps", jump);
    group.style.transform = `translate(${x}px, ${y}px)`;
    group.classList.toggle("on-turn", player === turn && winner === null);
    group.classList.toggle("winner", player === winner);
  });
}

/** What is on each square in words. @param {Scene} scene @param {Look} look */
function tell({ width, height, pieces, marks, moves }, look) {
  /** @type {string[][]} */
  const told = Array.from({ length: width * height }, () => []);
  pieces.forEach(({ cell }, player) => told[cell]?.push(t("cell.pawn", { player: sideWord(player) })));
  for (const { cell, form } of marks) {
    // The two squares on this side of it, and those on the other.
    const level = form === "h";
    for (const one of level ? [cell, cell + 1] : [cell, cell - width]) {
      told[one]?.push(t(level ? "cell.wall.north" : "cell.wall.east"));
      told[level ? one - width : one + 1]?.push(t(level ? "cell.wall.south" : "cell.wall.west"));
    }
  }
  if (look.steps) for (const { path: [cell] } of moves) if (cell !== undefined) told[cell]?.push(t("cell.step"));
  return told;
}

/**
 * What is at a point of the picture; null beside the board.
 * @param {Plan} of
 * @param {DOMPoint} point
 * @param {(cell: number) => number} near how near to a gap a pointer means a wall, on a square
 * @returns {Place | null}
 */
function placeAt({ size, whole, seen }, point, near) {
  const { x, y } = seen(point.x, point.y);
  if (x < -GAP || y < -GAP || x > whole + GAP || y > whole + GAP) return null;
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.max(least, Math.min(most, value));
  const nearest = (/** @type {number} */ value) => within(Math.round((value - SIDE / 2) / PITCH), 0, size - 1);
  const [column, row] = [nearest(x), nearest(y)];
  const cell = row * size + column;
  const [dx, dy] = [x - column * PITCH - SIDE / 2, y - row * PITCH - SIDE / 2];
  const side = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N";
  const corner = /** @type {"NE"} */ (`${dy > 0 ? "S" : "N"}${dx > 0 ? "E" : "W"}`);
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SIDE / 2 - near(cell)) return { cell, side, corner, places: null };
  // The nearest gap that runs upright, and the nearest that runs level: the wall lies in the one that is nearer.
  const gap = (/** @type {number} */ value) => within(Math.round((value + GAP / 2) / PITCH) - 1, 0, size - 2);
  const [gx, gy] = [gap(x), gap(y)];
  const off = (/** @type {number} */ value, /** @type {number} */ at) => Math.abs(value - (at + 1) * PITCH + GAP / 2);
  const wall = { kind: "wall", cell: (gy + 1) * size + gx, form: off(x, gx) < off(y, gy) ? "v" : "h" };
  return { cell, side, corner, places: wall };
}

/** @param {SVGSVGElement} svg @param {Board["locate"]} locate @param {Pointing} hand */
function listen(svg, locate, hand) {
  const touches = (/** @type {PointerEvent} */ event) => event.pointerType === "touch";
  const where = (/** @type {PointerEvent} */ event) =>
    /** @type {const} */ ([locate(event, touches(event)), touches(event)]);
  /** @type {number | null} */
  let down = null;
  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    down = event.pointerId;
    svg.setPointerCapture(event.pointerId);
    hand.press?.(...where(event));
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.isPrimary) hand.point?.(...where(event));
  });
  svg.addEventListener("pointerup", (event) => {
    if (event.pointerId !== down) return;
    down = null;
    hand.release?.(...where(event));
  });
  svg.addEventListener("pointercancel", () => {
    down = null;
    hand.leave?.();
  });
  svg.addEventListener("pointerleave", (event) => !touches(event) && hand.leave?.());
}

/** @param {HTMLElement} host
 * @param {Pointing | null} hand none for a board that is only looked at @returns {QuoridorBoard} */
export function createBoard(host, hand) {
  const [fixed, layer, lower, walls, routes, lit, pawns, ghosts, top] = Array.from({ length: 9 }, () => s("g"));
  const svg = s("svg", { class: "quoridor", "aria-hidden": "true", focusable: "false" }, fixed, lower, layer, walls,
    routes, lit, pawns, ghosts, top);
  const rows = h("tbody");
  const words = h("table", { class: "sr", role: "grid", "aria-readonly": "true" }, rows);
  host.append(svg, words);
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Look} */
  let look = {};
  let of = plan(9);
  let drawn = "";

  /** @param {Scene} now */
  function describe(now) {
    const { width, height } = now;
    set(words, { "aria-label": t("board.label", { width, height }) });
    if (rows.childElementCount !== height) {
      rows.replaceChildren(...Array.from({ length: height },
        () => h("tr", { role: "row" }, ...Array.from({ length: width }, () => h("td", { role: "gridcell" })))));
    }
    tell(now, look).forEach((list, cell) => {
      const target = rows.children[Math.floor(cell / width)]?.children[cell % width];
      if (target) write(target, `${squareName(width, cell)}: ${list.join("; ") || t("cell.free")}`);
    });
  }
  /** @type {Board["locate"]} */
  function locate(event, touch = false) {
    const matrix = svg.getScreenCTM();
    if (!matrix || !scene) return null;
    const { moves } = scene;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return placeAt(of, point, (cell) => (look.steps && moves.some(({ path }) => path[0] === cell) ? NEAR.lit
      : touch ? NEAR.touch : NEAR.mouse));
  }
  if (hand) listen(svg, locate, hand);
  /** @type {Board["middle"]} */
  const middle = (cell) => of.middle(cell);
  /** Turned upside down, the last cell is the first. @param {number} cell */
  const other = (cell) => (of.turned ? of.size * of.size - 1 - cell : cell);

  return {
    svg, layer, ghosts, top, locate, middle,
    at: (cell) => `translate(${middle(cell).x} ${middle(cell).y})`,
    seen: (cell) => ({ x: other(cell) % of.size, y: Math.floor(other(cell) / of.size) }),
    cellOf: (column, row) => other(row * of.size + column),
    size: () => ({ width: of.size, height: of.size }),
    turn: () => {},
    // Pawns glide and walls grow by themselves.
    slide: () => Promise.resolve(),
    nudge: () => {},
    isTurned: () => of.turned,
    onScreen(wall) {
      const { x, y } = of.wall(wall);
      return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM() ?? new DOMMatrix());
    },
    render(now, how = {}) {
      // Another board, or one that is turned, is there at once.
      const jump = !scene || scene.width !== now.width || scene.pieces.length !== now.pieces.length
        || look.turned !== how.turned;
      scene = now;
      look = how;
      of = plan(now.width, how.turned);
      // About as wide on the screen whatever the size.
      const rim = GAP / 2 + 3;
      const margin = rim + (((how.margin ?? 20) - rim) * of.size) / 9;
      const signature = `${of.size} ${margin} ${how.turned}`;
      if (signature !== drawn) {
        drawn = signature;
        set(svg, { viewBox: `${-margin} ${-margin} ${of.whole + 2 * margin} ${of.whole + 2 * margin}` });
        svg.style.setProperty("--size", String(of.size));
        fixed.replaceChildren(...ground(of, margin));
      }
      lower.replaceChildren(...under(of, now, look));
      routes.replaceChildren(...ways(of, now, look));
      lit.replaceChildren(...(look.steps ? steps(of, now, look) : []));
      ghosts.replaceChildren(...ghost(of, now, look));
      drawWalls(walls, of, now, look, jump);
      drawPawns(pawns, of, now, jump);
      describe(now);
    },
  };
}
