// @ts-check
// The board: an SVG drawn from a scene, and the same as a grid of words for a screen reader. Shapes of robots and targets live
// here too.

import { h, s, set, write } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").SceneMove} Move */
/** @typedef {"N" | "E" | "S" | "W"} Direction */
/** What a pointer points at. @typedef {{cell: number, side: Direction, corner: "NE" | "SE" | "SW" | "NW"}} Place */
/**
 * @typedef {{choose(piece: number): void, elsewhere(): void, move(move: Move): void,
 *   swipe(direction: Direction): void}} BoardActions
 */

/** The side of a cell, in units of the picture. */
export const U = 40;
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
  [[-0.5, -1], [0.5, -1], [0.5, -0.5], [1, -0.5], [1, 0.5], [0.5, 0.5], [0.5, 1], [-0.5, 1], [-0.5, 0.5], [-1, 0.5], [-1, -0.5], [-0.5, -0.5]],
];
/** Where the sign inside a shape sits, and how large it may be. */
const SIGN = [[0.26, 0.92], [0, 1.12], [0, 1.12], [0, 1.05], [0, 1.12], [0.04, 0.98], [-0.26, 0.92], [0, 1.05]];

/**
 * @param {number} n
 * @param {number} even
 * @param {number} odd
 * @param {number} turn
 * @returns {[number, number][]}
 */
