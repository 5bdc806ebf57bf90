// @ts-check
// What results tell: counts, streaks and series, computed from the documents that the server writes when a puzzle is
// solved or a game ends. Nothing here touches the page, so that it can be tested without one.

/**
 * `cost` and `optimum` are in the game's unit; `shown` says that the solution was looked up; `seats` and `end` are
 * those of a game of several; `occasion` is such as `daily 2026-11-17`; `when` is a moment.
 * @typedef {{game?: string, code?: string, title?: string | null, level?: [string, number] | null,
 *   variant?: string | null, cost?: number | null, moves?: number | null, optimum?: number | null,
 *   seconds?: number | null, hints?: number | null, shown?: boolean | null, end?: {winner?: number | null} | null,
 *   seats?: ({engine?: string | null} | null)[] | null, occasion?: string | null,
 *   when?: number | string | null}} Result
 */
/** @typedef {"solved" | "shown" | "won" | "lost" | "drawn" | "other"} Outcome */

/** As many solved levels of a grade open the next one. */
export const OPENS = 10;

const DAY = 86_400_000;
const DAILY = /^daily (\d{4}-\d\d-\d\d)$/;

/** A moment in milliseconds; 0 where it is not known. @param {Result} result */
export function moment({ when }) {
  const time = typeof when === "number" ? when : Date.parse(when ?? "");
  return Number.isFinite(time) ? time : 0;
}

/** The day of a moment, where the reader lives: 2026-11-17. @param {number} time */
export function dayOf(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day so many days after another. @param {string} day @param {number} by */
export const dayAfter = (day, by) => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10);

/** How it ended for the person. A game between people, or between engines, is nobody's success. @param {Result} result
 * @returns {Outcome} */
export function outcome({ seats, end, shown }) {
  if (!seats?.length) return shown ? "shown" : "solved";
  const people = seats.flatMap((seat, index) => (seat?.engine ? [] : [index]));
  if (people.length !== 1) return "other";
  const winner = end?.winner;
  return winner == null ? "drawn" : winner === people[0] ? "won" : "lost";
}

/** Whether the person did it. @param {Result} result */
export const succeeded = (result) => ["solved", "won"].includes(outcome(result));

/** What was spent beyond the least that it takes; null where that is not known. @param {Result} result */
export const excess = ({ cost, optimum }) =>
  (cost == null || optimum == null ? null : Math.max(0, cost - optimum));

/** The day whose puzzle it was, if it was one. @param {Result} result */
export const dailyOf = ({ occasion }) => DAILY.exec(occasion ?? "")?.[1] ?? null;

/** The days whose puzzle was done. @param {Result[]} results */
export const daysDone = (results) => new Set(results.filter(succeeded).flatMap((one) => dailyOf(one) ?? []));

/** Days in a row up to today. While today's puzzle is not done yet, the days before it count.
 * @param {Set<string>} done @param {string} today */
export function streak(done, today) {
  let day = done.has(today) ? today : dayAfter(today, -1);
  let length = 0;
  for (; done.has(day); day = dayAfter(day, -1)) length += 1;
  return length;
}

/** The best result of a day's puzzle; null if it was not done.
 * @template {Result} R @param {R[]} results @param {string} day @returns {R | null} */
export function bestOfDay(results, day) {
  const done = results.filter((one) => dailyOf(one) === day && succeeded(one));
  return done.sort((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity) || moment(a) - moment(b))[0] ?? null;
}

/** The one in the middle; null of none. @param {number[]} numbers */
export function median(numbers) {
  if (!numbers.length) return null;
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The figures of some results. @param {Result[]} results */
export function summary(results) {
  const done = results.filter(succeeded);
  const beyond = done.flatMap((one) => excess(one) ?? []);
  return {
    finished: results.length,
    done: done.length,
    /** Of those whose optimum is known, how many cost no more. */
    perfect: beyond.filter((one) => one === 0).length,
    known: beyond.length,
    excess: beyond.length ? beyond.reduce((sum, one) => sum + one, 0) / beyond.length : null,
    seconds: median(done.flatMap((one) => one.seconds ?? [])),
    hints: done.reduce((sum, one) => sum + (one.hints ?? 0), 0),
  };
}

/** How much was done on each of the last days, the oldest first. @param {Result[]} results @param {string} today
 * @param {number} days */
export function perDay(results, today, days) {
  const done = results.filter(succeeded).map((one) => dayOf(moment(one)));
  return Array.from({ length: days }, (_, i) => {
    const day = dayAfter(today, i - days + 1);
    return { day, done: done.filter((one) => one === day).length };
  });
}

/** One figure of the last results that have it, the oldest first.
 * @param {Result[]} results @param {(result: Result) => number | null | undefined} figure @param {number} most */
export const series = (results, figure, most) =>
  results.filter(succeeded).sort((a, b) => moment(a) - moment(b)).flatMap((one) => {
    const value = figure(one);
    return value == null ? [] : [{ value, result: one }];
  }).slice(-most);

/** Which levels of each set were done: the places in it. @param {Result[]} results */
export function levelsDone(results) {
  /** @type {Record<string, Set<number>>} */
  const sets = {};
  for (const one of results) {
    if (!one.level || one.variant || !succeeded(one)) continue;
    (sets[one.level[0]] ??= new Set()).add(one.level[1]);
  }
  return sets;
}

/** The first place of a set that is not done; 0 where all are. @param {Set<number> | undefined} done
 * @param {number} count */
export function nextLevel(done, count) {
  for (let index = 0; index < count; index += 1) if (!done?.has(index)) return index;
  return 0;
}
