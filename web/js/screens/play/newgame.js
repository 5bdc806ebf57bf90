// @ts-check
// The form for a new game between adversaries: its setup, who plays in each seat, the clock. What was chosen last is
// remembered.

import { all, h, refill, set, write } from "../../core/dom.js";
import { current, number, said, t } from "../../core/i18n.js";
import { about, button } from "../../core/parts.js";
import { engineWord, sideWord } from "../../core/players.js";
import { field } from "../../core/setup.js";
import { setting } from "../../core/store.js";
import { optionField, signOf } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { GameInfo, Intent } from "../../core/wire.js" */
/** Who sits in a seat: a person, a level, or `other` with a spec.
 * @typedef {{who: string, name: string, spec: string}} Choice */
/** What was chosen; the options of the setup stand beside these.
 * @typedef {{seats: Choice[], millis: number, clock: string, minutes: string, seconds: string} & Record<string,
 *   any>} Chosen */

/** Times for a move that are offered, in milliseconds. */
const TIMES = [100, 300, 1000, 3000, 10_000];
/** Clocks that are offered: minutes, and seconds after each move. @type {Record<string, [number, number] | null>} */
const CLOCKS = { none: null, "5+0": [5, 0], "10+5": [10, 5], own: [3, 2] };
/** Who sits where at first, by level; a game may have others. */
const USUAL = ["person", "medium", "easy", "medium"];

/** A number that was typed, with a comma or a point. @param {string} words */
const typed = (words) => Number(words.replace(",", "."));

/** What was chosen last. @param {App} app */
function createChoice(app) {
  /** @type {Chosen} */
  const chosen = { millis: 1000, clock: "none", minutes: "3", seconds: "2",
    seats: USUAL.map((who) => ({ who, name: "", spec: "" })) };
  for (const option of app.state.game?.setup ?? []) chosen[option.name] = option.default;
  Object.assign(chosen, setting.get("setup") ?? {});
  return {
    chosen,
    keep: () => setting.put("setup", chosen),
    /** How many play. */
    players: () => Number(chosen.players) || app.state.game?.players[0] || 2,
    /** The setup as the server takes it: what is not typed is as usual. */
    options: () => Object.fromEntries((app.state.game?.setup ?? []).flatMap(({ name }) => {
      const value = String(chosen[name] ?? "").trim();
      return value ? [[name, value]] : [];
    })),
  };
}

/** The seats, one in a line. @param {App} app @param {Chosen} chosen */
function createSeats(app, chosen) {
  const root = h("ol", { class: "seats", id: "new-seats" });
  const inputs = (/** @type {string} */ kind) => /** @type {HTMLInputElement[]} */ (all(`[data-${kind}]`, root));

  /** @param {GameInfo} game @param {number} seat */
  function line(game, seat) {
    const mine = chosen.seats[seat] ??= { who: USUAL[1], name: "", spec: "" };
    const player = sideWord(seat);
    const outside = game.algorithms.filter((one) => one.outside).map(({ name }) => h("option", { value: name }, name));
    const who = h("select", { "data-seat": seat, "aria-label": t("new.who", { player }) },
      h("option", { value: "person" }, t("seat.person")),
      h("optgroup", { label: t("new.engine") },
        ...game.levels.map(({ name, spec }) => h("option", { value: name }, engineWord(spec)))),
      ...(outside.length ? [h("optgroup", { label: t("new.outside") }, ...outside)] : []),
      h("option", { value: "other" }, t("new.other")));
    const name = h("input", { "data-name": seat, "aria-label": t("new.name", { player }),
      placeholder: t("new.name.hint"), autocomplete: "off", maxlength: 40 });
    const spec = h("input", { "data-spec": seat, "aria-label": t("new.spec", { player }),
      placeholder: game.default_algorithm, list: "new-specs", autocomplete: "off", spellcheck: "false",
      maxlength: 200 });
    [who.value, name.value, spec.value] = [mine.who, mine.name, mine.spec];
    const scene = app.state.view?.scene;
    return h("li", {}, ...(scene ? signOf(scene, seat) : []), h("span", { class: "seat-color" }, player), who, name,
      spec);
  }
  return {
    root,
    /** @param {number} players */
    fill(players) {
      const { game } = app.state;
      if (game) refill(root, players, () => Array.from({ length: players }, (_, seat) => line(game, seat)));
    },
    /** Reads the fields, and shows what goes with them. */
    bind() {
      const [names, specs] = [inputs("name"), inputs("spec")];
      inputs("seat").forEach((one, i) => {
        const seat = chosen.seats[i];
        Object.assign(seat, { who: one.value, name: names[i].value.trim(), spec: specs[i].value.trim() });
        names[i].hidden = seat.who !== "person";
        specs[i].hidden = seat.who !== "other";
        specs[i].required = seat.who === "other";
      });
    },
  };
}

