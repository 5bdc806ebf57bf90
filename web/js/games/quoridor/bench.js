// @ts-check
// Building a position: a click between two squares sets a wall or takes it away, a pawn is dragged, or picked up and
// put down.

import { all, b, h, pressed as pressedOn, refill, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { disable, icon, picture } from "../../core/parts.js";
import { sideWord } from "../../core/players.js";
import { pawn } from "./art.js";
import { createBoard } from "./board.js";
import { squareName, wallName } from "./names.js";
import { moveWord, whyWords } from "./words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Place } from "../../core/board.js" */
/** @import { Scene, Mark } from "../../core/wire.js" */
/** @import { Bench, Desk } from "../../screens/build.js" */

const narrow = matchMedia("(max-width: 899px)");
/** Columns to the right and rows down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** @param {App} app @param {Desk} desk @returns {Bench} */
export function createBench(app, desk) {
  const { state } = app;
  /** The wall that is pointed at, or where the wall of the keyboard is. @type {{wall: Mark, keys: boolean} | null} */
  let ghost = null;
  /** The square of the keyboard. @type {number | null} */
  let cursor = null;
  /** The pawn that is in the hand, and the square under it.
   * @type {{player: number, from: number, over: number, keys: boolean} | null} */
  let held = null;
  /** What a pointer went down on: `pawn`, `drop`, or a wall's name. */
  let down = "";

  const scene = () => state.view?.scene;
  const size = () => scene()?.width ?? 9;
  const pawnOn = (/** @type {number | null | undefined} */ cell) => scene()?.pieces.findIndex((one) => one.cell === cell) ?? -1;
  const name = (/** @type {Mark} */ wall) => wallName(size(), wall);
  const stands = (/** @type {Mark} */ wall) =>
    Boolean(scene()?.marks.some((one) => one.cell === wall.cell && one.form === wall.form));
  /** Why a wall cannot stand there; not having one left is no reason here. @param {Mark} wall */
  function reason(wall) {
    const { why } = state;
    const told = why?.move === name(wall) ? why.why : null;
    return stands(wall) || app.legal(name(wall)) || !told || told.reason === "no_walls" ? null : why;
  }
  /** @param {Mark} wall */
  const setWall = ({ cell, form }) => desk.edit({ tool: "wall", cell, form });
  /** @param {number} player @param {number} cell */
  const put = (player, cell) => pawnOn(cell) !== player && desk.edit({ tool: "pawn", piece: player, cell });

  /** @param {Mark | null} wall @param {boolean} [keys] */
  function show(wall, keys = false) {
    if ((ghost ? name(ghost.wall) : "") === (wall ? name(wall) : "") && ghost?.keys === (wall ? keys : undefined)) return;
    ghost = wall ? { wall, keys } : null;
    if (wall && !app.legal(name(wall)) && !stands(wall)) app.askWhy(name(wall));
    app.render();
  }

  const host = h("div", { class: "board", id: "board-build", role: "group", tabindex: 0, "aria-describedby": "build-words" });
  const board = createBoard(host, {
    press(place) {
      cursor = null;
      const player = place && !place.places ? pawnOn(place.cell) : -1;
      if (held && place && !place.places) down = "drop";
      else if (place && player >= 0) {
        held = { player, from: place.cell, over: place.cell, keys: false };
        down = "pawn";
        ghost = null;
      } else {
        down = place?.places ? name(place.places) : "";
        if (place?.places) show(place.places);
      }
      app.render();
    },
    point(place) {
      if (held && !held.keys) {
        if (place && held.over !== place.cell) {
          held.over = place.cell;
          app.render();
        }
      } else if (!held) {
        if (place?.places) show(place.places);
        else if (ghost && !ghost.keys) show(null);
      }
      board.svg.classList.toggle("live", Boolean(held || place?.places || pawnOn(place?.cell) >= 0));
    },
    release(place) {
      const was = down;
      down = "";
      if (held && (was === "drop" || held.over !== held.from)) {
        const { player } = held;
        held = null;
        if (place) put(player, place.cell);
      } else if (!held && was && place?.places && name(place.places) === was) setWall(place.places);
      app.render();
    },
    leave() {
      if (ghost && !ghost.keys) show(null);
      down = "";
    },
  });

  // ---- The strip and the buttons ----------------------------------------------------------------------------------

  const glyph = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const doing = h("p", { class: "thought", id: "build-words" });
  /** @type {Record<string, {key: string, icon: string, does(): unknown}>} */
  const ACTS = {
    undo: { key: "U", icon: "undo", does: () => desk.unedit(true) },
    redo: { key: "Y", icon: "redo", does: () => desk.unedit(false) },
    wall: { key: "W", icon: "wall", does: wallMode },
    turn: { key: "T", icon: "step", does: nextTurn },
  };
  const acts = (/** @type {string[]} */ ...names) => h("div", { class: "acts" }, ...names.map((one) =>
    b({ "data-act": one, id: `build-${one}`, "aria-keyshortcuts": ACTS[one].key }, icon(ACTS[one].icon),
      h("span", { "data-i18n": `build.act.${one}` }))));
  const controls = h("div", { class: "controls" }, acts("undo", "redo"), acts("wall", "turn"));
  controls.addEventListener("click", (event) => ACTS[pressedOn(event)?.dataset.act ?? ""]?.does());

  function nextTurn() {
    const now = scene();
    if (now) desk.edit({ tool: "turn", piece: (now.turn + 1) % now.sides.length });
  }
  function wallMode() {
    const now = scene();
    if (!now) return;
    if (ghost?.keys) return show(null);
    const from = cursor ?? now.pieces[now.turn].cell;
    held = null;
    const most = size() - 2;
    const row = Math.max(1, Math.min(Math.floor(from / size()), size() - 1));
    show({ kind: "wall", cell: row * size() + Math.min(from % size(), most), form: "h" }, true);
    speak();
  }
  /** What is pointed at, in words. */
  function pointed() {
    const at = (/** @type {number} */ cell) => squareName(size(), cell);
    if (held) return t("build.held", { player: sideWord(held.player), at: at(held.over) });
    if (!ghost) return cursor !== null ? t("build.cursor", { at: at(cursor) }) : t("build.hint");
    const why = reason(ghost.wall);
    if (why) return whyWords(why);
    return t(stands(ghost.wall) ? "build.remove" : "build.place", { wall: moveWord(size(), name(ghost.wall)) });
  }
  const speak = () => app.say(pointed());

  /** @param {[number, number]} way */
  function shift([dx, dy]) {
    const now = scene();
    if (!now) return;
    const to = (/** @type {number} */ cell, /** @type {number} */ least, /** @type {number} */ most) =>
      Math.max(least, Math.min(size() - 1, Math.floor(cell / size()) + dy)) * size()
        + Math.max(0, Math.min(most, (cell % size()) + dx));
    if (ghost?.keys) show({ ...ghost.wall, cell: to(ghost.wall.cell, 1, size() - 2) }, true);
    else {
      cursor = cursor === null ? now.pieces[now.turn].cell : to(cursor, 0, size() - 1);
      if (held) held = { ...held, over: cursor, keys: true };
      app.render();
    }
    speak();
  }
  /** Enter: sets or takes the wall, picks a pawn up or puts it down. */
  function apply() {
    if (ghost?.keys) return void setWall(ghost.wall);
    if (cursor === null) return;
    if (held) {
      put(held.player, cursor);
      held = null;
    } else if (pawnOn(cursor) >= 0) held = { player: pawnOn(cursor), from: cursor, over: cursor, keys: true };
    app.render();
    speak();
  }
  /** @param {string} plain */
  function turnOver(plain) {
    if (!ghost?.keys || (plain !== "r" && plain !== " ")) return false;
    show({ ...ghost.wall, form: ghost.wall.form === "h" ? "v" : "h" }, true);
    speak();
    return true;
  }

  return {
    host, controls,
    strip: h("section", { class: "strip", "data-i18n-label": "task" }, glyph, h("div", { class: "told" }, goal, doing)),
    render({ view, analysis }) {
      if (!view) return;
      const now = view.scene;
      refill(glyph, now.turn, () => [picture(pawn(now.turn), 17)]);
      write(goal, t("turn", { player: sideWord(now.turn) }));
      write(doing, pointed());
      const why = ghost ? reason(ghost.wall) : null;
      doing.classList.toggle("problem", why !== null);
      const pieces = held ? now.pieces.map((one, i) => (i === held?.player ? { ...one, cell: held.over } : one)) : now.pieces;
      const kind = !ghost ? "good" : stands(ghost.wall) ? "remove" : why ? "bad" : "good";
      const line = !held && app.fits(analysis) ? analysis?.thought.line ?? [] : [];
      board.render({ ...now, pieces }, {
        margin: narrow.matches ? 15 : 22, ribbons: !held, line, lineLength: 1,
        ghost: ghost ? { mark: ghost.wall, kind } : null,
        marks: [...(cursor === null || ghost ? [] : [{ cells: [cursor], kind: /** @type {const} */ ("cursor") }]),
          ...(why?.why?.shut_in.length ? [{ cells: why.why.shut_in, kind: /** @type {const} */ ("shut") }] : [])],
        ways: why?.why?.way.length ? [{ cells: why.why.way, player: why.why.player ?? 0, kind: "cut" }] : [],
        blocking: why?.why?.blocked_by ? [why.why.blocked_by] : [],
      });
      set(host, { "aria-label": t("board.label", { width: size(), height: size() }) });
      for (const [act, off] of Object.entries({ undo: !view.edits[0], redo: !view.edits[1] }))
        for (const one of all(`[data-act=${act}]`, controls)) disable(one, off);
    },
    key(event) {
      const { key } = event;
      const plain = key.length === 1 ? key.toLowerCase() : key;
      const onButton = event.target instanceof Element && event.target.closest("button, a, summary, label");
      if (plain in ARROWS) shift(ARROWS[plain]);
      else if (!onButton && turnOver(plain)) return true;
      else if ((plain === "Enter" || plain === " ") && !onButton) apply();
      else if (/^[1-4]$/.test(plain) && cursor !== null && scene()?.pieces[Number(plain) - 1]) put(Number(plain) - 1, cursor);
      else if (plain === "Escape" && (ghost || cursor !== null || held)) {
        ghost = cursor = held = null;
        app.render();
      } else {
        const found = Object.values(ACTS).find((one) => one.key === key.toUpperCase());
        if (!found || event.repeat) return false;
        found.does();
      }
      return true;
    },
    hidden() {
      ghost = cursor = held = null;
    },
    help: [["← ↑ → ↓", "build.key.move"], ["Enter", "build.key.enter"], ["1 2 3 4", "build.key.pawn"], ["W R", "build.key.wall"],
      ["T", "build.key.turn"], ["U Y", "build.key.undo"], ["Esc", "build.key.leave"]],
  };
}
