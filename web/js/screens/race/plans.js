// @ts-check
// Race: searches for a plan. Each lane is given the same number of expansions or the same time, and shows where it has
// been.

import { h, refill, write } from "../../core/dom.js";
import { createHeatBoard, createLegend, heatSteps, heatTop } from "../../core/heat.js";
import { bytes, number, said, seconds, t } from "../../core/i18n.js";
import { check, field, show } from "../../core/parts.js";
import { createPicker, nameOf } from "../../core/pick.js";
import { skin } from "../../core/skin.js";
import { moveChip, moves, signLegend } from "../../core/words.js";
import { createReplay } from "../parts/replay.js";
import { createFigures } from "../parts/thought.js";

/** @import { App } from "../../core/app.js" */
/** @import { GameInfo, Lane as Told, RaceClock } from "../../core/wire.js" */
/** @import { Kind, Lane, Race } from "../race.js" */

const MOST = 4;
/** Paces by clock; null lets go. @type {Record<RaceClock, (number | null)[]>} */
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
/** So many moves of a solution are written below a lane. */
const CHIPS = 24;
const FIGURES = ["expanded", "time", "memory", "bound"];

/** @param {Told} lane */
const figuresOf = (lane) => [number(lane.expanded), seconds(lane.seconds), bytes(lane.bytes), number(lane.bound)];

/** How a lane stands, in words. @param {Told} lane */
function outcomeWords(lane) {
  if (lane.refusal) return said(lane.refusal);
  const how = lane.outcome === "solved" && lane.optimal ? "optimal" : lane.outcome;
  return t(`race.outcome.${how}`, { moves: moves(lane.cost ?? lane.moves.length) });
}

/** Whether it came to an end of its own. @param {Told} lane */
const finished = (lane) => lane.outcome === "solved" || lane.outcome === "unsolvable";

/** The lanes of a preset that the game knows. @param {string[]} specs @param {GameInfo} game */
function known(specs, { heuristics, algorithms }) {
  // The first that a game declares is its usual one.
  const usual = heuristics[0] ? `(${heuristics[0].name})` : "";
  return specs.flatMap((spec) => (spec.includes("*") ? heuristics.map((one) => spec.replace("*", one.name))
    : [spec.replace("(h)", usual)]))
    .filter((spec) => algorithms.some((one) => one.name === nameOf(spec))).slice(0, MOST);
}

/** @param {App} app @returns {Kind} */
export function createPlans(app) {
  const pace = h("select", { id: "race-pace" });
  const clocks = /** @type {RaceClock[]} */ (["expansions", "time"]).map((value) => {
    const input = h("input", { type: "radio", name: "race-clock", value, id: `clock-${value}` });
    input.checked = value === "expansions";
    return { value, input, root: check(`race.clock.${value}`, input) };
  });
  const clockSet = h("div", { class: "race-clock", role: "radiogroup", "aria-labelledby": "race-clock" },
    h("span", { id: "race-clock", "data-i18n": "race.clock" }), h("div", {}, ...clocks.map((one) => one.root)));
  clockSet.addEventListener("change", app.render);
  const legend = createLegend("race.legend");
  const result = createResult();

  const clock = () => clocks.find((one) => one.input.checked)?.value ?? "expansions";
  const rate = () => (pace.value === "" ? null : Number(pace.value));
  function fillPaces() {
    const now = clock();
    const kept = pace.dataset.clock === now ? pace.value : USUAL[now];
    pace.dataset.clock = now;
    refill(pace, now, () => PACES[now].map((value) => h("option", { value: value ?? "" },
      value === null ? t(`race.pace.${now}.free`) : now === "time"
        ? t("race.pace.slower", { n: number(Math.round(1 / value)) }) : t("race.pace.rate", { n: number(value) }))));
    pace.value = kept;
  }
  return {
    presets: (game) => Object.fromEntries(Object.entries(PRESETS).map(([name, specs]) =>
      /** @type {const} */ ([name, known(specs, game)])).filter(([, specs]) => specs.length > 1)),
    fields: [clockSet, field("race.pace", pace)],
    how: () => ({ clock: clock(), rate: rate() }),
    lane: createLane,
    more: [],
    after: [h("div", { class: "notes" }, legend.root, h("p", { class: "quiet", "data-i18n": "race.note" }),
      ...signLegend()),
      result.root],
    pause: (paused) => void app.send({ type: "pace", rate: paused ? 0 : rate() }),
    words: ({ scene }) => skin.goalWords(scene),
    spoken({ lanes, clock }) {
      const [first] = ranked(lanes, clock).filter(finished);
      return first ? t("race.said", { algorithm: first.algorithm, outcome: outcomeWords(first),
        n: number(first.expanded), time: seconds(first.seconds) }) : t("race.said.none");
    },
    render(_, race, live) {
      fillPaces();
      for (const { input } of clocks) input.disabled = live;
      legend.root.hidden = !race;
      legend.render(heatSteps(heatTop((race?.lanes ?? []).map((lane) => lane.heat))));
      result.render(race);
    },
    room: (narrow) => (narrow ? { under: 148, beside: 160, tall: 168, least: 160 }
      : { under: 128, beside: 232, tall: 200, least: 220 }),
    help: ["race.help"],
  };
}

/** The lanes in the order in which they came in. @param {Told[]} lanes @param {RaceClock} clock */
function ranked(lanes, clock) {
  const key = clock === "time" ? "seconds" : "expanded";
  return [...lanes].sort((a, b) => Number(finished(b)) - Number(finished(a)) || a[key] - b[key]);
}

