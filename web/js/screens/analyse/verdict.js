// @ts-check
// What is said of a move of the game, and of the whole game: of a puzzle, and of a game of adversaries.

import { count, number, t } from "../../core/i18n.js";

/** @import { Annotated } from "../../core/wire.js" */
/** A sign, the same in words, and which kind it is. @typedef {{text: string, words: string, kind: string}} Verdict */

/** A move that threw away so much is marked. */
const SLIP = 1;

/** Whether a move left everything as it was: a walk, of which there is nothing to say. @param {Annotated} one */
export const weightless = (one) => one.lost === 0 && one.before === one.after;

/** What a move of a puzzle lost. @param {Annotated | undefined} one @returns {Verdict} */
export function planVerdict(one) {
  if (!one || weightless(one)) return { text: "", words: "", kind: "" };
  if (one.dead) return { text: "✗", words: t("analyse.move.dead"), kind: "dead" };
  const to = one.after === null ? "" : `, ${t("analyse.move.after", { n: one.after })}`;
  if (one.lost === null) return { text: "?", words: t("analyse.move.unknown") + to, kind: "" };
  if (one.lost === 0) return { text: "✓", words: t("analyse.move.best") + to, kind: "best" };
  return { text: `+${one.lost}`, words: count("analyse.lost", one.lost) + to, kind: "slip" };
}

/** What became of a move against others. @param {Annotated | undefined} one @returns {Verdict} */
export function gameVerdict(one) {
  if (!one) return { text: "", words: "", kind: "" };
  const lost = one.lost ?? 0;
  const short = number(lost, { maximumFractionDigits: 1 });
  const [before, after] = one.worth.map((score) => Math.sign(score?.win ?? 0));
  // What is proven is no number any more: the game was won and is not, or is lost and was not.
  const proven = lost === 0 || before === after ? ""
    : after < 0 ? "review.lost.game" : before > 0 ? "review.lost.win" : "";
  const thrown = proven ? t(proven) : t(short === "1" ? "review.lost.one" : "review.lost.other", { n: short });
  if (one.turning) return { text: "◆", words: `${t("review.turning")} ${thrown}`, kind: "turning" };
  if (proven) return { text: "✗", words: thrown, kind: "slip" };
  if (lost >= SLIP) return { text: `−${short}`, words: thrown, kind: "slip" };
  if (one.best === one.move) return { text: "✓", words: t("review.best"), kind: "best" };
  return { text: "", words: lost >= 0.25 ? thrown : t("review.good"), kind: "" };
}

/** A puzzle's way in a sentence. @param {Annotated[]} known */
export function planSum(known) {
  const judged = known.filter((one) => !weightless(one));
  const lost = judged.reduce((total, one) => total + (one.lost ?? 0), 0);
  const best = judged.filter((one) => one.lost === 0).length;
  const rest = judged.some((one) => one.dead) ? t("analyse.game.dead")
    : lost ? count("analyse.lost.all", lost) : t("analyse.lost.none");
  return `${count("analyse.best", best).replace("{all}", String(judged.length))} ${rest}`;
}

/** A game in a sentence. @param {Annotated[]} known */
export function gameSum(known) {
  const turning = known.filter((one) => one.turning).length;
  return turning ? count("review.turns", turning) : t("review.turns.none");
}
