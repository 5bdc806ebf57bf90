// @ts-check
// The board: an SVG drawn from a position, and the same as a grid of words. It knows no rules: where one may go and
// build, the position says. What else is to be seen on it (a ghost, ways, a line, marks) a screen says in a look.

import { h, s, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { arrowHead } from "../../core/parts.js";
import { at, bar, GAP, isStep, lie, PITCH, plan, shape, SIDE, span, squareName, squares } from "./art.js";
import { colorWord } from "./words.js";

/** @import { Board as Position } from "./wire.js" */
/** What a pointer points at: a square, or the wall whose place is nearest.
 * @typedef {{square: string | null, wall: string | null}} Spot */
/** A wall that is not there yet. `kind` is how it looks: one that may be placed, one that may not, one to be taken
 * away.
 * @typedef {{wall: string, kind: "good" | "bad" | "remove", player?: number}} Ghost */
/** Squares to be marked, in a way that the style sheet names.
 * @typedef {{squares: string[], kind: "area" | "shut" | "cursor" | "here"}} Mark */
/** A way from square to square. @typedef {{squares: string[], player: number, kind: "way" | "cut"}} Way */
/**
 * How to look at a position. All of it may be left out. `steps`: the squares where the pawn may go are lit, and each
 * can be clicked; `letters`: some of them with a letter on them, by square. `ghost`: a wall under the pointer.
 * `ribbons`: everybody's shortest way. `last`: the move that led here, and where its pawn came from. `line`: moves from
 * here, drawn as numbered arrows and walls, at most `lineLength` of them. `hinted`: a move that is pointed at. `marks`,
 * `ways`, `blocking` (walls that are in the way). `turned`: row 1 at the top. `margin`: room for the coordinates, as on
 * a board of nine.
 * @typedef {{steps?: boolean, letters?: Record<string, string>, ghost?: Ghost | null, ribbons?: boolean,
 *   last?: {move: string, from: string | null} | null, line?: string[], lineLength?: number, hinted?: string | null,
 *   marks?: Mark[], ways?: Way[], blocking?: string[], turned?: boolean, margin?: number}} Look
 */
/**
 * What pointers do; `touch` says that it was a finger. A pointer that goes down and comes up is pressed, moved, then
 * released; spot is null beside the board.
 * @typedef {{point?(spot: Spot | null, touch: boolean): void, press?(spot: Spot | null, touch: boolean): void,
 *   release?(spot: Spot | null, touch: boolean): void, leave?(): void}} Hand
 */
/** @typedef {ReturnType<typeof createBoard>} Board */

/** So near to a gap, a pointer means the wall: on a square where the pawn may go, elsewhere; a finger elsewhere always
 * does. */
const NEAR = { lit: 5, mouse: 11, touch: SIDE };

/** Whose move each of a line is. @param {Position} position @param {number} index */
const mover = (position, index) => (position.turn + index) % position.players.length;

/**
 * @param {HTMLElement} host
 * @param {Hand | null} hand none for a board that is only looked at
 */
export function createBoard(host, hand) {
  const fixed = s("g");
  const under = s("g");
  const wallsLayer = s("g");
  const ways = s("g");
  const lit = s("g");
  const pawns = s("g");
  // What a screen draws over everything.
  const top = s("g");
  const over = s("g");
  const svg = s("svg", { class: "quoridor", "aria-hidden": "true", focusable: "false" }, fixed, under, wallsLayer, ways,
    lit, pawns, over, top);
  const rows = h("tbody");
  const words = h("table", { class: "sr", role: "grid", "aria-readonly": "true" }, rows);
  host.append(svg, words);

  /** @type {Position | null} */
  let position = null;
  /** @type {Look} */
  let look = {};
  let of = plan(9);
  let drawn = "";

  /** @param {number} margin */
  function drawFixed(margin) {
    const { whole, size, turned } = of;
    set(svg, { viewBox: `${-margin} ${-margin} ${whole + 2 * margin} ${whole + 2 * margin}` });
    svg.style.setProperty("--size", String(size));
    fixed.replaceChildren(
      s("rect", { class: "plate", x: -GAP / 2, y: -GAP / 2, width: whole + GAP, height: whole + GAP, rx: 4 }),
      s("path", { class: "squares floor", d: squares(size) }));
    // What the rim and the goals leave.
    const room = margin - GAP / 2 - 2;
    if (room < 2) return;
    for (let i = 0; i < size; i += 1) {
      const along = i * PITCH + SIDE / 2;
      const place = turned ? size - 1 - i : i;
      fixed.append(
        s("text", { class: "tick", x: along, y: whole + margin - room * 0.28 }, String.fromCharCode(97 + place)),
        s("text", { class: "tick", x: room / 2 - margin, y: whole - along + room * 0.26 }, String(place + 1)));
    }
  }

  /** The sides where the players arrive, in their colours. @param {Position} now */
  function drawGoals(now) {
    const edge = GAP / 2 + 0.5;
    return now.players.flatMap(({ goal }, player) => {
      const places = goal.map(of.middle);
      const across = places.every((one) => one.y === places[0].y);
      const upright = places.every((one) => one.x === places[0].x);
      const tints = places.map(({ x, y }) => s("rect", {
        class: `goal p${player} ${now.winner === player ? "reached" : ""}`,
        x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 2,
      }));
      if (!places.length || (!across && !upright)) return tints;
      // The player's sign in each of the squares, at the rim.
      const out = (/** @type {number} */ value) => (value > of.whole / 2 ? 1 : -1) * (SIDE / 2 - 6);
      const signs = places.map(({ x, y }) => s("g", {
        class: `goal-sign p${player}`,
        transform: `translate(${x + (across ? 0 : out(x))} ${y + (across ? out(y) : 0)}) scale(.24)`,
      }, shape(player)));
      const far = (/** @type {number} */ value) => (value > of.whole / 2 ? of.whole + edge : -edge);
      const d = across ? `M0 ${far(places[0].y)}H${of.whole}` : `M${far(places[0].x)} 0V${of.whole}`;
      return [...tints, ...signs, s("path", { class: `goal-side p${player}`, d })];
    });
  }

  /** Walls stay where they stand, so that only a new one grows. @param {Position} now @param {boolean} jump */
  function drawWalls(now, jump) {
    const kept = new Map(Array.from(wallsLayer.children, (one) => [/** @type {SVGElement} */ (one).dataset.wall, one]));
    const wanted = new Set(now.walls.map((wall) => wall.name));
    for (const [name, one] of kept) if (!wanted.has(name ?? "")) one.remove();
    for (const { name, by } of now.walls) {
      const signature = `${name} ${by} ${of.turned} ${of.size}`;
      const old = /** @type {SVGElement | undefined} */ (kept.get(name));
      if (old && old.dataset.signature === signature) {
        old.classList.remove("grows");
        old.classList.toggle("last", look.last?.move === name);
        continue;
      }
      old?.remove();
      const { x, y } = of.wall(name);
      const one = s("g", { class: `wall ${lie(name)} ${by === null ? "" : `p${by}`} ${jump ? "" : "grows"}`,
        "data-wall": name, "data-signature": signature });
      one.style.transformOrigin = `${x}px ${y}px`;
      one.append(bar(of, name, { class: "halo" }, GAP + 4), bar(of, name, { class: "bar" }));
      if (by !== null) one.append(bar(of, name, { class: "owner" }, 3));
      one.classList.toggle("last", look.last?.move === name);
      wallsLayer.append(one);
    }
  }

  /** @param {Position} now @param {boolean} jump */
  function drawPawns(now, jump) {
    if (pawns.childElementCount !== now.players.length) {
      pawns.replaceChildren(...now.players.map((_, player) =>
        s("g", { class: `piece p${player}` }, s("circle", { class: "turn", r: 18 }),
          shape(player, { class: "pawn" }))));
      jump = true;
    }
    now.players.forEach(({ pawn }, player) => {
      const group = /** @type {SVGGElement} */ (pawns.children[player]);
      const { x, y } = of.middle(pawn);
      group.classList.toggle("jumps", jump);
      group.style.transform = `translate(${x}px, ${y}px)`;
      group.classList.toggle("on-turn", player === now.turn && now.winner === null);
      group.classList.toggle("winner", player === now.winner);
    });
  }

  /** A way as a line through the middles of squares. @param {string[]} names @param {number} [shift] */
  const track = (names, shift = 0) => names.map((name, i) => {
    const { x, y } = of.middle(name);
    return `${i ? "L" : "M"}${x + shift} ${y + shift}`;
  }).join("");

  /** Everybody's shortest way, a little beside each other, and its length at its end. @param {Position} now */
  const drawRibbons = (now) => now.players.flatMap(({ way }, player) => {
    const end = way.at(-1);
    if (!end || way.length < 2) return [];
    const shift = (player - (now.players.length - 1) / 2) * 4;
    const { x, y } = of.middle(end);
    return [s("g", { class: `ribbon p${player}` }, s("path", { d: track(way, shift) }),
      s("g", { transform: `translate(${x + shift} ${y + shift})` }, s("circle", { r: 9.5 }),
        s("text", { y: 4 }, String(way.length - 1))))];
  });

  /** A line of moves: arrows for steps, bars for walls, each with its number.
   * @param {Position} now @param {string[]} moves */
  function drawLine(now, moves) {
    const where = now.players.map(({ pawn }) => pawn);
    /** Numbers on one square stand beside each other. @type {Record<string, number>} */
    const crowd = {};
    return moves.flatMap((move, index) => {
      const player = mover(now, index);
      const first = index === 0 ? "first" : "";
      /** @param {number} x @param {number} y @param {string} [place] */
      const badge = (x, y, place = "") => {
        const beside = crowd[place] ?? 0;
        if (place) crowd[place] = beside + 1;
        return s("g", { class: "badge", transform: `translate(${x + beside * 15} ${y})` }, s("circle", { r: 7.5 }),
          s("text", { y: 3.5 }, String(index + 1)));
      };
      if (lie(move)) {
        const { x, y } = of.wall(move);
        return [s("g", { class: `line p${player} ${first}` }, bar(of, move, { class: "line-wall" }), badge(x, y))];
      }
      if (!isStep(move)) return [];
      const [from, to] = [of.middle(where[player]), of.middle(move)];
      where[player] = move;
      const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
      const off = index < now.players.length ? 17 : 4;
      const tip = { x: to.x - dx * 4, y: to.y - dy * 4 };
      const d = `M${from.x + dx * off} ${from.y + dy * off}L${tip.x} ${tip.y}${arrowHead(tip, dx, dy, 8, 6)}`;
      return [s("g", { class: `line p${player} ${first}` }, s("path", { d }), badge(to.x - 11, to.y - 11, move))];
    });
  }

  /** The squares where the pawn may go. @param {Position} now */
  const drawSteps = (now) => now.steps.map((name) => {
    const { x, y } = of.middle(name);
    const letter = look.letters?.[name];
    return s("g", { class: `step p${now.turn} ${look.hinted === name ? "hinted" : ""}`, "data-square": name,
      transform: `translate(${x} ${y})` },
      s("rect", { class: "hit", x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 3 }),
      shape(now.turn, { transform: "scale(.62)" }),
      ...(letter ? [s("text", { y: 5 }, letter)] : []));
  });

  /** What is only looked at: marks, ways, what blocks, a hinted move. @param {Position} now */
  function drawLook(now) {
    /** @param {string} name @param {string} kind */
    const marked = (name, kind) => {
      const { x, y } = of.middle(name);
      return s("rect", { class: `spot ${kind}`, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 3 });
    };
    const last = look.last;
    under.replaceChildren(
      ...drawGoals(now),
      ...(last && isStep(last.move)
        ? [last.from, last.move].flatMap((name) => (name ? [marked(name, "last")] : [])) : []),
      ...(look.marks ?? []).flatMap(({ squares: names, kind }) => names.map((name) => marked(name, kind))));
    const { hinted } = look;
    ways.replaceChildren(
      ...(look.ribbons ? drawRibbons(now) : []),
      ...(look.ways ?? []).map(({ squares: names, player, kind }) =>
        s("path", { class: `track ${kind} p${player}`, d: track(names) })),
      ...(look.blocking ?? []).map((name) => bar(of, name, { class: "blocking" }, GAP + 5)),
      ...(hinted && lie(hinted) ? [bar(of, hinted, { class: `hinted-wall p${now.turn}` }, GAP)] : []),
      ...(look.line ? drawLine(now, look.line.slice(0, look.lineLength ?? 8)) : []));
    lit.replaceChildren(...(look.steps ? drawSteps(now) : []));
    const { ghost } = look;
    over.replaceChildren(...(ghost ? [s("g", { class: `ghost-wall ${ghost.kind} p${ghost.player ?? now.turn}` },
      bar(of, ghost.wall, { class: "under" }, GAP + 3), bar(of, ghost.wall, { class: "over" }),
      ...(ghost.kind === "good" ? [] : [cross(of.wall(ghost.wall))]))] : []));
  }

  /** @param {{x: number, y: number}} where */
  const cross = ({ x, y }) => s("g", { class: "cross", transform: `translate(${x} ${y})` }, s("circle", { r: 9 }),
    s("path", { d: "M-4-4 4 4M4-4-4 4" }));

  /** The position as a grid of words, each square written only where it changes. @param {Position} now */
  function describe(now) {
    const { size } = now;
    set(words, { "aria-label": t("board.label", { width: size, height: size }) });
    if (rows.childElementCount !== size) {
      rows.replaceChildren(...Array.from({ length: size },
        () => h("tr", { role: "row" }, ...Array.from({ length: size }, () => h("td", { role: "gridcell" })))));
    }
    /** @type {Record<string, string[]>} */
    const told = {};
    const tell = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      (told[squareName(x, y)] ??= []).push(text);
    now.players.forEach(({ pawn }, player) =>
      tell(at(pawn).x, at(pawn).y, t("cell.pawn", { player: colorWord(player) })));
    for (const { name } of now.walls) {
      const { x, y } = at(name);
      const level = lie(name) === "h";
      for (const [dx, dy] of level ? [[0, 0], [1, 0]] : [[0, 0], [0, 1]]) {
        tell(x + dx, y + dy, t(level ? "cell.wall.north" : "cell.wall.east"));
        tell(x + dx + (level ? 0 : 1), y + dy + (level ? 1 : 0), t(level ? "cell.wall.south" : "cell.wall.west"));
      }
    }
    if (look.steps) for (const name of now.steps) tell(at(name).x, at(name).y, t("cell.step"));
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const name = squareName(x, y);
        const cell = rows.children[size - 1 - y]?.children[x];
        if (cell) write(cell, `${name}: ${told[name]?.join("; ") ?? t("cell.free")}`);
      }
    }
  }

  /**
   * What is under a pointer; null beside the board.
   * @param {MouseEvent} event
   * @param {boolean} touch
   * @returns {Spot | null}
   */
  function locate(event, touch) {
    const matrix = svg.getScreenCTM();
    if (!matrix || !position) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { x, y } = of.unseen(point.x, point.y);
    const { size } = position;
    if (x < -GAP || y < -GAP || x > span(size) + GAP || y > span(size) + GAP) return null;
    // The nearest square, and how far outside its middle part the pointer is.
    const near = (/** @type {number} */ value) =>
      Math.max(0, Math.min(size - 1, Math.round((value - SIDE / 2) / PITCH)));
    const [column, row] = [near(x), near(y)];
    const name = squareName(column, row);
    const [dx, dy] = [x - column * PITCH - SIDE / 2, y - row * PITCH - SIDE / 2];
    // How far it is from the middle of the nearest gap that runs upright, and of the nearest that runs level.
    const gap = (/** @type {number} */ value) =>
      Math.max(0, Math.min(size - 2, Math.round((value + GAP / 2) / PITCH) - 1));
    const [gx, gy] = [gap(x), gap(y)];
    const [offX, offY] = [Math.abs(x - (gx + 1) * PITCH + GAP / 2), Math.abs(y - (gy + 1) * PITCH + GAP / 2)];
    const open = look.steps && position.steps.includes(name) ? NEAR.lit : touch ? NEAR.touch : NEAR.mouse;
    const inside = Math.max(Math.abs(dx), Math.abs(dy)) < SIDE / 2 - open;
    if (inside) return { square: name, wall: null };
    return { square: Math.max(Math.abs(dx), Math.abs(dy)) <= SIDE / 2 ? name : null,
      wall: squareName(gx, gy) + (offX < offY ? "v" : "h") };
  }

  if (hand) listen(hand);
  /** @param {Hand} mine */
  function listen(mine) {
    const touches = (/** @type {PointerEvent} */ event) => event.pointerType === "touch";
    /** @type {number | null} */
    let down = null;
    svg.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      down = event.pointerId;
      svg.setPointerCapture(event.pointerId);
      mine.press?.(locate(event, touches(event)), touches(event));
    });
    svg.addEventListener("pointermove", (event) => {
      if (!event.isPrimary) return;
      mine.point?.(locate(event, touches(event)), touches(event));
    });
    svg.addEventListener("pointerup", (event) => {
      if (event.pointerId !== down) return;
      down = null;
      mine.release?.(locate(event, touches(event)), touches(event));
    });
    svg.addEventListener("pointercancel", () => {
      down = null;
      mine.leave?.();
    });
    svg.addEventListener("pointerleave", (event) => !touches(event) && mine.leave?.());
  }

  return {
    svg, top, locate,
    /** The middle of a square or of a wall, in units of the picture. @param {string} name */
    middle: (name) => (lie(name) ? of.wall(name) : of.middle(name)),
    /** The same in pixels of the window. @param {string} name */
    onScreen(name) {
      const { x, y } = lie(name) ? of.wall(name) : of.middle(name);
      return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM() ?? new DOMMatrix());
    },
    /**
     * @param {Position} now
     * @param {Look} [how]
     */
    render(now, how = {}) {
      // Another board, or one that is turned, is there at once.
      const jump = !position || position.size !== now.size || position.players.length !== now.players.length
        || look.turned !== how.turned;
      position = now;
      look = how;
      of = plan(now.size, how.turned ?? false);
      // About as wide on the screen whatever the size.
      const rim = GAP / 2 + 3;
      const margin = rim + (((how.margin ?? 20) - rim) * now.size) / 9;
      const signature = `${now.size} ${margin} ${how.turned}`;
      if (signature !== drawn) {
        drawn = signature;
        drawFixed(margin);
      }
      drawLook(now);
      drawWalls(now, jump);
      drawPawns(now, jump);
      describe(now);
    },
  };
}
