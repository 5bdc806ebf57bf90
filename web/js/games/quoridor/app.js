// @ts-check
// The state of a game of Quoridor, what the page says to the server about it and what it hears. No rule is known here.

import { count, maybe, said, t } from "../../core/i18n.js";
import { shell } from "../../core/shell.js";
import { kept } from "./kept.js";
import { colorWord, endWords, fullName, moverAt, moveWord, nameOf } from "./words.js";

/** @typedef {import("./wire.js").Intent} Intent */
/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").View} View */
/** @typedef {import("../../core/shell.js").ScreenName} ScreenName */
/** @template {Message["type"]} T @typedef {Extract<Message, {type: T}>} Of */
/**
 * `view` is the table, `viewAt` when it came (the clocks run from there); `thought` is what the engine whose turn it is thinks. The rest is
 * the newest message of each kind; those about a position are forgotten when the table changes.
 * @typedef {{info: import("./wire.js").Info | null, view: View | null, viewAt: number, thought: import("./wire.js").Thought | null,
 *   why: import("./wire.js").Why | null, hint: import("./wire.js").Hint | null, busy: import("./wire.js").Job | null,
 *   analysis: Of<"analysis"> | null, annotation: Of<"annotation"> | null, race: Of<"race"> | null, match: Of<"match"> | null,
 *   tree: Of<"tree"> | null, text: Of<"text"> | null}} State
 */
/** @typedef {import("../../core/shell.js").AnyScreen<State, Message>} Screen */
/** @typedef {typeof app} App */

/** @returns {State} */
const blank = () => ({
  info: null, view: null, viewAt: 0, thought: null, why: null, hint: null, busy: null, analysis: null, annotation: null, race: null, match: null,
  tree: null, text: null,
});
const state = blank();

/** @param {Intent} message */
const send = (message) => shell.send(message);

// ---- What can be done, and doing it ----------------------------------------------------------------------------------

/** Whether a person may move now. From an earlier moment of a game that is over one may, too. */
function mayMove() {
  const { view } = state;
  return Boolean(view && !view.paused && !view.seats[view.board.turn]?.engine && view.board.winner === null && (!view.end || view.at < view.moves.length));
}

/** The table that a move was sent from: a second one is not, before there is an answer. @type {View | null} */
let sent = null;
/** Makes a move for the person whose turn it is. @param {string} move */
function play(move) {
  if (!mayMove() || sent === state.view) return false;
  const { view } = state;
  sent = view;
  // From a game that is over another one begins; who played it goes on.
  return send({ type: "move", move }) && (!view?.end || send({ type: "seats", seats: view.seats }));
}

/** The wall or step that `why` was asked about last. */
let asked = "";
/** Asks once why a move is not legal. @param {string} move */
function askWhy(move) {
  if (asked !== move && send({ type: "why", move })) asked = move;
}

/** Who waits for a picture, in the order in which they asked. @type {((board: import("./wire.js").Board | null) => void)[]} */
let awaited = [];
/**
 * Asks for the picture of a position that is not on the table; it is null where the line was lost. Says whether it was asked for.
 * @param {string} text
 * @param {(board: import("./wire.js").Board | null) => void} then
 */
const sketch = (text, then) => send({ type: "sketch", text, at: null }) && awaited.push(then) > 0;

/** @param {number} at */
const go = (at) => state.view && at !== state.view.at && at >= 0 && at <= state.view.moves.length && send({ type: "go", at });
const undo = () => state.view?.undo[0] && send({ type: "undo" });
const redo = () => state.view?.undo[1] && send({ type: "redo" });
/** @param {boolean} paused */
const pause = (paused) => send({ type: "pause", paused });
// A hint that has come is followed by the word that nobody thinks any more.
const hint = () => mayMove() && (!state.busy || (state.busy === "hint" && state.hint !== null)) && send({ type: "hint" });

/** Whether there is a game that would be missed: it has begun and is not over. */
const running = () => Boolean(state.view && state.view.moves.length && !state.view.end);

/**
 * Begins a game. Whoever asks for it asks before that whether the running one may end.
 * @param {Extract<Intent, {type: "new"}>} message
 */
const newGame = (message) => send(message);

/** Brings a kept game, or one in any format, onto the table. @param {string} text @param {string[]} [moves] */
const load = (text, moves = []) => send({ type: "load", text, moves });

