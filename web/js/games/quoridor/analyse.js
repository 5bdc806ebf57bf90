// @ts-check
// Analyse: a game move by move, what an engine thinks of the position, what each move gained or lost, and other moves by hand.

import { all, h, refill, set, write } from "../../core/dom.js";
import { count, current, number, t } from "../../core/i18n.js";
import { disable, icon, keyList, section } from "../../core/parts.js";
import { createChart, scores, scoreTold } from "./analyse-chart.js";
import { isStep, sign } from "./art.js";
import { createBoard } from "./board.js";
import { createHand } from "./hand.js";
import { kept } from "./kept.js";
import { createEngine, createLine, createMeters, createSketches, createTexts, createTilt, fillTimes, placeOf, scoreSign, textOf } from "./lab.js";
import { endWords, moverAt, moveShort, moveWord, nameOf } from "./words.js";

/** @typedef {import("./app.js").State} State */
/** @typedef {import("./app.js").App} App */
/** @typedef {import("./wire.js").View} View */
/** @typedef {import("./wire.js").Annotated} Annotated */
/** A line that is pointed at: moves of the game, moves from there, and how many of these are shown. @typedef {{base: string[], line: string[], n: number}} Peek */

const narrow = matchMedia("(max-width: 899px)");
const THINK = "damier.quoridor.think";
const TIMES = [1, 3, 10, 30, 120, 600];
/** A move that threw away so many steps is marked. */
const SLIP = 1;
/** So many steps are no number any more: a game was won, and is not. */
const WON = 12;

