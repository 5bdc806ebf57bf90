// @ts-check
// Play: one puzzle after another, or a game of several rounds, alone or against a rival.

import { all, h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { tableKey } from "../../core/keys.js";
import { button, disable, keyList } from "../../core/parts.js";
import { createLoad, createNew, running } from "../../core/setup.js";
import { createControls, createFigures, createHints, createHistory, createReplay, createStage, createStrip,
  createTable } from "../../core/table.js";
import { bidding, createMatch, helpful, refusal, taskWords } from "./match.js";
import { createAim, createBegin } from "./setup.js";
import skin from "./skin.js";

/** @import { App, Screen, State } from "../../core/app.js" */

const narrow = matchMedia("(max-width: 899px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Record<string, string>} */
const ACTS = { u: "undo", y: "redo", r: "restart", h: "hint", n: "next" };

/** @param {App} app @returns {Screen} */
export function create(app) {
  const match = createMatch(app);
  const aim = createAim(app);
  const begin = createBegin(app);
  const fresh = createNew(app);
  const load = createLoad(app);
  const figures = createFigures();
  const played = createHistory(app, guard);
  const hints = createHints(app);
  const line = createReplay(app);
  const controls = createControls(app);

  // The strip: what to do, what was reached, and how the game stands.
  const next = button("next", { class: "primary", "data-act": "next" });
  const again = button("again", { "data-act": "restart" });
  const rematch = button("play.rematch", { class: "primary", id: "rematch" });
  const won = h("div", { class: "won", id: "won", hidden: true }, next, again, rematch);
  const made = h("dd", { id: "strip-moves" }, "0");
  const count = h("dl", { class: "count" }, h("dt", { "data-i18n": "moves" }), made);
  // On a phone the ladder is out of sight.
  const rung = h("p", { class: "rung", "aria-hidden": "true" });
  /** Whether a puzzle, a round or the game is over. @param {State} state */
  const over = ({ view }) =>
    (view?.match ? view.match.phase === "done" || view.match.phase === "over" : Boolean(view?.scene.solved));
  const strip = createStrip(app, { words: (state) => aim.words() ?? taskWords(state),
    solved: (state) => over(state) && !aim.on(), more: [...match.strip, rung, count, won] });

  /** What may be done now; what may not is told. @param {"act" | "slide" | "replay"} kind @param {string} name */
  function guard(kind, name) {
    const now = app.state.view?.match;
    if (!now) return true;
    if (kind === "act" && name === "next" && now.phase === "over") return app.send({ type: "leave" });
    const why = name === "hint" ? (helpful(app.state) ? null : "play.not.hint")
      : name !== "next" ? refusal(app.state) : now.phase === "done" ? null : "play.not.next";
    if (!why) return true;
    app.say(t(why));
    if (!still.matches) strip.root.animate([{ opacity: 0.35 }, { opacity: 1 }], 170);
    return false;
  }

  const stage = createStage(app, { guard, click: (cell) => aim.finish(cell) });
  stage.board.top.append(aim.cursor);
  stage.host.addEventListener("pointermove", (event) => aim.point(stage.board.locate(event)?.cell));
  const root = createTable(app, {
    strip, controls, stage, guard,
    panel: [match.section, h("section", {}, figures.root, played.root), hints.root, line.root, begin.root, aim.root,
      fresh.root, load.root],
  });
  rematch.addEventListener("click", () => {
    const rules = app.state.view?.match?.rules;
    if (rules) app.send({ type: "begin", rules });
  });

  /** What was said last, so that it is said once. */
  let told = "";
  /** @param {State} state */
  function speak(state) {
    const { view } = state;
    if (!view) return;
    const { match: game, scene } = view;
    const moment = game ? JSON.stringify([game.round, game.phase, game.bids, game.shower, game.results.length])
      : scene.solved ? taskWords(state) : "";
    if (moment !== told && moment) app.say(taskWords(state));
    told = moment;
  }

  return {
    root,
    shown() {
      match.run(true);
      load.run(true);
    },
    hidden() {
      match.run(false);
      load.run(false);
    },
    slide: stage.board.slide,
    nudge: stage.board.nudge,
    render(state) {
      const game = state.view?.match ?? null;
      aim.render(state);
      strip.render(state);
      controls.render(state);
      stage.render(state, aim.on() || (game && !bidding(game) && refusal(state)) ? { selected: -1 } : {});
      match.render(state);
      figures.render(state);
      played.render(state);
      hints.render(state);
      line.render(state);
      rung.hidden = !state.hint && state.busy !== "hint";
      write(rung, state.hint ? hints.words() : t("answer.searching"));
      begin.render(state);
      fresh.render(state);
      hints.root.hidden = !helpful(state);
      set(root, { "data-phase": game ? game.phase : null });
      root.classList.toggle("bidding", bidding(game));
      root.classList.toggle("aiming", aim.on());
      // The bids stand where the thumbs are.
      if (narrow.matches) {
        if (match.bid.parentElement !== root) controls.root.before(match.bid);
      } else if (match.bid.parentElement !== match.section) match.tally.before(match.bid);
      won.hidden = !over(state) || aim.on();
      write(next, t(!game ? "next" : game.round < game.rules.rounds ? "play.next_round" : "play.result"));
      next.hidden = rematch.hidden = true;
      (game?.phase === "over" ? rematch : next).hidden = false;
      again.hidden = game !== null;
      count.hidden = over(state) || bidding(game) || aim.on();
      const at = state.view?.history.at ?? 0;
      write(made, game?.shower === "you" && game.bids[0] !== null ? `${at}/${game.bids[0]}` : String(at));
      if (game) {
        const fixed = refusal(state) !== null;
        for (const one of all("[data-dir], [data-act=undo], [data-act=redo], [data-act=restart]", controls.root))
          if (fixed) disable(one, true);
        for (const one of all("[data-act=hint]", controls.root)) if (!helpful(state)) disable(one, true);
        for (const one of all("[data-act=next]", controls.root)) disable(one, running(state) && game.phase !== "done");
      }
      speak(state);
    },
    key(event) {
      if (aim.key(event)) return true;
      const key = event.key.toLowerCase();
      if (bidding(app.state.view?.match)) {
        if (key === "b") match.make();
        if (key === "arrowup" || key === "arrowdown") match.step(key === "arrowup" ? 1 : -1);
        if (key === "b" || key === "arrowup" || key === "arrowdown") return true;
      }
      if (key.startsWith("arrow") && !guard("slide", key)) return true;
      if (key in ACTS && !event.repeat && !guard("act", ACTS[key])) return true;
      return tableKey(event);
    },
    help: () => [
      h("p", {}, t("help.rules")),
      h("p", {}, t("play.help.game")),
      keyList([...skin.help, ["B", "play.help.bid"], ["?", "help.help"]]),
      h("p", { class: "quiet" }, t("help.touch")),
    ],
  };
}