// ---- The address ---------------------------------------------------------------------------------------------------

/** @param {ScreenName} [screen] */
function address(screen = shell.state.screen) {
  const { view } = state;
  return shell.addressOf(screen, view?.code, view?.moves.slice(0, view.at));
}

/** Brings the table to what an address says; says whether there is something to wait for. @param {string} hash */
function visit(hash) {
  const { code, moves } = shell.read(hash);
  const { view } = state;
  if (!view) return send({ type: "look" });
  if (!code) return false;
  const there = view.code === code && moves.every((move, i) => view.moves[i] === move);
  if (there) return moves.length !== view.at && send({ type: "go", at: moves.length });
  // A game that is kept comes back with its players and its clocks.
  const known = kept.list().find((one) => one.code === code && one.moves === moves.join("."));
  return known ? load(known.saved) : load(code, moves);
}

// ---- Messages ------------------------------------------------------------------------------------------------------

let sitting = "";
/** The first view is compared with the address. */
let arriving = true;

/** What has happened from one view to the next, for a screen reader. @param {View | null} before @param {View} view */
function tell(before, view) {
  const { board, seats } = view;
  const turn = () => [
    t("say.turn", { player: fullName(seats, board.turn) }),
    ...board.players.map(({ way, walls }, player) => t("say.player", { player: colorWord(player), steps: count("steps", Math.max(0, way.length - 1)), walls: count("walls", walls) })),
  ];
  /** @type {string[]} */
  const words = [];
  if (!before || before.code !== view.code) words.push(t("say.table", { size: board.size, players: board.players.length }), ...turn());
  else if (view.at < before.at) words.push(t("say.undo"), ...turn());
  else if (view.at > before.at) {
    const first = Math.max(before.at, view.at - view.seats.length);
    for (let ply = first; ply < view.at; ply += 1) words.push(t("say.move", { player: nameOf(seats, moverAt(view, ply)), move: moveWord(view.moves[ply]) }));
    if (!view.end) words.push(...turn());
  } else if (before.paused !== view.paused) words.push(t(view.paused ? "say.paused" : "say.resumed"));
  if (view.end && !before?.end) words.push(endWords(view));
  if (words.length) shell.say(words.join(" "));
}

/** @param {View} view */
function take(view) {
  const before = state.view;
  const moved = before?.code !== view.code || before.at !== view.at || before.moves.slice(0, view.at).join() !== view.moves.slice(0, view.at).join();
  state.view = view;
  state.viewAt = performance.now();
  sent = null;
  if (arriving) {
    arriving = false;
    if (visit(location.hash)) return;
  }
  if (moved) {
    asked = "";
    Object.assign(state, { hint: null, why: null });
  }
  if (view.thinking === null || moved) state.thought = null;
  kept.keep(view);
  shell.post();
  tell(before, view);
}

/** @param {Message} message */
function receive(message) {
  switch (message.type) {
    case "hello":
      state.info = message.game;
      // A server that was started anew has another table: this game goes on.
      if (state.view?.moves.length && sitting !== message.sitting) load(state.view.saved);
      else send({ type: "look" });
      sitting = message.sitting;
      break;
    case "view":
      take(message);
      break;
    case "thinking":
      state.thought = message;
      break;
    case "sketch":
      awaited.shift()?.(message.board);
      break;
    case "busy":
      state.busy = message.job;
      break;
    case "error": {
      const where = message.line === null ? "" : t(message.column === null ? "error.line" : "error.place", { line: message.line, column: message.column ?? 0 });
      const words = maybe(`error.${message.key}.${message.why}`) ?? maybe(`error.${message.key}`);
      shell.complain(words ? words.replace("{message}", () => where + said(message.message)) : said(message.message));
      sent = null;
      asked = "";
      if (!state.view) send({ type: "look" });
      else shell.post();
      break;
    }
    default:
      Object.assign(state, { [message.type]: message });
  }
  shell.render();
}

/** What screens use, and the shell. */
export const app = {
  ...shell,
  state, send, mayMove, play, askWhy, sketch, go, undo, redo, pause, hint, running, newGame, load, address, visit, receive,
  begin() {
    Object.assign(state, blank());
    arriving = true;
    sent = null;
  },
  lost() {
    for (const then of awaited.splice(0)) then(null);
    state.busy = null;
    state.thought = null;
    sent = null;
    asked = "";
  },
};
