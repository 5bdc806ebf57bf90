// @ts-check
// Sets of levels, game by game: the grades, each opened by the one before, and the others; what is solved of each, and
// the way to its next level.

import { h, refill } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { levelsDone, nextLevel, OPENS } from "../../core/results.js";
import { setting } from "../../core/store.js";
import { GAMES } from "../../games.js";
import { heading } from "../home.js";

/** @import { SetItem } from "../../core/wire.js" */
/** @import { HomePart } from "../home.js" */
/** A set, and which of its levels are done. @typedef {SetItem & {done?: Set<number>}} Known */

/** @param {Known} set */
const solvedWords = ({ done, count }) => t("home.solved", { n: number(done?.size ?? 0), of: number(count) });
/** @param {string} game @param {Known} set */
const wayTo = (game, { name, done, count }) => `#${game}/play/level-${name}-${nextLevel(done, count) + 1}`;
/** @param {Known} set */
function meter({ done, count }) {
  const bar = h("i");
  bar.style.width = `${(100 * (done?.size ?? 0)) / Math.max(1, count)}%`;
  return h("span", { class: "meter", "aria-hidden": "true" }, bar);
}

/** A grade: a way to it, or what opens it. @param {string} game @param {Known} set @param {Known | undefined} before */
function grade(game, set, before) {
  const closed = before && (before.done?.size ?? 0) < OPENS && !set.done?.size
    && setting.get("grades", { shared: true }) !== "open";
  const name = (/** @type {Known} */ one) => t(`levels.grade.${one.grade}`);
  const label = t("levels.grade", { n: number(set.grade ?? 0), name: name(set) });
  const why = closed ? t("levels.opened.by", { n: number(OPENS), set: name(before) }) : "";
  const inside = [h("b", {}, number(set.grade ?? 0)), h("span", {}, name(set)), meter(set)];
  return h("li", {}, closed
    ? h("span", { class: "grade closed-grade", "data-set": set.name, title: why }, ...inside,
      h("span", { class: "sr" }, why))
    : h("a", { class: "grade", "data-set": set.name, href: wayTo(game, set), title: solvedWords(set),
      "aria-label": `${label}. ${solvedWords(set)}` }, ...inside));
}

/** @returns {HomePart} */
export function createSets() {
  const list = h("div", { class: "sets", id: "home-sets" });
  const root = h("section", { class: "home-sets" }, heading("home.sets"), list);
  return {
    root,
    render({ games, doors, results }) {
      const found = games.flatMap((game) => {
        const done = levelsDone(results.filter((one) => one.game === game));
        const sets = (doors[game]?.sets ?? []).map((set) => /** @type {Known} */ ({ ...set, done: done[set.name] }));
        return sets.length ? [{ game, sets }] : [];
      });
      root.hidden = !found.length;
      const known = found.map(({ game, sets }) => [game, sets.map(({ name, done }) => [name, done?.size])]);
      refill(list, JSON.stringify([known, setting.get("grades", { shared: true })]), () =>
        found.map(({ game, sets }) => {
          const graded = sets.filter((set) => set.grade !== null);
          const others = sets.filter((set) => set.grade === null);
          return h("div", { class: "sets-of" }, h("h3", {}, GAMES[game].name),
            ...(graded.length ? [h("ol", { class: "grades-row", "aria-label": t("levels.grades") },
              ...graded.map((set) =>
                grade(game, set, graded.find((one) => one.grade === (set.grade ?? 0) - 1))))] : []),
            ...(others.length ? [h("ul", { class: "lines" }, ...others.map((set) =>
              h("li", {}, h("a", { class: "set", "data-set": set.name, href: wayTo(game, set) },
                h("strong", {}, set.title), h("span", { class: "set-count" }, solvedWords(set))))))] : []));
        }));
    },
  };
}
