// @ts-check
// How a person moves: by pointer, finger, keys or a name that is typed. Here is the ghost of a wall, with the reason
// when it cannot stand there, and the choice between two landings of a jump.

import { b, h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { at, lie, squareName } from "./art.js";
import { moveWord, nameOf } from "./words.js";

/** @import { App, State } from "./app.js" */
/** @import { Board, Hand, Look } from "./board.js" */
/** @import { Why } from "./wire.js" */
/** @typedef {{wall: string, by: "mouse" | "touch" | "keys"}} Thought */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
const LETTERS = ["A", "B", "C"];

/** Why a wall or a step is not possible, in words. @param {State} state @param {Why} why */
export function whyWords({ view }, why) {
  const player = why.player === null || !view ? "" : nameOf(view.seats, why.player);
  return why.reason === null ? t("why.legal")
    : t(`why.${why.reason}`, { player, wall: why.wall ?? "", move: why.move });
}

/**
 * @param {App} app
 * @param {() => boolean} turned whether row 1 is seen at the top
 */
export function createHand(app, turned) {
  const { state } = app;
  /** The wall that is thought of, and with what. @type {Thought | null} */
  let ghost = null;
  /** Two landings of a jump, to choose from. @type {string[]} */
  let choice = [];
  /** What a finger or a button went down on. */
  let pressed = "";
  let host = /** @type {HTMLElement | null} */ (null);
  let board = /** @type {Board | null} */ (null);

  // What is said at the ghost, with a tick to place it where there is no second click.
  const words = h("p", { id: "ghost-words" });
  const yes = b({ class: "primary", id: "ghost-yes" }, "✓");
  const turn = b({ id: "ghost-turn" }, "⟳");
  const no = b({ id: "ghost-no" }, "✕");
  const buttons = h("div", { class: "ghost-buttons" }, yes, turn, no);
  const bubble = h("div", { class: "bubble", id: "bubble", hidden: true }, words, buttons);
  yes.addEventListener("click", () => place());
  no.addEventListener("click", () => clear());
  turn.addEventListener("click", () => turnOver());

  const slots = () => state.view?.board.slots ?? [];
  const steps = () => state.view?.board.steps ?? [];
  const wallsLeft = () => state.view?.board.players[state.view.board.turn]?.walls ?? 0;
  /** @param {string} wall */
  const legal = (wall) => slots().includes(wall);

  /** @param {Thought | null} next */
  function show(next) {
    if (ghost?.wall === next?.wall && ghost?.by === next?.by) return;
    ghost = next;
    choice = [];
    if (ghost && !legal(ghost.wall)) app.askWhy(ghost.wall);
    app.render();
  }
  function clear() {
    show(null);
    choice = [];
  }
  /** Places the wall that is thought of, or tells why it cannot be. */
  function place() {
    if (!ghost) return;
    const { wall, by } = ghost;
    if (legal(wall)) {
      if (app.play(wall)) {
        ghost = null;
        app.render();
      }
    } else if (by === "keys" || by === "touch") speak();
  }
  function turnOver() {
    if (ghost) show({ wall: ghost.wall.slice(0, -1) + (lie(ghost.wall) === "h" ? "v" : "h"), by: ghost.by });
    speak();
  }

  /** The ghost in words. */
  function ghostWords() {
    if (!ghost) return "";
    if (legal(ghost.wall)) return t("ghost.good");
    return state.why?.move === ghost.wall ? whyWords(state, state.why) : "…";
  }
  function speak() {
    if (!ghost) return;
    app.say([t("ghost.at", { wall: moveWord(ghost.wall) }), ghostWords()].join(" "));
  }

  /** Steps along an arrow: straight, or beside it where a pawn is jumped over. @param {[number, number]} way */
  function walk([dx, dy]) {
    const { view } = state;
    if (!view || !app.mayMove()) return;
    const from = at(view.board.players[view.board.turn].pawn);
    const ways = steps().filter((name) => {
      const to = at(name);
      return (to.x - from.x) * dx + (to.y - from.y) * dy > 0;
    });
    const straight = ways.filter((name) => (dx ? at(name).y === from.y : at(name).x === from.x));
    const found = straight.length ? straight : ways;
    if (found.length === 1) app.play(found[0]);
    else if (found.length > 1) {
      choice = found.sort();
      app.say(t("say.choice", { list: choice.map((name, i) => `${LETTERS[i]}: ${name}`).join(", ") }));
      app.render();
    } else app.say(t("say.blocked"));
  }

  /** To wall mode: where the last ghost was, or before the pawn whose turn it is. @param {"keys" | "touch"} [by] */
  function think(by = "keys") {
    const { view } = state;
    if (!view || !app.mayMove()) return;
    if (!wallsLeft()) return app.say(t("why.no_walls"));
    const most = view.board.size - 2;
    const { x, y } = at(view.board.players[view.board.turn].pawn);
    show({ wall: ghost?.wall ?? `${squareName(Math.min(x, most), Math.max(0, Math.min(y, most)))}h`, by });
    speak();
  }
  /** @param {[number, number]} way */
  function shift([dx, dy]) {
    const { view } = state;
    if (!ghost || !view) return;
    const { x, y } = at(ghost.wall);
    const to = (/** @type {number} */ value) => Math.max(0, Math.min(view.board.size - 2, value));
    show({ wall: squareName(to(x + dx), to(y + dy)) + lie(ghost.wall), by: "keys" });
    speak();
  }

  /** @type {Hand} */
  const hand = {
    press(spot, touch) {
      if (!app.mayMove()) return;
      if (spot?.square && !spot.wall && steps().includes(spot.square)) pressed = spot.square;
      else if (spot?.wall) {
        // A finger places with the second tap.
        pressed = !touch || ghost?.wall === spot.wall ? spot.wall : "";
        show({ wall: spot.wall, by: touch ? "touch" : "mouse" });
      } else {
        pressed = "";
        if (touch) clear();
      }
    },
    point(spot, touch) {
      if (!app.mayMove()) return;
      // A finger draws the ghost along, a mouse shows it wherever it is.
      if (spot?.wall && (touch ? ghost : wallsLeft())) {
        if (ghost?.wall !== spot.wall && touch) pressed = "";
        show({ wall: spot.wall, by: touch ? "touch" : "mouse" });
      } else if (!touch && ghost?.by === "mouse") show(null);
      board?.svg.classList.toggle("live",
        Boolean(spot && (spot.wall ? legal(spot.wall) : spot.square && steps().includes(spot.square))));
    },
    release(spot, touch) {
      const what = spot?.wall ?? spot?.square ?? "";
      if (!app.mayMove() || !what || what !== pressed) return;
      pressed = "";
      if (steps().includes(what)) app.play(what);
      else if (ghost) place();
      if (!touch && ghost && !legal(ghost.wall)) speak();
    },
    leave() {
      if (ghost?.by === "mouse") show(null);
      pressed = "";
    },
  };

  return {
    hand, bubble,
    /** @param {Board} mine @param {HTMLElement} place */
    attach(mine, place) {
      board = mine;
      host = place;
      place.append(bubble);
    },
    /** Whether a wall is being thought of. */
    thinking: () => ghost !== null,
    think, clear, walk,

    /** What the board shows of it. @returns {Partial<Look>} */
    look() {
      if (!app.mayMove()) {
        ghost = null;
        choice = [];
        return {};
      }
      const why = ghost && state.why?.move === ghost.wall && !legal(ghost.wall) ? state.why : null;
      return {
        steps: true,
        letters: Object.fromEntries(choice.map((name, i) => [name, LETTERS[i]])),
        ghost: ghost ? { wall: ghost.wall, kind: legal(ghost.wall) ? "good" : "bad" } : null,
        blocking: why?.wall ? [why.wall] : [],
        ways: why?.way.length ? [{ squares: why.way, player: why.player ?? 0, kind: "cut" }] : [],
        marks: why?.shut_in.length ? [{ squares: why.shut_in, kind: "shut" }] : [],
      };
    },

    /** After the board: the bubble at the ghost. */
    render() {
      const by = ghost?.by;
      const good = ghost !== null && legal(ghost.wall);
      bubble.hidden = !ghost || !board || !host || (by === "mouse" && good);
      if (bubble.hidden || !ghost || !board || !host) return;
      write(words, by === "keys" && good ? t("ghost.keys") : by === "touch" && good ? t("ghost.touch") : ghostWords());
      buttons.hidden = by !== "touch";
      // For a finger it lies below the board, where nothing is hidden by it.
      bubble.classList.toggle("below", by === "touch");
      set(yes, { "aria-disabled": good ? null : "true", "aria-label": t("ghost.place") });
      set(no, { "aria-label": t("ghost.cancel") });
      set(turn, { "aria-label": t("ghost.turn") });
      const frame = host.getBoundingClientRect();
      const point = board.onScreen(ghost.wall);
      const [x, y] = [point.x - frame.left, point.y - frame.top];
      // Below the ghost, or above it in the lower half.
      const below = y < frame.height / 2;
      bubble.classList.toggle("above", !below);
      const half = Math.min(150, frame.width / 2 - 4);
      bubble.style.left = `${Math.max(half + 4, Math.min(frame.width - half - 4, x))}px`;
      bubble.style.top = `${y}px`;
      bubble.style.setProperty("--off", `${lie(ghost.wall) === "v" ? 0.115 * frame.width : 18}px`);
    },

    /** @param {KeyboardEvent} event */
    key(event) {
      const { key } = event;
      const plain = key.length === 1 ? key.toLowerCase() : key;
      const onButton = event.target instanceof Element && event.target.closest("button, a, summary");
      if (plain in ARROWS) {
        const way = ARROWS[plain];
        const [dx, dy] = turned() ? [-way[0], -way[1]] : way;
        if (ghost?.by === "keys") shift([dx, dy]);
        else if (choice.length) {
          const { view } = state;
          const from = at(view?.board.players[view.board.turn].pawn ?? "a1");
          const found = choice.filter((name) => (at(name).x - from.x) * dx + (at(name).y - from.y) * dy > 0);
          if (found.length === 1) app.play(found[0]);
        } else if (!event.repeat) walk([dx, dy]);
        return true;
      }
      if (choice.length && LETTERS.includes(key.toUpperCase()) && choice[LETTERS.indexOf(key.toUpperCase())]) {
        app.play(choice[LETTERS.indexOf(key.toUpperCase())]);
        return true;
      }
      if (plain === "w") {
        if (ghost?.by === "keys") clear();
        else think();
        return true;
      }
      if (ghost?.by === "keys") {
        if (plain === "r" || (plain === " " && !onButton)) turnOver();
        else if (plain === "Enter" && !onButton) place();
        else if (plain === "Escape") clear();
        else return false;
        return true;
      }
      if (plain === "Escape" && (ghost || choice.length)) {
        clear();
        app.render();
        return true;
      }
      return false;
    },
  };
}
