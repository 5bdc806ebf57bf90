// @ts-check
// Race: players think about one position, each with the same time, and show what they would play.

import { createBoard } from "../../core/board.js";
import { h, write } from "../../core/dom.js";
import { said, t } from "../../core/i18n.js";
import { about as aboutOf, field } from "../../core/parts.js";
import { createPicker } from "../../core/pick.js";
import { engineWord, playerName } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { createThought, fillTimes } from "../parts/thought.js";

/** @import { View } from "../../core/state.js" */
/** @import { GameInfo, Lane as Told } from "../../core/wire.js" */
/** @import { Kind, Lane } from "../race.js" */

const TIMES = [1, 3, 10, 30, 60];

/** Lanes to begin with: for two players, or for more. @param {GameInfo} game @param {View} view */
function presets({ algorithms, levels, default_algorithm: best }, { scene }) {
  const known = (/** @type {string[]} */ ...names) =>
    [...names.filter((name) => algorithms.some((one) => one.name === name)), best];
  const some = [0, Math.floor((levels.length - 1) / 2), levels.length - 1].flatMap((i) => levels[i]?.spec ?? []);
  /** @type {Record<string, string[]>} */
  const all = scene.sides.length > 2 ? { several: known("maxn", "paranoid", "mcts") }
    : { classic: known("minimax", "alphabeta", "pvs"), kinds: known("mcts").reverse() };
  return Object.fromEntries(Object.entries({ ...all, levels: some }).filter(([, specs]) => specs.length > 1));
}

/** What the lanes have come to, in a sentence. @param {Told[]} lanes @param {(move: string) => string} word */
function verdict(lanes, word) {
  /** @type {Map<string, number>} */
  const votes = new Map();
  for (const { thought } of lanes) if (thought?.move) votes.set(thought.move, (votes.get(thought.move) ?? 0) + 1);
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!best) return t("race.none");
  const [move, n] = [word(best[0]), best[1]];
  if (n === lanes.length) return t("race.agree", { move });
  return n > 1 ? t("race.most", { n, of: lanes.length, move }) : t("race.differ", { n: votes.size });
}

/** @returns {Kind} */
export function createPlayers() {
  const time = h("select", { id: "race-seconds" });
  fillTimes(time, TIMES);
  time.value = "3";
  const result = h("p", { class: "race-verdict", id: "race-result", role: "status" });
  /** @type {View | null} */
  let about = null;
  const word = (/** @type {string} */ move) => (about ? skin.moveSign(about.scene, move).label : move);
  return {
    presets,
    fields: [field("race.seconds", time)],
    how: () => ({ seconds: Number(time.value) }),
    lane: createLane,
    more: [result],
    after: [h("p", { class: "quiet", "data-i18n": "race.players.note" })],
    words(view) {
      about = view;
      const { scene, table } = view;
      return t("race.about", { player: playerName(table?.seats ?? [], scene.turn) });
    },
    spoken: ({ lanes }) => [verdict(lanes, word), ...lanes.map(({ algorithm, thought }) => t("race.players.said",
      { who: engineWord(algorithm), move: thought?.move ? word(thought.move) : "–", depth: thought?.depth ?? 0 }))]
      .join(" "),
    render(_, race, live) {
      fillTimes(time, TIMES);
      time.disabled = live;
      write(result, race?.done ? verdict(race.lanes, word) : live ? t("race.running") : "");
    },
    room: (narrow) => (narrow ? { under: 300, beside: 170, tall: 380, least: 260 }
      : { under: 286, beside: 276, tall: 320, least: 260 }),
    help: ["race.players.help", "match.help"],
  };
}

/** @param {() => void} changed @returns {Lane} */
function createLane(changed) {
  const engine = createPicker(changed);
  const host = h("div", { class: "lane-board" });
  const board = createBoard(host, null);
  const mind = createThought();
  const bars = [h("i"), h("i")];
  const note = h("p", { class: "quiet" });
  return {
    head: [engine.root],
    board: host,
    body: [note, mind.row, mind.meters, h("div", { class: "grow", "aria-hidden": "true" }, ...bars), mind.line],
    value: engine.value,
    choose: engine.choose,
    focus: () => engine.algorithm.focus(),
    render({ state, view, label, lane, live, race }) {
      const thought = lane?.thought ?? null;
      engine.render(state.game, label, live);
      const info = engine.info();
      write(note, info ? aboutOf(info) : "");
      board.render(view.scene, { margin: 6, line: thought?.line ?? [], lineLength: 3 });
      host.classList.toggle("waits", live && !thought);
      const words = lane?.refusal ? said(lane.refusal) : live ? t("hint.wait") : lane && !thought?.move ? t("race.nothing") : "";
      mind.render(thought, view, { most: 6, words });
      // Depth as it is, positions on a logarithmic scale, against those of the lane that has the most.
      const measures = [(/** @type {Told | null} */ one) => one?.thought?.depth ?? 0,
        (/** @type {Told | null} */ one) => Math.log(1 + (one?.thought?.nodes ?? 0))];
      measures.forEach((measure, i) => {
        const most = Math.max(1, ...(race?.lanes ?? []).map(measure));
        bars[i].style.width = `${(100 * measure(lane)) / most}%`;
      });
    },
  };
}
