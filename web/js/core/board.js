// @ts-check
// A board of cells: an SVG drawn from a scene, and the same as a grid of words for a screen reader. How floor and
// pieces look, the game brings; a game may bring a board of its own, too.

import { h, s, set, write } from "./dom.js";
import { glide } from "./glide.js";
import { current, t } from "./i18n.js";
import { looks, U } from "./scene.js";
import { skin } from "./skin.js";

/** @import { Landing, Look, Plan } from "./skins.js" */
/** @import { Mark, SceneMove as Move, Scene } from "./wire.js" */
/** @typedef {"N" | "E" | "S" | "W"} Direction */
/** What a pointer points at: a cell, its nearest side and corner, and, where the game places things between cells, what
 * would be placed there.
 * @typedef {{cell: number, side: Direction, corner: "NE" | "SE" | "SW" | "NW", places?: Mark | null}} Place */
/** A step to be seen: a piece and its path, and what it pushes.
 * @typedef {{piece: number, path: number[], pushed: [number, number[]] | null}} Step */
/**
 * `cell` takes a cell that was clicked before anything else, and says whether it did.
 * @typedef {{choose(piece: number): void, elsewhere(): void, move(move: Move): void, swipe(direction: Direction): void,
 *   cell?(cell: number): boolean, live?(cell: number): boolean}} BoardActions
 */
/**
 * `layer` lies over the floor and under the pieces, `ghosts` above it, `top` over everything: screens draw there.
 * `locate` says what is under a pointer, null beside the board; `middle` is where a cell is drawn and `at` the same as
 * a transform; `seen` is its column and row on the screen and `cellOf` the way back. `slide` shows steps one after the
 * other and settles when the last has arrived, in so many milliseconds; `nudge` shows that a way is closed.
 * @typedef {{svg: SVGSVGElement, layer: SVGGElement, ghosts: SVGGElement, top: SVGGElement,
 *   locate(event: MouseEvent, touch?: boolean): Place | null, middle(cell: number): {x: number, y: number},
 *   at(cell: number): string, cellOf(column: number, row: number): number, seen(cell: number): {x: number, y: number},
 *   size(): {width: number, height: number}, turn(way: number): void, render(scene: Scene, look?: Look): void,
 *   slide(steps: Step[], duration: number): Promise<void>, nudge(piece: number, direction: Direction): void}} Board
 */

export { U };

/**
 * The board of the game that is shown.
 * @param {HTMLElement} host
 * @param {any} actions what its hand does; none for a board that is only looked at, or that another takes care of
 * @returns {Board}
 */
export const createBoard = (host, actions) => (skin.board ?? createGrid)(host, actions);

