// @ts-check
// Learn: Quoridor and how a computer plays it, in eight short steps with a board each. The table is left alone: what
// the boards show was asked of the server as sketches, trees and races, and so was every number in the text.

import { b, h, refill, s, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { button, disable, keyList } from "../../core/parts.js";
import { scoreTold } from "./analyse-chart.js";
import { bar, GAP, lie, plan, SIDE, squareName } from "./art.js";
import { createBoard } from "./board.js";
import { createHand } from "./hand.js";
import { createMeters, createSketches, textOf } from "./lab.js";
import { createTree } from "./learn-tree.js";
import { colorWord, moveWord } from "./words.js";

/** @import { App, Of, Screen } from "./app.js" */
/** @import { Board as Position, View, Why } from "./wire.js" */

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
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A code with its pawns elsewhere. @param {string} code @param {string[]} pawns */
const withPawns = (code, pawns) => code.split("~").map((part, i) => (i === 2 ? pawns.join("_") : part)).join("~");
/** A code with one more wall. @param {string} code @param {string} wall */
const withWall = (code, wall) =>
  code.split("~").map((part, i) => (i === (lie(wall) === "h" ? 0 : 1) ? part + wall.slice(0, -1) : part)).join("~");

/** @param {App} app @returns {Screen} */
export function create(app) {
  const { state } = app;
  const sketches = createSketches(app);
  const tree = createTree(app, CODES.tree);
  let step = 1;
  /** @type {typeof JUMPS[number]} */
  let jump = "jump";
  /** The moves made on the board of the step. @type {string[]} */
  let made = [];
  /** The board of the ways, with the walls that were added. */
  let maze = CODES.ways;
  /** Whose ways are numbered, and how far the wave has come. */
  let walker = 0;
  let wave = 99;
  let timer = 0;
  /** @type {Of<"race"> | null} */
  let race = null;
  /** Whether a race was asked for, and whether it has begun. */
  let racing = false;
  let begun = false;
  let spoken = { step: 0, last: "" };

  const code = () =>
    [CODES.race, CODES[jump], CODES.walls, maze, CODES.tree, CODES.tree][step - 1] ?? CODES.matter;
  const text = () => (step === 5 || step === 6 ? tree.here() : textOf(code(), made));

  // ---- The board, and a hand that knows no table --------------------------------------------------------------------

  /** @type {{view: View | null, why: Why | null}} */
  const desk = { view: null, why: null };
  let doubted = "";
  const live = () => step <= 4 && desk.view?.board.winner === null;
  const hand = createHand(/** @type {App} */ (/** @type {unknown} */ ({
    ...app, state: desk, mayMove: live,
    /** @param {string} move */
    play(move) {
      if (!live()) return false;
      if (step === 4) maze = withWall(maze, move);
      else made = [...made, move];
      if (step === 4) wave = 99;
      app.render();
      return true;
    },
    /** @param {string} move */
    askWhy(move) {
      if (doubted !== move + text() && app.send({ type: "why", move, text: text() })) doubted = move + text();
    },
  })), () => false);
  const host = h("div", { class: "board", id: "board-learn", role: "group", tabindex: 0 });
  const board = createBoard(host, hand.hand);
  hand.attach(board, host);

  // ---- The stage ----------------------------------------------------------------------------------------------------

  const waveRange = h("input", { type: "range", id: "wave", min: 0, step: 1, "data-i18n-label": "learn.wave" });
  waveRange.addEventListener("input", () => {
    stop();
    wave = Number(waveRange.value);
    app.render();
  });
  const lanes = RIVALS.map((spec) => {
    const place = h("div", { class: "lane-board" });
    const [name, words, meters] = [h("p", { class: "lane-name" }), h("p"), createMeters()];
    return { spec, board: createBoard(place, null), name, words, meters,
      root: h("section", { class: "lane" }, name, place, words, meters.root) };
  });
  const laneBox = h("div", { class: "pair" }, ...lanes.map((lane) => lane.root));
  const treeBox = h("div", { class: "tree-box" }, tree.told, tree.controls);
  const stage = h("div", { class: "stage" }, tree.picture, h("div", { class: "at-work" }, host, treeBox), laneBox);

  const title = h("h2", { id: "learn-title" });
  const where = h("p", { class: "quiet", id: "learn-step" });
  const prose = h("div", { class: "prose" });
  const go = b({ class: "primary", id: "learn-run" });
  const again = button("learn.again", { id: "learn-again" });
  const choice = h("div", { class: "seg", id: "learn-choice", role: "group", "data-i18n-label": "learn.choice" });
  const runs = h("div", { class: "run" }, choice, go, again, waveRange);
  const links = h("div", { class: "doors" }, ...["play", "analyse", "race", "build"].map((screen) =>
    h("a", { class: "door", "data-to": screen, "data-i18n": `learn.to.${screen}` })));
  const [back, next] =
    [button("learn.back", { id: "learn-back" }), button("learn.next", { id: "learn-next", class: "primary" })];
  const dots = h("ol", { class: "steps", "data-i18n-label": "learn.steps" });
  const root = h("div", { class: "learn" }, stage,
    h("article", { "aria-labelledby": "learn-title" }, h("div", { class: "head" }, dots, where), title, prose, runs,
      tree.bars, links, h("div", { class: "turn" }, back, next)));

  function stop() {
    clearInterval(timer);
    timer = 0;
  }
  go.addEventListener("click", () => {
    if (step === 4) {
      if (timer) stop();
      else {
        wave = still.matches ? farthest() : 0;
        if (wave === 0) timer = setInterval(() => {
          wave += 1;
          if (wave >= farthest()) stop();
          app.render();
        }, 420);
      }
    } else if (step === 8) {
      if (racing) app.send({ type: "cancel" });
      else {
        race = null;
        begun = false;
        racing = app.send({ type: "race", algorithms: specs(), seconds: 3, text: textOf(CODES.matter) });
      }
    }
    app.render();
  });
  again.addEventListener("click", () => {
    made = [];
    maze = CODES.ways;
    hand.clear();
    app.render();
  });
  back.addEventListener("click", () => turn(step - 1));
  next.addEventListener("click", () => turn(step + 1));

  /** @param {number} to */
  function turn(to) {
    if (to < 1 || to > STEPS || to === step) return;
    stop();
    tree.stop();
    if (racing) app.send({ type: "cancel" });
    hand.clear();
    sketches.drop();
    made = [];
    desk.why = null;
    step = to;
    app.say(`${t("learn.at", { n: step, of: STEPS })}. ${t(`learn.${step}`)}`);
    root.querySelector("article")?.scrollTo(0, 0);
    app.render();
  }
  /** Algorithms that think as long as they may. */
  const specs = () => RIVALS.map((name) => {
    const limit =
      state.info?.algorithms.find((one) => one.name === name)?.options.find((one) => one.name === "rollouts");
    return limit?.range ? `${name}(rollouts=${limit.range[1]})` : name;
  });

  // ---- What the steps are made from ---------------------------------------------------------------------------------

  /** How far each square is from the goal: asked of the server with the pawn on each of them.
   * @param {Position} now @returns {Map<string, number>} */
  function distances(now) {
    const others = now.players.map(({ pawn }) => pawn);
    const goals = now.players.map(({ goal }) => new Set(goal));
    const all = Array.from({ length: now.size ** 2 }, (_, i) => squareName(i % now.size, Math.floor(i / now.size)));
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const square of all) {
      if (goals[walker].has(square)) {
        found.set(square, 0);
        continue;
      }
      const other = 1 - walker;
      const aside = square === others[other]
        ? (all.find((one) => one !== square && !goals[0].has(one) && !goals[1].has(one)) ?? square) : others[other];
      const way =
        sketches.get(textOf(withPawns(maze, walker ? [aside, square] : [square, aside])))?.players[walker].way;
      if (way) found.set(square, way.length - 1);
    }
    return found;
  }
  let far = 0;
  const farthest = () => far;

  /** What each legal wall would do: steps that it costs the other, less those that it costs the builder.
   * @param {Position} now */
  function weights(now) {
    const length = (/** @type {Position} */ one, /** @type {number} */ player) => one.players[player].way.length;
    return now.slots.flatMap((wall) => {
      const after = sketches.get(textOf(CODES.matter, [wall]));
      if (!after) return [];
      const [other, own] = [1 - now.turn, now.turn].map((player) => length(after, player) - length(now, player));
      return [{ wall, other, own }];
    });
  }

  /** Draws numbers, a wave, or the worth of walls over the board.
   * @param {Position} now @returns {Record<string, string | number>} what the sentences tell of it */
  function overlay(now) {
    const of = plan(now.size);
    if (step === 4) {
      const found = distances(now);
      far = Math.max(1, ...found.values());
      set(waveRange, { max: far });
      const seen = Math.min(wave, far);
      waveRange.value = String(seen);
      set(waveRange, { "aria-valuetext": t("learn.wave.at", { n: seen }) });
      board.top.replaceChildren(...[...found].filter(([, n]) => n <= seen).flatMap(([square, n]) => {
        const { x, y } = of.middle(square);
        const pawn = now.players.some((player) => player.pawn === square);
        const tile = s("rect", { class: `ripple p${walker} ${n === seen && wave < far ? "front" : ""}`, x: x - SIDE / 2,
          y: y - SIDE / 2, width: SIDE, height: SIDE });
        tile.style.opacity = String(0.08 + 0.42 * (n / far));
        return [tile, s("text", { class: "number", x: pawn ? x + 13 : x, y: pawn ? y + 18 : y + 6 }, String(n))];
      }));
      return { steps: now.players[walker].way.length - 1, far, player: colorWord(walker) };
    }
    if (step === 7) {
      const list = weights(now);
      const matter = list.filter(({ other }) => other > 0);
      const busy = new Set(matter.map(({ wall }) => wall.slice(0, -1)));
      const idle = new Set(list.map(({ wall }) => wall.slice(0, -1)).filter((place) => !busy.has(place)));
      board.top.replaceChildren(
        ...[...idle].map((place) =>
          s("circle", { class: "idle", cx: of.wall(`${place}h`).x, cy: of.wall(`${place}h`).y, r: 2 })),
        ...matter.map(({ wall, other, own }) =>
          bar(of, wall, { class: `worth ${other > own ? `p${now.turn}` : "even"}` }, Math.min(GAP, 3 + 2 * other))),
        ...matter.map(({ wall, other }) =>
          s("g", { class: "weight", transform: `translate(${of.wall(wall).x} ${of.wall(wall).y})` },
            s("circle", { r: 8 }), s("text", { y: 3.5 }, String(other)))));
      const best = Math.max(0, ...list.map(({ other, own }) => other - own));
      return { all: now.slots.length, matter: matter.length, best: count("steps", best), player: colorWord(now.turn),
        other: colorWord(1 - now.turn) };
    }
    board.top.replaceChildren();
    return {};
  }

  /** The sentences of the step.
   * @param {Position} now @param {Record<string, string | number>} facts @returns {string[]} */
  function sentences(now, facts) {
    const says = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
      t(`learn.${step}.${key}`, { ...facts, ...values });
    const [blue, orange] = now.players.map(({ way }) => count("steps", Math.max(0, way.length - 1)));
    if (step === 1) return [says("a"), says("b"),
      now.winner !== null ? says("won", { player: colorWord(now.winner), n: made.length })
        : made.length ? says("made", { blue, orange, player: colorWord(now.turn) })
        : says("try", { n: now.steps.length })];
    if (step === 2) return [says("a"), says("b"), says(jump),
      made.length ? says("done", { move: moveWord(made[0]) }) : says("try", { list: now.steps.join(", ") })];
    if (step === 3) {
      const why = desk.why?.reason === "closes" ? says("closed", { n: desk.why.shut_in.length })
        : made.length ? says("made", { n: now.walls.length, blue, orange }) : says("try");
      return [says("a"), says("b"), says("c"), why];
    }
    if (step === 4) return [says("a"), says("b"), says("c"), says("end")];
    if (step === 5) return [says("a"), says("b"), says("c")];
    if (step === 6) {
      const [whole, less] = tree.counts();
      return [says("a"), says("b"),
        ...(less ? [says("end", { whole, less, percent: number(less / whole, { style: "percent" }) })] : [])];
    }
    if (step === 7) return [says("a"), says("b"), says("end"), says("c")];
    return [says("a"), says("b"), says("c"), says(race?.done ? "end" : "try")];
  }

  function renderRuns() {
    const options = step === 2 ? JUMPS.map((name) => ({
      name, word: t(`learn.2.${name}.short`), on: jump === name, does: () => ((jump = name), (made = [])),
    })) : step === 4 ? [0, 1].map((player) => ({
      name: String(player), word: colorWord(player), on: walker === player,
      does: () => ((walker = player), (wave = 99)),
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
    write(go, t(step === 4 ? (timer ? "learn.pause" : "learn.wave.go") : racing ? "cancel" : "learn.8.go"));
    disable(go, step === 8 && !racing && state.busy !== null);
    again.hidden = step === 4 ? maze === CODES.ways : !made.length;
    waveRange.hidden = step !== 4;
    runs.hidden = choice.hidden && go.hidden && again.hidden;
    tree.bars.hidden = step !== 5 && step !== 6;
    links.hidden = step !== STEPS;
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (links.querySelectorAll("[data-to]")))
      set(link, { href: app.address(/** @type {any} */ (link.dataset.to)) });
    disable(back, step === 1);
    next.hidden = step === STEPS;
    write(where, t("learn.at", { n: step, of: STEPS }));
    refill(dots, step, () => Array.from({ length: STEPS }, (_, i) => {
      const one = b({ "aria-label": `${i + 1}. ${t(`learn.${i + 1}`)}`,
        "aria-current": i + 1 === step ? "step" : null }, String(i + 1));
      one.addEventListener("click", () => turn(i + 1));
      return h("li", {}, one);
    }));
  }

  /** @param {Position} now */
  function renderLanes(now) {
    const seats = [0, 1].map(() => ({ engine: null, name: null, millis: null }));
    lanes.forEach((lane, i) => {
      const thought = race?.lanes[i]?.thought ?? null;
      write(lane.name, lane.spec === "fast" ? t("learn.8.fast") : t("learn.8.mcts"));
      lane.board.render(now, { margin: 6, line: thought?.line ?? [], lineLength: 2 });
      const view = /** @type {View} */ (/** @type {unknown} */ ({ seats }));
      write(lane.words, thought?.score ? scoreTold(thought.score, view) : racing ? t("hint.wait") : " ");
      lane.meters.render(thought);
    });
  }

  return {
    root,
    hidden() {
      stop();
      tree.leave();
      hand.clear();
      sketches.drop();
      if (racing) app.send({ type: "cancel" });
      racing = begun = false;
    },
    heard(message) {
      tree.heard(message);
      if (message.type === "why") desk.why = message;
      else if (message.type === "race" && begun) race = message;
      else if (message.type === "busy" && racing) {
        // The end of what ran before is not meant.
        if (message.job === "race") begun = true;
        else if (begun) racing = begun = false;
      } else if (message.type === "hello" || message.type === "error") racing = begun = false;
    },
    render({ busy }) {
      if (!app.online() && !desk.view) return;
      root.dataset.page = String(step);
      const searching = step === 5 || step === 6;
      /** @type {HTMLElement} */ (host.parentElement).hidden = step === STEPS;
      treeBox.hidden = tree.picture.hidden = !searching;
      laneBox.hidden = step !== STEPS;
      write(title, t(`learn.${step}`));
      if (searching) {
        tree.show(step === 5 ? "minimax" : "alphabeta");
        tree.want(busy === "tree" ? null : busy);
        tree.render();
      }
      renderRuns();
      const now = sketches.get(text());
      if (!now) {
        if (!prose.childElementCount) write(prose, t("goal.wait"));
        return;
      }
      const playing = step === 4 || step === 7 ? { ...now, steps: [] } : now;
      const seats = [0, 1].map(() => ({ engine: null, name: null }));
      desk.view = /** @type {View} */ (/** @type {unknown} */ ({ board: playing, seats }));
      const facts = overlay(now);
      const lines = sentences(now, facts);
      refill(prose, JSON.stringify([step, lines]), () => lines.map((sentence) => h("p", {}, sentence)));
      const latest = lines.at(-1) ?? "";
      // What has changed since is spoken; a new step speaks for itself.
      if (spoken.step === step && spoken.last !== latest) app.say(latest);
      spoken = { step, last: latest };
      if (step === STEPS) return renderLanes(now);
      const last = step < 4 ? made.at(-1) : undefined;
      board.render(now, { margin: step === 5 || step === 6 ? 24 : 19, last: last ? { move: last, from: null } : null,
        ribbons: step === 3 || step === 4 || step === 7, ...hand.look(), ...(step > 3 ? { steps: false } : {}) });
      hand.render();
      set(host,
        { "aria-label": t("board.label", { width: now.size, height: now.size }), tabindex: step <= 4 ? 0 : null });
      host.classList.toggle("over", step === 4 || step === 7);
    },
    key(event) {
      const onBoard = document.activeElement === host || hand.thinking();
      if (onBoard && live() && hand.key(event)) return true;
      if (event.key === "ArrowLeft") turn(step - 1);
      else if (event.key === "ArrowRight") turn(step + 1);
      else return false;
      return true;
    },
    help: () => [h("p", {}, t("learn.help")), keyList([["← →", "learn.key.turn"], ["← ↑ → ↓", "learn.key.board"],
      ["W", "help.wall"], ["R Enter", "help.place"], ["?", "help.help"]])],
  };
}
