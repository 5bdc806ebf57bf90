// @ts-check
// Learn: the lessons of all games, those of this one first, and the files that are none.

import { h, refill } from "../../core/dom.js";
import { count, current, said, t } from "../../core/i18n.js";
import { section } from "../../core/parts.js";
import { shell } from "../../core/shell.js";
import { GAMES } from "../../games.js";
import { askLessons, stepAddress } from "../../lesson/list.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */

/** @param {App} app */
export function createLessons(app) {
  const list = h("ol", { class: "lessons" });
  const wrong = h("ul", { class: "lessons-wrong quiet" });
  const root = section("lessons", [], list, wrong);
  root.classList.add("lessons-part");
  return {
    root,
    /** @param {State} state */
    render({ lessons }) {
      askLessons(app);
      root.hidden = !lessons || (!lessons.lessons.length && !lessons.wrong.length);
      if (!lessons) return;
      const here = shell.playing();
      const sorted = [...lessons.lessons].sort((a, b) => Number(b.game === here) - Number(a.game === here));
      refill(list, JSON.stringify([here, current(), lessons]), () => sorted.map((lesson) =>
        h("li", { lang: lesson.language }, h("a", { href: stepAddress(lesson, 1), "data-lesson": lesson.name },
          h("b", {}, lesson.title), h("span", { class: "quiet" }, [GAMES[lesson.game]?.name,
            count("lessons.steps", lesson.steps.length), lesson.minutes === null ? ""
              : t("lessons.minutes", { n: lesson.minutes })].filter(Boolean).join(" · "))))));
      wrong.hidden = !lessons.wrong.length;
      refill(wrong, JSON.stringify([current(), lessons.wrong]), () => lessons.wrong.map(({ file, refusal }) =>
        h("li", {}, h("code", {}, file), ` ${said(refusal)}`)));
    },
  };
}
