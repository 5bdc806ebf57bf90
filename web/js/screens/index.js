// @ts-check
// The screens, in the order of the menu. Each is written once, for every game, and loaded when it is shown.

import { dressed } from "../games.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { ScreenName } from "../core/shell.js" */
/** @typedef {{create(app: App): Screen | Promise<Screen>}} Maker */

/** A screen, with the style sheets that it needs.
 * @param {string[]} styles @param {() => Promise<Maker>} screen @returns {() => Promise<Maker>} */
const styled = (styles, screen) => async () => (await Promise.all([screen(), ...styles.map(dressed)]))[0];
const [MAPS, TOOLS] = ["css/analyse.css", "css/build.css"];

/** @type {Record<ScreenName, () => Promise<Maker>>} */
export const SCREENS = {
  play: () => import("./play.js"),
  analyse: styled([MAPS], () => import("./analyse.js")),
  race: styled([MAPS], () => import("./race.js")),
  build: styled([TOOLS], () => import("./build.js")),
  learn: styled([MAPS, TOOLS], () => import("./learn.js")),
};
