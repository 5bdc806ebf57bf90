// @ts-check
// The form for a new game: board, players in each seat, walls, clock. What was chosen last is remembered.

import { all, h, refill, set } from "../../core/dom.js";
import { current, number, t } from "../../core/i18n.js";
import { about, button } from "../../core/parts.js";
import { sign } from "./art.js";
import { colorWord, engineWord } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./wire.js").Seat} Seat */
/**
 * Who sits in a seat: a person, a level, or `other` with a spec.
 * @typedef {{who: string, name: string, spec: string}} Choice
 */

const KEY = "damier.quoridor.setup";
/** Times for a move that are offered, in milliseconds. */
const TIMES = [100, 300, 1000, 3000, 10_000];
/** Clocks that are offered: minutes, and seconds after each move. @type {Record<string, [number, number] | null>} */
const CLOCKS = { none: null, "5+0": [5, 0], "10+5": [10, 5], own: [3, 2] };

/** @param {string} level */
export const specOf = (level) => (level === "full" ? "fast" : `fast(level=${level})`);

/** @param {App} app */
export function createSetup(app) {
  const { state } = app;
  /** @type {{size: number, players: number, walls: string, seats: Choice[], millis: number, clock: string, minutes: string, seconds: string}} */
  const chosen = {
    size: 9, players: 2, walls: "", millis: 1000, clock: "none", minutes: "3", seconds: "2",
    seats: ["person", "medium", "easy", "medium"].map((who) => ({ who, name: "", spec: "" })),
  };
  try {
    Object.assign(chosen, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    localStorage.removeItem(KEY);
  }

  /** @param {string} words @param {HTMLElement} field */
  const label = (words, field) => h("label", {}, h("span", { "data-i18n": words }), field);
  const size = h("select", { id: "new-size" });
  const players = h("select", { id: "new-players" });
  const walls = h("input", { id: "new-walls", inputmode: "numeric", autocomplete: "off", maxlength: 2 });
  const seats = h("ol", { class: "seats", id: "new-seats" });
  const millis = h("select", { id: "new-millis" });
  const clock = h("select", { id: "new-clock" });
  const minutes = h("input", { id: "new-minutes", inputmode: "decimal", autocomplete: "off", maxlength: 5 });
  const seconds = h("input", { id: "new-seconds", inputmode: "decimal", autocomplete: "off", maxlength: 5 });
  const own = [label("clock.minutes", minutes), label("clock.seconds", seconds)];
  const text = h("textarea", { id: "new-text", rows: 3, spellcheck: "false" });
  const names = h("datalist", { id: "new-specs" });
  const problem = h("p", { class: "problem", id: "new-problem", role: "alert" });
  const form = h("form", { method: "dialog" },
    h("div", { class: "head" }, h("h2", { id: "new-title", "data-i18n": "new.title" }), button("close", { id: "new-close" })),
    h("div", { class: "fields" }, label("new.size", size), label("new.players", players), label("new.walls", walls)),
    h("h3", { "data-i18n": "new.seats" }), seats, names,
    h("div", { class: "fields" }, label("clock", clock), ...own, label("new.millis", millis)),
    h("details", {}, h("summary", { "data-i18n": "new.more" }), h("label", {}, h("span", { class: "quiet", "data-i18n": "new.text" }), text)),
    problem,
    h("div", { class: "ask-buttons" }, button("cancel", { id: "new-cancel" }), h("button", { type: "submit", class: "primary", id: "new-go", "data-i18n": "new.go" })));
  const dialog = h("dialog", { id: "new-game", class: "wide", "aria-labelledby": "new-title" }, form);

  /** Writes the fields from what is chosen. */
  function fill() {
    const { info } = state;
    if (!info) return;
    refill(size, current(), () => info.boards.map(([side]) => h("option", { value: side }, `${side} × ${side}`)));
    refill(players, current(), () => [2, 4].map((n) => h("option", { value: n }, String(n))));
    refill(millis, current(), () => TIMES.map((ms) => h("option", { value: ms }, number(ms / 1000, { style: "unit", unit: "second", maximumFractionDigits: 1 }))));
    refill(clock, current(), () => Object.keys(CLOCKS).map((name) => h("option", { value: name }, t(`clock.${name}`))));
    refill(names, current(), () => info.algorithms.map((one) => h("option", { value: one.name }, about(one))));
    size.value = String(chosen.size);
    players.value = String(chosen.players);
    walls.value = chosen.walls;
    millis.value = String(chosen.millis);
    clock.value = chosen.clock;
    minutes.value = chosen.minutes;
    seconds.value = chosen.seconds;
    fillSeats();
    bind();
  }

  function fillSeats() {
    const { info } = state;
    if (!info) return;
    refill(seats, `${current()} ${chosen.players}`, () => Array.from({ length: chosen.players }, (_, seat) => {
      const mine = chosen.seats[seat] ??= { who: "medium", name: "", spec: "" };
      const who = h("select", { "data-seat": seat, "aria-label": t("new.who", { player: colorWord(seat) }) },
        h("option", { value: "person" }, t("seat.person")),
        h("optgroup", { label: t("new.engine") }, ...info.levels.map((level) => h("option", { value: level }, engineWord(specOf(level))))),
        h("option", { value: "other" }, t("new.other")));
      who.value = mine.who;
      const name = h("input", { "data-name": seat, "aria-label": t("new.name", { player: colorWord(seat) }), placeholder: t("new.name.hint"), autocomplete: "off", maxlength: 40 });
      name.value = mine.name;
      const spec = h("input", { "data-spec": seat, "aria-label": t("new.spec", { player: colorWord(seat) }), placeholder: "mcts(rollouts=5000)", list: "new-specs", autocomplete: "off", spellcheck: "false", maxlength: 200 });
      spec.value = mine.spec;
      return h("li", {}, sign(seat), h("span", { class: "seat-color" }, colorWord(seat)), who, name, spec);
    }));
  }

  /** Reads the fields, and shows what goes with them. */
  function bind() {
    chosen.size = Number(size.value);
    chosen.players = Number(players.value);
    chosen.walls = walls.value.trim();
    chosen.millis = Number(millis.value);
    chosen.clock = clock.value;
    chosen.minutes = minutes.value.trim();
    chosen.seconds = seconds.value.trim();
    for (const one of /** @type {HTMLSelectElement[]} */ (all("[data-seat]", seats))) {
      const seat = chosen.seats[Number(one.dataset.seat)];
      seat.who = one.value;
      const [name, spec] = ["name", "spec"].map((kind) => /** @type {HTMLInputElement} */ (seats.querySelector(`[data-${kind}="${one.dataset.seat}"]`)));
      seat.name = name.value.trim();
      seat.spec = spec.value.trim();
      name.hidden = seat.who !== "person";
      spec.hidden = seat.who !== "other";
      spec.required = seat.who === "other";
    }
    fillSeats();
    const usual = state.info?.boards.find(([side]) => side === chosen.size);
    set(walls, { placeholder: usual ? usual[chosen.players === 4 ? 2 : 1] : null });
    for (const one of own) one.hidden = chosen.clock !== "own";
    const engines = chosen.seats.slice(0, chosen.players).some(({ who }) => who !== "person");
    /** @type {HTMLElement} */ (millis.parentElement).hidden = !engines || chosen.clock !== "none";
    problem.textContent = "";
  }
  form.addEventListener("change", () => {
    bind();
    // Another number of players has other seats.
    bind();
  });

  /** A number that was typed, with a comma or a point. @param {string} words */
  const typed = (words) => Number(words.replace(",", "."));
  /** What was chosen, as the server takes it; a sentence where something is wrong. @returns {Extract<import("./wire.js").Intent, {type: "new"}> | string} */
  function message() {
    const [base, more] = [typed(chosen.minutes), typed(chosen.seconds)];
    const most = state.info?.most_walls ?? 0;
    const count = chosen.walls === "" ? null : typed(chosen.walls);
    if (count !== null && !(Number.isInteger(count) && count >= 0 && count <= most)) return t("new.bad.walls", { most });
    if (chosen.clock === "own" && !(base > 0 && base <= 600 && more >= 0 && more <= 600)) return t("new.bad.clock");
    const time = chosen.clock === "own" ? /** @type {[number, number]} */ ([base, more]) : CLOCKS[chosen.clock];
    return {
      type: "new", size: chosen.size, players: chosen.players, walls: count, text: text.value.trim() || null,
      clock: time ? { base_ms: Math.round(time[0] * 60_000), increment_ms: Math.round(time[1] * 1000) } : null,
      seats: chosen.seats.slice(0, chosen.players).map(({ who, name, spec }) => ({
        engine: who === "person" ? null : who === "other" ? spec : specOf(who), name: who === "person" ? name || null : null, millis: who === "person" ? null : chosen.millis,
      })),
    };
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    bind();
    const wanted = message();
    if (typeof wanted === "string") {
      problem.textContent = wanted;
      return;
    }
    if (app.running() && !(await app.confirm(t("new.ask"), t("new.ask.yes")))) return;
    localStorage.setItem(KEY, JSON.stringify(chosen));
    dialog.close();
    app.newGame(wanted);
  });
  dialog.addEventListener("close", () => app.render());
  const close = () => dialog.close();
  form.querySelector("#new-close")?.addEventListener("click", close);
  form.querySelector("#new-cancel")?.addEventListener("click", close);

  return {
    dialog,
    /** @param {{text: string, players: number}} [from] a position to begin with, on the board that it has */
    open(from) {
      if (from) chosen.players = from.players;
      fill();
      text.value = from?.text ?? "";
      /** @type {HTMLElement} */ (form.querySelector(".fields")).hidden = Boolean(from);
      problem.textContent = "";
      if (!dialog.open) dialog.showModal();
      (from ? seats.querySelector("select") : size)?.focus();
    },
  };
}
