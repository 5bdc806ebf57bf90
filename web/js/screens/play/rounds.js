// @ts-check
// A contest of several rounds in words, and what may be done in it now.

import { count, number, t } from "../../core/i18n.js";
import { skin } from "../../core/skin.js";
import { wonWords } from "../../core/words.js";

/** @import { State } from "../../core/state.js" */
/** @import { Match, Round } from "../../core/wire.js" */

/** What a move beyond the optimum costs. @param {State} state @param {string} difficulty */
export const penalty = ({ game }, difficulty) => game?.penalties.find(([name]) => name === difficulty)?.[1] ?? 0;

/** A number with its sign. @param {number} points */
export const signed = (points) => number(points, { signDisplay: "exceptZero" }).replace("-", "−");

/** Whether bids can be made. @param {Match | null | undefined} match */
export const bidding = (match) =>
  match != null && match.rules.rival !== null && (match.phase === "think" || match.phase === "bid");

/** Whether hints can be had. @param {State} state */
export const helpful = ({ view }) =>
  !view?.match || (view.match.rules.rival === null && (view.match.phase === "think" || view.match.phase === "show"));

/** Why no piece may move now: the key of a sentence, or null. @param {State} state */
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
    if (round.end === "reached" && match.shown) return `${words} ${t("play.shown")}`;
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
  const goal = skin.goalWords(scene);
  if (!match) return scene.solved ? skin.wonWords(state) : goal;
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
