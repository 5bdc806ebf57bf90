// @ts-check
// Quoridor: its drawing, its words, its keys.

import { t } from "../../core/i18n.js";
import { dressed } from "../../games.js";
import { playerName, sideWord, turnWords } from "../../core/players.js";
import { pawn, rack, small } from "./art.js";
import { createBoard } from "./board.js";
import { createHand } from "./hand.js";
import { squareName } from "./names.js";
import { moveShort, moveWord, whyWords } from "./words.js";

/** @import { Skin } from "../../core/skins.js" */

/** @type {Skin} */
export default {
  art: { sign: (_, player) => pawn(player), glyph: ({ turn }) => ({ key: String(turn), node: pawn(turn) }), small },
  board: createBoard,
  margins: [18, 20],
  rack,

  unit: "steps",
  goalWords: () => t("goal"),
  pieceWord: (_, player) => sideWord(player),
  cellName: ({ width }, cell) => squareName(width, cell),
  boardWords: (_, view) => [turnWords(view), ...view.scene.pieces.map(({ cell }, player) => {
    const { stock, way } = view.scene.sides[player];
    return t("board.player", { player: playerName(view.table?.seats ?? [], player),
      at: squareName(view.scene.width, cell), walls: stock, steps: Math.max(0, way.length - 1) });
  })],
  moveSign: ({ width }, name) => ({ nodes: [moveShort(width, name)], label: moveWord(width, name) }),
  whyWords,
  typed: "e2, e3h",

  acts: [["undo", "redo"], ["wall", "hint"], ["menu", "new", "games"]],
  hand: createHand,
  bench: () => import("./bench.js"),
  format: "qfen",
  help: [["← ↑ → ↓", "help.arrows"], ["W", "help.wall"], ["R Enter", "help.place"]],
  lesson: async () => (await Promise.all([import("./lesson.js"), dressed("js/games/quoridor/lesson.css")]))[0],
};
