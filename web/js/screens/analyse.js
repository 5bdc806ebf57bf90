// @ts-check
// Analyse: the table with a panel of tools. A puzzle is solved and its heuristics are drawn; a game of adversaries is
// thought about, and other moves are tried; both are looked back on move by move.

import { all, h, set, write } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { tableKey, undoKeys } from "../core/keys.js";
import { button, disable, keyList } from "../core/parts.js";
import { endWords, playerName } from "../core/players.js";
import { skin } from "../core/skin.js";
import { createControls, createStage, createStrip, createTable } from "../core/table.js";
import { createReview } from "./analyse/review.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Hand } from "../core/skins.js" */
/** @import { History, State } from "../core/state.js" */
/** @import { Part } from "../core/table.js" */
/** @import { Aside } from "./analyse/aside.js" */
/** What the screen is made of: `act` takes a button's act, `draw` the board, `leave` ends what is under way.
 * @typedef {{strip: Part, controls: Part, stage: ReturnType<typeof createStage>, panel: Part[],
 *   act?(name: string): boolean, draw(state: State): void, key(event: KeyboardEvent): boolean,
 *   undo: NonNullable<Screen["undo"]>, leave(): void, about: string, keys(): [string, string][]}} Parts */

const narrow = matchMedia("(max-width: 899px)");

/** @param {App} app @returns {Promise<Screen>} */
export async function create(app) {
  const { strip, controls, stage, panel, act, draw, key, undo, leave, about, keys } =
    await (app.has("versus") ? createGame(app) : createPuzzle(app));
  const root = createTable(app, { strip, controls, stage, panel: panel.map((part) => part.root), own: act });
  root.classList.add("analyse");
  return {
    root, undo,
    slide: stage.board.slide,
    nudge: stage.board.nudge,
    render(now) {
      [strip, ...panel, controls].forEach((part) => part.render(now));
      draw(now);
    },
    shown: () => panel.forEach((part) => part.run?.(true)),
    hidden() {
      panel.forEach((part) => part.run?.(false));
      leave();
    },
    query: () => panel.map((part) => part.query?.() ?? "").find(Boolean) ?? "",
    visited: (raw) => panel.forEach((part) => part.visited?.(raw)),
    heard: (message) => panel.forEach((part) => part.heard?.(message)),
    key: (event) => key(event) || panel.some((part) => part.key?.(event)),
    help: () => [h("p", {}, t(about)), keyList([...keys(), undoKeys("help.undo"), ["?", "help.help"]])],
  };
}

/** @param {App} app @returns {Promise<Parts>} */
async function createPuzzle(app) {
  const [{ createPlayback, createSearches, createSolutions, createSolve, createStart }, { createScope }, map] =
    await Promise.all([import("./analyse/solve.js"), import("./analyse/scope.js"),
      app.has("map") ? import("./analyse/map.js") : null]);
  const stage = createStage(app);
  const replay = createPlayback(app);
  const searches = createSearches(app, replay.stop);
  return {
    strip: createStrip(app), controls: createControls(app), stage, draw: (now) => stage.render(now),
    panel: [createSolve(app, searches), replay, createSolutions(app, searches, replay.stop), createReview(app, null),
      ...(map ? [map.createMap(app, stage)] : []), createScope(app), createStart(app)],
    key(event) {
      const taken = tableKey(event);
      if (taken) replay.stop();
      return taken;
    },
    undo(way, held) {
      replay.stop();
      app.act(way, held);
    },
    leave() {
      replay.stop();
      if (["solve", "all", "annotate"].includes(app.state.busy ?? "")) app.send({ type: "cancel" });
    },
    about: "analyse.help", keys: () => skin.help,
  };
}

/** Stepping through a game: the keys, and where they lead.
 * @type {Record<string, {keys: string[], to(history: History): number}>} */
const STEPS = {
  first: { keys: ["Home", "ArrowUp"], to: () => 0 },
  back: { keys: ["ArrowLeft"], to: ({ at }) => at - 1 },
  step: { keys: ["ArrowRight"], to: ({ at }) => at + 1 },
  last: { keys: ["End", "ArrowDown"], to: ({ moves }) => moves.length },
};

