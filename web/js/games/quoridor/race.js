// @ts-check
// Race: two to four engines think about one position, side by side; or two of them play many games (race-match.js).

import { h, refill, set, write } from "../../core/dom.js";
import { current, t } from "../../core/i18n.js";
import { button, disable, keyList } from "../../core/parts.js";
import { sign } from "./art.js";
import { createBoard } from "./board.js";
import { createEngine, createLine, createMeters, createTilt, fillTimes, placeOf, scoreSign } from "./lab.js";
import { createMatch } from "./race-match.js";
import { engineWord, moveWord, nameOf } from "./words.js";
import { scoreTold } from "./analyse-chart.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").State} State */
/** @typedef {import("./wire.js").Lane} Lane */
/** @typedef {import("./wire.js").View} View */

const [FEWEST, MOST] = [2, 4];
const TIMES = [1, 3, 10, 30, 60];
/** Lanes to begin with; the last line-up is for more than two players. @type {Record<string, string[]>} */
const PRESETS = {
  classic: ["minimax", "alphabeta", "pvs", "fast"],
  kinds: ["fast", "mcts"],
  levels: ["fast(level=beginner)", "fast(level=medium)", "fast"],
  four: ["maxn", "paranoid", "mcts", "fast"],
};

/** @param {App} app @returns {import("./app.js").Screen} */
export function create(app) {
  const { state } = app;
  const match = createMatch(app);
  let mode = localStorage.getItem("damier.quoridor.race") ?? "race";
  /** @type {import("./app.js").Of<"race"> | null} */
  let race = null;
  /** The table where it was begun. @type {View | null} */
  let about = null;
  let mine = false;
  let told = true;
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];

  const modes = ["race", "match"].map((name) => {
    const one = h("button", { type: "button", "data-mode": name, "data-i18n": `race.mode.${name}` });
    one.addEventListener("click", () => {
      mode = name;
      localStorage.setItem("damier.quoridor.race", name);
      app.render();
    });
    return one;
  });
  const preset = h("select", { id: "race-preset" });
  const time = h("select", { id: "race-seconds" });
  fillTimes(time, TIMES);
  time.value = "3";
  const go = h("button", { class: "primary", id: "race-go" });
  const add = button("race.add", { id: "race-add" });
  const form = h("form", { class: "lab-form" }, h("label", {}, h("span", { "data-i18n": "race.preset" }), preset), h("label", {}, h("span", { "data-i18n": "race.seconds" }), time), h("div", { class: "row" }, go, add));
  const track = h("div", { class: "lanes" });
  const turn = h("span", { class: "glyph", "aria-hidden": "true" });
  const goal = h("p", { id: "goal" });
  const result = h("p", { class: "race-result", id: "race-result", role: "status" });
  const raceBox = h("div", { class: "race-box" }, h("div", { class: "race-about" }, turn, goal, result), track, h("p", { class: "quiet", "data-i18n": "race.note" }));
  const root = h("div", { class: "lab" }, h("div", { class: "lab-top" }, h("div", { class: "seg modes", role: "group", "data-i18n-label": "screen.race" }, ...modes), form, match.form), raceBox, match.root);

  const running = () => mine && state.busy === "race";
  function toggle() {
    if (running()) return void app.send({ type: "cancel" });
    const { view } = state;
    if (!view || view.board.winner !== null) return;
    race = null;
    told = false;
    about = view;
    mine = app.send({ type: "race", algorithms: lanes.map((lane) => lane.engine.value()), seconds: Number(time.value), text: null });
    app.render();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    toggle();
  });
  /** What was chosen by hand is no preset, and a race with other lanes is over. */
  function custom() {
    preset.value = "";
    race = null;
    app.render();
  }
  /** @param {string} spec */
  function addLane(spec) {
    const lane = createLane(spec, custom, () => {
      if (running() || lanes.length <= FEWEST) return;
      lanes = lanes.filter((one) => one !== lane);
      lane.root.remove();
      custom();
      lanes.at(-1)?.engine.select.focus();
    });
    lanes.push(lane);
    track.append(lane.root);
  }
  /** @param {string} name */
  function lineUp(name) {
    if (running()) return;
    track.replaceChildren();
    lanes = [];
    race = null;
    for (const spec of PRESETS[name] ?? []) addLane(spec);
    app.render();
  }
  preset.addEventListener("change", () => preset.value && lineUp(preset.value));
  add.addEventListener("click", () => {
    if (running() || lanes.length >= MOST) return;
    const taken = lanes.map((lane) => lane.engine.value());
    addLane(Object.values(PRESETS).flat().find((spec) => !taken.includes(spec)) ?? "fast");
    custom();
  });

  /** What the lanes have come to, in a sentence. @param {Lane[]} list */
  function verdict(list) {
    /** @type {Map<string, string[]>} */
    const votes = new Map();
    for (const lane of list) if (lane.thought?.play) votes.set(lane.thought.play, [...(votes.get(lane.thought.play) ?? []), lane.algorithm]);
    const best = [...votes].sort((a, b) => b[1].length - a[1].length)[0];
    if (!best) return t("race.none");
    const move = moveWord(best[0]);
    if (best[1].length === list.length) return t("race.agree", { move });
    return best[1].length > 1 ? t("race.most", { n: best[1].length, of: list.length, move }) : t("race.differ", { n: votes.size });
  }

  return {
    root,
    render(now) {
      const { view, busy } = now;
      const live = running();
      modes.forEach((one) => set(one, { "aria-pressed": String(one.dataset.mode === mode) }));
      form.hidden = raceBox.hidden = mode !== "race";
      match.show(mode === "match");
      match.render(now);
      if (mode !== "race" || !view) return;
      const four = view.seats.length > 2;
      const names = Object.keys(PRESETS).filter((name) => (name === "four") === four || name === "levels");
      refill(preset, `${current()} ${four}`, () => {
        const kept = names.includes(preset.value) || lanes.length ? preset.value : names[0];
        return [h("option", { value: "" }, t("race.preset.own")), ...names.map((name) => h("option", { value: name, selected: name === kept }, t(`race.preset.${name}`)))];
      });
      if (!lanes.length || (root.dataset.four !== String(four) && !live)) {
        root.dataset.four = String(four);
        preset.value = names[four ? names.length - 1 : 0];
        return lineUp(preset.value);
      }
      fillTimes(time, TIMES);
      if (race && !race.done && !live) race = { ...race, done: true };
      // Lanes stay with the position that they thought about, until another one is on the table.
      if (about && !live && placeOf(state) !== placeOf(/** @type {State} */ ({ view: about }))) {
        race = null;
        about = null;
      }
      const seen = about ?? view;
      write(go, t(live ? "cancel" : "race.go"));
      disable(go, (busy !== null && !live && busy !== "analyse") || view.board.winner !== null);
      add.hidden = live || lanes.length >= MOST;
      preset.disabled = time.disabled = live;
      write(goal, view.board.winner !== null ? t("why.over") : t("race.about", { player: nameOf(seen.seats, seen.board.turn) }));
      refill(turn, String(seen.board.turn), () => [sign(seen.board.turn)]);
      set(track, { "data-lanes": lanes.length });
      const list = race?.lanes ?? [];
      const most = { depth: Math.max(1, ...list.map((lane) => lane.thought?.depth ?? 0)), nodes: Math.max(2, ...list.map((lane) => lane.thought?.nodes ?? 0)) };
      lanes.forEach((lane, index) => lane.render(now, seen, index, list[index] ?? null, most, live, lanes.length > FEWEST));
      write(result, race?.done ? verdict(list) : live ? t("race.running") : "");
      if (race?.done && !told) {
        told = true;
        app.say([verdict(list), ...list.map((lane) => t("race.said", { who: engineWord(lane.algorithm), move: lane.thought?.play ? moveWord(lane.thought.play) : "–", depth: lane.thought?.depth ?? 0 }))].join(" "));
      }
    },
    heard(message) {
      if (message.type === "race" && mine) race = message;
      if (message.type === "error" && mine && !race) mine = false;
    },
    key(event) {
      if (event.key !== " " || (event.target instanceof Element && event.target.closest("button, a"))) return false;
      if (mode === "race") toggle();
      else match.toggle();
      return true;
    },
    hidden() {
      if (running()) app.send({ type: "cancel" });
      mine = false;
    },
    help: () => [h("p", {}, t("race.help")), h("p", {}, t("match.help")), keyList([[t("race.space"), "race.key"], ["?", "help.help"]])],
  };
}

