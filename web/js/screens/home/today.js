// @ts-check
// The puzzles of the day: one a game, the same for everybody; whether it is done, and the days before.

import { h, refill, write } from "../../core/dom.js";
import { pictured } from "../../core/doors.js";
import { count, current, t } from "../../core/i18n.js";
import { bestOfDay, dayAfter, daysDone, excess, streak } from "../../core/results.js";
import { GAMES } from "../../games.js";
import { heading } from "../home.js";

/** @import { Result } from "../../core/results.js" */
/** @import { Facts, HomePart } from "../home.js" */

/** So many days are shown. */
const DAYS = 14;

/** @param {string} day @param {Intl.DateTimeFormatOptions} options */
export const dayWord = (day, options) =>
  new Intl.DateTimeFormat(current(), { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));

/** What is said of a puzzle that is done. @param {Result} best */
function doneWords(best) {
  const beyond = excess(best);
  if (best.seats?.length) return t("today.won");
  return beyond === 0 ? t("today.perfect", { n: best.cost ?? 0 })
    : t("today.done", { n: best.cost ?? "–", best: best.optimum ?? "–" });
}

/** How hard it is, or who is to be beaten. @param {Facts["today"][string] | undefined} today */
function hardWords(today) {
  if (!today) return t("today.making");
  if (today.rival) return t("today.rival", { level: t(`level.${today.rival}`) });
  return today.level === null ? "" : t(`home.grade.${today.level}`);
}

/** @returns {HomePart} */
export function createToday() {
  const date = h("p", { class: "quiet", id: "today-date" });
  const list = h("ul", { class: "todays", id: "todays" });
  const days = h("ol", { class: "days", id: "today-days", "data-i18n-label": "today.days" });
  const run = h("p", { id: "today-streak" });
  return {
    root: h("section", { class: "home-today" }, heading("home.today.title", date), list,
      h("div", { class: "streak" }, run, days)),
    render({ date: day, games, opened, today, results }) {
      write(date, dayWord(day, { dateStyle: "full" }));
      refill(list, JSON.stringify([day, games.map((game) =>
        [game, game in opened, game in today, bestOfDay(results.filter((one) => one.game === game), day)])]), () =>
        games.map((game) => {
          const best = bestOfDay(results.filter((one) => one.game === game), day);
          const here = today[game];
          const picture = here && opened[game] ? [pictured(game, opened[game].door, here.scene)] : [];
          return h("li", {}, h("a", { class: "today", href: `#${game}/play/daily-${day}`, "data-today": game,
            "data-done": best ? "" : null },
            h("span", { class: "frame small" }, ...picture),
            h("span", { class: "today-words" }, h("strong", {}, GAMES[game].name),
              h("span", { class: "quiet" }, hardWords(here)),
              h("span", { class: "today-state" }, best ? doneWords(best) : t("today.play")))));
        }));
      const done = daysDone(results);
      const length = streak(done, day);
      write(run, length ? count("today.streak", length) : t("today.none"));
      refill(days, `${day} ${[...done].join()}`, () => Array.from({ length: DAYS }, (_, i) => {
        const one = dayAfter(day, i - DAYS + 1);
        const words = t(done.has(one) ? "today.day.done" : "today.day.open",
          { day: dayWord(one, { day: "numeric", month: "long" }) });
        return h("li", { class: done.has(one) ? "done" : null, title: words }, h("span", { class: "sr" }, words));
      }));
    },
  };
}
