// @ts-check
// The state of a puzzle, what the page says to the server about it and what it hears. No rule of any game is known here.

import { maybe, said, t } from "./i18n.js";
import { shell } from "./shell.js";
import { skin } from "./skin.js";
import { directionWord } from "./words.js";

/** @typedef {import("./wire.js").Intent} Intent */
/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").View} View */
/** @typedef {"N" | "E" | "S" | "W"} Direction */
/** A way to replay: its moves, from where in the history, and who found it. @typedef {{moves: string[], base: string[], from: string | null}} Line */
/** @typedef {import("./shell.js").ScreenName} ScreenName */
/** @template {Message["type"]} T @typedef {Extract<Message, {type: T}>} Of */
/**
 * @typedef {{game: import("./wire.js").GameInfo | null, view: View | null, rating: import("./wire.js").Rating | null,
 *   selected: number, hint: import("./wire.js").Hint | null, line: Line | null,
 *   busy: import("./wire.js").Job | null, progress: import("./wire.js").Progress | null,
 *   answer: import("./wire.js").Answer | null, solutions: Of<"solutions"> | null, annotation: Of<"annotation"> | null,
 *   map: Of<"map"> | null, race: Of<"race"> | null, text: Of<"text"> | null, sketch: import("./wire.js").Scene | null,
 *   revealed: boolean, clockAt: number, reach: Of<"reach"> | null,
 *   verdict: Of<"verdict"> | null, chance: Of<"chance"> | null, levels: Record<string, import("./wire.js").LevelItem[]>}} State
 */
/**
 * A screen of a puzzle: `slide` animates a move and settles when it has arrived, `nudge` shows that it cannot be made.
 * @typedef {import("./shell.js").AnyScreen<State, Message> & {slide?(steps: import("./board.js").Step[], duration: number): Promise<void>,
 *   nudge?(piece: number, direction: Direction): void}} Screen
 */
/** @typedef {typeof app} App */

/** @returns {State} */
const blank = () => ({
  game: null, view: null, rating: null, selected: 0, hint: null, line: null, busy: null, progress: null, answer: null,
  solutions: null, annotation: null, map: null, race: null, text: null, sketch: null, revealed: false, clockAt: 0,
  reach: null, verdict: null, chance: null, levels: {},
});
const state = blank();

const { say } = shell;
/** The screen that is shown, if it is one of a puzzle. */
const onStage = () => /** @type {Screen | null} */ (shell.stage.screen);
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Column and row of a cell, from 1. @param {number} cell */
function place(cell) {
  const width = state.view?.scene.width ?? 1;
  return { x: (cell % width) + 1, y: Math.floor(cell / width) + 1 };
}

/** @param {number} piece */
const nameOf = (piece) => skin.pieceWord(state.view?.scene, piece);

// ---- Intentions that change the table: one at a time, each read against the newest view --------------------------

/** @type {(() => Intent | null)[]} */
let intentions = [];
let waiting = false;
let patience = 0;

function settle() {
  clearTimeout(patience);
  waiting = false;
  while (!waiting && intentions.length) {
    const message = intentions.shift()?.();
    if (!message || !shell.send(message)) continue;
    waiting = true;
    patience = setTimeout(settle, 1500);
  }
}
/** Queues an intention; it is asked for its message when its turn comes, against the newest view. @param {() => Intent | null} intention */
function intend(intention) {
  if (intentions.length < 64) intentions.push(intention);
  if (!waiting) settle();
}

/**
 * Slides a piece, or shows that it cannot.
 * @param {number} piece
 * @param {string} seen the direction, as it is seen
 */
function slide(piece, seen) {
  intend(() => {
    const direction = skin.unturned?.(seen) ?? seen;
    const scene = state.view?.scene;
    if (!scene || scene.solved) return null;
    const move = scene.moves.find((one) => one.piece === piece && one.direction === direction);
    if (move) return { type: "move", move: move.name };
    if (!still.matches) onStage()?.nudge?.(piece, /** @type {Direction} */ (seen));
    say(t("say.blocked", { robot: nameOf(piece), direction: directionWord(direction) }));
    return null;
  });
}

