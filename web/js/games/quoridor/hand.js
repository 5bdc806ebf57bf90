// @ts-check
// How a person moves: by pointer, finger or keys. Here is what is thought of: the ghost of a wall, with the reason when
// it cannot stand there, or the choice between two landings of a jump.

import { t } from "../../core/i18n.js";
import { moverAt } from "../../core/players.js";
import { createBubble } from "./bubble.js";
import { deedOf, squareName, wallName } from "./names.js";
import { moveWord, whyWords } from "./words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Look, Hand } from "../../core/skins.js" */
/** @import { View } from "../../core/state.js" */
/** @import { Mark, SceneMove } from "../../core/wire.js" */
/** @import { Pointing, QuoridorBoard } from "./board.js" */
/** A wall that is thought of, its name, and with what.
 * @typedef {{wall: Mark, name: string, by: "mouse" | "touch" | "keys"}} Thought */

/** Columns to the right and rows down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const LETTERS = ["A", "B", "C"];

/** What is on the table, and what was there before. @type {[View | null, View | null]} */
let seen = [null, null];
/** The move that led here, and where its pawn came from. @param {View} view */
function lastMove(view) {
  if (view !== seen[0]) seen = [view, seen[0]];
  const earlier = seen[1];
  const { history: { moves, at }, code, scene } = view;
  const move = moves[at - 1];
  if (!move) return null;
  const player = moverAt(view, at - 1);
  if (earlier?.code === code && earlier.history.at === at - 1) return { move, from: earlier.scene.pieces[player].cell };
  for (let ply = at - 2; ply >= 0; ply -= 1) {
    const deed = moverAt(view, ply) === player ? deedOf(scene.width, moves[ply]) : undefined;
    if (deed && !deed.wall) return { move, from: deed.cell };
  }
  return { move, from: null };
}

/** What is thought of, and what can be done with it. @param {App} app */
function createThinking(app) {
  const { state } = app;
  /** @type {Thought | null} */
  let ghost = null;
  /** Two landings of a jump, to choose from. @type {SceneMove[]} */
  let choice = [];

  const scene = () => state.view?.scene;
  const size = () => scene()?.width ?? 9;
  const left = () => scene()?.sides[scene()?.turn ?? 0]?.stock ?? 0;
  const good = () => ghost !== null && app.legal(ghost.name) !== undefined;
  /** The moves of the pawn whose turn it is. */
  const steps = () => scene()?.moves.filter((move) => move.path.length > 0) ?? [];
  const pawn = () => scene()?.pieces[scene()?.turn ?? 0]?.cell ?? 0;

  /** @param {Mark | null} wall @param {Thought["by"]} [by] */
  function show(wall, by = "keys") {
    const name = wall ? wallName(size(), wall) : "";
    if ((ghost?.name ?? "") === name && (!wall || ghost?.by === by)) return;
    ghost = wall ? { wall, name, by } : null;
    choice = [];
    if (ghost && !good()) app.askWhy(name);
    app.render();
  }
  /** The ghost in words. */
  const words = () =>
    (!ghost ? "" : good() ? t("ghost.good") : state.why?.move === ghost.name ? whyWords(state.why) : "…");
  const speak = () => ghost && app.say([t("ghost.at", { wall: moveWord(size(), ghost.name) }), words()].join(" "));

  return {
    get ghost() { return ghost; },
    get choice() { return choice; },
    good, steps, show, words, speak, left,
    clear() {
      show(null);
      choice = [];
    },
    /** Places the wall that is thought of, or tells why it cannot be. */
    place() {
      if (!ghost) return;
      if (!good()) return void (ghost.by !== "mouse" && speak());
      if (!app.play(ghost.name)) return;
      ghost = null;
      app.render();
    },
    turnOver() {
      if (ghost) show({ ...ghost.wall, form: ghost.wall.form === "h" ? "v" : "h" }, ghost.by);
      speak();
    },
    /** To wall mode: where the last ghost was, or before the pawn whose turn it is. @param {"keys" | "touch"} by */
    begin(by) {
      if (!app.mayMove()) return;
      if (!left()) return app.say(t("why.no_walls"));
      const most = size() - 2;
      const [x, y] = [pawn() % size(), Math.floor(pawn() / size())];
      const usual = { kind: "wall", cell: Math.max(1, Math.min(y, most + 1)) * size() + Math.min(x, most), form: "h" };
      show(ghost?.wall ?? usual, by);
      speak();
    },
    /** @param {[number, number]} way */
    shift([dx, dy]) {
      if (!ghost) return;
      const { cell } = ghost.wall;
      const x = Math.max(0, Math.min(size() - 2, (cell % size()) + dx));
      const y = Math.max(1, Math.min(size() - 1, Math.floor(cell / size()) + dy));
      show({ ...ghost.wall, cell: y * size() + x });
      speak();
    },
    /** Steps along an arrow: straight, or beside it where a pawn is jumped over. @param {[number, number]} way */
    walk([dx, dy]) {
      if (!app.mayMove()) return;
      const from = pawn();
      const off = (/** @type {SceneMove} */ { path: [to] }) =>
        [(to % size()) - (from % size()), Math.floor(to / size()) - Math.floor(from / size())];
      const along = (choice.length ? choice : steps()).filter((move) => off(move)[0] * dx + off(move)[1] * dy > 0);
      const straight = along.filter((move) => off(move)[dx ? 1 : 0] === 0);
      const found = straight.length ? straight : along;
      if (found.length === 1) app.play(found[0].name);
      else if (choice.length) return;
      else if (found.length > 1) {
        choice = found.sort((a, b) => (a.name < b.name ? -1 : 1));
        app.say(t("say.choice", { list: choice.map(({ name }, i) => `${LETTERS[i]}: ${name}`).join(", ") }));
        app.render();
      } else app.say(t("say.blocked"));
    },
    /** What the board shows of it. @returns {Look} */
    look() {
      if (!app.mayMove()) {
        ghost = null;
        choice = [];
        return {};
      }
      const why = ghost && !good() && state.why?.move === ghost.name ? state.why.why : null;
      return {
        steps: true,
        letters: Object.fromEntries(choice.map(({ path: [cell] }, i) => [cell, LETTERS[i]])),
        ghost: ghost ? { mark: ghost.wall, kind: good() ? "good" : "bad" } : null,
        blocking: why?.blocked_by ? [why.blocked_by] : [],
        ways: why?.way.length ? [{ cells: why.way, player: why.player ?? 0, kind: "cut" }] : [],
        marks: why?.shut_in.length ? [{ cells: why.shut_in, kind: "shut" }] : [],
      };
    },
  };
}
/** @typedef {ReturnType<typeof createThinking>} Thinking */

