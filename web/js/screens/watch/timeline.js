// @ts-check
// The course of the searches, a row for each: what waited (an area), f or the depth of what was expanded (a line), new
// bounds and goals (marks), and the moment that is seen. It can be dragged both ways, and stepped through with keys.

import { h, set } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { FONT, inks, penOf } from "./ink.js";

/** @import { Clock } from "./clock.js" */
/** @import { TracedLane } from "../../core/wire.js" */

const [RIGHT, TOP] = [10, 15];
/** Names stand before the rows of several. */
const [LEFT, NAMES] = [10, 132];
/** A part of the whole for the keys that go far. */
const FAR = 20;

/** How far along a lane its parts are, in what the clock counts. @param {TracedLane} lane @param {string} unit */
function along({ timeline, steps, micros }, unit) {
  if (unit === "events") return timeline.at;
  return unit === "steps" ? timeline.steps : timeline.steps.map((step) => (steps ? (step / steps) * micros : 0));
}
/** Where a moment in events lies. @param {TracedLane} lane @param {number[]} xs @param {number} event */
function placeOf({ timeline }, xs, event) {
  let [low, high] = [0, timeline.at.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeline.at[middle] < event) low = middle + 1;
    else high = middle;
  }
  const [from, to] = [low ? timeline.at[low - 1] : 0, timeline.at[low] ?? 1];
  const before = low ? xs[low - 1] : 0;
  return before + ((xs[low] ?? before) - before) * ((event - from) / Math.max(1, to - from));
}

/** @param {Clock} clock @param {(seen: string) => string} spoken what a screen reader says of a moment */
export function createTimeline(clock, spoken) {
  const canvas = h("canvas", { class: "timeline", id: "watch-line", role: "slider", tabindex: 0,
    "data-i18n-label": "watch.timeline", "aria-orientation": "horizontal" });
  let dragged = false;
  const left = () => (clock.lanes.length > 1 ? NAMES : LEFT);
  /** @param {PointerEvent} event */
  function drag(event) {
    const box = canvas.getBoundingClientRect();
    const part = (event.clientX - box.left - left()) / Math.max(1, box.width - left() - RIGHT);
    clock.put(part * clock.last());
  }
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !clock.lanes.length) return;
    const box = canvas.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * clock.lanes.length);
    if (!clock.together) clock.choose(row);
    clock.pause();
    dragged = true;
    canvas.setPointerCapture(event.pointerId);
    drag(event);
  });
  canvas.addEventListener("pointermove", (event) => dragged && drag(event));
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (dragged = false));
  canvas.addEventListener("keydown", (event) => {
    const far = Math.max(1, Math.round(clock.last() / FAR));
    const by = { PageUp: far, PageDown: -far, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    if (Math.abs(by) === 1) clock.step(by);
    else clock.put(clock.now() + by);
  });

  let drawn = "";
  function draw() {
    const { lanes, unit, cursors, together, lane: chosen } = clock;
    const place = penOf(canvas);
    if (!place) return;
    const { pen, wide, high } = place;
    const ink = inks();
    const row = high / Math.max(1, lanes.length);
    const most = Math.max(1, clock.last());
    const begin = left();
    const broad = wide - begin - RIGHT;
    lanes.forEach((lane, i) => {
      const end = together ? most : Math.max(1, clock.lastOf(i));
      const x = (/** @type {number} */ at) => begin + (Math.min(at, end) / end) * broad;
      const [top, floor] = [i * row + (lanes.length > 1 ? 4 : TOP), (i + 1) * row - 3];
      const { timeline } = lane;
      const xs = along(lane, unit);
      pen.fillStyle = ink.wash;
      pen.fillRect(begin, top, x(clock.lastOf(i)) - begin, floor - top);
      // What waited, as an area.
      const height = floor - top;
      const peak = Math.max(1, ...timeline.open);
      pen.beginPath();
      pen.moveTo(begin, floor);
      timeline.open.forEach((open, part) => pen.lineTo(x(xs[part]), floor - (open / peak) * height * 0.92));
      pen.lineTo(x(xs.at(-1) ?? 0), floor);
      pen.fillStyle = ink.hair;
      pen.fill();
      // f of what was expanded; the depth, where there is no estimate.
      const fs = timeline.g.map((g, part) => g + timeline.h[part]);
      const tall = Math.max(1, ...fs);
      pen.beginPath();
      fs.forEach((f, part) => {
        const y = floor - (f / tall) * height * 0.92;
        if (part) pen.lineTo(x(xs[part]), y);
        else pen.moveTo(x(xs[part]), y);
      });
      pen.strokeStyle = ink.p0;
      pen.lineWidth = 1.25;
      pen.stroke();
      // New bounds, with their value where there is room.
      pen.strokeStyle = ink.edge;
      pen.fillStyle = ink.quiet;
      pen.lineWidth = 1;
      pen.textAlign = "center";
      let free = -Infinity;
      for (const [event, value] of timeline.bounds) {
        const at = Math.round(x(placeOf(lane, xs, event))) + 0.5;
        if (at - free < 3) continue;
        pen.beginPath();
        pen.moveTo(at, top);
        pen.lineTo(at, floor);
        pen.stroke();
        const wider = 6 * String(value).length + 8;
        if (lanes.length === 1 && at - free > wider && at > begin + 4) pen.fillText(String(value), at, top - 3);
        free = at;
      }
      // Goals are diamonds.
      pen.fillStyle = ink.ink;
      for (const event of timeline.goals.slice(0, 400)) {
        const at = x(placeOf(lane, xs, event));
        pen.beginPath();
        pen.moveTo(at, top + 1);
        pen.lineTo(at + 5, top + 6);
        pen.lineTo(at, top + 11);
        pen.lineTo(at - 5, top + 6);
        pen.fill();
      }
      if (lanes.length > 1) {
        pen.fillStyle = i === chosen ? ink.ink : ink.quiet;
        pen.textAlign = "left";
        pen.font = `${i === chosen ? "600 " : ""}${FONT}`;
        pen.fillText(`${i + 1} ${lane.algorithm}`, 2, (top + floor) / 2 + 4, begin - 12);
      }
      const here = cursors[i];
      const at = x(here && unit === "events" ? here.at : clock.at(i));
      pen.fillStyle = ink.ink;
      pen.globalAlpha = 0.07;
      pen.fillRect(begin, top, at - begin, height);
      pen.globalAlpha = i === chosen || together ? 1 : 0.5;
      pen.fillRect(at - 1, top - 2, 2, height + 4);
      pen.beginPath();
      pen.arc(at, top - 1, 4, 0, 2 * Math.PI);
      pen.fill();
      pen.globalAlpha = 1;
    });
  }
  new ResizeObserver(() => draw()).observe(canvas);

  return {
    root: canvas, draw,
    /** What is told of the moment. @param {string} seen */
    render(seen) {
      draw();
      const [now, last, unit] = [clock.now(), clock.last(), clock.unit];
      const text = spoken(seen);
      const signature = `${now} ${last} ${unit} ${text}`;
      if (signature === drawn) return;
      drawn = signature;
      set(canvas, { "aria-valuemin": 0, "aria-valuemax": last, "aria-valuenow": now,
        "aria-valuetext": t(`watch.at.${unit}`, { n: number(now), of: number(last) }) + (text ? `. ${text}` : "") });
    },
  };
}
