// @ts-check
// Games that are kept in this browser: the one on the table by itself after each move, each under a key of its own.
// Newest first, and no more than a fixed number; those with a name go last.

/** @import { End, Seat, View } from "./wire.js" */
/**
 * `saved` is what the server takes back. The rest is for the list: it is shown without asking anybody.
 * @typedef {{id: string, name: string | null, date: number, saved: string, code: string, moves: string, plies: number,
 *   size: number, pawns: string[], walls: string[], seats: Seat[], end: End | null}} Kept
 */

const PREFIX = "damier.quoridor.game.";
/** Nobody scrolls through more games. */
const MOST = 50;

/** @param {string} id @returns {Kept | null} */
function get(id) {
  try {
    const game = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
    return typeof game?.saved === "string" && Array.isArray(game.seats) && Array.isArray(game.pawns)
      && Array.isArray(game.walls) ? game : null;
  } catch {
    return null;
  }
}

/** All of them, as long as nothing changes. @type {Kept[] | null} */
let known = null;
addEventListener("storage", () => (known = null));

/** @param {Kept} game */
function put(game) {
  known = null;
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify(game));
  } catch {
    // The store is full: the game on the table matters more than the oldest one.
    const oldest = list().at(-1);
    if (oldest && oldest.id !== game.id) {
      drop(oldest.id);
      put(game);
    }
  }
}

/** All of them, the newest first. @returns {Kept[]} */
function list() {
  known ??= Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => get(key.slice(PREFIX.length)) ?? [])
    .sort((a, b) => b.date - a.date);
  return known;
}

/** @param {string} id */
function drop(id) {
  known = null;
  localStorage.removeItem(PREFIX + id);
}

/** The name by which the server knows the game on the table. @param {View | null} view @returns {string} */
const idOf = (view) => (view ? String(JSON.parse(view.saved).id ?? "") : "");

/** Keeps the game on the table, once a move was made. @param {View} view */
function keep(view) {
  const id = idOf(view);
  if (!view.moves.length || !id) return;
  const before = get(id);
  // Who only looks back changes nothing.
  if (before && before.moves === view.moves.join(".")
    && JSON.stringify([before.end, before.seats]) === JSON.stringify([view.end, view.seats])) return;
  const { board, seats, end, code, saved, moves } = view;
  put({
    id, name: before?.name ?? null, date: Date.now(), saved, code, moves: moves.join("."), plies: moves.length,
    size: board.size,
    pawns: board.players.map(({ pawn }) => pawn), walls: board.walls.map(({ name }) => name), seats, end,
  });
  if (before) return;
  const oldest = [...list()].reverse();
  const order = [...oldest.filter((one) => !one.name), ...oldest.filter((one) => one.name)];
  for (const extra of order.slice(0, Math.max(0, oldest.length - MOST))) drop(extra.id);
}

/** @param {string} id @param {string | null} name */
function rename(id, name) {
  const game = get(id);
  if (game) put({ ...game, name });
}

export const kept = { list, get, drop, idOf, keep, rename };
