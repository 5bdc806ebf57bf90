// @ts-check
// A contest of several rounds, alone or against a rival: its clock, its bids and its scoreboard.

import { h, refill, set, write } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { button, figure, show } from "../../core/parts.js";
import { createBids } from "../parts/bids.js";
import { createGlass } from "../parts/glass.js";
import { bidding, helpful, penalty, refusal, signed } from "./rounds.js";

/** @import { App } from "../../core/app.js" */
/** @import { Match } from "../../core/wire.js" */
/** @import { PlayPart } from "../play.js" */

const narrow = matchMedia("(max-width: 899px)");
/** @param {number} points */
const plain = (points) => String(points).replace("-", "−");

/** The rounds that are over, as a row of points and as a table. */
function createTally() {
  const tally = h("div", { class: "tally", "aria-hidden": "true" });
  const rows = h("div", { class: "rounds" });

  /** @param {Match} match @param {boolean} duel */
  function table({ results }, duel) {
    const heads = ["play.round", ...(duel ? ["play.by"] : []), "moves", "optimum", "play.points"];
    const body = results.map((one, index) => h("tr", {},
      h("th", { scope: "row" }, String(index + 1)),
      ...(duel ? [h("td", { class: "by" }, one.by ? t(`play.${one.by}`) : "–")] : []),
      h("td", { class: one.end === "reached" ? null : "quiet" },
        one.end === "reached" ? show(one.moves) : t(`play.short.${one.end}`)),
      h("td", {}, show(one.optimum)), h("td", {}, duel ? String(one.points) : signed(one.points)))).reverse();
    return h("table", {}, h("caption", { class: "sr" }, t("play.rounds")), h("thead", {}, h("tr", {},
      ...heads.map((key) => h("th", { scope: "col", class: key === "play.by" ? "by" : null }, t(key))))),
      h("tbody", {}, ...body));
  }
  return {
    tally, rows,
    /** @param {Match} match @param {boolean} duel */
    render(match, duel) {
      const { results, round, phase, rules } = match;
      const dot = (/** @type {unknown} */ _, /** @type {number} */ i) => {
        const one = results[i];
        const kind = one ? (duel ? (one.by ?? "nobody") : one.points > 0 ? "you" : "nobody")
          : i === round - 1 && phase !== "over" ? "now" : null;
        return h("span", { class: kind }, !one ? "" : duel && !one.by ? "·" : plain(one.points));
      };
      refill(tally, JSON.stringify([results, round, phase, duel]), () => Array.from({ length: rules.rounds }, dot));
      tally.style.setProperty("--n", String(rules.rounds));
      refill(rows, `${duel} ${JSON.stringify(results)}`, () => (results.length ? [table(match, duel)] : []));
    },
  };
}

