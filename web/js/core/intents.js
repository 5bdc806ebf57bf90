// @ts-check
// What the page wants from the server. What changes the table waits its turn, and is read against the newest view.

import { t } from "./i18n.js";
import { kept } from "./kept.js";
import { shell } from "./shell.js";
import { sight } from "./sight.js";
import { settled } from "./socket.js";
import { skin } from "./skin.js";
import { has, legal, lineAt, mayMove, past, state, undoable, usual } from "./state.js";
import { directionWord } from "./words.js";

/** @import { Direction } from "./board.js" */
/** @import { ScreenName } from "./shell.js" */
/** @import { History, Of } from "./state.js" */
/** @import { Intent, Refusal } from "./wire.js" */
/** What comes of asking for a picture: null where there is none. @typedef {Of<"sketch"> | null} Sketch */
/** Waits for a picture, or for why there is none; says true if nobody else needs to be told.
 * @typedef {(sketch: Sketch, refusal?: Refusal) => unknown} Waiting */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Intent} message */
export const send = (message) => Boolean(shell.send(message));

// ---- The queue: one intention at a time ----------------------------------------------------------------------------

/** @type {(() => Intent | null)[]} */
let intentions = [];
/** The number of the intention that is under way; 0 for none. */
let waiting = 0;

/** The next intention may come. */
function settle() {
  while (!waiting && intentions.length) {
    const message = intentions.shift()?.();
    if (message) waiting = Number(shell.send(message));
  }
}

/** What has this number was carried out, or refused, and what came of it was shown. @param {number} n */
export function done(n) {
  settled(n);
  if (n >= waiting) waiting = 0;
  settle();
}

/** Whether the last that was done here was to choose a piece. */
let chosen = false;
/** The piece that has moved is the one to go on with, unless another one was chosen since. @param {number} piece */
export const follow = (piece) => void (chosen || (state.selected = piece));

/** Queues an intention; it is asked for its message when its turn comes. @param {() => Intent | null} intention */
export function intend(intention) {
  chosen = false;
  if (intentions.length < 64) intentions.push(intention);
  if (!waiting) settle();
}

/** What waits in the queue is wanted no more. */
export const drop = () => void (intentions = []);
/** Nor is what is under way waited for: another game is sat down to. */
export function leave() {
  drop();
  waiting = 0;
}
/** How many intentions wait for their turn. */
export const queued = () => intentions.length;
/** Whether an intention has not been answered yet. */
export const isWaiting = () => waiting > 0;

// ---- Moves ---------------------------------------------------------------------------------------------------------

/** The table that a move against somebody was sent from: a second one is not, before there is an answer.
 * @type {unknown} */
let sent = null;

/** Makes a move by its name; says whether it could be sent. @param {string} move */
export function play(move) {
  const { view } = state;
  if (!view || !mayMove()) return false;
  if (!view.table) {
    intend(() => (legal(move) ? { type: "move", move } : null));
    return true;
  }
  if (sent === view) return false;
  sent = view;
  // From a game that is over another one begins; who played it goes on.
  send({ type: "move", move });
  if (view.table.end) send({ type: "seats", seats: view.table.seats });
  return true;
}

/** Moves a piece in a direction, or shows that it cannot.
 * @param {number | null} piece none for whichever can @param {string} seen the direction, as it is seen */
export const slide = (piece, seen) => intend(() => {
  const direction = skin.turnable ? sight.unturned(seen) : seen;
  const scene = state.view?.scene;
  if (!scene || scene.solved) return null;
  const move = scene.moves.find((one) => (piece ?? one.piece) === one.piece && one.direction === direction);
  if (move) return { type: "move", move: move.name };
  if (!still.matches && piece !== null) shell.stage.screen?.nudge?.(piece, /** @type {Direction} */ (seen));
  const robot = piece === null ? "" : skin.pieceWord(scene, piece);
  shell.say(t(robot ? "say.blocked" : "say.blocked.all", { robot, direction: directionWord(direction) }));
  return null;
});

/** To another moment of the history. @param {number | ((history: History) => number)} to */
export const go = (to) => intend(() => {
  const history = state.view?.history;
  if (!history) return null;
  const at = Math.max(0, Math.min(history.moves.length, typeof to === "number" ? to : to(history)));
  return at === history.at ? null : { type: "go", at };
});

/** One step back or forward; against somebody, to the last or next turn of a person. Where there is none, the table as
 * it was before its last change: not by a key that is held down, which would run through all of them.
 * @param {"undo" | "redo"} type @param {boolean} held */
const turnBack = (type, held) => intend(() => {
  const back = type === "undo";
  const what = undoable(back);
  if (what === "table") return held ? null : { type: "unedit", back };
  if (what === null || !state.view) return null;
  return state.view.table ? { type } : { type: "go", at: state.view.history.at + (back ? -1 : 1) };
});

/** @type {Record<string, (held: boolean) => unknown>} */
const ACTS = {
  undo: (held) => turnBack("undo", held),
  redo: (held) => turnBack("redo", held),
  // To just before the last weighty move, and to just after the next one.
  undo_push: () => go(({ at, weighty }) => weighty.filter((one) => one < at).at(-1) ?? at),
  redo_push: () => go(({ at, weighty }) => (weighty.find((one) => one >= at) ?? at - 1) + 1),
  restart: () => go(0),
  end: () => go(({ moves }) => moves.length),
  next: () => {
    drop();
    intend(() => ({ type: "next" }));
  },
  hint: () => mayMove() && !state.busy && send({ type: "hint" }),
};
/** Does what a button or a key of every game names. @param {string} name @param {boolean} [held] by a key held down */
export const act = (name, held = false) => void ACTS[name]?.(held);

