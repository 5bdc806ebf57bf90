// @ts-check
// The parts of a table that screens share: the board with its controls, the strip with the task, figures, history,
// hints and the replay of a line. Each is made once and gives {root, render(state)}.

import { createBoard } from "./board.js";
import { all, b, h, pressed, refill, set, write } from "./dom.js";
import { t } from "./i18n.js";
import { disable, figure, icon, picture, section } from "./parts.js";
import { skin } from "./skin.js";
import { goalWords, moveChip, moves as lengthOf, moveSign, pieceChip } from "./words.js";

/** @import { App, State } from "./app.js" */
/** @import { Guard, Look } from "./skin.js" */
/** @import { History, Scene } from "./wire.js" */
/** @typedef {{root: HTMLElement, render(state: State): void}} Part */

const narrow = matchMedia("(max-width: 899px)");

/**
 * Carries out what the buttons under an element say in data-act, data-dir and data-replay.
 * @param {App} app
 * @param {HTMLElement} root
 * @param {Guard} [guard]
 */
export function wire(app, root, guard = () => true) {
  root.addEventListener("click", (event) => {
    const found = pressed(event);
    if (!found || found.getAttribute("aria-disabled") === "true") return;
    const { act, dir, replay } = found.dataset;
    if (act && guard("act", act)) app.act(act);
    if (dir && guard("slide", dir)) app.slide(app.state.selected, dir);
    if (replay && guard("replay", replay)) app.replay(replay);
  });
}

const KEYS = { undo: "U", redo: "Y", undo_push: "Shift+U", redo_push: "Shift+Y", restart: "R", hint: "H", next: "N",
  previous: "P" };

/**
 * The pieces to choose from, the pad of a phone, and the history's buttons.
 * @param {App} app
 * @param {string[][]} [groups] the buttons, in groups
 * @returns {Part}
 */
export function createControls(app, groups = skin.acts) {
  /** @param {string} name */
  const act = (name) =>
    b({ "data-act": name, "aria-keyshortcuts": KEYS[/** @type {keyof typeof KEYS} */ (name)] },
      icon(name === "next" && groups.flat().includes("previous") ? "following" : name),
      h("span", { "data-i18n": name === "next" ? "next.short" : name }));
  const robots = h("div", { class: "robots", role: "group", "data-i18n-label": "robots", hidden: !skin.choosable });
  const hub = h("span", { class: "hub", "aria-hidden": "true" });
  const ways = { N: "north", W: "west", E: "east", S: "south" };
  const pad = h("div", { class: "pad", role: "group", "data-i18n-label": "directions" },
    ...Object.entries(ways).map(([way, word]) => b({ "data-dir": way, "data-i18n-label": word }, icon(way))), hub);
  const root = h("div", { class: "controls" }, robots, pad,
    ...groups.map((names, i) =>
      h("div", { class: "acts", role: "group", "data-i18n-label": i ? "puzzle" : "history" }, ...names.map(act))));
  const heavy = (/** @type {History} */ { weighty, at }, /** @type {boolean} */ back) =>
    weighty.some((one) => (back ? one < at : one >= at));

  return {
    root,
    render(state) {
      const { view } = state;
      if (!view) return;
      const { scene, history } = view;
      if (skin.choosable) refill(robots, scene.pieces.map((piece) => piece.color + piece.letter).join(), () =>
        scene.pieces.map((_, index) => {
          const words = skin.pieceLabel?.(scene, index) ?? app.nameOf(index);
          const one = b({ "aria-label": words, title: words, "aria-keyshortcuts": index + 1 },
            ...signOf(scene, index), h("kbd", { "aria-hidden": "true" }, String(index + 1)));
          one.addEventListener("click", () => app.choose(index));
          return one;
        }));
      Array.from(robots.children).forEach((one, index) =>
        set(one, { "aria-pressed": String(index === state.selected) }));
      const piece = scene.pieces[state.selected];
      refill(hub, piece ? piece.color + piece.letter : "", () => (piece ? signOf(scene, state.selected) : []));
      for (const one of all("[data-dir]", pad)) {
        const way = skin.unturned?.(one.dataset.dir ?? "") ?? one.dataset.dir;
        const can = scene.moves.some((move) => move.piece === state.selected && move.direction === way);
        disable(one, scene.solved || !can);
      }
      for (const one of all("[data-act]", root)) {
        const off = { undo: history.at === 0, redo: history.at >= history.moves.length, restart: history.at === 0,
          hint: scene.solved || state.busy !== null,
          undo_push: !heavy(history, true), redo_push: !heavy(history, false) };
        disable(one, Boolean(off[/** @type {keyof typeof off} */ (one.dataset.act)]));
      }
    },
  };
}

/** A piece as a picture of its own. @param {Scene} scene @param {number} index */
function signOf(scene, index) {
  const sign = skin.art.sign(scene, index);
  return sign ? [picture(sign, 16)] : [];
}