/** What the pointer does.
 * @param {App} app @param {Thinking} mind @param {() => Element | undefined} svg @returns {Pointing} */
function pointing(app, mind, svg) {
  /** What a finger or a button went down on. */
  let pressed = "";
  const size = () => app.state.view?.scene.width ?? 9;
  /** The name of what a pointer means: a wall, or a square.
   * @type {(place: Parameters<NonNullable<Pointing["press"]>>[0]) => string} */
  const named = (place) =>
    (!place ? "" : place.places ? wallName(size(), place.places) : squareName(size(), place.cell));

  return {
    press(place, touch) {
      if (!app.mayMove()) return;
      if (place?.places) {
        // A finger places with the second tap.
        pressed = !touch || mind.ghost?.name === named(place) ? named(place) : "";
        mind.show(place.places, touch ? "touch" : "mouse");
      } else {
        pressed = app.legal(named(place)) ? named(place) : "";
        if (touch && !pressed) mind.clear();
      }
    },
    point(place, touch) {
      if (!app.mayMove()) return;
      // A finger draws the ghost along, a mouse shows it wherever it is.
      if (place?.places && (touch ? mind.ghost : mind.left())) {
        if (mind.ghost?.name !== named(place) && touch) pressed = "";
        mind.show(place.places, touch ? "touch" : "mouse");
      } else if (!touch && mind.ghost?.by === "mouse") mind.show(null);
      svg()?.classList.toggle("live", app.legal(named(place)) !== undefined);
    },
    release(place, touch) {
      const what = named(place);
      if (!app.mayMove() || !what || what !== pressed) return;
      pressed = "";
      if (!place?.places) app.play(what);
      else if (mind.ghost) mind.place();
      if (!touch && mind.ghost && !mind.good()) mind.speak();
    },
    leave() {
      if (mind.ghost?.by === "mouse") mind.show(null);
      pressed = "";
    },
  };
}

/** What a key does; says whether it did anything.
 * @param {App} app @param {Thinking} mind @param {boolean} turned whether the board is seen from the other side
 * @param {KeyboardEvent} event */
function keyed(app, mind, turned, event) {
  const { key } = event;
  const plain = key.length === 1 ? key.toLowerCase() : key;
  const onButton = event.target instanceof Element && event.target.closest("button, a, summary");
  const walls = mind.ghost?.by === "keys";
  const chosen = mind.choice[LETTERS.indexOf(key.toUpperCase())];
  if (plain in ARROWS) {
    const [dx, dy] = ARROWS[plain];
    /** @type {[number, number]} */
    const way = turned ? [-dx, -dy] : [dx, dy];
    if (walls) mind.shift(way);
    else if (!event.repeat || mind.choice.length) mind.walk(way);
  } else if (chosen) app.play(chosen.name);
  else if (plain === "w") walls ? mind.clear() : mind.begin("keys");
  else if (walls && (plain === "r" || (plain === " " && !onButton))) mind.turnOver();
  else if (walls && plain === "Enter" && !onButton) mind.place();
  else if (plain === "Escape" && (mind.ghost || mind.choice.length)) {
    mind.clear();
    app.render();
  } else return false;
  return true;
}

/** @param {App} app @returns {Hand} */
export function createHand(app) {
  const mind = createThinking(app);
  const bubble = createBubble(mind);
  /** @type {{board: QuoridorBoard, host: HTMLElement} | null} */
  let place = null;
  addEventListener("resize", () => place && bubble.render(place.board, place.host));
  return {
    actions: pointing(app, mind, () => place?.board.svg),
    attach(board, host) {
      place = { board: /** @type {QuoridorBoard} */ (board), host };
      host.append(bubble.root);
    },
    look: ({ view }) => ({ last: view && lastMove(view), ...mind.look() }),
    render: () => place && bubble.render(place.board, place.host),
    key: (event) => keyed(app, mind, place?.board.isTurned() ?? false, event),
    act(name, event) {
      if (name !== "wall") return false;
      if (mind.ghost) mind.clear();
      else {
        mind.begin(event instanceof PointerEvent && event.pointerType === "touch" ? "touch" : "keys");
        // The next keys are meant for the board.
        place?.host.focus({ preventScroll: true });
      }
      return true;
    },
    off: () => ({ wall: !app.mayMove() || !mind.left() }),
    held: () => mind.ghost?.by === "keys" || mind.choice.length > 0,
    clear: mind.clear,
  };
}
