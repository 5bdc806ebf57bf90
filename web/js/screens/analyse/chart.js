// @ts-check
// Analyse: how a game went, as curves over its moves: who was ahead, and how far everybody had to go.

import { b, h, refill, s, set } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { skin } from "../../core/skin.js";
import { tilt } from "../parts/thought.js";

/** @import { Annotated, Scene, Score } from "../../core/wire.js" */
/** Where a moment is drawn. @typedef {(moment: number) => number} X */
/** A drawn chart: its marks are moments that can be pointed at, in parts of its width and height.
 * @typedef {{svg: SVGElement, marks: {moment: number, x: number, y: number}[]}} Drawn */

const [WIDE, TALL, LOW, LEFT, RIGHT] = [360, 116, 74, 26, 10];
/** So much ahead has a line of its own. */
const TICKS = [5, 2, -2, -5];

/**
 * A slider over the moments of a game, made of its curves; what is marked on them is a button each.
 * @param {(moment: number) => void} go
 * @param {(moment: number) => string} words what there is to say about a moment
 */
export function createChart(go, words) {
  const slider = h("div", { class: "slider", id: "curves", role: "slider", tabindex: 0, "aria-valuemin": 0 });
  // Beside the slider, not in it: nothing in a slider can have the focus.
  const marks = h("div", { class: "chart-marks", role: "group", "data-i18n-label": "review.marks" });
  const legend = h("div");
  const root = h("div", { class: "curves" }, h("div", { class: "plot" }, slider, marks), legend);
  let [last, now] = [1, 0];
  /** The charts and where they are in the slider. @type {Drawn[]} */
  let drawn = [];
  /** Puts the buttons over their marks. */
  function pin() {
    const box = slider.getBoundingClientRect();
    const places = drawn.flatMap((one) => one.marks.map(({ x, y }) => {
      const at = one.svg.getBoundingClientRect();
      return { x: at.left - box.left + x * at.width, y: at.top - box.top + y * at.height };
    }));
    places.forEach(({ x, y }, i) => {
      const mark = /** @type {HTMLElement | undefined} */ (marks.children[i]);
      if (mark) [mark.style.left, mark.style.top] = [`${x}px`, `${y}px`];
    });
  }
  new ResizeObserver(pin).observe(slider);
  /** @param {PointerEvent} event */
  function point(event) {
    const svg = slider.querySelector("svg");
    if (!svg) return;
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    go(Math.max(0, Math.min(last, Math.round(((x - LEFT) / (WIDE - LEFT - RIGHT)) * last))));
  }
  slider.addEventListener("pointerdown", (event) => {
    slider.setPointerCapture(event.pointerId);
    point(event);
  });
  slider.addEventListener("pointermove", (event) => event.buttons && point(event));
  slider.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, ArrowUp: 0, ArrowDown: last, Home: 0, End: last };
    if (event.shiftKey || !(event.key in to)) return;
    event.preventDefault();
    event.stopPropagation();
    go(Math.max(0, Math.min(last, to[event.key])));
  });
  return {
    root,
    /**
     * @param {number} moments how many moves there are
     * @param {number} at how many of them are done
     * @param {unknown} what the curves are made of
     * @param {(x: X, now: (tall: number) => SVGElement) => (Node | Drawn)[]} draw
     * @param {() => Node[]} below what explains them
     */
    render(moments, at, what, draw, below) {
      [last, now] = [Math.max(1, moments), at];
      set(slider, { "aria-label": t("review.curves"), "aria-valuemax": moments, "aria-valuenow": at,
        "aria-valuetext": words(at) });
      const x = (/** @type {number} */ moment) => LEFT + (moment / last) * (WIDE - LEFT - RIGHT);
      refill(slider, JSON.stringify([at, moments, what]), () => {
        const parts = draw(x, (tall) => s("path", { class: "now", d: `M${x(at)} 3V${tall - 2}` }));
        drawn = parts.flatMap((one) => (one instanceof Node ? [] : [one]));
        return parts.map((one) => (one instanceof Node ? one : one.svg));
      });
      refill(marks, JSON.stringify([moments, drawn.map((one) => one.marks)]), () =>
        drawn.flatMap((one) => one.marks).map(({ moment }) => {
          const mark = b({ title: words(moment), "aria-label": words(moment) });
          mark.addEventListener("click", () => go(moment));
          return mark;
        }));
      marks.hidden = !marks.childElementCount;
      refill(legend, JSON.stringify([moments, what]), below);
      pin();
    },
  };
}

/** A line across the chart, with its value. @param {number} y @param {string} value */
const rule = (y, value) => [s("path", { class: "axis", d: `M${LEFT} ${y}H${WIDE - RIGHT}` }),
  s("text", { x: LEFT - 5, y: y + 4, class: "end" }, value)];

/** A curve through points, broken where there is none. @param {({x: number, y: number} | null)[]} points */
const through = (points) =>
  points.map((one, i) => (one ? `${points[i - 1] ? "L" : "M"}${one.x} ${one.y}` : "")).join("");

/**
 * Who was ahead after 0, 1, 2 and more moves.
 * @param {(Score | null)[]} list
 * @param {Annotated[]} known
 * @param {Scene} scene
 * @param {X} x
 * @param {(tall: number) => SVGElement} now
 * @returns {Drawn}
 */
