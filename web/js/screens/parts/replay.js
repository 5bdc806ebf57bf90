// @ts-check
// The button that plays a search's solution on its board.

import { b, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @import { createHeatBoard } from "../../core/heat.js" */
/** @import { Lane, Scene } from "../../core/wire.js" */

/** @param {(changed: () => void) => ReturnType<typeof createHeatBoard>} make makes the board */
export function createReplay(make) {
  let runner = "";
  const button = b({ class: "replay-way", hidden: true });
  const board = make(show);
  button.addEventListener("click", () => board.replay());
  /** What the button would do now. */
  function show() {
    const what = board.playing ? "race.replay.end" : "race.replay";
    write(button, t(what));
    set(button, { "aria-label": t(`${what}.of`, { runner }) });
  }
  return {
    button, board,
    /** @param {Scene} scene @param {Lane | null} lane @param {number} top */
    render(scene, lane, top) {
      board.render(scene, lane, top);
      runner = lane?.algorithm ?? "";
      button.hidden = !lane?.way.length;
      show();
    },
  };
}