/** @param {App} app @param {() => void} [begun] is told when a game was begun */
export function createNewGame(app, begun = () => {}) {
  const { state } = app;
  const { chosen, keep, players, options } = createChoice(app);
  const setup = h("div", { class: "fields" });
  const seats = createSeats(app, chosen);
  const millis = h("select", { id: "new-millis" });
  const clock = h("select", { id: "new-clock" });
  const minutes = h("input", { id: "new-minutes", inputmode: "decimal", autocomplete: "off", maxlength: 5 });
  const seconds = h("input", { id: "new-seconds", inputmode: "decimal", autocomplete: "off", maxlength: 5 });
  const own = [field("clock.minutes", minutes), field("clock.seconds", seconds)];
  const thinking = field("new.millis", millis);
  const text = h("textarea", { id: "new-text", rows: 3, spellcheck: "false" });
  const names = h("datalist", { id: "new-specs" });
  const problem = h("p", { class: "problem", id: "new-problem", role: "alert" });
  const [shut, cancel] = [button("close", { id: "new-close" }), button("cancel", { id: "new-cancel" })];
  const form = h("form", { method: "dialog" },
    h("div", { class: "head" }, h("h2", { id: "new-title", "data-i18n": "new.title" }), shut), setup,
    h("h3", { "data-i18n": "new.seats" }), seats.root, names,
    h("div", { class: "fields" }, field("clock", clock), ...own, thinking),
    h("details", {}, h("summary", { "data-i18n": "new.more" }),
      h("label", {}, h("span", { class: "quiet", "data-i18n": "new.text" }), text)),
    problem, h("div", { class: "ask-buttons" }, cancel,
      h("button", { type: "submit", class: "primary", id: "new-go", "data-i18n": "new.go" })));
  const dialog = h("dialog", { id: "new-game", class: "wide", "aria-labelledby": "new-title" }, form);
  const fields = () => /** @type {HTMLInputElement[]} */ (all("[data-option]", setup));

  /** Writes the fields from what is chosen. */
  function fill() {
    const { game } = state;
    if (!game) return;
    refill(setup, current(), () => game.setup.map((one) => optionField(one, { id: `new-${one.name}`, few: 20 })));
    refill(millis, current(), () => TIMES.map((ms) => h("option", { value: ms },
      number(ms / 1000, { style: "unit", unit: "second", maximumFractionDigits: 1 }))));
    refill(clock, current(), () => Object.keys(CLOCKS).map((name) => h("option", { value: name }, t(`clock.${name}`))));
    refill(names, current(), () => game.algorithms.map((one) => h("option", { value: one.name }, about(one))));
    for (const one of fields()) {
      const value = String(chosen[one.dataset.option ?? ""] ?? "");
      one.value = value === one.placeholder ? "" : value;
    }
    [millis.value, clock.value, minutes.value, seconds.value] =
      [String(chosen.millis), chosen.clock, chosen.minutes, chosen.seconds];
    seats.fill(players());
    bind();
  }

  /** Reads the fields, and shows what goes with them. */
  function bind() {
    for (const one of fields()) chosen[one.dataset.option ?? ""] = one.value.trim();
    Object.assign(chosen, { millis: Number(millis.value), clock: clock.value, minutes: minutes.value.trim(),
      seconds: seconds.value.trim() });
    seats.bind();
    // Another number of players has other seats.
    seats.fill(players());
    seats.bind();
    for (const one of own) one.hidden = chosen.clock !== "own";
    const engines = chosen.seats.slice(0, players()).some(({ who }) => who !== "person");
    thinking.hidden = !engines || chosen.clock !== "none";
    write(problem, "");
    usual();
  }
  /** Shows how many each player has to place where nobody says so. */
  function usual() {
    const stock = fields().find((one) => one.tagName === "INPUT");
    if (!stock) return;
    const { [stock.dataset.option ?? ""]: _, ...others } = options();
    app.sketch({ options: others }, (sketch) => {
      set(stock, { placeholder: sketch?.scene.sides[0]?.stock });
      return true;
    });
  }
  form.addEventListener("change", bind);

  /** What was chosen, as the server takes it. @returns {Extract<Intent, {type: "new"}>} */
  function message() {
    const time = chosen.clock === "own" ? [typed(chosen.minutes), typed(chosen.seconds)] : CLOCKS[chosen.clock];
    const level = (/** @type {string} */ name) => state.game?.levels.find((one) => one.name === name)?.spec ?? name;
    return {
      type: "new", options: options(), text: text.value.trim() || null,
      clock: time ? { base_ms: Math.round(time[0] * 60_000), increment_ms: Math.round(time[1] * 1000) } : null,
      seats: chosen.seats.slice(0, players()).map(({ who, name, spec }) => (who === "person"
        ? { engine: null, name: name || null, millis: null }
        : { engine: who === "other" ? spec : level(who), name: null, millis: chosen.millis })),
    };
  }
  /** Whether the clock that was typed is one. */
  function timed() {
    const [base, more] = [typed(chosen.minutes), typed(chosen.seconds)];
    return chosen.clock !== "own" || (base > 0 && base <= 600 && more >= 0 && more <= 600);
  }
  async function start() {
    if (app.running() && !(await app.confirm(t("new.ask"), t("new.ask.yes")))) return;
    keep();
    dialog.close();
    if (app.send(message())) begun();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    bind();
    if (!timed()) return write(problem, t("new.bad.clock"));
    // Whether there is such a board, only the game knows.
    app.sketch({ options: options() }, (sketch, refusal) => {
      if (refusal) write(problem, said(refusal));
      else if (sketch) start();
      return true;
    });
  });
  dialog.addEventListener("close", () => app.render());
  for (const one of [shut, cancel]) one.addEventListener("click", () => dialog.close());

  return {
    dialog,
    /** @param {{text: string, players: number}} [from] a position to begin with, on the board that it has */
    open(from) {
      if (from) chosen.players = String(from.players);
      fill();
      text.value = from?.text ?? "";
      setup.hidden = Boolean(from);
      write(problem, "");
      if (!dialog.open) dialog.showModal();
      (from ? seats.root : setup).querySelector("select")?.focus();
    },
  };
}
