// @ts-check
// What is said at the ghost of a wall, with a tick to place it where there is no second click.

import { b, h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @import { QuoridorBoard } from "./board.js" */
/** @import { Thinking } from "./hand.js" */

/** @param {Thinking} mind */
export function createBubble(mind) {
  const words = h("p", { id: "ghost-words" });
  const yes = b({ class: "primary", id: "ghost-yes" }, "✓");
  const turn = b({ id: "ghost-turn" }, "⟳");
  const no = b({ id: "ghost-no" }, "✕");
  const buttons = h("div", { class: "ghost-buttons" }, yes, turn, no);
  const root = h("div", { class: "bubble", id: "bubble", hidden: true }, words, buttons);
  yes.addEventListener("click", () => mind.place());
  no.addEventListener("click", () => mind.clear());
  turn.addEventListener("click", () => mind.turnOver());

  return {
    root,
    /** After the board was drawn: at the ghost. @param {QuoridorBoard} board @param {HTMLElement} host */
    render(board, host) {
      const { ghost } = mind;
      const good = mind.good();
      root.hidden = !ghost || (ghost.by === "mouse" && good);
      if (root.hidden || !ghost) return;
      write(words, good && ghost.by !== "mouse" ? t(`ghost.${ghost.by}`) : mind.words());
      buttons.hidden = ghost.by !== "touch";
      // For a finger it lies below the board, where nothing is hidden by it.
      root.classList.toggle("below", ghost.by === "touch");
      set(yes, { "aria-disabled": good ? null : "true", "aria-label": t("ghost.place") });
      set(no, { "aria-label": t("ghost.cancel") });
      set(turn, { "aria-label": t("ghost.turn") });
      const frame = host.getBoundingClientRect();
      const point = board.onScreen(ghost.wall);
      const [x, y] = [point.x - frame.left, point.y - frame.top];
      // Below the ghost, or above it in the lower half.
      root.classList.toggle("above", y >= frame.height / 2);
      const half = Math.min(150, frame.width / 2 - 4);
      root.style.left = `${Math.max(half + 4, Math.min(frame.width - half - 4, x))}px`;
      root.style.top = `${y}px`;
      root.style.setProperty("--off", `${ghost.wall.form === "v" ? 0.115 * frame.width : 18}px`);
    },
  };
}
