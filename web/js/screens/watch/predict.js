// @ts-check
// Predict: before a step one says what it will be. Of a plan, which node is expanded next; of alpha-beta, whether the
// other moves are cut off; of Monte-Carlo, through which move the next rollout goes. The answer is explained.

import { b, h, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { button } from "../../core/parts.js";
import { scoreOf, share, whyWords } from "./words.js";

/** @import { Clock } from "./clock.js" */
/** @import { Cursor, NodeView } from "../../core/wire.js" */
/** @import { Quiz } from "./aside.js" */
/** @import { createLink } from "./link.js" */

/** So many nodes are to choose from. */
const CHOICES = 8;

/** Of nodes in the order in which they are taken: the first, and others spread over the rest, in the order in which
 * they were made.
 * @param {NodeView[]} nodes @returns {NodeView[]} */
function choices(nodes) {
  const every = Math.max(1, (nodes.length - 1) / (CHOICES - 1));
  const some = nodes.length <= CHOICES ? nodes : Array.from({ length: CHOICES },
    (_, i) => nodes[Math.min(nodes.length - 1, Math.floor(i * every))]);
  return [...new Set(some)].sort((a, b) => a.id - b.id);
}

/** @param {Clock} clock @param {ReturnType<typeof createLink>} link
 * @param {{changed(): void, say(words: string): void}} acts */
export function createPredict(clock, link, { changed, say }) {
  let [on, asked, right] = [false, 0, 0];
  /** What was answered here, and what is right.
   * @type {{chosen: number | string, truth: number | string, words: string} | null} */
  let answer = null;
  /** The moment of the question, in events; null while it is on its way. @type {number | null} */
  let posed = null;
  /** Whether its moment is still to come: until then nothing is shown that would tell the answer. */
  let coming = false;
  let [over, seed] = [false, 1];

  const question = h("p", { class: "predict-question", id: "watch-question" });
  const yes = button("watch.predict.cut", { id: "predict-yes" });
  const no = button("watch.predict.on", { id: "predict-no" });
  const verdict = h("p", { class: "predict-verdict", id: "watch-verdict", role: "status" });
  const next = b({ class: "primary", id: "predict-next" });
  const score = h("output", { class: "predict-score", id: "watch-score" });
  const root = h("section", { class: "predict", hidden: true, "aria-labelledby": "watch-question" },
    h("div", { class: "head" }, question, score), h("div", { class: "predict-answers" }, yes, no), verdict, next);

  const lane = () => clock.lanes[clock.lane];
  const cursor = () => /** @type {Cursor | null} */ (clock.cursors[clock.lane] ?? null);
  /** Goes to just before a step, where everything that can be chosen from is known. @param {number} step */
  function before(step) {
    const only = (/** @type {number} */ at) => clock.lanes.map((_, i) => (i === clock.lane ? at : null));
    if (step > lane().steps) {
      over = true;
      return changed();
    }
    link.ask({ type: "moment", at: only(step), by: "steps" }, (message) => {
      const there = message?.lanes[clock.lane];
      if (there) arrive(there.at - 1);
    }, "quiz");
  }
  /** @param {number} event */
  function arrive(event) {
    posed = event;
    clock.toEvent(event);
  }
  /** The next question. */
  function pose() {
    const passed = answer !== null;
    [answer, posed] = [null, null];
    const here = cursor();
    const { kind } = lane();
    if (!here) return;
    coming = true;
    clock.pause();
    // The first step is no question: only the start waits.
    if (kind === "states") return before(Math.max(2, here.step + (passed ? 2 : 1)));
    if (kind === "rollouts") {
      if (here.step >= lane().steps) over = true;
      else arrive(here.step === 0 ? Math.min(lane().events, 30) : here.at);
      return changed();
    }
    // Now before a cut-off, now after any move that was looked at.
    seed = (seed * 16807) % 2147483647;
    const cut = seed % 2 === 0;
    const from = here.at + 1;
    if (cut) {
      link.ask({ type: "stop", lane: clock.lane, at: from, forward: true, breaks: ["cut"] }, (message) => {
        if (message?.at == null) after(here);
        else arrive(message.at - 1);
      }, "quiz");
    } else after(here);
  }
  /** After a move that was looked at. @param {Cursor} here */
  function after(here) {
    const step = here.step + 1 + (seed % 5);
    if (here.step >= lane().steps) {
      over = true;
      return changed();
    }
    link.ask({ type: "moment", at: clock.lanes.map((_, i) => (i === clock.lane ? Math.min(step, lane().steps) : null)),
      by: "steps" }, (message) => {
      const there = message?.lanes[clock.lane];
      if (there) arrive(there.at);
    }, "quiz");
  }
  /** @param {number | string} chosen @param {number | string} truth @param {boolean} good @param {string} words */
  function judge(chosen, truth, good, words) {
    asked += 1;
    right += good ? 1 : 0;
    answer = { chosen, truth, words: `${t(good ? "watch.predict.right" : "watch.predict.wrong")} ${words}` };
    say(answer.words);
    changed();
    next.focus();
  }
  /** Whether the other moves are cut off. @param {boolean} cut */
  function guessCut(cut) {
    const here = cursor();
    if (answer || !here) return;
    // What happens next tells.
    link.ask({ type: "moment", at: clock.lanes.map((_, i) => (i === clock.lane ? here.at + 1 : null)), by: "events" },
      (message) => {
      const then = /** @type {Cursor | null} */ (message?.lanes[clock.lane] ?? null);
      if (!then) return;
      const truth = then.what === "cut";
      const { node } = here;
      const known = node?.window && node.score !== null
        ? t(truth ? "watch.predict.because.cut" : "watch.predict.because.on", { score: scoreOf(node.score),
          low: scoreOf(node.window[0]) }) : "";
      judge(String(cut), String(truth), cut === truth, known);
    }, "quiz");
  }
  yes.addEventListener("click", () => guessCut(true));
  no.addEventListener("click", () => guessCut(false));
  next.addEventListener("click", () => pose());

  return {
    root,
    get on() { return on; },
    get waits() { return on && answer === null; },
    /** @param {boolean} to */
    turn(to) {
      on = to;
      [answer, posed, over] = [null, null, false];
      if (on) {
        [asked, right] = [0, 0];
        pose();
      }
      changed();
    },
    /** Other searches have come. */
    forget() {
      on = false;
      [answer, posed] = [null, null];
    },
    /** A node was chosen, or a move; says whether that was an answer. @param {number} id @param {NodeView} node */
    guess(id, node) {
      const here = cursor();
      if (!on || !here) return false;
      if (answer || posed === null || here.at !== posed) return true;
      if (lane().kind === "states") {
        const [first] = here.open.first;
        const chosen = here.open.first.find((one) => one.id === id);
        if (!first || !chosen) return true;
        const { order, tie } = here.open.why ?? { order: "", tie: null };
        // Who says one of equals knows the rule: only the order in which they were made decides.
        const even = order === "least" && chosen.g + (chosen.h ?? 0) === first.g + (first.h ?? 0)
          && (tie === "h" ? chosen.h === first.h : chosen.g === first.g);
        judge(id, first.id, id === first.id || even, whyWords(here));
      } else if (lane().kind === "rollouts") {
        link.ask({ type: "moment", at: clock.lanes.map((_, i) => (i === clock.lane ? here.step + 1 : null)),
          by: "steps" }, (message) => {
          const then = /** @type {Cursor | null} */ (message?.lanes[clock.lane] ?? null);
          const taken = then?.node?.moves[0];
          const row = here.root.find((one) => one.moves[0] === taken);
          const sum = row?.terms ? share(row.terms[0] + row.terms[1]) : "–";
          judge(id, row?.id ?? -1, node.moves[0] === taken, t(row ? "watch.predict.because.sum"
            : "watch.predict.because.new", { move: taken ?? "–", sum }));
          clock.toEvent(then?.at ?? here.at);
          posed = then?.at ?? null;
        }, "quiz");
      }
      return true;
    },
    /** What the list shows. @returns {Quiz} */
    quiz() {
      const here = cursor();
      if (!on || !here) return null;
      const { kind } = lane();
      if (answer === null && here.at !== posed) return coming && kind !== "lines" ? { rows: [], chosen: null, right: null }
        : null;
      const of = (/** @type {number | string | undefined} */ one) => (typeof one === "number" ? one : null);
      if (kind === "states") return { rows: choices(here.open.first), chosen: of(answer?.chosen),
        right: of(answer?.truth) };
      if (kind === "rollouts") return { rows: here.root.slice(0, CHOICES), chosen: of(answer?.chosen),
        right: of(answer?.truth) };
      return null;
    },
    render() {
      const here = cursor();
      root.hidden = !on || !here;
      if (root.hidden || !here) return;
      const { kind } = lane();
      // Who has gone elsewhere is asked about that place.
      const waits = link.waits("quiz") || link.waits("moment") || link.waits("stop");
      const away = here.at !== posed && answer === null && !waits;
      coming &&= here.at !== posed && !away && !over;
      const asks = kind === "lines" ? "lines" : kind === "rollouts" ? "rollouts" : kind === "states" ? "states"
        : "none";
      const line = here.node?.moves ?? [];
      write(question, over ? t("watch.predict.over") : away ? t("watch.predict.away")
        : t(`watch.predict.ask.${asks}`, { move: line.at(-1) ?? "–", score: scoreOf(here.node?.score),
          low: scoreOf(here.node?.window?.[0]) }));
      for (const one of [yes, no]) one.hidden = asks !== "lines" || over || away || answer !== null;
      next.hidden = asks === "none" || over || !(answer !== null || away);
      write(next, t(away ? "watch.predict.here" : "watch.predict.next"));
      write(verdict, answer?.words ?? "");
      set(verdict, { class: `predict-verdict ${answer ? (answer.words.startsWith(t("watch.predict.right")) ? "right"
        : "wrong") : ""}` });
      write(score, t("watch.predict.score", { right: number(right), asked: number(asked) }));
    },
  };
}