/** To another moment of the history. @param {(history: import("./wire.js").History) => number} to */
const go = (to) =>
  intend(() => {
    const history = state.view?.history;
    if (!history) return null;
    const at = Math.max(0, Math.min(history.moves.length, to(history)));
    return at === history.at ? null : { type: "go", at };
  });

/** @param {string} name */
function act(name) {
  if (name === "undo") go(({ at }) => at - 1);
  else if (name === "redo") go(({ at }) => at + 1);
  // To just before the last push, and to just after the next one.
  else if (name === "undo_push") go(({ at, weighty }) => weighty.filter((one) => one < at).at(-1) ?? at);
  else if (name === "redo_push") go(({ at, weighty }) => (weighty.find((one) => one >= at) ?? at - 1) + 1);
  else if (name === "restart") go(() => 0);
  else if (name === "next") {
    intentions = [];
    intend(() => ({ type: "next" }));
  } else if (name === "hint" && !state.view?.scene.solved && !state.busy) shell.send({ type: "hint" });
}

/** How far along its line the game stands; null when it has left it. */
function lineAt() {
  const { line, view } = state;
  if (!line || !view) return null;
  const done = view.history.moves.slice(0, view.history.at);
  const whole = [...line.base, ...line.moves];
  if (done.length < line.base.length || done.some((move, i) => move !== whole[i])) return null;
  return done.length - line.base.length;
}

/** Steps along the line. @param {string} name first, back, step or last */
function replay(name) {
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
  if (name === "first" && on) go(() => line.base.length);
  if (name === "step" && at !== null) step();
  if (name === "last" && at !== null) for (let i = at; i < line.moves.length; i += 1) step();
}

/** The piece of the active target, else the one already chosen. @param {View} view */
function usual(view) {
  const piece = view.scene.targets.find((one) => one.active)?.piece;
  if (piece != null) return piece;
  return state.selected < view.scene.pieces.length ? state.selected : 0;
}

/** @param {number} piece */
function choose(piece) {
  if (!state.view?.scene.pieces[piece]) return;
  if (piece !== state.selected) say(t("say.chosen", { robot: nameOf(piece) }));
  state.selected = piece;
  shell.render();
}
const home = () => state.view && choose(usual(state.view));

// ---- The address ---------------------------------------------------------------------------------------------------

/** The address of the table as it is, on a screen. @param {ScreenName} [screen] */
function address(screen = shell.state.screen) {
  const { view } = state;
  return shell.addressOf(screen, view?.code, view?.history.moves.slice(0, view.history.at));
}

/** Brings the table to what an address says, unless it is there. @param {string} hash */
function visit(hash) {
  const { code, moves } = shell.read(hash);
  const { view } = state;
  const same = view && (!code || (code === view.code && moves.join() === view.history.moves.slice(0, view.history.at).join()));
  if (!same) shell.send(code ? { type: "load", text: code, moves } : { type: "look" });
}

// ---- Messages, in order; a view waits for the slide before it ---------------------------------------------------

/** Where the search under way started. @type {{base: string[], code: string} | null} */
let asked = null;
let spoken = false;
/** The steps before the next view. @type {Of<"slide">[]} */
let strand = [];

/** Starts a search from here. @param {Intent} message */
function ask(message) {
  const { view } = state;
  if (!view || !shell.send(message)) return;
  asked = { base: view.history.moves.slice(0, view.history.at), code: view.code };
  Object.assign(state, { progress: null, answer: null });
  shell.render();
}

