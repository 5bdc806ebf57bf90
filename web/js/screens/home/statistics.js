// @ts-check
// What one has done: figures and small plots, of all games or of one. The plots are drawn here, need no colour to be
// read, and say in words what they show.

import { b, h, refill, s, set } from "../../core/dom.js";
import { current, number, t } from "../../core/i18n.js";
import { dayOf, excess, perDay, series, summary } from "../../core/results.js";
import { GAMES } from "../../games.js";
import { heading } from "../home.js";
import { dayWord } from "./today.js";

/** @import { App } from "../../core/app.js" */
/** @import { Result } from "../../core/results.js" */
/** @import { HomePart } from "../home.js" */

const [WIDE, TALL] = [320, 96];
/** Days and results that a plot shows at most. */
const [DAYS, LAST] = [28, 40];

/** A time that people need: 48 s, 3 min 20 s. @param {number} value */
function time(value) {
  const whole = Math.round(value);
  if (whole < 60) return number(whole, { style: "unit", unit: "second" });
  const minutes = Math.floor(whole / 60);
  const part = (/** @type {number} */ n, /** @type {string} */ unit) => number(n, { style: "unit", unit });
  if (minutes >= 60) return `${part(Math.floor(minutes / 60), "hour")} ${part(minutes % 60, "minute")}`;
  return `${part(minutes, "minute")} ${part(whole % 60, "second")}`;
}

/**
 * A plot under its name: upright bars, the newest on the right, or dots on stems.
 * @param {string} title @param {string} words what it shows @param {{value: number, words: string}[]} points
 * @param {{dots?: boolean, top: string, first: string, last: string}} look
 */
function plot(title, words, points, { dots = false, top, first, last }) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const step = WIDE / Math.max(1, points.length);
  const y = (/** @type {number} */ value) => TALL - (value / most) * (TALL - 8);
  const marks = points.map(({ value, words: told }, i) => {
    const x = i * step + step / 2;
    const shape = dots
      ? [s("path", { class: "stem", d: `M${x} ${TALL}V${y(value)}` }), s("circle", { cx: x, cy: y(value), r: 3.5 })]
      : [s("rect", { x: i * step + step * 0.16, width: step * 0.68, y: value ? y(value) : TALL - 1,
        height: value ? TALL - y(value) : 1 })];
    return s("g", {}, s("title", {}, told), s("rect", { class: "hit", x: i * step, width: step, y: 0, height: TALL }),
      ...shape);
  });
  return h("figure", { class: "plot" }, h("figcaption", {}, h("strong", {}, title), h("span", {}, words)),
    h("div", { class: "plot-body" }, h("span", { class: "plot-top", "aria-hidden": "true" }, top),
      s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": `${title}. ${words}` },
        s("path", { class: "plot-base", d: `M0 ${TALL}H${WIDE}` }), ...marks)),
    h("p", { class: "plot-ends", "aria-hidden": "true" }, h("span", {}, first), h("span", {}, last)));
}

/** @param {Result} result */
const when = ({ when: moment }) => dayWord(dayOf(new Date(moment ?? 0).getTime()), { day: "numeric", month: "short" });

/** The plots of some results. @param {Result[]} results @param {string} today */
function plots(results, today) {
  const days = perDay(results, today, DAYS);
  const total = days.reduce((sum, { done }) => sum + done, 0);
  const beyond = series(results, excess, LAST);
  const times = series(results, (one) => one.seconds, LAST);
  const ends = (/** @type {{result: Result}[]} */ list) =>
    ({ first: list[0] ? when(list[0].result) : "", last: list.at(-1) ? when(list[list.length - 1].result) : "" });
  const figures = summary(results);
  const short = (/** @type {string} */ day) => dayWord(day, { day: "numeric", month: "short" });
  const most = (/** @type {{value: number}[]} */ list) => Math.max(...list.map(({ value }) => value));
  return [
    plot(t("stats.days"), t("stats.days.words", { n: number(total), days: DAYS }), days.map(({ day, done }) =>
      ({ value: done, words: `${short(day)}: ${number(done)}` })),
      { top: number(Math.max(1, ...days.map(({ done }) => done))), first: short(days[0].day), last: t("stats.today") }),
    ...(beyond.length ? [plot(t("stats.excess"), t("stats.excess.words",
      { n: number(figures.perfect), of: number(figures.known) }),
      beyond.map(({ value, result }) => ({ value, words: `${when(result)}: ${t("stats.plus", { n: value })}` })),
      { dots: true, top: t("stats.plus", { n: Math.max(1, most(beyond)) }), ...ends(beyond) })] : []),
    ...(times.length ? [plot(t("stats.time"), t("stats.time.words", { time: time(figures.seconds ?? 0) }),
      times.map(({ value, result }) => ({ value, words: `${when(result)}: ${time(value)}` })),
      { dots: true, top: time(most(times)), ...ends(times) })] : []),
  ];
}

/** @param {App} app @returns {HomePart} */
export function createStatistics(app) {
  const choice = h("div", { class: "seg choice", role: "group", "data-i18n-label": "stats.which" });
  const figures = h("div", { class: "home-figures" });
  const body = h("div", { class: "plots" });
  const none = h("p", { class: "empty", "data-i18n": "stats.none" });
  const root = h("section", { class: "home-stats", id: "statistics" }, heading("stats.title", choice), none, figures,
    body);
  let chosen = "";
  return {
    root,
    render({ games, results, date }) {
      const some = results.length > 0;
      none.hidden = some;
      for (const part of [choice, figures, body]) part.hidden = !some;
      if (!some) return;
      const played = games.filter((game) => results.some((one) => one.game === game));
      refill(choice, played.join(), () => ["", ...played].map((game) => {
        const one = b({ "data-which": game }, game ? GAMES[game].name : t("stats.all"));
        one.addEventListener("click", () => {
          chosen = game;
          app.render();
        });
        return one;
      }));
      for (const one of Array.from(choice.children))
        set(one, { "aria-pressed": String((/** @type {HTMLElement} */ (one)).dataset.which === chosen) });
      const seen = chosen ? results.filter((one) => one.game === chosen) : results;
      const { done, perfect, known, excess: mean, seconds: middle } = summary(seen);
      const figure = (/** @type {string} */ key, /** @type {string} */ value) =>
        h("dl", {}, h("dt", {}, t(key)), h("dd", {}, value));
      refill(figures, JSON.stringify([chosen, summary(seen)]), () => [
        figure("stats.done", number(done)),
        figure("stats.perfect", known ? number(perfect / known, { style: "percent" }) : "–"),
        figure("stats.mean", mean === null ? "–" : t("stats.plus",
          { n: number(mean, { maximumFractionDigits: 1 }) })),
        figure("stats.middle", middle === null ? "–" : time(middle)),
      ]);
      refill(body, JSON.stringify([chosen, date, seen.length, current()]), () => plots(seen, date));
    },
  };
}
