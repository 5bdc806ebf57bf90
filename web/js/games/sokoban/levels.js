// @ts-check
// Level sets: which one is played, the levels before and after, and a chooser of all of them with what was solved.

import { b, h, pressed, refill, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { button, check, disable, icon } from "../../core/parts.js";
import { measure, progress } from "./progress.js";

/** @import { App, State } from "../../core/app.js" */
/** @import { Message, Scene } from "../../core/wire.js" */
/** @import { Entry } from "./progress.js" */

const OWN = "own";
const KEPT = "damier.sokoban.own";
/** A message may be so long. */
const MOST = 60_000;
/** How many pictures are asked for at a time, and the side of a cell on them. */
const AT_ONCE = 6;
const DOT = 8;

/** @param {App} app */
export function createLevels(app) {
  const { state } = app;
  /** The set that is looked at; that of the level on the table unless another was chosen. */
  let chosen = "";
  /** Levels of the visitor's own that the server is reading. @type {string | null} */
  let pending = null;
  /** The level that was asked for last. @type {{set: string, index: number} | null} */
  let wish = null;
  /** Sets that were asked for. @type {Set<string>} */
  let asked = new Set();

  const sets = h("select", { id: "level-set", "data-i18n-label": "soko.set" });
  const name = h("p", { class: "level-name", id: "level-name" });
  const credit = h("p", { class: "quiet" });
  /** @param {string} id @param {string} key @param {string} sign */
  const step = (id, key, sign) => b({ id, "data-i18n-label": key, "data-i18n-title": key }, icon(sign));
  const back = step("level-back", "previous", "previous");
  const on = step("level-on", "next", "following");
  const unsolved = button("soko.unsolved", { id: "level-unsolved", "aria-keyshortcuts": "M" });
  const all = button("soko.levels", { id: "level-all", "aria-keyshortcuts": "L" });
  const bar = h("i");
  const meter = h("div", { class: "meter", "aria-hidden": "true" }, bar);
  const done = h("p", { class: "quiet", id: "level-done" });
  const root = h("section", { class: "levels" },
    h("div", { class: "head" }, h("h2", { class: "sr", "data-i18n": "soko.level" }), sets, back, on), name, credit,
    meter, h("div", { class: "head foot" }, done, h("div", { class: "row" }, unsolved, all)));

  // The chooser
  const title = h("h2", { id: "chooser-title", "data-i18n": "soko.levels" });
  const close = button("close", {});
  const terms = h("p", { class: "quiet" });
  const grid = h("div", { class: "tiles", role: "group", "aria-labelledby": "chooser-title" });
  const save = button("soko.progress.save", { id: "progress-save" });
  const file = h("input", { type: "file", class: "sr", id: "progress-file", accept: ".txt,text/plain" });
  const dialog = h("dialog", { id: "chooser", class: "chooser", "aria-labelledby": "chooser-title" },
    h("div", { class: "head" }, title, close), terms, grid,
    h("div", { class: "doors" }, save, check("soko.progress.load", file, "door file")));

  /** The set and place of the level on the table. @returns {{set: string, index: number} | null} */
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
  const text = () => localStorage.getItem(KEPT);

  /** Asks for the levels of a set, once. @param {string} name */
  function want(name) {
    if (!name || asked.has(name) || state.levels[name]) return;
    asked.add(name);
    app.send({ type: "levels", set: name, text: name === OWN ? text() : null });
  }
  /** @param {string} set @param {number} index */
  function load(set, index) {
    const list = state.levels[set];
    if (index < 0 || (list && index >= list.length)) return;
    chosen = "";
    wish = { set, index };
    app.intend(() => ({ type: "level", set, index }));
  }
  /** @param {number} by */
  function go(by) {
    const at = here();
    if (at && at.set === shown()) load(at.set, at.index + by);
    else load(shown(), 0);
  }
  /** The next level that was not solved, around the end. */
  function next() {
    const list = levels();
    const at = here();
    const from = at && at.set === shown() ? at.index + 1 : 0;
    const index = list.findIndex((_, i) => !progress.solved(list[(from + i) % list.length].code));
    if (index >= 0) load(shown(), (from + index) % list.length);
    else app.say(t("soko.all_solved"));
  }
  function open() {
    if (dialog.open) return;
    want(shown());
    renderGrid();
    dialog.showModal();
    find();
  }
  /** To the level on the table, in the chooser. */
  function find() {
    const at = here();
    const tile = grid.children[at && at.set === shown() ? at.index : 0];
    if (!(tile instanceof HTMLElement)) return;
    tile.scrollIntoView({ block: "center" });
    tile.focus();
  }

  sets.addEventListener("change", () => {
    chosen = sets.value;
    want(chosen);
    const list = state.levels[chosen];
    if (!list) return app.render();
    const index = list.findIndex((one) => !progress.solved(one.code));
    load(chosen, Math.max(0, index));
  });
  back.addEventListener("click", () => go(-1));
  on.addEventListener("click", () => go(1));
  unsolved.addEventListener("click", next);
  all.addEventListener("click", open);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  grid.addEventListener("click", (event) => {
    const tile = pressed(event);
    if (!tile) return;
    dialog.close();
    load(shown(), Number(tile.dataset.index));
  });
  grid.addEventListener("keydown", (event) => {
    const tiles = /** @type {HTMLElement[]} */ (Array.from(grid.children));
    const at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const row = tiles.findIndex((tile) => tile.offsetTop > (tiles[0]?.offsetTop ?? 0));
    const columns = row < 0 ? tiles.length : row;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at,
      End: tiles.length - 1 - at }[event.key];
    const to = tiles[at + (by ?? 0)];
    if (at < 0 || by === undefined || !to) return;
    event.preventDefault();
    to.focus();
  });
  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([`${progress.text()}\n`], { type: "text/plain" }));
    h("a", { href: url, download: "sokoban-progress.txt" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  file.addEventListener("change", async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    const known = progress.take(await picked.text());
    file.value = "";
    app.say(count("soko.progress.known", known));
    app.render();
  });

  // ---- Small pictures of the levels, drawn when they come into sight ------------------------------------------------

  /** @type {Map<string, Scene>} */
  const scenes = new Map();
  /** Codes in sight, and those that were asked for, in order. @type {Set<string>} */
  const wanted = new Set();
  /** @type {string[]} */
  let sent = [];
  const sight = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      const { code } = /** @type {HTMLElement} */ (target).dataset;
      if (!code) continue;
      if (isIntersecting && !scenes.has(code)) wanted.add(code);
      else wanted.delete(code);
      if (isIntersecting && scenes.has(code)) draw(/** @type {HTMLElement} */ (target));
    }
    pump();
  }, { root: grid, rootMargin: "200px" });
  function pump() {
    for (const code of wanted) {
      if (sent.length >= AT_ONCE) return;
      if (!app.send({ type: "sketch", text: code })) return;
      wanted.delete(code);
      sent.push(code);
    }
  }
  /** The colours of the style sheet, as a canvas wants them. */
  function colors() {
    const probe = grid.appendChild(h("i", { hidden: true }));
    const list = ["wall", "floor", "box", "goal", "player"].map((one) => {
      probe.style.color = `var(--soko-${one})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return list;
  }
  /** @param {HTMLElement} tile */
  function draw(tile) {
    const scene = scenes.get(tile.dataset.code ?? "");
    const canvas = tile.querySelector("canvas");
    const pen = canvas?.getContext("2d");
    if (!scene || !canvas || !pen) return;
    const [wall, floor, box, aim, player] = colors();
    set(canvas, { width: scene.width * DOT, height: scene.height * DOT });
    const paint = (/** @type {Iterable<number>} */ cells, /** @type {string} */ color, inset = 0) => {
      pen.fillStyle = color;
      const side = DOT - 2 * inset;
      for (const cell of cells)
        pen.fillRect((cell % scene.width) * DOT + inset, Math.floor(cell / scene.width) * DOT + inset, side, side);
    };
    const blank = new Set([...scene.outside, ...scene.closed]);
    paint(Array.from({ length: scene.width * scene.height }, (_, i) => i).filter((cell) => !blank.has(cell)), floor);
    paint(scene.closed, wall);
    paint(scene.targets.map((one) => one.cell), aim, 1);
    paint(scene.pieces.slice(1).map((one) => one.cell), box, 1);
    paint(scene.pieces.slice(0, 1).map((one) => one.cell), player, 1);
  }

  /** The best against the optimum, in few signs. @param {Entry} entry */
  const score = ({ p, o }) => (p ? `${measure(p).pushes}${o === undefined ? "" : `/${o}`}` : "");

  function renderGrid() {
    const list = levels();
    const at = here();
    const info = state.game?.sets.find((one) => one.name === shown());
    write(title, info?.title ?? t("soko.own"));
    write(terms, info ? t("soko.credit.terms", { author: info.author, terms: info.terms }) : "");
    refill(grid, `${shown()} ${list.length} ${list[0]?.code}`, () => {
      sight.disconnect();
      return list.map((one, index) => {
        const tile = b({ "data-index": index, "data-code": one.code }, h("span", { class: "n" }),
          h("canvas", { width: 1, height: 1 }), h("span", { class: "score" }));
        sight.observe(tile);
        return tile;
      });
    });
    list.forEach((one, index) => {
      const tile = grid.children[index];
      const entry = progress.of(one.code);
      const now = at !== null && at.set === shown() && at.index === index;
      const solved = entry.p
        ? t("soko.solved.in", { score: count("pushes", measure(entry.p).pushes) }) : t("soko.solved.not");
      set(tile, { "aria-current": now ? "true" : null, class: entry.p ? "solved" : null, title: one.title,
        "aria-label": [t("soko.level.n", { n: index + 1 }), one.title, solved].filter(Boolean).join(", ") });
      write(tile.children[0], number(index + 1));
      write(tile.children[2], entry.p ? `✓ ${score(entry)}` : "");
    });
  }

  return {
    root, dialog, go, next, open, here,
    /** Levels of the visitor's own: kept, and the first of them on the table. @param {string} words */
    take(words) {
      if (new TextEncoder().encode(words).length > MOST) return app.complain(t("soko.own.large"));
      asked.add(OWN);
      pending = words;
      app.send({ type: "levels", set: OWN, text: words });
    },
    /** @param {Message} message */
    heard(message) {
      if (message.type === "sketch" && sent.length) {
        const code = sent.shift() ?? "";
        scenes.set(code, message.scene);
        for (const tile of grid.children) if (tile instanceof HTMLElement && tile.dataset.code === code) draw(tile);
        pump();
      } else if (message.type === "levels" && message.set === OWN && pending !== null) {
        localStorage.setItem(KEPT, pending);
        pending = null;
        state.levels = { ...state.levels, [OWN]: message.levels };
        load(OWN, 0);
      } else if (message.type === "hello") {
        asked = new Set();
        sent = [];
      } else if (message.type === "error") {
        if (message.key !== "no_way") pending = null;
        sent.shift();
      }
    },
    /** @param {State} state */
    render({ game, view }) {
      if (!game || !view) return;
      const own = text() !== null || state.levels[OWN];
      const names = [...game.sets.map((one) => one.name), ...(own ? [OWN] : [])];
      const at = here();
      const loose = !at && !chosen;
      refill(sets, `${names} ${loose}`, () => [...(loose ? [h("option", { value: "" }, t("soko.loose"))] : []),
        ...names.map((one) =>
          h("option", { value: one }, game.sets.find((item) => item.name === one)?.title ?? t("soko.own")))]);
      sets.value = loose ? "" : shown();
      want(loose ? (names[0] ?? "") : shown());
      if (own) want(OWN);
      const list = levels();
      const info = game.sets.find((one) => one.name === shown());
      const mine = at && at.set === shown();
      write(name, mine ? t("soko.level.of", { n: number(at.index + 1), of: number(list.length || info?.count || 0) })
        : (view.title ?? t("soko.loose.level")));
      write(credit,
        [mine && view.title, info && t("soko.credit", { author: info.author })].filter(Boolean).join(" · "));
      const solved = list.filter((one) => progress.solved(one.code)).length;
      write(done, list.length ? t("soko.solved.of", { n: number(solved), of: number(list.length) }) : "");
      bar.style.width = list.length ? `${(100 * solved) / list.length}%` : "0";
      disable(back, !mine || at.index === 0);
      disable(on, Boolean(mine && list.length && at.index + 1 >= list.length));
      disable(unsolved, list.length > 0 && solved === list.length);
      if (dialog.open) {
        const late = !grid.children.length;
        renderGrid();
        if (late) find();
      }
    },
  };
}
