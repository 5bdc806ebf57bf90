// @ts-check
// Play: a game between people and engines, with everything that a player wants beside the board.

import { all, b, h, pressed, refill, set, write } from "../../core/dom.js";
import { number, t, translate } from "../../core/i18n.js";
import { button, check, disable, icon, keyList, section, short } from "../../core/parts.js";
import { miniature, sign } from "./art.js";
import { createBoard } from "./board.js";
import { createCards } from "./cards.js";
import { createHand, whyWords } from "./hand.js";
import { kept } from "./kept.js";
import { endWords, moveChip, moverAt, moveShort, moveWord, nameOf, scoreShort, scoreWords, versus } from "./words.js";

/** @import { App, Screen, State } from "./app.js" */
/** @import { Kept } from "./kept.js" */
/** @import { Hint, View } from "./wire.js" */

const narrow = matchMedia("(max-width: 899px)");
const RIBBONS = "damier.quoridor.ribbons";
const TURNED = "damier.quoridor.turned";
/** From one move of an engine to the next, in milliseconds: what the slider offers. */
const PACES = [3000, 2000, 1500, 1000, 700, 400, 200, 100, 0];
const RUNGS = 4;

/** @param {App} app @returns {Screen} */
export function create(app) {
  const { state } = app;
  const cards = createCards(app);
  let turned = localStorage.getItem(TURNED) === "on";
  const hand = createHand(app, () => turned);

  /** The form for a new game and the menu are loaded when one of them is asked for.
   * @type {Promise<{setup: ReturnType<typeof import("./setup.js").createSetup>,
   *   menu: ReturnType<typeof import("./menu.js").createMenu>}> | null} */
  let dialogs = null;
  function opened() {
    dialogs ??= Promise.all([import("./setup.js"), import("./menu.js")]).then(([{ createSetup }, { createMenu }]) => {
      const setup = createSetup(app);
      const menu = createMenu(app, setup.open);
      root.append(setup.dialog, menu.dialog, menu.games);
      translate(root);
      return { setup, menu };
    });
    dialogs.catch(() => {
      dialogs = null;
      app.complain(t("link.lost"));
    });
    return dialogs;
  }
  /** Whether one of them is open. */
  const asking = () => root.querySelector("dialog[open]") !== null;

  // ---- The board ----------------------------------------------------------------------------------------------------

  const words = h("div", { class: "sr", id: "board-words" });
  const host = h("div", { class: "board", id: "board", role: "group", tabindex: 0, "aria-describedby": "board-words" });
  const board = createBoard(host, hand.hand);
  hand.attach(board, host);
  const resume = button("menu.resume", { class: "primary", id: "resume" });
  const cover = h("div", { class: "cover", id: "cover", hidden: true }, h("p", { "data-i18n": "paused" }), resume);
  host.append(cover);
  resume.addEventListener("click", () => app.pause(false));

  // ---- The strip: whose turn it is, what the engine thinks, how it ended --------------------------------------------

  const glyph = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const thought = h("p", { class: "thought", id: "thought" });
  const rematch = button("again", { class: "primary", id: "rematch" });
  const analyse = button("screen.analyse", { id: "to-analyse" });
  const won = h("div", { class: "won", id: "won", hidden: true }, rematch, analyse);
  const strip = h("section", { class: "strip", id: "strip", "data-i18n-label": "task" }, glyph,
    h("div", { class: "told" }, goal, thought), won);
  rematch.addEventListener("click", () => {
    const { view } = state;
    if (!view) return;
    app.newGame({ type: "new", size: view.board.size, players: view.board.players.length, walls: null,
      seats: view.seats, text: view.code,
      clock: view.clock ? { base_ms: view.clock.base_ms, increment_ms: view.clock.increment_ms } : null });
  });
  analyse.addEventListener("click", () => app.goTo("analyse"));

  /** @param {State} now */
  function renderStrip({ view, thought: mind, hint, busy }) {
    if (!view) return;
    const { board: position, seats, end } = view;
    const turn = position.turn;
    // An earlier moment of a game that is over is looked at, and may be played on from.
    const over = end !== null && view.at === view.moves.length;
    strip.classList.toggle("solved", over);
    won.hidden = !over;
    analyse.hidden = !app.has("analyse");
    const engine = seats[turn]?.engine;
    const key = view.paused ? "turn.paused" : engine && view.thinking !== null ? "turn.thinking"
      : position.pass ? "turn.pass" : "turn";
    write(goal, over ? endWords(view) : t(key, { player: nameOf(seats, turn) }));
    const shown = over ? end.winner : turn;
    refill(glyph, shown, () => (shown === null ? [] : [sign(shown)]));
    /** @type {string[]} */
    let more = [];
    if (mind && view.thinking !== null)
      more = [t("thought.depth", { n: mind.depth }), mind.score ? scoreShort(mind.score) : "",
        t("thought.nodes", { n: short(mind.nodes) })];
    else if (end && !over)
      more = [t("turn.earlier", { at: view.at, of: view.moves.length }), app.mayMove() ? t("turn.other") : ""];
    // On a phone the ladder is out of sight.
    else if (narrow.matches && busy === "hint") more = [t("hint.wait")];
    else if (narrow.matches && hint) more = [hintWords(hint, view)];
    write(thought, more.filter(Boolean).join(" · "));
    strip.classList.toggle("thinks", view.thinking !== null);
  }

  // ---- The buttons beside the board ---------------------------------------------------------------------------------

  /** @type {Record<string, {key: string, icon: string, does(event?: Event): unknown}>} */
  const ACTS = {
    undo: { key: "U", icon: "undo", does: () => app.undo() },
    redo: { key: "Y", icon: "redo", does: () => app.redo() },
    wall: { key: "W", icon: "wall", does: (event) => {
      if (hand.thinking()) return hand.clear();
      hand.think(event instanceof PointerEvent && event.pointerType === "touch" ? "touch" : "keys");
      // The next keys are meant for the board.
      host.focus({ preventScroll: true });
    } },
    hint: { key: "H", icon: "hint", does: () => app.hint() },
    menu: { key: "Escape", icon: "menu", does: () => opened().then(({ menu }) => menu.open(), () => {}) },
    new: { key: "N", icon: "new", does: () => opened().then(({ setup }) => setup.open(), () => {}) },
    games: { key: "G", icon: "games", does: () => opened().then(({ menu }) => menu.openGames(), () => {}) },
  };
  const acts = (/** @type {string[]} */ ...names) => h("div", { class: "acts" }, ...names.map((name) =>
    b({ "data-act": name, "aria-keyshortcuts": ACTS[name].key }, icon(ACTS[name].icon),
      h("span", { "data-i18n": `act.${name}` }))));
  const controls =
    h("div", { class: "controls" }, acts("undo", "redo"), acts("wall", "hint"), acts("menu", "new", "games"));

  // ---- The panel ----------------------------------------------------------------------------------------------------

  // A game that was not finished, where nothing has begun yet.
  const offer = h("section", { class: "offer", id: "offer", hidden: true });
  let refused = "";
  function renderOffer() {
    const { view } = state;
    const open = (/** @type {Kept} */ { end, id, seats }) =>
      !end && id !== refused && seats.some(({ engine }) => !engine);
    const last = view && !view.moves.length ? kept.list().find(open) : undefined;
    offer.hidden = !last;
    refill(offer, `${last?.id} ${last?.date}`, () => {
      if (!last) return [];
      const go = b({ class: "primary", id: "offer-go" }, t("offer.go"));
      go.addEventListener("click", () => app.load(last.saved));
      const no = b({}, t("offer.no"));
      no.addEventListener("click", () => {
        refused = last.id;
        app.render();
      });
      return [miniature(last),
        h("div", {}, h("p", {}, t("offer", { game: versus(last) })), h("div", { class: "row" }, go, no))];
    });
  }

  // Engines among themselves.
  const pace = h("input", { type: "range", id: "pace", min: 0, max: PACES.length - 1, step: 1 });
  const paceWords = h("output", { class: "quiet", for: "pace" });
  const hold = button("watch.pause", { id: "watch-pause" });
  const step = button("watch.step", { id: "watch-step" });
  const watch = section("watch", [h("div", { class: "row" }, hold, step)],
    h("label", { class: "pace" }, h("span", { class: "quiet", "data-i18n": "watch.pace" }), pace, paceWords));
  watch.id = "watch";
  /** The moment from which one move is awaited, then it pauses again. @type {number | null} */
  let stepping = null;
  hold.addEventListener("click", () => {
    stepping = null;
    app.pause(!state.view?.paused);
  });
  step.addEventListener("click", () => {
    const { view } = state;
    if (!view || view.end) return;
    if (view.at < view.moves.length) return void app.go(view.at + 1);
    if (!view.paused) return void app.pause(true);
    stepping = view.at;
    app.pause(false);
  });
  pace.addEventListener("input", () => app.send({ type: "pace", millis: PACES[Number(pace.value)] }));

  /** @param {State} now */
  function renderWatch({ view }) {
    if (!view) return;
    if (stepping !== null && view.at > stepping) {
      stepping = null;
      if (!view.paused && !view.end) app.pause(true);
    }
    const engines = view.seats.filter((seat) => seat.engine).length;
    watch.hidden = !engines || view.end !== null;
    const alone = engines === view.seats.length;
    hold.hidden = step.hidden = !alone;
    write(hold, t(view.paused ? "watch.resume" : "watch.pause"));
    const index = PACES.findIndex((ms) => ms <= view.pace);
    if (document.activeElement !== pace) pace.value = String(index < 0 ? PACES.length - 1 : index);
    const words = view.pace ? number(view.pace / 1000, { style: "unit", unit: "second", maximumFractionDigits: 1 })
      : t("watch.free");
    write(paceWords, words);
    set(pace, { "aria-valuetext": words });
  }

  // The moves, and a field for the next.
  const played = h("ol", { class: "moves-list", id: "played", "data-i18n-label": "played" });
  const typed = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 5,
    placeholder: "e2, e3h", "data-i18n-label": "typed" });
  const typedForm = h("form", { class: "typed" }, typed, h("button", { type: "submit", "data-i18n": "typed.go" }));
  const problem = h("p", { class: "problem", id: "typed-problem", role: "status" });
  let doubted = "";
  typedForm.addEventListener("submit", (event) => {
    event.preventDefault();
    const move = typed.value.trim().toLowerCase();
    const { view } = state;
    doubted = "";
    if (!view || !move) return;
    if ([...view.board.steps, ...view.board.slots, ...(view.board.pass ? ["pass"] : [])].includes(move)) {
      if (app.play(move)) typed.value = "";
    } else {
      doubted = move;
      app.askWhy(move);
    }
    app.render();
  });
  const pass = button("pass", { id: "pass", hidden: true });
  pass.addEventListener("click", () => app.play("pass"));

  /** @param {State} now */
  function renderMoves({ view, why }) {
    if (!view) return;
    const { moves, at, seats } = view;
    refill(played, [app.mayMove(), at, view.code, moves, seats.map((seat) => seat.name)], () => {
      if (!moves.length) return [h("li", { class: "quiet" }, t(app.mayMove() ? "played.how" : "played.none"))];
      const players = view.board.players.length;
      const first = moverAt(view, 0);
      return moves.map((move, ply) => {
        const player = moverAt(view, ply);
        const label = `${ply + 1}. ${nameOf(seats, player)}: ${moveWord(move)}`;
        const chip = b({ class: `chip p${player}`, "data-ply": ply + 1, "aria-label": label,
          "aria-current": ply + 1 === at ? "step" : null }, sign(player), moveShort(move));
        chip.addEventListener("click", () => app.go(ply + 1));
        const round = (ply + first) % players === 0 || ply === 0
          ? h("span", { class: "round", "aria-hidden": "true" }, String(Math.floor((ply + first) / players) + 1)) : "";
        return h("li", { class: ply < at ? null : "undone" }, round, chip);
      });
    });
    const now = played.querySelector("[aria-current]");
    if (now instanceof HTMLElement && played.dataset.seen !== played.dataset.signature) {
      played.dataset.seen = played.dataset.signature;
      played.scrollTop = now.offsetTop - played.clientHeight / 2;
    }
    pass.hidden = !(view.board.pass && app.mayMove());
    typedForm.hidden = !app.mayMove();
    write(problem, doubted && why?.move === doubted ? whyWords(state, why) : "");
  }

  // Ways of looking.
  const ribbons = h("input", { type: "checkbox", id: "ribbons" });
  ribbons.checked = localStorage.getItem(RIBBONS) === "on";
  ribbons.addEventListener("change", () => {
    localStorage.setItem(RIBBONS, ribbons.checked ? "on" : "off");
    app.render();
  });
  const turn = h("input", { type: "checkbox", id: "turned" });
  turn.checked = turned;
  turn.addEventListener("change", () => {
    turned = turn.checked;
    localStorage.setItem(TURNED, turned ? "on" : "off");
    app.render();
  });
  const sights =
    h("section", { class: "sights" }, check("ribbons", ribbons, "switch"), check("turned", turn, "switch"));

  // The ladder of hints.
  const ladder = h("ol", { class: "ladder", id: "ladder" });
  const more = b({ "data-act": "hint" }, h("span", { "data-i18n": "hint.more" }), " ", h("kbd", {}, "H"));
  const wait = h("p", { class: "quiet", "data-i18n": "hint.wait", hidden: true });
  const hints = section("hints", [more], ladder, wait);
  /** @type {State["hint"]} */
  let toldHint = null;
  /** @param {Hint} hint @param {View} view @param {number} rung @returns {[string, (Node | string)[]]} */
  function rungValue(hint, view, rung) {
    const { turn: player } = view.board;
    if (rung === 1) return [t(hint.wall ? "hint.wall" : "hint.step"), [t(hint.wall ? "hint.wall" : "hint.step")]];
    if (rung === 2) return [hint.area.join(", "), hint.move ? [] : [t("hint.marked")]];
    if (rung === 3 && hint.move) return [moveWord(hint.move), [moveChip(hint.move, player)]];
    if (rung === 4) {
      const score = hint.score ? scoreWords(hint.score, view.seats) : "";
      return [[hint.line.map(moveWord).join(", "), score].filter(Boolean).join(". "), [score]];
    }
    return ["", []];
  }
  /** The newest rung in words. @param {Hint} hint @param {View} view */
  const hintWords = (hint, view) =>
    t("hint.told", { what: t(`hint.${hint.rung}`), value: rungValue(hint, view, hint.rung)[0] });
  /** @param {State} now */
  function renderHints({ hint, view, busy }) {
    if (!view) return;
    hints.hidden = view.end !== null || !view.seats.some((seat) => !seat.engine);
    wait.hidden = busy !== "hint";
    const off = !app.mayMove() || busy !== null || (hint !== null && hint.rung >= hint.of);
    for (const one of all("[data-act=hint]", root)) disable(one, off);
    refill(ladder, JSON.stringify(hint), () => Array.from({ length: hint?.of ?? RUNGS }, (_, i) => {
      const lit = hint !== null && hint.rung > i;
      return h("li", { class: lit ? "lit" : null }, h("span", {}, t(`hint.${i + 1}`)),
        h("span", { class: "value" }, ...(lit ? rungValue(hint, view, i + 1)[1] : [])));
    }));
    if (hint && hint !== toldHint) app.say(hintWords(hint, view));
    toldHint = hint;
  }

  const share = button("copy", { id: "share" });
  share.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(new URL(app.address("play"), location.href).href);
      write(share, t("copied"));
      setTimeout(() => write(share, t("copy")), 1500);
    } catch {
      app.complain(t("build.noclipboard"));
    }
  });

  const history = section("played", [share], played, typedForm, problem, pass);
  const panel = h("aside", { class: "panel", id: "panel", "data-i18n-label": "panel" }, offer,
    h("section", { class: "who-plays" }, cards.root), history, hints, watch, sights);
  const root = h("div", { class: "table" }, strip, controls, host, words, panel);
  root.addEventListener("click", (event) => {
    const found = pressed(event);
    if (!found || found.getAttribute("aria-disabled") === "true") return;
    const act = found.dataset.act;
    if (act) ACTS[act]?.does(event);
  });
  narrow.addEventListener("change", app.render);
  addEventListener("resize", () => hand.render());

  /** What is on the table, and what was there before. @type {[View | null, View | null]} */
  let seen = [null, null];
  /** The move that led here, and where its pawn came from. @param {View} view */
  function lastMove(view) {
    if (view !== seen[0]) seen = [view, seen[0]];
    const earlier = seen[1];
    const move = view.moves[view.at - 1];
    if (!move) return null;
    const player = moverAt(view, view.at - 1);
    if (earlier?.code === view.code && earlier.at === view.at - 1)
      return { move, from: earlier.board.players[player].pawn };
    for (let ply = view.at - 2; ply >= 0; ply -= 1) {
      if (moverAt(view, ply) === player && /^[a-z]\d+$/.test(view.moves[ply])) return { move, from: view.moves[ply] };
    }
    return { move, from: null };
  }

  return {
    root,
    shown() {
      cards.run(true);
    },
    hidden() {
      cards.run(false);
      for (const one of /** @type {HTMLDialogElement[]} */ (all("dialog[open]", root))) one.close();
      hand.clear();
    },
    render(now) {
      const { view, hint } = now;
      if (!view) return;
      const { board: position } = view;
      renderStrip(now);
      cards.render(now);
      renderOffer();
      renderWatch(now);
      renderMoves(now);
      const own = hand.look();
      board.render(position, {
        last: lastMove(view), ribbons: ribbons.checked, turned, margin: narrow.matches ? 18 : 20,
        hinted: hint?.move ?? null,
        ...(hint && hint.rung >= 4 ? { line: hint.line, lineLength: 6 } : {}),
        ...own,
        marks: [...(own.marks ?? []), ...(hint && hint.rung >= 2 && !hint.move
          ? [{ squares: hint.area, kind: /** @type {"area"} */ ("area") }] : [])],
      });
      hand.render();
      renderHints(now);
      set(host, { "aria-label": t("board.label", { width: position.size, height: position.size }) });
      write(words, [goal.textContent, ...position.players.map(({ pawn, walls, way }, player) => t("board.player",
        { player: nameOf(view.seats, player), at: pawn, walls, steps: Math.max(0, way.length - 1) }))].join(" "));
      const alone = view.seats.every((seat) => seat.engine);
      cover.hidden = !view.paused || alone || asking();
      host.classList.toggle("paused", view.paused && !alone);
      set(root, { "data-players": position.players.length,
        "data-over": view.end && view.at === view.moves.length ? "true" : null });
      const off =
        { undo: !view.undo[0], redo: !view.undo[1], wall: !app.mayMove() || !position.players[position.turn].walls };
      for (const [name, value] of Object.entries(off))
        for (const one of all(`[data-act=${name}]`, controls)) disable(one, value);
    },
    key(event) {
      if (hand.key(event)) return true;
      // Move by move through the history.
      if (event.key === "," || event.key === ".") {
        app.go((app.state.view?.at ?? 0) + (event.key === "." ? 1 : -1));
        return true;
      }
      if (event.repeat) return false;
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const found = Object.values(ACTS).find((one) => one.key === key);
      if (!found) return false;
      found.does();
      return true;
    },
    help: () => [
      h("p", {}, t("help.rules")),
      h("p", {}, t("help.walls")),
      keyList([["← ↑ → ↓", "help.arrows"], ["W", "help.wall"], ["R Enter", "help.place"], ["U Y", "help.undo"],
        [", .", "help.walk"], ["H", "help.hint"], ["N", "help.new"], ["G", "help.games"], ["Esc", "help.menu"],
        ["?", "help.help"]]),
      h("p", { class: "quiet" }, t("help.touch")),
    ],
  };
}
