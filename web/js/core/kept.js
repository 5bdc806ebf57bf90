// @ts-check
// Games against others that are kept: the one on the table by itself after each move, each under a name of its own.
// Newest first, and no more than a fixed number; those with a name go last.

import { store } from "./store.js";

/** @import { View } from "./state.js" */
/** @import { End, Scene, Seat } from "./wire.js" */
/** What a small picture shows.
 * @typedef {Pick<Scene, "width" | "height" | "marks" | "pieces"> & {targets?: Scene["targets"]}} Small */
/**
 * `saved` is what the server takes back. The rest is for the list: it is shown without asking anybody. Games of earlier
 * versions have no picture.
 * @typedef {{id: string, name: string | null, date: number, saved: string, code: string, moves: string, plies: number,
 *   picture?: Small, seats: Seat[], end: End | null}} Kept
 */

/** Nobody scrolls through more games. */
const MOST = 50;

/** @param {string} id @returns {Kept | null} */
const get = (id) => store.get("game", id);
/** @param {Kept} game */
const put = (game) => store.put("game", game.id, game);
/** All of them, the newest first. @returns {Kept[]} */
const list = () => store.all("game").map(({ value }) => value).sort((a, b) => b.date - a.date);
/** @param {string} id */
const drop = (id) => store.put("game", id, null);

/** The name by which the server knows the game on the table. @param {View | null} view @returns {string} */
const idOf = (view) => (view?.table ? String(JSON.parse(view.table.saved).id ?? "") : "");

/** Keeps the game on the table, once a move was made. @param {View} view */
function keep(view) {
  const id = idOf(view);
  const { scene, table, code, history: { moves } } = view;
  if (!table || !moves.length || !id) return;
  const { seats, end, saved } = table;
  const before = get(id);
  // Who only looks back changes nothing.
  if (before && before.moves === moves.join(".")
    && JSON.stringify([before.end, before.seats]) === JSON.stringify([end, seats])) return;
  const { width, height, marks, pieces } = scene;
  put({ id, name: before?.name ?? null, date: Date.now(), saved, code, moves: moves.join("."), plies: moves.length,
    picture: { width, height, marks, pieces }, seats, end });
  if (before) return;
  const oldest = [...list()].reverse();
  for (const extra of [...oldest.filter((one) => !one.name), ...oldest.filter((one) => one.name)].slice(0,
    Math.max(0, oldest.length - MOST))) drop(extra.id);
}

/** Changes what is known of a game. @param {string} id @param {Partial<Kept>} change */
function change(id, change) {
  const game = get(id);
  if (game) put({ ...game, ...change });
}

export const kept = { list, get, drop, idOf, keep, change };
