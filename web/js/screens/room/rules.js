// @ts-check
// What is to be played, and how: a form for the host, a few lines for everybody else.

import { all, h, refill, set, write } from "../../core/dom.js";
import { current, maybe, number, t } from "../../core/i18n.js";
import { follow, isAhead } from "../../core/inputs.js";
import { check, field, section } from "../../core/parts.js";
import { dayOf } from "../../core/results.js";
import { state } from "../../core/state.js";
import { fillOptions, optionValues } from "../../core/words.js";
import { GAMES } from "../../games.js";
import { act, may, room, wish } from "./desk.js";

/** @import { BidMode, RoomBoard, RoomKind, RoomRules, RoomView } from "../../core/wire.js" */

/** Clocks that are offered: minutes, and seconds after each move. */
const CLOCKS = ["none", "3+2", "5+3", "10+5", "30+0"];
const usual = { tokens: 5, sand: 60, show: 60, own_boards: true };

/** Minutes and seconds of a clock. @param {RoomRules["clock"]} clock */
const clockName = (clock) => (clock ? `${clock.base_ms / 60_000}+${clock.increment_ms / 1000}` : "none");
/** The same in words. @param {string} name */
function clockWords(name) {
  const [minutes, seconds] = name.split("+").map(Number);
  return name === "none" ? t("clock.none") : t("room.clock.words",
    { minutes: number(minutes), seconds: number(seconds) });
}

/** What is played, in a few lines. @param {RoomRules} rules @returns {[string, string][]} */
export function rulesWords(rules) {
  const { kind, game, board, clock, mode, tokens, rounds, think, sand, show } = rules;
  /** @type {[string, string][]} */
  const lines = [["room.game", GAMES[game]?.name ?? game], ["room.kind", t(`room.kind.${kind}`)]];
  const place = board.from === "level" ? t("room.board.at",
    { set: maybe(`set.${board.set}`) ?? board.set, n: board.index + 1 })
    : t(`room.board.${board.from}`);
  if (kind !== "class") lines.push(["room.board", place]);
  if (kind === "turns") lines.push(["clock", clockWords(clockName(clock))],
    ["room.rated", t(rules.rated ? "room.yes" : "room.no")]);
  if (kind === "bids") lines.push(["room.mode", t(`room.mode.${mode}`)]);
  if (kind === "bids" && tokens) lines.push(["room.tokens", number(tokens)]);
  if ((kind === "bids" || kind === "race") && rounds) lines.push(["play.rounds", number(rounds)]);
  const seconds = (/** @type {number} */ n) => number(n, { style: "unit", unit: "second" });
  if (kind === "bids" && mode === "bids") lines.push(["room.sand", seconds(sand)], ["room.show", seconds(show)],
    ["room.own_boards", t(rules.own_boards ?? usual.own_boards ? "room.yes" : "room.no")]);
  if ((kind === "bids" || kind === "race") && think) lines.push(["room.think", seconds(think)]);
  return lines;
}

/** A number that may be left out. @param {string} key @param {string} id @param {number} most */
function counted(key, id, most) {
  const input = h("input", { id, type: "number", min: 1, max: most, inputmode: "numeric", placeholder: "–" });
  return { input, label: field(key, input), read: () => (input.value.trim() ? Number(input.value) : null) };
}

