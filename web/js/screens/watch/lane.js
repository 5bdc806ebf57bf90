// @ts-check
// One search: its board with the state at the moment that is seen, and that state's figures.

import { b, h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { createStateBoard } from "./board.js";
import { endWords, guided, scoreOf, share, whatWords } from "./words.js";

/** @import { Cursor, NodeView, Scene, Seat, Shift, TracedLane } from "../../core/wire.js" */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The last state of a solution, with the way to it, as if it were a node. @param {TracedLane} lane
 * @param {Scene} scene
 * @returns {NodeView | null} */
export function solutionOf({ way, cost }, { pieces }) {
  if (!way.length) return null;
  const cells = pieces.map((piece) => piece.cell);
  // Of who pushes, only what is pushed is drawn.
  const pushes = way.some(({ pushed }) => pushed);
  const steps = way.map(({ piece, path, pushed }) => [/** @type {const} */ ([piece, path]),
    ...(pushed ? [pushed] : [])].flatMap(([index, along]) => {
    const [from, to] = [cells[index], along.at(-1) ?? cells[index]];
    cells[index] = to;
    return from === to || (pushes && index === piece) ? [] : [/** @type {Shift} */ ([index, from, to])];
  }));
  return { id: -1, parent: 0, g: cost ?? way.length, h: 0, status: "goal", backward: false, cells,
    way: [[], ...steps.filter((step) => step.length)], moves: [], born: 0, ended: null, window: null, score: null,
    cut: 0, known: false, visits: 0, value: null, terms: null };
}

/** @param {{choose(): void, pointed: ((cell: number) => void) | null}} acts */
export function createLaneView({ choose, pointed }) {
  const name = b({ class: "lane-name" });
  name.addEventListener("click", choose);
  const host = h("div", { class: "watch-board" });
  const board = createStateBoard(host, pointed);
  const figures = h("p", { class: "gh" });
  const status = h("p", { class: "quiet lane-status" });
  const what = h("p", { class: "lane-what" });
  const again = b({ class: "replay-way", "data-i18n": "race.replay" });
  /** Whether a solution is being played. */
  let playing = false;
  const bar = h("i");
  /** @type {{scene: Scene, lane: TracedLane} | null} */
  let solved = null;
  again.addEventListener("click", async () => {
    if (!solved || playing) return;
    const { scene, lane } = solved;
    playing = true;
    board.render(scene, { lane, cursor: null, node: null, stops: [] });
    await board.board.slide(lane.way, still.matches ? 0 : Math.min(9000, lane.way.length * 420));
    playing = false;
    last?.();
  });
  /** Draws what was seen last. @type {(() => void) | null} */
  let last = null;
  const root = h("section", { class: "watch-lane" }, h("div", { class: "lane-title" }, name, status), host,
    h("div", { class: "gh-row" }, figures, again), what, h("div", { class: "lane-bar", "aria-hidden": "true" }, bar));
  return {
    root, board,
    /**
     * @param {{lane: TracedLane | null, cursor: Cursor | null, node: NodeView | null, pinned: boolean, start: Scene,
     * scene: Scene, seats: Seat[],
     *   stops: number[], n: number, of: number, chosen: boolean, label: string, part: number}} seen `start` is where
     * the search began, `scene` what is drawn
     */
    render(seen) {
      const { lane, cursor, pinned, start, scene, seats, stops, n, of, chosen, label, part } = seen;
      // At its end a search shows what it came to.
      const end = lane !== null && cursor !== null && cursor.at === lane.events && lane.outcome === "solved" && !pinned;
      const solution = end ? solutionOf(lane, start) : null;
      const node = solution ?? seen.node;
      solved = solution && lane ? { scene: start, lane } : null;
      last = () => this.render(seen);
      again.hidden = !solution;
      set(again, { "aria-label": t("race.replay.of", { runner: label }) });
      write(again, t("race.replay"));
      if (playing) return;
      set(root, { "data-watch-lane": n, "aria-label": t("race.lane", { n }) });
      root.classList.toggle("chosen", chosen && of > 1);
      host.style.setProperty("--ratio", String(scene.width / scene.height));
      write(name, of > 1 ? `${n} ${label}` : label);
      set(name, { "aria-pressed": of > 1 ? String(chosen) : null });
      name.classList.toggle("lone", of < 2);
      board.render(scene, { lane, cursor, node, stops, last: node?.moves.at(-1) ?? null });
      const informed = lane && guided(lane, cursor);
      write(figures, !lane || !node ? " " : lane.kind === "lines"
        ? (node.window
        ? `α ${scoreOf(node.window[0])}   β ${scoreOf(node.window[1])}   ${t("watch.value")} ${scoreOf(node.score)}`
        : `${t("watch.value")} ${scoreOf(node.score)}`)
        : lane.kind === "rollouts" ? t("watch.figures.visits", { visits: node.visits, value: share(node.value) })
          : informed && node.h !== null ? `g ${node.g} + h ${node.h} = f ${node.g + node.h}` : `g ${node.g}`);
      if (solution && lane) {
        write(figures, endWords(lane));
      }
      write(status, !node || solution ? "" : pinned ? t("watch.pinned", { id: node.id }) : lane?.kind === "states"
        ? t(`watch.status.${node.status}`, { id: node.id }) : "");
      write(what, of > 1 && lane ? whatWords(lane, cursor, start, seats) : "");
      bar.style.width = `${100 * part}%`;
    },
  };
}
