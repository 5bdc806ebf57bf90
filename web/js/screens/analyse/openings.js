// @ts-check
// Analyse: the openings that are known, from the games that the engine has played against itself: the moves from the
// position that is seen, how often each was played, how the games went on, and what the engine thought of it.

import { b, h, refill, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { section } from "../../core/parts.js";
import { playerName, signed } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { signOf } from "../../core/words.js";
import { placeOf } from "../parts/thought.js";

/** @import { App } from "../../core/app.js" */
/** @import { Message, State, View } from "../../core/state.js" */
/** @import { Opening } from "../../core/wire.js" */
/** @import { Part } from "../../core/table.js" */
/** @import { Aside } from "./aside.js" */

/** So many moves are listed. */
const MOST = 12;

/** @param {App} app @param {Aside} aside @returns {Part} */
export function createOpenings(app, aside) {
  const { state } = app;
  /** Where it was asked, and where the answer is from. */
  let asked = "";
  /** @type {{place: string, moves: Opening[]}} */
  let known = { place: "", moves: [] };
  let shown = false;
  const words = h("p", { class: "quiet", id: "openings-words", role: "status" });
  const body = h("tbody");
  const title = (/** @type {string} */ key) => h("th", { scope: "col", "data-i18n": key });
  const table = h("table", { class: "openings" }, h("caption", { class: "sr", "data-i18n": "openings" }),
    h("thead", {}, h("tr", {}, title("openings.move"), title("openings.games"), title("openings.results"),
      title("openings.score"))), body);
  table.addEventListener("pointerleave", () => point(""));
  table.addEventListener("focusout", () => point(""));

  /** Shows where a move leads; nothing shows the table again. @param {string} move */
  const point = (move) => aside.point(app.past(), move ? [move] : [], move ? 1 : 0);

  /** A part of the results. @param {string} kind @param {number} part @param {number} whole */
  function bar(kind, part, whole) {
    const one = h("i", { class: kind });
    one.style.flexGrow = String(part / whole);
    return one;
  }

  /** @param {Opening} one @param {View} view @param {number} all */
  function row(one, view, all) {
    const { scene, table: seated } = view;
    const seats = seated?.seats ?? [];
    const { nodes, label } = skin.moveSign(scene, one.move);
    const lost = one.games - one.won - one.drawn;
    const share = (/** @type {number} */ part, /** @type {number} */ of) =>
      number(part / of, { style: "percent", maximumFractionDigits: 0 });
    // From the left who moves, as everywhere from the first player.
    const [first, second] = scene.turn === 0 ? [one.won, lost] : [lost, one.won];
    const names = [0, 1].map((player) => playerName(seats, player));
    const told = t("openings.told", { first: names[0], a: share(first, one.games), second: names[1],
      b: share(second, one.games), drawn: share(one.drawn, one.games) });
    const go = b({ class: "chip", "aria-label": label }, ...signOf(scene, scene.turn), ...nodes);
    go.addEventListener("click", () => aside.explore([one.move], view.history.at));
    go.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && point(one.move));
    go.addEventListener("focus", () => point(one.move));
    return h("tr", { "data-move": one.move }, h("th", { scope: "row" }, go),
      h("td", {}, number(one.games), h("span", { class: "quiet" }, share(one.games, all))),
      h("td", {}, h("span", { class: "sr" }, told),
        h("span", { class: "results", title: told, "aria-hidden": "true" }, bar("p0", first, one.games),
          bar("drawn", one.drawn, one.games), bar("p1", second, one.games))),
      h("td", {}, signed(one.ahead)));
  }

  return {
    root: section("openings", [], words, table),
    run(running) {
      shown = running;
      asked = "";
    },
    /** @param {Message} message */
    heard(message) {
      if (message.type === "hello") asked = "";
      if (message.type !== "openings") return;
      const { view } = state;
      // An answer about a position that is not seen any more is not wanted.
      if (view && message.code === view.code && message.at === view.history.at)
        known = { place: placeOf(state), moves: message.moves };
    },
    /** @param {State} now */
    render({ view }) {
      if (!view?.table) return;
      const place = placeOf(state);
      if (shown && asked !== place && app.online() && app.send({ type: "openings" })) asked = place;
      const moves = known.place === place ? known.moves : [];
      const games = moves.reduce((sum, one) => sum + one.games, 0);
      table.hidden = !moves.length;
      write(words, known.place !== place ? "" : moves.length
        ? count("openings.here", games).replace(String(games), number(games)) : t("openings.none"));
      refill(body, JSON.stringify([place, moves, view.table.seats]), () =>
        moves.slice(0, MOST).map((one) => row(one, view, games)));
    },
  };
}
