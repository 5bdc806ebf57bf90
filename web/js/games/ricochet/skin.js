// @ts-check
// Ricochet Robots: its words and its keys, and what the pointer does.

import { h, s } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { picture } from "../../core/parts.js";
import { ARROWS, colorWord, directionWord } from "../../core/words.js";
import { art, robot, target } from "./art.js";

/** @import { Skin } from "../../core/skin.js" */

/** How many colours the page can tell apart. */
const COLORS = 8;

/**
 * What is said when the target is reached: the moves against the optimum.
 * @param {number} moves
 * @param {number | null | undefined} optimum
 */
export function wonWords(moves, optimum) {
  const made = count("won", moves);
  if (optimum == null) return `${made}.`;
  return t("won.sentence", { made, best: moves <= optimum ? t("won.best") : t("won.against", { best: optimum }) });
}

/** @type {Skin} */
const skin = {
  name: "ricochet",
  unit: "moves",
  choosable: true,
  wish: { length: [1, 6, 9, 99], pieces: [1, 2, 4, 8] },
  ticks: true,
  acts: [["undo", "redo", "restart"], ["hint", "next"]],
  art,
  pace: (cells, hurry) => Math.min(hurry ? 110 : 165, 70 + 14 * cells),

  goalWords(scene) {
    const aim = scene.targets.find((one) => one.active);
    if (!aim) return t("goal.none");
    if (aim.piece === null) return t("goal.any", { n: aim.number });
    return t("goal.robot", { robot: skin.pieceWord(scene, aim.piece), n: aim.number });
  },
  wonWords: ({ view, rating }) => wonWords(view?.history.at ?? 0, rating?.optimum),
  pieceLabel: (scene, index) => t("robot.label",
    { robot: skin.pieceWord(scene, index), shape: t(`shape.${(scene.pieces[index]?.color ?? 0) % 8}`), n: index + 1 }),
  pieceWord: (scene, index) => colorWord(scene?.pieces[index]?.color ?? index),

  boardWords(app, { view, selected }) {
    if (!view) return [];
    const { scene } = view;
    const aim = scene.targets.find((one) => one.active);
    const told =
      scene.pieces.map((piece, index) => t("board.robot", { robot: app.nameOf(index), ...app.place(piece.cell) }));
    if (aim) told.unshift(t("board.target", { goal: skin.goalWords(scene), ...app.place(aim.cell) }));
    const ways = scene.moves.filter((move) => move.piece === selected).map((move) => directionWord(move.direction));
    if (ways.length) told.push(t("board.can", { robot: app.nameOf(selected), directions: ways.join(", ") }));
    return told;
  },

  moveSign(scene, name) {
    const piece = scene.pieces.find((one) => one.letter === name.slice(0, -1));
    const direction = /** @type {keyof typeof ARROWS} */ (name.slice(-1));
    if (!piece || !(direction in ARROWS)) return { nodes: [name], label: name };
    return {
      nodes: [picture(robot(piece.color, piece.letter, 12), 16),
        h("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[direction])],
      label: t("move.label", { robot: colorWord(piece.color), direction: directionWord(direction) }),
    };
  },
  turns: (moves) => moves.map((move) => [move]),
  chunks: (moves) => moves.map((move) => [move]),

  slideWords(app, [{ piece, path }]) {
    const end = path.at(-1) ?? 0;
    const move = app.state.view?.scene.moves.find((one) => one.piece === piece && one.path.join() === path.join());
    return t("say.slide",
      { robot: app.nameOf(piece), direction: move ? directionWord(move.direction) : "", ...app.place(end) });
  },

  hand: (app, allowed) => ({
    actions: {
      choose: app.choose,
      elsewhere: app.home,
      move: (move) => allowed("slide", move.direction) && app.slide(move.piece, move.direction),
      swipe: (direction) => allowed("slide", direction) && app.slide(app.state.selected, direction),
    },
  }),

  key(app, event) {
    const key = event.key.toLowerCase();
    const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
    const pieces = app.state.view?.scene.pieces.length ?? 0;
    if (digit) app.choose(Number(digit[1]) - 1);
    else if (key === "q" && pieces) app.choose((app.state.selected - 1 + pieces) % pieces);
    else if (key === "e" && pieces) app.choose((app.state.selected + 1) % pieces);
    else if (key === "escape") app.home();
    else return false;
    return true;
  },
  help: [["1 … 8", "help.digit"], ["Q E", "help.cycle"], ["← ↑ ↓ →", "help.slide"], ["U Y", "play.help.undo"],
    ["R", "restart"], ["H", "hint"], ["N", "next"], ["Esc", "help.escape"]],

  toolSign(name, { color, letter, form }) {
    const square = (/** @type {string} */ kind) => s("rect", { class: kind, x: -13, y: -13, width: 26, height: 26 });
    const extra = (/** @type {string} */ sign) => [square("extra"), s("text", { class: "sign", y: 9 }, sign)];
    const hollow = () => target(color, /** @type {any} */ (""), 12);
    /** @type {Record<string, () => SVGElement[]>} */
    const signs = {
      wall: () => [square("faint"), s("path", { class: "walls", d: "M13,-13V13" })],
      corner: () => [square("faint"), s("path", { class: "walls", d: "M-13,-13H13V13" })],
      diagonal: () => {
        const d = form === "/" ? "M-15,15L15,-15" : "M-15,-15L15,15";
        return [s("g", { class: `diagonal c${(color ?? 0) % COLORS}` }, s("path", { class: "under", d }),
          s("path", { class: "over", d }))];
      },
      closed: () => [square("closed")],
      bonus: () => extra("+"),
      penalty: () => extra("−"),
      target: () => [s("g", { class: "aim active" }, hollow(),
        s("path", { class: "reticle", d: "M-19,-11V-19H-11M11,-19H19V-11M19,11V19H11M-11,19H-19V11" }))],
      extra: () => [s("g", { class: "aim" }, hollow())],
      robot: () => [robot(color ?? 0, letter, 14)],
    };
    return signs[name]?.() ?? null;
  },
};

export default skin;
