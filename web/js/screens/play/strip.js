// @ts-check
// The strip above the board: what to do, whose turn it is, what was reached, and what then can be done.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { button, short } from "../../core/parts.js";
import { scoreShort, turnWords } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { createStrip, fillLine } from "../../core/table.js";
import { bidding, taskWords } from "./rounds.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */
/** @import { Part } from "../../core/table.js" */

const narrow = matchMedia("(max-width: 899px)");

/** Whether a puzzle, a round or the game is over. @param {State} state */
export function over({ view }) {
  if (!view) return false;
  const { table, match, history, scene } = view;
  if (table) return table.end !== null && history.at === history.moves.length;
  return match ? match.phase === "done" || match.phase === "over" : scene.solved;
}

/** What can be done when it is over. @param {App} app */
function createWon(app) {
  const next = button("next", { class: "primary", id: "won-next", "data-act": "next" });
  const again = button("again", { "data-act": "restart" });
  const rematch = button("play.rematch", { class: "primary", id: "rematch" });
  const analyse = button("screen.analyse", { id: "to-analyse" });
  const root = h("div", { class: "won", id: "won", hidden: true }, next, again, rematch, analyse);
  rematch.addEventListener("click", () => {
    const { view } = app.state;
    if (view?.match) app.send({ type: "begin", rules: view.match.rules });
    if (!view?.table) return;
    const { seats, clock } = view.table;
    app.send({ type: "new", options: {}, text: view.code, seats,
      clock: clock ? { base_ms: clock.base_ms, increment_ms: clock.increment_ms } : null });
  });
  analyse.addEventListener("click", () => app.goTo("analyse"));
  return {
    root, next,
    /** @param {State} state @param {boolean} shown */
    render({ view }, shown) {
      root.hidden = !shown;
      const match = view?.match ?? null;
      const done = match?.phase === "over";
      next.hidden = view?.table != null || done;
      // On a board with several tasks that is a level of a set, the next level comes first.
      const leveled = view?.level != null && app.has("rounds");
      const name = leveled ? "levels.next" : "next";
      write(next, t(!match ? name : match.round < match.rules.rounds ? "play.next_round" : "play.result"));
      again.hidden = view?.table != null || match !== null;
      rematch.hidden = !view?.table && !done;
      analyse.hidden = !view?.table;
    },
  };
}

/** What a player counts on the way. @param {App} app */
function createCounts(app) {
  const counts = [...new Set(["moves", skin.unit])]
    .map((key) => ({ key, value: h("dd", { id: `strip-${key}` }, "0") }));
  const root = h("div", { class: "counts" },
    ...counts.map(({ key, value }) => h("dl", { class: "count" }, h("dt", { "data-i18n": key }), value)));
  return {
    root,
    /** @param {State} state */
    render({ view }) {
      const tally = Object.fromEntries(view?.tally ?? []);
      const bid = view?.match?.shower === "you" ? view.match.bids[0] : null;
      for (const { key, value } of counts) {
        const n = tally[key] ?? (key === "moves" ? view?.history.at : 0) ?? 0;
        write(value, bid === null ? String(n) : `${n}/${bid}`);
      }
    },
  };
}

/** What stands under the sentence: what an engine thinks, or what is looked at.
 * @param {App} app @param {() => string} rung */
function thoughtWords(app, rung) {
  const { view, thinking, busy, hint } = app.state;
  if (!view?.table) return "";
  const { history: { at, moves }, table } = view;
  if (thinking && table.thinking !== null) {
    return [t("thought.depth", { n: thinking.depth }), thinking.score ? scoreShort(thinking.score) : "",
      t("thought.nodes", { n: short(thinking.nodes) })].filter(Boolean).join(" · ");
  }
  if (table.end && at < moves.length)
    return [t("turn.earlier", { at, of: moves.length }), ...(app.mayMove() ? [t("turn.other")] : [])].join(" · ");
  // On a phone the ladder is out of sight.
  return !narrow.matches ? "" : busy === "hint" ? t("answer.searching") : hint ? rung() : "";
}

/**
 * @param {App} app
 * @param {{more: Node[], words(state: State): string | null, rung(): string}} own what parts add; their sentence, which
 *   comes first; and the newest of the panel, for a screen on which that is out of sight
 * @returns {Part & {next: HTMLElement}}
 */
export function createPlayStrip(app, own) {
  const versus = app.has("versus");
  const won = createWon(app);
  const counts = createCounts(app);
  const thought = h("p", { class: "thought", id: "thought" });
  const rung = h("p", { class: "rung", "aria-hidden": "true" });
  const way = h("ol", { class: "chips way", "aria-hidden": "true", hidden: true });
  const shown = (/** @type {State} */ state) => over(state) && own.words(state) === null;
  const strip = createStrip(app, {
    words: (state) => own.words(state) ?? (state.view?.table ? turnWords(state.view) : taskWords(state)),
    solved: shown,
    under: versus ? [thought] : [],
    more: versus ? [won.root] : [...own.more, rung, way, counts.root, won.root],
    glyph: versus ? ({ scene, table }, solved) => {
      const player = solved ? table?.end?.winner ?? null : scene.turn;
      const node = player === null ? null : skin.art.sign(scene, player);
      return node && { key: String(player), node };
    } : undefined,
  });
  /** What was said last, so that it is said once. */
  let spoken = "";

  return {
    root: strip.root, next: won.next,
    render(state) {
      const { view, busy, line } = state;
      const match = view?.match ?? null;
      strip.render(state);
      won.render(state, shown(state));
      counts.render(state);
      counts.root.hidden = over(state) || bidding(match) || own.words(state) !== null;
      write(thought, thoughtWords(app, own.rung));
      strip.root.classList.toggle("thinks", view?.table?.thinking != null);
      // The way that the last hint told stays in sight as long as it is followed: it is more than words.
      const followed = view && !over(state) && line?.from === null && app.lineAt() !== null;
      const words = followed ? t("hint.5") : own.rung();
      rung.hidden = !words && busy !== "hint";
      write(rung, words || t("answer.searching"));
      way.hidden = !followed;
      if (followed) {
        fillLine(app, way, line, view);
        const due = way.querySelector(".due");
        if (due instanceof HTMLElement && narrow.matches) way.scrollLeft = due.offsetLeft - 40;
      }
      if (!view || view.table) return;
      const moment = match ? JSON.stringify([match.round, match.phase, match.bids, match.shower, match.results.length])
        : view.scene.solved ? taskWords(state) : "";
      if (moment !== spoken && moment) app.say(taskWords(state));
      spoken = moment;
    },
  };
}
