// @ts-check
// What is kept for the visitor: documents on the server's disk, `(kind, game, id)` each, and a copy here. What the page
// needs before the server has spoken (its language, its colours, the game that was played last) stands in the browser's
// own store too.

import { keep as send } from "./socket.js";

/** @import { KeptItem } from "./wire.js" */

/** What is known, by its place. @type {Map<string, KeptItem>} */
const known = new Map();
/** Lists that were asked for since something changed. @type {Map<string, KeptItem[]>} */
let lists = new Map();
/** The game whose documents are wanted. */
let game = "";
/** @type {(() => void)[]} */
const watchers = [];

/** @param {string} kind @param {string} of @param {string} id */
const place = (kind, of, id) => JSON.stringify([kind, of, id]);

/** @param {KeptItem} item */
function put(item) {
  const where = place(item.kind, item.game, item.id);
  if (item.value === null) known.delete(where);
  else known.set(where, item);
  lists = new Map();
}

/** What the browser's own store says under a name; null where there is none, or no store. @param {string} name */
export function local(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
/** @param {string} name @param {string} value */
export function keepLocal(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is full, or switched off: the server has it.
  }
}

export const store = {
  /** Another game is played: what is asked for is about it. @param {string} name */
  turn(name) {
    game = name;
    lists = new Map();
  },
  /** A document's value, or null. @param {string} kind @param {string} id @param {{shared?: boolean}} [of] */
  get: (kind, id, { shared = false } = {}) => known.get(place(kind, shared ? "" : game, id))?.value ?? null,
  /** All documents of a kind, the newest first. @param {string} kind @returns {KeptItem[]} */
  all(kind) {
    const key = `${kind} ${game}`;
    const list = lists.get(key) ?? [...known.values()].filter((one) => one.kind === kind && one.game === game)
      .sort((a, b) => b.changed - a.changed);
    lists.set(key, list);
    return list;
  },
  /** Keeps a value, or forgets it. @param {string} kind @param {string} id @param {unknown} value
   * @param {{shared?: boolean}} [of] shared: for all games */
  put(kind, id, value, { shared = false } = {}) {
    put({ kind, id, game: shared ? "" : game, changed: Date.now(), value });
    send({ type: "keep", kind, id, value, shared });
  },
  /** Documents have come. @param {KeptItem[]} documents */
  take(documents) {
    documents.forEach(put);
    for (const watcher of watchers) watcher();
  },
  /** Tells when documents have come. @param {() => void} watcher */
  watch: (watcher) => void watchers.push(watcher),
};

/** A setting of the page, for all games or for the one that is played. What is needed early is found here too. */
export const setting = {
  /** @param {string} id @param {{shared?: boolean}} [of] @returns {any} */
  get: (id, of) => store.get("setting", id, of),
  /** @param {string} id @param {unknown} value @param {{shared?: boolean}} [of] */
  put: (id, value, of) => store.put("setting", id, value, of),
};
