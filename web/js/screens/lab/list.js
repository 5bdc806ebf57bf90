// @ts-check
// The campaigns: what was begun first, then those that come with the program.

import { h, refill, set, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { GAMES } from "../../games.js";
import { isBusy, linkTo } from "./state.js";

/** @import { LabItem } from "../../core/wire.js" */
/** @import { Lab } from "./state.js" */

/** How a campaign stands, in a few words. @param {LabItem} item */
export const standing = ({ state, done, planned }) =>
  (planned && state !== "new" && state !== "done"
    ? t("lab.standing", { state: t(`lab.state.${state}`), done: number(done), planned: number(planned) })
    : t(`lab.state.${state}`));

export function createList() {
  const own = h("ul", { class: "lab-items", id: "lab-own" });
  const shipped = h("ul", { class: "lab-items", id: "lab-shipped" });
  const none = h("p", { class: "quiet", "data-i18n": "lab.none" });
  const unkept = h("p", { class: "lab-note", "data-i18n": "lab.unkept" });
  const root = h("nav", { class: "lab-list", "data-i18n-label": "lab.campaigns" },
    h("div", { class: "head" }, h("h2", { "data-i18n": "lab.campaigns" }),
      h("a", { class: "door primary", id: "lab-new", href: linkTo({ view: "new", like: "" }),
        "data-i18n": "lab.new" })),
    unkept, none, own, h("h3", { "data-i18n": "lab.shipped" }), shipped);

  /** @param {HTMLElement} list @param {LabItem[]} items @param {string} here */
  function fill(list, items, here) {
    refill(list, items.map((item) => `${item.name} ${item.title}`).join("\n"), () => items.map((item) => {
      const link = h("a", { class: "lab-item", "data-campaign": item.name,
        href: linkTo({ view: "campaign", name: item.name, part: "report" }) },
      h("strong", {}, item.title), h("span", { class: "quiet" }), h("span", { class: "meter", "aria-hidden": "true" },
        h("i")));
      return h("li", {}, link);
    }));
    for (const item of items) {
      const link = list.querySelector(`[data-campaign="${item.name}"]`);
      if (!link) continue;
      set(link, { "aria-current": item.name === here ? "page" : null, "data-state": item.state });
      const games = item.games.map((game) => GAMES[game]?.name ?? game).join(", ");
      write(link.children[1], [games, standing(item)].filter(Boolean).join(" · "));
      const bar = /** @type {HTMLElement} */ (link.children[2].firstElementChild);
      bar.style.width = `${(100 * item.done) / Math.max(1, item.planned ?? 1)}%`;
      /** @type {HTMLElement} */ (link.children[2]).hidden = !isBusy(item) && item.state !== "stopped";
    }
  }

  return {
    root,
    /** @param {Lab} lab */
    render({ campaigns, kept, where }) {
      const here = where.view === "campaign" ? where.name : "";
      const mine = campaigns?.filter((item) => !item.shipped) ?? [];
      fill(own, mine, here);
      fill(shipped, campaigns?.filter((item) => item.shipped) ?? [], here);
      none.hidden = campaigns === null || mine.length > 0;
      unkept.hidden = kept;
    },
  };
}
