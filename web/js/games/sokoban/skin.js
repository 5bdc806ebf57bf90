// @ts-check
// Sokoban: its words and its keys, and what the pointer does: walk there, or choose a box and push it there.

import { h, s, set } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { arrowHead } from "../../core/parts.js";
import { ARROWS, directionWord } from "../../core/words.js";
import { art, box, cellsOf, filled, goal, hatch, player } from "./art.js";

/** @import { App, Direction, State } from "../../core/app.js" */
/** @import { Board } from "../../core/board.js" */
/** @import { Skin } from "../../core/skin.js" */

/** @type {Record<string, Direction>} */
const KEYS = { arrowup: "N", arrowright: "E", arrowdown: "S", arrowleft: "W", w: "N", d: "E", s: "S", a: "W" };
/** @type {Record<string, Direction>} */
const LETTERS = { u: "N", r: "E", d: "S", l: "W" };
/** @type {Direction[]} */
const ROUND = ["N", "E", "S", "W"];

/** How the board is looked at: quarter turns to the right, and 4 for a mirror before them. */
export const sight = {
  way: Number(localStorage.getItem("damier.sokoban.turn")) % 8 || 0,
  /** @param {number} way */
  look(way) {
    sight.way = way;
    localStorage.setItem("damier.sokoban.turn", String(way));
  },
  /** The direction on the board that is seen as this one. @param {string} seen */
  unturned(seen) {
    const at = (ROUND.indexOf(/** @type {Direction} */ (seen)) - (sight.way % 4) + 4) % 4;
    const way = ROUND[at];
    return sight.way >= 4 && (way === "E" || way === "W") ? (way === "E" ? "W" : "E") : way;
  },
};

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