/** @param {App} app @returns {PlayPart} */
export function createContest(app) {
  const glass = createGlass(app, () => app.state.view?.match?.clock ?? null);
  const bids = createBids(app, (deed) => app.send(deed));
  /** What the form for bids shows. @param {Match | null} match */
  function standing(match) {
    if (!match || !bidding(match)) return null;
    const [own, other] = match.bids;
    return { round: match.round, own, least: other, ready: match.ready,
      stand: t("play.bids", { you: own ?? "–", rival: other ?? "–" }) };
  }
  const rounds = createTally();
  const [round, score] = [h("span", { id: "round" }), h("span", { id: "score" })];
  const meta = h("p", { class: "meta" }, round, score);
  const title = h("h2");
  const giveUp = button("play.give_up", { id: "give-up" });
  const leave = button("play.leave", { id: "leave" });
  const shown = h("p", { class: "quiet", id: "match-shown", "data-i18n": "play.shown", hidden: true });
  const [mine, theirs, at, cost] = [h("dd"), h("dd"), h("dd"), h("dd")];
  const [yours, rival, extra] = [figure("play.you", mine), figure("play.rival", theirs), figure("play.extra", cost)];
  const root = h("section", { class: "match", hidden: true },
    h("div", { class: "head" }, title, h("div", { class: "row" }, giveUp, leave)),
    h("div", { class: "figures" }, yours, rival, figure("play.round", at), extra), shown, bids.root, rounds.tally,
    rounds.rows);
  giveUp.addEventListener("click", () => app.send({ type: "give_up" }));
  leave.addEventListener("click", async () => {
    if (!app.running() || (await app.confirm(t("play.ask.leave"), t("play.ask.leave.yes"))))
      app.send({ type: "leave" });
  });

  /** Whether the next hint is the whole solution, for which nobody gets points. */
  function dear() {
    const { hint, view, busy } = app.state;
    return hint !== null && hint.solvable && hint.rung === hint.of - 1 && busy === null && view?.match?.shown === false;
  }

  /** Where bids are made: in the panel, or on a phone where the thumbs are. @param {Match | null} match */
  function dock(match) {
    const table = root.closest(".table");
    if (!table) return;
    set(table, { "data-phase": match ? match.phase : null });
    table.classList.toggle("bidding", bidding(match));
    if (!narrow.matches) {
      if (bids.root.parentElement !== root) rounds.tally.before(bids.root);
    } else if (bids.root.parentElement !== table) table.querySelector(".controls")?.before(bids.root);
  }

  return {
    root,
    strip: [meta, ...glass.nodes],
    help: [["B", "play.help.bid"]],
    run: glass.run,
    guard(kind, name) {
      const match = app.state.view?.match;
      if (!match) return null;
      if (name === "hint") return helpful(app.state) ? null : "play.not.hint";
      if (kind !== "act" || name !== "next") return refusal(app.state);
      return match.phase === "done" || match.phase === "over" ? null : "play.not.next";
    },
    act(name) {
      const match = app.state.view?.match;
      if (name === "next" && match?.phase === "over") return app.send({ type: "leave" });
      if (name !== "hint" || !dear()) return false;
      app.confirm(t("play.ask.shown"), t("play.ask.shown.yes")).then((yes) => yes && dear() && app.act("hint"));
      return true;
    },
    /** @returns {Record<string, boolean>} */
    off(state) {
      const match = state.view?.match;
      if (!match) return {};
      const fixed = refusal(state) !== null;
      return { slide: fixed, undo: fixed, redo: fixed, restart: fixed, hint: !helpful(state),
        next: app.running() && match.phase !== "done" };
    },
    look: (state) => (state.view?.match && !bidding(state.view.match) && refusal(state) ? { selected: -1 } : {}),
    key(event) {
      if (!bidding(app.state.view?.match)) return false;
      if (event.key.toLowerCase() === "b") bids.make();
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") bids.step(event.key === "ArrowUp" ? 1 : -1);
      else return false;
      return true;
    },
    render(state) {
      const match = state.view?.match ?? null;
      root.hidden = meta.hidden = !match;
      glass.render();
      bids.render(standing(match));
      dock(match);
      if (!match) return;
      const duel = match.rules.rival !== null;
      const [you, other] = match.score;
      write(title, duel ? t("play.duel.title", { name: t(`play.rival.${match.rules.rival}`) }) : t("play.solo.title"));
      write(round, t("play.round.of", { n: match.round, of: match.rules.rounds }));
      write(score, duel ? t("play.score.duel", { you, rival: other }) : count("play.score", you).replace("-", "−"));
      write(mine, plain(you));
      write(theirs, plain(other));
      write(at, `${match.round}/${match.rules.rounds}`);
      write(cost, signed(-penalty(state, match.rules.difficulty)));
      write(/** @type {Element} */ (yours.firstElementChild), t(duel ? "play.you" : "play.points"));
      rival.hidden = !duel;
      extra.hidden = duel;
      shown.hidden = !match.shown || match.phase === "over";
      giveUp.hidden = match.phase === "done" || match.phase === "over" || (duel && match.phase !== "show")
        || match.shower === "rival";
      rounds.render(match, duel);
    },
  };
}
