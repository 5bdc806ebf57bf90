// @ts-check
// A game of several rounds, alone or against a rival: what it asks for now, its clock, its bids and its scoreboard.

import { b, h, refill, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { button, disable, figure, show } from "../../core/parts.js";
import { running } from "../../core/setup.js";
import { goalWords } from "../../core/words.js";
import { wonWords } from "./skin.js";

/** @import { App, State } from "../../core/app.js" */
/** @import { Match, Round } from "../../core/wire.js" */

/** What a move beyond the optimum costs. @param {State} state @param {string} difficulty */
export const penalty = ({ game }, difficulty) => game?.penalties.find(([name]) => name === difficulty)?.[1] ?? 0;

/** A number with its sign. @param {number} points */
const signed = (points) => number(points, { signDisplay: "exceptZero" }).replace("-", "−");

/** Whether bids can be made. @param {Match | null | undefined} match */
export const bidding = (match) =>
  match != null && match.rules.rival !== null && (match.phase === "think" || match.phase === "bid");

/** Whether hints can be had. @param {State} state */
export const helpful = ({ view }) =>
  !view?.match || (view.match.rules.rival === null && (view.match.phase === "think" || view.match.phase === "show"));

/** Why no robot may move now: the key of a sentence, or null. @param {State} state */
export function refusal({ view }) {
  const match = view?.match;
  if (!match || match.phase === "over") return null;
  if (match.phase === "done") return "play.not.done";
  if (bidding(match)) return "play.not.bid";
  return match.shower === "rival" ? "play.not.rival" : null;
}

/** @param {Round} round @param {Match} match */
function roundWords(round, match) {
  if (match.rules.rival === null) {
    const words = round.end === "reached" ? wonWords(round.moves ?? 0, round.optimum) : t(`play.end.${round.end}`);
    // Points need the optimum, which may still be searched for.
    const known = round.end !== "reached" || round.optimum !== null || round.points > 0;
    return known
      ? `${words} ${count("play.score", round.points).replace(String(round.points), signed(round.points))}.` : words;
  }
  if (!round.by) return t("play.done.nobody");
  return t(`play.done.${round.by}`, { moves: count("moves", round.moves ?? 0) });
}

/** What to do now, in a sentence. @param {State} state */
export function taskWords(state) {
  const { view } = state;
  if (!view) return t("goal.wait");
  const { match, scene } = view;
  const goal = goalWords(scene);
  if (!match) return scene.solved ? wonWords(view.history.at, state.rating?.optimum) : goal;
  const duel = match.rules.rival !== null;
  const [mine, theirs] = match.bids;
  const [you, rival] = match.score;
  const last = match.results.at(-1);
  switch (match.phase) {
    case "think":
      return duel ? t("play.duel.think", { goal }) : goal;
    case "bid":
      if (theirs !== null && (mine === null || theirs < mine))
        return t(match.ready ? "play.bid.passed" : "play.bid.rival", { n: theirs });
      return t(mine === theirs ? "play.bid.both" : "play.bid.you", { n: mine ?? 0 });
    case "show":
      if (!duel) return goal;
      if (match.shower === "rival") return t("play.show.rival", { moves: count("moves", theirs ?? 0) });
      return t("play.show.you", { goal, moves: count("moves", mine ?? 0) });
    case "done":
      return last ? roundWords(last, match) : "";
    default:
      if (!duel) return t("play.over.solo", { score: you, most: 10 * match.rules.rounds });
      return t(you > rival ? "play.over.you" : you < rival ? "play.over.rival" : "play.over.draw", { you, rival });
  }
}

/**
 * Everything of the game around the board. `strip` belongs into the strip, `section` into the panel, `bid` into the
 * panel or under the board.
 * @param {App} app
 */
export function createMatch(app) {
  const round = h("span", { id: "round" });
  const score = h("span", { id: "score" });
  const meta = h("p", { class: "meta" }, round, score);
  const time = h("output", { class: "clock", id: "clock", role: "timer", "data-i18n-label": "play.clock" });
  const sand = h("i");
  const glass = h("div", { class: "glass", "aria-hidden": "true" }, sand);

  // The scoreboard
  const title = h("h2");
  const giveUp = button("play.give_up", { id: "give-up" });
  const leave = button("play.leave", { id: "leave" });
  const mine = h("dd");
  const yours = figure("play.you", mine);
  const theirs = h("dd");
  const rival = figure("play.rival", theirs);
  const rounds = h("dd");
  const cost = h("dd");
  const extra = figure("play.extra", cost);
  const tally = h("div", { class: "tally", "aria-hidden": "true" });
  const rows = h("div", { class: "rounds" });
  const section = h("section", { class: "match", hidden: true },
    h("div", { class: "head" }, title, h("div", { class: "row" }, giveUp, leave)),
    h("div", { class: "figures" }, yours, rival, figure("play.round", rounds), extra), tally, rows);

  // Bids
  const input = h("input", { id: "bid-moves", type: "number", min: 1, max: 99, value: 8, inputmode: "numeric",
    "data-i18n-label": "play.bid.label" });
  const less = b({ "data-i18n-label": "play.bid.less" }, "−");
  const more = b({ "data-i18n-label": "play.bid.more" }, "+");
  const say = h("button", { class: "primary", "aria-keyshortcuts": "B" });
  const ready = b({ id: "ready" });
  const stand = h("p", { class: "stand" });
  const bid = h("form", { id: "bid", class: "bid", "data-i18n-label": "play.bid.title" },
    stand, h("div", { class: "stepper" }, less, input, more), say, ready);
  tally.before(bid);

  /** @param {number} by */
  const step = (by) => {
    input.value = String(Math.max(1, Math.min(99, (Number(input.value) || 1) + by)));
    app.render();
  };
  const make = () => {
    const moves = Math.round(Number(input.value));
    if (moves >= 1 && !app.state.view?.match?.ready) app.send({ type: "bid", moves });
  };
  less.addEventListener("click", () => step(-1));
  more.addEventListener("click", () => step(1));
  input.addEventListener("input", app.render);
  bid.addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  ready.addEventListener("click", () => ready.getAttribute("aria-disabled") !== "true" && app.send({ type: "ready" }));
  giveUp.addEventListener("click", () => app.send({ type: "give_up" }));
  leave.addEventListener("click", async () => {
    if (!running(app.state) || (await app.confirm(t("play.ask.leave"), t("play.ask.leave.yes"))))
      app.send({ type: "leave" });
  });

  /** Seconds that were told to a screen reader. */
  let warned = false;
  function tick() {
    const clock = app.state.view?.match?.clock;
    if (!clock) return;
    const left = Math.max(0, clock.left_ms - (performance.now() - app.state.clockAt));
    const whole = Math.ceil(left / 1000);
    write(time, `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`);
    sand.style.width = `${clock.total_ms ? (100 * left) / clock.total_ms : 0}%`;
    const late = left <= 10_000;
    time.classList.toggle("late", late);
    if (late && !warned && clock.total_ms > 15_000) app.say(t("play.late"));
    warned = late;
  }
  let timer = 0;

  /** @param {Match} match */
  function board(match) {
    const duel = match.rules.rival !== null;
    refill(tally, JSON.stringify([match.results, match.round, match.phase, duel]), () =>
      Array.from({ length: match.rules.rounds }, (_, index) => {
        const one = match.results[index];
        const kind = one ? (duel ? (one.by ?? "nobody") : one.points > 0 ? "you" : "nobody")
          : index === match.round - 1 && match.phase !== "over" ? "now" : null;
        return h("span", { class: kind }, !one ? "" : duel && !one.by ? "·" : String(one.points).replace("-", "−"));
      }));
    tally.style.setProperty("--n", String(match.rules.rounds));
    refill(rows, `${duel} ${JSON.stringify(match.results)}`, () => {
      if (!match.results.length) return [];
      const heads = ["play.round", ...(duel ? ["play.by"] : []), "moves", "optimum", "play.points"];
      const body = match.results.map((one, index) => h("tr", {},
        h("th", { scope: "row" }, String(index + 1)),
        ...(duel ? [h("td", { class: "by" }, one.by ? t(`play.${one.by}`) : "–")] : []),
        h("td", { class: one.end === "reached" ? null : "quiet" },
          one.end === "reached" ? show(one.moves) : t(`play.short.${one.end}`)),
        h("td", {}, show(one.optimum)),
        h("td", {}, duel ? String(one.points) : signed(one.points)))).reverse();
      return [h("table", {}, h("caption", { class: "sr" }, t("play.rounds")),
        h("thead", {}, h("tr", {},
          ...heads.map((key) => h("th", { scope: "col", class: key === "play.by" ? "by" : null }, t(key))))),
        h("tbody", {}, ...body))];
    });
  }

  let asked = "";
  /** @param {Match} match */
  function bids(match) {
    const [own, other] = match.bids;
    // A new round, or a bid of the rival: what one would bid at most.
    const moment = `${match.round} ${own} ${other}`;
    if (moment !== asked) {
      asked = moment;
      const least = Math.min(own ?? 99, other ?? 99) - 1;
      if (own === null && other === null) input.value = "8";
      else if (!(Number(input.value) <= least)) input.value = String(Math.max(1, least));
    }
    write(stand, t("play.bids", { you: own ?? "–", rival: other ?? "–" }));
    write(say, t("play.bid", { n: Number(input.value) || "…" }));
    disable(say, match.ready);
    write(ready, t(own === null ? "play.pass" : "play.ready"));
    disable(ready, match.ready);
    set(ready, { "aria-pressed": String(match.ready) });
  }

  return {
    strip: [meta, time, glass], section, tally, bid, step, make,
    /** @param {boolean} on */
    run(on) {
      clearInterval(timer);
      timer = on ? setInterval(tick, 200) : 0;
    },
    /** @param {State} state */
    render(state) {
      const match = state.view?.match ?? null;
      section.hidden = meta.hidden = !match;
      time.hidden = glass.hidden = !match?.clock;
      bid.hidden = !bidding(match);
      if (!match) return;
      const duel = match.rules.rival !== null;
      const words = { n: match.round, of: match.rules.rounds };
      write(title, duel ? t("play.duel.title", { name: t(`play.rival.${match.rules.rival}`) }) : t("play.solo.title"));
      write(round, t("play.round.of", words));
      write(score, duel ? t("play.score.duel", { you: match.score[0], rival: match.score[1] })
        : count("play.score", match.score[0]).replace("-", "−"));
      write(mine, String(match.score[0]).replace("-", "−"));
      write(theirs, String(match.score[1]).replace("-", "−"));
      write(rounds, `${match.round}/${match.rules.rounds}`);
      write(cost, signed(-penalty(state, match.rules.difficulty)));
      write(/** @type {Element} */ (yours.firstElementChild), t(duel ? "play.you" : "play.points"));
      rival.hidden = !duel;
      extra.hidden = duel;
      giveUp.hidden = match.phase === "done" || match.phase === "over" || (duel && match.phase !== "show")
        || match.shower === "rival";
      board(match);
      if (!bid.hidden) bids(match);
      tick();
    },
  };
}