/** The host's form. */
function createForm() {
  const game = h("select", { id: "room-game" });
  const kind = h("select", { id: "room-kind" });
  const from = h("select", { id: "room-from" });
  const levels = h("select", { id: "room-set" });
  const level = counted("room.level", "room-level", 99_999);
  const text = h("textarea", { id: "room-text", rows: 3, spellcheck: "false" });
  const clock = h("select", { id: "room-clock" });
  const rated = h("input", { type: "checkbox", id: "room-rated" });
  const ownBoards = h("input", { type: "checkbox", id: "room-own-boards" });
  const mode = h("select", { id: "room-mode" });
  const [tokens, rounds, think] = [counted("room.tokens", "room-tokens", 99), counted("play.rounds", "room-rounds", 99),
    counted("room.think", "room-think", 3600)];
  const [sand, show] = [counted("room.sand", "room-sand", 3600), counted("room.show", "room-show", 3600)];
  const first = h("div", { class: "fields" });
  const rest = h("div", { class: "fields" });
  const options = h("div", { class: "room-options" }, first,
    h("details", {}, h("summary", { "data-i18n": "more" }), rest));
  const fields = { from: field("room.board", from), set: field("room.set", levels), level: level.label,
    text: field("room.text", text), clock: field("clock", clock), rated: check("room.rated", rated),
    mode: field("room.mode", mode), tokens: tokens.label, rounds: rounds.label, think: think.label, sand: sand.label,
    show: show.label, ownBoards: check("room.own_boards", ownBoards) };
  const root = h("form", { class: "room-rules" },
    h("div", { class: "fields" }, field("room.game", game), field("room.kind", kind), fields.mode),
    h("div", { class: "fields" }, fields.clock, fields.tokens, fields.rounds, fields.sand, fields.show, fields.think,
      fields.rated, fields.ownBoards),
    h("div", { class: "fields" }, fields.from, fields.set, fields.level), fields.text, options);
  const about = h("p", { class: "quiet", id: "room-about" });
  root.append(about);
  let built = "";

  /** @returns {RoomBoard} */
  function board() {
    if (from.value === "level") return { from: "level", set: levels.value,
      index: Math.max(0, (level.read() ?? 1) - 1) };
    if (from.value === "text") return { from: "text", text: text.value.trim() };
    if (from.value === "daily") return { from: "daily", date: dayOf(Date.now()) };
    return { from: "new", options: optionValues(options), seed: null };
  }
  /** @returns {RoomRules} */
  function read() {
    const [minutes, seconds] = clock.value.split("+").map(Number);
    return { kind: /** @type {RoomKind} */ (kind.value), game: game.value, board: board(),
      clock: clock.value === "none" ? null : { base_ms: minutes * 60_000, increment_ms: seconds * 1000 },
      rated: rated.checked, mode: /** @type {BidMode} */ (mode.value), tokens: tokens.read(), rounds: rounds.read(),
      think: think.read(), sand: sand.read() ?? usual.sand, show: show.read() ?? usual.show,
      own_boards: ownBoards.checked };
  }
  root.addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("change", ({ target }) => {
    const rules = read();
    if (rules.board.from === "text" && !rules.board.text) return void renderBoard(rules);
    if (target === game) {
      const kinds = room.hello?.games.find(({ name }) => name === game.value)?.kinds ?? [];
      rules.kind = kinds.includes(rules.kind) ? rules.kind : kinds[0];
    }
    if (target === game || target === kind) Object.assign(rules, { board: { from: "new", options: {}, seed: null },
      tokens: rules.kind === "bids" ? usual.tokens : null, rounds: null });
    act({ type: "choose", rules });
  });

  /** @param {RoomRules} rules */
  function renderBoard({ kind: how, board: { from: where } }) {
    const now = isAhead(from) ? from.value : where;
    fields.from.hidden = how === "class";
    fields.set.hidden = fields.level.hidden = now !== "level" || how === "class";
    fields.text.hidden = now !== "text" || how === "class";
    options.hidden = now !== "new" || how === "class";
  }

  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      const rules = wish("choose")?.rules ?? view.rules;
      const games = room.hello?.games ?? [];
      const info = state.game;
      refill(game, games.map(({ name }) => name).join(),
        () => games.map(({ name }) => h("option", { value: name }, GAMES[name]?.name ?? name)));
      const kinds = games.find(({ name }) => name === rules.game)?.kinds ?? [];
      refill(kind, kinds.join(), () => kinds.map((one) => h("option", { value: one }, t(`room.kind.${one}`))));
      const sets = info?.name === rules.game ? info.sets : [];
      const places = ["new", ...(rules.kind === "turns" ? [] : ["daily"]),
        ...(sets.length && rules.kind !== "turns" ? ["level"] : []), "text"];
      refill(from, places.join(), () => places.map((one) => h("option", { value: one }, t(`room.board.${one}`))));
      refill(levels, sets.map(({ name }) => name).join(), () =>
        sets.map(({ name }) => h("option", { value: name }, maybe(`set.${name}`) ?? name)));
      const clocks = [...new Set([...CLOCKS, clockName(rules.clock)])];
      refill(clock, clocks.join(), () => clocks.map((one) => h("option", { value: one }, clockWords(one))));
      refill(mode, "modes", () => ["bids", "first", "all"].map((one) => h("option", { value: one },
        t(`room.mode.${one}`))));
      follow(game, rules.game);
      follow(kind, rules.kind);
      follow(from, rules.board.from);
      follow(clock, clockName(rules.clock));
      follow(rated, rules.rated);
      follow(mode, rules.mode);
      follow(ownBoards, rules.own_boards ?? usual.own_boards);
      for (const [one, value] of /** @type {const} */ ([[tokens, rules.tokens], [rounds, rules.rounds],
        [think, rules.think], [sand, rules.sand], [show, rules.show]])) follow(one.input, value ?? "");
      if (rules.board.from === "level") {
        follow(levels, rules.board.set);
        follow(level.input, rules.board.index + 1);
      }
      if (rules.board.from === "text") follow(text, rules.board.text);
      const turns = rules.kind === "turns";
      const offered = (turns ? info?.setup : info?.generate) ?? [];
      const signature = `${current()} ${info?.name} ${rules.kind}`;
      if (info?.name === rules.game && signature !== built) {
        built = signature;
        fillOptions(root, first, rest, offered);
        // What is as usual need not be said.
        for (const one of /** @type {HTMLInputElement[]} */ (all("input[data-option]", options)))
          if (one.value === one.placeholder) one.value = "";
        set(options.querySelector("details") ?? options, { hidden: rest.childElementCount === 0 });
      }
      const given = rules.board.from === "new" ? rules.board.options ?? {} : {};
      for (const one of /** @type {HTMLInputElement[]} */ (all("[data-option]", options))) {
        const told = given[one.dataset.option ?? ""];
        if (told !== undefined) follow(one, told);
      }
      const [bids, race] = [rules.kind === "bids", rules.kind === "race"];
      fields.clock.hidden = fields.rated.hidden = !turns;
      fields.mode.hidden = fields.tokens.hidden = !bids;
      fields.sand.hidden = fields.show.hidden = fields.ownBoards.hidden = !bids || rules.mode !== "bids";
      fields.rounds.hidden = fields.think.hidden = !bids && !race;
      renderBoard(rules);
      write(about, t(`room.about.${bids ? rules.mode : rules.kind}`));
    },
  };
}

/** What is to be played. */
export function createRules() {
  const form = createForm();
  const list = h("dl", { class: "room-facts" });
  const preparing = h("p", { class: "answer", role: "status" });
  const root = section("room.rules", [], form.root, list, preparing);
  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      form.root.hidden = !may("choose");
      list.hidden = may("choose");
      if (may("choose")) form.render(view);
      else {
        const lines = rulesWords(view.rules);
        refill(list, JSON.stringify(lines),
          () => lines.flatMap(([key, words]) => [h("dt", {}, t(key)), h("dd", {}, words)]));
      }
      write(preparing, view.preparing ? t("room.preparing") : "");
    },
  };
}
