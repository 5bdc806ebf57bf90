// @ts-check
// Race: two to four algorithms on the position of the table, side by side, with the same number of expansions or the same time.

import { h, refill, set, write } from "../core/dom.js";
import { createHeatBoard, createLegend, heatSteps, heatTop } from "../core/heat.js";
import { bytes, current, number, seconds, t } from "../core/i18n.js";
import { button, disable, keyList, show } from "../core/parts.js";
import { createPicker, parseSpec } from "../core/pick.js";
import { skin } from "../core/skin.js";
import { createStrip } from "../core/table.js";
import { goalWords, moves } from "../core/words.js";

/** @typedef {import("../core/app.js").State} State */
/** @typedef {import("../core/wire.js").Clock} Clock */
/** @typedef {import("../core/wire.js").Lane} Lane */
/** @typedef {import("../core/app.js").Of<"race">} Race */

const FEWEST = 2;
const MOST = 4;
/** Paces by clock; null lets go. @type {Record<Clock, (number | null)[]>} */
const PACES = { expansions: [10, 100, 1000, 10000, null], time: [0.001, 0.01, 0.1, null] };
const USUAL = { expansions: "1000", time: "0.01" };
/** Lanes to begin with; h stands for the game's usual heuristic. @type {Record<string, string[]>} */
const PRESETS = {
  blind: ["bfs", "astar(h)"],
  four: ["bfs", "ida(h)", "greedy(h)", "astar(h)"],
  heuristics: ["astar(*)"],
  fast: ["astar(h)", "wastar(h)", "greedy(h)", "beam(h)"],
  made: ["astar(h)", "fast"],
  memory: ["bfs", "bidirectional", "ids", "ida(h)"],
};
const FIGURES = /** @type {const} */ (["expanded", "time", "memory", "bound"]);

/** @param {Lane} lane */
const figuresOf = (lane) => [number(lane.expanded), seconds(lane.seconds), bytes(lane.bytes), number(lane.bound)];

/** How a lane stands, in words. @param {Lane} lane */
function outcomeWords(lane) {
  if (lane.outcome !== "solved") return t(`race.outcome.${lane.outcome}`);
  return t(lane.optimal ? "race.outcome.optimal" : "race.outcome.solved", { moves: moves(lane.cost ?? lane.moves.length) });
}

/** Whether it came to an end of its own. @param {Lane} lane */
const finished = (lane) => lane.outcome === "solved" || lane.outcome === "unsolvable";

