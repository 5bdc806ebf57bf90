// @ts-check
// Match: two players play many games, and what can be counted is: wins, the difference in strength, what it is worth to
// begin, what they place, time, positions, and how long games are.

import { all, h, onSubmit, refill, s, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { button, disable, field, short } from "../../core/parts.js";
import { createPicker } from "../../core/pick.js";
import { engineWord, signed } from "../../core/players.js";
import { optionField, optionValues } from "../../core/words.js";
import { createHistogram } from "./histogram.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */
/** @import { SideStats, Standing } from "../../core/wire.js" */

const GAMES = [10, 20, 50, 100, 200, 1000];
/** What a move may take. @type {{millis?: number, nodes?: number}[]} */
const LIMITS = [{ millis: 20 }, { millis: 50 }, { millis: 100 }, { millis: 300 }, { millis: 1000 }, { nodes: 1000 },
  { nodes: 10_000 }, { nodes: 100_000 }];

/** An option of the setup with no more values is a menu. */
const FEW = 20;

/** @param {number} value */
const percent = (value) => number(value, { style: "percent", maximumFractionDigits: 0 });
/** @param {number} value */
const whole = (value) => number(value, { signDisplay: "exceptZero", maximumFractionDigits: 0 });

/** How a match stands. @param {App} app */
function createBoard(app) {
  const { state } = app;
  const status = h("p", { class: "quiet", id: "match-status" });
  const bar = h("div", { class: "wdl", id: "match-bar" });
  const score = h("div", { class: "match-score" });
  const elo = h("div");
  const sides = h("table", { class: "match-sides" });
  const first = h("div");
  const lengths = createHistogram();
  const last = button("match.last", { id: "match-last" });
  last.addEventListener("click", async () => {
    const game = state.match?.last;
    if (!game || (app.running() && !(await app.confirm(t("kept.ask"), t("kept.ask.yes"))))) return;
    app.load(game);
    app.goTo("analyse");
  });
  /** @param {string} key @param {...Node} children */
  const card = (key, ...children) => h("section", { class: "match-card" }, h("h2", { "data-i18n": key }), ...children);
  return {
    status,
    root: h("div", { class: "match-board" }, h("section", { class: "match-card wide" }, score, bar, status),
      card("match.elo", elo), card("match.first", first), card("match.sides", sides),
      card("match.lengths", lengths.root, last)),
    /** @param {Standing} match */
    render(match) {
      const { a, b, played, won, drawn, lost } = match;
      refill(score, `${a} ${b} ${won} ${drawn} ${lost}`, () => [
        h("p", {}, h("b", {}, "A"), h("span", {}, engineWord(a))),
        h("p", { class: "big" }, `${number(won + drawn / 2)} : ${number(lost + drawn / 2)}`),
        h("p", {}, h("span", {}, engineWord(b)), h("b", {}, "B"))]);
      refill(bar, `${won} ${drawn} ${lost}`, () => shares(match));
      set(bar, { role: "img", "aria-label": t("match.bar", { won, drawn, lost }) });
      refill(elo, match.elo?.join(), () => strength(match.elo));
      const decided = won + lost;
      refill(first, `${match.won_by_first} ${decided}`, () => {
        const part = decided ? match.won_by_first / decided : 0;
        const one = h("i");
        one.style.width = `${100 * part}%`;
        return [h("p", { class: "big" }, decided ? percent(part) : "–"),
          h("div", { class: "half", "aria-hidden": "true" }, one),
          h("p", { class: "quiet" }, t("match.first.about", { n: match.won_by_first, of: decided }))];
      });
      refill(sides, JSON.stringify(match.sides), () => sideRows(match.sides, played));
      lengths.render(match.lengths);
      disable(last, !match.last);
    },
  };
}

/** @param {Standing} match */
function shares({ played, won, drawn, lost }) {
  const parts = [{ kind: "won", n: won, word: t("match.won", { who: "A" }) },
    { kind: "drawn", n: drawn, word: t("match.drawn") }, { kind: "lost", n: lost, word: t("match.won", { who: "B" }) }];
  return parts.filter(({ n }) => n).map(({ kind, n, word }) => {
    const part = h("span", { class: kind, title: `${word}: ${number(n)}` },
      n >= played / 8 ? `${word} ${number(n)}` : number(n));
    part.style.flexGrow = String(n);
    return part;
  });
}

/** @param {Standing["elo"]} elo */
function strength(elo) {
  if (!elo) return [h("p", { class: "quiet" }, t("match.elo.none"))];
  const [middle, low, high] = elo;
  const reach = Math.max(100, Math.ceil(Math.max(Math.abs(low), Math.abs(high)) / 100) * 100);
  const x = (/** @type {number} */ value) => 150 + (value / reach) * 128;
  return [h("p", { class: "big" }, whole(middle), " ",
    h("small", {}, t("match.elo.range", { low: whole(low), high: whole(high) }))),
    s("svg", { viewBox: "0 0 300 44", class: "whisker", "aria-hidden": "true" },
      s("path", { class: "axis", d: "M22 20H278M150 8V32" }),
      s("path", { class: "range", d: `M${x(low)} 20H${x(high)}M${x(low)} 14V26M${x(high)} 14V26` }),
      s("circle", { cx: x(middle), cy: 20, r: 5 }),
      ...[-reach, 0, reach].map((value) => s("text", { x: x(value), y: 42 }, value ? whole(value) : "0"))),
    h("p", { class: "quiet" }, t(low > 0 ? "match.elo.a" : high < 0 ? "match.elo.b" : "match.elo.open"))];
}

/** @param {SideStats[]} sides @param {number} played */
function sideRows([a, b], played) {
  /** @param {string} key @param {(side: SideStats) => string} value */
  const row = (key, value) =>
    h("tr", {}, h("th", { scope: "row" }, t(key)), h("td", {}, value(a)), h("td", {}, value(b)));
  return [h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, "A"), h("th", { scope: "col" }, "B"))),
    h("tbody", {}, row("match.moves", ({ moves }) => number(moves)),
      row("match.placed", ({ placed }) => number(placed / Math.max(1, played), { maximumFractionDigits: 1 })),
      row("match.ms", ({ ms_per_move: ms }) => number(ms, { maximumSignificantDigits: 3 })),
      row("match.nodes", ({ nodes_per_move: nodes }) => short(nodes)))];
}

