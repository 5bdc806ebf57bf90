// @ts-check
// What Quoridor's laboratory screens share: choosing an engine, what it thinks in figures and as a line of moves, pictures of positions
// that are not on the table, and texts.

import { h, refill, set, write } from "../../core/dom.js";
import { current, number, seconds, t } from "../../core/i18n.js";
import { about, short, show } from "../../core/parts.js";
import { createText } from "../../screens/build-text.js";
import { sign } from "./art.js";
import { specOf } from "./setup.js";
import { levelWord, moveShort, moveWord, nameOf, scoreShort } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").State} State */
/** @typedef {import("./wire.js").Board} Position */
/** @typedef {import("./wire.js").Score} Score */
/** @typedef {import("./wire.js").Thought} Thought */
/** @typedef {import("./wire.js").Seat} Seat */

/** A game as text: where it begins, as an address has it, and its moves. @param {string} code @param {string[]} [moves] */
export const textOf = (code, moves = []) =>
  JSON.stringify({ qfen: code.replaceAll("~", " / ").replaceAll("_", " "), moves: moves.join(" ") });

/** What stands on the table: changes with every move and every edit. @param {State} state */
export const placeOf = ({ view }) => (view ? `${view.code} ${view.moves.slice(0, view.at)}` : "");

/** A score from -1 to 1 for a player of two: a won game is the end of the scale. @param {Score} score @param {number} [player] */
export function tilt(score, player = 0) {
  const sign = score.player === player ? 1 : -1;
  return sign * (score.win !== null ? Math.sign(score.win) : Math.tanh(score.ahead / 5) * 0.92);
}

/** A score for the first of two players, whoever it was told for; that of four stays as it is. @param {Score} score @param {number} players @returns {Score} */
export const forFirst = (score, players) => (players > 2 || score.player === 0 ? score
  : { player: 0, ahead: -score.ahead, win: score.win === null ? null : -score.win });

/** Times that are offered, in seconds. @param {HTMLSelectElement} select @param {number[]} times */
export function fillTimes(select, times) {
  const kept = select.value;
  refill(select, current(), () => times.map((one) => h("option", { value: one }, number(one, { style: "unit", unit: "second", maximumFractionDigits: 1 }))));
  if (kept) select.value = kept;
}

/** An algorithm that looks as deep as its time lets it. @param {import("./wire.js").Algorithm} algorithm */
function unlimited({ name, options }) {
  const limit = options.find((one) => one.name === "depth" || one.name === "rollouts");
  return limit?.range ? `${name}(${limit.name}=${limit.range[1]})` : name;
}

/**
 * A menu of engines: levels, algorithms, or a text.
 * @param {string} first its spec to begin with
 * @param {() => void} [changed]
 */
export function createEngine(first, changed) {
  const select = h("select");
  const text = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200, placeholder: "mcts(rollouts=5000)" });
  const root = h("span", { class: "engine" }, select, text);
  let spec = first;
  const known = () => [...select.options].some((option) => option.value === spec && option.value);
  select.addEventListener("change", () => {
    if (select.value) spec = select.value;
    else text.value = spec;
    text.hidden = Boolean(select.value);
    if (!select.value) text.focus();
    changed?.();
  });
  text.addEventListener("input", () => {
    spec = text.value.trim() || first;
    changed?.();
  });
  return {
    root, select,
    value: () => spec,
    /** @param {string} to */
    choose(to) {
      spec = to;
      select.value = to;
    },
    /** What it does, in words. @param {State} state */
    about({ info }) {
      const name = /^\w+/.exec(spec)?.[0];
      const one = info?.algorithms.find((each) => each.name === name);
      return one ? about(one) : "";
    },
    /** @param {State} state @param {string} label @param {boolean} [off] */
    render({ info }, label, off = false) {
      if (!info) return;
      refill(select, current(), () => [
        h("optgroup", { label: t("lab.levels") }, ...info.levels.map((level) => h("option", { value: specOf(level) }, levelWord(level)))),
        h("optgroup", { label: t("lab.algorithms") }, ...info.algorithms.filter(({ name }) => name !== "fast").map((one) => h("option", { value: unlimited(one) }, one.name))),
        h("option", { value: "" }, t("new.other")),
      ]);
      // An algorithm that was asked for by its name alone.
      spec = [...select.options].find((option) => option.text === spec)?.value ?? spec;
      const own = document.activeElement === text || !known();
      select.value = own ? "" : spec;
      text.hidden = !own;
      if (own && document.activeElement !== text) text.value = spec;
      set(select, { "aria-label": label });
      set(text, { "aria-label": t("lab.spec", { what: label }) });
      select.disabled = text.disabled = off;
    },
  };
}

