// @ts-check
// What a search does, in sentences.

import { number, t } from "../../core/i18n.js";
import { playerName, signed } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { moves } from "../../core/words.js";

/** @import { Cursor, NodeView, Scene, Seat, TracedLane, WhyNext } from "../../core/wire.js" */

/** Beyond this a score means that the game is won. */
const FAR = 90_000;

/** A number of a search, which may be a fraction. @param {number} value */
export const figure = (value) => number(value, { maximumFractionDigits: 2 });

/** A score of a game, told in hundredths. @param {number | null | undefined} score */
export const scoreOf = (score) => (score == null ? "–" : Math.abs(score) >= FAR ? `${score < 0 ? "−" : "+"}∞`
  : signed(score / 100));

/** A share from 0 to 1. @param {number | null | undefined} value */
export const share = (value) =>
  (value == null ? "–" : number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/** The value by which a node waits: what is added up, and the sum; null where there is no such thing.
 * @param {WhyNext | null | undefined} why @param {NodeView} node */
export function keyOf(why, { g, h }) {
  const [of_g, of_h] = why?.order === "least" ? why.weights : [1, 1];
  return h === null ? null : g * of_g + h * of_h;
}

/** How the key is made, in signs: f = g + 2h. @param {WhyNext | null | undefined} why */
export function keyName(why) {
  if (why?.order !== "least") return "f = g + h";
  const [of_g, of_h] = why.weights;
  const part = (/** @type {number} */ of, /** @type {string} */ name) => (of === 0 ? [] : of === 1 ? [name]
    : [`${figure(of)}·${name}`]);
  const parts = [...part(of_g, "g"), ...part(of_h, "h")];
  return parts.length > 1 || parts[0] !== parts[0]?.slice(-1) ? `f = ${parts.join(" + ")}` : (parts[0] ?? "f");
}

/** Whether estimates play a part in what is expanded next. @param {TracedLane} lane @param {Cursor | null} cursor */
export function guided({ timeline, kind }, cursor) {
  const why = cursor?.open.why;
  if (kind !== "states" && kind !== "expansions") return false;
  if (why?.order === "least") return why.weights[1] > 0;
  return timeline.h.some((one) => one > 0);
}

/** A node with its figures. @param {NodeView} node @param {boolean} informed */
const withFigures = ({ id, g, h }, informed) => (informed && h !== null
  ? t("watch.node.informed", { id, g, h, f: g + h }) : t("watch.node", { id, g }));

/** Who is to move after a line of moves. @param {Scene} scene @param {Seat[]} seats @param {number} plies */
export const moverAfter = (scene, seats, plies) =>
  playerName(seats, (scene.turn + plies) % Math.max(1, scene.sides.length));

/** The line of moves to a node, in words. @param {Scene} scene @param {string[]} moves */
export const lineWords = (scene, moves) => moves.map((move) => skin.moveSign(scene, move).label).join(", ");

/** What a search came to. @param {TracedLane} lane */
export function endWords({ kind, outcome, optimal, cost, moves: way }) {
  const game = kind === "lines" || kind === "rollouts";
  const how = game ? (outcome === "limit" ? "race.outcome.limit" : "watch.outcome.move")
    : `race.outcome.${outcome === "solved" && optimal ? "optimal" : outcome}`;
  return t(how, { moves: moves(cost ?? way.length), move: way[0] ?? "–" });
}

/** What has just happened, and at the end what came of it. @param {TracedLane} lane @param {Cursor | null} cursor
 * @param {Scene} scene @param {Seat[]} seats */
export function whatWords(lane, cursor, scene, seats) {
  const words = happened(lane, cursor, scene, seats);
  return cursor && cursor.at === lane.events && lane.events > 0
    ? `${words} ${t("watch.end", { outcome: endWords(lane) })}` : words;
}

/** @param {TracedLane} lane @param {Cursor | null} cursor @param {Scene} scene
 * @param {Seat[]} seats */
function happened(lane, cursor, scene, seats) {
  if (!cursor || !cursor.what) return t(`watch.what.start.${lane.kind}`);
  const { node, what, bound, pass, open, step } = cursor;
  const informed = guided(lane, cursor);
  if (what === "bound") {
    const how = lane.kind === "lines" ? "lines" : lane.kind === "states" ? (open.why?.order ?? "least") : "other";
    return t(`watch.what.bound.${how}`, { bound: bound ?? 0, pass });
  }
  if (!node) return t(`watch.what.${what}.none`);
  if (lane.kind === "rollouts") {
    return t("watch.what.rollout", { n: number(step), line: node.moves.join(" ") || "–", visits: number(node.visits),
      value: share(node.value) });
  }
  if (lane.kind === "lines") return lineSentence(cursor, node, scene, seats);
  if (lane.kind === "expansions") return t("watch.what.seen", { node: withFigures(node, informed) });
  if ((what === "new" || what === "better") && node.status === "goal")
    return t("watch.what.goal", { node: withFigures(node, false) });
  return t(`watch.what.${what}`, { node: withFigures(node, informed), id: node.id, g: node.g, bound: bound ?? 0 });
}

/** In a game. @param {Cursor} cursor @param {NodeView} node @param {Scene} scene @param {Seat[]} seats */
function lineSentence({ what }, node, scene, seats) {
  const line = node.moves.join(" ") || t("watch.root");
  const player = moverAfter(scene, seats, node.moves.length);
  const [low, high] = node.window ?? [null, null];
  if (what === "new") {
    return low === null ? t("watch.what.enter", { line, player })
      : t("watch.what.enter.window", { line, player, low: scoreOf(low), high: scoreOf(high) });
  }
  if (what === "step") {
    const more = node.score === null || low === null || high === null ? ""
      : node.score <= low ? "low" : node.score >= high ? "high" : "";
    return t(more ? `watch.what.leave.${more}` : "watch.what.leave",
      { line, player, score: scoreOf(node.score), low: scoreOf(low), high: scoreOf(high) });
  }
  if (what === "cut") return t("watch.what.cutoff", { line, player, high: scoreOf(high) });
  if (what === "duplicate") return t("watch.what.known", { line });
  return "";
}

/** Why the first of what waits is next. @param {Cursor | null} cursor */
export function whyWords(cursor) {
  const [next] = cursor?.open.first ?? [];
  const why = cursor?.open.why;
  if (!next || !why) return "";
  const { order, key, equal, tie, still_equal: still } = why;
  if (order === "oldest") return t("watch.why.oldest", { id: next.id });
  if (order === "deepest") return t(equal > 0 ? "watch.why.deepest.tie" : "watch.why.deepest", { id: next.id });
  const name = keyName(why).split(" ")[0];
  const told = [t("watch.why.least", { id: next.id, name, key: figure(key) })];
  if (equal > 0 && tie) {
    const by = tie === "h" ? next.h : next.g;
    // The key may be what breaks its own ties.
    const idle = name === tie || still === equal;
    if (!idle) told.push(t("watch.why.tie", { n: number(equal), tie, by: by ?? 0 }));
    if (still > 0) told.push(t(idle ? "watch.why.tie.youngest" : "watch.why.still", { n: number(still), tie }));
  } else told.push(t("watch.why.alone", { name }));
  return told.join(" ");
}
