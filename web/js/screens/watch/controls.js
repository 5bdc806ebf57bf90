// @ts-check
// What goes through a search: first, back, play, forward, last; by what, how fast, and where to stop.

import { b, h, refill, s, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { check, disable, field, icon } from "../../core/parts.js";

/** @import { Clock } from "./clock.js" */
/** @import { Break, Measure, TracedLane } from "../../core/wire.js" */

/** How many a second. */
const RATES = [0.5, 1, 2, 5, 10, 30, 100, 1000, 10_000, 100_000];
/** Of microseconds, so much of the real time. @type {Record<Measure, number[]>} */
const SPEEDS = { events: RATES, steps: RATES, micros: [10, 100, 1000, 10_000, 100_000, 1_000_000] };
const USUAL = { events: 5, steps: 5, micros: 1000 };
/** Where one can stop, by what is searched. @type {Record<string, Extract<Break, string>[]>} */
const KINDS = { states: ["goal", "duplicate", "better", "dead_end", "cut", "bound"], lines: ["cut", "duplicate",
  "bound"],
  expansions: ["bound"], silent: ["bound"], rollouts: [] };

const PLAY = "M5.5 3.5v13l11-6.5z";
const PAUSE = "M6 4v12M14 4v12";

/** @param {Clock} clock @param {{cellName(cell: number): string, changed(): void, say(words: string): void}} acts */
export function createControls(clock, { cellName, changed, say }) {
  const act = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ keys,
    /** @type {() => void} */ then) => {
    const one = b({ class: "transport-button", id: `watch-${name}`, "data-i18n-label": `watch.${name}`,
      "data-i18n-title": `watch.${name}`,
      "aria-keyshortcuts": keys }, icon(sign));
    one.addEventListener("click", then);
    return one;
  };
  const first = act("first", "first", "Home", () => (clock.pause(), clock.put(0)));
  const back = act("back", "previous", "ArrowLeft", () => clock.step(-1));
  const sign = s("path", { d: PLAY });
  const play = b({ class: "transport-button primary", id: "watch-play", "aria-keyshortcuts": "Space" },
    s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, sign));
  play.addEventListener("click", () => clock.toggle());
  const forward = act("forward", "following", "ArrowRight", () => clock.step(1));
  const last = act("last", "last", "End", () => (clock.pause(), clock.put(clock.last())));

  const unit = h("select", { id: "watch-unit" });
  unit.addEventListener("change", () => {
    const to = /** @type {Measure} */ (unit.value);
    if ((to === "micros") !== (clock.unit === "micros")) clock.pace(USUAL[to]);
    clock.count(to);
    changed();
  });
  const speed = h("select", { id: "watch-speed" });
  speed.addEventListener("change", () => {
    clock.pace(Number(speed.value));
    changed();
  });
  const apart = h("input", { type: "checkbox", id: "watch-apart" });
  apart.addEventListener("change", () => {
    clock.join(!apart.checked);
    changed();
  });
  const apartField = check("watch.apart", apart);

  const bound = (/** @type {boolean} */ on) => {
    const one = b({ id: on ? "watch-bound-next" : "watch-bound-before", class: "transport-word" });
    one.addEventListener("click", () => clock.seek(on, ["bound"], none));
    return one;
  };
  const [before, next] = [bound(false), bound(true)];

  /** @type {Set<Extract<Break, string>>} */
  const kinds = new Set();
  /** @type {number[]} */
  let cells = [];
  const boxes = h("div", { class: "stop-kinds" });
  const sum = h("input", { id: "watch-stop-f", inputmode: "numeric", autocomplete: "off", size: 4 });
  const sumField = field("watch.stop.f", sum);
  const cellList = h("div", { class: "stop-cells" });
  const stopBack = b({ id: "watch-stop-before", class: "transport-word", "aria-keyshortcuts": "[" });
  const stopOn = b({ id: "watch-stop-next", class: "transport-word", "aria-keyshortcuts": "]" });
  const summary = h("summary", { id: "watch-stops" });
  const stops = h("details", { class: "stops" }, summary, h("div", { class: "stops-panel" }, boxes, sumField, cellList,
    h("p", { class: "quiet", "data-i18n": "watch.stop.note" })));
  document.addEventListener("click", (event) => {
    if (stops.open && event.target instanceof Node && !stops.contains(event.target)) stops.open = false;
  });
  stops.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !stops.open) return;
    event.stopPropagation();
    stops.open = false;
    summary.focus();
  });
  const none = (/** @type {boolean} */ found) => {
    if (!found) say(t("watch.stop.none"));
  };
  const list = () => {
    const f = /^\d{1,6}$/.test(sum.value.trim()) ? [{ sum: Number(sum.value) }] : [];
    return /** @type {Break[]} */ ([...kinds, ...f, ...cells.map((cell) => ({ cell }))]);
  };
  function chosen() {
    clock.stopAt(list());
    changed();
  }
  sum.addEventListener("input", chosen);
  stopBack.addEventListener("click", () => clock.seek(false, undefined, none));
  stopOn.addEventListener("click", () => clock.seek(true, undefined, none));

  const place = h("output", { class: "transport-place", id: "watch-place" });
  const root = h("div", { class: "transport", role: "group", "data-i18n-label": "watch.transport" },
    h("div", { class: "transport-main" }, first, back, play, forward, last), place,
    h("div", { class: "transport-how" }, field("watch.unit", unit), field("watch.speed", speed), apartField),
    h("div", { class: "transport-stops" }, before, next, stops, stopBack, stopOn));

  return {
    root, play,
    cells: () => cells,
    /** Stops at a cell, or does not any more. @param {number} cell */
    toggleCell(cell) {
      const on = !cells.includes(cell);
      cells = on ? [...cells, cell] : cells.filter((one) => one !== cell);
      say(t(on ? "watch.stop.cell.on" : "watch.stop.cell.off", { cell: cellName(cell) }));
      chosen();
    },
    /** Other searches have come. */
    forget() {
      cells = [];
      clock.stopAt(list());
    },
    /** @param {boolean} on */
    seek: (on) => clock.seek(on, undefined, none),
    /** @param {TracedLane} lane */
    render(lane) {
      const { playing, unit: by, together, lanes } = clock;
      const word = lane.kind === "rollouts" ? "rollouts" : lane.kind === "lines" ? "lines" : "steps";
      set(sign, { d: playing ? PAUSE : PLAY, class: playing ? null : "fill" });
      set(play, { "aria-label": t(playing ? "watch.pause" : "watch.play"), title: t(playing ? "watch.pause"
        : "watch.play") });
      const [now, all] = [clock.now(), clock.last()];
      for (const one of [first, back]) disable(one, now <= 0 && (clock.cursors[clock.lane]?.at ?? 0) <= 0);
      for (const one of [forward, last]) disable(one, now >= all);
      refill(unit, `${word} ${lanes.length}`, () => (["steps", "events", ...(lanes.length > 1 ? ["micros"] : [])])
        .map((one) => h("option", { value: one }, t(`watch.unit.${one === "steps" ? word : one}`))));
      unit.value = by;
      refill(speed, `${by} ${clock.speed}`, () => [...new Set([...SPEEDS[by], clock.speed])].sort((a, b) =>
        a - b).map((one) => h("option", { value: one },
        by === "micros" ? (one === 1_000_000 ? t("race.pace.time.free")
          : t("race.pace.slower", { n: number(Math.round(1e6 / one)) }))
          : t("watch.speed.rate", { n: number(one) }))));
      speed.value = String(clock.speed);
      apart.checked = !together;
      apartField.hidden = lanes.length < 2;
      const known = KINDS[lane.kind] ?? [];
      const bounds = lane.timeline.bounds.length > 0;
      for (const one of [before, next]) one.hidden = !bounds;
      write(before, `‹ ${t("watch.bound")}`);
      write(next, `${t("watch.bound")} ›`);
      set(before, { "aria-label": t("watch.bound.before"), title: t("watch.bound.before") });
      set(next, { "aria-label": t("watch.bound.next"), title: t("watch.bound.next") });
      for (const one of [stops, stopBack, stopOn]) one.hidden = !known.length;
      write(stopBack, "[");
      write(stopOn, "]");
      set(stopBack, { "aria-label": t("watch.stop.before"), title: t("watch.stop.before") });
      set(stopOn, { "aria-label": t("watch.stop.next"), title: t("watch.stop.next") });
      const any = list().length;
      for (const one of [stopBack, stopOn]) disable(one, any === 0);
      write(summary, any ? t("watch.stops.n", { n: any }) : t("watch.stops"));
      refill(boxes, `${lane.kind}`, () => known.map((kind) => {
        const input = h("input", { type: "checkbox", "data-stop": kind });
        input.checked = kinds.has(kind);
        input.addEventListener("change", () => {
          if (input.checked) kinds.add(kind);
          else kinds.delete(kind);
          chosen();
        });
        return h("label", { class: "check" }, input,
          h("span", {}, t(`watch.stop.${lane.kind === "lines" && kind === "duplicate" ? "known" : kind}`)));
      }));
      sumField.hidden = lane.kind !== "states";
      refill(cellList, cells.join(), () => cells.map((cell) => {
        const one = b({ class: "chip", "aria-label": t("watch.stop.cell.remove", { cell: cellName(cell) }) },
          `${cellName(cell)} ×`);
        one.addEventListener("click", () => {
          cells = cells.filter((other) => other !== cell);
          chosen();
        });
        return one;
      }));
      write(place, t(`watch.place.${by === "steps" ? word : by}`, { n: number(by === "micros" ? Math.round(now) : now),
        of: number(all) }));
    },
  };
}
