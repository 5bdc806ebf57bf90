// @ts-check
// Analyse: the game move by move, what each move lost, and its curves; against others, what would have been better.

import { b, h, refill, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { disable, section } from "../../core/parts.js";
import { moverAt, playerName, reasonWords } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { signLegend, signOf } from "../../core/words.js";
import { createSketches } from "../parts/sketches.js";
import { createLine, scoreTold } from "../parts/thought.js";
import { createChart, drawLegend, drawMarks, drawScores, drawSteps } from "./chart.js";
import { gameSum, gameVerdict, planSum, planVerdict } from "./verdict.js";

/** @import { App } from "../../core/app.js" */
/** @import { State, View } from "../../core/state.js" */
/** @import { Annotated, Score } from "../../core/wire.js" */
/** @import { Aside } from "./aside.js" */
/** The game as it is judged: turns, where each ends, how many are done, and what is known of them.
 * @typedef {{names: string[], ends: number[], done: number, known: Annotated[]}} Turns */

/** The signs of verdicts, and the keys of their words; `lost` stands for a number. @type {Record<string, string>} */
const SIGNS = { "✓": "verdict.best", lost: "verdict.lost", "✗": "verdict.dead", "◆": "verdict.turning",
  "?": "verdict.unknown" };

/** The scores after 0, 1, 2 and more moves. @param {Annotated[]} known @returns {(Score | null)[]} */
const scores = (known) => [known[0]?.worth[0] ?? null, ...known.map((one) => one.worth[1])];

/** @param {App} app @param {Aside | null} aside where other moves can be tried */
export function createReview(app, aside) {
  const { state } = app;
  const verdict = aside ? gameVerdict : planVerdict;
  const sketches = createSketches(app);
  const go = b({ id: "annotate-go" });
  go.addEventListener("click", () => {
    if (state.busy === "annotate") app.send({ type: "cancel" });
    else if (state.view?.history.moves.length && (!state.busy || state.busy === "analyse")) {
      state.annotation = null;
      app.send({ type: "annotate" });
    }
  });
  const words = h("p", { class: "quiet", id: "annotation-words", role: "status" });
  const chart = createChart((moment) => app.go(moment ? turns().ends[moment - 1] : 0), momentWords);
  const list = h("ol", { class: aside ? "rows" : "chips", id: aside ? "moves" : "annotation",
    "data-i18n-label": aside ? "played" : "analyse.game" });
  const legend = h("p", { class: "quiet legend", id: "verdict-legend" });
  const moment = h("p", { id: "moment" });
  const line = createLine((n) => aside?.point(app.past().slice(0, -1), here()?.line ?? [], n),
    (n) => aside?.explore((here()?.line ?? []).slice(0, n), (state.view?.history.at ?? 1) - 1));
  const turned = h("ol", { class: "turned", id: "turned", "data-i18n-label": "review.mattered" });
  const heading = h("h3", { class: "mattered", "data-i18n": "review.mattered", hidden: true });
  const why = h("p", { class: "why", id: "why" });
  const wiserWhy = h("p", { class: "why", id: "why-better" });
  const better = h("div", { class: "moment" }, moment, why, line.root, wiserWhy);

  /** What is known of the moves of this very game. */
  function annotated() {
    const { view, annotation } = state;
    if (!view || !annotation || annotation.code !== view.code) return [];
    const wrong = annotation.moves.findIndex((one, i) => one.move !== view.history.moves[i]);
    return wrong < 0 ? annotation.moves : annotation.moves.slice(0, wrong);
  }
  /** What is known of the last move. */
  const here = () => (aside ? annotated()[(state.view?.history.at ?? 0) - 1] ?? null : null);

  /** What a turn's last move lost is what the turn lost. @returns {Turns} */
  function turns() {
    const { moves, at } = state.view?.history ?? { moves: [], at: 0 };
    const told = annotated();
    let end = 0;
    const list = skin.turns(moves).map((turn) => ({ name: turn.join(""), end: (end += turn.length) }));
    return { names: list.map((one) => one.name), ends: list.map((one) => one.end),
      done: list.filter((one) => one.end <= at).length,
      known: list.filter((one) => one.end <= told.length).map((one) => told[one.end - 1]) };
  }

  /** A moment of the game in words. @param {number} n */
  function momentWords(n) {
    const { view } = state;
    if (!view) return "";
    const { names, known } = turns();
    const seats = view.table?.seats ?? [];
    const label = n ? skin.moveSign(view.scene, names[n - 1]).label : "";
    const what = !n ? t("review.start") : view.table
      ? t("review.moment", { n, player: playerName(seats, moverAt(view, n - 1)), move: label }) : `${n}. ${label}.`;
    const score = view.table ? scoreTold(scores(known)[n] ?? null, seats) : "";
    return [what, verdict(known[n - 1]).words, score].filter(Boolean).join(" ");
  }

  /** The steps that everybody has to go after each move of a game, as far as they are known.
   * @type {{of: string, steps: number[][]}} */
  let walked = { of: "", steps: [] };
  /** @param {View} view */
  function stepsOf({ code, history: { moves } }) {
    const of = `${code} ${moves}`;
    if (walked.of !== of) walked = { of, steps: Array.from({ length: moves.length + 1 }, () => []) };
    walked.steps.forEach((known, ply) => {
      if (known.length) return;
      const sides = sketches.get(code, moves.slice(0, ply))?.sides ?? [];
      if (sides.some(({ way }) => way.length)) walked.steps[ply] = sides.map(({ way }) => Math.max(0, way.length - 1));
    });
    return walked.steps;
  }

  /** @param {View} view @param {Turns} turns */
  function renderChart(view, { names, done, known }) {
    const { scene, table } = view;
    const steps = table ? stepsOf(view)
      : known.length ? [[known[0].before], ...known.map((one) => [one.after])] : [];
    chart.root.hidden = !names.length || !(known.length || steps.flat().length);
    if (chart.root.hidden) return;
    const seats = table?.seats ?? [];
    const title = (/** @type {string} */ text) => h("p", { class: "quiet" }, text);
    const players = seats.map((_, player) => playerName(seats, player));
    const kinds = table ? [] : ["", ...known.map((one) => (one.dead ? "dead" : one.lost ? "lost" : ""))];
    chart.render(names.length, done, [known, steps, players], (x, now) => [
      ...(table && known.length
        ? [title(t(players.length > 2 ? "review.ahead.each" : "review.ahead", { player: players[0] })),
          drawScores(scores(known), known, scene, x, now)] : []),
      ...(steps.flat().length ? [title(t("analyse.chart.title")), drawSteps(steps, x, now, kinds)] : []),
    ], () => [table ? drawLegend(scene, players, known.some((one) => one.turning)) : drawMarks(kinds)]);
  }

  /** A turn as a tile that leads to it. @param {View} view @param {Turns} turns @param {number} i */
  function tile(view, { names, ends, known }, i) {
    const { scene, history: { at }, table } = view;
    const { nodes, label } = skin.moveSign(scene, names[i]);
    const { text, words: told, kind } = verdict(known[i]);
    const player = table ? moverAt(view, i) : -1;
    const who = table ? `${playerName(table.seats, player)}: ` : "";
    const one = b({ class: `chip ${kind}${table && ends[i] > at ? " undone" : ""}`, "data-ply": ends[i],
      title: told || null, "aria-current": ends[i] === at ? "step" : null,
      "aria-label": [`${i + 1}. ${who}${label}`, told].filter(Boolean).join(": ") },
      ...(table ? signOf(scene, player) : []), ...nodes,
      ...(text ? [h("span", { class: "verdict", "aria-hidden": "true" }, text)] : []));
    one.addEventListener("click", () => app.go(ends[i]));
    return one;
  }

  /** The three moves that mattered most: the move, what it threw away and why, and what was better.
   * @param {View} view @param {Turns} turns */
  function mattered(view, { names, ends, known }) {
    const seats = view.table?.seats ?? [];
    return known.flatMap((one, i) => {
      if (!one.mattered) return [];
      const player = moverAt(view, i);
      const sign = (/** @type {string} */ name) => skin.moveSign(view.scene, name);
      const [made, wiser] = [sign(names[i]), one.best && one.best !== one.move ? sign(one.best) : null];
      const answer = one.answer_why.length && one.answer ? sign(one.answer) : null;
      const round = Math.floor((i + moverAt(view, 0)) / (seats.length || 1)) + 1;
      const lost = verdict(one);
      const wise = wiser ? t("review.better.was", { move: wiser.label }) : "";
      const told = [`${round}. ${playerName(seats, player)}: ${made.label}`, lost.words, wise].filter(Boolean);
      const item = b({ "data-ply": ends[i], title: told.join(" "), "aria-label": told.join(" "),
        "aria-current": ends[i] === view.history.at ? "step" : null },
      h("span", { class: "round" }, String(round)), ...signOf(view.scene, player), h("strong", {}, ...made.nodes),
      h("span", { class: "verdict" }, lost.text),
      ...(wiser ? [h("span", { class: "quiet" }, t("review.better")), h("span", {}, ...wiser.nodes)] : []));
      item.addEventListener("click", () => app.go(ends[i]));
      const why = [lost.words, reasonWords(one.why, seats),
        answer ? t("review.answer", { move: answer.label, why: reasonWords(one.answer_why, seats) }) : "",
        [wise, reasonWords(one.best_why, seats)].filter(Boolean).join(" ")];
      return [h("li", {}, item, ...why.filter(Boolean).map((text) => h("p", {}, text)))];
    });
  }

  /** A row a round, or one tile after the other. @param {View} view @param {Turns} turns */
  function rows(view, turns) {
    const { history: { at }, table } = view;
    const tiles = turns.names.map((_, i) => tile(view, turns, i));
    if (!table) return tiles.map((one, i) => h("li", { class: turns.ends[i] <= at ? null : "undone" }, one));
    const wide = table.seats.length;
    const gap = () => h("span", { class: "chip gap", "aria-hidden": "true" }, "…");
    const lead = Array.from({ length: moverAt(view, 0) }, gap);
    const cells = [...lead, ...tiles];
    return Array.from({ length: Math.ceil(cells.length / wide) }, (_, round) =>
      h("li", {}, h("span", { class: "round", "aria-hidden": "true" }, String(round + 1)),
        ...cells.slice(round * wide, (round + 1) * wide)));
  }

  /** @param {View} view @param {Turns} turns */
  function renderList(view, turns) {
    const { code, history: { at, moves }, table } = view;
    refill(list, JSON.stringify([at, code, moves, table?.seats, turns.known]), () => rows(view, turns));
    list.hidden = !moves.length;
    set(list, { "data-players": table?.seats.length });
    const now = list.querySelector("[aria-current]");
    if (!table || !(now instanceof HTMLElement) || list.dataset.seen === list.dataset.signature) return;
    list.dataset.seen = list.dataset.signature;
    list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  /** What the signs behind the moves mean: those that there are. @param {Turns} turns */
  function renderLegend({ known }) {
    const kinds = known.map((one) => verdict(one)).filter(({ text }) => text)
      .map(({ text }) => (/\d/.test(text) ? "lost" : text));
    const there = Object.entries(SIGNS).filter(([sign]) => kinds.includes(sign));
    refill(legend, `${there} ${aside !== null}`, () => there.map(([sign, key]) => h("span", { class: "key" },
      h("b", {}, sign === "lost" ? (aside ? "−1" : "+1") : sign),
      t(sign === "lost" && aside ? "verdict.lost.game" : key))));
    legend.hidden = !there.length;
  }

  return {
    root: section("analyse.game", [go], words, ...(aside ? [heading, turned] : []), chart.root, ...(aside ? [better] : []), list,
      ...signLegend(), legend),
    /** The score of a moment. @param {number} at */
    scoreAt: (at) => scores(annotated())[at] ?? null,
    sketches,
    /** @param {State} now */
    render({ view, busy }) {
      if (!view) return;
      const all = turns();
      const running = busy === "annotate";
      write(go, t(running ? "cancel" : "analyse.game.go"));
      disable(go, !all.names.length || (busy !== null && !running && busy !== "analyse"));
      write(words, !all.names.length ? t("analyse.game.none")
        : running ? t("analyse.game.progress", { at: all.known.length, n: all.names.length })
          : all.known.length ? (aside ? gameSum : planSum)(all.known) : t("analyse.game.about"));
      turned.hidden = running || !all.known.some((one) => one.mattered);
      if (!turned.hidden)
        refill(turned, JSON.stringify([view.code, view.history.at, all.known, view.table?.seats]), () =>
          mattered(view, all));
      heading.hidden = turned.hidden;
      renderChart(view, all);
      renderList(view, all);
      renderLegend(all);
      const one = here();
      const wiser = one?.best && one.best !== one.move;
      better.hidden = !one;
      const seats = view.table?.seats ?? [];
      write(moment, [verdict(one ?? undefined).words, wiser ? t("review.better") : ""].filter(Boolean).join(" "));
      write(why, one ? reasonWords(one.why, seats) : "");
      write(wiserWhy, wiser ? reasonWords(one.best_why, seats) : "");
      line.render(wiser ? one.line : [], view.scene, view.table?.seats ?? [], { most: 8, turn: one?.player ?? 0 });
    },
  };
}