/** @param {import("../core/app.js").App} app @returns {import("../core/app.js").Screen} */
export function create(app) {
  const { state } = app;
  /** The newest news of the race that this screen began, and the position that it is about. @type {Race | null} */
  let race = null;
  let about = "";
  let mine = false;
  let paused = false;
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];
  let told = true;

  const strip = createStrip(app, { words: ({ view }) => (view ? goalWords(view.scene) : ""), solved: () => false });
  const preset = h("select", { id: "race-preset" });
  const pace = h("select", { id: "race-pace" });
  const clocks = /** @type {Clock[]} */ (["expansions", "time"]).map((value) => {
    const input = h("input", { type: "radio", name: "race-clock", value, id: `clock-${value}` });
    input.checked = value === "expansions";
    return { value, input, root: h("label", { class: "check" }, input, h("span", { "data-i18n": `race.clock.${value}` })) };
  });
  const go = h("button", { class: "primary", id: "race-go" });
  const end = button("cancel", { id: "race-cancel" });
  const add = button("race.add", { id: "race-add" });
  const clockSet = h("div", { class: "race-clock", role: "radiogroup", "aria-labelledby": "race-clock" },
    h("span", { id: "race-clock", "data-i18n": "race.clock" }), h("div", {}, ...clocks.map((one) => one.root)));
  const form = h("form", { id: "race", class: "setup" },
    h("label", {}, h("span", { "data-i18n": "race.preset" }), preset), clockSet,
    h("label", {}, h("span", { "data-i18n": "race.pace" }), pace), h("div", { class: "go" }, go, end, add));
  const track = h("div", { class: "lanes" });
  const legend = createLegend("race.legend");
  const result = h("section", { id: "race-result", "aria-labelledby": "race-title" });
  const title = h("h2", { id: "race-title", "data-i18n": "race.result" });
  const table = h("table");
  result.append(title, table);
  const root = h("div", { class: "race" }, h("div", { class: "race-top" }, strip.root, form), track,
    h("div", { class: "notes" }, legend.root, h("p", { class: "quiet", "data-i18n": "race.note" })), result);

  const clock = () => clocks.find((one) => one.input.checked)?.value ?? "expansions";
  const rate = () => (pace.value === "" ? null : Number(pace.value));
  const running = () => mine && state.busy === "race";
  const place = () => (state.view ? `${state.view.code} ${state.view.history.moves.slice(0, state.view.history.at)}` : "");

  function start() {
    if (state.busy || !state.view) return;
    race = null;
    paused = false;
    told = false;
    about = place();
    mine = app.send({ type: "race", algorithms: lanes.map((lane) => lane.picker.value()), clock: clock(), rate: rate(), text: null });
    app.render();
  }
  function toggle() {
    if (!running()) return start();
    paused = !paused;
    app.send({ type: "pace", rate: paused ? 0 : rate() });
    app.render();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    toggle();
  });
  end.addEventListener("click", () => running() && app.send({ type: "cancel" }));
  for (const { input } of clocks) input.addEventListener("change", () => (fillPaces(), app.render()));
  pace.addEventListener("change", () => {
    if (running() && !paused) app.send({ type: "pace", rate: rate() });
  });
  preset.addEventListener("change", () => preset.value && lineUp(preset.value));
  add.addEventListener("click", () => {
    if (running() || lanes.length >= MOST) return;
    const taken = lanes.map((lane) => lane.picker.value());
    addLane(Object.keys(PRESETS).flatMap(lanesOf).find((spec) => !taken.includes(spec)) ?? state.game?.default_algorithm ?? "");
    custom();
  });

  /** What was chosen by hand is no preset, and a race that was run with other lanes is over. */
  function custom() {
    preset.value = "";
    race = null;
    app.render();
  }

  function fillPaces() {
    const now = clock();
    const kept = pace.dataset.clock === now ? pace.value : USUAL[now];
    pace.dataset.clock = now;
    pace.replaceChildren(...PACES[now].map((value) => {
      let words = t(`race.pace.${now}.free`);
      if (value !== null) words = now === "time" ? t("race.pace.slower", { n: number(Math.round(1 / value)) }) : t("race.pace.rate", { n: number(value) });
      return h("option", { value: value === null ? "" : value }, words);
    }));
    pace.value = kept;
  }

  /** The lanes of a preset that the game knows. @param {string} name */
  function lanesOf(name) {
    const info = state.game;
    if (!info) return [];
    // The first that a game declares is its usual one.
    const usual = info.heuristics[0]?.name;
    return (PRESETS[name] ?? []).flatMap((spec) =>
      spec.includes("*") ? info.heuristics.map((one) => spec.replace("*", one.name)) : [spec.replace("(h)", usual ? `(${usual})` : "")])
      .filter((spec) => info.algorithms.some((one) => one.name === parseSpec(spec).name)).slice(0, MOST);
  }

  /** @param {string} name */
  function lineUp(name) {
    if (running()) return;
    track.replaceChildren();
    lanes = [];
    race = null;
    for (const spec of lanesOf(name)) addLane(spec);
    app.render();
  }

  /** @param {string} spec */
  function addLane(spec) {
    const lane = createLane(custom, () => {
      if (running() || lanes.length <= FEWEST) return;
      lanes = lanes.filter((one) => one !== lane);
      lane.root.remove();
      custom();
      lanes.at(-1)?.picker.algorithm.focus();
    });
    lane.picker.choose(spec);
    lanes.push(lane);
    track.append(lane.root);
  }

  /** @param {State} now */
  function setUp({ game }) {
    if (!game) return;
    const names = Object.keys(PRESETS).filter((name) => lanesOf(name).length >= FEWEST);
    refill(preset, `${current()} ${game.name}`, () => {
      const kept = preset.options.length ? preset.value : names[0];
      const options = [h("option", { value: "" }, t("race.preset.own")), ...names.map((name) => h("option", { value: name }, t(`race.preset.${name}`)))];
      for (const option of options) option.selected = option.value === kept;
      fillPaces();
      return options;
    });
    if (!lanes.length) lineUp(names[0]);
  }

  /** The figures of all lanes as a table, the best first once all have come in. @param {Race} now */
  function drawTable(now) {
    const key = now.clock === "time" ? "seconds" : "expanded";
    const order = now.lanes.map((lane, index) => ({ lane, index }));
    if (now.done) order.sort((a, b) => Number(finished(b.lane)) - Number(finished(a.lane)) || a.lane[key] - b.lane[key]);
    const best = order.filter(({ lane }) => finished(lane));
    const least = { expanded: 0, seconds: 0, bytes: 0 };
    for (const name of /** @type {const} */ (["expanded", "seconds", "bytes"])) least[name] = Math.min(...best.map(({ lane }) => lane[name]));
    /** @param {Lane} lane @param {"expanded" | "seconds" | "bytes"} name @param {(value: number) => string} format */
    const cell = (lane, name, format) => {
      const ratio = lane[name] / least[name];
      const words = now.done && finished(lane) && best.length > 1 && Number.isFinite(ratio)
        ? [h("span", { class: "ratio" }, ratio <= 1 ? t("race.best") : `× ${number(ratio, { maximumSignificantDigits: ratio < 100 ? 2 : 3 })}`)] : [];
      return h("td", {}, h("span", {}, format(lane[name])), ...words);
    };
    refill(table, `${current()} ${now.done} ${order.map(({ lane }) => [lane.algorithm, lane.outcome, ...figuresOf(lane)]).join()}`, () => [
      h("thead", {}, h("tr", {}, ...["algorithm", skin.unit, "expanded", "time", "memory", "bound"].map((name) => h("th", { scope: "col" }, t(name))))),
      h("tbody", {}, ...order.map(({ lane }, rank) => h("tr", {},
        h("th", { scope: "row" }, ...(now.done && finished(lane) ? [h("span", { class: "rank" }, `${rank + 1}. `)] : []), ...lane.algorithm.split(/(?=\()/).flatMap((part, i) => (i ? [h("wbr"), part] : [part]))),
        h("td", {}, ...(lane.outcome === "solved"
          ? [h("span", {}, number(lane.cost ?? lane.moves.length)), h("span", { class: "ratio" }, t(lane.optimal ? "race.optimal" : "race.unproven"))]
          : [outcomeWords(lane)])),
        cell(lane, "expanded", number), cell(lane, "seconds", seconds), cell(lane, "bytes", bytes), h("td", {}, show(lane.bound))))),
    ]);
    write(title, t(now.done ? "race.result" : "race.figures"));
    if (now.done && !told) {
      told = true;
      const first = best[0]?.lane;
      app.say(first ? t("race.said", { algorithm: first.algorithm, outcome: outcomeWords(first), n: number(first.expanded), time: seconds(first.seconds) }) : t("race.said.none"));
    }
  }

  return {
    root,
    render(now) {
      const { view, busy } = now;
      strip.render(now);
      setUp(now);
      if (about && about !== place()) {
        if (running()) app.send({ type: "cancel" });
        race = null;
        about = "";
      }
      const live = running();
      // A race that was cancelled says no last word.
      if (race && !race.done && !live) {
        race = { ...race, done: true, lanes: race.lanes.map((lane) => (lane.outcome === "running" ? { ...lane, outcome: "cancelled" } : lane)) };
      }
      write(go, t(!live ? "race.go" : paused ? "race.on" : "race.pause"));
      disable(go, (busy !== null && !live) || !view || view.scene.solved);
      end.hidden = !live;
      add.hidden = live || lanes.length >= MOST;
      for (const input of [preset, ...clocks.map((one) => one.input)]) input.disabled = live;
      set(track, { "data-lanes": lanes.length });
      const top = heatTop((race?.lanes ?? []).map((lane) => lane.heat));
      lanes.forEach((lane, index) => lane.render(now, index, race?.lanes[index] ?? null, top, live, lanes.length > FEWEST));
      legend.root.hidden = !race;
      legend.render(heatSteps(top));
      result.hidden = !race;
      result.classList.toggle("sr", Boolean(race && !race.done));
      if (race) drawTable(race);
    },
    heard(message) {
      if (message.type === "race" && mine) race = message;
      // What could not begin is not awaited any more.
      if (message.type === "error" && mine && !race) mine = false;
    },
    key(event) {
      if (event.key !== " " || (event.target instanceof Element && event.target.closest("button, a"))) return false;
      toggle();
      return true;
    },
    hidden() {
      if (running()) app.send({ type: "cancel" });
      mine = false;
    },
    help: () => [h("p", {}, t("race.help")), keyList([[t("race.space"), "race.help.space"], ["?", "help.help"]])],
  };
}

