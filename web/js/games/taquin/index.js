// @ts-check
// Taquin: its drawing, its words, its keys. A tile is clicked, or an arrow or a swipe says which way a tile moves.

import { tile } from "../../core/art.js";
import { t } from "../../core/i18n.js";
import { ARROWS, directionWord } from "../../core/words.js";
import { art, gapOf } from "./art.js";

/** @import { BoardActions } from "../../core/board.js" */
/** @import { Skin } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */

/** @type {Record<string, keyof typeof ARROWS>} */
const LETTERS = { u: "N", r: "E", d: "S", l: "W" };

/** How many tiles are in their place. @param {Scene} scene */
const home = ({ pieces }) => pieces.filter(({ cell, label }) => Number(label) === cell + 1).length;

/**
 * The moves that bring the gap to a cell of its row or column: the whole line between them slides. Empty if it is
 * elsewhere.
 * @param {Scene} scene @param {number} cell
 */
function slides({ width, height, pieces }, cell) {
  const gap = gapOf({ width, height, pieces });
  const [dx, dy] = [(cell % width) - (gap % width), Math.floor(cell / width) - Math.floor(gap / width)];
  if ((dx === 0) === (dy === 0)) return "";
  return (dx ? (dx > 0 ? "l" : "r") : dy > 0 ? "u" : "d").repeat(Math.abs(dx + dy));
}

/** @type {Skin} */
export default {
  art,
  signs: "taquin.signs",
  goalWords: (scene) => t("taquin.goal", { n: home(scene), of: scene.pieces.length }),
  pieceWord: (scene, index) => t("taquin.tile", { n: scene?.pieces[index]?.label ?? "" }),
  moveSign(scene, name) {
    const ways = [...name].map((letter) => LETTERS[letter]).filter(Boolean);
    return { nodes: [ways.map((way) => ARROWS[way]).join("")], label: ways.map(directionWord).join(", ") };
  },
  scripts: ["misplaced", "crow", "gap", "lines", "hasty"],
  wish: { length: [1, 20, 40, 80], pieces: [1, 2, 35, 35] },
  watched: ["greedy(manhattan)", "astar(manhattan)", "ida(linear-conflict)", "quick", "fast"],
  hand(app, allowed) {
    /** Slides the tiles between a cell and the gap; says whether there are any. @param {number} cell */
    function line(cell) {
      const scene = app.state.view?.scene;
      const text = scene && !scene.solved ? slides(scene, cell) : "";
      if (text && allowed("slide", text)) app.intend(() => ({ type: "line", text }));
      return text !== "";
    }
    const actions = /** @type {BoardActions} */ ({
      choose() {},
      elsewhere() {},
      move: (move) => allowed("slide", move.name) && app.play(move.name),
      swipe: (direction) => allowed("slide", direction) && app.slide(null, direction),
      cell: line,
      live: (cell) => Boolean(app.state.view && slides(app.state.view.scene, cell)),
    });
    return { actions, look: () => ({ selected: -1 }) };
  },
  acts: [["undo", "redo", "restart"], ["hint", "previous", "next"]],
  help: [["← ↑ ↓ →", "help.slide"], ["U Y", "play.help.undo"], ["R", "restart"], ["H", "hint"]],
  toolSign: (_, { letter }) => [tile(letter, 0, 13)],
  lesson: () => import("./lesson.js"),
};