/**
 * The strip above the board: the task's sign, a sentence, and what a screen adds after it.
 * @param {App} app
 * @param {{words?: (state: State) => string, solved?: (state: State) => boolean, more?: Node[]}} [own]
 * @returns {Part}
 */
export function createStrip(app, own = {}) {
  const glyph = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const root =
    h("section", { class: "strip", id: "strip", "data-i18n-label": "task" }, glyph, goal, ...(own.more ?? []));
  return {
    root,
    render(state) {
      const { view } = state;
      const solved = own.solved?.(state) ?? Boolean(view?.scene.solved);
      root.classList.toggle("solved", solved);
      write(goal,
        !view ? t("goal.wait") : own.words ? own.words(state) : solved ? skin.wonWords(state) : goalWords(view.scene));
      const sign = view ? skin.art.glyph(view.scene) : null;
      refill(glyph, sign?.key ?? "", () => (sign ? [picture(sign.node, 20)] : []));
    },
  };
}

/**
 * Moves, optimum and seed. The optimum is hidden until it can spoil nothing.
 * @returns {Part}
 */
export function createFigures() {
  const moves = h("dd", { id: "fig-moves" }, "0");
  const best = h("dd", { id: "fig-best" }, "–");
  const seed = h("dd", { id: "fig-seed", class: "small" }, "–");
  return {
    root: h("div", { class: "figures" }, figure("moves", moves), figure("optimum", best), figure("seed", seed)),
    render({ view, rating, revealed }) {
      write(moves, String(view?.history.at ?? 0));
      const open = Boolean(view?.scene.solved || revealed);
      write(best, open && rating?.optimum != null ? String(rating.optimum) : "–");
      set(best, { title: open ? null : t("optimum.hidden") });
      write(seed, view?.seed != null ? String(view.seed) : "–");
    },
  };
}

/**
 * The moves that were made, each a way to jump to.
 * @param {App} app
 * @param {Guard} [guard]
 * @returns {Part}
 */
export function createHistory(app, guard = () => true) {
  const root = h("ol", { class: "chips", id: "played", "data-i18n-label": "played" });
  return {
    root,
    render({ view }) {
      if (!view) return;
      const { scene, history } = view;
      refill(root, `${history.at} ${history.moves.join()} ${scene.pieces.map((piece) => piece.letter).join()}`, () => {
        if (!history.moves.length) return [h("li", { class: "quiet" }, t("played.none"))];
        let end = 0;
        return skin.chunks(history.moves).map((chunk, index) => {
          end += chunk.length;
          const here = end;
          const { nodes, label } = moveSign(scene, chunk.join(""));
          const now = here >= history.at && here - chunk.length < history.at;
          const chip =
            b({ class: "chip", "aria-label": `${index + 1}. ${label}`, "aria-current": now ? "step" : null }, ...nodes);
          chip.addEventListener("click", () => guard("act", "go") && app.go(() => here));
          return h("li", { class: here <= history.at || now ? null : "undone" }, chip);
        });
      });
    },
  };
}

/**
 * The ladder of hints; each new rung is spoken, and `words` says it again.
 * @param {App} app
 * @returns {Part & {words(): string}}
 */
export function createHints(app) {
  const list = h("ol", { class: "ladder", id: "ladder" });
  const more = b({ "data-act": "hint" }, h("span", { "data-i18n": "hint.more" }), " ", h("kbd", {}, "H"));
  const wait = h("p", { class: "quiet", "data-i18n": "answer.searching", hidden: true });
  const root = section("hints", [more], list, wait);
  /** @type {State["hint"]} */
  let told = null;

  return {
    root,
    words: () => rungWords(list),
    render(state) {
      const { hint, view } = state;
      wait.hidden = state.busy !== "hint";
      const scene = view?.scene;
      disable(more,
        !scene || scene.solved || state.busy !== null || (hint !== null && (hint.level >= 5 || !hint.solvable)));
      refill(list, `${JSON.stringify(hint)} ${scene?.pieces.map((piece) => piece.letter).join()}`, () => {
        if (hint && !hint.solvable) return [h("li", { class: "lit" }, h("span", {}, t("hint.never")))];
        return [1, 2, 3, 4, 5].map((level) => {
          /** @type {(Node | string)[]} */
          const value = [];
          const lit = hint !== null && hint.level >= level;
          if (lit && scene) {
            if (level === 1 && hint.length !== undefined) value.push(lengthOf(hint.length));
            if (level === 2 && hint.pieces !== undefined) value.push(String(hint.pieces));
            if (level === 3) value.push(...(hint.which ?? []).map((index) => pieceChip(scene, index)));
            if (level === 4 && hint.next) value.push(moveChip(scene, (hint.stretch ?? [hint.next]).join("")));
            if (level === 5 && hint.moves) value.push(t("hint.below"));
          }
          return h("li", { class: lit ? "lit" : null }, h("span", {}, t(`hint.${level}`)),
            h("span", { class: "value" }, ...value));
        });
      });
      if (hint && hint !== told) app.say(rungWords(list));
      told = hint;
    },
  };
}

