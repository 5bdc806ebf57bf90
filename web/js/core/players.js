// @ts-check
// Games of adversaries in words: players and seats, scores, ends, clocks. The same on every screen.

import { count, maybe, number, said, t } from "./i18n.js";
import { skin } from "./skin.js";
import { state } from "./state.js";

/** @import { Kept } from "./kept.js" */
/** @import { View } from "./state.js" */
/** @import { End, Refusal, Scene, Score, Seat } from "./wire.js" */

/** The colour by which a player is known. @param {number} player */
export const sideWord = (player) => t(`player.${player % 4}`);

/** @param {string} level */
export const levelWord = (level) => maybe(`level.${level}`) ?? level;

/** Who an engine is: its level in the reader's words, or its spec. @param {string} spec */
export function engineWord(spec) {
  // A seed changes which games it plays, not how well.
  const plain = spec.replace(/,\s*seed=\d+/, "");
  const level = state.game?.levels.find((one) => one.spec === plain);
  return level ? t("seat.engine", { level: levelWord(level.name) }) : t("seat.engine.other", { spec });
}

/** What kind of player sits there. @param {Seat | undefined} seat */
export const seatWord = (seat) => (seat?.engine ? engineWord(seat.engine) : t("seat.person"));

/** What a player is called: the name that was given, else the colour. @param {Seat[]} seats @param {number} player */
export const playerName = (seats, player) => seats[player]?.name || sideWord(player);

/** The name with the colour where both are needed to know who is meant. @param {Seat[]} seats @param {number} player */
export const fullName = (seats, player) => {
  const name = seats[player]?.name;
  return name ? t("player.named", { name, color: sideWord(player) }) : sideWord(player);
};

/** What a move does, in sentences. @param {Refusal[]} why @param {Seat[]} seats */
export function reasonWords(why, seats) {
  const sentence = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
  return why.map((one) => sentence(said(one, (player) => playerName(seats, player)))).join(" ");
}

/** Whose turn it is after so many moves. @param {View} view @param {number} ply */
export function moverAt({ scene, history }, ply) {
  const players = scene.sides.length;
  return (((scene.turn + ply - history.at) % players) + players) % players;
}

/** How far ahead, with a sign and one decimal. @param {number} ahead */
export const signed = (ahead) =>
  number(ahead, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace("-", "−");

/** A score in few signs, for the player that it is for: +1.5, or # and the moves to the end.
 * @param {Score | null | undefined} score */
export const scoreShort = (score) =>
  (!score ? "–" : score.win !== null ? `${score.win < 0 ? "−" : ""}#${Math.abs(score.win)}` : signed(score.ahead));

/** A score in a sentence. @param {Score} score @param {Seat[]} seats */
export function scoreWords({ player, ahead, win }, seats) {
  const name = playerName(seats, player);
  if (win !== null)
    return t(win < 0 ? "score.loses" : "score.wins", { player: name, moves: count("moves", Math.abs(win)) });
  if (Math.abs(ahead) < 0.25) return t("score.even");
  const by = Math.round(Math.abs(ahead) * 10) / 10;
  return t(ahead > 0 ? "score.ahead" : "score.behind",
    { player: name, steps: count(skin.unit, by).replace(String(by), number(by)) });
}

/** How a game ended, in a sentence. @param {{end: End | null, seats: Seat[]}} game */
export function endWords({ end, seats }) {
  if (!end) return "";
  const name = (/** @type {number | null} */ player) => (player === null ? "" : fullName(seats, player));
  if (end.winner === null) return t(`end.draw.${end.why}`, { by: name(end.by) });
  // Games of other programs may not say whose fault it was.
  const sentence = maybe(`end.${end.why}`);
  const key = !sentence || (end.by === null && sentence.includes("{by}")) ? "end.won" : `end.${end.why}`;
  return t(key, { player: name(end.winner), by: name(end.by) });
}

/** Whose turn it is, or how the game ended. @param {View} view */
export function turnWords({ scene, table, history }) {
  if (!table) return "";
  const { seats, end, paused, thinking } = table;
  const player = playerName(seats, scene.turn);
  // An earlier moment of a game that is over is looked at, and may be played on from.
  if (end && history.at === history.moves.length) return endWords(table);
  if (paused) return t("turn.paused", { player });
  if (seats[scene.turn]?.engine && thinking !== null) return t("turn.thinking", { player });
  return t(passOf(scene) ? "turn.pass" : "turn", { player });
}

/** The move that does nothing, where it is all that can be done. @param {Scene} scene */
export const passOf = ({ moves }) => moves.find(({ path, places }) => !path.length && !places);

/** What a kept game is called, else who plays it. @param {Kept} game */
export const versus = ({ name, seats }) =>
  name ?? seats.map((seat, player) =>
    seat.name || (seat.engine ? `${sideWord(player)} (${t("seat.ai")})` : sideWord(player))).join(" – ");

/** A time on a clock: 4:07, and tenths at the end. @param {number} ms */
export function clockWord(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return number(Math.floor(left / 100) / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = Math.ceil(left / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** What has happened from one view to the next; empty if nothing has. @param {View | null} before @param {View} view */
export function changeWords(before, view) {
  const { scene, table, history: { moves, at } } = view;
  if (!table) return "";
  const turn = () => [
    t("say.turn", { player: fullName(table.seats, scene.turn) }),
    ...scene.sides.map(({ way, stock }, player) => t("say.player", { player: sideWord(player),
      steps: count("steps", Math.max(0, way.length - 1)), walls: count("stock", stock) })),
  ];
  /** @type {string[]} */
  const words = [];
  const was = before?.history.at ?? 0;
  if (!before || before.code !== view.code) {
    words.push(t("say.table", { size: scene.width, players: scene.sides.length }), ...turn());
  } else if (at < was) words.push(t("say.undo"), ...turn());
  else if (at > was) {
    for (let ply = Math.max(was, at - table.seats.length); ply < at; ply += 1) {
      words.push(t("say.move",
        { player: playerName(table.seats, moverAt(view, ply)), move: skin.moveSign(scene, moves[ply]).label }));
    }
    if (!table.end) words.push(...turn());
  } else if (before.table?.paused !== table.paused) words.push(t(table.paused ? "say.paused" : "say.resumed"));
  if (table.end && !before?.table?.end) words.push(endWords(table));
  return words.join(" ");
}
