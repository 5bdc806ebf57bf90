// @ts-check
// Levels and moves as text: pasted, opened, copied; and the link to share.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { button, disable, section } from "../../core/parts.js";

/** @import { App, State } from "../../core/app.js" */
/** @import { Message } from "../../core/wire.js" */

/** A text that is moves and nothing else, run lengths included. */
const MOVES = /^[\s\d()lurdLURD]*[lurdLURD][\s\d()lurdLURD]*$/;
/** The largest file that is read. */
const MOST = 1_000_000;

/**
 * @param {App} app
 * @param {(text: string) => void} levels takes levels of the visitor's own
 */
export function createTexts(app, levels) {
  const { state } = app;
  const link = button("copy", { id: "copy" });
  const level = button("soko.copy.level", { id: "copy-level" });
  const moves = button("soko.copy.moves", { id: "copy-moves" });
  const field = h("textarea", { id: "text", rows: 6, spellcheck: "false", autocomplete: "off", wrap: "off",
    "data-i18n-label": "soko.paste.label", "data-i18n-placeholder": "soko.paste.hint" });
  const form = h("form", { id: "load" }, field, h("button", { class: "primary", "data-i18n": "load" }));
  const pick = h("input", { type: "file", id: "file", class: "sr", tabindex: -1, "data-i18n-label": "play.file" });
  const open = button("play.file", { id: "open-file" });
  const root = section("soko.texts", [h("div", { class: "row" }, open)], pick,
    h("div", { class: "row wrap" }, link, level, moves),
    h("details", {}, h("summary", { "data-i18n": "soko.paste" }), form),
    h("p", { class: "quiet drop-hint", "data-i18n": "soko.drop" }));
  let wanted = false;

  /** @param {string} text @param {HTMLElement} from */
  async function copy(text, from) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return app.complain(t("build.noclipboard"));
    }
    const key = from.dataset.i18n ?? "";
    write(from, t("build.copied"));
    app.say(t("build.copied"));
    setTimeout(() => write(from, t(key)), 1600);
  }
  /** Takes levels or moves, as it may be. @param {string} text */
  function take(text) {
    if (!text.trim()) return;
    if (MOVES.test(text)) {
      app.intend(() => ({ type: "line", text: text.trim() }));
      app.say(t("soko.paste.moves"));
    } else levels(text);
  }
  link.addEventListener("click", () => copy(new URL(app.address(), location.href).href, link));
  moves.addEventListener("click", () => {
    const history = state.view?.history;
    if (history?.at) copy(history.moves.slice(0, history.at).join(""), moves);
  });
  level.addEventListener("click", () => {
    wanted = true;
    app.send({ type: "export",
      format: state.game?.formats.find((one) => one.name === "xsb")?.name ?? state.game?.formats[0]?.name ?? "" });
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
    /** Takes files and texts that are dropped or pasted on the page, or no more. @param {boolean} on */
    run(on) {
      const change = on ? addEventListener : removeEventListener;
      change("dragover", over);
      change("drop", drop);
      change("paste", pasted);
    },
    /** @param {Message} message */
    heard(message) {
      if (message.type !== "text" || !wanted) return;
      wanted = false;
      copy(message.text, level);
    },
    /** @param {State} now */
    render({ view }) {
      disable(moves, !view?.history.at);
    },
  };
}
