// @ts-check
// The one state of the page, whatever the game: what is on the table and the newest message of each kind. Here it is
// only kept and read; intents.js says what the page wants, receive.js takes in what the server tells.

/** @import * as Wire from "./wire.js" */
/** @typedef {Wire.Message} Message */
/** @template {Message["type"]} T @typedef {Extract<Message, {type: T}>} Of */
/** Every move of the game, after how many of them the position now is, and which of them change more than where the
 * player stands.
 * @typedef {{moves: string[], at: number, weighty: number[]}} History */
/** The table, with its whole history. @typedef {Omit<Wire.View, "history"> & {history: History}} View */
/** A way to replay: its moves, from where in the history, and who found it.
 * @typedef {{moves: string[], base: string[], from: string | null}} Line */
/**
 * `view` is the table and `viewAt` when it came (clocks run from there); `selected` is the piece that is chosen; `line`
 * is a way to replay; `revealed` says that the optimum spoils nothing any more; `thinking` is what the engine whose
 * turn it is thinks. The rest is the newest message of each kind; what is about a position is forgotten when that
 * changes.
 * @typedef {{game: Wire.GameInfo | null, view: View | null, viewAt: number, selected: number, line: Line | null,
 *   revealed: boolean, busy: Wire.Job | null, progress: Wire.Progress | null, rating: Wire.Rating | null,
 *   hint: Wire.Hint | null, answer: Wire.Answer | null, solutions: Of<"solutions"> | null,
 *   annotation: Of<"annotation"> | null, analysis: Of<"analysis"> | null, map: Of<"map"> | null,
 *   race: Of<"race"> | null, match: Wire.Standing | null, tree: Of<"tree"> | null, thinking: Wire.Thought | null,
 *   why: Of<"why"> | null, reach: Of<"reach"> | null, verdict: Of<"verdict"> | null, chance: Of<"chance"> | null,
 *   text: Of<"text"> | null, levels: Record<string, Wire.LevelItem[]>, keeping: Of<"keeping"> | null,
 *   lessons: Of<"lessons"> | null}} State
 */

/** @returns {State} */
const blank = () => ({
  game: null, view: null, viewAt: 0, selected: 0, line: null, revealed: false, busy: null, progress: null, rating: null,
  hint: null, answer: null, solutions: null, annotation: null, analysis: null, map: null, race: null, match: null,
  tree: null, thinking: null, why: null, reach: null, verdict: null, chance: null, text: null, levels: {},
  keeping: null, lessons: null,
});
export const state = blank();

/** Another game is sat down to. Lessons are of all games. */
export const forget = () => void Object.assign(state, { ...blank(), lessons: state.lessons });

/** Whether the game has a part, such as `versus`; not before it has told so. @param {keyof Wire.Parts} part */
export const has = (part) => state.game?.parts[part] ?? false;

/** The moves that led to the position now. */
export const past = () => state.view?.history.moves.slice(0, state.view.history.at) ?? [];

/** Column and row of a cell, from 1. @param {number} cell */
export function place(cell) {
  const width = state.view?.scene.width ?? 1;
  return { x: (cell % width) + 1, y: Math.floor(cell / width) + 1 };
}

/** The legal move of this name. @param {string | null | undefined} name */
export const legal = (name) => state.view?.scene.moves.find((move) => move.name === name);

/** Whether a person may move now. From an earlier moment of a game that is over one may, too. */
export function mayMove() {
  const { view } = state;
  if (!view) return false;
  const { scene, table, history } = view;
  if (!table) return !scene.solved;
  return !table.paused && !table.seats[scene.turn]?.engine && scene.winner === null
    && (!table.end || history.at < history.moves.length);
}

/** Whether something is under way that would be missed: a contest, or a game that has begun and is not over. */
export function running() {
  const { view } = state;
  if (view?.table) return view.history.moves.length > 0 && !view.table.end;
  return view?.match != null && view.match.phase !== "over";
}

/** What would be undone, or done again: a move where there is one, else the whole table. A game or a contest under way
 * is not put away like that. @param {boolean} back @returns {"move" | "table" | null} */
export function undoable(back) {
  const { view } = state;
  if (!view) return null;
  const { history: { at, moves }, table, edits } = view;
  if (table ? table.undo[back ? 0 : 1] : back ? at > 0 : at < moves.length) return "move";
  return edits[back ? 0 : 1] && !running() ? "table" : null;
}

/** How far along its line the game stands; null when it has left it. */
export function lineAt() {
  const { line, view } = state;
  if (!line || !view) return null;
  const done = past();
  const whole = [...line.base, ...line.moves];
  if (done.length < line.base.length || done.some((move, i) => move !== whole[i])) return null;
  return done.length - line.base.length;
}

/** The piece of the active target, else the one already chosen. @param {View} view */
export function usual({ scene }) {
  const piece = scene.targets.find((one) => one.active)?.piece;
  if (piece != null) return piece;
  return state.selected < scene.pieces.length ? state.selected : 0;
}

/** Whether a message about a position is about the one that is seen.
 * @param {{code: string, at: number} | null} about */
export const fits = (about) =>
  about !== null && about.code === state.view?.code && about.at === state.view.history.at;
