// @ts-check
// Learn: a tour in short steps. The frame is here: titles, sentences, turning from step to step. What is on the stage
// of a step, the tour says that the game brings. The table is left alone.

import { all, b, h, refill, set, write } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { button, disable } from "../core/parts.js";
import { skin } from "../core/skin.js";
import { createLessons } from "./learn/lessons.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Message, State } from "../core/state.js" */
/**
 * A tour of so many steps: what is on the stage, what stands before the sentences, after them and at the very end,
 * and the screens that its last step leads to. `render` draws a step and gives its sentences, or null where they are
 * still awaited; `turn` is told of a new step.
 * @typedef {{steps: number, stage: HTMLElement, before?: HTMLElement[], after: HTMLElement[], end?: HTMLElement[],
 *   doors: Record<string, () => string>, render(state: State, step: number, root: HTMLElement): string[] | null,
 *   turn(step: number): void, key(event: KeyboardEvent, step: number): boolean, heard(message: Message): void,
 *   hidden(): void, help(): Node[]}} Tour
 */
/** What a game brings. @typedef {(app: App) => Tour} Lesson */

/** @param {App} app @returns {Promise<Screen>} */
export async function create(app) {
  const tour = (await skin.lesson()).lesson(app);
  let step = 1;
  /** The last sentence that was there to be read: what has changed since is spoken. */
  let spoken = { step: 0, last: "" };

  const title = h("h2", { id: "learn-title" });
  const at = h("p", { class: "quiet", id: "learn-step" });
  const prose = h("div", { class: "prose" });
  const doors = h("div", { class: "doors" }, ...Object.keys(tour.doors).map((screen) =>
    h("a", { class: "door", "data-to": screen, "data-i18n": `learn.to.${screen}` })));
  const back = button("learn.back", { id: "learn-back" });
  const next = button("learn.next", { id: "learn-next", class: "primary" });
  const dots = h("ol", { class: "steps", "data-i18n-label": "learn.steps" });
  const article = h("article", { "aria-labelledby": "learn-title" }, h("div", { class: "head" }, dots, at), title,
    ...(tour.before ?? []), prose, ...tour.after, doors, ...(tour.end ?? []), h("div", { class: "turn" }, back, next));
  const course = h("div", { class: "learn" }, tour.stage, article);
  const lessons = createLessons(app);
  const root = h("div", { class: "learn-page" }, lessons.root, course);
  back.addEventListener("click", () => turn(step - 1));
  next.addEventListener("click", () => turn(step + 1));

  /** @param {number} to */
  function turn(to) {
    if (to < 1 || to > tour.steps || to === step) return;
    step = to;
    tour.turn(step);
    app.say(`${t("learn.at", { n: step, of: tour.steps })}. ${t(`learn.${step}`)}`);
    article.scrollTo(0, 0);
    app.render();
  }

  function renderFrame() {
    const last = step === tour.steps;
    write(title, t(`learn.${step}`));
    write(at, t("learn.at", { n: step, of: tour.steps }));
    disable(back, step === 1);
    next.hidden = last;
    doors.hidden = !last;
    for (const door of all("[data-to]", doors)) set(door, { href: tour.doors[door.dataset.to ?? ""]?.() });
    for (const one of tour.end ?? []) one.hidden = !last;
    refill(dots, step, () => Array.from({ length: tour.steps }, (_, i) => {
      const dot = b({ "aria-label": `${i + 1}. ${t(`learn.${i + 1}`)}`,
        "aria-current": i + 1 === step ? "step" : null }, String(i + 1));
      dot.addEventListener("click", () => turn(i + 1));
      return h("li", {}, dot);
    }));
  }

  return {
    root,
    render(state) {
      renderFrame();
      lessons.render(state);
      const lines = tour.render(state, step, course);
      if (!lines) {
        if (!prose.childElementCount) write(prose, t("goal.wait"));
        return;
      }
      refill(prose, JSON.stringify([step, lines]), () => lines.map((sentence) => h("p", {}, sentence)));
      const latest = lines.at(-1) ?? "";
      // A new step speaks for itself.
      if (spoken.step === step && spoken.last !== latest) app.say(latest);
      spoken = { step, last: latest };
    },
    key(event) {
      if (tour.key(event, step)) return true;
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
      turn(step + (event.key === "ArrowRight" ? 1 : -1));
      return true;
    },
    heard: tour.heard,
    hidden: tour.hidden,
    help: tour.help,
  };
}
