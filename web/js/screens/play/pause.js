// @ts-check
// What stops a game between adversaries for a while: the menu, the form for a new game and the games that are kept,
// which are loaded when one of them is asked for; and the cover of the board while it is paused.

import { h } from "../../core/dom.js";
import { t, translate } from "../../core/i18n.js";
import { button } from "../../core/parts.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */

/** @type {Record<string, string>} */
const KEYS = { escape: "menu", n: "new", g: "games" };

/** @param {App} app @returns {PlayPart} */
export function createDialogs(app) {
  /** @type {HTMLElement | null} */
  let host = null;
  /** @type {Promise<Record<string, () => void>> | null} */
  let opening = null;
  async function load() {
    const [{ createNewGame }, { createMenu }, { createGames }] =
      await Promise.all([import("./newgame.js"), import("./menu.js"), import("./games.js")]);
    const [fresh, games] = [createNewGame(app), createGames(app)];
    const menu = createMenu(app, fresh.open, games.open);
    for (const { dialog } of [fresh, menu, games]) {
      host?.closest(".table")?.append(dialog);
      translate(dialog);
    }
    return { menu: menu.open, new: () => fresh.open(), games: games.open };
  }
  /** @param {string} name */
  function open(name) {
    if (!Object.values(KEYS).includes(name)) return false;
    opening ??= load();
    opening.then((doors) => doors[name](), () => {
      opening = null;
      app.complain(t("link.lost"));
    });
    return true;
  }
  return {
    attach: (stage) => void (host = stage.host),
    act: open,
    key: (event) => !event.repeat && open(KEYS[event.key.toLowerCase()] ?? ""),
    help: [["U Y", "play.help.undo"], ["H", "hint"], ["N", "new.title"], ["G", "kept.title"], ["Esc", "help.menu"]],
    render() {},
  };
}

/** Covers the board while a person's game is paused. @param {App} app @returns {PlayPart} */
export function createCover(app) {
  const resume = button("menu.resume", { class: "primary", id: "resume" });
  const root = h("div", { class: "cover", id: "cover", hidden: true }, h("p", { "data-i18n": "paused" }), resume);
  resume.addEventListener("click", () => app.pause(false));
  return {
    attach: ({ host }) => host.append(root),
    render({ view }) {
      const table = root.closest(".table");
      if (!view?.table || !table) return;
      const { paused, seats } = view.table;
      const mine = paused && !seats.every((seat) => seat.engine);
      root.hidden = !mine || table.querySelector("dialog[open]") !== null;
      root.parentElement?.classList.toggle("paused", mine);
      table.setAttribute("data-players", String(view.scene.sides.length));
    },
  };
}
