// @ts-check
// The pause menu of a game between adversaries.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { kept } from "../../core/kept.js";
import { button } from "../../core/parts.js";
import { GAMES } from "../../games.js";

/** @import { App } from "../../core/app.js" */

/**
 * @param {App} app
 * @param {() => void} fresh opens the form for a new game
 * @param {() => void} games opens the games that are kept
 */
export function createMenu(app, fresh, games) {
  const { state } = app;
  /** Whether the game goes on when the menu closes. */
  let resume = false;
  const name =
    h("input", { id: "save-name", maxlength: 60, autocomplete: "off", "data-i18n-placeholder": "menu.name" });
  const save = h("form", { class: "fields", id: "save" }, h("label", {}, h("span", { "data-i18n": "menu.save.label" }),
    name), h("button", { type: "submit", "data-i18n": "menu.save" }));
  const told = h("p", { class: "quiet", id: "menu-told", role: "status" });
  const back = button("menu.resume", { id: "menu-resume", class: "primary" });
  const resign = button("menu.resign", { id: "menu-resign" });
  /** Closes the menu, and the game stays paused; then something else. @param {string} id @param {() => void} then */
  function door(id, then) {
    const one = button(`menu.${id}`, { id: `menu-${id}` });
    one.addEventListener("click", () => {
      resume = false;
      dialog.close();
      then();
    });
    return one;
  }
  const dialog = h("dialog", { id: "menu", class: "menu", "aria-labelledby": "menu-title" },
    h("h2", { id: "menu-title", "data-i18n": "menu.title" }),
    h("div", { class: "menu-list" }, back, door("new", fresh), door("load", games), resign,
      door("leave", () => (location.hash = `#${Object.keys(GAMES)[0]}/play`))), save, told);

  dialog.addEventListener("close", () => {
    if (resume) app.pause(false);
    resume = false;
    app.render();
  });
  back.addEventListener("click", () => {
    // A game that was loaded is paused.
    if (state.view?.table?.paused) resume = true;
    dialog.close();
  });
  resign.addEventListener("click", async () => {
    if (!(await app.confirm(t("menu.resign.ask"), t("menu.resign")))) return;
    // The clock was stopped while the menu was open.
    dialog.close();
    app.send({ type: "resign" });
  });
  save.addEventListener("submit", (event) => {
    event.preventDefault();
    kept.change(kept.idOf(state.view), { name: name.value.trim() || null });
    write(told, t("menu.saved"));
  });

  return {
    dialog,
    open() {
      const { view } = state;
      if (!view?.table || dialog.open) return;
      const { end, paused, seats } = view.table;
      resume = !end && !paused;
      if (resume) app.pause(true);
      name.value = kept.get(kept.idOf(view))?.name ?? "";
      write(told, "");
      const over = end !== null || view.scene.winner !== null;
      back.dataset.i18n = over ? "menu.back" : "menu.resume";
      write(back, t(back.dataset.i18n));
      resign.hidden = over || !seats.some((seat) => !seat.engine);
      save.hidden = !view.history.moves.length;
      dialog.showModal();
      back.focus();
    },
  };
}
