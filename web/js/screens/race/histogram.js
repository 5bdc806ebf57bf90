// @ts-check
// How long the games of a match are, as bars. Pointed at anywhere, or stepped through with the arrows, the chart tells
// the bar that is meant.

import { h, s, set, write } from "../../core/dom.js";
import { count, current, number, t } from "../../core/i18n.js";

const [WIDE, TALL, FLOOR] = [300, 112, 94];
/** How wide a bin may be, in moves; there are no more than so many bins. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const MOST = 16;

export function createHistogram() {
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, class: "histogram", "aria-hidden": "true" });
  const chart = h("div",
    { class: "slider", id: "match-lengths", role: "slider", tabindex: 0, "aria-valuemin": 0 }, svg);
  const words = h("p", { class: "quiet" });
  /** @type {number[]} */
  let bins = [];
  let [from, step, wide, left] = [0, 1, WIDE, 0];
  /** The bar that is meant, if any, and what there is to say of all. @type {number | null} */
  let at = null;
  let all = "";
  let drawn = "";

  function show() {
    const meant = at === null ? null : Math.min(at, bins.length - 1);
    [...svg.querySelectorAll("rect")].forEach((bar, i) => bar.classList.toggle("on", i === meant));
    const low = from + (meant ?? 0) * step;
    const text = meant === null ? all : t(step > 1 ? "match.lengths.range" : "match.lengths.one",
      { low, high: low + step - 1, games: count("match.games", bins[meant]) });
    write(words, text);
    set(chart, { "aria-label": t("match.lengths"), "aria-valuemax": Math.max(0, bins.length - 1),
      "aria-valuenow": meant ?? 0, "aria-valuetext": text });
  }
  /** @param {number | null} to */
  function mean(to) {
    at = to;
    show();
  }
  /** @param {PointerEvent} event */
  function point(event) {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    if (bins.length) mean(Math.max(0, Math.min(bins.length - 1, Math.floor((x - left) / wide))));
  }
  chart.addEventListener("pointermove", point);
  chart.addEventListener("pointerdown", point);
  chart.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && mean(null));
  chart.addEventListener("blur", () => mean(null));
  chart.addEventListener("keydown", (event) => {
    const now = at ?? -1;
    /** @type {Record<string, number>} */
    const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, Home: 0,
      End: bins.length - 1 };
    if (!(event.key in to) || !bins.length) return;
    event.preventDefault();
    event.stopPropagation();
    mean(Math.max(0, Math.min(bins.length - 1, to[event.key])));
  });
  return {
    root: h("div", {}, chart, words),
    /** @param {number[]} lengths the moves of each game */
    render(lengths) {
      chart.hidden = !lengths.length;
      const signature = `${current()} ${lengths.length}`;
      if (!lengths.length || signature === drawn) return void (lengths.length || write(words, ""));
      drawn = signature;
      const [low, high] = [Math.min(...lengths), Math.max(...lengths)];
      step = STEPS.find((width) => (high - low) / width < MOST) ?? 200;
      from = Math.floor(low / step) * step;
      bins = Array.from({ length: Math.floor((high - from) / step) + 1 }, () => 0);
      for (const one of lengths) bins[Math.floor((one - from) / step)] += 1;
      const most = Math.max(...bins);
      wide = Math.min(28, WIDE / bins.length);
      left = (WIDE - wide * bins.length) / 2;
      const every = Math.ceil(bins.length / 8);
      const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
      all = t("match.lengths.words", { low, high, mean: number(mean, { maximumFractionDigits: 1 }) });
      svg.replaceChildren(s("path", { class: "axis", d: `M0 ${FLOOR}H${WIDE}` }),
        ...bins.map((n, i) => s("rect", { x: left + i * wide + 1, y: FLOOR - (n / most) * 86, width: wide - 2,
          height: (n / most) * 86 })),
        ...bins.flatMap((_, i) => (i % every ? []
          : [s("text", { x: left + (i + 0.5) * wide, y: 108 }, String(from + i * step))])));
      show();
    },
  };
}
