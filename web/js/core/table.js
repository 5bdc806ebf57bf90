// @ts-check
// The parts of a table that screens share: the board with its controls, the strip with the task, figures, history,
// hints and the replay of a line. Each is made once and gives {root, render(state)}.

import { createBoard } from "./board.js";
import { all, b, h, pressed, refill, set, write } from "./dom.js";
import { maybe, t } from "./i18n.js";
import { disable, figure, icon, picture, section } from "./parts.js";
import { moverAt, playerName, scoreWords } from "./players.js";
import { looks } from "./scene.js";
import { sight } from "./sight.js";
import { skin } from "./skin.js";
import { moveChip, moves as lengthOf, pieceChip, signLegend, signOf } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Guard, Look } from "./skins.js" */
/** @import { History, Line, Message, State, View } from "./state.js" */
/** @import { Hint } from "./wire.js" */
/** A part of a screen: `run` tells it whether the screen is shown, `key` takes a key press, `heard` hears every
 * message; `help` are its keys.
 * @typedef {{root: HTMLElement, render(state: State): void, run?(on: boolean): void,
 *   key?(event: KeyboardEvent): boolean, heard?(message: Message): void, query?(): string, visited?(query: string): void,
 *   help?: [string, string][]}} Part */

const narrow = matchMedia("(max-width: 899px)");

/**
 * Carries out what the buttons under an element say in data-act, data-dir and data-replay.
 * @param {App} app
 * @param {HTMLElement} root
 * @param {Guard} [guard]
 * @param {(name: string, event: Event) => boolean} [own] takes an act of the screen's own, and says whether it did
 */
export function wire(app, root, guard = () => true, own = () => false) {
  root.addEventListener("click", (event) => {
    const found = pressed(event);
    if (!found || found.getAttribute("aria-disabled") === "true") return;
    const { act, dir, replay } = found.dataset;
    if (act && guard("act", act) && !own(act, event)) app.act(act);
    if (dir && guard("slide", dir)) app.slide(skin.choosable ? app.state.selected : null, dir);
    if (replay && guard("replay", replay)) app.replay(replay);
  });
}

/** @type {Record<string, string>} */
export const KEYS = { undo: "U", redo: "Y", undo_push: "Shift+U", redo_push: "Shift+Y", restart: "R", hint: "H",
  next: "N", previous: "P", wall: "W", menu: "Escape", new: "N", games: "G" };
const WAYS = { N: "north", W: "west", E: "east", S: "south" };

/** Whether there is a weighty move to go back or forward to. @param {History} history @param {boolean} back */
const heavy = ({ weighty, at }, back) => weighty.some((one) => (back ? one < at : one >= at));

/** Whether there is no hint to be had now. @param {App} app */
const hintless = ({ mayMove, state: { busy, hint } }) =>
  !mayMove() || busy !== null || (hint !== null && (hint.rung >= hint.of || !hint.solvable));

/** What has nothing to do now. @param {App} app @param {View} view @returns {Record<string, boolean>} */
function idle(app, { history }) {
  return {
    undo: app.undoable(true) === null,
    redo: app.undoable(false) === null,
    restart: history.at === 0,
    hint: hintless(app),
    undo_push: !heavy(history, true), redo_push: !heavy(history, false),
  };
}

/** The pieces to choose from, the pad of a phone, and the history's buttons.
 * @param {App} app @param {string[][]} [groups] the buttons, in groups @returns {Part} */