/** What an engine thinks, in figures. */
export function createMeters() {
  const values = ["lab.depth", "lab.nodes", "lab.rate", "time"].map((key) => ({ key, word: h("dt"), value: h("dd") }));
  return {
    root: h("div", { class: "meters" }, ...values.map(({ word, value }) => h("dl", {}, word, value))),
    /** @param {Thought | null | undefined} thought */
    render(thought) {
      const texts = [show(thought?.depth), show(thought?.nodes, short), show(thought?.rate, short), show(thought?.seconds, seconds)];
      values.forEach(({ key, word, value }, i) => {
        write(word, t(key));
        write(value, texts[i]);
      });
    },
  };
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

/**
 * A line of moves as tiles. Pointed at, they show where it leads; chosen, they go there.
 * @param {(n: number) => void} peek so many of its moves
 * @param {((n: number) => void) | null} take
 */
export function createLine(peek, take) {
  const root = h("ol", { class: "chips line-list" });
  /** @param {Event} event */
  const at = (event) => Number(event.target instanceof Element ? (event.target.closest("[data-n]")?.getAttribute("data-n") ?? 0) : 0);
  root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && peek(at(event)));
  root.addEventListener("pointerleave", () => peek(0));
  root.addEventListener("focusin", (event) => peek(at(event)));
  root.addEventListener("focusout", () => peek(0));
  root.addEventListener("click", (event) => at(event) && take?.(at(event)));
  return {
    root,
    /** @param {string[]} moves @param {number} turn @param {Seat[]} seats @param {number} [most] */
    render(moves, turn, seats, most = 12) {
      root.hidden = !moves.length;
      set(root, { "aria-label": t("lab.line") });
      refill(root, `${current()} ${turn} ${seats.length} ${moves.join()}`, () => moves.slice(0, most).map((move, i) => {
        const player = (turn + i) % seats.length;
        return h("li", {}, h("button", { type: "button", class: "chip", "data-n": i + 1, "aria-label": `${i + 1}. ${nameOf(seats, player)}: ${moveWord(move)}` }, sign(player), moveShort(move)));
      }));
    },
  };
}

/** Pictures of positions that are not on the table, a few at a time. @param {App} app */
export function createSketches(app) {
  /** @type {Map<string, Position>} */
  const known = new Map();
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {Set<string>} */
  const waiting = new Set();
  function pump() {
    for (const text of waiting) {
      if (asked.size >= 24 || !app.sketch(text, (board) => {
        asked.delete(text);
        if (board) known.set(text, board);
        pump();
      })) return;
      asked.add(text);
      waiting.delete(text);
    }
  }
  return {
    /** The picture, if it is there; else it is asked for. @param {string} text */
    get(text) {
      const found = known.get(text);
      if (!found && !asked.has(text)) {
        waiting.add(text);
        pump();
      }
      return found ?? null;
    },
    /** Forgets what nobody waits for any more. */
    drop() {
      waiting.clear();
      if (known.size > 4000) known.clear();
    },
  };
}

/** The text of what is on the table, in every format. @param {App} app @param {string} [first] the format to begin with, written at once */
export function createTexts(app, first) {
  const allowed = async () => !app.running() || app.confirm(t("kept.ask"), t("kept.ask.yes"));
  const here = {
    ...app, intend: (/** @type {() => any} */ make) => app.send(make()),
    state: { game: { name: "quoridor" }, get view() { return { code: placeOf(app.state) }; } },
  };
  const text = createText(/** @type {any} */ (here), allowed);
  return {
    root: text.root,
    /** @param {State} state */
    render(state) {
      text.render(/** @type {any} */ ({ game: state.info, view: state.view && { ...state.view, code: placeOf(state) } }));
      const select = /** @type {HTMLSelectElement} */ (text.root.querySelector("#format"));
      if (!first || !select.options.length || !app.online()) return;
      select.value = first;
      first = undefined;
      select.dispatchEvent(new Event("change"));
    },
    /** @param {import("./wire.js").Message} message */
    heard: (message) => text.heard(/** @type {any} */ (message)),
  };
}

/** A score in few signs, with whose it is, for a list. @param {Score | null | undefined} score @param {number} players */
export const scoreSign = (score, players) => scoreShort(score ? forFirst(score, players) : null);
