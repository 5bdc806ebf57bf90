// @ts-check
// Boards of one's own: the one on the table is kept under a name; the list of them opens in a window.

import { h, onSubmit, write } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { button, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { store } from "../../core/store.js";
import { dressed } from "../../games.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */
/** A board that is kept; its code stands in an address, too.
 * @typedef {{name: string, code: string, date: number}} Kept */

/** Names are no longer than this. */
export const LONGEST = 60;

/** The boards that are kept, with their names in the store, the newest first. @returns {[string, Kept][]} */
export const boards = () => store.all("board").flatMap(({ id, value }) =>
  (typeof value?.code === "string" && typeof value.name === "string"
    ? [/** @type {[string, Kept]} */ ([id, { date: 0, ...value }])] : []))
  .sort(([, a], [, b]) => b.date - a.date);

/** @param {App} app @returns {PlayPart} */
export function createLibrary(app) {
  const { state } = app;
  const name = h("input", { id: "keep-name", maxlength: LONGEST, autocomplete: "off", "data-i18n-label": "boards.name",
    "data-i18n-placeholder": "boards.name" });
  const form = h("form", { id: "keep" }, name, h("button", { "data-i18n": "boards.keep" }));
  const open = button("boards.open", { id: "boards-open" });
  const told = h("p", { class: "quiet", id: "boards-told" });
  const root = section("boards", [open], form, told);
  /** Whether a text is awaited that is to be kept. */
  let wanted = false;

  /** @param {string} code */
  function keep(code) {
    const called = name.value.trim() || t("boards.usual", { n: boards().length + 1 });
    const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    store.put("board", id, { name: called, code, date: Date.now() });
    name.value = "";
    write(told, t("boards.kept", { name: called }));
    app.say(t("boards.kept", { name: called }));
  }
  onSubmit(form, () => {
    const { view } = state;
    if (!view) return;
    if (!view.table) return keep(view.code);
    // What is seen of a game, not where it began.
    wanted = app.send({ type: "export", format: skin.format ?? state.game?.formats[0]?.name ?? "" });
  });
  open.addEventListener("click", async () => {
    const [{ openBoards }] = await Promise.all([import("./boards.js"), dressed("css/pictures.css")]);
    openBoards(app);
  });

  return {
    root,
    heard(message) {
      if (message.type === "text" && wanted) {
        wanted = false;
        keep(message.text.trim());
      }
    },
    run(on) {
      const many = on ? boards().length : 0;
      if (on) write(told, many ? count("boards.count", many) : "");
    },
    render() {},
  };
}
