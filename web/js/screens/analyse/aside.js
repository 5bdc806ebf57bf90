// @ts-check
// Analyse: other moves than those of a game of adversaries, played or only pointed at. The game itself stays as it is,
// and can be given back.

import { kept } from "../../core/kept.js";

/** @import { App } from "../../core/app.js" */
/** @import { View } from "../../core/state.js" */
/** A line that is pointed at: moves of the game, moves from there, and how many of these are shown.
 * @typedef {{base: string[], line: string[], n: number}} Peek */
/** @typedef {ReturnType<typeof createAside>} Aside */

/** @param {App} app */
export function createAside(app) {
  const { state } = app;
  /** The game that was left for other moves, what it is called while it is still on the table, and what those moves are
   * called. @type {{saved: string, at: number} | null} */
  let origin = null;
  let left = "";
  let mine = "";
  /** @type {Peek | null} */
  let peek = null;

  /** Plays moves after so many moves of the game; where they are those of the game, it goes along.
   * @param {string[]} moves @param {number} at */
  function explore(moves, at) {
    const { view } = state;
    if (!view?.table || !moves.length) return false;
    const { history, table: { saved, seats, end, paused } } = view;
    peek = null;
    if (moves.every((move, i) => history.moves[at + i] === move)) {
      app.go(at + moves.length);
      return true;
    }
    const id = kept.idOf(view);
    if (id !== mine) {
      origin = history.moves.length ? { saved, at: history.at } : null;
      // An empty table of people is free for it. A game that is under way is put away; what is tried is another one.
      const free = !origin && seats.every((seat) => !seat.engine);
      [mine, left] = free ? [id, ""] : ["", id];
      if (!free && !end && !paused) app.pause(true);
    }
    if (at !== history.at) app.send({ type: "go", at });
    for (const move of moves) app.send({ type: "move", move });
    return true;
  }

  return {
    /** The same for a hand that tries moves. @type {App} */
    app: { ...app,
      mayMove: () => Boolean(state.view && state.view.scene.winner === null && state.view.table?.thinking == null),
      play: (move) => explore([move], state.view?.history.at ?? 0) },
    explore,
    peek: () => peek,
    /** @param {string[]} base @param {string[]} line @param {number} n */
    point(base, line, n) {
      peek = n ? { base, line, n } : null;
      app.render();
    },
    leave: () => void (peek = null),
    /** Whether there is a game to go back to. */
    away: () => origin !== null && mine !== "",
    giveBack() {
      if (!origin) return;
      const { saved, at } = origin;
      if (mine) kept.drop(mine);
      origin = null;
      mine = "";
      app.load(saved);
      app.send({ type: "go", at });
    },
    /** Looks which game is on the table. @param {View} view */
    follow(view) {
      const id = kept.idOf(view);
      if (left && id !== left) [mine, left] = [id, ""];
      // Another game was brought onto the table.
      if (mine && id !== mine) {
        mine = "";
        origin = null;
      }
    },
  };
}
