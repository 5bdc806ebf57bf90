// @ts-check
// What puts something new on the table, for every game: a board that is made, a position from a text or a file; and
// sharing it.

import { h, write } from "./dom.js";
import { current, t } from "./i18n.js";
import { button, field, section } from "./parts.js";
import { fillOptions, optionValues } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { State } from "./state.js" */

/** The largest file that is read. */
const MOST = 1_000_000;

/** Asks before what is under way is lost. @param {App} app */
export const mayReplace = async (app) =>
  !app.running() || app.confirm(t("play.ask.replace"), t("play.ask.replace.yes"));

/** The form that makes a new board, from the options that the game declares. @param {App} app */
export function createNew(app) {
  const seed = h("input",
    { id: "seed", inputmode: "numeric", autocomplete: "off", pattern: "[0-9]*", "data-i18n-placeholder": "random" });
  const seeding = field("seed", seed);
  const first = h("div", { class: "fields" }, seeding);
  const rest = h("div", { class: "fields", id: "options-more" });
  const form = h("form", { id: "new" }, first, h("details", {}, h("summary", { "data-i18n": "more" }), rest));
  const root = section("new.title", [h("button", { class: "primary", form: "new", "data-i18n": "generate" })], form);
  let built = "";

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = seed.value.trim();
    const given = /^\d+$/.test(typed) ? Number(typed) : null;
    const message = /** @type {const} */ ({ type: "new", options: optionValues(form), seed: given });
    if (await mayReplace(app)) app.send(message);
  });

  return {
    root,
    /** @param {State} state */
    render({ game }) {
      const signature = `${current()} ${JSON.stringify(game?.generate)}`;
      if (!game || signature === built) return;
      built = signature;
      fillOptions(form, first, rest, game.generate);
      first.append(seeding);
    },
  };
}

/** Sharing, and positions from text or a file. @param {App} app */
export function createLoad(app) {
  const copy = button("copy", { id: "copy" });
  const text = h("textarea", { id: "text", rows: 5, spellcheck: "false", autocomplete: "off",
    "data-i18n-label": "paste.label", "data-i18n-placeholder": "paste.hint" });
  const pick = h("input", { type: "file", id: "file", class: "sr", tabindex: -1, "data-i18n-label": "play.file" });
  const open = button("play.file", { id: "open-file" });
  const form = h("form", { id: "load" }, text, h("button", { class: "primary", "data-i18n": "load" }));
  const root = section("play.share", [h("div", { class: "row" }, open, copy)], pick,
    h("details", {}, h("summary", { "data-i18n": "paste" }), form),
    h("p", { class: "quiet drop-hint", "data-i18n": "play.drop" }));

  /** @param {string} words */
  async function load(words) {
    if (words.trim() && (await mayReplace(app))) app.send({ type: "load", text: words, moves: [] });
  }
  /** @param {File | null | undefined} file */
  async function read(file) {
    if (!file) return;
    if (file.size > MOST) return app.complain(t("play.file.large"));
    load(await file.text());
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load(text.value);
  });
  open.addEventListener("click", () => pick.click());
  pick.addEventListener("change", () => {
    read(pick.files?.[0]);
    pick.value = "";
  });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch (error) {
      return app.complain(String(error));
    }
    write(copy, t("copied"));
    app.say(t("copied"));
    setTimeout(() => write(copy, t("copy")), 1600);
  });
  /** @param {DragEvent} event */
  const over = (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
  /** @param {DragEvent} event */
  const drop = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  };

  return {
    root,
    /** Takes files that are dropped on the page, or no more. @param {boolean} on */
    run(on) {
      const change = on ? addEventListener : removeEventListener;
      change("dragover", over);
      change("drop", drop);
    },
  };
}