/** @param {View} view */
function take(view) {
  const before = state.view;
  const fresh = before?.code !== view.code;
  const moved = fresh || before.history.at !== view.history.at || before.history.moves.join() !== view.history.moves.join();
  state.view = view;
  state.clockAt = performance.now();
  if (fresh) {
    Object.assign(state, { line: null, progress: null, answer: null, solutions: null, annotation: null, revealed: false });
    state.selected = usual(view);
    if (state.rating?.code !== view.code) state.rating = null;
  }
  if (moved) Object.assign(state, { hint: null, solutions: null, map: null, reach: null });
  if (state.selected >= view.scene.pieces.length) state.selected = 0;
  shell.post();
  shell.render();
  if (fresh) say([view.title, skin.goalWords(view.scene)].filter(Boolean).join(". "));
  else if (moved && !spoken && before) {
    if (view.history.at === 0) say(t("say.restart"));
    else say(t(view.history.at < before.history.at ? "say.undo" : "say.redo"));
  }
  spoken = false;
  settle();
}

/** Shows the steps that led to the view that has come. */
async function show() {
  const steps = strand;
  strand = [];
  const [first] = steps;
  if (!first || !state.view?.scene.pieces[first.piece]) return;
  state.selected = first.piece;
  say(skin.slideWords(app, steps));
  spoken = true;
  const cells = Math.max(steps.length, first.path.length);
  await onStage()?.slide?.(steps, still.matches ? 0 : skin.pace(cells, intentions.length > 0));
}

/** @param {Message} message */
async function receive(message) {
  switch (message.type) {
    case "hello":
      state.game = message.game;
      if (state.view) shell.send({ type: "look" });
      else visit(location.hash);
      break;
    case "view":
      await show();
      return take(message);
    case "slide":
      strand.push(message);
      return;
    case "reach":
      state.reach = message;
      break;
    case "levels":
      state.levels = { ...state.levels, [message.set]: message.levels };
      break;
    case "verdict":
      state.verdict = message;
      break;
    case "chance":
      state.chance = message;
      break;
    case "busy":
      state.busy = message.job;
      if (message.job === null) state.progress = null;
      break;
    case "progress":
      state.progress = message;
      break;
    case "answer": {
      const valid = asked !== null && asked.code === state.view?.code;
      state.answer = valid ? message : null;
      if (valid && asked && message.moves.length) state.line = { moves: message.moves, base: asked.base, from: message.algorithm };
      if (valid && asked?.base.length === 0 && message.optimal) state.revealed = true;
      break;
    }
    case "rating":
      if (message.code === state.view?.code) state.rating = message;
      break;
    case "hint": {
      state.hint = message;
      const { view } = state;
      if (view?.history.at === 0) state.revealed = true;
      const next = view?.scene.moves.find((move) => move.name === message.next);
      if (next) state.selected = next.piece;
      if (view && message.moves?.length) state.line = { moves: message.moves, base: view.history.moves.slice(0, view.history.at), from: null };
      break;
    }
    case "solutions":
      state.solutions = message;
      break;
    case "annotation":
      state.annotation = message;
      break;
    case "map":
      state.map = message;
      break;
    case "race":
      state.race = message;
      break;
    case "text":
      state.text = message;
      break;
    case "sketch":
      state.sketch = message.scene;
      break;
    case "error": {
      const where = message.line === null ? "" : t(message.column === null ? "error.line" : "error.place", { line: message.line, column: message.column ?? 0 });
      const words = maybe(`error.${message.key}.${message.why}`) ?? maybe(`error.${message.key}`);
      shell.complain(words ? words.replace("{message}", () => where + said(message.message)) : said(message.message));
      intentions = [];
      if (!state.view) shell.send({ type: "look" });
      settle();
      break;
    }
  }
  shell.render();
}

/** What was intended, and what was on its way, is no more. */
function lost() {
  intentions = [];
  strand = [];
  waiting = false;
  clearTimeout(patience);
  state.busy = null;
}

/** What screens use, and the shell. */
export const app = {
  ...shell,
  state, place, nameOf, intend, slide, go, act, lineAt, replay, choose, home, address, visit, ask, receive, lost,
  /** Another game is sat down to. */
  begin: () => void Object.assign(state, blank()),
  /** Whether many keys wait for their turn. */
  behind: () => intentions.length > 1,
  /** Whether an intention has not been answered yet. */
  waiting: () => waiting,
  /** @param {Intent} message */
  send: (message) => shell.send(message),
};
