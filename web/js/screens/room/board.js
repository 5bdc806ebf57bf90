// @ts-check
// What a room has on its board, as the page's table.

import { engineOf, nameOf } from "./names.js";

/** @import { View } from "../../core/state.js" */
/** @import { RoomView, Scene, SlideView, Table } from "../../core/wire.js" */
/** What is on the board; `code` tells one start from another, `own` says that it is one's own.
 * @typedef {{scene: Scene, moves: string[], last: SlideView | null, code: string, own: boolean,
 *   tally: [string, number][]}} Shown */

/** @param {RoomView} view @returns {Shown | null} */
export function boardOf({ turns, bids, race, class: lecture }) {
  if (turns) return { ...turns, code: `turns ${turns.scene.width}`, own: false, tally: [] };
  if (bids) {
    const { own, phase, scene, shown, last } = bids;
    const code = `${bids.round} ${bids.code}`;
    if (own && (phase === "think" || phase === "bid")) return { ...own, code: `own ${code}`, own: true };
    return { scene, moves: shown, last, code, own: false, tally: [] };
  }
  if (race) {
    const code = `${race.round} ${race.code}`;
    if (race.own) return { ...race.own, code, own: true };
    return { scene: race.start, moves: [], last: null, code, own: false, tally: [] };
  }
  if (!lecture?.scene) return null;
  const { scene, moves, last, stage } = lecture;
  return { scene, moves, last, code: JSON.stringify(stage), own: false, tally: [] };
}

/** A game of turns as a table. @param {RoomView} view @returns {Table | null} */
function tableOf(view) {
  const { turns, seats, may } = view;
  if (!turns) return null;
  const { clock, end, thinking } = turns;
  return {
    seats: seats.map((seat, index) => ({ name: seat.engine ? null : nameOf(view, index), engine: engineOf(seat) })),
    clock: clock && { ...clock.clock, left_ms: clock.left_ms, running: clock.running },
    // Nobody else's pieces are touched.
    paused: !may.includes("move"),
    end, thinking, tempo: 0, undo: [false, false], saved: "",
  };
}

/** @param {RoomView} view @returns {View | null} */
export function viewOf(view) {
  const shown = boardOf(view);
  if (!shown) return null;
  const { scene, moves, code, tally } = shown;
  return {
    scene, code, tally, table: tableOf(view), history: { moves, at: moves.length, weighty: [] },
    seed: null, title: view.race?.title ?? null, level: null, variant: null, occasion: null, stay: false, shown: false,
    edits: [false, false], match: null,
  };
}