/** @param {HTMLElement} host @param {BoardActions | null} actions @returns {Board} */
export function createGrid(host, actions) {
  const { art } = skin;
  const fixed = s("g");
  const below = s("g");
  // What a screen draws over the floor and under the pieces: maps, heat, trails.
  const layer = s("g", { class: "layer" });
  const ghosts = s("g");
  const pieces = s("g");
  // What a screen draws over everything: a tool under the pointer.
  const top = s("g", { class: "top" });
  const svg = s("svg", { "aria-hidden": "true", focusable: "false" }, fixed, layer, below, ghosts, pieces, top);
  const rows = h("tbody");
  const words = h("table", { class: "sr", role: "grid", "aria-readonly": "true" }, rows);
  host.append(svg, words);

  /** @type {Scene | null} */
  let scene = null;
  let drawn = "";
  let drawnPieces = "";
  let margin = 0;
  /** Of the eight ways to look at a board: quarter turns, and 4 for a mirror before them. */
  let turn = 0;
  /** @type {Landing[]} */
  let landings = [];
  /** Where the pieces are to be seen: a walk goes on from there. @type {number[]} */
  let shown = [];

  /** Columns and rows as they are seen. */
  const size = () => {
    const [width, height] = [scene?.width ?? 1, scene?.height ?? 1];
    return turn % 2 ? { width: height, height: width } : { width, height };
  };
  /** Column and row on the screen. @param {number} cell */
  function seen(cell) {
    const [width, height] = [scene?.width ?? 1, scene?.height ?? 1];
    let [x, y, w, tall] = [cell % width, Math.floor(cell / width), width, height];
    if (turn >= 4) x = w - 1 - x;
    for (let i = turn % 4; i > 0; i -= 1) [x, y, w, tall] = [tall - 1 - y, x, tall, w];
    return { x, y };
  }
  /** The cell at a column and row of the screen. @param {number} column @param {number} row */
  function cellOf(column, row) {
    let { width: w, height: tall } = size();
    let [x, y] = [column, row];
    for (let i = turn % 4; i > 0; i -= 1) [x, y, w, tall] = [y, w - 1 - x, tall, w];
    if (turn >= 4) x = w - 1 - x;
    return y * (scene?.width ?? 1) + x;
  }
  /** @param {number} cell */
  const middle = (cell) => {
    const { x, y } = seen(cell);
    return { x: x * U + U / 2, y: y * U + U / 2 };
  };
  /** @param {number} cell */
  const at = (cell) => `translate(${middle(cell).x} ${middle(cell).y})`;

  /** @param {Scene} now @param {Plan} plan */
  function drawFixed(now, plan) {
    const { width, height } = size();
    svg.style.setProperty("--columns", String(width));
    svg.style.setProperty("--rows", String(height));
    set(svg, { viewBox: `${-margin} ${-margin} ${width * U + 2 * margin} ${height * U + 2 * margin}` });
    fixed.replaceChildren(...art.fixed(now, plan));
    if (margin > 10) {
      const tick = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ n) =>
        fixed.append(s("text", { class: "tick", x, y }, String(n + 1)));
      for (let x = 0; x < width; x += 1) tick(x * U + U / 2, -9, x);
      for (let y = 0; y < height; y += 1) tick(-14, y * U + U / 2 + 4, y);
    }
  }

  /** The cell under a pointer, its nearest side and its nearest corner; null beside the board.
   * @param {MouseEvent} event @returns {Place | null} */
  function locate(event) {
    const matrix = svg.getScreenCTM();
    if (!matrix || !scene) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const x = Math.floor(point.x / U);
    const y = Math.floor(point.y / U);
    const { width, height } = size();
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    const [dx, dy] = [point.x / U - x - 0.5, point.y / U - y - 0.5];
    return {
      cell: cellOf(x, y),
      side: Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N",
      corner: /** @type {"NE"} */ (`${dy > 0 ? "S" : "N"}${dx > 0 ? "E" : "W"}`),
    };
  }
  /** @param {PointerEvent} event */
  const cellAt = (event) => locate(event)?.cell ?? -1;

  /** The scene as a grid of words, each cell written only where it changes. @param {Scene} now */
  function describe(now) {
    const { width, height } = now;
    set(words, { "aria-label": t("board.label", { width, height }) });
    if (rows.childElementCount !== height || rows.firstElementChild?.childElementCount !== width) {
      rows.replaceChildren(...Array.from({ length: height }, () =>
        h("tr", { role: "row" }, ...Array.from({ length: width }, () => h("td", { role: "gridcell" })))));
    }
    /** @type {string[][]} */
    const told = Array.from({ length: width * height }, () => []);
    art.tell(now, told);
    told.forEach((list, cell) => {
      const target = rows.children[Math.floor(cell / width)]?.children[cell % width];
      if (target) write(target, list.join("; ") || t("cell.free"));
    });
  }

  /** @type {{x: number, y: number, cell: number, id: number} | null} */
  let down = null;
  if (actions) listen(actions);
  /** @param {BoardActions} actions */
  function listen(actions) {
    svg.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      down = { x: event.clientX, y: event.clientY, cell: cellAt(event), id: event.pointerId };
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointercancel", () => (down = null));
    svg.addEventListener("pointerup", (event) => {
      if (!down || !scene || event.pointerId !== down.id) return;
      const { x, y, cell } = down;
      down = null;
      const dx = event.clientX - x;
      const dy = event.clientY - y;
      const piece = scene.pieces.findIndex((one) => one.cell === cell);
      if (Math.max(Math.abs(dx), Math.abs(dy)) >= 24) {
        if (piece >= 0 && skin.choosable) actions.choose(piece);
        actions.swipe(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N");
        return;
      }
      if (actions.cell?.(cell)) return;
      const landing = landings.find((one) => one.cell === cell);
      if (piece >= 0 && (skin.choosable || !landing)) actions.choose(piece);
      else if (landing) actions.move(landing.move);
      else actions.elsewhere();
    });
    svg.addEventListener("pointermove", (event) => {
      const cell = cellAt(event);
      const live = landings.some((one) => one.cell === cell) || actions.live?.(cell)
        || scene?.pieces.some((one) => one.cell === cell);
      svg.classList.toggle("live", Boolean(live));
    });
  }

  return {
    svg, layer, ghosts, top, locate, middle, at, cellOf, seen, size,
    turn(way) {
      if (way === turn) return;
      turn = way;
      drawn = "";
    },
    render(now, look = {}) {
      scene = now;
      margin = look.margin ?? 3;
      shown = now.pieces.map((piece) => piece.cell);
      const plan = { U, margin, middle, at };
      const signature = `${now.width} ${now.height} ${margin} ${art.key(now)}`;
      if (signature !== drawn) {
        drawn = signature;
        drawFixed(now, plan);
      }
      describe(now);
      below.replaceChildren(...art.below(now, plan));
      const lit = art.ghosts(now, look, plan);
      landings = lit.landings;
      ghosts.replaceChildren(...lit.nodes);
      const kinds = `${current()} ${looks(now)}`;
      if (kinds !== drawnPieces) {
        drawnPieces = kinds;
        pieces.replaceChildren(...now.pieces.map((piece) =>
          s("g", { class: "piece" }, s("g", {}, ...art.piece(piece)))));
      }
      now.pieces.forEach((piece, index) => {
        const group = pieces.children[index];
        set(group, { transform: at(piece.cell) });
        group.classList.toggle("selected", index === look.selected && !now.solved);
        art.dress?.(group, piece, now);
      });
    },

    slide(steps, duration) {
      if (!scene || duration <= 0 || document.hidden) return Promise.resolve();
      ghosts.replaceChildren();
      landings = [];
      const now = [...shown];
      /** Where each piece of each step goes: its group and the points on its way. */
      const ways = steps.map(({ piece, path, pushed }) =>
        [/** @type {[number, number[]]} */ ([piece, path]), ...(pushed ? [pushed] : [])].flatMap(([index, cells]) => {
          const group = pieces.children[index];
          const from = now[index];
          if (!group || from === undefined || !cells.length) return [];
          now[index] = cells[cells.length - 1];
          return [{ group, points: [from, ...cells].map(middle) }];
        }));
      if (!ways.some((way) => way.length)) return Promise.resolve();
      shown = now;
      return glide(ways, duration);
    },

    nudge(piece, direction) {
      const [x, y] = { N: [0, -3], E: [3, 0], S: [0, 3], W: [-3, 0] }[direction];
      const aside = { transform: ["none", `translate(${x}px, ${y}px)`, "none"] };
      pieces.children[piece]?.firstElementChild?.animate(aside, 120);
    },
  };
}
