// @ts-check
// The players beside the board: sign, name, what is left to place, steps to go, clock. The clocks run down between two
// views.

import { all, h, refill, set, write } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { clockWord, playerName, seatWord, sideWord } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { signOf } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Scene, Seat } from "../../core/wire.js" */
/** @import { PlayPart } from "../play.js" */

/** Less than this is marked, in milliseconds. */
const LOW = 20_000;
const COMPASS = { north: "↑", east: "→", south: "↓", west: "←" };

/** Which way a player's goal lies; null where it is not a side. @param {Scene} scene @param {number} player */
function goalSide({ width, sides }, player) {
  const { goal } = sides[player];
  if (!goal.length) return null;
  const row = (/** @type {number} */ cell) => Math.floor(cell / width);
  if (goal.every((cell) => row(cell) === row(goal[0]))) return row(goal[0]) === 0 ? "north" : "south";
  return goal[0] % width === 0 ? "west" : "east";
}

/** @param {App} app @returns {PlayPart} */
export function createCards(app) {
  const { state } = app;
  const list = h("ol", { class: "players", id: "players", "data-i18n-label": "players" });
  let timer = 0;

  /** What a player has left now. @param {number} player */
  function left(player) {
    const clock = state.view?.table?.clock;
    if (!clock) return null;
    const gone = clock.running === player && app.online() ? performance.now() - state.viewAt : 0;
    return Math.max(0, clock.left_ms[player] - gone);
  }
  function tick() {
    for (const one of all("[data-clock]", list)) {
      const ms = left(Number(one.dataset.clock));
      if (ms === null) continue;
      write(one, clockWord(ms));
      one.classList.toggle("low", ms < LOW);
    }
  }

  /** @param {Scene} scene @param {Seat[]} seats @param {number} player @param {boolean} timed */
  function card(scene, seats, player, timed) {
    const side = goalSide(scene, player);
    const seat = seats[player];
    return h("li", { class: `player p${player}`, "data-player": player }, ...signOf(scene, player),
      h("div", { class: "who" }, h("strong", {}, playerName(seats, player)),
        h("span", { class: "quiet" }, seat?.name && !seat.engine ? sideWord(player) : seatWord(seat))),
      ...(side ? [h("span", { class: "side", role: "img", "aria-label": t(`goal.${side}`), title: t(`goal.${side}`) },
        COMPASS[side])] : []),
      ...(timed ? [h("time", { class: "clock", "data-clock": player, "aria-label": t("clock") })] : []),
      h("div", { class: "stock" }, h("span", { class: "racked" }), h("span", { class: "walls-left" })),
      h("p", { class: "distance" }, h("strong", {}), h("span", {}, t("to_go"))));
  }

  return {
    root: h("section", { class: "who-plays" }, list),
    // The clocks go on while the screen is shown.
    run(on) {
      clearInterval(timer);
      if (on) timer = setInterval(tick, 100);
    },
    render({ view }) {
      if (!view?.table) return;
      const { scene, table: { seats, clock, end: result }, history } = view;
      const end = history.at === history.moves.length ? result : null;
      refill(list, `${scene.sides.length} ${JSON.stringify(seats)} ${clock !== null}`, () =>
        scene.sides.map((_, player) => card(scene, seats, player, clock !== null)));
      scene.sides.forEach(({ stock, way }, player) => {
        const one = list.children[player];
        const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (one.querySelector(name));
        set(one, { "aria-current": player === scene.turn && !end ? "true" : null });
        one.classList.toggle("won", end?.winner === player);
        one.classList.toggle("out", Boolean(end && end.winner !== null && end.winner !== player));
        refill(part(".racked"), stock, () => (skin.rack ? [skin.rack(player, stock)] : []));
        write(part(".walls-left"), count("stock", stock));
        write(part(".distance strong"), way.length ? String(way.length - 1) : "–");
      });
      tick();
    },
  };
}
