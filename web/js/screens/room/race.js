// @ts-check
// A race: the same level for everybody, one's own board large and the others' small.

import { h, refill, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { drawn } from "../../core/picture.js";
import { button, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { sound } from "../../core/sounds.js";
import { createGlass } from "../parts/glass.js";
import { act, may, room } from "./desk.js";
import { nameOf, whoOf } from "./names.js";
import { createWays, lengthWords } from "./replay.js";
import { createGoOn } from "./table.js";

/** @import { App } from "../../core/app.js" */
/** @import { RaceView, RoomView } from "../../core/wire.js" */
/** @import { Way } from "./table.js" */

/** What happens now, in a sentence. @param {RoomView} view */
export function raceWords(view) {
  const { race, seat } = view;
  if (!race) return "";
  const [first] = race.order;
  if (race.phase === "over" || race.phase === "done") {
    if (first === undefined) return t("room.race.nobody");
    return t(first === seat ? "room.race.you" : "room.race.won", { name: nameOf(view, first) });
  }
  const place = seat === null ? -1 : race.order.indexOf(seat);
  if (place >= 0) return t("room.race.done", { n: number(place + 1) });
  return race.own ? skin.goalWords(race.own.scene) : t("room.race.on");
}

/** Everybody's board, small. */
function createBoards() {
  const list = h("ol", { class: "race-boards" });

  /** @param {RoomView} view @param {RaceView} race @param {number} seat */
  function fill(view, race, seat) {
    const board = race.boards[seat];
    const one = /** @type {HTMLElement} */ (list.children[seat]);
    const place = race.order.indexOf(seat);
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (one.querySelector(name));
    refill(part(".small"), `${race.round} ${board.cells.join()}`, () => {
      const pieces = race.start.pieces.map((piece, i) => ({ ...piece, cell: board.cells[i] ?? piece.cell }));
      return [drawn(skin.art, { ...race.start, pieces, solved: board.solved_ms !== null }).svg];
    });
    write(part("strong"), whoOf(view, seat));
    write(part(".race-note"), place < 0 ? count("moves", board.moves)
      : t("room.race.place", { n: number(place + 1), moves: count("moves", board.moves),
        seconds: number((board.solved_ms ?? 0) / 1000, { style: "unit", unit: "second", maximumFractionDigits: 1 }) }));
    write(part(".race-score"), race.rounds > 1 ? count("room.race.wins", race.score[seat] ?? 0) : "");
    const done = Math.round(100 * (place < 0 ? board.progress : 1));
    set(part(".bar"), { "aria-valuenow": done, "aria-label": t("room.race.progress", { name: nameOf(view, seat) }) });
    part(".bar i").style.width = `${done}%`;
    one.classList.toggle("done", place >= 0);
    one.classList.toggle("mine", seat === view.seat);
  }
  return {
    root: list,
    /** @param {RoomView} view @param {RaceView} race */
    render(view, race) {
      refill(list, race.boards.length,
        () => race.boards.map((_, seat) => h("li", { class: "race-board", "data-seat": seat },
        h("span", { class: "small", "data-game": view.rules.game }),
        h("span", { class: "race-words" }, h("span", {}, h("strong"), " ", h("span", { class: "race-score" })),
          h("span", { class: "race-note quiet" })),
        h("span", { class: "bar", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100 }, h("i")))));
      race.boards.forEach((_, seat) => fill(view, race, seat));
    },
  };
}

/** @param {App} app @returns {Way} */
export function create(app) {
  const glass = createGlass(app, () => room.view?.race?.glass ?? null);
  const boards = createBoards();
  const ways = createWays(app);
  const goOn = createGoOn();
  const round = h("span", { id: "round" });
  const title = h("span", { id: "race-title" });
  const moves = h("dd", { id: "strip-moves" });
  const ready = button("room.race.give_up", { id: "room-ready" });
  ready.addEventListener("click", () => act({ type: "ready" }));
  /** @type {HTMLElement | null} */
  let host = null;
  let arrived = true;

  return {
    acts: [["undo", "restart"]],
    strip: [h("p", { class: "meta" }, round, title), h("div", { class: "counts" },
      h("dl", { class: "count" }, h("dt", { "data-i18n": "moves" }), moves)), ...glass.nodes,
      h("div", { class: "won room-won" }, ready, goOn.next, goOn.end)],
    panel: [section("room.race.boards", [], boards.root), ways.root],
    attach(slide, where) {
      host = where;
      ways.attach(slide);
    },
    run: glass.run,
    over: ({ race }) => race?.phase === "over" || race?.phase === "done",
    words: raceWords,
    scene: () => ways.scene(),
    render(view) {
      const { race, seat } = view;
      if (!race) return;
      const table = boards.root.closest(".table");
      if (table) set(table, { "data-phase": race.phase });
      write(round, t("play.round.of", { n: race.round, of: race.rounds }));
      write(title, race.title ?? "");
      write(moves, String(race.own?.moves.length ?? 0));
      glass.render();
      boards.render(view, race);
      const over = race.phase === "done" || race.phase === "over";
      ready.hidden = !may("ready");
      ways.render(over ? race.start : null, over && race.best.length ? [{ key: "best", name: t("room.way.best"),
        note: lengthWords(race.best), slides: race.best_slides }] : []);
      goOn.render(race.phase === "over");
      const done = seat !== null && race.order.includes(seat);
      if (done && !arrived) {
        sound("solved");
        if (host) import("../../core/celebrate.js").then(({ celebrate }) => host && celebrate(host));
      }
      arrived = done;
    },
  };
}
