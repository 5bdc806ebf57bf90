// @ts-check
// Estimates against true distances: a mark for each pair, the larger the more states have it, with the sums of rows and
// columns along the edges. On the diagonal an estimate is right; above it, it is too high, and its mark is a triangle.

import { h, s, set } from "../../core/dom.js";
import { current, number, t, translate } from "../../core/i18n.js";

/** @import { Judged, Point } from "../../core/wire.js" */

const [WIDE, TALL] = [340, 300];
/** Where the plot lies; the sums have what is left above and at the right. */
const BOX = { left: 36, right: 290, top: 46, bottom: 262 };
/** How long the longest sum is, and how large the largest mark. */
const [SUM, LARGEST] = [34, 9];

/** Round numbers up to a greatest one, few enough to be read. @param {number} most */
function ticks(most) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000].find((one) => most / one <= 7) ?? 10_000;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** The known pairs: those with a distance. @param {Judged} side */
const pairs = (side) => /** @type {(Point & {distance: number})[]} */
  (side.points.filter((one) => one.distance !== null));

/** @param {string} id */
export function createScatter(id) {
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, class: "scatter", role: "img", id });
  const rows = h("tbody");
  const head = h("tr");
  const table = h("details", { class: "scatter-table" }, h("summary", { "data-i18n": "scope.table" }),
    h("div", { class: "scroll", tabindex: 0, role: "region", "data-i18n-label": "scope.table" },
      h("table", {}, h("thead", {}, head), rows)));

  /** @param {Judged} side @param {number} widest the greatest distance of all plots @param {number} highest */
  function draw(side, widest, highest) {
    const known = pairs(side);
    const lost = known.some((one) => one.estimate === null);
    const { left, right, top, bottom } = BOX;
    // Estimates without a way stand in a row of their own.
    const ceiling = lost ? top + 22 : top;
    const x = (/** @type {number} */ value) => left + 8 + ((right - left - 16) * value) / Math.max(1, widest);
    const y = (/** @type {number | null} */ value) => (value === null ? top + 8
      : bottom - 8 - ((bottom - ceiling - 16) * Math.min(value, highest)) / Math.max(1, highest));
    const most = Math.max(1, ...known.map((one) => one.count));
    const radius = (/** @type {number} */ n) => 2.5 + (LARGEST - 2.5) * Math.sqrt(n / most);
    const end = Math.min(widest, highest);
    const lines = [
      ...ticks(widest).map((value) => [s("path", { class: "axis", d: `M${x(value)} ${top}V${bottom}` }),
        s("text", { x: x(value), y: bottom + 15 }, number(value))]),
      ...ticks(highest).map((value) => [s("path", { class: "axis", d: `M${left} ${y(value)}H${right}` }),
        s("text", { x: left - 6, y: y(value) + 4, class: "end" }, number(value))]),
      lost ? [s("path", { class: "axis", d: `M${left} ${y(null)}H${right}` }),
        s("text", { x: left - 6, y: y(null) + 4, class: "end" }, "∞")] : [],
    ].flat();
    const diagonal = s("path", { class: "diagonal", d: `M${x(0)} ${y(0)}L${x(end)} ${y(end)}` });
    const marks = [...known].sort((a, b) => b.count - a.count).map(({ distance, estimate, count }) => {
      const [px, py, r] = [x(distance), y(estimate), radius(count)];
      const above = estimate === null || estimate > distance;
      const words = t("scope.point", { count: number(count), distance, estimate: estimate ?? "∞" });
      const mark = above
        ? s("path", { class: "above", d: `M${px} ${py - r - 1}L${px + r + 1} ${py + r}H${px - r - 1}Z` })
        : s("circle", { cx: px, cy: py, r });
      mark.append(s("title", {}, words));
      return mark;
    });
    /** The sums along an edge. @param {(one: typeof known[number]) => number | null} key
     * @param {(value: number | null, part: number) => string} bar */
    const sums = (key, bar) => {
      /** @type {Map<number | null, number>} */
      const counts = new Map();
      for (const one of known) counts.set(key(one), (counts.get(key(one)) ?? 0) + one.count);
      const top = Math.max(1, ...counts.values());
      return Array.from(counts, ([value, n]) => s("path", { class: "sum", d: bar(value, n / top) }));
    };
    const across = sums((one) => one.distance, (value, part) => `M${x(value ?? 0)} ${top - 4}v${-SUM * part}`);
    const down = sums((one) => one.estimate, (value, part) => `M${right + 4} ${y(value)}h${SUM * part}`);
    svg.replaceChildren(...lines, diagonal, ...across, ...down, ...marks,
      s("text", { x: (left + right) / 2, y: TALL - 4 }, t("scope.distance")),
      s("text", { x: 0, y: 0, transform: `translate(10 ${(top + bottom) / 2}) rotate(-90)` }, t("scope.estimate")));
  }
  /** The same in figures: by distance, how many states, and what is said of them. @param {Judged} side */
  function list(side) {
    const cell = (/** @type {string} */ text) => h("td", {}, text);
    const distances = [...new Set(pairs(side).map((one) => one.distance))];
    head.replaceChildren(...["distance", "states", "least", "mean", "most"]
      .map((key) => h("th", { scope: "col" }, t(`scope.${key}`))));
    rows.replaceChildren(...distances.map((distance) => {
      const here = pairs(side).filter((one) => one.distance === distance);
      const all = here.reduce((sum, one) => sum + one.count, 0);
      const said = here.flatMap(({ estimate, count }) => (estimate === null ? [] : [{ estimate, count }]));
      const many = said.reduce((sum, one) => sum + one.count, 0);
      const mean = said.reduce((sum, one) => sum + one.estimate * one.count, 0) / many;
      const values = said.map((one) => one.estimate);
      return h("tr", {}, h("th", { scope: "row" }, number(distance)), cell(number(all)),
        cell(many ? number(Math.min(...values)) : "∞"),
        cell(many ? number(mean, { maximumFractionDigits: 1 }) : "∞"),
        cell(many < all ? "∞" : number(Math.max(...values))));
    }));
  }
  return {
    root: h("div", { class: "scatter-box" }, svg, table),
    /** @param {Judged} side @param {Judged[]} sides all plots have the same scale */
    render(side, sides) {
      translate(table);
      const signature = `${current()} ${JSON.stringify([side, sides.map((one) => one.points)])}`;
      if (svg.dataset.signature === signature) return;
      svg.dataset.signature = signature;
      const all = sides.flatMap(pairs);
      draw(side, Math.max(1, ...all.map((one) => one.distance)), Math.max(1, ...all.map((one) => one.estimate ?? 0)));
      list(side);
      set(svg, { "aria-label": t("scope.plot", { heuristic: side.heuristic, above: number(side.above) }) });
    },
  };
}
