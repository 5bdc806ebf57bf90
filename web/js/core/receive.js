// @ts-check
// What the server tells, message by message, into the state. A view waits for the slides before it to be seen.

import { maybe, said, t } from "./i18n.js";
import { release } from "./inputs.js";
import { answered, askedFrom, done, drop, follow, leave, load, lose, queued, send, sketched, visit } from "./intents.js";
import { kept } from "./kept.js";
import { changeWords } from "./players.js";
import { shell } from "./shell.js";
import { skin } from "./skin.js";
import { greet } from "./socket.js";
import { forget, legal, past, state, usual } from "./state.js";
import { store } from "./store.js";
import { takeOver } from "./takeover.js";

/** @import { Message, Of, View } from "./state.js" */
/** @import { Refusal, View as Sent } from "./wire.js" */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the next view is the first one of a game: the address has the last word then. */
let arriving = true;
/** The steps before the next view. @type {Of<"slide">[]} */
let strand = [];
/** Whether they were told. */
let spoken = false;

/** What has this number was carried out, or refused, and what came of it is shown. @param {number} n */
function settle(n) {
  shell.settle(n);
  done(n);
}
/** What the server had carried out when it greeted, until the table is seen. */
let carried = 0;

/** Another game is sat down to. */
export function begin() {
  forget();
  leave();
  store.turn(shell.playing());
  arriving = true;
}

/** The line is lost. */
export function lost() {
  lose();
  strand = [];
  Object.assign(state, { busy: null, thinking: null });
}

/** A view with its whole history: what the last one had of it, and what has come since.
 * @param {Sent} sent @returns {View} */
function whole(sent) {
  const { keep, more, weighty, at } = sent.history;
  const before = state.view?.history ?? { moves: [], weighty: [] };
  return { ...sent, history: {
    moves: [...before.moves.slice(0, keep), ...more],
    weighty: [...before.weighty.filter((one) => one < keep), ...weighty],
    at,
  } };
}

/** Shows the steps that led to the view that has come. */
async function show() {
  const steps = strand;
  strand = [];
  const [first] = steps;
  const { view } = state;
  // Whoever plays against others is told of moves by the view.
  if (!first || !view || view.table || !view.scene.pieces[first.piece]) return;
  follow(first.piece);
  shell.say(skin.slideWords(view.scene, steps));
  spoken = true;
  const cells = Math.max(steps.length, first.path.length);
  await shell.stage.screen?.slide?.(steps, still.matches ? 0 : skin.pace(cells, queued() > 0));
}

/** What has happened from one view to the next, for a screen reader. @param {View | null} before @param {View} view */
function tell(before, view) {
  const { table, history: { at } } = view;
  if (table) {
    const words = changeWords(before, view);
    if (words) shell.say(words);
  } else if (before?.code !== view.code) {
    shell.say([view.title, skin.goalWords(view.scene)].filter(Boolean).join(". "));
  } else if (!spoken && before.history.moves.slice(0, before.history.at).join() !== past().join()) {
    shell.say(t(at === 0 ? "say.restart" : at < before.history.at ? "say.undo" : "say.redo"));
  }
}

/** Whether another board is on the table, or another game has begun on it. The rounds of a contest are one, and so is a
 * game with other moves that were tried from it. @param {View | null} before @param {View} view */
function isOther(before, view) {
  if (!before || (before.match && view.match)) return false;
  if (before.code !== view.code) return true;
  const { moves } = view.history;
  const tried = moves.length > 0 && moves.slice(0, -1).every((move, i) => before.history.moves[i] === move);
  return !tried && kept.idOf(before) !== kept.idOf(view);
}

/** @param {View} view */
function take(view) {
  const before = state.view;
  const earlier = past().join();
  const fresh = before?.code !== view.code;
  state.view = view;
  state.viewAt = performance.now();
  const moved = fresh || past().join() !== earlier;
  const changed = moved || before.history.moves.join() !== view.history.moves.join();
  answered(moved);
  if (arriving) {
    arriving = false;
    if (view.table && visit(location.hash)) return;
  }
  if (fresh) {
    Object.assign(state,
      { line: null, progress: null, answer: null, solutions: null, annotation: null, revealed: false });
    state.selected = usual(view);
    if (state.rating?.code !== view.code) state.rating = null;
  }
  if (changed) Object.assign(state, { hint: null, why: null, solutions: null, map: null, reach: null });
  if (moved || view.table?.thinking == null) state.thinking = null;
  if (state.selected >= view.scene.pieces.length) state.selected = 0;
  kept.keep(view);
  shell.post(isOther(before, view));
  shell.render();
  tell(before, view);
  spoken = false;
}

/** The server has greeted. One that kept nothing and was started anew has another table: what was on this one goes on.
 * @param {Of<"hello">} message */
function welcome({ game, applied }) {
  const { view } = state;
  const forgotten = greet(applied);
  carried = applied;
  state.game = game;
  document.body.toggleAttribute("data-versus", game.parts.versus);
  if (forgotten && view?.table && view.history.moves.length) load(view.table.saved);
  else if (forgotten && view && !view.table) load(view.code, past());
  else if (view) send({ type: "look" });
  else visit(location.hash);
}

/** Something could not be done. @param {string} about @param {Refusal} refusal */
function refused(about, refusal) {
  if (about === "sketch" && sketched(null, refusal) === true) return;
  const words = maybe(`error.${about}`);
  shell.complain(words ? words.replace("{message}", () => said(refusal)) : said(refusal));
  drop();
  answered(true);
  release();
  if (state.view) shell.post();
  else send({ type: "look" });
}

/** @type {{[T in Message["type"]]?: (message: Of<T>) => unknown}} */
const HEARD = {
  hello: welcome,
  done: ({ n }) => settle(n),
  kept: ({ documents }) => {
    store.take(documents);
    takeOver();
  },
  view: async (message) => {
    const { game } = state;
    await show();
    // Another game may have been sat down to in the meantime.
    if (state.game === game) take(whole(message));
    // The word that it was done may have been lost with the line.
    if (carried) settle(carried);
    carried = 0;
  },
  slide: (message) => strand.push(message),
  busy: ({ job }) => Object.assign(state, { busy: job, progress: job === null ? null : state.progress }),
  levels: ({ set, levels }) => (state.levels = { ...state.levels, [set]: levels }),
  rating: (message) => message.code === state.view?.code && (state.rating = message),
  sketch: (message) => sketched(message),
  error: ({ about, refusal }) => refused(about, refusal),
  answer(message) {
    const base = askedFrom();
    state.answer = base ? message : null;
    if (!base) return;
    if (message.moves.length) state.line = { moves: message.moves, base, from: message.algorithm };
    if (base.length === 0 && message.optimal) state.revealed = true;
  },
  hint(message) {
    state.hint = message;
    // The word that nobody looks for it any more comes after it; the next one may be asked for before that.
    if (state.busy === "hint") state.busy = null;
    const { view } = state;
    if (!view || view.table) return;
    if (view.history.at === 0) state.revealed = true;
    state.selected = legal(message.next)?.piece ?? state.selected;
    if (message.moves?.length) state.line = { moves: message.moves, base: past(), from: null };
  },
};

/** @param {Message} message */
export async function receive(message) {
  const heard = /** @type {((message: Message) => unknown) | undefined} */ (HEARD[message.type]);
  if (heard) await heard(message);
  else Object.assign(state, { [message.type]: message });
  shell.render();
}
