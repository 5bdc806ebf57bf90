// @ts-check
// What screens and games are given: the state, what can be read from it, what can be wanted, and the shell. No rule of
// any game is known here.

import * as intents from "./intents.js";
import { begin, lost, receive } from "./receive.js";
import { shell } from "./shell.js";
import { skin } from "./skin.js";
import { fits, has, legal, lineAt, mayMove, past, place, running, state, undoable } from "./state.js";

/** @import { Board } from "./board.js" */
/** @import { Message, State } from "./state.js" */
/**
 * A screen. `render` is called after every change while it is shown; `key` takes a key press and says whether it did;
 * `undo` takes something back or does it again, by a key that may be held down; `help` is what the help window says of
 * its keys; `slide` animates a move and settles when it has arrived, `nudge` shows that it cannot be made. `query` is
 * what the address says of it after the board; `visited` is told what an address that was gone to says there.
 * @typedef {{root: HTMLElement, render(state: State): void, key?(event: KeyboardEvent): boolean,
 *   undo?(way: "undo" | "redo", held: boolean): void, shown?(): void, hidden?(): void,
 *   heard?(message: Message): void, help?(): Node[], query?(): string, visited?(query: string): void,
 *   slide?: Board["slide"],
 *   nudge?: Board["nudge"]}} Screen
 */
/** @typedef {typeof app} App */

const { send, intend, play, slide, go, act, replay, choose, home, askWhy, ask, sketch, pause, load, address, visit,
  queued, isWaiting } = intents;

export const app = {
  ...shell,
  state, has, past, place, legal, mayMove, running, undoable, lineAt, fits,
  send, intend, play, slide, go, act, replay, choose, home, askWhy, ask, sketch, pause, load, address, visit,
  /** What a piece is called. @param {number} piece */
  nameOf: (piece) => skin.pieceWord(state.view?.scene, piece),
  /** Whether many keys wait for their turn. */
  behind: () => queued() > 1,
  /** Whether an intention has not been answered yet. */
  waiting: isWaiting,
};

shell.serve({ state, begin, receive, lost, address, visit, seen: () => state.view !== null });
