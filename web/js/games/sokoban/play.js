// @ts-check
// Play, for Sokoban: levels one after another, with everything that a player wants beside the board.

import { h, pressed, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { tableKey } from "../../core/keys.js";
import { button, check, disable, figure, keyList, section } from "../../core/parts.js";
import { createNew } from "../../core/setup.js";
import { createControls, createHints, createHistory, createStage, createStrip, createTable } from "../../core/table.js";
import { createLevels } from "./levels.js";
import { measure, progress } from "./progress.js";
import skin, { sight } from "./skin.js";
import { createTexts } from "./texts.js";
import { createSliding } from "./sliding.js";
import { createWatch } from "./watch.js";

/** @import { App, Screen, State } from "../../core/app.js" */
/** @import { View } from "../../core/wire.js" */

const WARN = "damier.sokoban.warn";

/** @param {App} app @returns {Screen} */
export function create(app) {
  const { state } = app;
  const levels = createLevels(app);
  const watch = createWatch(app);
  const sliding = createSliding(app);
  const texts = createTexts(app, levels.take);
  const fresh = createNew(app);
  const hints = createHints(app);
  const played = createHistory(app);

  // ---- The strip: the task, or what was reached ---------------------------------------------------------------------

  const next = button("next", { class: "primary", id: "won-next" });
  const again = button("again", { "data-act": "restart" });
  const won = h("div", { class: "won", id: "won", hidden: true }, next, again);
  const counts = ["moves", "pushes"].map((key) => ({ key, value: h("dd", { id: `strip-${key}` }, "0") }));
  const count2 = h("div", { class: "counts" },
    ...counts.map(({ key, value }) => h("dl", { class: "count" }, h("dt", { "data-i18n": key }), value)));
  const rung = h("p", { class: "rung", "aria-hidden": "true" });
  const strip = createStrip(app, { more: [rung, count2, won] });
  const controls = createControls(app);
  const stage = createStage(app);

  /** @param {View} view */
  const tallyOf = (view) => /** @type {Record<string, number>} */ (Object.fromEntries(view.tally));

  // ---- Figures, the best and the optimum, and the way through the history -------------------------------------------

  const values =
    ["moves", "pushes", "lines", "changes"].map((key) => ({ key, value: h("dd", { id: `fig-${key}` }, "0") }));
  const best = h("span", { id: "fig-yours" }, "–");
  const optimum = h("span", { id: "fig-best" }, "–");
  const reveal = button("analyse.reveal", { id: "reveal" });
  const replay = button("soko.mine", { id: "best-replay" });
  const slider = h("input", { type: "range", id: "moment", min: 0, max: 0, step: 1, "data-i18n-label": "soko.moment" });
  const figures = h("section", {}, h("div", { class: "figures four" }, ...values.map(({ key, value }, i) => {
    const one = figure(key, value);
    if (i > 1) set(one, { "data-i18n-title": `${key}.about` });
    return one;
  })),
    h("div", { class: "figures two" }, figure("soko.best", h("dd", { class: "small" }, best, replay)),
      figure("soko.optimum", h("dd", { class: "small" }, optimum, reveal))),
    slider, played.root);
  reveal.addEventListener("click", () => {
    state.revealed = true;
    app.render();
  });
  replay.addEventListener("click", () => {
    const way = progress.of(state.view?.code ?? "").p;
    if (!way) return;
    watch.stop();
    app.go(() => 0);
    state.line = { moves: [...way], base: [], from: t("soko.mine.from") };
    app.render();
    watch.toggle();
  });
  slider.addEventListener("input", () => {
    watch.stop();
    const to = Number(slider.value);
    if (!app.behind()) app.go(() => to);
  });
  slider.addEventListener("change", () => app.go(() => Number(slider.value)));

  /** @param {State} now */
  function renderFigures({ view, rating, revealed }) {
    if (!view) return;
    const tally = tallyOf(view);
    for (const { key, value } of [...values, ...counts]) write(value, number(tally[key] ?? 0));
    const { p, m } = progress.of(view.code);
    let text = "–";
    if (p) {
      const { pushes, moves } = measure(p);
      text = t("soko.best.value", { pushes: number(pushes), moves: number(moves) });
      if (m && m.length < moves)
        text += ` · ${t("soko.best.value", { pushes: number(measure(m).pushes), moves: number(m.length) })}`;
    }
    write(best, text);
    replay.hidden = !p || view.variant !== null;
    // Not before it can spoil nothing.
    const open = view.scene.solved || revealed || p !== undefined;
    const between = rating?.between ?? [null, null];
    const known = rating?.optimum != null ? count("pushes", rating.optimum) : rating && between[0] !== null
      ? t(between[1] === null ? "soko.between.least" : "soko.between",
        { least: number(between[0]), most: number(between[1] ?? 0) })
      : t(rating?.solvable === false ? "soko.none" : rating ? "soko.unknown" : "soko.wait");
    write(optimum, open ? known : "–");
    set(optimum, { title: open ? null : t("optimum.hidden") });
    reveal.hidden = open;
    const { moves, at } = view.history;
    set(slider, { max: moves.length, "aria-valuetext": t("replay.at", { at, n: moves.length }) });
    slider.disabled = !moves.length;
    if (document.activeElement !== slider || slider.value !== String(at)) slider.value = String(at);
    if (open && rating?.optimum != null && p) progress.prove(view.code, rating.optimum);
  }

  // ---- The warning when a position is lost --------------------------------------------------------------------------

  const warn = h("input", { type: "checkbox", id: "warn" });
  warn.checked = localStorage.getItem(WARN) !== "off";
  const reason = h("p", { id: "reason", role: "status" });
  const warning = h("section", { class: "warning" }, check("soko.warn", warn, "switch"), reason);
  let looked = "";
  let warned = "";
  warn.addEventListener("change", () => {
    localStorage.setItem(WARN, warn.checked ? "on" : "off");
    state.verdict = null;
    looked = "";
    app.render();
  });
  /** @param {State} now */
  function renderWarning({ view, verdict }) {
    if (!view) return;
    warning.hidden = view.variant !== null;
    const moment = `${view.code} ${view.history.at} ${view.history.moves.slice(0, view.history.at).join("")}`;
    if (!warn.checked || view.variant || view.scene.solved) {
      write(reason, "");
      return;
    }
    if (moment !== looked && app.online()) {
      looked = moment;
      app.send({ type: "verdict" });
    }
    if (!verdict || verdict.code !== view.code || verdict.at !== view.history.at) return;
    const text = skin.reason?.(verdict.verdict) ?? "";
    write(reason, text);
    if (text && text !== warned) app.say(text);
    warned = text;
  }

  // ---- Looking at it another way ------------------------------------------------------------------------------------

  /** @param {string} id @param {(way: number) => number} to */
  const turner = (id, to) => {
    const one = button(`soko.${id}`, { id });
    one.addEventListener("click", () => {
      sight.look(to(sight.way));
      app.render();
    });
    return one;
  };
  const view = section("soko.view", [h("div", { class: "row" }, turner("turn", (way) => (way & 4) | ((way + 1) % 4)),
    // A mirror after quarter turns is a mirror before them, turned the other way.
    turner("flip", (way) => ((way & 4) ^ 4) | ((4 - (way % 4)) % 4)))]);

  const root = createTable(app, { strip, controls, stage,
    panel: [levels.root, figures, warning, hints.root, watch.root, sliding.root, fresh.root, texts.root, view] });
  root.append(levels.dialog);
  next.addEventListener("click", () => (progressing() ? levels.next() : levels.go(1)));
  root.addEventListener("click", (event) => {
    const act = pressed(event)?.dataset.act;
    if (act === "previous") levels.go(-1);
    // Whoever takes a hand in it plays alone from there.
    if (act || (event.target instanceof Element && event.target.closest("[data-dir]"))) watch.stop();
  }, true);
  stage.host.addEventListener("pointerdown", () => watch.stop(), true);
  /** Whether "next" means the next one that is not solved. */
  const progressing = () => {
    const at = levels.here();
    const list = at ? state.levels[at.set] : undefined;
    return Boolean(at && list && list[at.index + 1] && progress.solved(list[at.index + 1].code));
  };

  let told = "";
  /** The level that was seen unsolved. */
  let begun = "";
  /** Takes a solution down, once. @param {State} now */
  function celebrate({ view }) {
    if (!view?.scene.solved) {
      told = "";
      begun = view?.code ?? "";
      return;
    }
    const way = view.history.moves.slice(0, view.history.at).join("");
    const moment = `${view.code} ${way}`;
    if (moment === told || !way) return;
    told = moment;
    // What another has found does not count, nor a solution that came with an address.
    const at = app.lineAt();
    const helped = state.line !== null && at !== null && at === state.line.moves.length && at > 0;
    if (!helped && begun === view.code && !view.variant) progress.solve(view.code, way);
    app.say(skin.wonWords(state));
  }

  return {
    root,
    slide: stage.board.slide,
    nudge: stage.board.nudge,
    shown() {
      texts.run(true);
      looked = "";
    },
    hidden() {
      texts.run(false);
      watch.stop();
      if (levels.dialog.open) levels.dialog.close();
    },
    heard(message) {
      levels.heard(message);
      watch.heard(message);
      texts.heard(message);
      if (message.type === "hello") looked = "";
    },
    render(now) {
      celebrate(now);
      strip.render(now);
      controls.render(now);
      stage.board.turn(sight.way);
      stage.render(now);
      levels.render(now);
      renderFigures(now);
      played.render(now);
      renderWarning(now);
      hints.render(now);
      watch.render(now);
      sliding.render(now);
      fresh.render(now);
      fresh.root.hidden = !now.game?.generate.length;
      texts.render(now);
      // On a phone the panel is out of sight: the strip says the newest of it.
      const lost = reason.textContent ?? "";
      rung.hidden = !now.hint && now.busy !== "hint" && !lost;
      write(rung, lost || (now.hint ? hints.words() : t("answer.searching")));
      const solved = Boolean(now.view?.scene.solved);
      won.hidden = !solved;
      count2.hidden = solved;
      hints.root.hidden = now.view?.variant != null;
      set(root, { "data-level": now.view?.level ? now.view.level.join("/") : null });
      const at = levels.here();
      for (const one of controls.root.querySelectorAll("[data-act=previous]")) disable(one, !at || at.index === 0);
      if (now.view?.variant) for (const one of controls.root.querySelectorAll("[data-act=hint]")) disable(one, true);
    },
    key(event) {
      const key = event.key.toLowerCase();
      const onControl = event.target instanceof Element && event.target.closest("button, a, summary");
      if (key === " " && !onControl) watch.toggle();
      else if (key === "p" && !event.repeat) levels.go(-1);
      else if (key === "n" && !event.repeat) levels.go(1);
      else if (key === "m" && !event.repeat) levels.next();
      else if (key === "l" && !event.repeat) levels.open();
      else if (key === "enter" && state.view?.scene.solved && !onControl) next.click();
      else {
        const taken = tableKey(event);
        if (taken && key !== "h") watch.stop();
        return taken;
      }
      return true;
    },
    help: () => [
      h("p", {}, t("help.rules")),
      keyList([...skin.help, ["P N", "soko.help.levels"], ["M", "soko.help.unsolved"], ["L", "soko.help.all"],
        [t("race.space"), "soko.help.space"], ["?", "help.help"]]),
      h("p", { class: "quiet" }, t("help.touch")),
    ],
  };
}
