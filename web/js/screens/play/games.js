// @ts-check
// The games that are kept in this browser: offered, loaded, deleted, written to a file and read from one.

import { b, h, refill } from "../../core/dom.js";
import { count, current, t } from "../../core/i18n.js";
import { kept } from "../../core/kept.js";
import { button } from "../../core/parts.js";
import { endWords, playerName, versus } from "../../core/players.js";
import { skin } from "../../core/skin.js";

/** @import { App } from "../../core/app.js" */
/** @import { Kept } from "../../core/kept.js" */
/** @import { PlayPart } from "../play.js" */

/** More than this is no game. */
const MOST = 60_000;

/** When a game was kept, in the reader's way. @param {number} date */
const dateWord = (date) => new Intl.DateTimeFormat(current(), { dateStyle: "medium", timeStyle: "short" }).format(date);

/** What became of it. @param {Kept} game */
const outcome = (game) => (game.end ? endWords(game) : t("kept.open", { moves: count("moves", game.plies) }));

/** Its picture. One of an earlier version has none yet. @param {App} app @param {Kept} game */
function pictureOf(app, game) {
  if (game.picture) return skin.art.small(game.picture);
  const place = h("span", { class: "miniature" });
  app.sketch({ text: game.saved }, (sketch) => {
    if (!sketch) return true;
    const { width, height, marks, pieces } = sketch.scene;
    kept.change(game.id, { picture: { width, height, marks, pieces } });
    place.replaceWith(skin.art.small(sketch.scene));
  });
  return place;
}

/** A game that was not finished, offered where nothing has begun yet. @param {App} app @returns {PlayPart} */
export function createOffer(app) {
  const root = h("section", { class: "offer", id: "offer", hidden: true });
  let refused = "";
  return {
    root,
    render({ view }) {
      const last = view && !view.history.moves.length
        ? kept.list().find((game) => !game.end && game.id !== refused && game.seats.some((seat) => !seat.engine))
        : undefined;
      root.hidden = !last;
      refill(root, `${last?.id} ${last?.date}`, () => {
        if (!last) return [];
        const go = b({ class: "primary", id: "offer-go" }, t("offer.go"));
        go.addEventListener("click", () => app.load(last.saved));
        const no = b({}, t("offer.no"));
        no.addEventListener("click", () => {
          refused = last.id;
          app.render();
        });
        return [pictureOf(app, last),
          h("div", {}, h("p", {}, t("offer", { game: versus(last) })), h("div", { class: "row" }, go, no))];
      });
    },
  };
}

/** The list. @param {App} app */
export function createGames(app) {
  const { state } = app;
  const list = h("ol", { class: "kept", id: "kept" });
  const file = h("input",
    { type: "file", class: "sr", id: "kept-file", accept: ".json,.txt,.qfen,application/json,text/plain" });
  const out = button("kept.export", { id: "kept-export" });
  const close = button("close", { id: "kept-close" });
  const dialog = h("dialog", { id: "games", class: "wide", "aria-labelledby": "games-title" },
    h("div", { class: "head" }, h("h2", { id: "games-title", "data-i18n": "kept.title" }), close), list,
    h("div", { class: "doors" }, h("label", { class: "door" }, h("span", { "data-i18n": "kept.file" }), file), out));

  /** Whether the running game may be put away. */
  const may = async () => !app.running() || app.confirm(t("kept.ask"), t("kept.ask.yes"));
  /** @param {string} text */
  function load(text) {
    dialog.close();
    app.load(text);
  }
  /** @param {Kept} game */
  function item(game) {
    const name = versus(game);
    const here = game.id === kept.idOf(state.view);
    const go = b({ class: "kept-load", "aria-label": t("kept.load", { game: name }) }, pictureOf(app, game),
      h("span", { class: "kept-words" }, h("strong", {}, name), h("span", {}, outcome(game)),
        h("span", { class: "quiet" }, dateWord(game.date))));
    go.addEventListener("click", async () => (here || (await may())) && load(game.saved));
    const drop = b({ class: "icon", "aria-label": t("kept.drop", { game: name }), title: t("kept.drop.short") }, "✕");
    drop.addEventListener("click", async () => {
      if (!(await app.confirm(t("kept.drop.ask", { game: name }), t("kept.drop.short")))) return;
      kept.drop(game.id);
      fill();
    });
    return h("li", { "data-game-id": game.id, "aria-current": here ? "true" : null }, go, drop);
  }
  function fill() {
    const all = kept.list();
    refill(list, `${kept.idOf(state.view)} ${all.map((game) => `${game.id} ${game.date} ${game.name}`).join()}`, () =>
      all.length ? all.map(item) : [h("li", { class: "quiet" }, t("kept.none"))]);
    out.hidden = !state.view?.history.moves.length;
  }
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => app.render());
  out.addEventListener("click", () => {
    const table = state.view?.table;
    if (!table) return;
    const names = [0, 1].map((player) => playerName(table.seats, player));
    const link = h("a", { href: URL.createObjectURL(new Blob([`${table.saved}\n`], { type: "application/json" })),
      download: `${[app.playing(), ...names].join("-")}.json`.replace(/\s+/g, "-").toLowerCase() });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MOST) return app.complain(t("kept.file.large"));
    const text = await chosen.text();
    if (await may()) load(text.trim());
  });

  return {
    dialog,
    open() {
      fill();
      if (!dialog.open) dialog.showModal();
    },
  };
}
