// @ts-check
// A room's board in the page's usual table, with the parts of a way to play around it.

import { all, h, set } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { actOf, tableKey } from "../../core/keys.js";
import { createControls, createStage, createStrip, createTable } from "../../core/table.js";
import { sound } from "../../core/sounds.js";
import { boardOf } from "./board.js";
import { act, may, mayMove, room } from "./desk.js";

/** @import { App } from "../../core/app.js" */
/** @import { Guard, Look } from "../../core/skins.js" */
/** @import { RoomView, Scene } from "../../core/wire.js" */
/**
 * A way to play. `words` is the sentence over the board and `over` whether it tells an end; `strip` stands beside it,
 * `panel` in the panel; `acts` are the buttons of the board; `key` takes a key press; `run` says whether it is shown;
 * `look` is what the board shows of it, `scene` another board to show; `below` stands under it.
 * @typedef {{words(view: RoomView): string, over(view: RoomView): boolean, strip: Node[], panel: HTMLElement[],
 *   acts: string[][], below?: HTMLElement, render(view: RoomView): void, key?(event: KeyboardEvent): boolean,
 *   run?(on: boolean): void, look?(view: RoomView): Look, scene?(): Scene | null,
 *   attach?(slide: Slide, host: HTMLElement): void}} Way
 */
/** @typedef {ReturnType<typeof createStage>["board"]["slide"]} Slide */

/** Whether pieces may be moved: on one's own board, on that of all, or to vote for a move. */
const moves = () => mayMove() || (may("vote") && room.view?.class?.vote?.question.ask === "move");

/** @param {App} app @param {Way} way */
export function createRoomTable(app, way) {
  /** @type {Guard} */
  const guard = (kind, name) => {
    if (kind === "slide" ? moves() : name === "wall" ? moves() : may("back")) return true;
    app.say(t("room.not.now"));
    return false;
  };
  const strip = createStrip(app, {
    words: () => (room.view ? way.words(room.view) : ""), solved: () => room.view !== null && way.over(room.view),
    more: way.strip,
  });
  // Whose turn it is, the lowest bid and every result are told as they change.
  set(strip.root.querySelector("#goal") ?? strip.root, { "aria-live": "polite" });
  const controls = createControls(app, way.acts);
  const stage = createStage(app, { guard });
  const root = createTable(app, { strip, controls, stage, guard, panel: way.panel });
  if (way.below) root.append(way.below);
  way.attach?.(stage.board.slide, stage.host);
  return {
    root, stage,
    /** @param {RoomView} view */
    render(view) {
      const shown = app.state.view !== null;
      root.classList.toggle("boardless", !shown);
      root.classList.toggle("idle", !moves() && !may("back"));
      root.dataset.players = String(app.state.view?.scene.sides.length || view.seats.length);
      way.render(view);
      const { state } = app;
      const other = way.scene?.();
      if (state.view) {
        controls.render(state);
        const backs = may("back") || Boolean(boardOf(view)?.own);
        for (const one of all("[data-act=undo], [data-act=restart]", controls.root)) one.hidden = !backs;
        stage.render(other ? { ...state, view: { ...state.view, scene: other } } : state, way.look?.(view) ?? {},
          moves() ? {} : { selected: -1 });
      }
      strip.render(app.state);
    },
    slide: stage.board.slide,
    /** @type {typeof stage.board.nudge} */
    nudge(piece, direction) {
      sound("blocked");
      stage.board.nudge(piece, direction);
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (way.key?.(event)) return true;
      if (moves() && stage.hand.key?.(event)) return true;
      const name = actOf(event);
      if (name ? !may("back") : !moves()) return false;
      return tableKey(event);
    },
    undo: () => may("back") && app.act("undo"),
    /** @param {boolean} on */
    run(on) {
      way.run?.(on);
      if (!on) stage.hand.clear?.();
    },
  };
}
/** @typedef {ReturnType<typeof createRoomTable>} RoomTable */

/** What the host does between rounds and after all: the next one, or back to the lobby. */
export function createGoOn() {
  const next = h("button", { type: "button", class: "primary", id: "room-next", "data-i18n": "play.next_round" });
  const end = h("button", { type: "button", class: "primary", id: "room-end", "data-i18n": "room.lobby" });
  next.addEventListener("click", () => act({ type: "next" }));
  end.addEventListener("click", () => act({ type: "end" }));
  return {
    next, end,
    /** @param {boolean} over whether all is over */
    render(over) {
      next.hidden = !may("next");
      end.hidden = !over || !may("end");
    },
  };
}
