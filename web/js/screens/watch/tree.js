// @ts-check
// The tree of a search: who came from whom, by the moment that is seen. It follows that moment, or stays with a node
// that was pinned. It can be dragged, zoomed, folded and searched; the open list and the card of a node tell the same
// in words.

import { b, h, onSubmit, refill, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { button, check } from "../../core/parts.js";
import { inks, penOf } from "./ink.js";
import { asSvg, paint, picture } from "./tree-draw.js";
import { layOut } from "./tree-layout.js";
import { scoreOf } from "./words.js";

/** @import { TracedLane, TreeView } from "../../core/wire.js" */
/** @import { Layout } from "./tree-layout.js" */
/** @import { Camera, Style } from "./tree-draw.js" */

/** More nodes than these are shown as the branch at hand, until somebody wants to see all. */
const FEW = 160;
/** How near to a node a pointer means it, in pixels. */
const NEAR = 16;
/** A leaf may have so many pixels. */
const [LEAST, MOST] = [0.02, 90];
const MODES = ["branch", "now", "whole"];
const OVERVIEW = { wide: 150, high: 64 };

/** Marks for the legend, in order. @type {Record<string, Style[]>} */
const LEGENDS = { states: ["closed", "open", "goal", "dead", "cut", "back"], lines: ["closed", "entered", "cut",
  "known"],
  rollouts: ["closed"] };

/** @param {{pin(id: number | null): void}} acts */
export function createTree({ pin }) {
  const canvas = h("canvas", { class: "tree-canvas", id: "watch-tree", tabindex: 0, role: "img" });
  const status = h("p", { class: "quiet", id: "watch-tree-count" });
  const legend = h("ul", { class: "tree-legend quiet" });
  const follow = h("input", { type: "checkbox", id: "tree-follow" });
  follow.checked = true;
  const mode = h("select", { id: "tree-mode", "data-i18n-label": "watch.tree.mode" });
  const zoomIn = b({ class: "icon", "data-i18n-label": "watch.tree.in", "data-i18n-title": "watch.tree.in" }, "+");
  const zoomOut = b({ class: "icon", "data-i18n-label": "watch.tree.out", "data-i18n-title": "watch.tree.out" }, "−");
  const whole = button("watch.tree.fit", { id: "tree-fit" });
  const fold = button("watch.tree.fold", { id: "tree-fold" });
  const what = h("select", { id: "tree-what", "data-i18n-label": "watch.tree.what" },
    ...["f", "g", "h", "id"].map((one) =>
    h("option", { value: one }, one === "id" ? "n°" : one)));
  const wanted = h("input", { id: "tree-wanted", inputmode: "numeric", autocomplete: "off",
    "data-i18n-label": "watch.tree.value" });
  const find = h("form", { class: "tree-find", role: "search" }, what, wanted,
    h("button", { "data-i18n": "watch.tree.find", id: "tree-find" }));
  const root = h("section", { class: "watch-tree", "aria-labelledby": "watch-tree-title" },
    h("div", { class: "head" }, h("h2", { id: "watch-tree-title", "data-i18n": "watch.tree" }), status),
    h("div", { class: "tree-place" }, canvas),
    h("div", { class: "tree-tools" }, mode, zoomOut, zoomIn, whole, fold, check("watch.tree.follow", follow), find),
    legend);

  /** @type {TreeView | null} */
  let tree = null;
  /** The places of nodes, by their numbers. @type {Map<number, number>} */
  let places = new Map();
  /** @type {Layout | null} */
  let layout = null;
  /** @type {Camera} */
  let camera = { x: 0, y: 0, wide: 10, high: 40 };
  /** @type {Set<number>} */
  const folded = new Set();
  let seen = { at: 0, here: -1, pinned: -1, kind: "states" };
  let [laid, due, moved] = ["", 0, false];
  let place = { wide: 0, high: 0 };

  /** @param {number} i */
  function label(i) {
    if (!tree) return "";
    const { g, h: estimate, names } = tree;
    if (seen.kind === "lines") return camera.wide >= 62 ? `${names[i]} ${scored(i)}` : camera.wide >= 40 ? names[i]
      : scored(i);
    if (seen.kind === "rollouts") return camera.wide >= 40 ? names[i] : "";
    return estimate[i] < 0 ? `${g[i]}` : camera.wide >= 46 ? `${g[i]}+${estimate[i]}` : `${g[i] + estimate[i]}`;
  }
  /** @param {number} i */
  const scored = (i) => (tree && tree.ended[i] >= 0 && tree.ended[i] <= seen.at ? scoreOf(tree.h[i]) : "");

  function lay() {
    if (!tree) return;
    const until = mode.value === "whole" ? Infinity : seen.at;
    const way = mode.value === "branch" ? wayTo(middle()) : null;
    const signature = `${tree.ids.length} ${tree.ids[0]} ${tree.ids.at(-1)} ${until} ${[...folded]} ${way && [...way]}`;
    if (signature === laid) return;
    laid = signature;
    layout = layOut(tree, folded, until, way);
    if (mode.value !== "whole" && !moved) fit();
  }
  /** All of it, or as much of it as can be told apart. */
  function fit() {
    if (!layout || !place.wide) return;
    const wide = Math.min(MOST, (place.wide - 48) / layout.leaves);
    const high = Math.max(20, Math.min(104, (place.high - 64) / Math.max(1, layout.levels)));
    camera = { x: (layout.leaves - 1) / 2, y: Math.min(layout.levels / 2, (place.high / 2 - 28) / high),
      wide: Math.max(LEAST, wide), high };
  }
  /** @param {number} by @param {number} [px] @param {number} [py] what stays where it is */
  function zoom(by, px = place.wide / 2, py = place.high / 2) {
    const wide = Math.max(LEAST, Math.min(MOST, camera.wide * by));
    const x = camera.x + (px - place.wide / 2) * (1 / camera.wide - 1 / wide);
    const high = Math.max(14, Math.min(110, camera.high * by ** 0.4));
    const y = camera.y + (py - place.high / 2) * (1 / camera.high - 1 / high);
    camera = { x, y, wide, high };
    moved = true;
    draw();
  }
  /** Brings a node into sight. @param {number} i @param {boolean} [middle] */
  function show(i, middle = false) {
    if (!layout || i < 0 || layout.hidden[i]) return;
    const [px, py] = [(layout.x[i] - camera.x) * camera.wide, (layout.y[i] - camera.y) * camera.high];
    const [rx, ry] = [place.wide / 2 - 40, place.high / 2 - 26];
    if (middle || Math.abs(px) > rx) camera.x = layout.x[i];
    if (Math.abs(py) > ry) camera.y += (py - Math.sign(py) * ry) / camera.high;
  }
  /** The nodes on the way to one. @param {number} i */
  function wayTo(i) {
    const way = new Set();
    for (let at = i; tree && at >= 0; at = tree.parents[at]) way.add(at);
    return way;
  }
  /** What the picture is about. */
  const middle = () => (seen.pinned >= 0 ? seen.pinned : seen.here);
  const look = () => ({ at: seen.at, game: seen.kind !== "states" && seen.kind !== "expansions", here: seen.here,
    pinned: seen.pinned,
    way: wayTo(middle()), folded, label, rollouts: seen.kind === "rollouts" });

  function paintAll() {
    due = 0;
    const drawn = penOf(canvas);
    if (!drawn) return;
    const { pen } = drawn;
    const first = place.wide !== drawn.wide && !moved;
    place = { wide: drawn.wide, high: drawn.high };
    if (!tree) return;
    lay();
    if (!layout) return;
    if (first) fit();
    if (follow.checked) show(middle());
    const ink = inks();
    const all = picture(tree, layout, camera, place, look());
    paint(pen, all, ink);
    if (layout.leaves * camera.wide > place.wide + 4) overview(pen);
    const parts = tree.ids.length < tree.of || folded.size > 0 || mode.value === "branch";
    write(status, t(parts ? "watch.tree.part" : "watch.tree.all", { n: number(all.shown), of: number(tree.of) }));
    set(canvas, { "aria-label": t("watch.tree.label", { n: number(all.shown), depth: layout.levels }),
      "data-shown": all.shown });
  }
  /** The whole tree in a corner, and what of it is seen. @param {CanvasRenderingContext2D} pen */
  function overview(pen) {
    if (!tree || !layout) return;
    const { wide, high } = OVERVIEW;
    const [left, top] = [place.wide - wide - 8, place.high - high - 8];
    const ink = inks();
    pen.fillStyle = ink.paper;
    pen.globalAlpha = 0.92;
    pen.fillRect(left, top, wide, high);
    pen.globalAlpha = 1;
    pen.strokeStyle = ink.edge;
    pen.lineWidth = 1;
    pen.strokeRect(left + 0.5, top + 0.5, wide - 1, high - 1);
    const [kx, ky] = [(wide - 8) / layout.leaves, (high - 10) / Math.max(1, layout.levels)];
    pen.fillStyle = ink.quiet;
    const taken = new Int16Array(layout.levels + 1).fill(-1);
    for (let i = 0; i < tree.ids.length; i += 1) {
      if (layout.hidden[i] || tree.born[i] > seen.at) continue;
      const x = Math.round(layout.x[i] * kx);
      if (taken[layout.y[i]] === x) continue;
      taken[layout.y[i]] = x;
      pen.fillRect(left + 4 + x, top + 4 + layout.y[i] * ky, 1.5, 1.5);
    }
    const [half, tall] = [place.wide / 2 / camera.wide, place.high / 2 / camera.high];
    const clampX = (/** @type {number} */ v) => Math.max(left + 1, Math.min(left + wide - 1, left + 4 + v * kx));
    const clampY = (/** @type {number} */ v) => Math.max(top + 1, Math.min(top + high - 1, top + 4 + v * ky));
    pen.strokeStyle = ink.ink;
    pen.lineWidth = 1.5;
    const [x0, y0] = [clampX(camera.x - half), clampY(camera.y - tall)];
    pen.strokeRect(x0, y0, clampX(camera.x + half) - x0, clampY(camera.y + tall) - y0);
  }
  const draw = () => void (due ||= requestAnimationFrame(paintAll));
  new ResizeObserver(draw).observe(canvas);

  /** @param {MouseEvent} event */
  function nodeAt(event) {
    if (!tree || !layout) return -1;
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let [best, near] = [-1, NEAR];
    for (let i = 0; i < tree.ids.length; i += 1) {
      if (layout.hidden[i] || tree.born[i] > seen.at) continue;
      const far = Math.hypot((layout.x[i] - camera.x) * camera.wide + place.wide / 2 - px,
        (layout.y[i] - camera.y) * camera.high + place.high / 2 - py);
      if (far < near) [best, near] = [i, far];
    }
    return best;
  }
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let travelled = 0;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled = 0;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const from = down.get(event.pointerId);
    if (!from) {
      canvas.style.cursor = nodeAt(event) >= 0 ? "pointer" : "grab";
      return;
    }
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    const others = [...down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (others[0]) {
      const [before, after] = [Math.hypot(from.x - others[0].x, from.y - others[0].y),
        Math.hypot(event.clientX - others[0].x, event.clientY - others[0].y)];
      travelled = 99;
      return zoom(after / Math.max(1, before));
    }
    travelled += Math.abs(dx) + Math.abs(dy);
    if (travelled < 4) return;
    follow.checked = false;
    moved = true;
    camera = { ...camera, x: camera.x - dx / camera.wide, y: camera.y - dy / camera.high };
    draw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!down.delete(event.pointerId) || travelled >= 4 || !tree) return;
    const i = nodeAt(event);
    pin(i < 0 ? null : tree.ids[i]);
  });
  canvas.addEventListener("pointercancel", (event) => void down.delete(event.pointerId));
  canvas.addEventListener("dblclick", (event) => tree && nodeAt(event) >= 0 && toggleFold(tree.ids[nodeAt(event)]));
  canvas.addEventListener("wheel", (event) => {
    // Without a key or the focus the page scrolls.
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") zoom(1.4);
    else if (event.key === "-") zoom(1 / 1.4);
    else if (event.key === "0") whole.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  zoomIn.addEventListener("click", () => zoom(1.5));
  zoomOut.addEventListener("click", () => zoom(1 / 1.5));
  whole.addEventListener("click", () => {
    follow.checked = false;
    moved = false;
    fit();
    draw();
  });
  follow.addEventListener("change", draw);
  mode.addEventListener("change", () => {
    [moved, laid] = [false, ""];
    lay();
    fit();
    draw();
  });
  /** @param {number} id */
  function toggleFold(id) {
    if (!folded.delete(id)) folded.add(id);
    draw();
  }
  fold.addEventListener("click", () => {
    const i = middle();
    if (tree && i >= 0) toggleFold(tree.ids[i]);
  });
  onSubmit(find, () => {
    if (!tree) return;
    const value = Number(wanted.value);
    const { ids, g, h: estimate, born } = tree;
    const of = (/** @type {number} */ i) => (what.value === "id" ? ids[i] : what.value === "g" ? g[i] : estimate[i] < 0
      ? NaN
      : what.value === "h" ? estimate[i] : g[i] + estimate[i]);
    const from = seen.pinned + 1;
    for (let n = 0; n < ids.length; n += 1) {
      const i = (from + n) % ids.length;
      if (born[i] > seen.at || of(i) !== value || !wanted.value.trim()) continue;
      pin(ids[i]);
      lay();
      show(i, true);
      return draw();
    }
    set(wanted, { "aria-invalid": "true" });
    write(status, t("watch.tree.none"));
  });
  wanted.addEventListener("input", () => set(wanted, { "aria-invalid": null }));

  let told = "";
  return {
    root,
    /** Whether a node is in the part that is known. @param {number} id */
    knows: (id) => places.has(id),
    /** What a node of the part is, if it is in there. @param {number} id */
    nodeOf(id) {
      const i = places.get(id);
      return tree && i !== undefined ? { id, g: tree.g[i], h: tree.h[i] < 0 ? null : tree.h[i], shift: tree.shifts[i],
        born: tree.born[i], ended: tree.ended[i] } : null;
    },
    /** @param {TreeView | null} now */
    take(now) {
      const other = !tree || !now || now.of !== tree.of;
      tree = now;
      places = new Map(now?.ids.map((id, i) => [id, i]));
      laid = "";
      if (other) {
        folded.clear();
        place = { wide: 0, high: 0 };
        [moved, follow.checked] = [false, true];
        // A large tree is a cloud; the branch at hand can be read.
        if (now) mode.value = now.ids.length > FEW ? "branch" : "whole";
      }
      draw();
    },
    /** @param {TracedLane} lane @param {number} at @param {number | null} here @param {number | null} pinned */
    render(lane, at, here, pinned) {
      seen = { at, here: here === null ? -1 : (places.get(here) ?? -1), pinned: pinned === null ? -1
        : (places.get(pinned) ?? -1), kind: lane.kind };
      refill(mode, "", () => MODES.map((one) => h("option", { value: one }, t(`watch.tree.${one}`))));
      find.hidden = lane.kind !== "states";
      const names = LEGENDS[lane.kind] ?? LEGENDS.states;
      const signature = `${document.documentElement.lang} ${names}`;
      if (signature !== told) {
        told = signature;
        legend.replaceChildren(...names.map((name) =>
          h("li", {}, h("i", { class: `tree-mark ${name}`, "aria-hidden": "true" }),
          t(`watch.mark.${lane.kind === "states" ? "" : `${lane.kind}.`}${name}`))));
      }
      draw();
    },
    /** The picture as it is, as SVG. */
    svg: () => (tree && layout ? asSvg(picture(tree, layout, camera, place, look()), inks(), place) : null),
    /** The same as pixels. @returns {Promise<Blob | null>} */
    png: () => new Promise((done) => {
      const sheet = h("canvas", { width: canvas.width, height: canvas.height });
      const pen = sheet.getContext("2d");
      if (!pen || !canvas.width) return done(null);
      pen.fillStyle = inks().sheet;
      pen.fillRect(0, 0, sheet.width, sheet.height);
      pen.drawImage(canvas, 0, 0);
      sheet.toBlob(done, "image/png");
    }),
  };
}