/** @param {App} app */
export function createMatch(app) {
  const { state } = app;
  const { levels = [], setup: options = [], default_algorithm: best = "" } = state.game ?? {};
  // A level from the middle against the one above it.
  const middle = Math.floor((levels.length - 1) / 2);
  const engines = [middle + 1, middle].map((i) => createPicker(undefined, levels[i]?.spec ?? best));
  const games = h("select", { id: "match-games" });
  const limit = h("select", { id: "match-limit" });
  const setup = h("div", { class: "options" });
  const go = h("button", { class: "primary", id: "match-go" });
  const form = h("form", { class: "setup match-form" },
    ...["A", "B"].map((name, i) =>
      h("div", { class: "side" }, h("b", { "aria-hidden": "true" }, name), engines[i].root)),
    field("match.games", games), field("match.limit", limit), setup, go);
  onSubmit(form, toggle);
  function toggle() {
    if (state.busy === "match") return void app.send({ type: "cancel" });
    state.match = null;
    app.send({ type: "match", a: engines[0].value(), b: engines[1].value(), games: Number(games.value),
      ...LIMITS[Number(limit.value)], options: optionValues(setup) });
    app.render();
  }
  const board = createBoard(app);
  const empty = h("p", { class: "match-empty" });
  let told = "";

  /** What there is to say of it. @param {Standing} match @param {boolean} live */
  function words({ done, played, of }, live) {
    if (done && played === of) return t("match.done", { games: count("match.games", played) });
    return t(live ? "match.live" : "match.ended", { n: played, of });
  }
  return {
    root: h("div", { class: "match", id: "match" }, form, empty, board.root), toggle,
    /** @param {State} now */
    render({ match, busy }) {
      const live = busy === "match";
      engines.forEach((engine, i) => engine.render(state.game, t("match.side", { who: "AB"[i] }), live));
      refill(games, "", () => GAMES.map((n) => h("option", { value: n, selected: n === 20 }, number(n))));
      refill(limit, "", () => LIMITS.map(({ millis, nodes }, i) => h("option", { value: i, selected: i === 1 }, millis
        ? number(millis, { style: "unit", unit: "millisecond" }) : t("match.limit.nodes", { n: number(nodes ?? 0) }))));
      refill(setup, "", () => options.map((one) => optionField(one, { id: `match-${one.name}`, few: FEW })));
      for (const one of all("select, input", form)) set(one, { disabled: live });
      write(go, t(live ? "cancel" : "race.go"));
      disable(go, busy !== null && !live && busy !== "analyse");
      board.root.hidden = !match;
      empty.hidden = match !== null;
      write(empty, t(live ? "match.wait" : "match.empty"));
      if (!match) return;
      board.render(match);
      write(board.status, words(match, live));
      const over = `${match.a} ${match.b} ${match.played}`;
      if (live || !match.played || told === over) return;
      told = over;
      const { won, drawn, lost, elo } = match;
      const strength = elo ? ` ${t("match.elo")}: ${signed(elo[0])}` : "";
      app.say(`${words(match, live)} ${t("match.bar", { won, drawn, lost })}${strength}`);
    },
  };
}
