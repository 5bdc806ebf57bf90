// @ts-check
// What is heard and seen of what happens on the table, and on what occasion it is played.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { sound } from "../../core/sounds.js";
import { over } from "./strip.js";

/** @import { App } from "../../core/app.js" */
/** @import { View } from "../../core/state.js" */
/** @import { PlayPart } from "../play.js" */

/** Whether what has ended is a success of the person. @param {View} view */
function success({ table, match, scene }) {
  if (!table) return match ? match.results.at(-1)?.by === "you" : scene.solved;
  const winner = table.end?.winner;
  return winner != null && !table.seats[winner]?.engine;
}

/** @param {App} app @returns {PlayPart} */
export function createCheer(app) {
  const day = h("strong", { id: "occasion" });
  const root = h("section", { class: "occasion", hidden: true }, day,
    h("a", { href: "#home", "data-i18n": "today.all" }));
  /** What was on the table last: which start, after how many moves, and whether it was over. */
  let [code, at, done] = ["", -1, true];
  /** How much stood on the board. */
  let seen = 0;
  /** @type {HTMLElement | null} */
  let host = null;

  return {
    root,
    attach: (stage) => (host = stage.host),
    heard(message) {
      if (message.type === "slide") sound(message.pushed ? "push" : "move");
      if (message.type === "error" && message.about === "move") sound("blocked");
    },
    render(state) {
      const { view } = state;
      if (!view) return;
      const date = /^daily (\d{4}-\d\d-\d\d)$/.exec(view.occasion ?? "")?.[1];
      root.hidden = !date;
      if (date) write(day, t("today.of", { day: new Intl.DateTimeFormat(document.documentElement.lang,
        { timeZone: "UTC", dateStyle: "long" }).format(new Date(`${date}T00:00:00Z`)) }));
      const { history, scene } = view;
      const ended = over(state);
      if (view.table && view.code === code && history.at === at + 1)
        sound(scene.marks.length > seen ? "place" : "move");
      // Only what was seen to end: not a table that was solved when it came.
      if (ended && !done && view.code === code) {
        const won = success(view);
        sound(won ? "solved" : "lost");
        if (won && host) import("../../core/celebrate.js").then(({ celebrate }) => host && celebrate(host));
      }
      [code, at, done, seen] = [view.code, history.at, ended, scene.marks.length];
    },
  };
}
