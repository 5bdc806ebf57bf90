// @ts-check
// What a game brings to the page: its drawing, its words, its own keys and its lesson. The page loads
// games/NAME/index.js of the game that is shown; screens ask `skin`. What a game leaves out is as in plain.js. No rule
// is in here either.

/** @import { Skin, Worn } from "./skins.js" */

/** That of the game that is shown. @type {Worn} */
export let skin = /** @type {any} */ (null);

/** @param {Worn} plain @param {Skin} own */
export function wear(plain, own) {
  skin = { ...plain, ...own, art: { ...plain.art, ...own.art } };
}