export function createControls(app, groups = skin.acts) {
  /** @param {string} name */
  const act = (name) => b({ "data-act": name, "aria-keyshortcuts": KEYS[name] },
    icon(name === "next" && groups.flat().includes("previous") ? "following" : name),
    h("span", { "data-i18n": name === "next" ? "next.short" : maybe(`act.${name}`) ? `act.${name}` : name }));
  const robots = h("div", { class: "robots", role: "group", "data-i18n-label": "robots" });
  const hub = h("span", { class: "hub", "aria-hidden": "true" });
  const pad = h("div", { class: "pad", role: "group", "data-i18n-label": "directions" },
    ...Object.entries(WAYS).map(([way, word]) => b({ "data-dir": way, "data-i18n-label": word }, icon(way))), hub);
  const root = h("div", { class: "controls" }, ...(skin.choosable ? [robots] : []), ...(app.has("versus") ? [] : [pad]),
    ...groups.map((names, i) =>
      h("div", { class: "acts", role: "group", "data-i18n-label": i ? "puzzle" : "history" }, ...names.map(act))));

  return {
    root,
    render(state) {
      const { view } = state;
      if (!view) return;
      const { scene } = view;
      refill(robots, looks(scene), () => scene.pieces.map((_, index) => {
        const words = skin.pieceLabel(scene, index);
        const one = b({ "aria-label": words, title: words, "aria-keyshortcuts": index + 1 },
          ...signOf(scene, index), h("kbd", { "aria-hidden": "true" }, String(index + 1)));
        one.addEventListener("click", () => app.choose(index));
        return one;
      }));
      Array.from(robots.children).forEach((one, index) =>
        set(one, { "aria-pressed": String(index === state.selected) }));
      const piece = scene.pieces[skin.choosable ? state.selected : 0];
      refill(hub, `${piece?.color}${piece?.label}`, () =>
        (piece ? signOf(scene, skin.choosable ? state.selected : 0) : []));
      for (const one of all("[data-dir]", pad)) {
        const seen = one.dataset.dir ?? "";
        const way = skin.turnable ? sight.unturned(seen) : seen;
        disable(one, scene.solved || !scene.moves.some((move) =>
          (!skin.choosable || move.piece === state.selected) && move.direction === way));
      }
      const off = idle(app, view);
      for (const one of all("[data-act]", root)) disable(one, off[one.dataset.act ?? ""] ?? false);
    },
  };
}

/**
 * The strip above the board: the task's sign, a sentence, and what a screen adds under and after it.
 * @param {App} app
 * @param {{words?: (state: State) => string, solved?: (state: State) => boolean, under?: Node[], more?: Node[],
 *   glyph?: (view: View, solved: boolean) => {key: string, node: SVGElement} | null}} [own]
 * @returns {Part}
 */
export function createStrip(app, { words, solved: isSolved, under = [], more = [], glyph: sign } = {}) {
  const glyph = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const root = h("section", { class: "strip", id: "strip", "data-i18n-label": "task" }, glyph,
    under.length ? h("div", { class: "told" }, goal, ...under) : goal, ...more);
  return {
    root,
    render(state) {
      const { view } = state;
      const solved = isSolved?.(state) ?? Boolean(view?.scene.solved);
      root.classList.toggle("solved", solved);
      write(goal, !view ? t("goal.wait") : words ? words(state) : solved ? skin.wonWords(state)
        : skin.goalWords(view.scene));
      const drawn = !view ? null : sign ? sign(view, solved) : skin.art.glyph(view.scene);
      refill(glyph, drawn?.key ?? "", () => (drawn ? [picture(drawn.node, 20)] : []));
    },
  };
}

/** Moves, optimum and seed. The optimum is hidden until it can spoil nothing. @returns {Part} */
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

/** The moves that were made, each a way to jump to; in a game of several, with who made them.
 * @param {App} app @param {Guard} [guard] @returns {Part} */