/**
 * One lane: its engine, its board, what it thinks.
 * @param {string} spec
 * @param {() => void} changed
 * @param {() => void} remove
 */
function createLane(spec, changed, remove) {
  const engine = createEngine(spec, changed);
  const away = h("button", { type: "button", class: "icon" }, "×");
  away.addEventListener("click", remove);
  const host = h("div", { class: "lane-board" });
  const board = createBoard(host, null);
  const score = h("strong", { class: "score" });
  const words = h("p");
  const tilted = createTilt();
  const meters = createMeters();
  const [depth, nodes] = [h("i"), h("i")];
  const line = createLine(() => {}, null);
  const note = h("p", { class: "quiet" });
  const root = h("section", { class: "lane" }, h("div", { class: "lane-head" }, engine.root, away), note, host,
    h("div", { class: "verdict-row" }, score, h("div", {}, words, tilted.root)), meters.root, h("div", { class: "grow", "aria-hidden": "true" }, depth, nodes), line.root);
  return {
    root, engine,
    /** @param {State} state @param {View} view @param {number} index @param {Lane | null} lane @param {{depth: number, nodes: number}} most @param {boolean} live @param {boolean} removable */
    render(state, view, index, lane, most, live, removable) {
      const n = index + 1;
      const thought = lane?.thought ?? null;
      engine.render(state, t("race.lane", { n }), live);
      set(root, { "aria-label": t("race.lane", { n }) });
      set(away, { "aria-label": t("race.remove", { n }), title: t("race.remove", { n }) });
      away.hidden = live || !removable;
      write(note, engine.about(state));
      board.render(view.board, { margin: 6, line: thought?.line ?? [], lineLength: 3 });
      host.classList.toggle("waits", live && !thought);
      write(score, scoreSign(thought?.score, view.seats.length));
      write(words, thought?.score ? scoreTold(thought.score, view) : live ? t("hint.wait") : lane?.done && !thought?.play ? t("race.nothing") : "");
      tilted.render(thought?.score, view.seats.length);
      meters.render(thought);
      depth.style.width = `${(100 * (thought?.depth ?? 0)) / most.depth}%`;
      nodes.style.width = `${(100 * Math.log(1 + (thought?.nodes ?? 0))) / Math.log(1 + most.nodes)}%`;
      line.render(thought?.line ?? [], view.board.turn, view.seats, 6);
    },
  };
}
