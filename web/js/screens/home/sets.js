// @ts-check
// Sets of levels: each with what is solved of it, and the way to the next level.

import { h, refill } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { levelsDone, nextLevel } from "../../core/results.js";
import { GAMES } from "../../games.js";
import { heading } from "../home.js";

/** @import { HomePart } from "../home.js" */

/** @returns {HomePart} */
export function createSets() {
  const list = h("div", { id: "home-sets" });
  const root = h("section", { class: "home-sets" }, heading("home.sets"), list);
  return {
    root,
    render({ games, doors, results }) {
      const found = games.flatMap((game) => {
        const sets = doors[game]?.sets ?? [];
        const done = levelsDone(results.filter((one) => one.game === game));
        return sets.length ? [{ game, sets: sets.map((set) => ({ ...set, done: done[set.name] })) }] : [];
      });
      root.hidden = !found.length;
      const known = found.map(({ game, sets }) => [game, sets.map(({ name, done }) => [name, done?.size])]);
      refill(list, JSON.stringify(known), () => found.flatMap(({ game, sets }) => [
        h("h3", { class: "sets-of" }, GAMES[game].name),
        h("ul", { class: "lines" }, ...sets.map(({ name, title, count, done }) => {
          const bar = h("i");
          bar.style.width = `${(100 * (done?.size ?? 0)) / Math.max(1, count)}%`;
          return h("li", {}, h("a", { class: "set", "data-set": name,
            href: `#${game}/play/level-${name}-${nextLevel(done, count) + 1}` },
            h("strong", {}, title), h("span", { class: "meter", "aria-hidden": "true" }, bar),
            h("span", { class: "set-count" },
              t("home.solved", { n: number(done?.size ?? 0), of: number(count) }))));
        })),
      ]));
    },
  };
}
