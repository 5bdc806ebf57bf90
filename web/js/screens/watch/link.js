// @ts-check
// Questions about searches that the server keeps. One is under way at a time: while it is, only the newest wish of each
// kind is remembered. So dragging never queues up, and nothing older is shown after something newer. What a quiz asks waits
// in a place of its own: no drawing takes it away.

/** @import { App } from "../../core/app.js" */
/** @import { Message } from "../../core/state.js" */
/** @import { Intent } from "../../core/wire.js" */
/** @typedef {"stop" | "moment" | "node" | "branch"} Kind */
/** @typedef {Kind | "quiz"} Place */
/** `then` is given the answer, or null where there is none.
 * @typedef {{message: Intent, then(answer: any): void}} Wish */

/** In this order they are asked. @type {Kind[]} */
export const KINDS = ["stop", "moment", "node", "branch"];
/** @type {Place[]} */
const PLACES = ["quiz", ...KINDS];
/** An answer that does not come in so many milliseconds was lost. */
const PATIENCE = 15_000;

/** @param {App} app */
export function createLink(app) {
  /** @type {Partial<Record<Place, Wish>>} */
  let wishes = {};
  /** @type {{kind: Kind, place: Place, wish: Wish, timer: number} | null} */
  let under = null;

  function pump() {
    if (under) return;
    const place = PLACES.find((one) => wishes[one]);
    const wish = place && wishes[place];
    if (!place || !wish) return;
    if (!app.send(wish.message)) return;
    delete wishes[place];
    const kind = /** @type {Kind} */ (wish.message.type);
    under = { kind, place, wish, timer: setTimeout(() => end(null), PATIENCE) };
  }
  /** @param {any} answer */
  function end(answer) {
    if (!under) return;
    const { wish, timer } = under;
    clearTimeout(timer);
    under = null;
    wish.then(answer);
    pump();
  }
  return {
    /** Asks, instead of what waits in this place. @param {Extract<Intent, {type: Kind}>} message
     * @param {(answer: any) => void} then @param {Place} place */
    ask(message, then, place = message.type) {
      wishes[place] = { message, then };
      pump();
    },
    /** Whether something of this kind, or in this place, is waited for. @param {Place} what */
    waits: (what) => under?.kind === what || under?.place === what || Boolean(wishes[what]),
    /** Nothing that was asked is wanted any more. */
    drop() {
      wishes = {};
      clearTimeout(under?.timer);
      under = null;
    },
    /** @param {Message} message */
    heard(message) {
      if (message.type === under?.kind) end(message);
      else if (message.type === "error" && message.about === under?.kind) end(null);
      else if (message.type === "hello") {
        // The line was lost, and what was asked on it.
        const lost = under;
        if (lost) wishes[lost.place] ??= lost.wish;
        clearTimeout(lost?.timer);
        under = null;
        setTimeout(pump);
      }
    },
  };
}