export function drawScores(list, known, scene, x, now) {
  const two = scene.sides.length === 2;
  const mid = TALL / 2;
  const y = (/** @type {number} */ value) => mid - value * (mid - 6);
  const rules = TICKS.flatMap((ahead) =>
    rule(y(Math.tanh(ahead / 5) * 0.92), (ahead > 0 ? "+" : "−") + Math.abs(ahead)));
  const points = list.flatMap((score, ply) => (score ? [{ ply, x: x(ply), player: score.player,
    value: two ? tilt(score) : tilt(score, score.player) }] : []));
  // What lies between the curve and the middle, in the colour of who is ahead.
  const areas = two ? [0, 1].map((side) => {
    const edge = points.map((one) => ({ x: one.x, y: y(side ? Math.min(0, one.value) : Math.max(0, one.value)) }));
    const d = `${through(edge)}L${points.at(-1)?.x ?? LEFT} ${mid}L${points[0]?.x ?? LEFT} ${mid}z`;
    return s("path", { class: `area p${side}`, d });
  }) : [];
  const curves = (two ? ["first"] : scene.sides.map((_, player) => `p${player}`)).map((kind, player) =>
    s("path", { class: `curve ${kind}`, d: through(points.filter((one) => two || one.player === player)
      .map((one) => ({ x: one.x, y: y(one.value) }))) }));
  const turning = points.filter(({ ply }) => known[ply - 1]?.turning);
  const marks = turning.map((one) =>
    s("path", { class: "turning", d: `M${one.x} ${y(one.value) - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5z` }));
  const signs = two ? [0, 1].map((player) => s("g",
    { transform: `translate(8 ${player ? TALL - 9 : 9}) scale(.46)` }, ...sign(scene, player))) : [];
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, class: "chart-scores", "aria-hidden": "true" }, ...rules,
    ...areas, s("path", { class: "zero", d: `M${LEFT} ${mid}H${WIDE - RIGHT}` }), now(TALL), ...curves, ...marks,
    ...signs);
  return { svg, marks: turning.map((one) => ({ moment: one.ply, x: one.x / WIDE, y: y(one.value) / TALL })) };
}

/** @param {Scene} scene @param {number} player */
function sign(scene, player) {
  const drawn = skin.art.sign(scene, player);
  return drawn ? [drawn] : [];
}

/**
 * How far everybody had to go after 0, 1, 2 and more moves; `kinds` says what is to be seen at a moment.
 * @param {(number | null)[][]} list by moment, then by player
 * @param {X} x
 * @param {(tall: number) => SVGElement} now
 * @param {string[]} [kinds] lost, dead or nothing
 * @returns {Drawn}
 */
export function drawSteps(list, x, now, kinds = []) {
  const players = Math.max(1, ...list.map((one) => one.length));
  const most = Math.max(4, ...list.flat().map((value) => value ?? 0));
  const y = (/** @type {number} */ value) => LOW - 6 - (value / most) * (LOW - 14);
  const lines = Array.from({ length: players }, (_, player) => {
    const off = (player - (players - 1) / 2) * 1.2;
    const points = list.map(({ [player]: value }, moment) =>
      (value == null ? null : { x: x(moment), y: y(value) + off }));
    return s("path", { class: players > 1 ? `curve p${player}` : "curve first", d: through(points) });
  });
  const marks = kinds.flatMap((kind, moment) => {
    const value = list[moment]?.[0];
    if (kind === "dead") return [{ kind, moment, x: x(moment), y: 10 }];
    return kind === "lost" && value != null ? [{ kind, moment, x: x(moment), y: y(value) }] : [];
  });
  const signs = marks.map((one) => (one.kind === "dead" ? s("text", { class: "cross", x: one.x, y: one.y + 5 }, "✗")
    : s("circle", { cx: one.x, cy: one.y, r: 5 })));
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${LOW}`, class: "chart-steps", "aria-hidden": "true" },
    ...[0, Math.round(most / 2), most].flatMap((value) => rule(y(value), String(value))), now(LOW), ...lines, ...signs);
  return { svg, marks: marks.map((one) => ({ moment: one.moment, x: one.x / WIDE, y: one.y / LOW })) };
}

/** What the marks on a puzzle's curve are. @param {string[]} kinds those that there are */
export const drawMarks = (kinds) => h("p", { class: "legend" }, ...["lost", "dead"].flatMap((kind) =>
  (kinds.includes(kind) ? [h("span", { class: "key" },
    kind === "dead" ? h("span", { class: "turning-sign" }, "✗")
      : s("svg", { viewBox: "-8 -8 16 16", class: "dot", "aria-hidden": "true" }, s("circle", { r: 5 })),
    t(`review.mark.${kind}`))] : [])));

/** Whose curve is whose. @param {Scene} scene @param {string[]} names @param {boolean} turns whether it turns */
export const drawLegend = (scene, names, turns) => h("p", { class: "legend" },
  ...(turns ? [h("span", { class: "turning-sign" }, "◆"), t("review.turning.legend")] : []),
  ...names.map((name, player) => h("span", { class: `key p${player}` },
    s("svg", { viewBox: "-26 -8 52 16", "aria-hidden": "true" }, s("path", { class: "curve", d: "M-24 0H24" }),
      s("g", { transform: "scale(.5)" }, ...sign(scene, player))), name)));
