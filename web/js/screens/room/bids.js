// @ts-check
// Rounds of bids: the task, the glass, the bids, whose show it is, the tokens; after a round the best way and
// everybody's.

import { h, refill, set } from "../../core/dom.js";
import { count, maybe, number, t } from "../../core/i18n.js";
import { button, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { sound } from "../../core/sounds.js";
import { createBids } from "../parts/bids.js";
import { createGlass } from "../parts/glass.js";
import { act, may, room, wish } from "./desk.js";
import { listed, nameOf, whoOf } from "./names.js";
import { createWays, lengthWords } from "./replay.js";
import { createGoOn } from "./table.js";

/** @import { App } from "../../core/app.js" */
/** @import { BidsView, RoomView } from "../../core/wire.js" */
/** @import { Way } from "./table.js" */

const narrow = matchMedia("(max-width: 899px)");

/** So many moves, in words. @param {number} n */
const movesWord = (n) => count("moves", n);

/** How the newest round ended. @param {RoomView} view @param {BidsView} bids */
function roundWords(view, { results }) {
  const last = results.at(-1);
  if (!last) return "";
  const best = last.optimum === null ? "" : ` ${t("room.round.best", { moves: movesWord(last.optimum) })}`;
  if (view.rules.mode === "all") {
    const won = last.gained.flatMap((points, seat) =>
      (points > 0 ? [t("room.round.points", { name: whoOf(view, seat), points: number(points) })] : []));
    return (won.length ? t("room.round.all", { names: listed(won) }) : t("room.round.none")) + best;
  }
  if (last.winner === null) return t("room.round.none") + best;
  const moves = last.ways.find(({ seat }) => seat === last.winner)?.moves.length ?? 0;
  return t(last.winner === view.seat ? "room.round.you" : "room.round.won", { name: nameOf(view, last.winner),
    moves: movesWord(moves) }) + best;
}

/** Who has a way that is shorter than what they have bid is asked to bid it; null where there is none.
 * @param {RoomView} view @param {BidsView} bids */
function triedWords({ may: can, seat }, { own, bids }) {
  const n = own?.moves.length ?? 0;
  const mine = bids.find((one) => one.seat === seat)?.moves ?? Infinity;
  return own?.solved && can.includes("bid") && n < mine ? t("room.own.bid", { moves: movesWord(n) }) : null;
}

/** What happens now, in a sentence. @param {RoomView} view */
export function bidsWords(view) {
  const { bids, seat, rules } = view;
  if (!bids) return "";
  const goal = skin.goalWords(bids.scene);
  const [low] = bids.bids;
  switch (bids.phase) {
    case "think":
      if (rules.mode === "bids") return triedWords(view, bids) ?? goal;
      if (bids.own?.solved) return t(rules.mode === "all" ? "room.own.solved" : "room.own.first",
        { moves: movesWord(bids.own.moves.length) });
      return goal;
    case "bid":
      return triedWords(view, bids) ?? (low ? t(low.seat === seat ? "room.bid.you" : "room.bid.lowest",
        { name: nameOf(view, low.seat), n: low.moves }) : goal);
    case "show": {
      const bid = bids.bids.find((one) => one.seat === bids.shower);
      const mine = view.may.includes("move") ? "room.show.you" : "room.show.yours";
      return t(bids.shower === seat ? mine : "room.show.other",
        { name: nameOf(view, bids.shower ?? 0), moves: movesWord(bid?.moves ?? 0) });
    }
    case "done":
      return roundWords(view, bids);
    default:
      if (!bids.winners.length) return t("room.over.nobody");
      return t(bids.winners.includes(seat ?? -1) && bids.winners.length === 1 ? "room.over.you" : "room.over",
        { names: listed(bids.winners.map((one) => whoOf(view, one))) });
  }
}

/** Everybody at the table with what they have and have bid. */
function createTokens() {
  const root = h("div", { class: "room-tokens" });
  return {
    root,
    /** @param {RoomView} view @param {BidsView} bids */
    render(view, bids) {
      const open = view.rules.mode === "bids";
      const order = view.seats.map((_, seat) => seat).sort((a, b) => (bids.tokens[b] ?? 0) - (bids.tokens[a] ?? 0));
      const note = (/** @type {number} */ seat) => {
        if (bids.winners.includes(seat)) return t("room.winner");
        if (bids.shower === seat) return t("room.shows");
        if (bids.failed.includes(seat)) return t("room.failed");
        if (bids.solved.includes(seat) && !open) return t("room.found");
        return bids.ready.includes(seat) && bids.phase !== "done" ? t("room.ready") : "";
      };
      const bid = (/** @type {number} */ seat) => bids.bids.find((one) => one.seat === seat)?.moves;
      refill(root, JSON.stringify([view.seats, view.people.map(({ name, here }) => [name, here]), bids.tokens,
        bids.bids, order.map(note), view.seat, open]), () =>
        [h("table", {}, h("caption", { class: "sr" }, t("room.table")),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("room.player")),
            ...(open ? [h("th", { scope: "col" }, t("room.bid"))] : []),
            h("th", { scope: "col" }, t(view.rules.mode === "all" ? "play.points" : "room.tokens.have")))),
          h("tbody", {}, ...order.map((seat) => h("tr",
            { "data-seat": seat, class: seat === view.seat ? "mine" : null,
              "aria-current": bids.shower === seat ? "true" : null },
            h("th", { scope: "row" }, whoOf(view, seat),
              ...(note(seat) ? [" ", h("span", { class: "quiet" }, note(seat))] : [])),
            ...(open ? [h("td", { class: bid(seat) === bids.bids[0]?.moves && bids.bids[0]?.seat === seat ? "low"
              : null }, String(bid(seat) ?? "–"))] : []),
            h("td", { class: "tokens" }, String(bids.tokens[seat] ?? 0)))))),
        ]);
    },
  };
}

