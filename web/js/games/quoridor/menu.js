// @ts-check
// The pause menu, and the games that are kept: named, loaded, deleted, written to a file and read from one.

import { b, h, refill, write } from "../../core/dom.js";
import { count, current, t } from "../../core/i18n.js";
import { button, field } from "../../core/parts.js";
import { miniature } from "./art.js";
import { kept } from "./kept.js";
import { endWords, nameOf, versus } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Kept } from "./kept.js" */

/** More than this is no game. */
const MOST = 60_000;

/** When a game was kept, in the reader's way. @param {number} date */
const dateWord = (date) => new Intl.DateTimeFormat(current(), { dateStyle: "medium", timeStyle: "short" }).format(date);

/** What became of it. @param {Kept} game */
const outcome = (game) =>
  (game.end ? endWords(/** @type {any} */ (game)) : t("kept.open", { moves: count("moves", game.plies) }));

/**
 * @param {App} app
 * @param {() => void} fresh opens the form for a new game
 */
export function createMenu(app, fresh) {
  const { state } = app;
  let resume = false;

  const name =
    h("input", { id: "save-name", maxlength: 60, autocomplete: "off", "data-i18n-placeholder": "menu.name" });
  const save = h("form", { class: "fields", id: "save" }, field("menu.save.label", name),
    h("button", { type: "submit", "data-i18n": "menu.save" }));
  const told = h("p", { class: "quiet", id: "menu-told", role: "status" });
  const buttons = {
    resume: button("menu.resume", { id: "menu-resume", class: "primary" }),
    fresh: button("menu.new", { id: "menu-new" }),
    load: button("menu.load", { id: "menu-load" }),
    resign: button("menu.resign", { id: "menu-resign" }),
    leave: button("menu.leave", { id: "menu-leave" }),
  };
  const dialog = h("dialog", { id: "menu", class: "menu", "aria-labelledby": "menu-title" },
    h("h2", { id: "menu-title", "data-i18n": "menu.title" }),
    h("div", { class: "menu-list" }, buttons.resume, buttons.fresh, buttons.load, buttons.resign, buttons.leave),
    save, told);

  const list = h("ol", { class: "kept", id: "kept" });
  const file = h("input",
    { type: "file", class: "sr", id: "kept-file", accept: ".json,.txt,.qfen,.quoridor,application/json,text/plain" });
  const write2 = button("kept.export", { id: "kept-export" });
  const close = button("close", { id: "kept-close" });
  const games = h("dialog", { id: "games", class: "wide", "aria-labelledby": "games-title" },
    h("div", { class: "head" }, h("h2", { id: "games-title", "data-i18n": "kept.title" }), close), list,
    h("div", { class: "doors" }, h("label", { class: "door" }, h("span", { "data-i18n": "kept.file" }), file), write2));

  /** Whether the running game may be put away. */
  const may = async () => !app.running() || app.confirm(t("kept.ask"), t("kept.ask.yes"));

  function open() {
    const { view } = state;
    if (!view || dialog.open) return;
    resume = !view.end && !view.paused;
    if (resume) app.pause(true);
    name.value = kept.get(kept.idOf(view))?.name ?? "";
    write(told, "");
    const over = view.end !== null || view.board.winner !== null;
    buttons.resume.dataset.i18n = over ? "menu.back" : "menu.resume";
    write(buttons.resume, t(buttons.resume.dataset.i18n));
    buttons.resign.hidden = over || !view.seats.some((seat) => !seat.engine);
    save.hidden = !view.moves.length;
    dialog.showModal();
    buttons.resume.focus();
  }
  dialog.addEventListener("close", () => {
    if (resume) app.pause(false);
    resume = false;
    app.render();
  });
  games.addEventListener("close", () => app.render());
  /** Closes the menu; the game stays paused. */
  function shut() {
    resume = false;
    dialog.close();
  }
  buttons.resume.addEventListener("click", () => {
    // A game that was loaded is paused.
    if (state.view?.paused) resume = true;
    dialog.close();
  });
  buttons.fresh.addEventListener("click", () => {
    shut();
    fresh();
  });
  buttons.load.addEventListener("click", () => {
    shut();
    openGames();
  });
  buttons.resign.addEventListener("click", async () => {
    if (!(await app.confirm(t("menu.resign.ask"), t("menu.resign")))) return;
    // The clock was stopped while the menu was open.
    dialog.close();
    app.send({ type: "resign" });
  });
  buttons.leave.addEventListener("click", () => {
    shut();
    location.hash = "#ricochet/play";
  });
  save.addEventListener("submit", (event) => {
    event.preventDefault();
    kept.rename(kept.idOf(state.view), name.value.trim() || null);
    write(told, t("menu.saved"));
  });

  // ---- The list -----------------------------------------------------------------------------------------------------

  /** @param {Kept} game */
  function item(game) {
    const load = b({ class: "kept-load", "aria-label": t("kept.load", { game: versus(game) }) },
      miniature(game), h("span", { class: "kept-words" }, h("strong", {}, versus(game)), h("span", {}, outcome(game)),
        h("span", { class: "quiet" }, dateWord(game.date))));
    load.addEventListener("click", async () => {
      if (game.id !== kept.idOf(state.view) && !(await may())) return;
      games.close();
      app.load(game.saved);
    });
    const drop =
      b({ class: "icon", "aria-label": t("kept.drop", { game: versus(game) }), title: t("kept.drop.short") }, "✕");
    drop.addEventListener("click", async () => {
      if (!(await app.confirm(t("kept.drop.ask", { game: versus(game) }), t("kept.drop.short")))) return;
      kept.drop(game.id);
      fill();
    });
    return h("li",
      { "data-game-id": game.id, "aria-current": game.id === kept.idOf(state.view) ? "true" : null }, load, drop);
  }
  function fill() {
    const all = kept.list();
    refill(list, `${kept.idOf(state.view)} ${all.map((game) => `${game.id} ${game.date} ${game.name}`).join()}`, () =>
      all.length ? all.map(item) : [h("li", { class: "quiet" }, t("kept.none"))]);
    write2.hidden = !state.view?.moves.length;
  }
  function openGames() {
    fill();
    if (!games.open) games.showModal();
  }
  close.addEventListener("click", () => games.close());
  write2.addEventListener("click", () => {
    const { view } = state;
    if (!view) return;
    const link = h("a", { href: URL.createObjectURL(new Blob([`${view.saved}\n`], { type: "application/json" })),
      download: `quoridor-${nameOf(view.seats, 0)}-${nameOf(view.seats, 1)}.json`.replace(/\s+/g, "-").toLowerCase() });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MOST) return app.complain(t("kept.file.large"));
    const text = await chosen.text();
    if (!(await may())) return;
    games.close();
    app.load(text.trim());
  });

  return { dialog, games, open, openGames };
}
