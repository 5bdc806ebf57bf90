// @ts-check
// Level sets: which one is played, the levels before and after, and what was solved of them. Sets that rise in grade
// open one after the other.

import { b, h, refill, set, write } from "../../core/dom.js";
import { current, number, t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { button, disable, icon } from "../../core/parts.js";
import { createChooser } from "./chooser.js";
import { OPENS } from "../../core/results.js";
import { setWords } from "./grades.js";
import { progress } from "./progress.js";

/** @import { App } from "../../core/app.js" */
/** @import { View } from "../../core/state.js" */
/** @import { SetItem } from "../../core/wire.js" */
/** @import { PlayPart } from "../play.js" */
/** The set and place of a level. @typedef {{set: string, index: number}} At */
/** @typedef {ReturnType<typeof createShelf>} Shelf */

const OWN = "own";
/** A message may be so long. */
const MOST = 60_000;

/** Which set is looked at and which level is played; and asking for others. @param {App} app */
function createShelf(app) {
  const { state } = app;
  /** The set that is looked at; that of the level on the table unless another was chosen. */
  let chosen = "";
  /** Levels of the visitor's own that the server is reading. @type {string | null} */
  let pending = null;
  /** Answers about these that are still to come: one that was asked for earlier is not that of what was pasted. */
  let owed = 0;
  /** The level that was asked for last. @type {At | null} */
  let wish = null;
  /** The set that was chosen before its levels were known: one of them is put on the table when they are. */
  let early = "";
  /** Sets that were asked for. @type {Set<string>} */
  let asked = new Set();

  /** @returns {At | null} */
  function here() {
    const { view } = state;
    if (!view) return null;
    // The same level may be in several sets: the one that was asked for comes first.
    if (wish && state.levels[wish.set]?.[wish.index]?.code === view.code) return wish;
    if (view.level) return { set: view.level[0], index: view.level[1] };
    for (const [set, levels] of Object.entries(state.levels)) {
      const index = levels.findIndex((one) => one.code === view.code);
      if (index >= 0) return { set, index };
    }
    return null;
  }
  const shown = () => chosen || here()?.set || state.game?.sets[0]?.name || "";
  const levels = () => state.levels[shown()] ?? [];
  /** The place of the level on the table in the set that is looked at; null if it is not in it. */
  const at = () => (here()?.set === shown() ? here()?.index ?? null : null);

  /** Asks for the levels of a set, once. @param {string} name */
  function want(name) {
    if (!name || asked.has(name) || state.levels[name]) return;
    asked.add(name);
    if (name === OWN) owed += 1;
    app.send({ type: "levels", set: name, text: null });
  }
  /** @param {string} set @param {number} index */
  function load(set, index) {
    const list = state.levels[set];
    if (index < 0 || (list && index >= list.length)) return;
    chosen = early = "";
    wish = { set, index };
    app.intend(() => ({ type: "level", set, index }));
  }
  /** The first level of a set that was not solved, or the first. @param {string} name */
  const enter = (name) =>
    load(name, Math.max(0, state.levels[name].findIndex((one) => !progress.solved(one.code))));
  /** How many levels of a set are solved. @param {string} name */
  const solved = (name) => (state.levels[name] ?? []).filter((one) => progress.solved(one.code)).length;
  const graded = () => (state.game?.sets ?? []).filter((one) => one.grade !== null);
  /** The set whose levels open this one, while it is closed. @param {SetItem | undefined} info */
  function behind(info) {
    if (!info || info.grade === null || progress.open() || info.name === here()?.set) return null;
    const before = graded().find((one) => one.grade === (info.grade ?? 0) - 1);
    return before && solved(before.name) < OPENS ? before : null;
  }
  return {
    shown, levels, at, want, here, solved, graded, behind,
    /** Whether there are levels of the visitor's own. */
    own: () => (state.levels[OWN]?.length ?? 0) > 0,
    /** Whether the level on the table is in no set, and none is looked at. */
    loose: () => !here() && !chosen,
    info: () => state.game?.sets.find((one) => one.name === shown()),
    /** @param {number} index */
    load: (index) => load(shown(), index),
    /** @param {number} by */
    go(by) {
      const index = at();
      load(shown(), index === null ? 0 : index + by);
    },
    /** The next level that was not solved, around the end. */
    next() {
      const list = levels();
      const from = (at() ?? -1) + 1;
      const index = list.findIndex((_, i) => !progress.solved(list[(from + i) % list.length].code));
      if (index >= 0) load(shown(), (from + index) % list.length);
      else app.say(t("levels.all_solved"));
    },
    /** Looks at another set. @param {string} name */
    choose(name) {
      if (behind(state.game?.sets.find((one) => one.name === name))) return app.render();
      chosen = name;
      want(name);
      if (state.levels[name]) return enter(name);
      early = name;
      app.render();
    },
    /** Shows the levels of another set, and leaves the table alone. @param {string} name */
    look(name) {
      chosen = name;
      early = "";
      want(name);
      app.render();
    },
    /** Levels of the visitor's own: kept, and the first of them on the table. @param {string} words */
    take(words) {
      if (new TextEncoder().encode(words).length > MOST) return app.complain(t("levels.own.large"));
      asked.add(OWN);
      pending = words;
      owed += 1;
      app.send({ type: "levels", set: OWN, text: words });
    },
    /** @type {NonNullable<PlayPart["heard"]>} */
    heard(message) {
      if (message.type === "levels" && message.set === OWN) {
        owed = Math.max(0, owed - 1);
        if (pending === null || owed) return;
        pending = null;
        state.levels = { ...state.levels, [OWN]: message.levels };
        load(OWN, 0);
      } else if (message.type === "levels" && message.set === early && message.levels.length) {
        state.levels = { ...state.levels, [early]: message.levels };
        enter(early);
      } else if (message.type === "hello") {
        asked = new Set();
        owed = pending === null ? 0 : 1;
      } else if (message.type === "error" && message.about === "levels") {
        pending = null;
        owed = Math.max(0, owed - 1);
      }
    },
  };
}

/** What a board of no set is: one of a seed, or somebody's own. @param {View} view */
const looseWords = ({ seed }) => (seed === null ? t("levels.loose.level") : t("levels.seed", { n: String(seed) }));

/** @param {App} app @returns {PlayPart & {take(text: string): void}} */
export function createLevels(app) {
  const shelf = createShelf(app);
  const chooser = createChooser(app, shelf);
  const sets = h("select", { id: "level-set", "data-i18n-label": "levels.set" });
  const name = h("p", { class: "level-name", id: "level-name" });
  const credit = h("p", { class: "quiet" });
  const opens = h("p", { class: "quiet", id: "level-opens" });
  /** @param {string} id @param {string} key @param {string} sign */
  const step = (id, key, sign) => b({ id, "data-i18n-label": key, "data-i18n-title": key }, icon(sign));
  const back = step("level-back", "previous", "previous");
  const on = step("level-on", "next", "following");
  const unsolved = button("levels.unsolved", { id: "level-unsolved", "aria-keyshortcuts": "M" });
  const all = button("levels", { id: "level-all", "aria-keyshortcuts": "L" });
  const bar = h("i");
  const done = h("p", { class: "quiet", id: "level-done" });
  const root = h("section", { class: "levels" },
    h("div", { class: "head" }, h("h2", { class: "sr", "data-i18n": "levels.level" }), sets, back, on), name, credit,
    h("div", { class: "meter", "aria-hidden": "true" }, bar),
    h("div", { class: "head foot" }, done, h("div", { class: "row" }, unsolved, all)), opens);
  sets.addEventListener("change", () => shelf.choose(sets.value));
  back.addEventListener("click", () => shelf.go(-1));
  on.addEventListener("click", () => shelf.go(1));
  unsolved.addEventListener("click", shelf.next);
  all.addEventListener("click", chooser.open);

  /** Where a level was solved already, "next" means the next one that was not. */
  function following() {
    const next = shelf.levels()[(shelf.at() ?? -2) + 1];
    if (next && progress.solved(next.code)) shelf.next();
    else shelf.go(1);
  }
  /** Whether keys and buttons that go on mean levels: where a board has several tasks, only on a level of a set. */
  const leads = () => !app.has("rounds") || (shelf.at() !== null && !app.state.view?.match);
  /** What is solved opens the next grade: said where that is still to come. */
  function openWords() {
    const next = shelf.graded().find((one) => shelf.behind(one)?.name === shelf.shown());
    return next ? t("levels.opens", { n: number(OPENS - shelf.solved(shelf.shown())), set: setWords(next) }) : "";
  }
  /** @type {Record<string, () => void>} */
  const KEYS = { p: () => shelf.go(-1), n: () => shelf.go(1), m: shelf.next, l: chooser.open };

  return {
    root,
    dialogs: [chooser.dialog],
    take: shelf.take,
    heard: shelf.heard,
    help: [["P N", "help.levels"], ["M", "help.unsolved"], ["L", "levels"]],
    act(act, event) {
      const won = event?.target instanceof Element && event.target.closest(".won");
      if (!leads()) return false;
      if (act === "previous") shelf.go(-1);
      else if (act === "next") won ? following() : shelf.go(1);
      else return false;
      return true;
    },
    off: () => ({ previous: !shelf.at() }),
    key(event) {
      const does = KEYS[event.key.toLowerCase()];
      if (!does || event.repeat || ("pn".includes(event.key.toLowerCase()) && !leads())) return false;
      does();
      return true;
    },
    render({ game, view }) {
      if (!game || !view) return;
      root.hidden = view.match !== null;
      const names = [...game.sets.map((one) => one.name), ...(shelf.own() ? [OWN] : [])];
      const loose = shelf.loose();
      const items = names.map((one) => game.sets.find((item) => item.name === one));
      const closed = items.map((item) => shelf.behind(item) !== null);
      refill(sets, `${current()} ${names} ${loose} ${closed}`, () =>
        [...(loose ? [h("option", { value: "" }, t("levels.loose"))] : []), ...names.map((one, i) => {
          const option = h("option", { value: one },
            closed[i] ? t("levels.closed", { set: setWords(items[i]) }) : setWords(items[i]));
          option.disabled = closed[i];
          return option;
        })]);
      follow(sets, loose ? "" : shelf.shown());
      shelf.want(loose ? (names[0] ?? "") : shelf.shown());
      shelf.want(OWN);
      // The optimum is no secret once the level is solved.
      const { rating } = app.state;
      if (view.scene.solved && rating?.optimum != null && progress.solved(view.code))
        progress.prove(view.code, rating.optimum);
      // Whether a grade is open depends on the one before.
      for (const one of shelf.graded()) shelf.want(one.name);
      // A board of no set has no place and no progress in one, nor its author.
      const [list, info, at] = loose ? [[], undefined, null] : [shelf.levels(), shelf.info(), shelf.at()];
      write(name, at === null ? (view.title ?? looseWords(view))
        : t("levels.of", { n: number(at + 1), of: number(list.length || info?.count || 0) }));
      write(credit, [at !== null && view.title, info?.grade === null && t("levels.credit", { author: info.author })]
        .filter(Boolean).join(" · "));
      const solved = list.filter((one) => progress.solved(one.code)).length;
      write(done, list.length ? t("levels.solved.of", { n: number(solved), of: number(list.length) }) : "");
      write(opens, list.length ? openWords() : "");
      bar.style.width = list.length ? `${(100 * solved) / list.length}%` : "0";
      disable(back, !at);
      disable(on, at !== null && list.length > 0 && at + 1 >= list.length);
      disable(unsolved, list.length > 0 && solved === list.length);
      set(root.closest(".table") ?? root, { "data-level": view.level ? view.level.join("/") : null });
      chooser.render();
    },
  };
}
