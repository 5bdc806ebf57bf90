// @ts-check
// The position as text. Written in every format that the game declares, and read from the field or from a file.

import { h, refill, write } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { isAhead } from "../../core/inputs.js";
import { button, check, section } from "../../core/parts.js";
import { placeOf } from "./thought.js";

/** @import { App } from "../../core/app.js" */
/** @import { Part } from "../../core/table.js" */

/** Says for a moment on a button that it was done. @param {HTMLElement} button @param {string} key */
function done(button, key) {
  const before = button.dataset.i18n ?? "";
  write(button, t(key));
  setTimeout(() => write(button, t(before)), 1600);
}

/**
 * @param {App} app
 * @param {() => Promise<boolean>} allowed whether the table may be changed
 * @param {string} [first] the format to begin with, written at once
 * @returns {Part}
 */
export function createTexts(app, allowed, first) {
  const format = h("select", { id: "format" });
  const field = h("textarea", { id: "text-build", rows: 7, spellcheck: "false", autocomplete: "off", wrap: "off",
    "data-i18n-label": "build.text", "data-i18n-placeholder": "paste.hint" });
  const out = h("button", { id: "export-go", "data-i18n": "build.export" });
  const copy = button("build.copy", { id: "export-copy" });
  const save = button("build.save", { id: "export-save" });
  const load = button("build.load", { id: "export-load" });
  const file = h("input", { type: "file", id: "export-file", class: "sr" });
  const share = button("copy", { id: "build-share" });
  const about = h("p", { class: "quiet" });
  const form = h("form", { id: "export" },
    h("div", { class: "fields" }, h("label", {}, h("span", { "data-i18n": "build.format" }), format), out),
    about, field,
    h("div", { class: "doors" }, load, check("build.file", file, "door file"), copy, save));
  /** The text that stands for the position, as long as nobody typed in it. */
  let exported = { place: "", format: "", text: "" };
  /** A puzzle is written as it begins, a game as it is seen. */
  const place = () => (app.has("versus") ? placeOf(app.state) : (app.state.view?.code ?? ""));

  /** What stood in the field when a text was asked for. */
  let asked = "";
  function ask() {
    asked = field.value;
    app.send({ type: "export", format: format.value });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  format.addEventListener("change", ask);
  /** @param {string} text */
  async function read(text) {
    if (text.trim() && (await allowed())) app.intend(() => ({ type: "load", text, moves: [] }));
  }
  load.addEventListener("click", () => read(field.value));
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    field.value = await chosen.text();
    file.value = "";
    read(field.value);
  });
  /** @param {string} text @param {HTMLElement} button @param {string} key */
  async function toClipboard(text, button, key) {
    try {
      await navigator.clipboard.writeText(text);
      done(button, key);
    } catch {
      app.complain(t("build.noclipboard"));
    }
  }
  copy.addEventListener("click", () => field.value && toClipboard(field.value, copy, "build.copied"));
  share.addEventListener("click", () => toClipboard(new URL(app.address("play"), location.href).href, share, "copied"));
  save.addEventListener("click", () => {
    if (!field.value) return;
    const url = URL.createObjectURL(new Blob([field.value], { type: "text/plain" }));
    const ending = /^(json|pddl)/.exec(exported.format)?.[1] ?? "txt";
    h("a", { href: url, download: `${app.state.game?.name ?? "board"}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });

  return {
    root: section("build.texts", [share], form),
    render({ game, view }) {
      const formats = game?.formats ?? [];
      const chosen = format.value;
      refill(format, formats.map((one) => one.name).join(), () =>
        formats.map((one) => h("option", { value: one.name, selected: one.name === chosen },
          one.reads ? one.name : t("build.writes", { format: one.name }))));
      const info = formats.find((one) => one.name === format.value);
      write(about, info ? (maybe(`format.${info.name}`) ?? info.summary) : "");
      // A text that was exported follows the edits.
      if (view && exported.text && field.value === exported.text && place() !== exported.place) {
        exported.place = place();
        ask();
      }
      if (!first || !view || !formats.length || !app.online()) return;
      if (!isAhead(format)) format.value = first;
      first = undefined;
      ask();
    },
    heard(message) {
      // What was typed in the meantime is newer.
      if (message.type !== "text" || message.format !== format.value || field.value !== asked) return;
      field.value = message.text;
      asked = field.value;
      // Lines end as the field ends them, so that what was typed can be told from what was written.
      exported = { place: place(), format: message.format, text: field.value };
    },
  };
}
