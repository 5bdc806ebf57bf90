// @ts-check
// Analyse: how a game went, as two curves over its moves: who was ahead, and how far everybody had to go.

import { h, refill, s, set } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { shape } from "./art.js";
import { forFirst, tilt } from "./lab.js";
import { nameOf, scoreWords } from "./words.js";

/** @import { Annotated, Score, View } from "./wire.js" */

const [WIDE, TALL, LOW, LEFT, RIGHT] = [360, 116, 74, 26, 10];
/** Steps ahead that have a line of their own. */
const TICKS = [5, 2, -2, -5];

/** The scores after 0, 1, 2 and more moves, each as it was told.
 * @param {Annotated[]} known @returns {(Score | null)[]} */
export const scores = (known) => [known[0]?.before ?? null, ...known.map((one) => one.after)];

/**
 * @param {(at: number) => void} go
 * @param {(at: number) => string} words what there is to say about a moment
 */
export function createChart(go, words) {
  const root = h("div", { class: "curves", id: "curves", role: "slider", tabindex: 0, "aria-valuemin": 0 });
  let last = 1;
  /** @param {PointerEvent} event */
  function point(event) {
    const svg = root.querySelector("svg");
    if (!svg) return;
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    go(Math.max(0, Math.min(last, Math.round(((x - LEFT) / (WIDE - LEFT - RIGHT)) * last))));
  }
  root.addEventListener("pointerdown", (event) => {
    root.setPointerCapture(event.pointerId);
    point(event);
  });
  root.addEventListener("pointermove", (event) => event.buttons && point(event));

  return {
    root,
    /** @param {View} view @param {Annotated[]} known
     * @param {(number[] | null)[]} steps the steps that everybody has to go, after each move */
    render(view, known, steps) {
      const { moves, at, seats } = view;
      last = Math.max(1, moves.length);
      root.hidden = !moves.length;
      set(root, { "aria-label": t("analyse.curves"), "aria-valuemax": moves.length, "aria-valuenow": at,
        "aria-valuetext": words(at) });
      const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (WIDE - LEFT - RIGHT);
      const now = () => s("path", { class: "now", d: `M${x(at)} 4V${TALL}` });
      const ahead = t(seats.length > 2 ? "analyse.ahead.each" : "analyse.ahead", { player: nameOf(seats, 0) });
      refill(root, JSON.stringify([at, moves.length, known.map((one) => one.after), steps]), () => [
        ...(known.length
          ? [h("p", { class: "quiet" }, ahead), drawScores(scores(known), known, seats.length, x, now())] : []),
        h("p", { class: "quiet" }, t("analyse.steps")), drawSteps(steps, seats.length, x, at),
        h("p", { class: "legend" }, ...(known.some((one) => one.turning)
          ? [h("span", { class: "turning-sign" }, "◆"), t("analyse.turning.legend")] : []),
          ...seats.map((_, player) => h("span", { class: `key p${player}` },
            s("svg", { viewBox: "-26 -8 52 16", "aria-hidden": "true" }, s("path", { class: "curve", d: "M-24 0H24" }),
              shape(player, { class: "pawn", transform: "scale(.5)" })), nameOf(seats, player)))),
      ]);
    },
  };
}

/** A line across the chart, with its value. @param {number} y @param {string} value */
const rule = (y, value) => [s("path", { class: "axis", d: `M${LEFT} ${y}H${WIDE - RIGHT}` }),
  s("text", { x: LEFT - 5, y: y + 3.5, class: "end" }, value)];

/**
 * @param {(Score | null)[]} list
 * @param {Annotated[]} known
 * @param {number} players
 * @param {(ply: number) => number} x
 * @param {SVGElement} now
 */
function drawScores(list, known, players, x, now) {
  const mid = TALL / 2;
  const y = (/** @type {number} */ value) => mid - value * (mid - 6);
  const of = (/** @type {number} */ ahead) => Math.tanh(ahead / 5) * 0.92;
  const rules = TICKS.flatMap((ahead) => rule(y(of(ahead)), (ahead > 0 ? "+" : "−") + Math.abs(ahead)));
  const zero = s("path", { class: "zero", d: `M${LEFT} ${mid}H${WIDE - RIGHT}` });
  const points = list.flatMap((score, ply) =>
    (score ? [{ ply, player: score.player, value: players > 2 ? tilt(score, score.player) : tilt(score) }] : []));
  const drawn = [];
  if (players === 2) {
    // What lies between the curve and the middle, in the colour of who is ahead.
    for (const side of [0, 1]) {
      const d = points.map(({ ply, value }, i) =>
        `${i ? "L" : "M"}${x(ply)} ${y(side ? Math.min(0, value) : Math.max(0, value))}`).join("");
      drawn.push(s("path",
        { class: `area p${side}`, d: `${d}L${x(points.at(-1)?.ply ?? 0)} ${mid}L${x(points[0]?.ply ?? 0)} ${mid}z` }));
    }
  }
  for (let player = 0; player < (players > 2 ? players : 1); player += 1) {
    const mine = players > 2 ? points.filter((one) => one.player === player) : points;
    drawn.push(s("path", { class: players > 2 ? `curve p${player}` : "curve first",
      d: mine.map(({ ply, value }, i) => `${i ? "L" : "M"}${x(ply)} ${y(value)}`).join("") }));
  }
  const marks = points.filter(({ ply }) => ply > 0 && known[ply - 1]?.turning).map(({ ply, value }) =>
    s("path", { class: "turning", d: `M${x(ply)} ${y(value) - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z` }));
  return s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, class: "chart-scores", "aria-hidden": "true" }, ...rules,
    ...drawn.slice(0, players === 2 ? 2 : 0), zero, now, ...drawn.slice(players === 2 ? 2 : 0), ...marks,
    ...(players === 2 ? [0, 1].map((player) => s("g", {
      class: `p${player}`, transform: `translate(8 ${player ? TALL - 9 : 9}) scale(.46)`,
    }, shape(player, { class: "pawn" }))) : []));
}

/** @param {(number[] | null)[]} steps @param {number} players @param {(ply: number) => number} x @param {number} at */
function drawSteps(steps, players, x, at) {
  const most = Math.max(4, ...steps.flatMap((one) => one ?? []));
  const y = (/** @type {number} */ value) => LOW - 6 - (value / most) * (LOW - 14);
  const lines = Array.from({ length: players }, (_, player) => s("path", {
    class: `curve p${player}`,
    d: steps.flatMap((one, ply) => (one ? [{ ply, value: one[player] }] : [])).map(({ ply, value }, i) =>
      `${i ? "L" : "M"}${x(ply)} ${y(value) + (player - (players - 1) / 2) * 1.2}`).join(""),
  }));
  return s("svg", { viewBox: `0 0 ${WIDE} ${LOW}`, class: "chart-steps", "aria-hidden": "true" },
    ...[0, Math.round(most / 2), most].flatMap((value) => rule(y(value), String(value))),
    s("path", { class: "now", d: `M${x(at)} 2V${LOW - 4}` }), ...lines);
}

/** A score in a sentence, from the first player's side where there are two.
 * @param {Score | null} score @param {View} view */
export const scoreTold = (score, view) => (score ? scoreWords(forFirst(score, view.seats.length), view.seats) : "");