/** The newest rung of the ladder, to be spoken. @param {HTMLElement} list */
function rungWords(list) {
  const rung = all(".lit", list).at(-1);
  const value = rung?.querySelector(".value");
  const signs = value ? all("[aria-label]", value).map((sign) => sign.getAttribute("aria-label")) : [];
  const what = rung?.firstElementChild?.textContent ?? "";
  const told = signs.length ? signs.join(", ") : value?.textContent;
  return told ? t("hint.told", { what, value: told }) : what;
}

/**
 * A line and its replay: the way that a hint or a search gave, on the table's own history.
 * @param {App} app
 * @returns {Part}
 */
export function createReplay(app) {
  const from = h("p", { id: "line-from", class: "quiet" });
  const list = h("ol", { class: "chips", id: "line-moves", "data-i18n-label": "solution" });
  const at = h("output", { id: "line-at" });
  /** @param {string} name */
  const step = (name) =>
    b({ "data-replay": name, "data-i18n-label": `replay.${name}`, "data-i18n-title": `replay.${name}` }, icon(name));
  const root = section("solution", [from], list,
    h("div", { class: "replay", role: "group", "data-i18n-label": "replay" }, step("first"), step("back"), at,
      step("step"), step("last")));
  root.id = "line";
  root.hidden = true;

  return {
    root,
    render({ line, view }) {
      root.hidden = !line || !view;
      if (!line || !view) return;
      const now = app.lineAt();
      write(from, line.from ?? t("solution.hint"));
      refill(list, `${line.moves.join()} ${now}`, () =>
        chunked(line.moves).map(({ name, from: first, to }) => {
          const kind = now === null ? null : to <= now ? "done" : first <= now ? "due" : null;
          return h("li", { class: kind }, moveChip(view.scene, name));
        }));
      write(at, now === null ? t("replay.off") : t("replay.at", { at: now, n: line.moves.length }));
      const back = view.history.at > line.base.length && line.base.every((move, i) => view.history.moves[i] === move);
      const on = now !== null && now < line.moves.length;
      for (const one of all("[data-replay]", root))
        disable(one, !(/first|back/.test(one.dataset.replay ?? "") ? back : on));
    },
  };
}

/** The moves of a line as they are shown: one by one, or several in one sign. @param {string[]} moves */
function chunked(moves) {
  let to = 0;
  return skin.chunks(moves).map((chunk) => ({ name: chunk.join(""), from: to, to: (to += chunk.length) }));
}

/**
 * The board of the table in its place, playable, with what is said of it.
 * @param {App} app
 * @param {{guard?: Guard, click?: (cell: number) => boolean}} [own] click takes a pointer that came up on a cell, and
 *   says whether it did
 */
export function createStage(app, own = {}) {
  const words = h("div", { class: "sr", id: "board-words" });
  const host = h("div", { class: "board", id: "board", role: "group", tabindex: 0, "aria-describedby": "board-words" });
  const hand = skin.hand(app, own.guard ?? (() => true));
  const board = createBoard(host, hand.actions);
  if (own.click) {
    const { click } = own;
    // Before the board hears of it.
    host.addEventListener("pointerup", (event) => {
      const place = board.locate(event);
      if (place && click(place.cell)) event.stopPropagation();
    }, true);
  }
  return {
    host, words, board, hand,
    /** @param {State} state @param {Partial<Look>} [look] */
    render(state, look = {}) {
      const { view } = state;
      if (!view) return;
      const { scene } = view;
      board.render(scene, { selected: state.selected, hinted: state.hint?.next ?? null,
        margin: narrow.matches || !skin.ticks ? 3 : 24, ...hand.look?.(state), ...look });
      hand.render?.(state, board);
      set(host, { "aria-label": t("board.label", { width: scene.width, height: scene.height }) });
      write(words, skin.boardWords(app, state).join(" "));
    },
  };
}

/**
 * A whole table: strip, controls, board and panel in their places, and their buttons at work.
 * @param {App} app
 * @param {{strip: Part, controls: Part, stage: ReturnType<typeof createStage>, panel: HTMLElement[],
 *   guard?: Guard}} parts
 */
export function createTable(app, { strip, controls, stage, panel, guard }) {
  const root = h("div", { class: "table" }, strip.root, controls.root, stage.host, stage.words,
    h("aside", { class: "panel", id: "panel", "data-i18n-label": "panel" }, ...panel));
  wire(app, root, guard);
  narrow.addEventListener("change", app.render);
  return root;
}