/** Steps along the line. @param {string} name first, back, step or last */
export function replay(name) {
  const { line, view } = state;
  if (!line || !view) return;
  const at = lineAt();
  const on = line.base.every((move, i) => view.history.moves[i] === move);
  const step = () => intend(() => {
    const now = lineAt();
    const move = now === null ? undefined : line.moves[now];
    return move ? { type: "move", move } : null;
  });
  if (name === "back" && on) go((history) => Math.max(line.base.length, history.at - 1));
  if (name === "first" && on) go(line.base.length);
  if (name === "step" && at !== null) step();
  if (name === "last" && at !== null) for (let i = at; i < line.moves.length; i += 1) step();
}

/** @param {number} piece */
export function choose(piece) {
  const scene = state.view?.scene;
  if (!scene?.pieces[piece]) return;
  if (piece !== state.selected) shell.say(t("say.chosen", { robot: skin.pieceWord(scene, piece) }));
  [state.selected, chosen] = [piece, true];
  shell.render();
}
/** Chooses the piece that has the task. */
export const home = () => state.view && choose(usual(state.view));

// ---- Questions -----------------------------------------------------------------------------------------------------

/** The move that `why` was asked about last. */
let doubted = "";
/** Asks once why a move is not legal. @param {string} move */
export function askWhy(move) {
  if (doubted !== move && send({ type: "why", move })) doubted = move;
}

/** Where the search under way started. @type {{base: string[], code: string} | null} */
let asked = null;
/** Starts a search from here. @param {Intent} message */
export function ask(message) {
  const { view } = state;
  if (!view || !send(message)) return;
  asked = { base: past(), code: view.code };
  Object.assign(state, { progress: null, answer: null });
  shell.render();
}
/** Where the search began whose answer has come; null if that is not on the table any more. */
export const askedFrom = () => (asked !== null && asked.code === state.view?.code ? asked.base : null);

/** Who waits for a picture, in the order in which they asked. @type {Waiting[]} */
let awaited = [];
/**
 * Asks for the picture of a position that is not on the table; null where the line was lost, or it was refused. Says
 * whether it was asked for.
 * @param {Omit<Extract<Intent, {type: "sketch"}>, "type">} question
 * @param {Waiting} then
 */
export const sketch = (question, then) => send({ type: "sketch", ...question }) && awaited.push(then) > 0;
/** The next picture has come. @param {Sketch} one @param {Refusal} [refusal] */
export const sketched = (one, refusal) => awaited.shift()?.(one, refusal);

/** What was sent is answered: another move, and another doubt, may be told. @param {boolean} moved */
export function answered(moved) {
  sent = null;
  if (moved) doubted = "";
}

/** The line is lost, and with it what was asked for. What was intended is not. */
export function lose() {
  for (const then of awaited.splice(0)) then(null);
  answered(true);
}

// ---- The table -----------------------------------------------------------------------------------------------------

/** @param {boolean} paused */
export const pause = (paused) => send({ type: "pause", paused });

/** Brings a position or a game onto the table. @param {string} text @param {string[]} [moves] */
export const load = (text, moves = []) => send({ type: "load", text, moves });

/** The address of the table as it is, on a screen. @param {ScreenName} [screen] */
export const address = (screen = shell.state.screen) => shell.addressOf(screen, state.view?.code, past());

/** What an address may wish for where others have a position: the puzzle of a day, or a level of a set, from 1.
 * @param {string} code @returns {Intent | null} */
function wished(code) {
  const [, date, set, place] = /^(?:daily-(\d{4}-\d\d-\d\d)|level-(.+)-(\d{1,6}))$/.exec(code) ?? [];
  return date ? { type: "daily", date } : set ? { type: "level", set, index: Number(place) - 1 } : null;
}

/** Brings the table to what an address says; says whether there is something to wait for. @param {string} hash */
export function visit(hash) {
  const { game, code, moves } = shell.read(hash);
  // What another game is at is none of this one's.
  const mine = game === shell.playing();
  const wish = mine && code ? wished(code) : null;
  if (wish) {
    const sent = send(wish);
    shell.takeUp(hash, true);
    return sent;
  }
  // Who plays against others sees the table first: the game that the address names may be on it, and further on.
  const looks = !state.view && has("versus");
  const sent = bring(mine && !looks ? code : null, moves);
  if (mine) shell.takeUp(hash, sent && code !== null && !looks);
  return sent;
}
/** @param {string | null} code @param {string[]} moves */
function bring(code, moves) {
  const { view } = state;
  if (!view) return send(code ? { type: "load", text: code, moves } : { type: "look" });
  if (!code) return false;
  const { history } = view;
  if (shell.isSettled() && view.code === code && moves.every((move, i) => history.moves[i] === move)) {
    return moves.length !== history.at && send({ type: "go", at: moves.length });
  }
  // A game that is kept comes back with its players and its clocks.
  const known = kept.list().find((one) => one.code === code && one.moves === moves.join("."));
  return known ? load(known.saved) : load(code, moves);
}