export function createHistory(app, guard = () => true) {
  const root = h("ol",
    { class: app.has("versus") ? "moves-list" : "chips", id: "played", "data-i18n-label": "played" });

  /** @param {View} view @param {string[]} chunk @param {number} index @param {number} here after how many moves */
  function item(view, chunk, index, here) {
    const { scene, history: { at }, table } = view;
    const { nodes, label } = skin.moveSign(scene, chunk.join(""));
    const now = here >= at && here - chunk.length < at;
    const player = table ? moverAt(view, here - 1) : null;
    const who = table && player !== null ? `${playerName(table.seats, player)}: ` : "";
    const chip = b({ class: player === null ? "chip" : `chip p${player}`, "data-ply": table ? here : null,
      "aria-label": `${index + 1}. ${who}${label}`, title: label, "aria-current": now ? "step" : null },
      ...(player === null ? [] : signOf(scene, player)), ...nodes);
    chip.addEventListener("click", () => guard("act", "go") && app.go(here));
    const first = table ? moverAt(view, 0) : 0;
    const round = table && ((index + first) % scene.sides.length === 0 || index === 0)
      ? [h("span", { class: "round", "aria-hidden": "true" },
        String(Math.floor((index + first) / scene.sides.length) + 1))] : [];
    return h("li", { class: here <= at || now ? null : "undone" }, ...round, chip);
  }

  return {
    root,
    render({ view }) {
      if (!view) return;
      const { scene, history: { moves, at }, table, code } = view;
      const how = table !== null && app.mayMove();
      refill(root, JSON.stringify([how, at, code, moves, looks(scene), table?.seats.map((seat) => seat.name)]), () => {
        if (!moves.length) return [h("li", { class: "quiet" }, t(how ? "played.how" : "played.none"))];
        let end = 0;
        return skin.chunks(moves).map((chunk, index) => item(view, chunk, index, (end += chunk.length)));
      });
      const now = root.querySelector("[aria-current]");
      if (!table || !(now instanceof HTMLElement) || root.dataset.seen === root.dataset.signature) return;
      root.dataset.seen = root.dataset.signature;
      root.scrollTop = now.offsetTop - root.clientHeight / 2;
    },
  };
}

/** Words that a sign stands for, to be read out. @param {string} label @param {string} text */
const labelled = (label, text) => h("span", { role: "img", "aria-label": label }, text);

/** What each rung of a puzzle's ladder tells. @type {((hint: Hint, view: View) => (Node | string)[])[]} */
const PLAN = [
  ({ length }) => [lengthOf(length)],
  ({ pieces }) => [String(pieces ?? "–")],
  ({ which = [] }, { scene }) => which.map((index) => pieceChip(scene, index)),
  ({ next, stretch }, { scene }) => (next ? [moveChip(scene, (stretch ?? [next]).join(""))] : []),
  ({ moves }, { scene }) => (moves
    ? [labelled(chunked(moves).map(({ name }) => skin.moveSign(scene, name).label).join(", "), t("hint.below"))] : []),
];
/** And of a game's. @type {typeof PLAN} */
const GAME = [
  ({ kind }) => [t(`hint.${kind}`)],
  ({ area = [], next }, { scene }) =>
    (next ? [] : [labelled(area.map((cell) => skin.cellName(scene, cell)).join(", "), t("hint.marked"))]),
  ({ next }, { scene }) => (next ? [moveChip(scene, next, scene.turn)] : []),
  ({ moves = [], score }, { scene, table }) => {
    const words = score ? scoreWords(score, table?.seats ?? []) : "";
    const line = moves.map((move) => skin.moveSign(scene, move).label).join(", ");
    return [labelled([line, words].filter(Boolean).join(". "), words)];
  },
];

/** The ladder of hints; each new rung is spoken, and `newest` says it again.
 * @param {App} app @returns {Part & {newest(): string}} */