/** @type {Skin} */
const skin = {
  name: "sokoban",
  unit: "pushes",
  choosable: false,
  wish: { length: [1, 20, 40, 999], pieces: [1, 2, 10, 10] },
  ticks: false,
  dead: "nearest",
  reason: ({ solvable, rule, pieces }) =>
    (solvable === false ? t(`soko.dead.${rule}`, { boxes: count("soko.boxes", pieces.length) }) : ""),
  acts: [["undo", "redo", "undo_push", "redo_push", "restart"], ["hint", "previous", "next"]],
  art,
  pace: (steps, hurry) => (steps > 1 ? Math.min(650, 34 * steps) : hurry ? 45 : 84),
  unturned: (direction) => sight.unturned(direction),

  goalWords: (scene) => t("soko.goal", { n: filled(scene), of: scene.targets.length }),
  wonWords({ view, rating }) {
    if (!view) return "";
    const { moves, pushes } = /** @type {Record<string, number>} */ (Object.fromEntries(view.tally));
    const made = t("soko.won", { moves: count("moves", moves ?? 0), pushes: count("pushes", pushes ?? 0) });
    const best = rating?.optimum;
    if (best == null || view.variant) return `${made}.`;
    return t("won.sentence",
      { made, best: pushes <= best ? t("soko.won.best") : t("soko.won.against", { best: count("pushes", best) }) });
  },
  pieceWord: (scene, index) => (index === 0 ? t("soko.player") : t("soko.box", { n: index })),

  boardWords(app, { view }) {
    if (!view) return [];
    const { scene } = view;
    const told = [skin.goalWords(scene), t("soko.board.player", app.place(scene.pieces[0]?.cell ?? 0))];
    scene.pieces.slice(1).forEach((piece, i) =>
      told.push(t(scene.targets.some((one) => one.cell === piece.cell) ? "soko.board.home" : "soko.board.box",
        { n: i + 1, ...app.place(piece.cell) })));
    const ways = scene.moves.map(({ pushes, direction }) =>
      (pushes === null ? directionWord(direction) : t("soko.pushing", { direction: directionWord(direction) })));
    if (ways.length) told.push(t("soko.board.can", { directions: ways.join(", ") }));
    return told;
  },

  moveSign(scene, name) {
    const pushes = name.replace(/[^A-Z]/g, "");
    const steps = name.length - pushes.length;
    /** @type {Node[]} */
    const nodes = [];
    const told = [];
    if (steps) {
      const letters = name.slice(0, steps);
      nodes.push(h("span", { class: "steps", "aria-hidden": "true" },
        steps > 3 ? `${steps} ·` : Array.from(letters, (one) => ARROWS[LETTERS[one] ?? "N"]).join("")));
      told.push(count("soko.steps", steps));
    }
    if (pushes) {
      const way = LETTERS[pushes[0].toLowerCase()] ?? "N";
      nodes.push(h("span", { class: "push", "aria-hidden": "true" },
        `${ARROWS[way]}${pushes.length > 1 ? pushes.length : ""}`));
      told.push(t("soko.push", { direction: directionWord(way), pushes: count("pushes", pushes.length) }));
    }
    return { nodes, label: told.join(", ") };
  },
  // A walk and a push are one turn; a walk and the straight pushes after it are one sign.
  turns: (moves) => (moves.join("").match(/[a-z]*[A-Z]|[a-z]+/g) ?? []).map((turn) => [...turn]),
  chunks: (moves) => (moves.join("").match(/[a-z]*([A-Z])\1*|[a-z]+/g) ?? []).map((chunk) => [...chunk]),

  slideWords(app, steps) {
    const last = steps[steps.length - 1];
    const to = app.place(last.path.at(-1) ?? 0);
    if (last.pushed) return t("soko.say.pushed", { n: last.pushed[0], ...app.place(last.pushed[1].at(-1) ?? 0) });
    return t("soko.say.walked", to);
  },

  hand(app, allowed) {
    /** What was chosen last, so that it is said once. @type {State["reach"]} */
    let told = null;
    /** @param {number} cell */
    const at = (cell) => app.state.view?.scene.pieces.findIndex((one) => one.cell === cell) ?? -1;
    return {
      actions: {
        choose: (piece) => choose(app, piece),
        elsewhere: () => choose(app, 0),
        move() {},
        swipe: (direction) => allowed("slide", direction) && app.slide(0, direction),
        cell(cell) {
          const { view } = app.state;
          if (!view || cell < 0) return false;
          if (push(app, cell)) return true;
          const { scene } = view;
          const piece = at(cell);
          if (piece >= 0) choose(app, piece);
          else if (app.state.reach) choose(app, 0);
          else if (!scene.closed.includes(cell) && !scene.outside.includes(cell) && !scene.solved)
            app.intend(() => ({ type: "bring", piece: 0, cell }));
          return true;
        },
        live: (cell) => app.state.reach?.cells.includes(cell) ?? false,
      },
      look: () => ({ selected: app.state.reach?.piece ?? -1 }),
      render: (state, board) => {
        /** @type {SVGElement[]} */
        const marks = [];
        const { view, reach, hint } = state;
        if (reach && reach !== told)
          app.say(t("soko.chosen", { n: reach.piece, cells: count("soko.chosen", reach.cells.length) }));
        told = reach;
        if (view && reach) {
          for (const cell of reach.cells) {
            const { x, y } = board.middle(cell);
            marks.push(s("rect", { class: "reach", x: x - 16, y: y - 16, width: 32, height: 32, rx: 4 }),
              s("circle", { class: "reach-dot", cx: x, cy: y, r: 4 }));
          }
        }
        if (view && cursor !== null && reach) {
          const { x, y } = board.middle(cursor);
          marks.push(s("rect", { class: "cursor", x: x - 19, y: y - 19, width: 38, height: 38 }));
        }
        // The way of a hint: to the box, and the push.
        const way = hint?.next && view ? (hint.stretch ?? [hint.next]) : null;
        if (way && view) {
          const cells = [view.scene.pieces[0].cell, ...cellsOf(view.scene, way)];
          const points = cells.map(board.middle);
          const [from, to] = [points[points.length - 2], points[points.length - 1]];
          const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
          // Up to the box, and on through it: the tip stands where it goes.
          const tip = way.at(-1) !== way.at(-1)?.toLowerCase() ? { x: to.x + dx * 34, y: to.y + dy * 34 } : to;
          const line = [...points.slice(0, -1), tip].map(({ x, y }) => `${x},${y}`).join("L");
          const d = `M${line}${arrowHead(tip, dx, dy, 9, 9)}`;
          marks.push(s("path", { class: "hint-under", d }), s("path", { class: "hint-way", d }));
        }
        // Which boxes, in words: by their numbers.
        for (const index of view ? (hint?.which ?? []) : []) {
          const piece = view?.scene.pieces[index];
          if (!piece) continue;
          const { x, y } = board.middle(piece.cell);
          marks.push(s("text", { class: "box-number", x, y: y + 6 }, String(index)));
        }
        board.ghosts.replaceChildren(...marks.filter((one) => one.tagName === "rect" || one.tagName === "circle"));
        board.top.replaceChildren(...marks.filter((one) => one.tagName === "path" || one.tagName === "text"),
          ...reasons(state, board));
      },
    };
  },

  key(app, event) {
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
    else if (event.shiftKey && key === "u") app.act("undo_push");
    else if (event.shiftKey && key === "y") app.act("redo_push");
    else if ((key === "u" || key === "backspace") && !event.shiftKey) app.act("undo");
    else if (key === "y" && !event.shiftKey) app.act("redo");
    else if (key === "home") app.go(() => 0);
    else if (key === "end") app.go((history) => history.moves.length);
    else return false;
    return true;
  },
  help: [["← ↑ ↓ →", "soko.help.walk"], ["W A S D", "soko.help.walk"], ["Q E", "soko.help.box"],
    ["Enter", "soko.help.enter"], ["Esc", "soko.help.escape"],
    ["U Y", "play.help.undo"], ["⇧U ⇧Y", "soko.help.push"], ["Home End", "soko.help.ends"], ["R", "restart"],
    ["H", "hint"]],

  toolSign(name) {
    /** @type {Record<string, () => SVGElement[]>} */
    const signs = {
      wall: () => [s("rect", { class: "block", x: -13, y: -13, width: 26, height: 26 })],
      floor: () => [s("rect", { class: "faint", x: -13, y: -13, width: 26, height: 26 })],
      box: () => [box(13)],
      goal: () => [goal(11)],
      player: () => [player(12)],
    };
    return signs[name]?.() ?? null;
  },
};

/** Why a position is lost: its boxes marked, the cells hatched. @param {State} state @param {Board} board */
function reasons({ view, verdict }, board) {
  if (!view || !verdict || verdict.verdict.solvable !== false || verdict.code !== view.code
    || verdict.at !== view.history.at) return [];
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

export default skin;
