// @ts-check
// Build: any position is set up here. What can be set and what cannot, the server knows; the engine looks at every change for a second.

import { all, h, refill, set, write } from "../../core/dom.js";
import { current, t } from "../../core/i18n.js";
import { button, disable, icon, keyList, section } from "../../core/parts.js";
import { scoreTold } from "./analyse-chart.js";
import { at, lie, sign, squareName } from "./art.js";
import { createBoard } from "./board.js";
import { whyWords } from "./hand.js";
import { createLine, createTexts, createTilt, placeOf, scoreSign } from "./lab.js";
import { createSetup } from "./setup.js";
import { colorWord, moveWord } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").State} State */
/** @typedef {import("./wire.js").Edit} Edit */
/** @typedef {import("./board.js").Spot} Spot */

const narrow = matchMedia("(max-width: 899px)");
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
/** How long the engine looks at a position, in seconds. */
const LOOK = 1;

/** @param {App} app @returns {import("./app.js").Screen} */
export function create(app) {
  const { state } = app;
  const setup = createSetup(/** @type {App} */ ({ ...app, newGame: (message) => (app.newGame(message), app.goTo("play")) }));
  let shown = false;
  /** The wall that is pointed at, or where the wall of the keyboard is. @type {{wall: string, keys: boolean} | null} */
  let ghost = null;
  /** The square of the keyboard. @type {string | null} */
  let cursor = null;
  /** The pawn that is in the hand, and the square under it. @type {{player: number, from: string, over: string, keys: boolean} | null} */
  let held = null;
  /** What a pointer went down on. */
  let pressed = "";

  const position = () => state.view?.board ?? null;
  const pawnOn = (/** @type {string | null | undefined} */ square) => position()?.players.findIndex(({ pawn }) => pawn === square) ?? -1;
  const stands = (/** @type {string} */ wall) => Boolean(position()?.walls.some(({ name }) => name === wall));
  const legal = (/** @type {string} */ wall) => Boolean(position()?.slots.includes(wall));
  /** Why a wall cannot stand there; not having one left is no reason here. @param {string} wall */
  const reason = (wall) => (stands(wall) || legal(wall) || state.why?.move !== wall || state.why.reason === "no_walls" || !state.why.reason ? null : state.why);

  let asking = false;
  /** Whether the table may be changed: a game under way is put away. */
  async function allowed() {
    if (!app.running()) return true;
    if (asking) return false;
    asking = true;
    const yes = await app.confirm(t("kept.ask"), t("kept.ask.yes"));
    asking = false;
    return yes;
  }
  /** @param {Edit} edit */
  async function edit(edit) {
    if (await allowed()) app.send({ type: "edit", edit });
  }
  /** @param {number} player @param {string} square */
  const put = (player, square) => square && pawnOn(square) !== player && edit({ kind: "pawn", player, square });
  /** @param {boolean} back */
  const unedit = (back) => state.view?.edits[back ? 0 : 1] && app.send({ type: "unedit", back });

  /** @param {{wall: string, keys: boolean} | null} next */
  function show(next) {
    if (ghost?.wall === next?.wall && ghost?.keys === next?.keys) return;
    ghost = next;
    if (ghost && !legal(ghost.wall) && !stands(ghost.wall)) app.askWhy(ghost.wall);
    app.render();
  }

  // ---- The board -------------------------------------------------------------------------------------------------------

  const host = h("div", { class: "board", id: "board-build", role: "group", tabindex: 0, "aria-describedby": "build-words" });
  const board = createBoard(host, {
    press(spot) {
      cursor = null;
      const player = pawnOn(spot?.square);
      if (held && spot?.square) pressed = "drop";
      else if (spot?.square && player >= 0) {
        held = { player, from: spot.square, over: spot.square, keys: false };
        pressed = "pawn";
        ghost = null;
      } else {
        pressed = spot?.wall ?? "";
        if (spot?.wall) show({ wall: spot.wall, keys: false });
      }
      app.render();
    },
    point(spot) {
      if (held && !held.keys) {
        if (spot?.square && held.over !== spot.square) {
          held.over = spot.square;
          app.render();
        }
      } else if (!held) {
        if (spot?.wall && pawnOn(spot.square) < 0) show({ wall: spot.wall, keys: false });
        else if (ghost && !ghost.keys) show(null);
      }
      board.svg.classList.toggle("live", Boolean(held || spot?.wall || pawnOn(spot?.square) >= 0));
    },
    release(spot) {
      const was = pressed;
      pressed = "";
      if (held && (was === "drop" || held.over !== held.from)) {
        const { player } = held;
        held = null;
        if (spot?.square) put(player, spot.square);
      } else if (!held && was && spot?.wall === was) edit({ kind: "wall", wall: was });
      app.render();
    },
    leave() {
      if (ghost && !ghost.keys) show(null);
      pressed = "";
    },
  });

  // ---- The strip and the buttons ---------------------------------------------------------------------------------------

  const glyph = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const doing = h("p", { class: "thought", id: "build-words" });
  const strip = h("section", { class: "strip", "data-i18n-label": "task" }, glyph, h("div", { class: "told" }, goal, doing));
  const nextTurn = () => {
    const now = position();
    if (now) edit({ kind: "turn", player: (now.turn + 1) % now.players.length });
  };
  /** @type {Record<string, {key: string, icon: string, does(): unknown}>} */
  const ACTS = {
    undo: { key: "U", icon: "undo", does: () => unedit(true) },
    redo: { key: "Y", icon: "redo", does: () => unedit(false) },
    wall: { key: "W", icon: "wall", does: wallMode },
    turn: { key: "T", icon: "step", does: nextTurn },
  };
  const acts = (/** @type {string[]} */ ...names) => h("div", { class: "acts" }, ...names.map((name) =>
    h("button", { type: "button", "data-act": name, id: `build-${name}`, "aria-keyshortcuts": ACTS[name].key }, icon(ACTS[name].icon), h("span", { "data-i18n": `build.act.${name}` }))));
  const controls = h("div", { class: "controls" }, acts("undo", "redo"), acts("wall", "turn"));
  controls.addEventListener("click", (event) => {
    const act = event.target instanceof Element ? event.target.closest("button")?.dataset.act : undefined;
    if (act) ACTS[act]?.does();
  });

  // ---- The panel -------------------------------------------------------------------------------------------------------

  const score = h("strong", { class: "score", id: "score" });
  const told = h("p", { id: "score-words" });
  const tilted = createTilt();
  const line = createLine(() => {}, null);
  const play = button("build.from", { class: "primary", id: "build-play" });
  play.addEventListener("click", () => state.view?.board.winner === null && setup.open({ text: state.view.code, players: state.view.seats.length }));
  const analyse = h("a", { class: "door", id: "build-analyse", "data-i18n": "build.analyse" });
  const rated = h("section", { id: "badge", "data-i18n-label": "build.rating" }, h("div", { class: "verdict-row" }, score, h("div", {}, told, tilted.root)), line.root, h("div", { class: "doors" }, play, analyse));

  const list = h("ol", { class: "build-players", id: "build-players" });
  const who = section("players", [], list);
  list.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const player = Number(field.dataset.player);
    if (field.type === "radio") edit({ kind: "turn", player });
    else if (field.value !== "") edit({ kind: "left", player, walls: Math.max(0, Math.min(state.info?.most_walls ?? 99, Math.round(Number(field.value)))) });
  });

  const size = h("select", { id: "build-size" });
  const players = h("select", { id: "build-count" });
  const walls = h("input", { id: "build-walls", type: "number", min: 0, inputmode: "numeric", autocomplete: "off" });
  const fresh = h("button", { type: "submit", id: "build-new", "data-i18n": "build.empty" });
  const form = h("form", { class: "fields" }, h("label", {}, h("span", { "data-i18n": "new.size" }), size), h("label", {}, h("span", { "data-i18n": "new.players" }), players), h("label", {}, h("span", { "data-i18n": "new.walls" }), walls), fresh);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    edit({ kind: "board", size: Number(size.value), players: Number(players.value), walls: walls.value === "" ? null : Number(walls.value) });
  });
  const texts = createTexts(app, "qfen");
  const panel = h("aside", { class: "panel", id: "panel", "data-i18n-label": "panel" }, rated, who, section("build.board", [], form), texts.root);
  const root = h("div", { class: "table build" }, strip, controls, host, panel, setup.dialog);
  narrow.addEventListener("change", app.render);

  /** @param {State} now */
  function renderPanel({ view, info }) {
    if (!view || !info) return;
    const { board: now } = view;
    refill(list, `${current()} ${now.players.length}`, () => now.players.map((_, player) => h("li", { class: `p${player}` }, sign(player),
      h("label", { class: "check" }, h("input", { type: "radio", name: "build-turn", "data-player": player, "aria-label": t("turn", { player: colorWord(player) }) }), h("span", {}, colorWord(player))),
      h("span", { class: "quiet where" }),
      h("label", { class: "left" }, h("span", { class: "quiet" }, t("build.walls")), h("input", { type: "number", min: 0, max: info.most_walls, inputmode: "numeric", "data-player": player, "aria-label": t("build.left", { player: colorWord(player) }) })))));
    now.players.forEach(({ pawn, walls: left, way }, player) => {
      const [radio, number] = /** @type {HTMLInputElement[]} */ (all(`input[data-player="${player}"]`, list));
      radio.checked = player === now.turn;
      if (document.activeElement !== number) number.value = String(left);
      write(all(".where", list)[player], t("build.where", { at: pawn, n: way.length ? way.length - 1 : "–" }));
    });
    refill(size, current(), () => info.boards.map(([side]) => h("option", { value: side }, `${side} × ${side}`)));
    refill(players, current(), () => [2, 4].map((n) => h("option", { value: n }, String(n))));
    if (form.dataset.of !== `${now.size} ${now.players.length}`) {
      form.dataset.of = `${now.size} ${now.players.length}`;
      size.value = String(now.size);
      players.value = String(now.players.length);
    }
    const usual = info.boards.find(([side]) => side === Number(size.value));
    set(walls, { max: info.most_walls, placeholder: String(usual?.[players.value === "4" ? 2 : 1] ?? "") });
    set(analyse, { href: app.address("analyse") });
    texts.render(state);
  }
  form.addEventListener("change", app.render);

  /** The position that the engine looks at. */
  let sent = "";
  /** @param {State} now */
  function rate({ view, busy }) {
    if (!view) return;
    const wanted = placeOf(state);
    if (wanted !== sent && shown && app.online() && busy !== "match" && view.board.winner === null) {
      state.analysis = null;
      if (app.send({ type: "analyse", algorithm: "fast", seconds: LOOK })) sent = wanted;
    }
    const thought = sent === wanted ? state.analysis?.thought : null;
    write(score, scoreSign(thought?.score, view.seats.length));
    write(told, view.board.winner !== null ? t("build.over", { player: colorWord(view.board.winner) }) : thought?.score ? scoreTold(thought.score, view) : t("hint.wait"));
    disable(play, view.board.winner !== null);
    tilted.render(thought?.score, view.seats.length);
    line.render(thought?.line ?? [], view.board.turn, view.seats, 6);
    return thought;
  }

  // ---- The keyboard ----------------------------------------------------------------------------------------------------

  function wallMode() {
    const now = position();
    if (!now) return;
    if (ghost?.keys) return show(null);
    const from = at(cursor ?? now.players[now.turn].pawn);
    held = null;
    show({ wall: `${squareName(Math.min(from.x, now.size - 2), Math.min(from.y, now.size - 2))}h`, keys: true });
    speak();
  }
  /** What is pointed at, in words. */
  function pointed() {
    if (held) return t("build.held", { player: colorWord(held.player), at: held.over });
    if (!ghost) return cursor ? t("build.cursor", { at: cursor }) : t("build.hint");
    const why = reason(ghost.wall);
    if (why) return whyWords(state, why);
    return t(stands(ghost.wall) ? "build.remove" : "build.place", { wall: moveWord(ghost.wall) });
  }
  const speak = () => app.say(pointed());
  /** @param {[number, number]} way */
  function shift([dx, dy]) {
    const now = position();
    if (!now) return;
    const to = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(0, Math.min(most, value));
    if (ghost?.keys) {
      const { x, y } = at(ghost.wall);
      show({ wall: squareName(to(x + dx, now.size - 2), to(y + dy, now.size - 2)) + lie(ghost.wall), keys: true });
    } else {
      const { x, y } = at(cursor ?? now.players[now.turn].pawn);
      cursor = cursor ? squareName(to(x + dx, now.size - 1), to(y + dy, now.size - 1)) : squareName(x, y);
      if (held) held = { ...held, over: cursor, keys: true };
      app.render();
    }
    speak();
  }
  /** Enter: sets or takes the wall, picks a pawn up or puts it down. */
  function apply() {
    if (ghost?.keys) return void edit({ kind: "wall", wall: ghost.wall });
    if (!cursor) return;
    if (held) {
      put(held.player, cursor);
      held = null;
    } else if (pawnOn(cursor) >= 0) held = { player: pawnOn(cursor), from: cursor, over: cursor, keys: true };
    app.render();
    speak();
  }

  return {
    root,
    shown() {
      shown = true;
      sent = "";
    },
    hidden() {
      shown = false;
      ghost = cursor = held = null;
      if (setup.dialog.open) setup.dialog.close();
      if (state.busy === "analyse") app.send({ type: "cancel" });
    },
    heard(message) {
      texts.heard(message);
      if (message.type === "hello") sent = "";
    },
    render(now) {
      const { view } = now;
      if (!view) return;
      const thought = rate(now);
      renderPanel(now);
      refill(glyph, String(view.board.turn), () => [sign(view.board.turn)]);
      write(goal, t("turn", { player: colorWord(view.board.turn) }));
      write(doing, pointed());
      const why = ghost ? reason(ghost.wall) : null;
      doing.classList.toggle("problem", why !== null);
      const pawns = held ? view.board.players.map((player, i) => (i === held?.player ? { ...player, pawn: held.over } : player)) : view.board.players;
      board.render({ ...view.board, players: pawns }, {
        margin: narrow.matches ? 15 : 22, ribbons: !held, line: held ? [] : (thought?.line ?? []), lineLength: 1,
        ghost: ghost ? { wall: ghost.wall, kind: stands(ghost.wall) ? "remove" : why ? "bad" : "good" } : null,
        blocking: why?.wall ? [why.wall] : [],
        ways: why?.way.length ? [{ squares: why.way, player: why.player ?? 0, kind: "cut" }] : [],
        marks: [...(why?.shut_in.length ? [{ squares: why.shut_in, kind: /** @type {"shut"} */ ("shut") }] : []), ...(cursor && !ghost ? [{ squares: [cursor], kind: /** @type {"cursor"} */ ("cursor") }] : [])],
      });
      set(host, { "aria-label": t("board.label", { width: view.board.size, height: view.board.size }) });
      for (const [name, off] of [["undo", !view.edits[0]], ["redo", !view.edits[1]]]) for (const one of all(`[data-act=${name}]`, controls)) disable(one, Boolean(off));
    },
    key(event) {
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const onButton = event.target instanceof Element && event.target.closest("button, a, summary, label");
      const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code);
      if (key in ARROWS) shift(ARROWS[key]);
      else if ((key === "R" || (key === " " && !onButton)) && ghost?.keys) {
        show({ wall: ghost.wall.slice(0, -1) + (lie(ghost.wall) === "h" ? "v" : "h"), keys: true });
        speak();
      } else if ((key === "Enter" || key === " ") && !onButton) apply();
      else if (key === "Escape" && (ghost || cursor || held)) {
        ghost = cursor = held = null;
        app.render();
      } else if (digit && cursor && position()?.players[Number(digit[1]) - 1]) put(Number(digit[1]) - 1, cursor);
      else {
        const found = Object.values(ACTS).find((one) => one.key === key);
        if (!found || event.repeat) return false;
        found.does();
      }
      return true;
    },
    help: () => [
      h("p", {}, t("build.help")),
      keyList([["← ↑ → ↓", "build.key.move"], ["Enter", "build.key.enter"], ["1 2 3 4", "build.key.pawn"], ["W R", "build.key.wall"], ["T", "build.key.turn"], ["U Y", "build.key.undo"], ["Esc", "build.key.leave"], ["?", "help.help"]]),
    ],
  };
}