export function createHints(app) {
  const rungs = app.has("versus") ? GAME : PLAN;
  const list = h("ol", { class: "ladder", id: "ladder" });
  const more = b({ "data-act": "hint" }, h("span", { "data-i18n": "hint.more" }), " ", h("kbd", {}, "H"));
  const wait = h("p", { class: "quiet", "data-i18n": "answer.searching", hidden: true });
  const root = section("hints", [more], list, wait);
  /** @type {State["hint"]} */
  let told = null;

  return {
    root,
    newest: () => rungWords(list),
    render({ hint, view, busy }) {
      wait.hidden = busy !== "hint";
      disable(more, hintless(app));
      // In a contest alone the last rung costs the whole target, and says so before it is climbed.
      const dear = view?.match != null && view.match.rules.rival === null;
      refill(list, `${JSON.stringify(hint)} ${looks(view?.scene)} ${dear}`, () => {
        if (hint && !hint.solvable) return [h("li", { class: "lit" }, h("span", {}, t("hint.never")))];
        return rungs.map((value, i) => {
          const lit = hint !== null && hint.rung > i;
          const price = dear && i === rungs.length - 1 ? [h("span", { class: "quiet" }, t("hint.dear"))] : [];
          return h("li", { class: lit ? "lit" : null }, h("span", {}, t(`hint.${i + 1}`)), ...price,
            h("span", { class: "value" }, ...(lit && view ? value(hint, view) : [])));
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

/** The moves of a line as tiles, those that are done and the one that is due marked.
 * @param {App} app @param {HTMLElement} list @param {Line} line @param {View} view */
export function fillLine(app, list, line, view) {
  const now = app.lineAt();
  refill(list, `${line.moves.join()} ${now} ${looks(view.scene)}`, () =>
    chunked(line.moves).map(({ name, from: first, to }) =>
      h("li", { class: now !== null && to <= now ? "done" : now !== null && first <= now ? "due" : null },
        moveChip(view.scene, name))));
}

/** A line and its replay: the way that a hint or a search gave, on the table's own history. Where algorithms can be
 * watched, they have the buttons, and this is only the way that a hint gave.
 * @param {App} app @param {boolean} [watched] @returns {Part} */
export function createReplay(app, watched = false) {
  const from = h("p", { id: "line-from", class: "quiet" });
  const list = h("ol", { class: "chips", id: "line-moves", "data-i18n-label": "solution" });
  const at = h("output", { id: "line-at" });
  /** @param {string} name */
  const step = (name) =>
    b({ "data-replay": name, "data-i18n-label": `replay.${name}`, "data-i18n-title": `replay.${name}` }, icon(name));
  const root = section("solution", [from], list, ...signLegend(), ...(watched ? []
    : [h("div", { class: "replay", role: "group", "data-i18n-label": "replay" }, step("first"), step("back"), at,
      step("step"), step("last"))]));
  root.id = "line";
  root.hidden = true;

  return {
    root,
    render({ line, view }) {
      root.hidden = !line || !view || (watched && line.from !== null);
      if (!line || !view || root.hidden) return;
      const now = app.lineAt();
      write(from, line.from ?? t("solution.hint"));
      fillLine(app, list, line, view);
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
  hand.attach?.(board, host);
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
    /** @param {State} state @param {...Look} looks what screens add, their marks put together */
    render(state, ...looks) {
      const { view } = state;
      if (!view) return;
      const { scene } = view;
      if (skin.turnable) board.turn(sight.way());
      const all = [hand.look?.(state) ?? {}, ...looks];
      board.render(scene, Object.assign({ selected: state.selected, hinted: state.hint?.next ?? null,
        margin: skin.margins[narrow.matches ? 0 : 1] }, ...all, { marks: all.flatMap(({ marks = [] }) => marks) }));
      hand.render?.(state, board);
      set(host, { "aria-label": t("board.label", { width: scene.width, height: scene.height }) });
      write(words, skin.boardWords(app, view).join(" "));
    },
  };
}

/**
 * A whole table: strip, controls, board and panel in their places, and their buttons at work.
 * @param {App} app
 * @param {{strip: Part, controls: Part, stage: ReturnType<typeof createStage>, panel: HTMLElement[], guard?: Guard,
 *   own?: (name: string, event: Event) => boolean}} parts
 */
export function createTable(app, { strip, controls, stage, panel, guard, own }) {
  const root = h("div", { class: "table" }, strip.root, controls.root, stage.host, stage.words,
    h("aside", { class: "panel", id: "panel", "data-i18n-label": "panel" }, ...panel));
  wire(app, root, guard, (name, event) => Boolean(stage.hand.act?.(name, event) || own?.(name, event)));
  narrow.addEventListener("change", app.render);
  return root;
}
