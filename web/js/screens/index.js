// @ts-check
// The screens, in the order of the menu, which those of no game are not in. Each is written once, for every game, and
// loaded when it is shown.

import { include } from "../core/i18n.js";
import { dressed } from "../games.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { ScreenName } from "../core/shell.js" */
/** @typedef {{create(app: App): Screen | Promise<Screen>}} Maker */

/** A screen, with the style sheets that it needs.
 * @param {string[]} styles @param {() => Promise<Maker>} screen @returns {() => Promise<Maker>} */
const styled = (styles, screen) => async () => (await Promise.all([screen(), ...styles.map(dressed)]))[0];
const [MAPS, TOOLS, MINDS] = ["css/analyse.css", "css/build.css", "css/thought.css"];

/** @type {Record<ScreenName, () => Promise<Maker>>} */
export const SCREENS = {
  home: styled(["css/home.css"], async () =>
    (await Promise.all([import("./home.js"), include("js/screens/home")]))[0]),
  play: () => import("./play.js"),
  analyse: styled([MAPS, MINDS], async () =>
    (await Promise.all([import("./analyse.js"), include("js/screens/analyse")]))[0]),
  race: styled([MAPS, MINDS], async () => (await Promise.all([import("./race.js"), include("js/screens/race")]))[0]),
  watch: styled([MAPS, MINDS, "css/watch.css"], async () =>
    (await Promise.all([import("./watch.js"), include("js/screens/watch")]))[0]),
  build: styled([TOOLS, MINDS], () => import("./build.js")),
  learn: styled([MAPS, TOOLS, MINDS], () => import("./learn.js")),
  lab: styled(["css/lab.css"], async () =>
    (await Promise.all([import("./lab.js"), include("js/screens/lab")]))[0]),
  room: styled(["css/room.css"], async () =>
    (await Promise.all([import("./room.js"), include("js/screens/room")]))[0]),
};
/** The screens that are of no game. */
export const APART = ["home", "lab", "room"];
