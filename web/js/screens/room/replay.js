// @ts-check
// Ways that are over, to be seen again on the board: the best one and everybody's. The server tells how each piece
// went; nothing is known of rules here.

import { all, b, h, refill, set, write } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { icon, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { moveChip } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Scene, SlideView } from "../../core/wire.js" */
/** @import { Slide } from "./table.js" */
/** A way that can be seen again: whose it is, in words, and how it went.
 * @typedef {{key: string, name: string, note: string, slides: SlideView[]}} Shown */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The start after some of the steps. @param {Scene} start @param {SlideView[]} slides @returns {Scene} */
function after(start, slides) {
  const cells = start.pieces.map(({ cell }) => cell);
  for (const { piece, path, pushed } of slides) {
    cells[piece] = path.at(-1) ?? cells[piece];
    if (pushed) cells[pushed[0]] = pushed[1].at(-1) ?? cells[pushed[0]];
  }
  return { ...start, moves: [], solved: false, pieces: start.pieces.map((piece, i) => ({ ...piece, cell: cells[i] })) };
}

/** @param {App} app */
export function createWays(app) {
  const list = h("ul", { class: "room-ways", id: "room-ways" });
  const chips = h("ol", { class: "chips", "data-i18n-label": "solution" });
  const at = h("output");
  const step = (/** @type {string} */ name) => b({ "data-step": name, "data-i18n-label": `replay.${name}` },
    icon(name));
  const bar = h("div", { class: "replay", role: "group", "data-i18n-label": "replay" }, step("first"), step("back"), at,
    step("step"), step("last"));
  const root = section("room.ways", [], list, chips, bar);
  /** Which way is shown, and after how many of its steps. */
  let [chosen, done] = ["", 0];
  /** @type {Scene | null} */
  let start = null;
  /** @type {Shown[]} */
  let ways = [];
  /** @type {Slide | null} */
  let slide = null;
  /** Counts what was asked for: a later wish ends an earlier walk. */
  let walk = 0;

  const way = () => ways.find(({ key }) => key === chosen) ?? null;
  /** To after so many steps; forward one after the other. @param {number} to */
  async function go(to) {
    const mine = (walk += 1);
    const here = way();
    if (!here) return;
    for (; done < to && mine === walk; done += 1) {
      const one = here.slides[done];
      await slide?.([one], still.matches ? 0 : 2 * skin.pace(one.path.length, false));
      if (mine !== walk) return;
      app.render();
    }
    done = Math.max(0, Math.min(to, here.slides.length));
    app.render();
  }
  list.addEventListener("click", ({ target }) => {
    const key = target instanceof Element ? target.closest("button")?.dataset.way : undefined;
    if (!key) return;
    [chosen, done] = [key, 0];
    app.render();
    go(way()?.slides.length ?? 0);
  });
  bar.addEventListener("click", ({ target }) => {
    const name = target instanceof Element ? target.closest("button")?.dataset.step : undefined;
    const most = way()?.slides.length ?? 0;
    if (name) go({ first: 0, back: Math.max(0, done - 1), step: Math.min(most, done + 1), last: most }[name] ?? 0);
  });

  return {
    root,
    /** @param {Slide} how */
    attach: (how) => void (slide = how),
    /** The board as it is shown; none where no way was chosen. */
    scene: () => (start && way() ? after(start, way()?.slides.slice(0, done) ?? []) : null),
    /** @param {Scene | null} from @param {Shown[]} shown */
    render(from, shown) {
      start = from;
      ways = shown.filter(({ slides }) => slides.length);
      root.hidden = !shown.length;
      if (!from || !way()) [chosen, done] = ["", 0];
      refill(list, JSON.stringify([shown.map(({ key, name, note }) => [key, name, note]), Boolean(from)]), () =>
        shown.map(({ key, name, note, slides }) => h("li", {}, slides.length && from
          ? b({ "data-way": key }, h("strong", {}, name), " ", h("span", { class: "quiet" }, note))
          : h("span", { class: "way-none" }, h("strong", {}, name), " ", h("span", { class: "quiet" }, note)))));
      for (const one of all("[data-way]", list)) set(one, { "aria-pressed": String(one.dataset.way === chosen) });
      const here = way();
      bar.hidden = chips.hidden = !here;
      if (!here || !from) return;
      write(at, t("replay.at", { at: done, n: here.slides.length }));
      refill(chips, JSON.stringify([chosen, done, here.slides.length]), () => {
        let past = 0;
        return skin.chunks(here.slides.map(({ move }) => move)).map((chunk) => {
          past += chunk.length;
          return h("li", { class: past <= done ? "done" : null }, moveChip(from, chunk.join("")));
        });
      });
    },
  };
}

/** How long a way is, in words. @param {string[]} moves */
export const lengthWords = (moves) => count("moves", moves.length);
