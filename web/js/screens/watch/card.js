// @ts-check
// The card of a node that was pinned: what it is, and when it was made and expanded. It tells in words what the tree
// shows.

import { h, write } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { button } from "../../core/parts.js";
import { lastShift, shiftWords } from "./shifts.js";

/** @import { NodeView, Scene, TracedLane } from "../../core/wire.js" */

/** @param {{go(event: number): void, pin(id: number | null): void}} acts */
export function createCard({ go, pin }) {
  const title = h("h2", { id: "watch-card-title" });
  const told = h("p");
  const born = button("watch.card.born", { id: "card-born" });
  const ended = button("watch.card.ended", { id: "card-ended" });
  const parent = button("watch.card.parent", { id: "card-parent" });
  const away = button("watch.card.unpin", { id: "card-unpin" });
  const root = h("section", { class: "watch-card", hidden: true, "aria-labelledby": "watch-card-title" },
    h("div", { class: "head" }, title, away), told,
    h("div", { class: "doors" }, born, ended, parent));
  /** @type {NodeView | null} */
  let node = null;
  born.addEventListener("click", () => node && go(node.born));
  ended.addEventListener("click", () => node?.ended != null && go(node.ended));
  parent.addEventListener("click", () => node?.parent != null && pin(node.parent));
  away.addEventListener("click", () => pin(null));
  return {
    root,
    /** @param {NodeView | null} now @param {Scene} scene @param {TracedLane} lane */
    render(now, scene, lane) {
      node = now;
      root.hidden = !now;
      if (!now) return;
      write(title, t("watch.row", { id: now.id }));
      const shift = lastShift(scene, now);
      const parts = lane.kind === "states" || lane.kind === "expansions"
        ? [t(`watch.status.${now.status}`, { id: now.id }), ...(shift ? [shiftWords(scene, shift)] : []),
          `g = ${now.g}`, ...(now.h === null ? [] : [`h = ${now.h}`, `f = ${now.g + now.h}`]),
          t("watch.card.depth", { n: number(Math.max(0, now.way.length - 1)) })]
        : [now.moves.join(" ") || t("watch.root"), t("watch.card.depth", { n: now.moves.length })];
      write(told, parts.filter(Boolean).join(" · "));
      born.hidden = now.born <= 0;
      ended.hidden = now.ended === null;
      parent.hidden = now.parent === null;
    },
  };
}
