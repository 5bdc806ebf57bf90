// @ts-check
// The games that the page can show, in the order of the menu. What only one of them needs lies in games/NAME: what it
// brings to the screens (index.js), its style sheet (style.css) and its words (en.json, fr.json). It is loaded when it
// is chosen.

/** @import { Door, Skin } from "./core/skins.js" */
/** `name` is the game's in every language; `letters` says that each move is a letter, so that an address needs no dots
 * between them; `door` is what the front door needs of it, with its words in door.en.json and door.fr.json.
 * @typedef {{name: string, letters?: boolean, skin(): Promise<{default: Skin}>, door(): Promise<{door: Door}>}} Game */

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
  ricochet: { name: "Ricochet Robots", skin: () => import("./games/ricochet/index.js"),
    door: () => import("./games/ricochet/door.js") },
  sokoban: { name: "Sokoban", letters: true, skin: () => import("./games/sokoban/index.js"),
    door: () => import("./games/sokoban/door.js") },
  quoridor: { name: "Quoridor", skin: () => import("./games/quoridor/index.js"),
    door: () => import("./games/quoridor/door.js") },
  taquin: { name: "Taquin", letters: true, skin: () => import("./games/taquin/index.js"),
    door: () => import("./games/taquin/door.js") },
};