/**
 * One lane: its algorithm, its board, its figures.
 * @param {() => void} changed
 * @param {() => void} remove
 */
function createLane(changed, remove) {
  const picker = createPicker(changed);
  const name = h("h2");
  const away = h("button", { type: "button", class: "icon" }, "×");
  const host = h("div");
  const board = createHeatBoard(host);
  const outcome = h("p", { class: "outcome" });
  const values = FIGURES.map(() => h("dd"));
  const words = FIGURES.map(() => h("dt"));
  // The table below says the same in a better order for a screen reader.
  const figures = h("div", { class: "meters", "aria-hidden": "true" }, ...FIGURES.map((_, i) => h("dl", {}, words[i], values[i])));
  const root = h("section", { "data-lane": "" }, h("div", { class: "lane-head" }, name, picker.algorithm, picker.heuristic, away), host, outcome, figures);
  away.addEventListener("click", remove);

  return {
    root, picker,
    /**
     * @param {State} state
     * @param {number} index
     * @param {Lane | null} lane
     * @param {number} top
     * @param {boolean} live
     * @param {boolean} removable
     */
    render({ game, view }, index, lane, top, live, removable) {
      picker.render(game);
      const n = index + 1;
      // The name of a lane that runs is read, not chosen.
      write(name, live && lane ? `${n} ${lane.algorithm}` : String(n));
      picker.algorithm.hidden = picker.heuristic.hidden = live && lane !== null;
      set(root, { "data-lane": n, "aria-label": t("race.lane", { n }) });
      set(picker.algorithm, { "aria-label": t("algorithm"), disabled: live });
      set(picker.heuristic, { "aria-label": t("heuristic") });
      picker.heuristic.disabled = live || !picker.info()?.heuristic;
      set(away, { "aria-label": t("race.remove", { n }), title: t("race.remove", { n }) });
      away.hidden = live || !removable;
      if (!view) return;
      board.render(view.scene, lane, top);
      root.classList.toggle("ended", lane !== null && lane.outcome !== "running");
      write(outcome, lane ? outcomeWords(lane) : " ");
      const texts = lane ? figuresOf(lane) : FIGURES.map(() => "–");
      FIGURES.forEach((key, i) => {
        write(words[i], t(key));
        write(values[i], texts[i]);
      });
    },
  };
}
