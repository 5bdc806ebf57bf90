// @ts-check
// Quoridor in words: moves, and why one is not possible.

import { t } from "../../core/i18n.js";
import { playerName } from "../../core/players.js";
import { state } from "../../core/state.js";
import { deedOf, squareName, wallName } from "./names.js";

/** @import { Of } from "../../core/state.js" */

/** A move in words, without who made it. @param {number} size @param {string} move */
export function moveWord(size, move) {
  const deed = deedOf(size, move);
  if (!deed) return t("move.pass");
  const at = squareName(size, deed.cell);
  return deed.wall ? t(`move.wall.${deed.wall.form}`, { at }) : t("move.step", { to: at });
}

/** A move as it is written in lists: its name, with a small wall before it.
 * @param {number} size @param {string} move */
export function moveShort(size, move) {
  const deed = deedOf(size, move);
  if (!deed) return t("move.pass.short");
  return deed.wall ? `${deed.wall.form === "h" ? "▬" : "▮"} ${squareName(size, deed.cell)}` : move;
}

/** Why a wall or a step is not possible. @param {Of<"why">} message */
export function whyWords({ move, why }) {
  if (!why) return t("why.legal");
  const size = state.view?.scene.width ?? 9;
  const player = why.player === null ? "" : playerName(state.view?.table?.seats ?? [], why.player);
  return t(`why.${why.reason}`, { player, wall: why.blocked_by ? wallName(size, why.blocked_by) : "", move });
}
