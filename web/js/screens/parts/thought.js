// @ts-check
// What a player thinks, for every screen: its score as a bar, its figures, its line of moves as tiles.

import { b, h, refill, set, write } from "../../core/dom.js";
import { number, seconds, t } from "../../core/i18n.js";
import { short, show } from "../../core/parts.js";
import { playerName, scoreShort, scoreWords } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { signOf } from "../../core/words.js";

/** @import { Attributes } from "../../core/dom.js" */
/** @import { View } from "../../core/state.js" */
/** @import { Scene, Score, Seat, Thought } from "../../core/wire.js" */

/** A score from -1 to 1 for a player of two: a won game is the end of the scale.
 * @param {Score} score @param {number} [player] */
export function tilt(score, player = 0) {
  const sign = score.player === player ? 1 : -1;
  return sign * (score.win !== null ? Math.sign(score.win) : Math.tanh(score.ahead / 5) * 0.92);
}

/** A score for the first of two players, whoever it was told for; that of four stays as it is.
 * @param {Score} score @param {number} players @returns {Score} */
export const forFirst = (score, players) => (players > 2 || score.player === 0 ? score
  : { player: 0, ahead: -score.ahead, win: score.win === null ? null : -score.win });

/** A score in few signs, seen from the first of two. @param {Score | null | undefined} score @param {number} players */
export const scoreSign = (score, players) => scoreShort(score ? forFirst(score, players) : null);

/** A score in a sentence, for whoever is ahead. @param {Score | null} score @param {Seat[]} seats */
export function scoreTold(score, seats) {
  if (!score) return "";
  const behind = seats.length === 2 && (score.win !== null ? score.win < 0 : score.ahead < 0);
  const turned = { player: 1 - score.player, ahead: -score.ahead, win: score.win === null ? null : -score.win };
  return scoreWords(behind ? turned : score, seats);
}

/** Who is ahead of two, as a bar: the first from the left, the second from the right. */
export function createTilt() {
  const first = h("i");
  const root = h("div", { class: "tilt", "aria-hidden": "true" }, first, h("b"));
  return {
    root,
    /** @param {Score | null | undefined} score @param {number} players */
    render(score, players) {
      root.hidden = players > 2;
      first.style.width = `${50 + 50 * (score ? tilt(score) : 0)}%`;
      root.classList.toggle("unknown", !score);
    },
  };
}

/** Figures side by side. @param {string[]} keys their names @param {Attributes} [attributes] */
export function createFigures(keys, attributes = { class: "meters" }) {
  const values = keys.map((key) => ({ key, word: h("dt"), value: h("dd") }));
  return {
    root: h("div", attributes, ...values.map(({ word, value }) => h("dl", {}, word, value))),
    values: values.map(({ value }) => value),
    /** @param {string[]} texts */
    render: (texts) => values.forEach(({ key, word, value }, i) => {
      write(word, t(key));
      write(value, texts[i]);
    }),
  };
}

/** What a player thinks, in figures. */
export function createMeters() {
  const { root, render } = createFigures(["lab.depth", "lab.nodes", "lab.rate", "time"], { class: "meters thoughts" });
  return {
    root,
    /** @param {Thought | null | undefined} thought */
    render: (thought) => render([show(thought?.depth), show(thought?.nodes, short), show(thought?.rate, short),
      show(thought?.seconds, seconds)]),
  };
}

/**
 * A line of moves as tiles. Pointed at, they show where it leads; chosen, they go there.
 * @param {(n: number) => void} peek so many of its moves
 * @param {((n: number) => void) | null} take
 */
export function createLine(peek, take) {
  const root = h("ol", { class: "chips line-list" });
  /** @param {Event} event */
  const at = ({ target }) =>
    Number(target instanceof Element ? (target.closest("[data-n]")?.getAttribute("data-n") ?? 0) : 0);
  root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && peek(at(event)));
  root.addEventListener("pointerleave", () => peek(0));
  root.addEventListener("focusin", (event) => peek(at(event)));
  root.addEventListener("focusout", () => peek(0));
  root.addEventListener("click", (event) => at(event) && take?.(at(event)));
  return {
    root,
    /** @param {string[]} moves @param {Scene} scene where they begin @param {Seat[]} seats
     * @param {{most?: number, turn?: number}} [look] how many, and whose the first one is */
    render(moves, scene, seats, { most = 12, turn = scene.turn } = {}) {
      root.hidden = !moves.length;
      set(root, { "aria-label": t("lab.line") });
      refill(root, `${turn} ${seats.length} ${moves.join()}`, () => moves.slice(0, most).map((move, i) => {
        const player = (turn + i) % seats.length;
        const { label } = skin.moveSign(scene, move);
        return h("li", {}, b({ class: "chip", "data-n": i + 1,
          "aria-label": `${i + 1}. ${playerName(seats, player)}: ${label}` }, ...signOf(scene, player), move));
      }));
    },
  };
}

/**
 * All that a player thinks: its score in signs, in words and as a bar, its figures, and its line.
 * @param {(n: number) => void} [peek]
 * @param {((n: number) => void) | null} [take]
 */
export function createThought(peek = () => {}, take = null) {
  const score = h("strong", { class: "score" });
  const told = h("p");
  const tilted = createTilt();
  const meters = createMeters();
  const line = createLine(peek, take);
  return {
    score, told, meters: meters.root, line: line.root,
    row: h("div", { class: "verdict-row" }, score, h("div", {}, told, tilted.root)),
    /** @param {Thought | null} thought @param {View} view
     * @param {{words?: string, mark?: Score | null, most?: number}} [look] what is said without a score, another score,
     *   and how many moves of the line */
    render(thought, { scene, table }, { words = "", mark = thought?.score, most } = {}) {
      const seats = table?.seats ?? [];
      write(score, scoreSign(mark, seats.length));
      write(told, mark ? scoreTold(mark, seats) : words);
      tilted.render(mark, seats.length);
      meters.render(thought);
      line.render(thought?.line ?? [], scene, seats, { most });
    },
  };
}

/** Times that are offered, in seconds. @param {HTMLSelectElement} select @param {number[]} times */
export function fillTimes(select, times) {
  const kept = select.value;
  refill(select, "", () => times.map((one) =>
    h("option", { value: one }, number(one, { style: "unit", unit: "second", maximumFractionDigits: 1 }))));
  if (kept) select.value = kept;
}

/** What stands on the table: changes with every move and every edit. @param {{view: View | null}} state */
export const placeOf = ({ view }) => (view ? `${view.code} ${view.history.moves.slice(0, view.history.at)}` : "");
