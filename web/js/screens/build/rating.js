// @ts-check
// Build, for puzzles: the proven optimum and the difficulty of what was drawn, the size of the board, and its dead
// squares.

import { h, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { button, check, field, figure, section, show } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { moves } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { State, View } from "../../core/state.js" */
/** @import { Part } from "../../core/table.js" */
/** @import { Rating } from "../../core/wire.js" */
/** @import { Desk } from "../build.js" */

const LEVELS = 5;
/** Whether dead squares are to be seen. */
export const dead = h("input", { type: "checkbox", id: "build-dead", checked: true });

/** The badge: what is known of the position. @param {App} app */
function createBadge(app) {
  const { state } = app;
  const [optimum, movers, level] = [h("dd"), h("dd"), h("span")];
  const ticks = h("span", { class: "level", "aria-hidden": "true" }, ...Array.from({ length: LEVELS }, () => h("i")));
  const rated = h("p", { class: "quiet", id: "rated", role: "status" });
  const play = h("a", { class: "door primary", id: "build-play", "data-i18n": "build.play" });
  const analyse = h("a", { class: "door", id: "build-analyse", "data-i18n": "build.analyse" });
  const root = h("section", { class: "badge", id: "badge", "data-i18n-label": "build.rating" },
    h("div", { class: "figures" }, figure("optimum", optimum), figure("build.movers", movers),
      figure("build.level", h("dd", { class: "levels" }, level, ticks))), rated,
    h("div", { class: "doors" }, play, analyse));
  /** What was known last stays, in grey, until there is something new. @type {Rating | null} */
  let known = null;
  /** The position that was asked about. */
  let judged = "";

  /** Where it cannot be solved, the game may know why. @param {View} view */
  function reason({ code }) {
    if (app.has("verdict") && judged !== code && app.send({ type: "verdict" })) judged = code;
    const { verdict } = state;
    return verdict?.code === code ? skin.reason(verdict.verdict) : "";
  }
  /** @param {Rating | null} rating @param {View | null} view */
  function words(rating, view) {
    if (!rating || !view) return t(view ? "build.computing" : "goal.wait");
    const why = rating.solvable === false ? reason(view) : "";
    if (why) return why;
    const { expanded, solvable, optimum: best } = rating;
    const after = t(expanded === 1 ? "build.expanded.one" : "build.expanded.other", { n: number(expanded) });
    const key = solvable === false ? "build.unsolvable" : best != null ? "build.rated" : "build.unknown";
    return t(key, { moves: moves(best), after });
  }
  return {
    root,
    /** @param {State} now */
    render({ rating, view }) {
      known = rating ?? known;
      root.classList.toggle("waits", rating === null);
      write(optimum, known?.solvable === false ? "∞" : show(known?.optimum));
      write(movers, show(known?.pieces));
      write(level, known?.level == null ? "–" : t(`build.level.${known.level}`));
      Array.from(ticks.children).forEach((tick, i) => tick.classList.toggle("on", i < (known?.level ?? 0)));
      set(play, { href: app.address("play") });
      set(analyse, { href: app.address("analyse") });
      set(rated, { class: rating?.solvable === false ? "verdict" : "quiet" });
      write(rated, words(rating, view));
    },
  };
}

/** The size of the board, as far as the game has tools for it. @param {App} app @param {Desk} desk */
function createSize(app, desk) {
  const { state } = app;
  const side = (/** @type {string} */ id) => h("input", { id, type: "number", inputmode: "numeric", required: true });
  const [width, height] = [side("width-build"), side("height-build")];
  const clear = button("build.clear", { id: "build-clear" });
  const form = h("form", { class: "fields size" }, field("option.width", width), field("option.height", height), clear);
  const has = (/** @type {string} */ one) => Boolean(state.game?.tools.some((tool) => tool.name === one));
  function resize() {
    const now = state.view?.scene;
    if (!form.reportValidity() || !now) return;
    const [w, tall] = [Number(width.value), Number(height.value)];
    if (w !== now.width || tall !== now.height) desk.edit({ tool: "size", width: w, height: tall });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    resize();
  });
  form.addEventListener("change", resize);
  clear.addEventListener("click", () => desk.edit({ tool: "clear" }));
  return {
    form,
    /** Whether there is anything to set. */
    useful: () => has("size") || has("clear"),
    /** @param {View} view */
    render({ scene }) {
      clear.hidden = !has("clear");
      for (const [input, value, name] of /** @type {const} */ (
        [[width, scene.width, "width"], [height, scene.height, "height"]])) {
        const range = state.game?.generate.find((one) => one.name === name)?.range;
        set(input, { min: range?.[0], max: range?.[1] });
        follow(input, value);
      }
    },
  };
}

/** @param {App} app @param {Desk} desk @returns {Part & {roots: HTMLElement[]}} */
export function createRating(app, desk) {
  const badge = createBadge(app);
  const size = createSize(app, desk);
  const deadly = check("build.dead", dead);
  deadly.hidden = !skin.dead;
  dead.addEventListener("change", app.render);
  const sizes = section("build.size", [], size.form, deadly);
  sizes.id = "build-size";
  /** The position whose map was asked for. */
  let mapped = "";
  return {
    root: badge.root, roots: [badge.root, sizes],
    render(now) {
      badge.render(now);
      sizes.hidden = !size.useful() && !skin.dead;
      if (!now.view) return;
      size.render(now.view);
      const { code } = now.view;
      if (skin.dead && dead.checked && mapped !== code && app.online()
        && app.send({ type: "map", heuristic: skin.dead, obstacles: false })) mapped = code;
    },
    heard(message) {
      if (message.type === "hello") mapped = "";
    },
  };
}
