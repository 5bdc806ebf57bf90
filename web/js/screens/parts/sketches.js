// @ts-check
// Pictures of positions that are not on the table, a few at a time.

/** @import { App } from "../../core/app.js" */
/** @import { Scene } from "../../core/wire.js" */
/** A position: an address's code and moves from there. @typedef {{code: string, moves?: string[]}} Somewhere */

/** How many are asked for at once, and how many are kept. */
const [AT_ONCE, MOST] = [24, 4000];

/** @param {App} app */
export function createSketches(app) {
  /** @type {Map<string, Scene>} */
  const known = new Map();
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {Map<string, Somewhere>} */
  const waiting = new Map();
  function pump() {
    for (const [key, { code, moves = [] }] of waiting) {
      if (asked.size >= AT_ONCE) return;
      const sent = app.sketch({ text: code, moves }, (one) => {
        asked.delete(key);
        if (one) known.set(key, one.scene);
        pump();
        app.render();
      });
      if (!sent) return;
      asked.add(key);
      waiting.delete(key);
    }
  }
  return {
    /** The picture, if it is there; else it is asked for. @param {string} code @param {string[]} [moves] */
    get(code, moves = []) {
      const key = `${code} ${moves.join(" ")}`;
      const found = known.get(key);
      if (!found && !asked.has(key)) {
        waiting.set(key, { code, moves });
        pump();
      }
      return found ?? null;
    },
    /** Forgets what nobody waits for any more. */
    drop() {
      waiting.clear();
      if (known.size > MOST) known.clear();
    },
  };
}
