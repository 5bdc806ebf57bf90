// @ts-check
// The form for bids: how many moves one needs, and that one is done.

import { b, h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { follow, release } from "../../core/inputs.js";
import { disable } from "../../core/parts.js";

/** @import { App } from "../../core/app.js" */
/** How bids stand: one's own, the least of the others, the moves of a way that one has tried, whether one wants no
 * more, and the same in words.
 * @typedef {{round: number, own: number | null, least: number | null, tried?: number | null, ready: boolean,
 *   stand: string}} Standing */

/** @param {App} app
 * @param {(deed: {type: "bid", moves: number} | {type: "ready"}) => unknown} send */
export function createBids(app, send) {
  const input = h("input", { id: "bid-moves", type: "number", min: 1, max: 99, value: 8, inputmode: "numeric",
    "data-i18n-label": "play.bid.label" });
  const less = b({ "data-i18n-label": "play.bid.less" }, "−");
  const more = b({ "data-i18n-label": "play.bid.more" }, "+");
  const say = h("button", { class: "primary", "aria-keyshortcuts": "B" });
  const ready = b({ id: "ready" });
  const stand = h("p", { class: "stand" });
  const root = h("form", { id: "bid", class: "bid", "data-i18n-label": "play.bid.title" },
    stand, h("div", { class: "stepper" }, less, input, more), say, ready);
  let [asked, begun] = ["", -1];
  /** @type {Standing | null} */
  let now = null;

  /** @param {number} by */
  const step = (by) => {
    input.value = String(Math.max(1, Math.min(99, (Number(input.value) || 1) + by)));
    app.render();
  };
  const make = () => {
    const moves = Math.round(Number(input.value));
    release(input);
    if (moves >= 1 && now && !now.ready) send({ type: "bid", moves });
  };
  less.addEventListener("click", () => step(-1));
  more.addEventListener("click", () => step(1));
  input.addEventListener("input", app.render);
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  ready.addEventListener("click", () => ready.getAttribute("aria-disabled") !== "true" && send({ type: "ready" }));

  return {
    root, step, make,
    /** @param {Standing | null} standing none while no bids are taken */
    render(standing) {
      now = standing;
      root.hidden = !standing;
      if (!standing) return;
      const { round, own, least: other, tried = null } = standing;
      if (round !== begun) input.value = "8";
      begun = round;
      // A way that was found, or a bid: what one would bid at most.
      const moment = `${round} ${own} ${other} ${tried}`;
      if (moment !== asked) {
        asked = moment;
        const least = Math.min(own ?? 99, other ?? 99) - 1;
        if (tried !== null && tried < (own ?? 100)) {
          // Who types a number means that.
          if (document.activeElement !== input) input.value = String(tried);
        } else if (least < 98 && !(Number(input.value) <= least)) follow(input, Math.max(1, least));
      }
      write(stand, standing.stand);
      write(say, t("play.bid", { n: Number(input.value) || "…" }));
      disable(say, standing.ready);
      write(ready, t(own === null ? "play.pass" : "play.ready"));
      disable(ready, standing.ready);
      set(ready, { "aria-pressed": String(standing.ready) });
    },
  };
}
