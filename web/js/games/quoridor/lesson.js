// @ts-check
// The tour of Quoridor, from the rules to Monte-Carlo, with a small board for each step. What the boards show was asked
// of the server as sketches, trees and races, and so was every number in the text.

import { b, h, refill, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { button, disable, keyList } from "../../core/parts.js";
import { sideWord } from "../../core/players.js";
import { createSketches } from "../../screens/parts/sketches.js";
import { unlimited } from "../../core/pick.js";
import { createMeters, scoreTold } from "../../screens/parts/thought.js";
import { createBoard } from "./board.js";
import { createHand } from "./hand.js";
import { createTree } from "./lesson-tree.js";
import { drawWave, drawWorth } from "./lesson-draw.js";
import { deedOf, squareName } from "./names.js";
import { moveWord } from "./words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Of, View } from "../../core/state.js" */
/** @import { Scene } from "../../core/wire.js" */
/** @import { Lesson } from "../../screens/learn.js" */

const STEPS = 8;
/** The boards of the steps, as addresses have them. Step 2 has three. */
const CODES = {
  race: "~~c1_c5~0_0~1~5",
  jump: "~~c2_c3~0_0~1~5",
  beside: "c3~~c2_c3~0_0~1~5",
  corner: "c3~b2~c2_c3~0_0~1~5",
  walls: "b4d4~~c1_c5~3_3~1~5",
  ways: "b2d4~b4e1~d1_d7~9_9~1~7",
  tree: "~~b1_b3~0_0~1~3",
  matter: "d5f6c2~f7e5b6~e4_e6~6_5~1",
};
const JUMPS = /** @type {const} */ (["jump", "beside", "corner"]);
const RIVALS = ["mcts", "fast"];
const PEOPLE = [{ engine: null, name: null, millis: null }, { engine: null, name: null, millis: null }];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A code with its pawns elsewhere. @param {string} code @param {string[]} pawns */
const withPawns = (code, pawns) => code.split("~").map((part, i) => (i === 2 ? pawns.join("_") : part)).join("~");
/** A code with one more wall. @param {string} code @param {number} size @param {string} move */
function withWall(code, size, move) {
  const wall = deedOf(size, move)?.wall;
  if (!wall) return code;
  const field = wall.form === "h" ? 0 : 1;
  return code.split("~").map((part, i) => (i === field ? part + squareName(size, wall.cell) : part)).join("~");
}
const stepsOf = (/** @type {Scene} */ scene) => scene.moves.filter((move) => move.path.length > 0);
const far = (/** @type {Scene} */ scene, /** @type {number} */ player) =>
  Math.max(0, scene.sides[player].way.length - 1);

/** The race of the last step. @param {App} app */
function createRivals(app) {
  const { state } = app;
  const lanes = RIVALS.map((name) => {
    const place = h("div", { class: "lane-board" });
    const [title, words, meters] = [h("p", { class: "lane-name" }), h("p"), createMeters()];
    return { name, board: createBoard(place, null), title, words, meters,
      root: h("section", { class: "lane" }, title, place, words, meters.root) };
  });
  /** @type {Of<"race"> | null} */
  let race = null;
  /** Whether a race was asked for, and whether it has begun. */
  let [racing, begun] = [false, false];
  const stop = () => {
    if (racing) app.send({ type: "cancel" });
  };
  return {
    root: h("div", { class: "pair" }, ...lanes.map((lane) => lane.root)),
    stop,
    racing: () => racing,
    over: () => race?.done ?? false,
    toggle() {
      if (racing) return stop();
      race = null;
      begun = false;
      // Each thinks as long as it may.
      const algorithms = RIVALS.map((name) => {
        const info = state.game?.algorithms.find((one) => one.name === name);
        return info && name !== state.game?.default_algorithm ? unlimited(info) : name;
      });
      racing = app.send({ type: "race", algorithms, seconds: 3, text: CODES.matter });
    },
    /** @param {import("../../core/state.js").Message} message */
    heard(message) {
      if (message.type === "race" && begun) race = message;
      else if (message.type === "busy" && racing) {
        // The end of what ran before is not meant.
        if (message.job === "race") begun = true;
        else if (begun) racing = begun = false;
      } else if (message.type === "hello" || message.type === "error") racing = begun = false;
    },
    /** @param {Scene} scene */
    render(scene) {
      lanes.forEach((lane, i) => {
        const thought = race?.lanes[i]?.thought ?? null;
        write(lane.title, t(`learn.8.${lane.name}`));
        lane.board.render(scene, { margin: 6, line: thought?.line ?? [], lineLength: 2 });
        write(lane.words, scoreTold(thought?.score ?? null, PEOPLE) || (racing ? t("hint.wait") : " "));
        lane.meters.render(thought);
      });
    },
  };
}

/** @type {Lesson} */
export function lesson(app) {
  const { state } = app;
  const sketches = createSketches(app);
  const tree = createTree(app, CODES.tree, 3);
  const rivals = createRivals(app);
  let step = 1;
  /** @type {typeof JUMPS[number]} */
  let jump = "jump";
  /** The moves made on the board of the step. @type {string[]} */
  let made = [];
  /** The board of the ways, with the walls that were added. */
  let maze = CODES.ways;
  /** Whose ways are numbered, how far the wave has come, and how far it can come. */
  let [walker, wave, farthest] = [0, 99, 0];
  let timer = 0;

  const code = () => [CODES.race, CODES[jump], CODES.walls, maze, CODES.tree, CODES.tree][step - 1] ?? CODES.matter;
  const path = () => (step === 5 || step === 6 ? tree.here() : made);

  // ---- The board, and a hand that knows no table ------------------------------------------------------------------

  /** What the hand takes for the table. @type {{view: View | null, why: Of<"why"> | null}} */
  const desk = { view: null, why: null };
  let doubted = "";
  const scene = () => desk.view?.scene ?? null;
  const live = () => step <= 4 && scene()?.winner === null;
  const hand = createHand(/** @type {App} */ (/** @type {unknown} */ ({
    ...app, state: desk, mayMove: live,
    /** @param {string} move */
    legal: (move) => scene()?.moves.find((one) => one.name === move),
    /** @param {string} move */
    play(move) {
      if (!live()) return false;
      if (step === 4) [maze, wave] = [withWall(maze, 7, move), 99];
      else made = [...made, move];
      app.render();
      return true;
    },
    /** @param {string} move */
    askWhy(move) {
      const asked = `${move} ${code()} ${made}`;
      if (doubted !== asked && app.send({ type: "why", move, text: code(), moves: made })) doubted = asked;
    },
  })));
  const host = h("div", { class: "board", id: "board-learn", role: "group", tabindex: 0 });
  const board = createBoard(host, hand.actions);
  hand.attach?.(board, host);

  // ---- What runs --------------------------------------------------------------------------------------------------

  const range = h("input", { type: "range", id: "wave", min: 0, step: 1, "data-i18n-label": "learn.wave" });
  const go = b({ class: "primary", id: "learn-run" });
  const again = button("learn.again", { id: "learn-again" });
  const choice = h("div", { class: "seg", id: "learn-choice", role: "group", "data-i18n-label": "learn.choice" });
  const runs = h("div", { class: "run" }, choice, go, again, range);
  const treeBox = h("div", { class: "tree-box" }, tree.told, tree.controls);
  const work = h("div", { class: "at-work" }, host, treeBox);
  function stop() {
    clearInterval(timer);
    timer = 0;
  }
  range.addEventListener("input", () => {
    stop();
    wave = Number(range.value);
    app.render();
  });
  function spread() {
    if (timer) return stop();
    wave = still.matches ? farthest : 0;
    if (wave === 0) timer = setInterval(() => {
      wave += 1;
      if (wave >= farthest) stop();
      app.render();
    }, 420);
  }
  go.addEventListener("click", () => {
    if (step === 4) spread();
    else if (step === 8) rivals.toggle();
    app.render();
  });
  again.addEventListener("click", () => {
    made = [];
    maze = CODES.ways;
    hand.clear?.();
    app.render();
  });

  function renderRuns() {
    const options = step === 2 ? JUMPS.map((one) => ({
      name: /** @type {string} */ (one), word: t(`learn.2.${one}.short`), on: jump === one,
      does: () => ((jump = one), (made = [])),
    })) : step === 4 ? [0, 1].map((player) => ({
      name: String(player), word: sideWord(player), on: walker === player, does: () => ([walker, wave] = [player, 99]),
    })) : [];
    choice.hidden = !options.length;
    refill(choice, `${step} ${options.map((one) => one.on)}`, () => options.map(({ name, word, on, does }) => {
      const one = b({ "data-choice": name, "aria-pressed": String(on) }, word);
      one.addEventListener("click", () => {
        stop();
        does();
        app.render();
      });
      return one;
    }));
    go.hidden = step !== 4 && step !== 8;
    write(go, t(step === 4 ? (timer ? "learn.pause" : "learn.wave.go") : rivals.racing() ? "cancel" : "learn.8.go"));
    disable(go, step === 8 && !rivals.racing() && state.busy !== null);
    again.hidden = step === 4 ? maze === CODES.ways : !made.length;
    range.hidden = step !== 4;
    runs.hidden = choice.hidden && go.hidden && again.hidden;
    tree.bars.hidden = step !== 5 && step !== 6;
  }

  // ---- What the steps are made from -------------------------------------------------------------------------------

  /** How far each square is from the goal: asked of the server with the pawn on each of them. @param {Scene} now */
  function distances(now) {
    const goals = now.sides.map(({ goal }) => new Set(goal));
    const other = now.pieces[1 - walker].cell;
    const all = Array.from({ length: now.width ** 2 }, (_, cell) => cell);
    const name = (/** @type {number} */ cell) => squareName(now.width, cell);
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const cell of all) {
      if (goals[walker].has(cell)) {
        found.set(cell, 0);
        continue;
      }
      const free = all.find((one) => one !== cell && !goals[0].has(one) && !goals[1].has(one));
      const aside = cell === other ? (free ?? cell) : other;
      const there = sketches.get(withPawns(maze, (walker ? [aside, cell] : [cell, aside]).map(name)));
      if (there) found.set(cell, far(there, walker));
    }
    return found;
  }
  /** What each legal wall would do: steps that it costs the other, less those that it costs the builder.
   * @param {Scene} now */
  const weights = (now) => now.moves.flatMap(({ name, places }) => {
    const after = places ? sketches.get(CODES.matter, [name]) : null;
    if (!places || !after) return [];
    const [other, own] = [1 - now.turn, now.turn].map((player) => far(after, player) - far(now, player));
    return [{ wall: places, other, own }];
  });

  /** Draws what lies over the board.
   * @param {Scene} now @returns {Record<string, string | number>} what the sentences tell of it */
  function overlay(now) {
    if (step === 4) {
      const found = distances(now);
      farthest = Math.max(1, ...found.values());
      const seen = Math.min(wave, farthest);
      set(range, { max: farthest, "aria-valuetext": t("learn.wave.at", { n: seen }) });
      range.value = String(seen);
      board.top.replaceChildren(...drawWave(now, found, { walker, seen, front: wave < farthest, farthest }));
      return { steps: far(now, walker), far: farthest, player: sideWord(walker) };
    }
    if (step === 7) {
      const list = weights(now);
      board.top.replaceChildren(...drawWorth(now, list));
      const best = Math.max(0, ...list.map(({ other, own }) => other - own));
      return { all: now.moves.filter((move) => move.places).length,
        matter: list.filter(({ other }) => other > 0).length,
        best: count("steps", best), player: sideWord(now.turn), other: sideWord(1 - now.turn) };
    }
    board.top.replaceChildren();
    return {};
  }

  /** The sentences of the step.
   * @param {Scene} now @param {Record<string, string | number>} facts @returns {string[]} */
  function sentences(now, facts) {
    const says = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
      t(`learn.${step}.${key}`, { ...facts, ...values });
    const [blue, orange] = now.sides.map((_, player) => count("steps", far(now, player)));
    const open = stepsOf(now);
    if (step === 1) return [says("a"), says("b"),
      now.winner !== null ? says("won", { player: sideWord(now.winner), n: made.length })
        : made.length ? says("made", { blue, orange, player: sideWord(now.turn) }) : says("try", { n: open.length })];
    if (step === 2) return [says("a"), says("b"), says(jump),
      made.length ? says("done", { move: moveWord(now.width, made[0]) })
        : says("try", { list: open.map(({ name }) => name).join(", ") })];
    if (step === 3) {
      const { why } = desk.why ?? {};
      const last = why?.reason === "closes" ? says("closed", { n: why.shut_in.length })
        : made.length ? says("made", { n: now.marks.length, blue, orange }) : says("try");
      return [says("a"), says("b"), says("c"), last];
    }
    if (step === 4) return [says("a"), says("b"), says("c"), says("end")];
    if (step === 5) return [says("a"), says("b"), says("c")];
    if (step === 6) {
      const [whole, less] = tree.counts();
      const percent = number(less / whole, { style: "percent" });
      // What came of it is told when it was looked at.
      return [says("a"), says("b"), ...(tree.ended("alphabeta") ? [says("end", { whole, less, percent })] : [])];
    }
    if (step === 7) return [says("a"), says("b"), says("end"), says("c")];
    return [says("a"), says("b"), says("c"), says(rivals.over() ? "end" : "try")];
  }

  /** @param {Scene} now */
  function renderBoard(now) {
    const last = step < 4 ? made.at(-1) : undefined;
    const look = hand.look?.(/** @type {any} */ (desk)) ?? {};
    board.render(now, { ...look, margin: step === 5 || step === 6 ? 24 : 19,
      last: last ? { move: last, from: null } : null,
      ribbons: step === 3 || step === 4 || step === 7, ...(step > 3 ? { steps: false } : {}) });
    hand.render?.(/** @type {any} */ (desk), board);
    const { width, height } = now;
    set(host, { "aria-label": t("board.label", { width, height }), tabindex: step <= 4 ? 0 : null });
    host.classList.toggle("over", step === 4 || step === 7);
  }

  return {
    steps: STEPS,
    stage: h("div", { class: "stage" }, tree.picture, work, rivals.root),
    after: [runs, tree.bars],
    doors: Object.fromEntries(/** @type {const} */ (["play", "analyse", "race", "build"]).map((screen) =>
      [screen, () => app.address(screen)])),
    render({ busy }, now, root) {
      step = now;
      root.dataset.page = String(step);
      const searching = step === 5 || step === 6;
      work.hidden = step === STEPS;
      treeBox.hidden = tree.picture.hidden = !searching;
      rivals.root.hidden = step !== STEPS;
      if (searching) {
        tree.show(step === 5 ? "minimax" : "alphabeta");
        tree.want(busy === "tree" ? null : busy);
        tree.render();
      }
      renderRuns();
      const here = app.online() ? sketches.get(code(), path()) : scene();
      if (!here) return null;
      // On the boards of ways and walls nobody walks.
      const shown = step === 4 || step === 7 ? { ...here, moves: here.moves.filter((move) => move.places) } : here;
      const table = { seats: PEOPLE, clock: null, paused: false, end: null, thinking: null, tempo: 0,
        undo: [false, false], saved: "" };
      desk.view = /** @type {View} */ (/** @type {unknown} */ ({ scene: shown, table, code: code(),
        history: { moves: made, at: made.length, weighty: [] } }));
      const facts = overlay(here);
      const lines = sentences(here, facts);
      if (step === STEPS) rivals.render(here);
      else renderBoard(shown);
      return lines;
    },
    turn(to) {
      stop();
      tree.stop();
      rivals.stop();
      hand.clear?.();
      sketches.drop();
      made = [];
      desk.why = null;
      step = to;
    },
    key(event) {
      const onBoard = document.activeElement === host || Boolean(hand.look?.(/** @type {any} */ (desk)).ghost);
      return onBoard && live() && Boolean(hand.key?.(event));
    },
    heard(message) {
      tree.heard(message);
      rivals.heard(message);
      if (message.type === "why") desk.why = message;
    },
    hidden() {
      stop();
      tree.leave();
      hand.clear?.();
      sketches.drop();
      rivals.stop();
    },
    help: () => [h("p", {}, t("learn.help")), keyList([["← →", "learn.key.turn"], ["← ↑ → ↓", "learn.key.board"],
      ["W", "help.wall"], ["R Enter", "help.place"], ["?", "help.help"]])],
  };
}
