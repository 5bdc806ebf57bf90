// @ts-check
// Analyse: an engine thinks about the position that is seen: its score, its figures and the line that it expects.

import { b, h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { check, field, section } from "../../core/parts.js";
import { createPicker } from "../../core/pick.js";
import { endWords, reasonWords } from "../../core/players.js";
import { setting } from "../../core/store.js";
import { createThought, fillTimes, placeOf } from "../parts/thought.js";

/** @import { App } from "../../core/app.js" */
/** @import { Message, State } from "../../core/state.js" */
/** @import { Score } from "../../core/wire.js" */
/** @import { Aside } from "./aside.js" */

const TIMES = [1, 3, 10, 30, 120, 600];

/**
 * @param {App} app
 * @param {Aside} aside
 * @param {(at: number) => Score | null} known the score of a moment without an engine, from looking back
 */
export function createThinker(app, aside, known) {
  const { state } = app;
  const kept = "think";
  let on = setting.get(kept) !== "off";
  /** The position that it was sent to think about, and how. */
  let sent = "";
  let shown = false;

  const engine = createPicker(again);
  const time = h("select", { id: "think-seconds" });
  fillTimes(time, TIMES);
  time.value = "3";
  time.addEventListener("change", again);
  function again() {
    sent = "";
    app.render();
  }
  const toggle = b({ id: "think" });
  toggle.addEventListener("click", () => {
    on = !on;
    setting.put(kept, on ? "on" : "off");
    // What was thought stays to be seen.
    if (on) sent = "";
    else if (state.busy === "analyse") app.send({ type: "cancel" });
    app.render();
  });
  const thought = () => (sent.startsWith(`${placeOf(state)} :`) ? (state.analysis?.thought ?? null) : null);
  const expected = () => thought()?.line ?? [];
  const mind = createThought((n) => aside.point(app.past(), expected(), n),
    (n) => aside.explore(expected().slice(0, n), state.view?.history.at ?? 0));
  set(mind.score, { id: "score" });
  set(mind.told, { id: "score-words" });
  const why = h("p", { class: "why", id: "think-why" });
  const ribbons = h("input", { type: "checkbox", id: "ribbons" });
  ribbons.addEventListener("change", app.render);
  const ways = check("ribbons", ribbons, "switch");
  const seconds = field("lab.seconds", time);
  seconds.classList.add("narrow");
  const root = section("lab.engine", [toggle], h("div", { class: "fields" }, field("lab.who", engine.root), seconds),
    mind.row, mind.meters, mind.line, why, ways);
  root.id = "engine";

  /** Sends it to think where there is something new to think about. @param {State} now */
  function think({ view, busy }) {
    // Looking back has ended it.
    if (busy === "annotate") sent = "";
    const wanted = `${placeOf(state)} :${engine.value()} ${time.value}`;
    const free = busy !== "annotate" && busy !== "match" && view?.scene.winner === null;
    if (wanted === sent || !on || !shown || !free || !app.online()) return;
    state.analysis = null;
    if (app.send({ type: "analyse", algorithm: engine.value(), seconds: Number(time.value) })) sent = wanted;
  }

  return {
    root, thought,
    ribbons: () => ribbons.checked,
    /** @param {boolean} running */
    run(running) {
      shown = running;
      sent = "";
      if (!running && state.busy === "analyse") app.send({ type: "cancel" });
    },
    /** @param {State} now */
    render(now) {
      const { view } = now;
      if (!view?.table) return;
      engine.render(state.game, t("lab.who"));
      think(now);
      write(toggle, t(on ? "think.stop" : "think.go"));
      set(toggle, { "aria-pressed": String(on) });
      fillTimes(time, TIMES);
      const { scene, table, history } = view;
      const over = scene.winner !== null;
      mind.render(thought(), view, { mark: over ? null : thought()?.score ?? known(history.at),
        words: over ? endWords(table) || t("why.over") : t(on ? "hint.wait" : "think.off") });
      mind.meters.hidden = !thought();
      const reasons = thought() && !over ? (state.analysis?.why ?? []) : [];
      write(why, reasonWords(reasons, table.seats));
      ways.hidden = !scene.sides.some((side) => side.way.length);
    },
    /** @param {Message} message */
    heard(message) {
      if (message.type === "hello") sent = "";
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.key.toUpperCase() !== "A") return false;
      toggle.click();
      return true;
    },
  };
}