/** @param {App} app @returns {import("./app.js").Screen} */
export function create(app) {
  const { state } = app;
  const sketches = createSketches(app);

  // ---- Other moves by hand: the game itself stays as it is ---------------------------------------------------------------

  /** The game that was left for other moves, what the table was called that was left, and what those moves are called. @type {{saved: string, at: number} | null} */
  let origin = null;
  let left = "";
  let mine = "";
  const mayExplore = () => Boolean(state.view && state.view.board.winner === null && state.view.thinking === null);
  /** Plays moves after so many moves of the game; where they are those of the game, it goes along. @param {string[]} moves @param {number} at */
  function explore(moves, at) {
    const { view } = state;
    if (!view || !moves.length) return false;
    peek = null;
    if (moves.every((move, i) => view.moves[at + i] === move)) return Boolean(app.go(at + moves.length));
    const id = kept.idOf(view);
    if (id !== mine) {
      origin = view.moves.length ? { saved: view.saved, at: view.at } : null;
      // An empty table of people is free for it. A game that is under way is put away; what is tried is another one.
      const free = !origin && view.seats.every((seat) => !seat.engine);
      [mine, left] = free ? [id, ""] : ["", id];
      if (!free && !view.end && !view.paused) app.pause(true);
    }
    if (at !== view.at) app.send({ type: "go", at });
    for (const move of moves) app.send({ type: "move", move });
    return true;
  }
  function giveBack() {
    if (!origin) return;
    const { saved, at } = origin;
    if (mine) kept.drop(mine);
    origin = null;
    mine = "";
    app.load(saved);
    app.send({ type: "go", at });
  }

  const hand = createHand(/** @type {App} */ ({ ...app, mayMove: mayExplore, play: (move) => explore([move], state.view?.at ?? 0) }), () => false);
  const host = h("div", { class: "board", id: "board", role: "group", tabindex: 0 });
  const board = createBoard(host, hand.hand);
  hand.attach(board, host);
  /** @type {Peek | null} */
  let peek = null;
  /** @param {Peek | null} to */
  function point(to) {
    peek = to && to.n ? to : null;
    app.render();
  }

  // ---- The strip and the buttons ---------------------------------------------------------------------------------------

  const glyph = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const verdict = h("p", { class: "thought", id: "verdict" });
  const back = h("button", { type: "button", id: "give-back", "data-i18n": "analyse.back", hidden: true });
  back.addEventListener("click", giveBack);
  const strip = h("section", { class: "strip", "data-i18n-label": "task" }, glyph, h("div", { class: "told" }, goal, verdict), back);

  /** @type {Record<string, {key: string, icon: string, does(): unknown}>} */
  const ACTS = {
    first: { key: "Home", icon: "first", does: () => app.go(0) },
    back: { key: "ArrowLeft", icon: "back", does: () => app.go((state.view?.at ?? 0) - 1) },
    step: { key: "ArrowRight", icon: "step", does: () => app.go((state.view?.at ?? 0) + 1) },
    last: { key: "End", icon: "last", does: () => app.go(state.view?.moves.length ?? 0) },
    wall: { key: "W", icon: "wall", does: () => (hand.thinking() ? hand.clear() : hand.think()) },
  };
  const acts = (/** @type {string[]} */ ...names) => h("div", { class: "acts" }, ...names.map((name) =>
    h("button", { type: "button", "data-act": name, "aria-keyshortcuts": ACTS[name].key }, icon(ACTS[name].icon), h("span", { "data-i18n": `analyse.act.${name}` }))));
  const controls = h("div", { class: "controls" }, acts("first", "back", "step", "last"), acts("wall"));
  controls.addEventListener("click", (event) => {
    const act = event.target instanceof Element ? event.target.closest("button")?.dataset.act : undefined;
    if (act) ACTS[act]?.does();
  });

  // ---- An engine thinks ------------------------------------------------------------------------------------------------

  let on = localStorage.getItem(THINK) !== "off";
  /** The position that it was sent to think about, and how. */
  let sent = "";
  let shown = false;
  const engine = createEngine("fast", again);
  const time = h("select", { id: "think-seconds" });
  fillTimes(time, TIMES);
  time.value = "3";
  time.addEventListener("change", again);
  const toggle = h("button", { type: "button", id: "think" });
  toggle.addEventListener("click", () => {
    on = !on;
    localStorage.setItem(THINK, on ? "on" : "off");
    // What was thought stays to be seen.
    if (on) sent = "";
    else if (state.busy === "analyse") app.send({ type: "cancel" });
    app.render();
  });
  function again() {
    sent = "";
    app.render();
  }
  const score = h("strong", { class: "score", id: "score" });
  const told = h("p", { id: "score-words" });
  const tilted = createTilt();
  const meters = createMeters();
  const line = createLine((n) => point({ base: seen(), line: analysis()?.thought.line ?? [], n }), (n) => explore((analysis()?.thought.line ?? []).slice(0, n), state.view?.at ?? 0));
  const ribbons = h("input", { type: "checkbox", id: "ribbons" });
  ribbons.addEventListener("change", app.render);
  const engineBox = section("lab.engine", [toggle],
    h("div", { class: "fields" }, h("label", {}, h("span", { "data-i18n": "lab.who" }), engine.root), h("label", { class: "narrow" }, h("span", { "data-i18n": "lab.seconds" }), time)),
    h("div", { class: "verdict-row" }, score, h("div", {}, told, tilted.root)), meters.root, line.root,
    h("label", { class: "switch" }, ribbons, h("span", { "data-i18n": "ribbons" })));
  engineBox.id = "engine";

  const seen = () => state.view?.moves.slice(0, state.view.at) ?? [];
  /** What is thought of the position that is seen. */
  const analysis = () => (sent.startsWith(`${placeOf(state)} :`) ? state.analysis : null);

  /** @param {State} now */
  function think({ view, busy }) {
    if (!view) return;
    // Looking back has ended it.
    if (busy === "annotate") sent = "";
    const wanted = `${placeOf(state)} :${engine.value()} ${time.value}`;
    if (wanted !== sent && on && shown && busy !== "annotate" && busy !== "match" && view.board.winner === null && app.online()) {
      state.analysis = null;
      if (app.send({ type: "analyse", algorithm: engine.value(), seconds: Number(time.value) })) sent = wanted;
    }
    write(toggle, t(on ? "analyse.think.stop" : "analyse.think.go"));
    set(toggle, { "aria-pressed": String(on) });
    engine.render(state, t("lab.who"));
    fillTimes(time, TIMES);
    const thought = analysis()?.thought;
    // Without an engine, what is known from looking back.
    const known = annotated();
    const mark = thought?.score ?? scores(known)[view.at] ?? null;
    write(score, scoreSign(mark, view.seats.length));
    write(told, view.board.winner !== null ? endWords(view) || t("why.over") : mark ? scoreTold(mark, view) : on ? t("hint.wait") : t("analyse.think.off"));
    tilted.render(mark, view.seats.length);
    meters.root.hidden = !thought;
    meters.render(thought);
    line.render(thought?.line ?? [], view.board.turn, view.seats);
  }

  // ---- The game --------------------------------------------------------------------------------------------------------

  const go = h("button", { type: "button", id: "annotate-go" });
  go.addEventListener("click", () => {
    if (state.busy === "annotate") app.send({ type: "cancel" });
    else if (state.view?.moves.length) {
      state.annotation = null;
      app.send({ type: "annotate" });
    }
  });
  const words = h("p", { class: "quiet", id: "annotation-words", role: "status" });
  const chart = createChart((at) => app.go(at), momentWords);
  const rows = h("ol", { class: "rows", id: "moves", "data-i18n-label": "played" });
  const moment = h("p", { id: "moment" });
  const bestLine = createLine((n) => point({ base: seen().slice(0, -1), line: here()?.line ?? [], n }), (n) => explore((here()?.line ?? []).slice(0, n), (state.view?.at ?? 1) - 1));
  const game = section("analyse.game", [go], words, chart.root, h("div", { class: "moment" }, moment, bestLine.root), rows);

  /** What is known of the moves of this very game. */
  function annotated() {
    const { view, annotation } = state;
    if (!view || !annotation || annotation.code !== view.code) return [];
    const wrong = annotation.moves.findIndex((one, i) => one.move !== view.moves[i]);
    return wrong < 0 ? annotation.moves : annotation.moves.slice(0, wrong);
  }
  /** What is known of the last move. */
  const here = () => annotated()[(state.view?.at ?? 0) - 1] ?? null;

  /** What became of a move. @param {Annotated | undefined} one */
  function judged(one) {
    if (!one) return { text: "", words: "", kind: "" };
    const lost = number(one.lost, { maximumFractionDigits: 1 });
    const thrown = t(lost === "1" ? "analyse.lost.one" : "analyse.lost.other", { lost });
    if (one.turning) return { text: "◆", words: `${t("analyse.turning")} ${one.lost >= WON ? t("analyse.turning.win") : thrown}`, kind: "turning" };
    if (one.lost >= SLIP) return { text: `−${lost}`, words: thrown, kind: "slip" };
    return one.best === one.move ? { text: "✓", words: t("analyse.best"), kind: "best" } : { text: "", words: one.lost >= 0.25 ? thrown : t("analyse.good"), kind: "" };
  }

  /** A moment of the game in words. @param {number} at */
  function momentWords(at) {
    const { view } = state;
    if (!view) return "";
    const one = annotated()[at - 1];
    const what = at ? t("analyse.moment", { n: at, player: nameOf(view.seats, moverAt(view, at - 1)), move: moveWord(view.moves[at - 1]) }) : t("analyse.start");
    return [what, judged(one).words, scoreTold(scores(annotated())[at] ?? null, view)].filter(Boolean).join(" ");
  }

  /** The steps that everybody has to go after each move of a game, as far as they are known. @type {{of: string, steps: (number[] | null)[]}} */
  let walked = { of: "", steps: [] };
  /** @param {View} view */
  function stepsOf({ code, moves }) {
    const of = `${code} ${moves}`;
    if (walked.of !== of) walked = { of, steps: Array.from({ length: moves.length + 1 }, () => null) };
    walked.steps.forEach((known, ply) => {
      if (!known) walked.steps[ply] = sketches.get(textOf(code, moves.slice(0, ply)))?.players.map(({ way }) => Math.max(0, way.length - 1)) ?? null;
    });
    return walked.steps;
  }

  /** @param {State} now */
  function renderGame({ view, busy, annotation }) {
    if (!view) return;
    const { moves, at, seats } = view;
    const running = busy === "annotate";
    const known = annotated();
    write(go, t(running ? "cancel" : "analyse.game.go"));
    disable(go, !moves.length || (busy !== null && !running && busy !== "analyse"));
    const turning = known.filter((one) => one.turning).length;
    write(words, !moves.length ? t("analyse.none") : running ? t("analyse.progress", { at: known.length, n: annotation?.of ?? moves.length })
      : known.length ? (turning ? count("analyse.turns", turning) : t("analyse.turns.none")) : t("analyse.about"));
    chart.render(view, known, stepsOf(view));
    const first = moverAt(view, 0);
    refill(rows, `${current()} ${at} ${view.code} ${moves.join()} ${seats.map((seat) => seat.name)} ${known.map((one) => `${one.lost}${one.turning}`)}`, () => {
      const lead = Array.from({ length: first }, () => h("span", { class: "chip gap", "aria-hidden": "true" }, "…"));
      const cells = moves.map((move, ply) => {
        const player = moverAt(view, ply);
        const { text, words: said, kind } = judged(known[ply]);
        const one = h("button", { type: "button", class: `chip ${kind} ${ply < at ? "" : "undone"}`, "data-ply": ply + 1, "aria-current": ply + 1 === at ? "step" : null, title: said || null,
          "aria-label": `${ply + 1}. ${nameOf(seats, player)}: ${moveWord(move)}. ${said}` }, sign(player), h("span", {}, moveShort(move)), ...(text ? [h("span", { class: "note" }, text)] : []));
        one.addEventListener("click", () => app.go(ply + 1));
        return one;
      });
      const list = [...lead, ...cells];
      return Array.from({ length: Math.ceil(list.length / seats.length) }, (_, round) =>
        h("li", {}, h("span", { class: "round", "aria-hidden": "true" }, String(round + 1)), ...list.slice(round * seats.length, (round + 1) * seats.length)));
    });
    rows.hidden = !moves.length;
    set(rows, { "data-players": seats.length });
    const current_ = rows.querySelector("[aria-current]");
    if (current_ instanceof HTMLElement && rows.dataset.seen !== rows.dataset.signature) {
      rows.dataset.seen = rows.dataset.signature;
      rows.scrollTop = current_.offsetTop - rows.clientHeight / 2;
    }
    const one = here();
    const better = one && one.best && one.best !== one.move;
    /** @type {HTMLElement} */ (moment.parentElement).hidden = !one;
    write(moment, one ? [judged(one).words, better ? t("analyse.better") : ""].filter(Boolean).join(" ") : "");
    bestLine.render(better ? one.line : [], one?.player ?? 0, seats, 8);
  }

  const texts = createTexts(app);
  const panel = h("aside", { class: "panel", id: "panel", "data-i18n-label": "panel" }, engineBox, game, texts.root);
  const root = h("div", { class: "table analyse" }, strip, controls, host, panel);
  narrow.addEventListener("change", app.render);

  /** The move that led here, and where its pawn came from. @param {View} view */
  function lastMove(view) {
    const move = view.moves[view.at - 1];
    if (!move) return null;
    const before = sketches.get(textOf(view.code, view.moves.slice(0, view.at - 1)));
    return { move, from: isStep(move) ? (before?.players[before.turn].pawn ?? null) : null };
  }

  /** @param {State} now */
  function renderBoard({ view }) {
    if (!view) return;
    const margin = narrow.matches ? 15 : 22;
    const future = peek ? sketches.get(textOf(view.code, [...peek.base, ...peek.line.slice(0, peek.n)])) : null;
    host.classList.toggle("peeked", future !== null);
    if (peek && future) {
      const move = peek.line[peek.n - 1];
      board.render(future, { margin, last: { move, from: null }, line: peek.line.slice(peek.n), lineLength: 3, ribbons: ribbons.checked });
    } else {
      const thought = analysis()?.thought;
      board.render(view.board, { margin, last: lastMove(view), line: thought?.line ?? [], lineLength: 4, ribbons: ribbons.checked, ...hand.look() });
    }
    hand.render();
    set(host, { "aria-label": t("board.label", { width: view.board.size, height: view.board.size }) });
  }

  return {
    root,
    shown() {
      shown = true;
      sent = "";
    },
    hidden() {
      shown = false;
      peek = null;
      hand.clear();
      if (state.busy === "analyse") app.send({ type: "cancel" });
    },
    heard(message) {
      texts.heard(message);
      if (message.type === "hello") sent = "";
    },
    render(now) {
      const { view } = now;
      if (!view) return;
      const id = kept.idOf(view);
      if (left && id !== left) [mine, left] = [id, ""];
      // Another game was brought onto the table.
      if (mine && id !== mine) {
        mine = "";
        origin = null;
      }
      back.hidden = !origin || !mine;
      const player = view.board.winner ?? view.board.turn;
      const over = view.end !== null && view.at === view.moves.length;
      write(goal, over ? endWords(view) : t("turn", { player: nameOf(view.seats, player) }));
      refill(glyph, String(player), () => [sign(player)]);
      write(verdict, origin && mine ? t("analyse.aside") : view.moves.length ? t("analyse.at", { at: view.at, n: view.moves.length }) : "");
      think(now);
      renderGame(now);
      renderBoard(now);
      texts.render(now);
      const ends = { first: view.at === 0, back: view.at === 0, step: view.at >= view.moves.length, last: view.at >= view.moves.length, wall: !mayExplore() || !view.board.players[view.board.turn].walls };
      for (const [name, off] of Object.entries(ends)) for (const one of all(`[data-act=${name}]`, controls)) disable(one, off);
      set(root, { "data-players": view.seats.length });
    },
    key(event) {
      const arrow = event.key.startsWith("Arrow");
      if ((!arrow || event.shiftKey || hand.thinking()) && hand.key(event)) return true;
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      if (key === "A") toggle.click();
      else if (key === "ArrowUp") app.go(0);
      else if (key === "ArrowDown") ACTS.last.does();
      else {
        const found = Object.values(ACTS).find((one) => one.key === key);
        if (!found) return false;
        found.does();
      }
      return true;
    },
    help: () => [
      h("p", {}, t("analyse.help")),
      keyList([["← →", "analyse.key.step"], ["↑ ↓", "analyse.key.ends"], ["A", "analyse.key.think"], [`${t("key.shift")}+← ↑ → ↓`, "analyse.key.pawn"], ["W", "help.wall"], ["R Enter", "help.place"], ["?", "help.help"]]),
    ],
  };
}
