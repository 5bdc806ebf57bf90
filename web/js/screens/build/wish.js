// @ts-check
// Build: a board by wish. The server makes boards until one fulfils it, or is told to stop.

import { h, write } from "../../core/dom.js";
import { count, current, t } from "../../core/i18n.js";
import { check, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { fillOptions, optionValues } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */
/** @import { Span } from "../../core/skins.js" */

/**
 * Two numbers, from and to.
 * @param {string} key what they bound
 * @param {string} id
 * @param {Span} bounds the least, what stands there first, and the most
 */
function span(key, id, [least, from, to, most]) {
  const bound = (/** @type {string} */ end, /** @type {number} */ value) =>
    h("input", { id: `${id}-${end}`, type: "number", inputmode: "numeric", min: least, max: most, value, required: true,
      "data-i18n-label": `${key}.${end}` });
  const [low, high] = [bound("from", from), bound("to", to)];
  const root = h("div", { class: "span", role: "group", "data-i18n-label": key }, h("span", { "data-i18n": key }), low,
    h("span", { "aria-hidden": "true" }, "–"), high);
  /** @returns {[number, number]} */
  const value = () => [Math.min(+low.value, +high.value), Math.max(+low.value, +high.value)];
  return { root, value };
}

/**
 * @param {App} app
 * @param {() => Promise<boolean>} allowed whether the table may be changed
 */
export function createWish(app, allowed) {
  const length = span("build.wish.length", "wish-length", skin.wish.length);
  const pieces = span("build.wish.pieces", "wish-pieces", skin.wish.pieces);
  const unique = h("input", { type: "checkbox", id: "wish-unique" });
  const helpers = h("input", { type: "checkbox", id: "wish-helpers" });
  const helping = check("build.wish.helpers", helpers);
  helping.hidden = !skin.choosable;
  const seed = h("input", { id: "wish-seed", inputmode: "numeric", autocomplete: "off", pattern: "[0-9]*" });
  const first = h("div", { class: "fields" });
  const rest = h("div", { class: "fields" });
  const more = h("details", {}, h("summary", { "data-i18n": "more" }), rest);
  const go = h("button", { class: "primary", id: "wish-go", form: "wish" });
  const told = h("p", { class: "quiet", id: "wish-told", role: "status" });
  const form = h("form", { id: "wish" }, length.root, pieces.root,
    check("build.wish.unique", unique), helping, first, more);
  let running = false;
  let tried = 0;
  let built = "";
  /** What was on the table when the search began. */
  let before = "";

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (app.state.busy === "wish") {
      app.send({ type: "cancel" });
      return;
    }
    const options = optionValues(form);
    const typed = seed.value.trim();
    if (!(await allowed())) return;
    tried = 0;
    before = app.state.view?.code ?? "";
    app.send({ type: "wish", options, seed: typed ? Number(typed) : null,
      wishes: { length: length.value(), pieces: pieces.value(), unique: unique.checked, helpers: helpers.checked } });
  });

  const root = section("build.wish", [go], form, told);
  return {
    root,
    /** @param {State} state */
    render({ game, busy, progress, view }) {
      root.hidden = !game?.generate.length;
      const signature = `${current()} ${JSON.stringify(game?.generate)}`;
      if (game && signature !== built) {
        built = signature;
        fillOptions(form, first, rest, game.generate);
        rest.append(h("label", {}, h("span", {}, t("seed")), seed));
        seed.placeholder = t("random");
      }
      if (busy === "wish" && progress) tried = progress.tried;
      write(go, t(busy === "wish" ? "cancel" : "build.wish.go"));
      if (busy === "wish") write(told, count("build.wish.tried", tried));
      else if (running) {
        const found = tried ? count("build.wish.found", tried) : t("build.wish.found");
        write(told, !view || view.code === before ? t("build.wish.none") : found);
      }
      running = busy === "wish";
    },
  };
}
