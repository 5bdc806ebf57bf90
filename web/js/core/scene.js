// @ts-check
// Reading a scene.

/** @import { Scene } from "./wire.js" */

/** The side of a cell, in units of the picture. */
export const U = 40;

/** The cells with a mark of one of these kinds. @param {Pick<Scene, "marks">} scene @param {...string} kinds */
export const cellsOf = (scene, ...kinds) =>
  scene.marks.filter((one) => kinds.includes(one.kind)).map((one) => one.cell);

/** The cells that are no floor. @param {Pick<Scene, "marks">} scene */
export const blocked = (scene) => new Set(cellsOf(scene, "closed", "outside"));

/** What tells apart how pieces look. @param {Scene | undefined} scene */
export const looks = (scene) => scene?.pieces.map(({ kind, color, label }) => kind + color + label).join() ?? "";

/** The target in play. @param {Scene} scene */
export const aimOf = (scene) => scene.targets.find((one) => one.active);
