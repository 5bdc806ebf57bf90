// @ts-check
// An animated picture of the searches that are watched, from the first step to the last, for slides: as SVG, which
// browsers play, and as animated PNG, which other programs play too. It is drawn aside, frame by frame.

import { b, h, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { button } from "../../core/parts.js";
import { createApng } from "./apng.js";
import { inks } from "./ink.js";
import { createLaneView } from "./lane.js";
import { paint } from "./raster.js";
import { createReel, label, patterns, pieces } from "./reel.js";
import { download } from "./results.js";

/** @import { Clock } from "./clock.js" */
/** @import { createLink } from "./link.js" */
/** @import { Cursor, NodeView, Scene, Seat } from "../../core/wire.js" */

/** The most frames, how long all of them take, one at least and at most, and the last, in milliseconds. */
const [MOST, LENGTH, SHORTEST, LONGEST, LAST] = [200, 16_000, 60, 700, 3000];
/** The widest picture in pixels; the gap between boards, and the sizes of letters in parts of a board's width. */
const [WIDE, GAP, LETTERS] = [1280, 24, 1 / 24];
/** So long a picture of a position is waited for, in milliseconds. */
const PATIENCE = 5000;

/** The moments that are shown: all, or every so many, and the last in any case. @param {number} last
 * @param {number} [most] */
export function momentsOf(last, most = MOST) {
  const every = Math.max(1, Math.ceil(last / (most - 1)));
  const at = Array.from({ length: Math.floor(last / every) + 1 }, (_, i) => i * every);
  if (at[at.length - 1] < last) at.push(last);
  return { at, every };
}

/** A text that fits. @param {string} text @param {number} wide @param {number} size */
const fitting = (text, wide, size) => {
  const most = Math.floor(wide / (size * 0.56));
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
};

/**
 * `sceneOf` is the picture of a node of a game, null until it is there; `words` says where a moment is.
 * @param {{clock: Clock, link: ReturnType<typeof createLink>, name(): string, failed(): void,
 *   start(): Scene | null, seats(): Seat[], labels(): string[], sceneOf(node: NodeView | null): Scene | null}} of
 */
export function createFilm({ clock, link, name, failed, start, seats, labels, sceneOf }) {
  const bar = h("progress", { max: 1, value: 0, "aria-labelledby": "film-words" });
  const words = h("p", { id: "film-words", role: "status" });
  const stop = button("cancel", { id: "film-cancel" });
  const dialog = h("dialog", { class: "film", "aria-labelledby": "film-title" },
    h("h2", { id: "film-title", "data-i18n": "watch.film.making" }), words, bar, h("div", { class: "doors" }, stop));
  const aside = h("div", { class: "film-stage", "aria-hidden": "true", inert: true });
  let cancelled = false;
  stop.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => (cancelled = true));

  /** What is to be seen of each search. @param {number} at @returns {Promise<(Cursor | null)[] | null>} */
  const moment = (at) => new Promise((done) => {
    const wanted = clock.lanes.map((_, i) => {
      const here = Math.min(at, clock.lastOf(i));
      // The last step is the end, with all that came of it.
      return here + (clock.unit !== "events" && here >= clock.lastOf(i) ? 1 : 0);
    });
    link.ask({ type: "moment", at: wanted, by: clock.unit }, (message) => done(message?.lanes ?? null));
  });
  /** @param {NodeView | null} node @returns {Promise<Scene | null>} */
  async function picture(node) {
    for (const began = performance.now(); performance.now() - began < PATIENCE && !cancelled;) {
      const scene = sceneOf(node);
      if (scene) return scene;
      await new Promise((done) => setTimeout(done, 15));
    }
    return null;
  }

  /** @param {"svg" | "png"} kind */
  async function make(kind) {
    const from = start();
    if (!from) return null;
    const names = labels();
    const views = clock.lanes.map(() => createLaneView({ choose() {}, pointed: null }));
    aside.replaceChildren(...views.map(({ root }) => root));
    const { at, every } = momentsOf(clock.last());
    const pace = Math.round(Math.min(LONGEST, Math.max(SHORTEST, LENGTH / at.length)));
    const color = inks();
    /** @type {{wide: number, high: number, places: {x: number, y: number}[], size: number, box: DOMRect} | null} */
    let sheet = null;
    /** @type {ReturnType<typeof createApng> | null} */
    let apng = null;
    /** @type {ReturnType<typeof createReel> | null} */
    let reel = null;
    /** @type {CanvasRenderingContext2D | null} */
    let pen = null;
    let scale = 1;
    for (const [i, moment_] of at.entries()) {
      write(words, t("watch.film.frame", { n: number(i + 1), of: number(at.length) }));
      bar.value = i / at.length;
      const cursors = await moment(moment_);
      if (!cursors || cancelled) return null;
      for (const [n, view] of views.entries()) {
        const lane = clock.lanes[n];
        const cursor = cursors[n];
        const scene = await picture(cursor?.node ?? null);
        if (!scene || cancelled) return null;
        view.render({ lane, cursor, node: cursor?.node ?? null, pinned: false, start: from, scene, seats: seats(),
          stops: [], n: n + 1, of: views.length, chosen: false, label: names[n] ?? "", part: 0 });
      }
      if (!sheet) {
        const box = views[0].board.board.svg.viewBox.baseVal;
        const size = Math.max(12, Math.max(box.width, box.height) * LETTERS);
        const columns = views.length < 4 ? views.length : 2;
        const row = box.height + 3.6 * size;
        sheet = { size, box, wide: columns * (box.width + GAP) + GAP, high: Math.ceil(views.length / columns)
          * (row + GAP) + 2.2 * size, places: views.map((_, n) => ({ x: GAP + (n % columns) * (box.width + GAP),
          y: GAP / 2 + Math.floor(n / columns) * (row + GAP) })) };
        if (kind === "svg") reel = createReel(sheet.wide, sheet.high, color.sheet);
        else {
          scale = Math.min(2, WIDE / sheet.wide);
          const canvas = h("canvas", { width: Math.round(sheet.wide * scale), height: Math.round(sheet.high * scale) });
          pen = canvas.getContext("2d", { willReadFrequently: true });
          if (!pen) return null;
          apng = createApng(canvas.width, canvas.height, at.length);
        }
      }
      const { size, box, wide, high, places } = sheet;
      /** What is written: where, and how large. @type {[string, {x: number, y: number, size: number, bold?: boolean,
       * color: string}][]} */
      const texts = views.flatMap((view, n) => {
        const { x, y } = places[n];
        const figures = (view.root.querySelector(".gh")?.textContent ?? "").trim();
        return [/** @type {[string, any]} */ ([fitting(view.root.querySelector(".lane-name")?.textContent ?? "",
          box.width, size), { x, y: y + size, size, bold: true, color: color.ink }]),
        /** @type {[string, any]} */ ([fitting(figures, box.width, size), { x, y: y + box.height + 3 * size, size,
          color: color.ink }])];
      });
      const lane = clock.lanes[clock.lane];
      const word = clock.unit === "steps" ? (lane.kind === "lines" || lane.kind === "rollouts" ? lane.kind : "steps")
        : clock.unit;
      const place = t(`watch.place.${word}`, { n: number(moment_), of: number(clock.last()) });
      texts.push([every > 1 ? `${place} · ${t("watch.film.every", { n: number(every) })}` : place,
        { x: GAP, y: high - 0.8 * size, size, color: color.quiet }]);
      const millis = i === at.length - 1 ? LAST : pace;
      const views_ = places.map(({ x, y }) => new DOMMatrix().translate(x - box.x, y + 1.6 * size - box.y));
      const svgs = views.map((view) => view.board.board.svg);
      if (reel) {
        reel.add([...svgs.flatMap((svg, n) => pieces(svg, views_[n])),
          ...texts.map(([text, how], n) => label(String(n), text, how))], svgs.flatMap(patterns), millis);
      } else if (pen && apng) {
        const { width, height } = pen.canvas;
        pen.fillStyle = color.sheet;
        pen.fillRect(0, 0, width, height);
        for (const [n, svg] of svgs.entries()) paint(pen, svg, new DOMMatrix().scale(scale).multiply(views_[n]));
        pen.textAlign = "left";
        for (const [text, how] of texts) {
          pen.font = `${how.bold ? 650 : 400} ${how.size * scale}px system-ui, sans-serif`;
          pen.fillStyle = how.color;
          pen.fillText(text, how.x * scale, how.y * scale, (wide - how.x) * scale);
        }
        await apng.add(pen.getImageData(0, 0, width, height), millis);
      }
      // The page stays alive.
      if (kind === "svg") await new Promise((done) => setTimeout(done));
    }
    return reel ? new Blob([reel.end()], { type: "image/svg+xml" }) : (apng?.end() ?? null);
  }

  /** @param {"svg" | "png"} kind */
  async function record(kind) {
    clock.pause();
    cancelled = false;
    dialog.showModal();
    const made = await make(kind).catch(() => null);
    const unwanted = cancelled;
    aside.replaceChildren();
    dialog.close();
    if (made && !unwanted) download(made, `${name()}-animation.${kind}`);
    else if (!unwanted) failed();
  }
  const one = (/** @type {"svg" | "png"} */ kind) => {
    const save = b({ id: `watch-film-${kind}`, "data-i18n-label": `watch.film.${kind}` }, kind.toUpperCase());
    save.addEventListener("click", () => void record(kind));
    return save;
  };
  return { dialog, aside, buttons: h("span", { class: "watch-save" },
    h("span", { class: "quiet", "data-i18n": "watch.film" }), one("svg"), one("png")) };
}
