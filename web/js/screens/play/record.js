// @ts-check
// What was done: figures, the moves that were made, and in a game of several a field for the next one.

import { h, write } from "../../core/dom.js";
import { button, section } from "../../core/parts.js";
import { passOf } from "../../core/players.js";
import { copyText } from "../../core/setup.js";
import { skin } from "../../core/skin.js";
import { createFigures, createHistory } from "../../core/table.js";

/** @import { App } from "../../core/app.js" */
/** @import { Guard } from "../../core/skins.js" */
/** @import { PlayPart } from "../play.js" */

/** A puzzle. @param {App} app @param {Guard} guard @returns {PlayPart} */
export function createRecord(app, guard) {
  const figures = createFigures();
  const played = createHistory(app, guard);
  return {
    root: h("section", {}, figures.root, played.root),
    render(state) {
      figures.render(state);
      played.render(state);
    },
  };
}

/** A game: its moves, a field for the next by name, and what it is shared by. @param {App} app @returns {PlayPart} */
export function createGameRecord(app) {
  const { state } = app;
  const played = createHistory(app);
  const share = button("copy", { id: "share" });
  const typed = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    maxlength: 12, placeholder: skin.typed, "data-i18n-label": "typed" });
  const form = h("form", { class: "typed" }, typed, h("button", { type: "submit", "data-i18n": "typed.go" }));
  const problem = h("p", { class: "problem", id: "typed-problem", role: "status" });
  const pass = button("pass", { id: "pass", hidden: true });
  /** The name that is no legal move. */
  let doubted = "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const move = typed.value.trim().toLowerCase();
    doubted = "";
    if (!move) return;
    if (!app.legal(move)) app.askWhy((doubted = move));
    else if (app.play(move)) typed.value = "";
    app.render();
  });
  pass.addEventListener("click", () => state.view && app.play(passOf(state.view.scene)?.name ?? ""));
  share.addEventListener("click", () => copyText(app, new URL(app.address("play"), location.href).href, share));

  return {
    root: section("played", [share], played.root, form, problem, pass),
    help: [[", .", "help.walk"]],
    key(event) {
      if (event.key !== "," && event.key !== ".") return false;
      app.go(({ at }) => at + (event.key === "." ? 1 : -1));
      return true;
    },
    render(now) {
      played.render(now);
      const { view, why } = now;
      if (!view) return;
      pass.hidden = !passOf(view.scene) || !app.mayMove();
      form.hidden = !app.mayMove() || !skin.typed;
      write(problem, doubted && why?.move === doubted ? skin.whyWords(why) : "");
    },
  };
}
