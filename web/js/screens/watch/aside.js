// @ts-check
// What stands beside the board: what has just happened, what waits and why the first of it is next, and how often what
// has happened. In a game the moves, with their windows and scores, or with their visits.

import { b, h, pressed, refill, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { skin } from "../../core/skin.js";
import { lastShift, shiftChip, shiftWords } from "./shifts.js";
import { figure, guided, keyName, keyOf, moverAfter, scoreOf, share, whatWords, whyWords } from "./words.js";

/** @import { Cursor, NodeView, Scene, Seat, TracedLane } from "../../core/wire.js" */
/** What is seen: `scene` is where the search began.
 * @typedef {{lane: TracedLane, cursor: Cursor | null, scene: Scene, seats: Seat[], pinned: number | null,
 *   hurry: boolean}} Seen */
/** How a list is shown while one predicts: only some nodes, in no telling order, and without their sum.
 * @typedef {{rows: NodeView[], chosen: number | null, right: number | null} | null} Quiz */

/** So many rows of moves are shown; of what waits, so many while it plays. */
const [ROWS, HURRIED] = [8, 12];

/** @type {Record<string, (cursor: Cursor, lane: TracedLane) => [string, number | string][]>} */
const COUNTS = {
  states: ({ counts, open, bound }, { timeline }) => [["expanded", counts.steps], ["open", open.len],
    ["duplicates", counts.duplicates],
    ["better", counts.better], ["dead", counts.dead], ["cut", counts.cut],
      ...(counts.skipped ? [/** @type {[string, number]} */ (["skipped", counts.skipped])] : []),
    ...(timeline.bounds.length ? [/** @type {[string, number | string]} */ (["bound", bound ?? "–"])] : [])],
  lines: ({ counts, bound }) => [["looked", counts.steps], ["cutoffs", counts.cut], ["hits", counts.duplicates],
    ["depth", bound ?? "–"]],
  rollouts: ({ step, root }, { nodes }) => [["rollouts", step], ["nodes", nodes], ["tried", root.length]],
  expansions: ({ counts, bound }) => [["expanded", counts.steps], ["bound", bound ?? "–"]],
  silent: ({ bound, pass }) => [["bound", bound ?? "–"], ["pass", pass]],
};

/** @param {{pick(id: number, node: NodeView): void}} acts */
export function createAside({ pick }) {
  const what = h("p", { class: "what", id: "watch-what" });
  const why = h("p", { class: "why", id: "watch-why" });
  const counts = h("dl", { class: "watch-counts" });
  const note = h("p", { class: "quiet watch-note" });
  const best = h("p", { class: "watch-best" });
  const title = h("h2", { id: "watch-list-title" });
  const key = h("span", { class: "quiet" });
  const head = h("div", { class: "head" }, title, key);
  const columns = h("div", { class: "open-row open-head", "aria-hidden": "true" });
  const list = h("ol", { class: "open-list", id: "watch-open", "aria-labelledby": "watch-list-title" });
  const more = h("p", { class: "quiet" });
  const where = h("div", { class: "seg watch-where", role: "group", "data-i18n-label": "watch.where" },
    ...["root", "here"].map((name) => b({ "data-where": name, "data-i18n": `watch.where.${name}` })));
  let level = "root";
  const moves = h("table", { class: "watch-moves", id: "watch-moves" });
  const listPart = h("section", { class: "watch-list" }, head, columns, list, more);
  const movesPart = h("section", { class: "watch-list" }, where, moves);
  const root = h("div", { class: "watch-aside" }, what, why, counts, note, best, listPart, movesPart);
  /** @type {Seen | null} */
  let last = null;
  /** @type {Map<number, NodeView>} */
  let known = new Map();
  for (const one of [list, moves]) {
    one.addEventListener("click", (event) => {
      const id = Number(pressed(event)?.dataset.node ?? NaN);
      const node = known.get(id);
      if (node) pick(id, node);
    });
  }
  where.addEventListener("click", (event) => {
    level = pressed(event)?.dataset.where ?? level;
    if (last) render(last, null);
  });

  /** @param {Seen} seen @param {Quiz} quiz */
  function openList({ lane, cursor, scene, pinned, hurry }, quiz) {
    const informed = guided(lane, cursor);
    const nodes = quiz?.rows ?? (cursor?.open.first ?? []).slice(0, hurry ? HURRIED : undefined);
    const by = cursor?.open.why ?? null;
    const sums = informed && by?.order !== "oldest";
    const shortKey = keyName(by).split(" ")[0];
    listPart.hidden = lane.kind !== "states";
    if (listPart.hidden) return;
    const total = cursor?.open.len ?? 0;
    write(title, t(quiz ? "watch.predict.title" : "watch.open", { n: number(total) }));
    write(key, quiz || !sums ? "" : keyName(by));
    root.classList.toggle("blind", !informed);
    refill(columns, `${informed} ${sums}`, () => ["", t("watch.moved"), "g", ...(informed ? ["h"] : []),
      ...(sums ? ["f"] : [])].map((word) => h("span", {}, word)));
    const label = (/** @type {NodeView} */ node) => {
      const shift = lastShift(scene, node);
      const f = keyOf(by, node);
      return [t("watch.row", { id: node.id }), ...(shift ? [shiftWords(scene, shift)] : []), `g ${node.g}`,
        ...(informed ? [`h ${node.h ?? "–"}`] : []),
        ...(sums && f !== null && !quiz ? [`${shortKey} ${figure(f)}`] : []), ...(node.backward ? [t("watch.backward")]
          : [])].join(", ");
    };
    const mark = (/** @type {NodeView} */ node, /** @type {number} */ i) => (!quiz ? (i ? "" : "next")
      : quiz.chosen === null ? "" : node.id === quiz.right ? "right" : node.id === quiz.chosen ? "wrong" : "");
    refill(list, JSON.stringify([nodes.map((node) => [node.id, node.g, node.h]), pinned, informed, sums, quiz
      && [quiz.chosen, quiz.right], by?.weights]), () => nodes.map((node, i) => {
      const f = keyOf(by, node);
      const one = b({ class: `open-row ${mark(node, i)} ${node.backward ? "back" : ""}`, "data-node": node.id,
        "aria-label": label(node),
        "aria-current": node.id === pinned ? "true" : null },
      h("span", { class: "id" }, mark(node, i) === "right" ? "✓" : mark(node, i) === "wrong" ? "✗" : String(node.id)),
        shiftChip(scene, lastShift(scene, node)), h("span", {}, String(node.g)),
      ...(informed ? [h("span", {}, node.h === null ? "–" : String(node.h))] : []),
      ...(sums ? [h("span", { class: "sum" }, quiz && quiz.chosen === null ? "?" : f === null ? "–" : figure(f))]
        : []));
      return h("li", {}, one);
    }));
    const rest = total - nodes.length;
    write(more, rest > 0 ? t(quiz ? "watch.predict.more" : "watch.open.more", { n: number(rest) }) : "");
  }

  /** @param {Seen} seen @param {Quiz} quiz */
  function moveTable({ lane, cursor, scene, seats, pinned }, quiz) {
    const rollouts = lane.kind === "rollouts";
    movesPart.hidden = lane.kind !== "lines" && !rollouts;
    where.hidden = !rollouts || quiz !== null;
    for (const one of where.children) set(one,
      { "aria-pressed": String(/** @type {HTMLElement} */ (one).dataset.where === level) });
    if (movesPart.hidden || !cursor) return moves.replaceChildren();
    const all = quiz?.rows ?? (rollouts && (level === "root" || quiz) ? cursor.root : cursor.moves);
    const rows = rollouts ? all.slice(0, quiz ? all.length : ROWS) : all.slice(-ROWS).reverse();
    const move = (/** @type {NodeView} */ node) => node.moves.at(-1) ?? "–";
    const names = rollouts ? ["move", "visits", "value", "explore", "sum"] : ["move", "score", "window", "cutcount"];
    const above = rows[0]?.moves.slice(0, -1) ?? [];
    const player = moverAfter(scene, seats, above.length);
    const sum = (/** @type {NodeView} */ node) => (node.terms ? node.terms[0] + node.terms[1] : null);
    const top = Math.max(...rows.map((node) => sum(node) ?? 0));
    refill(moves, JSON.stringify([names, above, pinned, rows, quiz && [quiz.chosen, quiz.right], all.length, player]),
      () => [
      h("caption", {}, t("watch.moves.of", { line: above.join(" ") || t("watch.root"), player })),
      h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, t(`watch.col.${name}`))))),
      h("tbody", {}, ...rows.map((node) => {
        const state = quiz?.chosen == null ? "" : node.id === quiz.right ? "right" : node.id === quiz.chosen ? "wrong"
          : "";
        const cell = (/** @type {string} */ text, /** @type {string} */ kind = "") => h("td", { class: kind }, text);
        const name = b({ class: "link-button", "data-node": node.id, "aria-current": node.id === pinned ? "true" : null,
          "aria-label": skin.moveSign(scene, move(node)).label }, move(node));
        const told = rollouts
          ? [cell(number(node.visits)), cell(share(node.value)), cell(share(node.terms?.[1])),
            cell(quiz && quiz.chosen === null ? "?" : share(sum(node)), !quiz && sum(node) === top ? "top" : "")]
          : [cell(node.known ? `${scoreOf(node.score)} ${t("watch.table.sign")}` : node.score === null ? "…"
            : scoreOf(node.score)),
            cell(node.window ? `${scoreOf(node.window[0])} … ${scoreOf(node.window[1])}` : "–"),
              cell(node.cut ? number(node.cut) : "")];
        return h("tr", { class: state }, h("th", { scope: "row" }, ...(state ? [state === "right" ? "✓ " : "✗ "] : []),
          name), ...told);
      }), ...(all.length > rows.length
        ? [h("tr", { class: "quiet" }, h("td", { colspan: names.length },
        t("watch.moves.more", { n: number(all.length - rows.length) })))] : []))]);
    known = new Map(rows.map((node) => [node.id, node]));
  }

  /** @param {Seen} seen @param {Quiz} quiz */
  function render(seen, quiz) {
    last = seen;
    const { lane, cursor, scene, seats } = seen;
    known = new Map([...(cursor?.open.first ?? []), ...(quiz?.rows ?? [])].map((node) => [node.id, node]));
    write(what, whatWords(lane, cursor, scene, seats));
    const asked = quiz && quiz.chosen === null;
    write(why, lane.kind === "states" && !asked ? whyWords(cursor) : "");
    why.hidden = !why.textContent;
    const figures = cursor ? COUNTS[lane.kind](cursor, lane) : [];
    refill(counts, figures.map(([name]) => name).join(),
      () => figures.map(([name]) => h("div", {}, h("dt", {}, t(`watch.count.${name}`)),
      h("dd", { "data-count": name }))));
    figures.forEach(([, value], i) => write(/** @type {HTMLElement} */ (counts.children[i]?.lastElementChild),
      typeof value === "number" ? number(value) : value));
    write(note, [lane.kind === "expansions" || lane.kind === "silent" ? t(`watch.note.${lane.kind}`) : "",
      lane.dropped > 0 ? t("watch.note.dropped", { n: number(lane.events), of: number(lane.events + lane.dropped) })
        : "",
      lane.outcome === "limit" ? t("watch.note.limit", { n: number(lane.steps) }) : ""].filter(Boolean).join(" "));
    note.hidden = !note.textContent;
    const line = cursor?.best;
    best.hidden = !line;
    write(best, line ? t(lane.kind === "rollouts" ? "watch.best.visits" : "watch.best",
      { line: line.line.slice(0, 10).join(" "), depth: line.depth,
      score: lane.kind === "rollouts" ? share(line.score / 100) : scoreOf(line.score) }) : "");
    openList(seen, quiz);
    moveTable(seen, quiz);
  }
  return { root, render, what };
}
