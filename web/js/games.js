// @ts-check
// The games that the page can show, in the order of the menu. What only one of them needs lies in games/NAME: what it
// brings to the screens (index.js), its style sheet (style.css) and its words (en.json, fr.json). It is loaded when it
// is chosen.

/** @import { Skin } from "./core/skins.js" */
/** `name` is the game's in every language; `letters` says that each move is a letter, so that an address needs no dots
 * between them.
 * @typedef {{name: string, letters?: boolean, skin(): Promise<{default: Skin}>}} Game */

/** @type {Record<string, Promise<unknown>>} */
const sheets = {};

/** Adds a style sheet once; settles when it is there. @param {string} href */
export function dressed(href) {
  return (sheets[href] ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = done;
    document.head.append(link);
  }));
}

/** @type {Record<string, Game>} */
export const GAMES = {
  ricochet: { name: "Ricochet Robots", skin: () => import("./games/ricochet/index.js") },
  sokoban: { name: "Sokoban", letters: true, skin: () => import("./games/sokoban/index.js") },
  quoridor: { name: "Quoridor", skin: () => import("./games/quoridor/index.js") },
  taquin: { name: "Taquin", letters: true, skin: () => import("./games/taquin/index.js") },
};