function ring(n, even, odd, turn) {
  return Array.from({ length: n }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / n;
    const radius = i % 2 ? odd : even;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * @param {number} color
 * @param {number} r
 */
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

/**
 * The text inside a shape.
 * @param {number | null} color
 * @param {number} r
 * @param {string} text
 * @param {string} kind
 */
function sign(color, r, text, kind) {
  const [dy, size] = color === null ? [0, 0.86] : SIGN[color % SIGN.length];
  const fit = text.length > 1 ? 0.84 : 1;
  return s("text", { class: kind, y: (dy * r + size * fit * r * 0.36).toFixed(2), "font-size": (size * fit * r).toFixed(2) }, text);
}

/**
 * A robot: filled, with its letter.
 * @param {number} color
 * @param {string} letter
 * @param {number} r
 */
export function robot(color, letter, r) {
  return s("g", { class: `robot c${color % 8}` }, s("path", { d: outline(color, r) }), sign(color, r, letter.toUpperCase(), "letter"));
}

/**
 * A target: the robot's hollow silhouette, or a vortex for any robot.
 * @param {number | null} color
 * @param {number} number
 * @param {number} r
 */
export function target(color, number, r) {
  const group = s("g", { class: color === null ? "target any" : `target c${color % 8}` });
  const d = color === null ? spiral(r) : outline(color, r);
  group.append(s("path", { class: "under", d }), s("path", { class: "over", d }), sign(color, r, String(number), "number"));
  return group;
}

/**
 * A picture of its own, for lists and buttons.
 * @param {SVGElement} content
 * @param {number} half
 */
export function picture(content, half) {
  return s("svg", { viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, "aria-hidden": "true", class: "picture" }, content);
}

/**
 * @param {HTMLElement} host
 * @param {BoardActions | null} actions none for a board that is only looked at, or that another takes care of
 */
export function createBoard(host, actions) {
  const fixed = s("g");
  const below = s("g");
  // What a screen draws over the floor and under the pieces: maps, heat, trails.
  const layer = s("g", { class: "layer" });
  const ghosts = s("g");
  const robots = s("g");
  // What a screen draws over everything: a tool under the pointer.
  const top = s("g", { class: "top" });
  const svg = s("svg", { "aria-hidden": "true", focusable: "false" }, fixed, layer, below, ghosts, robots, top);
  const rows = h("tbody");
  const words = h("table", { class: "sr", role: "grid", "aria-readonly": "true" }, rows);
  host.append(svg, words);

  /** @type {Scene | null} */
  let scene = null;
  let drawn = "";
  let drawnRobots = "";
  let margin = 0;
  /** @type {{move: Move, cell: number}[]} */
  let landings = [];

  /** @param {number} cell */
  const middle = (cell) => {
    const width = scene?.width ?? 1;
    return { x: (cell % width) * U + U / 2, y: Math.floor(cell / width) * U + U / 2 };
  };
  /** @param {number} cell */
  const at = (cell) => `translate(${middle(cell).x} ${middle(cell).y})`;

  /** @param {Scene} now */
  function drawFixed(now) {
    const { width, height } = now;
    const w = width * U;
    const tall = height * U;
    const closed = new Set(now.closed);
    set(svg, { viewBox: `${-margin} ${-margin} ${w + 2 * margin} ${tall + 2 * margin}` });
    fixed.replaceChildren(s("rect", { class: "floor", width: w, height: tall }));
    let grid = "";
    for (let x = 1; x < width; x += 1) grid += `M${x * U},0V${tall}`;
    for (let y = 1; y < height; y += 1) grid += `M0,${y * U}H${w}`;
    fixed.append(s("path", { class: "grid", d: grid }));
    for (const cell of closed) {
      const { x, y } = middle(cell);
      fixed.append(s("rect", { class: "closed", x: x - U / 2, y: y - U / 2, width: U, height: U }));
    }
    for (const [cells, text] of /** @type {[number[], string][]} */ ([[now.bonus, "+"], [now.penalty, "−"]])) {
      for (const cell of cells) {
        fixed.append(s("g", { transform: at(cell) }, s("rect", { class: "extra", x: -15, y: -15, width: 30, height: 30 }), s("text", { class: "sign", y: 9 }, text)));
      }
    }
    let walls = "";
    for (let cell = 0; cell < width * height; cell += 1) {
      const bits = now.walls[cell] ?? 0;
      const column = cell % width;
      const row = Math.floor(cell / width);
      const x = column * U;
      const y = row * U;
      // Nothing is drawn between two closed cells: they read as one block.
      const inner = (/** @type {boolean} */ inside, /** @type {number} */ other) => inside && closed.has(cell) && closed.has(other);
      if (bits & 1 && !inner(row > 0, cell - width)) walls += `M${x},${y}h${U}`;
      if (bits & 8 && !inner(column > 0, cell - 1)) walls += `M${x},${y}v${U}`;
      if (bits & 2 && !inner(column < width - 1, cell + 1)) walls += `M${x + U},${y}v${U}`;
      if (bits & 4 && !inner(row < height - 1, cell + width)) walls += `M${x},${y + U}h${U}`;
    }
    for (const { cell, rising, color } of now.diagonals) {
      const d = rising ? "M-18,18L18,-18" : "M-18,-18L18,18";
      fixed.append(s("g", { transform: at(cell), class: `diagonal c${color % 8}` }, s("path", { class: "under", d }), s("path", { class: "over", d })));
    }
    fixed.append(s("path", { class: "walls", d: walls }));
    if (margin > 10) {
      for (let x = 0; x < width; x += 1) fixed.append(s("text", { class: "tick", x: x * U + U / 2, y: -9 }, String(x + 1)));
      for (let y = 0; y < height; y += 1) fixed.append(s("text", { class: "tick", x: -14, y: y * U + U / 2 + 4 }, String(y + 1)));
    }
  }

  /** @param {Scene} now */
  function drawBelow(now) {
    below.replaceChildren();
    for (const aim of [...now.targets].sort((a, b) => Number(a.active) - Number(b.active))) {
      const color = aim.piece === null ? null : (now.pieces[aim.piece]?.color ?? aim.piece);
      const group = s("g", { transform: at(aim.cell), class: aim.active ? `aim active c${color ?? "any"}` : "aim" });
      if (aim.active) group.append(s("rect", { class: "tint", x: -U / 2, y: -U / 2, width: U, height: U }));
      group.append(target(color, aim.number, aim.active ? 13 : 11.5));
      if (aim.active) group.append(s("path", { class: "reticle", d: "M-24,-14V-24H-14M14,-24H24V-14M24,14V24H14M-14,24H-24V14" }));
      below.append(group);
    }
    for (const piece of now.pieces) {
      if (piece.cell === piece.start) continue;
      below.append(s("g", { transform: at(piece.start), class: `base c${piece.color % 8}` }, s("path", { d: outline(piece.color, 4.5) })));
    }
  }

  /**
   * @param {Scene} now
   * @param {number} selected
   * @param {string | null} hinted
   */
  function drawGhosts(now, selected, hinted) {
    ghosts.replaceChildren();
    landings = [];
    const piece = now.pieces[selected];
    if (!piece || now.solved) return;
    const signs = s("g");
    for (const move of now.moves) {
      const end = move.path.at(-1);
      if (move.piece !== selected || end === undefined) continue;
      landings.push({ move, cell: end });
      const from = middle(piece.cell);
      const points = [from, ...move.path.map(middle)].map(({ x, y }) => `${x},${y}`).join(" ");
      const kind = move.name === hinted ? " hinted" : "";
      ghosts.append(s("polyline", { class: `trail${kind}`, points }));
      signs.append(
        s("g", { class: `ghost c${piece.color % 8}${kind}`, transform: at(end) },
          s("rect", { class: "hit", x: -U / 2, y: -U / 2, width: U, height: U }),
          s("path", { d: outline(piece.color, 12.5) }),
          s("text", { y: 5 }, { N: "↑", E: "→", S: "↓", W: "←" }[/** @type {Direction} */ (move.direction)])),
      );
    }
    ghosts.append(signs);
  }

  /**
   * The cell under a pointer, its nearest side and its nearest corner; null beside the board.
   * @param {MouseEvent} event
   * @returns {Place | null}
   */
  function locate(event) {
    const matrix = svg.getScreenCTM();
    if (!matrix || !scene) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const x = Math.floor(point.x / U);
    const y = Math.floor(point.y / U);
    if (x < 0 || y < 0 || x >= scene.width || y >= scene.height) return null;
    const [dx, dy] = [point.x / U - x - 0.5, point.y / U - y - 0.5];
    return {
      cell: y * scene.width + x,
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
    for (const piece of now.pieces) told[piece.cell]?.push(t("cell.robot", { robot: t(`color.${piece.color % 8}`) }));
    for (const aim of now.targets) {
      const whose = aim.piece === null ? t("cell.any") : t(`color.${(now.pieces[aim.piece]?.color ?? aim.piece) % 8}`);
      told[aim.cell]?.push(t(aim.active ? "cell.active" : "cell.target", { robot: whose, n: aim.number }));
    }
    for (const { cell, rising, color } of now.diagonals) told[cell]?.push(t("cell.diagonal", { sign: rising ? "/" : "\\", robot: t(`color.${color % 8}`) }));
    for (const cell of now.closed) told[cell]?.push(t("cell.closed"));
    for (const cell of now.bonus) told[cell]?.push(t("cell.bonus"));
    for (const cell of now.penalty) told[cell]?.push(t("cell.penalty"));
    told.forEach((list, cell) => {
      const row = Math.floor(cell / width);
      const bits = now.walls[cell] ?? 0;
      const sides = [bits & 1 && "north", bits & 2 && "east", bits & 4 && "south", bits & 8 && "west"].filter((side) => typeof side === "string");
      if (sides.length) list.push(t("cell.walls", { sides: sides.map((side) => t(String(side))).join(", ") }));
      const target = rows.children[row]?.children[cell % width];
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
        if (piece >= 0) actions.choose(piece);
        actions.swipe(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N");
        return;
      }
      const landing = landings.find((one) => one.cell === cell);
      if (piece >= 0) actions.choose(piece);
      else if (landing) actions.move(landing.move);
      else actions.elsewhere();
    });
    svg.addEventListener("pointermove", (event) => {
      const cell = cellAt(event);
      const live = landings.some((one) => one.cell === cell) || scene?.pieces.some((one) => one.cell === cell);
      svg.classList.toggle("live", Boolean(live));
    });
  }

  return {
    svg, layer, top, locate, middle,
    /**
     * @param {Scene} now
     * @param {{selected: number, hinted: string | null, margin: number}} look selected is -1 for none
     */
    render(now, look) {
      scene = now;
      margin = look.margin;
      const signature = JSON.stringify([now.width, now.height, now.walls, now.closed, now.bonus, now.penalty, now.diagonals, margin]);
      if (signature !== drawn) {
        drawn = signature;
        drawFixed(now);
      }
      describe(now);
      drawBelow(now);
      drawGhosts(now, look.selected, look.hinted);
      const kinds = now.pieces.map((piece) => `${piece.color}${piece.letter}`).join();
      if (kinds !== drawnRobots) {
        drawnRobots = kinds;
        robots.replaceChildren(...now.pieces.map((piece) =>
          s("g", { class: "piece" }, s("g", {}, s("rect", { class: "halo", x: -17.5, y: -17.5, width: 35, height: 35, rx: 7 }), robot(piece.color, piece.letter, 14.5)))));
      }
      now.pieces.forEach((piece, index) => {
        const group = robots.children[index];
        set(group, { transform: at(piece.cell) });
        group.classList.toggle("selected", index === look.selected && !now.solved);
      });
    },

    /**
     * Moves a robot along a path; settles when it has arrived.
     * @param {number} piece
     * @param {number[]} path
     * @param {number} limit milliseconds, 0 for none
     * @returns {Promise<void>}
     */
    slide(piece, path, limit) {
      const group = robots.children[piece];
      const from = scene?.pieces[piece];
      if (!group || !from || !path.length || limit <= 0 || document.hidden) return Promise.resolve();
      ghosts.replaceChildren();
      landings = [];
      const points = [from.cell, ...path].map(middle);
      const duration = Math.min(limit, 70 + 14 * path.length);
      const start = performance.now();
      return new Promise((done) => {
        let over = false;
        const finish = () => {
          if (over) return;
          over = true;
          done();
        };
        setTimeout(finish, duration + 15);
        /** @param {number} time */
        const frame = (time) => {
          if (over) return;
          const part = Math.min(1, Math.max(0, (time - start) / duration));
          const eased = 1 - (1 - part) ** 2;
          const along = eased * (points.length - 1);
          const index = Math.min(Math.floor(along), points.length - 2);
          const [a, b] = [points[index], points[index + 1]];
          const rest = along - index;
          set(group, { transform: `translate(${a.x + (b.x - a.x) * rest} ${a.y + (b.y - a.y) * rest})` });
          if (part < 1) requestAnimationFrame(frame);
          else finish();
        };
        requestAnimationFrame(frame);
      });
    },

    /**
     * A small push against the wall: this way is closed.
     * @param {number} piece
     * @param {Direction} direction
     */
    nudge(piece, direction) {
      const [x, y] = { N: [0, -3], E: [3, 0], S: [0, 3], W: [-3, 0] }[direction];
      robots.children[piece]?.firstElementChild?.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], 120);
    },
  };
}
