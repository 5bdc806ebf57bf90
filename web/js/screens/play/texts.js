// @ts-check
// Positions and moves as text: pasted, opened, dropped, copied; and the link to share.

import { h, write } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { button, disable, section } from "../../core/parts.js";
import { copyText, mayReplace } from "../../core/setup.js";
import { skin } from "../../core/skin.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */

/** The largest file that is read. */
const MOST = 1_000_000;

/**
 * @param {App} app
 * @param {((text: string) => void) | undefined} levels takes levels of the visitor's own, where there are levels
 * @returns {PlayPart}
 */
export function createTexts(app, levels) {
  const { state } = app;
  const link = button("copy", { id: "copy" });
  const level = button("copy.position", { id: "copy-level" });
  const moves = button("copy.moves", { id: "copy-moves" });
  const field = h("textarea", { id: "text", rows: 6, spellcheck: "false", autocomplete: "off", wrap: "off",
    "data-i18n-label": "texts.label", "data-i18n-placeholder": "paste.hint" });
  const form = h("form", { id: "load" }, field, h("button", { class: "primary", "data-i18n": "load" }));
  const pick = h("input", { type: "file", id: "file", class: "sr", tabindex: -1, "data-i18n-label": "play.file" });
  const open = button("play.file", { id: "open-file" });
  // Where the letters on the board are not those of the notation.
  const letters = h("p", { class: "quiet", id: "letters" });
  const root =
    section("texts", [h("div", { class: "row" }, open)], pick, h("div", { class: "row wrap" }, link, level, moves),
    h("details", {}, h("summary", { "data-i18n": "texts.paste" }), form),
    h("p", { class: "quiet drop-hint", "data-i18n": "texts.drop" }), letters);
  let wanted = false;

  /** Takes levels or moves, as it may be. @param {string} text */
  async function take(text) {
    if (!text.trim()) return;
    if (skin.moves?.test(text)) {
      app.intend(() => ({ type: "line", text: text.trim() }));
      app.say(t("texts.played"));
    } else if (levels) levels(text);
    else if (await mayReplace(app)) app.load(text);
  }
  link.addEventListener("click", () => copyText(app, new URL(app.address(), location.href).href, link));
  moves.addEventListener("click", () => {
    const history = state.view?.history;
    if (history?.at) copyText(app, app.join(app.past()), moves);
  });
  level.addEventListener("click", () => {
    wanted = true;
    app.send({ type: "export", format: skin.format ?? state.game?.formats[0]?.name ?? "" });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(field.value);
  });
  open.addEventListener("click", () => pick.click());
  /** @param {File | null | undefined} file */
  async function read(file) {
    if (!file) return;
    if (file.size > MOST) return app.complain(t("play.file.large"));
    take(await file.text());
  }
  pick.addEventListener("change", () => {
    read(pick.files?.[0]);
    pick.value = "";
  });
  /** @param {DragEvent} event */
  const over = (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
  /** @param {DragEvent} event */
  const drop = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  };
  /** What is pasted anywhere on the page. @param {ClipboardEvent} event */
  const pasted = (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (!text) return;
    event.preventDefault();
    take(text);
  };

  return {
    root,
    run(on) {
      const change = on ? addEventListener : removeEventListener;
      change("dragover", over);
      change("drop", drop);
      change("paste", pasted);
    },
    heard(message) {
      if (message.type !== "text" || !wanted) return;
      wanted = false;
      copyText(app, message.text, level);
    },
    render({ view }) {
      disable(moves, !view?.history.at);
      write(letters, maybe("texts.letters") ?? "");
    },
  };
}
