// @ts-check
// A lesson beside the screens: its text step by step, notes for the teacher, exercises with answers. A step is an
// address: turning to it brings the page there. What lessons there are, the server says.

import { b, byId, h, refill, set, write } from "../core/dom.js";
import { current, number, t, translate } from "../core/i18n.js";
import { button, check, disable } from "../core/parts.js";
import { shell } from "../core/shell.js";
import { setting } from "../core/store.js";
import { askLessons, lessonQuery, stepAddress } from "./list.js";
import { blocks } from "./text.js";

/** @import { App } from "../core/app.js" */
/** @import { Lesson, LessonStep } from "../core/wire.js" */
/** @typedef {ReturnType<typeof createPanel>} Panel */
/** Where somebody is: a step of a lesson, from 1, perhaps on a board of their own.
 * @typedef {{name: string, step: number, own: boolean}} At */

/** @param {App} app */
export function createPanel(app) {
  /** @type {At | null} */
  let at = null;

  const title = h("h2", { id: "lesson-title" });
  const place = h("p", { class: "quiet", id: "lesson-place" });
  const heading = h("h3", { id: "lesson-heading" });
  const text = h("div", { class: "lesson-text", id: "lesson-text" });
  const back = button("lesson.back", { id: "lesson-back", "aria-keyshortcuts": "Shift+ArrowLeft" });
  const next = button("lesson.next", { id: "lesson-next", class: "primary", "aria-keyshortcuts": "Shift+ArrowRight" });
  const again = button("lesson.again", { id: "lesson-again" });
  const notes = h("input", { type: "checkbox", id: "lesson-notes" });
  const own = h("input", { type: "checkbox", id: "lesson-own" });
  const fold = b({ class: "icon", id: "lesson-fold", "aria-controls": "lesson-body" }, "▾");
  const close = b({ class: "icon", id: "lesson-close", "data-i18n-label": "lesson.close",
    "data-i18n-title": "lesson.close" }, "×");
  const dots = h("ol", { class: "steps", "data-i18n-label": "lesson.steps" });
  const body = h("div", { class: "lesson-body", id: "lesson-body", tabindex: 0, role: "region",
    "aria-labelledby": "lesson-heading" }, dots, heading, text,
    h("div", { class: "lesson-choices" }, check("lesson.own", own, "switch"), check("lesson.notes", notes, "switch"),
      again));
  const root = h("aside", { class: "lesson", id: "lesson", "aria-labelledby": "lesson-title", hidden: true },
    h("div", { class: "lesson-head" }, h("div", {}, title, place), fold, close), body,
    h("div", { class: "lesson-turn" }, back, next));
  byId("main").before(root);
  translate(root);

  /** @returns {Lesson | null} */
  const lesson = () => app.state.lessons?.lessons.find(({ name }) => name === at?.name) ?? null;
  /** @returns {LessonStep | null} */
  const here = () => (at && lesson()?.steps[at.step - 1]) ?? null;

  /** @param {At} to */
  const addressOf = (to) => {
    const all = lesson();
    return all && stepAddress(all, to.step, to.own);
  };
  /** @param {number} step */
  function turn(step) {
    const all = lesson();
    if (!at || !all || step < 1 || step > all.steps.length) return;
    const shown = addressOf(at);
    at = { ...at, step };
    app.say(`${t("lesson.at", { n: step, of: all.steps.length })}. ${here()?.title}`);
    body.scrollTo(0, 0);
    // A step that shows nothing new leaves the page as it is.
    if (here()?.stage || addressOf(at)?.split("&lesson=")[0] !== shown?.split("&lesson=")[0]) go();
    else shell.post();
    app.render();
  }
  function go() {
    const hash = at && addressOf(at);
    if (!hash) return;
    if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = hash;
  }
  back.addEventListener("click", () => at && turn(at.step - 1));
  next.addEventListener("click", () => at && turn(at.step + 1));
  again.addEventListener("click", go);
  own.addEventListener("change", () => {
    if (!at) return;
    at = { ...at, own: own.checked };
    go();
    app.render();
  });
  notes.addEventListener("change", () => {
    setting.put("lesson-notes", notes.checked ? "yes" : "no", { shared: true });
    app.render();
  });
  fold.addEventListener("click", () => {
    root.classList.toggle("folded");
    app.render();
  });
  close.addEventListener("click", () => {
    at = null;
    shell.post();
    app.render();
    byId("main").querySelector("button")?.focus();
  });

  return {
    /** What the address says of it. */
    query: () => (at ? lessonQuery(at.name, at.step, at.own) : ""),
    /** An address was gone to; one that names no lesson leaves it open. @param {string | null} told */
    visited(told) {
      const now = told === null ? null : read(told);
      if (!now) return;
      at = now;
      askLessons(app);
      app.render();
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (!at || !event.shiftKey || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
      turn(at.step + (event.key === "ArrowRight" ? 1 : -1));
      return true;
    },
    render() {
      root.hidden = at === null;
      document.body.classList.toggle("taught", at !== null);
      const folded = root.classList.contains("folded");
      document.body.classList.toggle("lesson-folded", at !== null && folded);
      if (!at) return;
      askLessons(app);
      const all = lesson();
      const { lessons } = app.state;
      if (!all) {
        write(title, t(lessons ? "lesson.none" : "goal.wait"));
        for (const one of [place, heading, text, dots]) one.replaceChildren();
        return;
      }
      if (at.step > all.steps.length) at = { ...at, step: all.steps.length };
      const { step } = at;
      write(title, all.title);
      set(title, { lang: all.language });
      write(place, t("lesson.at", { n: number(step), of: number(all.steps.length) }));
      write(heading, all.steps[step - 1].title);
      set(body, { lang: all.language });
      notes.checked = setting.get("lesson-notes", { shared: true }) === "yes";
      own.checked = at.own;
      const { parts } = all.steps[step - 1];
      refill(text, JSON.stringify([all.name, all.language, step, notes.checked, current()]), () => [
        ...(step === 1 && all.about.length ? [h("div", { class: "lesson-about" }, ...blocks(all.about))] : []),
        ...parts.flatMap((part, i) => {
          if (part.type === "text") return blocks(part.blocks);
          if (part.type === "notes") return notes.checked ? [h("section", { class: "lesson-note" },
            h("h4", {}, t("lesson.note")), ...blocks(part.blocks))] : [];
          const n = parts.slice(0, i + 1).filter(({ type }) => type === "exercise").length;
          return [h("section", { class: "lesson-exercise" }, h("h4", {}, t("lesson.exercise", { n })),
            ...blocks(part.task), ...(part.answer.length ? [h("details", {}, h("summary", {}, t("lesson.answer")),
              ...blocks(part.answer))] : []))];
        })]);
      disable(back, step === 1);
      next.hidden = step === all.steps.length;
      again.hidden = !addressOf(at);
      set(fold, { "aria-expanded": String(!folded), "aria-label": t(folded ? "lesson.unfold" : "lesson.fold") });
      refill(dots, JSON.stringify([all.name, all.steps.length, step, current()]), () => all.steps.map((one, i) => {
        const dot = b({ "aria-label": `${i + 1}. ${one.title}`, title: one.title,
          "aria-current": i + 1 === step ? "step" : null }, String(i + 1));
        dot.addEventListener("click", () => turn(i + 1));
        return h("li", {}, dot);
      }));
    },
  };
}

/** @param {string} text @returns {At | null} */
function read(text) {
  const [, name, step, own] = /^([a-z0-9-]{1,60})\.(\d{1,4})(\.own)?$/.exec(text) ?? [];
  return name ? { name, step: Math.max(1, Number(step)), own: Boolean(own) } : null;
}
