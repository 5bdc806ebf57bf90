// @ts-check
// What a game of cells and pieces is like unless it says otherwise: its words, what the pointer does, its keys.

import { art, tile } from "./art.js";
import { count, learn, maybe, t } from "./i18n.js";
import { place } from "./state.js";
import { skin, wear } from "./skin.js";
import { dressed, GAMES } from "../games.js";
import { wonWords } from "./words.js";

/** @import { BoardActions } from "./board.js" */
/** @import { Worn } from "./skins.js" */

/** @type {Worn} */
export const plain = {
  art,
  margins: [3, 3],
  pace: (cells, hurry) => Math.min(hurry ? 70 : 130, 60 + 14 * cells),

  unit: "moves",
  cost: (moves) => moves.length,
  goalWords: () => t("goal"),
  wonWords: ({ view, rating }) => wonWords(view?.history.at ?? 0, rating?.optimum),
  pieceWord: (scene, index) => scene?.pieces[index]?.label ?? "",
  pieceLabel: (scene, index) => skin.pieceWord(scene, index),
  cellName: (_, cell) => t("cell.name", place(cell)),
  boardWords: (_, { scene }) => [
    skin.goalWords(scene),
    ...scene.pieces.map((piece, index) =>
      t("board.piece", { piece: skin.pieceWord(scene, index), ...place(piece.cell) })),
  ],
  moveSign: (_, name) => ({ nodes: [name], label: name }),
  slideWords: (scene, [{ piece, path }]) =>
    t("say.slide", { piece: skin.pieceWord(scene, piece), ...place(path.at(-1) ?? 0) }),
  turns: (moves) => moves.map((move) => [move]),
  chunks: (moves) => moves.map((move) => [move]),
  reason: ({ solvable, rule, pieces }) =>
    (solvable === false ? maybe(`dead.${rule}`) ?? t("dead", { pieces: count("pieces", pieces.length) }) : ""),
  whyWords: ({ why }) => t(why ? `why.${why.reason}` : "why.legal"),

  choosable: false,
  turnable: false,
  acts: [["undo", "redo", "restart"], ["hint", "next"]],
  hand: (app, allowed) => ({
    actions: /** @type {BoardActions} */ ({
      choose: (piece) => skin.choosable && app.choose(piece),
      elsewhere: () => skin.choosable && app.home(),
      move: (move) => allowed("slide", move.name) && app.play(move.name),
      swipe: (direction) =>
        allowed("slide", direction) && app.slide(skin.choosable ? app.state.selected : null, direction),
    }),
    look: () => (skin.choosable ? {} : { selected: -1 }),
  }),
  key: () => false,
  help: [["← ↑ ↓ →", "help.slide"], ["U Y", "play.help.undo"], ["R", "restart"], ["H", "hint"], ["N", "next"]],

  wish: { length: [1, 6, 9, 99], pieces: [1, 2, 4, 8] },
  watched: [],
  toolSign: (_, { color, letter }) => [tile(letter, color ?? 0, 13)],
  lesson: () => Promise.reject(new Error("no lesson")),
};

/** Loads what a game brings to the page, with its words; what is given back puts it on.
 * @param {string} game @param {string} language @returns {Promise<() => void>} */
export async function dressing(game, language) {
  const [{ default: worn }, speak] =
    await Promise.all([GAMES[game].skin(), learn(language, game), dressed(`js/games/${game}/style.css`)]);
  return () => {
    speak();
    wear(plain, worn);
    document.body.dataset.game = game;
  };
}
