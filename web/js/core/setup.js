// @ts-check
// What puts a new board on the table, for every game, and what forms share.

import { h, write } from "./dom.js";
import { current, t } from "./i18n.js";
import { section } from "./parts.js";
import { fillOptions, optionValues } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { State } from "./state.js" */

/** Asks before what is under way is lost. @param {App} app */
export const mayReplace = async (app) =>
  !app.running() || app.confirm(t("play.ask.replace"), t("play.ask.replace.yes"));

/** @param {string} key @param {HTMLElement} input */
export const field = (key, input) => h("label", {}, h("span", { "data-i18n": key }), input);

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
    const message = /** @type {const} */
      ({ type: "new", options: optionValues(form), seed: /^\d+$/.test(typed) ? Number(typed) : null });
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

/** Copies a text, and says so on the button that was pressed.
 * @param {App} app @param {string} text @param {HTMLElement} from */
export async function copyText(app, text, from) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return app.complain(t("build.noclipboard"));
  }
  write(from, t("copied"));
  app.say(t("copied"));
  setTimeout(() => write(from, t(from.dataset.i18n ?? "")), 1600);
}