/** @param {App} app @returns {Way} */
export function create(app) {
  const glass = createGlass(app, () => room.view?.bids?.glass ?? null);
  const form = createBids(app, act);
  const tokens = createTokens();
  const ways = createWays(app);
  const goOn = createGoOn();
  const round = h("span", { id: "round" });
  const ready = button("room.done", { id: "room-ready" });
  const pass = button("room.show.give_up", { id: "room-give-up" });
  const tried = button("room.show.tried", { id: "room-way", class: "primary" });
  const counted = h("dl", { class: "count" }, h("dt", { "data-i18n": "moves" }), h("dd", { id: "strip-moves" }));
  /** @type {HTMLElement | null} */
  let host = null;
  let [seen, phase] = [-1, ""];
  tried.addEventListener("click", () => act({ type: "way" }));
  for (const one of [ready, pass]) one.addEventListener("click", () => act({ type: "ready" }));

  /** Where bids are made: in the panel, or on a phone where the thumbs are. @param {Element} table */
  function dock(table) {
    const place = narrow.matches ? table : table.querySelector(".panel");
    if (form.root.parentElement === place) return;
    if (narrow.matches) table.querySelector(".controls")?.before(form.root);
    else place?.prepend(form.root);
  }
  /** @param {RoomView} view @param {BidsView} bids */
  function standing(view, bids) {
    const { seat } = view;
    if (!may("bid") || seat === null) return null;
    const own = wish("bid")?.moves ?? bids.bids.find((one) => one.seat === seat)?.moves ?? null;
    const others = bids.bids.filter((one) => one.seat !== seat);
    return { round: bids.round, own, least: others[0]?.moves ?? null,
      tried: bids.own?.solved ? bids.own.moves.length : null, ready: bids.ready.includes(seat),
      stand: t("room.bids.stand", { you: own ?? "–", others: others[0]?.moves ?? "–" }) };
  }
  /** What was found in the newest round. @param {RoomView} view @param {BidsView} bids */
  function found(view, { results }) {
    const last = results.at(-1);
    if (!last) return [];
    const best = last.optimum === null && !last.best.length ? [] : [{ key: "best", name: t("room.way.best"),
      note: last.best.length ? lengthWords(last.best) : movesWord(last.optimum ?? 0),
      slides: last.best_slides }];
    return [...best, ...last.ways.map(({ seat, moves, solved, after_ms: ms, slides }) => ({ key: String(seat),
      name: whoOf(view, seat), slides,
      note: t(solved ? "room.way.solved" : "room.way.failed", { moves: lengthWords(moves),
        seconds: number(Math.round(ms / 1000), { style: "unit", unit: "second" }) }) }))];
  }

  return {
    acts: [["undo", "restart"]],
    strip: [h("p", { class: "meta" }, round), h("div", { class: "counts" }, counted), ...glass.nodes,
      h("div", { class: "won room-won" }, tried, ready, pass, goOn.next, goOn.end)],
    panel: [form.root, section("room.table", [], tokens.root), ways.root],
    attach(slide, where) {
      host = where;
      ways.attach(slide);
    },
    run: glass.run,
    over: ({ bids }) => bids?.phase === "over" || bids?.phase === "done",
    words: bidsWords,
    scene: () => ways.scene(),
    key(event) {
      if (!may("bid")) return false;
      if (event.key.toLowerCase() === "b") form.make();
      // Where there is a board to think on, arrows move its pieces.
      else if (room.view?.bids?.own) return false;
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") form.step(event.key === "ArrowUp" ? 1 : -1);
      else return false;
      return true;
    },
    render(view) {
      const { bids } = view;
      if (!bids) return;
      const table = tokens.root.closest(".table");
      if (table) {
        set(table, { "data-phase": bids.phase });
        dock(table);
      }
      const thinks = bids.phase === "think" || bids.phase === "bid";
      const own = thinks ? bids.own : null;
      table?.classList.toggle("bidding", may("bid") && !own);
      round.textContent = [t("play.round.of", { n: bids.round, of: bids.rounds }),
        maybe(`room.phase.${view.rules.mode}.${bids.phase}`) ?? t(`room.phase.${bids.phase}`),
        ...(own && view.rules.mode === "bids" ? [t("room.own.only")] : [])].join(" · ");
      const made = own ? own.moves.length : bids.shown.length;
      const bid = bids.bids.find(({ seat }) => seat === bids.shower)?.moves;
      const dd = counted.querySelector("dd");
      if (dd) dd.textContent = bids.phase === "show" && bid ? `${made}/${bid}` : String(made);
      const over = bids.phase === "done" || bids.phase === "over";
      counted.hidden = over || (thinks && !own);
      glass.render();
      form.render(standing(view, bids));
      tokens.render(view, bids);
      ready.hidden = !may("ready") || may("bid") || bids.phase === "show";
      tried.hidden = !may("way") || wish("way") !== undefined;
      pass.hidden = !may("ready") || bids.phase !== "show" || bids.shower !== view.seat;
      ways.render(over ? bids.start : null, over ? found(view, bids) : []);
      goOn.render(bids.phase === "over");
      if (phase && phase !== bids.phase && over && !["done", "over"].includes(phase) && seen === bids.round
        && view.seat !== null) {
        const won = bids.results.at(-1)?.winner === view.seat;
        sound(won ? "solved" : "lost");
        if (won && host) import("../../core/celebrate.js").then(({ celebrate }) => host && celebrate(host));
      }
      [seen, phase] = [bids.round, bids.phase];
    },
  };
}
