// @ts-check
// The games that the page can show, in the order of the menu. What only one of them needs lies in games/NAME, its style
// sheet (style.css) and its words (en.json, fr.json) too, and is loaded when it is chosen.

/** @import { AnyScreen, Desk, ScreenName } from "./core/shell.js" */
/** @import { Skin } from "./core/skin.js" */
/** @import { Lesson } from "./screens/learn.js" */
/** `create` is given the state and the intentions of the game's kind.
 * @typedef {{create(app: any): AnyScreen<any, any>}} Maker */
/**
 * `name` is the game's in every language; `letters` says that each move is a letter, so that an address needs no dots
 * between them; `desk` loads the state and the intentions of the game's kind, `skin` what a puzzle brings to the
 * screens that puzzles share.
 * @typedef {{name: string, letters?: boolean, desk(): Promise<{app: Desk}>, skin?(): Promise<{default: Skin}>,
 *   screens: Partial<Record<ScreenName, () => Promise<Maker>>>}} Game
 */

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

/** A screen, with the style sheets that it needs.
 * @param {string[]} styles @param {() => Promise<Maker>} screen @returns {() => Promise<Maker>} */
const styled = (styles, screen) => async () => (await Promise.all([screen(), ...styles.map(dressed)]))[0];
const puzzle = () => import("./core/app.js");
const [MAPS, TOOLS, LAB] = ["css/analyse.css", "css/build.css", "js/games/quoridor/lab.css"];

const shared = {
  analyse: styled([MAPS], () => import("./screens/analyse.js")),
  race: styled([MAPS], () => import("./screens/race.js")),
  build: styled([TOOLS], () => import("./screens/build.js")),
};

/** Learn, with the tour of a game. @param {() => Promise<{lesson: Lesson}>} tour @returns {() => Promise<Maker>} */
const learn = (tour) => styled([MAPS, TOOLS], async () => {
  const [{ create }, { lesson }] = await Promise.all([import("./screens/learn.js"), tour()]);
  return { create: (app) => create(app, lesson) };
});

/** @type {Record<string, Game>} */
export const GAMES = {
  ricochet: {
    name: "Ricochet Robots",
    desk: puzzle,
    skin: () => import("./games/ricochet/skin.js"),
    screens: { ...shared, play: () => import("./games/ricochet/play.js"),
      learn: learn(() => import("./games/ricochet/lesson.js")) },
  },
  sokoban: {
    name: "Sokoban",
    letters: true,
    desk: puzzle,
    skin: () => import("./games/sokoban/skin.js"),
    screens: { ...shared, play: () => import("./games/sokoban/play.js"),
      learn: learn(() => import("./games/sokoban/lesson.js")) },
  },
  quoridor: {
    name: "Quoridor",
    desk: () => import("./games/quoridor/app.js"),
    screens: {
      play: () => import("./games/quoridor/play.js"),
      analyse: styled([LAB], () => import("./games/quoridor/analyse.js")),
      race: styled([LAB], () => import("./games/quoridor/race.js")),
      build: styled([LAB], () => import("./games/quoridor/build.js")),
      learn: styled([TOOLS, LAB], () => import("./games/quoridor/learn.js")),
    },
  },
};
