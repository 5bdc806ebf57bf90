// @ts-check
// Setting a target: a piece, or any, then a cell. And the rule for the pieces that helped.

import { U } from "../../core/board.js";
import { b, h, refill, s, set } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { section } from "../../core/parts.js";
import { aimOf, looks } from "../../core/scene.js";
import { signOf } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */

/** @param {App} app @returns {PlayPart & {on(): boolean}} */
export function createAim(app) {
  const picks = h("div", { class: "picks", role: "group", "data-i18n-label": "play.target" });
  const about = h("p", { class: "quiet", "data-i18n": "play.aim.now", hidden: true });
  const stay = h("input", { type: "checkbox", id: "stay" });
  const root = section("play.target", [picks], about,
    h("label", { class: "switch" }, stay, h("span", { "data-i18n": "play.stay" })));
  const cursor = s("path", { class: "aim-cursor", d: `M0,0H${U}V${U}H0z` });
  /** @type {{piece: number | null, cell: number} | null} */
  let aim = null;

  stay.addEventListener("change", () => app.send({ type: "rule", stay: stay.checked }));

  /** @param {number | null} piece */
  function start(piece) {
    const scene = app.state.view?.scene;
    if (!scene) return;
    const again = aim?.piece === piece;
    aim = again ? null : { piece, cell: aimOf(scene)?.cell ?? 0 };
    app.say(again ? t("play.aim.off") : t("play.aim.now"));
    app.render();
  }
  /** @param {number} cell */
  function finish(cell) {
    if (!aim) return false;
    app.send({ type: "task", piece: aim.piece, cell });
    stop();
    return true;
  }
  function stop() {
    aim = null;
    app.render();
  }

  return {
    root,
    on: () => aim !== null,
    click: finish,
    attach({ board, host }) {
      board.top.append(cursor);
      host.addEventListener("pointermove", (event) => {
        const cell = board.locate(event)?.cell;
        if (!aim || cell === undefined || cell === aim.cell) return;
        aim.cell = cell;
        app.render();
      });
    },
    look: () => (aim ? { selected: -1 } : {}),
    key(event) {
      const scene = app.state.view?.scene;
      if (!aim || !scene) return false;
      const [dx, dy] =
        { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] }[event.key] ?? [0, 0];
      if (dx || dy) {
        const x = Math.max(0, Math.min(scene.width - 1, (aim.cell % scene.width) + dx));
        const y = Math.max(0, Math.min(scene.height - 1, Math.floor(aim.cell / scene.width) + dy));
        aim.cell = y * scene.width + x;
        app.say(t("play.aim.at", app.place(aim.cell)));
        app.render();
      } else if (event.key === "Enter") finish(aim.cell);
      else if (event.key === "Escape") stop();
      else return false;
      return true;
    },
    words: () =>
      (aim ? t(aim.piece === null ? "play.aim.any" : "play.aim.robot", { robot: app.nameOf(aim.piece ?? 0) }) : null),
    render(state) {
      root.hidden = app.running();
      if (root.hidden) aim = null;
      const { view } = state;
      if (!view) return;
      follow(stay, view.stay);
      const { pieces, width } = view.scene;
      refill(picks, looks(view.scene), () => {
        const robots = pieces.map((_, index) => {
          const name = app.nameOf(index);
          const one = b({ "aria-label": name, title: name }, ...signOf(view.scene, index));
          one.addEventListener("click", () => start(index));
          return one;
        });
        const any = b({}, t("play.aim.anyone"));
        any.addEventListener("click", () => start(null));
        return [...robots, any];
      });
      Array.from(picks.children).forEach((one, index) =>
        set(one, { "aria-pressed": String(aim !== null && aim.piece === (index < pieces.length ? index : null)) }));
      about.hidden = aim === null;
      root.closest(".table")?.classList.toggle("aiming", aim !== null);
      const color = aim?.piece != null ? pieces[aim.piece]?.color : undefined;
      set(cursor,
        { class: `aim-cursor c${color ?? "any"}`,
        transform: aim ? `translate(${(aim.cell % width) * U} ${Math.floor(aim.cell / width) * U})` : null,
        visibility: aim ? null : "hidden" });
    },
  };
}
