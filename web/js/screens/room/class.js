// @ts-check
// A class: the host shows a lesson, a board or nothing on the projector; everybody follows on a phone and votes.

import { b, h, onSubmit, refill, set, write } from "../../core/dom.js";
import { count, current, number, t } from "../../core/i18n.js";
import { button, disable, field, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { moveChip } from "../../core/words.js";
import { blocks } from "../../lesson/text.js";
import { askAside } from "./aside.js";
import { act, isHost, may, room, wish } from "./desk.js";
import { createInvite } from "./invite.js";

/** @import { App } from "../../core/app.js" */
/** @import { Lesson, RoomView, VoteView } from "../../core/wire.js" */
/** @import { Way } from "./table.js" */

/** So many moves are offered as buttons, besides the board. */
const FEW = 24;

/** The lessons, as the server tells them to who is in a room. @param {App} app */
function createLessons(app) {
  let asked = "";
  /** @type {Lesson[]} */
  let known = [];
  return {
    /** All of them, once they are there. */
    all() {
      const where = `room/${room.hello?.code}/lessons?language=${current()}`;
      if (asked !== where && room.hello) {
        asked = where;
        // Where the room does not tell them, who has the key asks beside it.
        const beside = () => (room.hello?.owner
          ? askAside(app.playing(), { type: "lessons", language: current() }, "lessons") : null);
        fetch(where).then((answer) => (answer.ok ? answer.json() : beside()))
          .then((told) => (known = told?.lessons ?? []), () => (asked = "")).then(app.render);
      }
      return known;
    },
  };
}

/** What is read beside the board. @param {ReturnType<typeof createLessons>} lessons */
function createText(lessons) {
  const [title, heading, place] = [h("p", { class: "quiet" }), h("h2", { id: "class-heading" }),
    h("p", { class: "quiet" })];
  const text = h("div", { class: "lesson-text", id: "class-text" });
  const root = h("section", { class: "class-lesson" }, title, heading, text, place);
  return {
    root,
    /** @param {RoomView} view */
    render({ class: lecture }) {
      const stage = lecture?.stage;
      const lesson = stage?.stage === "lesson" ? lessons.all().find(({ name }) => name === stage.lesson) : undefined;
      const step = stage?.stage === "lesson" ? lesson?.steps[stage.step] : undefined;
      root.hidden = !step;
      if (!lesson || !step || stage?.stage !== "lesson") return;
      write(title, lesson.title);
      write(heading, step.title);
      write(place, t("lesson.at", { n: number(stage.step + 1), of: number(lesson.steps.length) }));
      set(root, { lang: lesson.language });
      // Notes are the teacher's, and answers are told in class.
      refill(text, JSON.stringify([lesson.name, lesson.language, stage.step]), () => step.parts.flatMap((part) =>
        (part.type === "text" ? blocks(part.blocks) : part.type === "exercise" ? blocks(part.task) : [])));
    },
  };
}

/** A choice in words or as a tile. @param {App} app @param {VoteView} vote @param {string} choice */
function choiceNode(app, { question }, choice) {
  if (question.ask === "choice") return h("span", {}, question.choices[Number(choice)] ?? choice);
  const { view } = app.state;
  return view ? moveChip(view.scene, choice) : h("span", {}, choice);
}

/** How much of all the votes. Its width is set here: the page allows no style attributes. @param {number} part */
function bar(part) {
  const filled = h("i");
  filled.style.width = `${100 * part}%`;
  return filled;
}

/** The question: what there is to choose from, one's own vote, and how all have voted. @param {App} app */
function createVote(app) {
  const title = h("h2", { class: "class-question", id: "class-question" });
  const choices = h("div", { class: "class-choices", role: "group", "aria-labelledby": "class-question" });
  const told = h("p", { class: "class-told", id: "class-told", "aria-live": "polite" });
  const bars = h("ol", { class: "class-tally", id: "class-tally", "data-i18n-label": "room.tally" });
  const close = button("room.close", { class: "primary", id: "class-close" });
  close.addEventListener("click", () => act({ type: "close" }));
  const root = h("section", { class: "class-vote", hidden: true }, title, choices, told, bars, close);

  /** What can be voted for. @param {VoteView} vote */
  const offered = ({ question }) => (question.ask === "choice" ? question.choices.map((_, i) => String(i))
    : (app.state.view?.scene.moves ?? []).map(({ name }) => name));

  return {
    root,
    /** @param {RoomView} view */
    render({ class: lecture }) {
      const vote = lecture?.vote;
      root.hidden = !vote;
      if (!vote) return;
      const mine = wish("vote")?.choice ?? vote.mine;
      write(title, vote.question.ask === "move" ? t("room.ask.move") : vote.question.title);
      const all = offered(vote);
      const buttons = may("vote") && all.length <= FEW;
      choices.hidden = !buttons;
      choices.classList.toggle("tiles-of-moves", vote.question.ask === "move");
      refill(choices, JSON.stringify([buttons, all, mine, vote.question]), () => (buttons ? all.map((choice, i) => {
        const one = b({ "data-choice": choice, "aria-pressed": String(choice === mine) },
          ...(vote.question.ask === "choice" ? [h("b", { "aria-hidden": "true" }, String.fromCharCode(65 + i)), " "]
            : []), choiceNode(app, vote, choice));
        one.addEventListener("click", () => act({ type: "vote", choice }));
        return one;
      }) : []));
      const where = may("vote") && vote.question.ask === "move" ? ` ${t("room.vote.board")}` : "";
      write(told, t(mine !== null && !isHost() && vote.open ? "room.voted.you" : "room.voted",
        { n: number(vote.voted), of: number(vote.of) }) + where);
      const votes = (/** @type {string} */ choice) => vote.tally.find(([name]) => name === choice)?.[1] ?? 0;
      /** @type {[string, number][]} */
      const rows = vote.question.ask === "move" ? vote.tally.slice(0, 8)
        : vote.question.choices.map((_, i) => [String(i), votes(String(i))]);
      const seen = isHost() || !vote.open;
      bars.hidden = !seen;
      const sum = Math.max(1, vote.tally.reduce((all, [, n]) => all + n, 0));
      refill(bars, JSON.stringify([seen, rows, mine, vote.question.ask]), () => rows.map(([choice, n], i) =>
        h("li", { class: choice === mine ? "mine" : null, "data-choice": choice },
          h("span", { class: "tally-name" },
            ...(vote.question.ask === "choice" ? [h("b", { "aria-hidden": "true" }, String.fromCharCode(65 + i)), " "]
            : []), choiceNode(app, vote, choice)),
          h("span", { class: "tally-bar" }, bar(n / sum)),
          h("span", { class: "tally-n" }, String(n)))));
      close.hidden = !may("close");
    },
  };
}

/** What the host shows and asks. @param {App} app @param {ReturnType<typeof createLessons>} lessons */
function createTools(app, lessons) {
  const nothing = button("room.stage.lobby", { id: "class-nothing" });
  const fresh = button("room.stage.new", { id: "class-new" });
  const lesson = h("select", { id: "class-lesson" });
  const [back, next] = [button("lesson.back", { id: "class-back" }),
    button("lesson.next", { id: "class-next", class: "primary" })];
  const text = h("textarea", { id: "class-board", rows: 2, spellcheck: "false" });
  const put = h("button", { id: "class-put", "data-i18n": "room.stage.board" });
  const board = h("form", { class: "class-form" }, field("room.text", text), put);
  const ask = button("room.ask.move", { id: "class-ask-move" });
  const title = h("input", { id: "class-title", maxlength: 200, autocomplete: "off" });
  const options = h("textarea", { id: "class-options", rows: 4, maxlength: 700 });
  const own = h("form", { class: "class-form" }, field("room.ask.title", title), field("room.ask.choices", options),
    h("button", { id: "class-ask", "data-i18n": "room.ask" }));
  const teach = field("room.stage.lesson", lesson);
  const root = section("room.show.title", [], h("div", { class: "row wrap" }, nothing, fresh),
    h("div", { class: "fields" }, teach),
    h("div", { class: "row" }, back, next),
    h("details", {}, h("summary", { id: "class-text-open", "data-i18n": "room.stage.text" }), board));
  const asks = section("room.ask.section", [], h("div", { class: "row wrap" }, ask), h("details", { id: "class-own" },
    h("summary", { "data-i18n": "room.ask.own" }), own));

  nothing.addEventListener("click", () => act({ type: "show", stage: { stage: "lobby" } }));
  fresh.addEventListener("click", async () => {
    const told = await askAside(app.playing(), app.has("versus")
      ? { type: "look" } : { type: "new", options: {}, seed: null }, "view");
    if (told && may("show")) act({ type: "show", stage: { stage: "board", text: told.code } });
  });
  onSubmit(board, () => {
    // An address of the page has its board in it.
    const typed = text.value.trim();
    const { code } = app.read(typed.includes("#") ? typed.slice(typed.indexOf("#")) : "");
    if (typed) act({ type: "show", stage: { stage: "board", text: code ?? typed } });
  });
  onSubmit(own, () => {
    const choices = options.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (title.value.trim()) act({ type: "ask", question: { ask: "choice", title: title.value.trim(), choices } });
  });
  ask.addEventListener("click", () => ask.getAttribute("aria-disabled") !== "true"
    && act({ type: "ask", question: { ask: "move" } }));
  const stage = () => room.view?.class?.stage;
  /** @param {number} by */
  const turn = (by) => {
    const now = stage();
    if (now?.stage === "lesson") act({ type: "show", stage: { ...now, step: Math.max(0, now.step + by) } });
  };
  back.addEventListener("click", () => back.getAttribute("aria-disabled") !== "true" && turn(-1));
  next.addEventListener("click", () => next.getAttribute("aria-disabled") !== "true" && turn(1));
  lesson.addEventListener("change", () => lesson.value
    && act({ type: "show", stage: { stage: "lesson", lesson: lesson.value, step: 0 } }));

  return {
    panel: [root, asks],
    /** @param {KeyboardEvent} event */
    key(event) {
      if (stage()?.stage !== "lesson" || !may("show") || !event.shiftKey) return false;
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
      turn(event.key === "ArrowRight" ? 1 : -1);
      return true;
    },
    /** @param {RoomView} view */
    render({ class: lecture }) {
      root.hidden = asks.hidden = !may("show");
      fresh.hidden = !room.hello?.owner;
      if (root.hidden || !lecture) return;
      const all = lessons.all();
      const now = lecture.stage;
      const shown = now.stage === "lesson" ? now.lesson : "";
      refill(lesson, `${all.map(({ name, title: of }) => name + of).join()}`, () =>
        [h("option", { value: "" }, t("room.lesson.none")),
          ...all.map(({ name, title: of }) => h("option", { value: name }, of))]);
      if (document.activeElement !== lesson) lesson.value = shown;
      const steps = all.find(({ name }) => name === shown)?.steps.length ?? 0;
      teach.hidden = !all.length;
      back.hidden = next.hidden = now.stage !== "lesson";
      disable(back, now.stage !== "lesson" || now.step === 0);
      disable(next, now.stage !== "lesson" || now.step >= steps - 1);
      disable(ask, !lecture.scene || lecture.scene.solved);
      set(nothing, { "aria-pressed": String(now.stage === "lobby") });
    },
  };
}

/** @param {App} app @returns {Way} */
export function create(app) {
  const lessons = createLessons(app);
  const reading = createText(lessons);
  const vote = createVote(app);
  const tools = createTools(app, lessons);
  const invite = createInvite(app);
  const waiting = h("p", { class: "class-waiting" });
  return {
    acts: [["undo", "restart", ...skin.acts.flat().filter((name) => name === "wall")]],
    strip: [],
    panel: [invite.root, waiting, vote.root, reading.root, ...tools.panel],
    over: () => false,
    key: tools.key,
    words(view) {
      const { class: lecture } = view;
      if (lecture?.vote?.open) return lecture.vote.question.ask === "move" ? t("room.ask.move")
        : lecture.vote.question.title;
      if (lecture?.vote) return t("room.vote.closed", { votes: count("room.votes", lecture.vote.voted) });
      return t(isHost() ? "room.class.lead" : lecture?.stage.stage === "lobby" ? "room.class.wait"
        : "room.class.follow");
    },
    render(view) {
      const { class: lecture } = view;
      if (!lecture) return;
      const empty = lecture.stage.stage === "lobby" && !lecture.vote;
      invite.root.hidden = !empty || !isHost();
      invite.render(view);
      vote.render(view);
      reading.render(view);
      // Without a text or a board of its own, a phone follows the projector.
      write(waiting, t(empty ? "room.class.wait" : "room.class.follow"));
      waiting.hidden = isHost() || Boolean(lecture.vote || lecture.scene) || !reading.root.hidden;
      tools.render(view);
    },
  };
}
