// @ts-check
// Sokoban: its drawing, its words, its keys.

import { h, s } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { picture } from "../../core/parts.js";
import { place } from "../../core/state.js";
import { ARROWS, directionWord } from "../../core/words.js";
import { art, box, filled, goal, player } from "./art.js";
import { createHand, keyed } from "./hand.js";

/** @import { Direction } from "../../core/board.js" */
/** @import { Skin } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */

/** @type {Record<string, Direction>} */
const LETTERS = { u: "N", r: "E", d: "S", l: "W" };

/** @param {Scene} scene */
const goalWords = (scene) => t("soko.goal", { n: filled(scene), of: scene.targets.length });

/** @type {Skin} */
export default {
  art,
  turnable: true,
  unit: "pushes",
  signs: "soko.signs",
  cost: (moves) => moves.filter((move) => move === move.toUpperCase()).length,
  format: "xsb",
  moves: /^[\s\d()lurdLURD]*[lurdLURD][\s\d()lurdLURD]*$/,
  wish: { length: [1, 20, 40, 999], pieces: [1, 2, 10, 10] },
  dead: "nearest",
  watched: ["greedy(player-box)", "astar(nearest)", "astar(matching)", "quick", "fast"],
  reason: ({ solvable, rule, pieces }) =>
    (solvable === false ? t(`soko.dead.${rule}`, { boxes: count("soko.boxes", pieces.length) }) : ""),
  acts: [["undo", "redo", "undo_push", "redo_push", "restart"], ["hint", "previous", "next"]],
  pace: (steps, hurry) => (steps > 1 ? Math.min(650, 34 * steps) : hurry ? 45 : 84),

  goalWords,
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

  boardWords(app, { scene }) {
    const told = [goalWords(scene), t("soko.board.player", app.place(scene.pieces[0]?.cell ?? 0))];
    scene.pieces.slice(1).forEach((piece, i) =>
      told.push(t(scene.targets.some((one) => one.cell === piece.cell) ? "soko.board.home" : "soko.board.box",
      { n: i + 1, ...app.place(piece.cell) })));
    const ways =
      scene.moves.map((move) => (move.pushes === undefined ? directionWord(move.direction)
      : t("soko.pushing", { direction: directionWord(move.direction) })));
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
      nodes.push(picture(player(12), 16), h("span", { class: "steps", "aria-hidden": "true" },
        steps > 3 ? String(steps) : Array.from(letters, (one) => ARROWS[LETTERS[one] ?? "N"]).join("")));
      told.push(count("soko.steps", steps));
    }
    if (pushes) {
      const way = LETTERS[pushes[0].toLowerCase()] ?? "N";
      nodes.push(picture(box(11), 16), h("span", { class: "push", "aria-hidden": "true" },
        `${ARROWS[way]}${pushes.length > 1 ? pushes.length : ""}`));
      told.push(t("soko.push", { direction: directionWord(way), pushes: count("pushes", pushes.length) }));
    }
    return { nodes, label: told.join(", ") };
  },
  // A walk and a push are one turn; a walk and the straight pushes after it are one sign.
  turns: (moves) => (moves.join("").match(/[a-z]*[A-Z]|[a-z]+/g) ?? []).map((turn) => [...turn]),
  chunks: (moves) => (moves.join("").match(/[a-z]*([A-Z])\1*|[a-z]+/g) ?? []).map((chunk) => [...chunk]),

  slideWords(_, steps) {
    const { path, pushed } = steps[steps.length - 1];
    return pushed ? t("soko.say.pushed", { n: pushed[0], ...place(pushed[1].at(-1) ?? 0) })
      : t("soko.say.walked", place(path.at(-1) ?? 0));
  },

  hand: createHand,
  key: keyed,
  help: [["← ↑ ↓ →", "soko.help.walk"], ["W A S D", "soko.help.walk"], ["Q E", "soko.help.box"],
    ["Enter", "soko.help.enter"], ["Esc", "soko.help.escape"],
    ["U Y", "play.help.undo"], ["⇧U ⇧Y", "soko.help.push"], ["Home End", "soko.help.ends"], ["R", "restart"],
    ["H", "hint"]],
  scripts: ["count", "crow", "walker", "corner", "hasty"],
  lesson: () => import("./lesson.js"),

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

