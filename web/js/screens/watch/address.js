// @ts-check
// What the address says after the board: `run=astar(bounces)&run=bfs&at=120,80&by=steps&speed=5`. A link opens the same
// searches at the same moment. `file=…` is a search from a file that the server has open.

import { runQuery, runsIn, said } from "../../core/query.js";

/** @import { Measure } from "../../core/wire.js" */
/**
 * `runs` are the searches, or `files` are those that they are read from; `at` is a moment of each, in events, or `step`
 * one of all of them, in steps; `unit` is what one goes by, `speed` how many of it a second; `lane` is the one that is
 * looked at; `apart` says that each goes by itself; `steps` is how many of them are kept.
 * @typedef {{runs: string[], files: string[], at: number[], step: number | null, unit: Measure, speed: number | null,
 *   lane: number, apart: boolean, steps: number | null}} Wish
 */

export const UNITS = /** @type {Measure[]} */ (["events", "steps", "micros"]);

/** @param {string | null} text */
const whole = (text) => (text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null);

/** @param {string} query @returns {Wish | null} */
export function readQuery(query) {
  const told = said(query);
  const runs = runsIn(query);
  const files = told.getAll("file").filter((one) => /^[0-9a-f]{16}$/.test(one)).slice(0, 4);
  const lanes = files.length || runs.length;
  if (!lanes) return null;
  const unit = UNITS.find((one) => one === told.get("by")) ?? "steps";
  const speed = Number(told.get("speed"));
  return {
    runs: files.length ? [] : runs, files, unit,
    at: (told.get("at") ?? "").split(",").map((one) => whole(one) ?? 0).slice(0, lanes),
    step: whole(told.get("step")),
    speed: Number.isFinite(speed) && speed > 0 ? speed : null,
    lane: Math.min(lanes, whole(told.get("lane")) ?? 1) - 1,
    apart: told.has("apart"),
    steps: whole(told.get("steps")),
  };
}

/** @param {Wish} wish */
export function writeQuery({ runs, files, at, step, unit, speed, lane, apart, steps }) {
  return [
    ...(files.length ? files.map((one) => `file=${one}`) : runQuery(runs)),
    ...(step !== null ? [`step=${step}`] : at.some((one) => one > 0) ? [`at=${at.join()}`] : []),
    ...(unit === "steps" ? [] : [`by=${unit}`]),
    ...(speed === null ? [] : [`speed=${speed}`]),
    ...(lane > 0 ? [`lane=${lane + 1}`] : []),
    ...(apart ? ["apart=1"] : []),
    ...(steps === null ? [] : [`steps=${steps}`]),
  ].join("&");
}
