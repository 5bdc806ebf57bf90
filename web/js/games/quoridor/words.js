// @ts-check
// Quoridor in words: players, moves, scores, ends. The same on every screen.

import { h } from "../../core/dom.js";
import { count, maybe, number, t } from "../../core/i18n.js";
import { lie, sign } from "./art.js";

/** @import { Kept } from "./kept.js" */
/** @import { Score, Seat, View } from "./wire.js" */

/** The colour by which a player is known. @param {number} player */
export const colorWord = (player) => t(`player.${player % 4}`);

/** Who an engine is: its level in the reader's words, or its spec. @param {string} spec */
export function engineWord(spec) {
  const level = /^fast(?:\(level=(\w+)(?:,\s*seed=\d+)?\))?$/.exec(spec);
  if (!level) return t("seat.engine.other", { spec });
  return t("seat.engine", { level: levelWord(level[1] ?? "full") });
}
/** @param {string} level */
export const levelWord = (level) => maybe(`level.${level}`) ?? level;

/** What kind of player sits there. @param {Seat | undefined} seat */
export const seatWord = (seat) => (seat?.engine ? engineWord(seat.engine) : t("seat.person"));

/** What a player is called: the name that was given, else the colour. @param {Seat[]} seats @param {number} player */
export const nameOf = (seats, player) => seats[player]?.name || colorWord(player);

/** The name with the colour where both are needed to know who is meant. @param {Seat[]} seats @param {number} player */
export const fullName = (seats, player) => {
  const name = seats[player]?.name;
  return name ? t("player.named", { name, color: colorWord(player) }) : colorWord(player);
};

/** A move in words, without who made it. @param {string} move */
export function moveWord(move) {
  const way = lie(move);
  if (way) return t(way === "h" ? "move.wall.h" : "move.wall.v", { at: move.slice(0, -1) });
  return move === "pass" ? t("move.pass") : t("move.step", { to: move });
}

/** A move as it is written in lists: its name, with a small wall before it. @param {string} move */
export const moveShort = (move) => (lie(move) ? `${move.endsWith("h") ? "▬" : "▮"} ${move.slice(0, -1)}`
  : move === "pass" ? t("move.pass.short") : move);

/**
 * A move as a small tile: the mover's sign and the move.
 * @param {string} move
 * @param {number} player
 */
export const moveChip = (move, player) =>
  h("span", { class: "chip", role: "img", "aria-label": `${colorWord(player)}: ${moveWord(move)}` }, sign(player),
    moveShort(move));

/** Whose turn it is after so many moves. @param {View} view @param {number} ply */
export const moverAt = (view, ply) => {
  const players = view.board.players.length;
  return (((view.board.turn + ply - view.at) % players) + players) % players;
};

/** Steps, with a sign and one decimal. @param {number} steps */
export const signed = (steps) =>
  number(steps, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace("-", "−");

/** A score in few signs, for the player that it is for: +1.5, or # and the moves to the end.
 * @param {Score | null | undefined} score */
export const scoreShort = (score) =>
  (!score ? "–" : score.win !== null ? `${score.win < 0 ? "−" : ""}#${Math.abs(score.win)}` : signed(score.ahead));

/** A number of steps that may be broken, with its noun. @param {number} steps */
function stepsWord(steps) {
  const n = Math.round(steps * 10) / 10;
  return count("steps", n).replace(String(n), number(n));
}

/** A score in a sentence. @param {Score} score @param {Seat[]} seats */
export function scoreWords(score, seats) {
  const player = nameOf(seats, score.player);
  if (score.win !== null)
    return t(score.win < 0 ? "score.loses" : "score.wins", { player, moves: count("moves", Math.abs(score.win)) });
  const near = Math.abs(score.ahead) < 0.25;
  return near ? t("score.even")
    : t(score.ahead > 0 ? "score.ahead" : "score.behind", { player, steps: stepsWord(Math.abs(score.ahead)) });
}

/** How the game ended, in a sentence. @param {View} view */
export function endWords({ end, seats }) {
  if (!end) return "";
  const name = (/** @type {number | null} */ player) => (player === null ? "" : fullName(seats, player));
  if (end.winner === null) return t(`end.draw.${end.why}`, { by: name(end.by) });
  return t(end.by === null && end.why !== "arrived" ? "end.won" : `end.${end.why}`,
    { player: name(end.winner), by: name(end.by) });
}

/** What a kept game is called, else who plays it. @param {Kept} game */
export const versus = (game) => game.name ?? game.seats.map((seat, player) =>
  seat.name || (seat.engine ? `${colorWord(player)} (${t("seat.ai")})` : colorWord(player))).join(" – ");

/** A time on a clock: 4:07, and tenths at the end. @param {number} ms */
export function clockWord(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return number(Math.floor(left / 100) / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = Math.ceil(left / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
