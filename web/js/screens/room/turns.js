// @ts-check
// A game of turns: who plays with which clock, what is asked of the others, the moves, how it ended.

import { all, b, h, refill, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { button, section } from "../../core/parts.js";
import { endWords, fullName, moverAt } from "../../core/players.js";
import { sound } from "../../core/sounds.js";
import { moveChip } from "../../core/words.js";
import { createCards } from "../play/cards.js";
import { act, may, room } from "./desk.js";
import { listed, nameOf, ratingWord, whoOf } from "./names.js";
import { createGoOn } from "./table.js";

/** @import { App } from "../../core/app.js" */
/** @import { Offer, RoomView, TurnsView } from "../../core/wire.js" */
/** @import { Way } from "./table.js" */

/** @type {Offer[]} */
const OFFERS = ["takeback", "draw", "rematch"];
/** Less than this is told to who is to move, in milliseconds. */
const LOW = 20_000;

/** How it ended, in a sentence. @param {App} app @param {TurnsView} turns */
export function resultWords(app, { end }) {
  const seats = app.state.view?.table?.seats ?? [];
  if (!end) return "";
  return end.why === "agreed" ? t("room.end.agreed") : endWords({ end, seats });
}

/** What is asked for, and the answers to it. */
function createOffers() {
  const list = h("ul", { class: "room-offers", "aria-live": "polite" });
  const asks = OFFERS.map((what) => {
    const one = button(`room.offer.${what}`, { "data-offer": what });
    one.addEventListener("click", () => act({ type: "offer", what }));
    return one;
  });
  return {
    list, asks,
    /** @param {RoomView} view */
    render(view) {
      const { turns, seat } = view;
      const offers = turns?.offers ?? [];
      refill(list, JSON.stringify([offers, seat, view.people.map(({ name }) => name), may("answer")]),
        () => offers.map(({ what, by, agreed }) => {
        const mine = seat !== null && agreed.includes(seat);
        const answer = (/** @type {boolean} */ yes) => {
          const one = b({ class: yes ? "primary" : null, "data-answer": yes ? "yes" : "no" },
            t(yes ? "room.agree" : "room.decline"));
          one.addEventListener("click", () => act({ type: "answer", what, yes }));
          return one;
        };
        const others = agreed.filter((one) => one !== by).map((one) => whoOf(view, one));
        const more = others.length
          ? [h("span", { class: "quiet" }, ` ${t("room.agreed", { names: listed(others) })}`)] : [];
        return h("li", {}, h("p", {}, t(`room.asks.${what}`, { name: whoOf(view, by) }), ...more),
          ...(seat === null || mine ? [] : [h("div", { class: "row" }, answer(true), answer(false))]));
      }));
      asks.forEach((one, i) => {
        const what = OFFERS[i];
        one.hidden = !view.may.includes(what) || offers.some((offer) => offer.what === what);
      });
    },
  };
}

/** @param {App} app @returns {Way} */
export function create(app) {
  const cards = createCards(app);
  const offers = createOffers();
  const resign = button("room.resign", { id: "room-resign" });
  const analyse = button("screen.analyse", { id: "room-analyse" });
  const goOn = createGoOn();
  const moves = h("ol", { class: "moves-list", id: "played", "data-i18n-label": "played" });
  const score = h("p", { class: "room-score", id: "room-score" });
  const rated = h("p", { class: "quiet", id: "room-rated-by" });
  /** @type {HTMLElement | null} */
  let host = null;
  let [ended, warned] = [true, false];
  let timer = 0;

  resign.addEventListener("click", async () => {
    if (await app.confirm(t("room.resign.ask"), t("room.resign"))) act({ type: "resign" });
  });
  analyse.addEventListener("click", () => {
    const record = room.view?.turns?.record;
    if (record) location.hash = `#${app.playing()}/analyse/${encodeURIComponent(record)}`;
  });
  /** Who is to move hears that there is little time left. */
  function warn() {
    const { turns, seat } = room.view ?? {};
    const clock = turns?.clock;
    const mine = clock && seat !== null && seat !== undefined && clock.running === seat;
    const left = mine ? clock.left_ms[seat] - (performance.now() - room.at) : Infinity;
    if (left < LOW && !warned) app.say(t("room.low"));
    warned = left < LOW;
  }
  /** The moves, with who made them. @param {TurnsView} turns */
  function renderMoves({ moves: made, scene }) {
    const view = app.state.view;
    if (!view) return;
    refill(moves, made.join(), () =>
      (made.length ? made.map((move, ply) => h("li", {}, moveChip(scene, move, moverAt(view, ply))))
      : [h("li", { class: "quiet" }, t("room.moves.none"))]));
    if (moves.dataset.seen !== String(made.length)) moves.scrollTop = moves.scrollHeight;
    moves.dataset.seen = String(made.length);
  }

  return {
    acts: [["wall"]],
    strip: [h("div", { class: "won room-won" }, ...offers.asks.slice(2), goOn.end)],
    panel: [/** @type {HTMLElement} */ (cards.root), h("section", { class: "room-asks" }, offers.list,
      h("div", { class: "row wrap" }, ...offers.asks.slice(0, 2), resign, analyse)),
      section("played", [score], moves, rated)],
    attach: (_, where) => (host = where),
    over: ({ turns }) => Boolean(turns?.end),
    words(view) {
      const { turns, seat } = view;
      const seats = app.state.view?.table?.seats ?? [];
      if (!turns) return "";
      if (turns.end) return resultWords(app, turns);
      if (turns.waiting) return t("room.waiting", { name: nameOf(view, turns.turn) });
      if (turns.thinking !== null) return t("turn.thinking", { player: fullName(seats, turns.turn) });
      return turns.turn === seat ? t("room.turn.you") : t("turn", { player: fullName(seats, turns.turn) });
    },
    run(on) {
      cards.run?.(on);
      clearInterval(timer);
      if (on) timer = setInterval(warn, 1000);
    },
    look: ({ seat }) => ({ turned: seat === 1 && app.state.view?.scene.sides.length === 2 }),
    render(view) {
      const { turns, seat } = view;
      if (!turns) return;
      cards.render(app.state);
      for (const one of all(".player", cards.root)) one.classList.toggle("mine", Number(one.dataset.player) === seat);
      offers.render(view);
      resign.hidden = !may("resign");
      analyse.hidden = !turns.end || !turns.record || !room.hello?.owner;
      goOn.render(Boolean(turns.end));
      renderMoves(turns);
      const played = turns.score.some((one) => one > 0);
      write(score, played ? turns.score.map((one) => number(one, { maximumFractionDigits: 1 })).join(" – ") : "");
      write(rated, (turns.rated ?? []).map(([before, after], index) => t("room.rated.change",
        { name: nameOf(view, index), before: ratingWord(before), after: ratingWord(after) })).join(" · "));
      const over = Boolean(turns.end);
      if (over && !ended && seat !== null) {
        const won = turns.end?.winner === seat;
        sound(won ? "solved" : "lost");
        if (won && host) import("../../core/celebrate.js").then(({ celebrate }) => host && celebrate(host));
      }
      ended = over;
    },
  };
}