/** The buttons of the history, and those of the game's hand. @param {App} app @param {Hand} hand @returns {Part} */
function createSteps(app, hand) {
  const { root, render } = createControls(app, [Object.keys(STEPS), Object.keys(hand.off?.() ?? {})]);
  for (const one of all("[data-act]", root)) {
    const keys = STEPS[one.dataset.act ?? ""]?.keys;
    if (keys) set(one, { "aria-keyshortcuts": keys.join(" ") });
  }
  return {
    root,
    render(state) {
      render(state);
      const history = state.view?.history ?? { at: 0, moves: [] };
      const [start, end] = [history.at === 0, history.at >= history.moves.length];
      /** @type {Record<string, boolean>} */
      const off = { first: start, back: start, step: end, last: end, ...hand.off?.() };
      for (const one of all("[data-act]", root)) disable(one, off[one.dataset.act ?? ""] ?? false);
    },
  };
}

/** Whose turn it is or how the game ended, where in it one is, and the way back to it.
 * @param {App} app @param {Aside} aside @returns {Part} */
function createPlace(app, aside) {
  const where = h("p", { class: "thought", id: "verdict" });
  const back = button("review.back", { id: "give-back", hidden: true });
  back.addEventListener("click", aside.giveBack);
  const { root, render } = createStrip(app, { more: [where, back], solved: () => false, words: ({ view }) => {
    if (!view?.table) return "";
    const { scene, table, history } = view;
    if (table.end && history.at === history.moves.length) return endWords(table);
    return t("turn", { player: playerName(table.seats, scene.winner ?? scene.turn) });
  } });
  return {
    root,
    render(state) {
      if (state.view) aside.follow(state.view);
      render(state);
      const { at, moves: { length } } = state.view?.history ?? { at: 0, moves: [] };
      back.hidden = !aside.away();
      write(where, aside.away() ? t("review.aside") : length ? t("review.at", { at, n: length }) : "");
    },
  };
}

/** @param {App} app @returns {Promise<Parts>} */
async function createGame(app) {
  const [{ createAside }, { createThinker }, { createTexts }, openings] =
    await Promise.all([import("./analyse/aside.js"), import("./analyse/engine.js"), import("./parts/texts.js"),
      app.has("openings") ? import("./analyse/openings.js") : null]);
  const aside = createAside(app);
  const stage = createStage(aside.app);
  const { hand } = stage;
  const review = createReview(app, aside);
  const engine = createThinker(app, aside, review.scoreAt);
  const texts = createTexts(app, async () => !app.running() || app.confirm(t("kept.ask"), t("kept.ask.yes")));
  /** @param {string} name */
  function step(name) {
    if (name in STEPS) app.go(STEPS[name].to);
    return name in STEPS;
  }
  return {
    strip: createPlace(app, aside), controls: createSteps(app, hand), stage,
    panel: [engine, review, ...(openings ? [openings.createOpenings(app, aside)] : []), texts], act: step,
    /** The table, or where a line leads that is pointed at. */
    draw(now) {
      const { view } = now;
      const peek = aside.peek();
      const ribbons = engine.ribbons();
      const future = peek && view
        ? review.sketches.get(view.code, [...peek.base, ...peek.line.slice(0, peek.n)]) : null;
      stage.host.classList.toggle("peeked", future !== null);
      if (!peek || !future) return stage.render(now, { line: engine.thought()?.line ?? [], lineLength: 4, ribbons });
      stage.board.render(future, { margin: skin.margins[narrow.matches ? 0 : 1], line: peek.line.slice(peek.n),
        lineLength: 3, last: { move: peek.line[peek.n - 1], from: null }, ribbons });
    },
    key(event) {
      const arrow = event.key.startsWith("Arrow");
      if ((!arrow || event.shiftKey || hand.held?.()) && hand.key?.(event)) return true;
      return step(Object.keys(STEPS).find((name) => STEPS[name].keys.includes(event.key)) ?? "");
    },
    // Here a step is a move, whoever made it.
    undo(way, held) {
      const back = way === "undo";
      const { at = 0, moves: { length } = [] } = app.state.view?.history ?? {};
      if (back ? at > 0 : at < length) step(back ? "back" : "step");
      else app.act(way, held);
    },
    leave() {
      aside.leave();
      hand.clear?.();
    },
    about: "review.help",
    keys: () => [["← →", "review.key.step"], ["↑ ↓", "review.key.ends"], ["A", "review.key.think"],
      [`${t("key.shift")}+← ↑ → ↓`, "review.key.try"], ...skin.help.slice(1)],
  };
}
