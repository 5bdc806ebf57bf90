// @ts-check
// The players beside the board: sign, name, walls left, steps to go, clock. The clocks run down between two views.

import { all, h, refill, set, write } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { rack, sign } from "./art.js";
import { clockWord, colorWord, nameOf, seatWord } from "./words.js";

/** @import { App, State } from "./app.js" */
/** @import { Board } from "./wire.js" */

/** Less than this is marked, in milliseconds. */
const LOW = 20_000;
const COMPASS = { north: "↑", east: "→", south: "↓", west: "←" };

/** Which way a player's goal lies. @param {Board} board @param {number} player */
function goalSide(board, player) {
  const { goal } = board.players[player];
  if (goal.every((one) => one.slice(1) === goal[0].slice(1))) return goal[0].slice(1) === "1" ? "south" : "north";
  return goal[0][0] === "a" ? "west" : "east";
}

/** @param {App} app */
export function createCards(app) {
  const { state } = app;
  const root = h("ol", { class: "players", id: "players", "data-i18n-label": "players" });
  let timer = 0;

  /** What a player has left now. @param {number} player */
  function left(player) {
    const clock = state.view?.clock;
    if (!clock) return null;
    const gone = clock.running === player && app.online() ? performance.now() - state.viewAt : 0;
    return Math.max(0, clock.left_ms[player] - gone);
  }
  function tick() {
    for (const one of all("[data-clock]", root)) {
      const ms = left(Number(one.dataset.clock));
      if (ms === null) continue;
      write(one, clockWord(ms));
      one.classList.toggle("low", ms < LOW);
    }
  }

  return {
    root,
    /** The clocks go on while the screen is shown. @param {boolean} on */
    run(on) {
      clearInterval(timer);
      if (on) timer = setInterval(tick, 100);
    },
    /** @param {State} now */
    render({ view }) {
      if (!view) return;
      const { board, seats, clock } = view;
      const end = view.at === view.moves.length ? view.end : null;
      refill(root, `${board.players.length} ${JSON.stringify(seats)} ${clock !== null}`, () =>
        board.players.map((_, player) => {
          const side = goalSide(board, player);
          return h("li", { class: `player p${player}`, "data-player": player },
            sign(player),
            h("div", { class: "who" }, h("strong", {}, nameOf(seats, player)),
              h("span", { class: "quiet" },
                seats[player]?.name && !seats[player].engine ? colorWord(player) : seatWord(seats[player]))),
            h("span", { class: "side", role: "img", "aria-label": t(`goal.${side}`), title: t(`goal.${side}`) },
              COMPASS[/** @type {keyof typeof COMPASS} */ (side)]),
            ...(clock ? [h("time", { class: "clock", "data-clock": player, "aria-label": t("clock") })] : []),
            h("div", { class: "stock" }, h("span", { class: "racked" }), h("span", { class: "walls-left" })),
            h("p", { class: "distance" }, h("strong", {}), h("span", {}, t("to_go"))));
        }));
      board.players.forEach(({ walls, way }, player) => {
        const card = root.children[player];
        if (!(card instanceof HTMLElement)) return;
        set(card, { "aria-current": player === board.turn && !end ? "true" : null });
        card.classList.toggle("won", end?.winner === player);
        card.classList.toggle("out", Boolean(end && end.winner !== null && end.winner !== player));
        const racked = /** @type {HTMLElement} */ (card.querySelector(".racked"));
        refill(racked, walls, () => [rack(player, walls)]);
        write(/** @type {HTMLElement} */ (card.querySelector(".walls-left")), count("walls", walls));
        write(/** @type {HTMLElement} */ (card.querySelector(".distance strong")),
          way.length ? String(way.length - 1) : "–");
      });
      tick();
    },
  };
}