/** @param {() => void} changed @returns {Lane} */
function createLane(changed) {
  const picker = createPicker(changed);
  const host = h("div");
  const { button, render: renderBoard } = createReplay((changed) => createHeatBoard(host, changed));
  const outcome = h("p", { class: "outcome" });
  const way = h("ol", { class: "chips way-list", "data-i18n-label": "solution" });
  // The table below says the same in a better order for a screen reader.
  const figures = createFigures(FIGURES, { class: "meters", "aria-hidden": "true" });
  return {
    head: [picker.algorithm, picker.heuristic],
    board: host,
    body: [h("div", { class: "outcome-row" }, outcome, button), figures.root, way],
    value: picker.value,
    choose: picker.choose,
    focus: () => picker.algorithm.focus(),
    render({ state, view, lane, live, race }) {
      picker.render(state.game, t("algorithm"), live);
      renderBoard(view.scene, lane, heatTop((race?.lanes ?? []).map((one) => one.heat)));
      write(outcome, lane ? outcomeWords(lane) : " ");
      const chunks = skin.chunks(lane?.moves ?? []);
      way.hidden = !chunks.length;
      refill(way, chunks.join(), () => [...chunks.slice(0, CHIPS).map((chunk) =>
        h("li", {}, moveChip(view.scene, chunk.join("")))),
        ...(chunks.length > CHIPS
          ? [h("li", { class: "quiet" }, t("race.more", { n: number(chunks.length - CHIPS) }))] : [])]);
      figures.render(lane ? figuresOf(lane) : FIGURES.map(() => "–"));
    },
  };
}

/** Values of a column in one unit and with as many decimals, so that their digits stand below each other: the unit in
 * which the least of them is at least 1. @param {number[]} values @param {[string, number][]} units the least first */
function column(values, units) {
  const least = Math.min(...values.filter((value) => value > 0));
  const [unit, size] = units.filter(([, one]) => least >= one).at(-1) ?? units[0];
  const small = least / size < 10 && values.some((value) => !Number.isInteger(value / size));
  const decimals = { minimumFractionDigits: small ? 1 : 0, maximumFractionDigits: small ? 1 : 0 };
  return (/** @type {number} */ value) =>
    number(value / size, { style: "unit", unit, unitDisplay: "short", ...decimals });
}
/** @type {[string, number][]} */
const TIMES = [["microsecond", 1e-6], ["millisecond", 1e-3], ["second", 1]];
/** @type {[string, number][]} */
const SIZES = [["byte", 1], ["kilobyte", 1e3], ["megabyte", 1e6], ["gigabyte", 1e9]];

/** The figures of all lanes as a table, the best first once all have come in. */
function createResult() {
  const title = h("h2", { id: "race-title", "data-i18n": "race.result" });
  const table = h("table");
  const root = h("section", { id: "race-result", "aria-labelledby": "race-title" }, title, table);
  /** A figure, and what there is to say of it. @param {string} value @param {string} [note] */
  const figure = (value, note = "") => h("td", {}, h("span", { class: "value" }, value),
    h("span", { class: "ratio" }, note));

  /** @param {Race} race */
  function rows({ clock, lanes, done }) {
    const order = done ? ranked(lanes, clock) : lanes;
    const best = order.filter(finished);
    const time = column(lanes.map((lane) => lane.seconds), TIMES);
    const size = column(lanes.map((lane) => lane.bytes), SIZES);
    /** @param {Told} lane @param {"expanded" | "seconds" | "bytes"} name @param {(value: number) => string} format */
    const cell = (lane, name, format) => {
      const ratio = lane[name] / Math.min(...best.map((one) => one[name]));
      return figure(format(lane[name]), !done || !finished(lane) || best.length < 2 || !Number.isFinite(ratio) ? ""
        : ratio <= 1 ? t("race.best") : `× ${number(ratio, { maximumSignificantDigits: ratio < 100 ? 2 : 3 })}`);
    };
    return order.map((lane, i) => h("tr", {},
      h("th", { scope: "row" }, ...(done && finished(lane) ? [h("span", { class: "rank" }, `${i + 1}. `)] : []),
        ...lane.algorithm.split(/(?=\()/).flatMap((part, at) => (at ? [h("wbr"), part] : [part]))),
      lane.outcome === "solved" ? figure(number(lane.cost ?? lane.moves.length),
        t(lane.optimal ? "race.optimal" : "race.unproven")) : figure("–", outcomeWords(lane)),
      cell(lane, "expanded", number), cell(lane, "seconds", time), cell(lane, "bytes", size),
      figure(show(lane.bound))));
  }
  return {
    root,
    /** @param {Race | null} race */
    render(race) {
      root.hidden = !race;
      root.classList.toggle("sr", Boolean(race && !race.done));
      if (!race) return;
      const { done, lanes } = race;
      refill(table, `${done} ${lanes.map((lane) => [lane.algorithm, lane.outcome, ...figuresOf(lane)]).join()}`, () => [
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("algorithm")),
          ...[skin.unit, "expanded", "time", "memory", "bound"].map((name) => h("th", { scope: "col" },
            h("span", { class: "value" }, t(name)))))),
        h("tbody", {}, ...rows(race))]);
      write(title, t(done ? "race.result" : "race.figures"));
    },
  };
}
