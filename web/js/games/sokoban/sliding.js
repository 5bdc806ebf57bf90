// @ts-check
// The variant with sliding boxes: switched on with its options, and the chance to win from here.

import { h, write } from "../../core/dom.js";
import { current, maybe, number, t } from "../../core/i18n.js";
import { check, section } from "../../core/parts.js";
import { fillOptions, optionValues } from "../../core/words.js";

/** @import { App, State } from "../../core/app.js" */

/** @param {App} app */
export function createSliding(app) {
  const { state } = app;
  const toggle = h("input", { type: "checkbox", id: "variant-on" });
  const first = h("div", { class: "fields" });
  const rest = h("div", { class: "fields" });
  const form = h("form", { id: "variant" }, first, rest);
  const value = h("dd", { id: "chance" }, "–");
  const kind = h("span", { class: "quiet", id: "chance-kind" });
  const bar = h("i");
  const gap = h("i", { class: "gap" });
  const chance = h("div", { class: "chance" }, h("dl", {}, h("dt", { "data-i18n": "soko.chance" }), value),
    h("div", { class: "meter", "aria-hidden": "true" }, bar, gap), kind);
  const note = h("p", { class: "quiet", "data-i18n": "soko.variant.undo" });
  const about = h("p", { class: "quiet" });
  const root = section("soko.variant", [check("soko.variant.on", toggle)], about, form, chance, note);
  root.id = "sliding";
  let built = "";
  let looked = "";

  const spec = () => {
    const [item] = state.game?.variants ?? [];
    if (!item) return null;
    const options = Object.entries(optionValues(form)).map(([name, text]) => `${name}=${text}`);
    return options.length ? `${item.name}(${options.join(",")})` : item.name;
  };
  const send = () => app.intend(() => ({ type: "variant", variant: toggle.checked ? spec() : null }));
  /** What was just asked for: the answer may take a moment. @type {boolean | null} */
  let wished = null;
  toggle.addEventListener("change", () => {
    wished = toggle.checked;
    setTimeout(() => (wished = null), 1500);
    send();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (toggle.checked) send();
  });
  form.addEventListener("change", () => toggle.checked && send());

  return {
    root,
    /** @param {State} now */
    render({ game, view, chance: known }) {
      const [item] = game?.variants ?? [];
      root.hidden = !item;
      if (!item || !view) return;
      const signature = `${current()} ${JSON.stringify(item.options)}`;
      if (signature !== built) {
        built = signature;
        fillOptions(form, first, rest, item.options);
      }
      const on = view.variant !== null;
      toggle.checked = wished ?? on;
      write(about, maybe(`soko.variant.${item.name}`) ?? item.summary);
      chance.hidden = note.hidden = !on;
      if (!on) return;
      const moment = `${view.code} ${view.variant} ${view.history.moves.slice(0, view.history.at).join("")}`;
      if (moment !== looked && app.online() && !view.scene.solved) {
        looked = moment;
        app.send({ type: "chance" });
      }
      const fits = known && known.code === view.code && known.at === view.history.at;
      if (view.scene.solved) {
        write(value, number(1, { style: "percent" }));
        write(kind, "");
        Object.assign(bar.style, { width: "100%" });
        gap.style.width = "0";
        return;
      }
      value.classList.toggle("waits", !fits);
      if (!fits) return;
      const chances = known.chances;
      if (!chances) {
        write(value, t("soko.chance.none"));
        return;
      }
      const [low, high] = chances.between;
      const percent = (/** @type {number} */ part) => number(part, { style: "percent", maximumFractionDigits: 1 });
      write(value, high - low < 0.0005 ? percent(low) : `${percent(low)} – ${percent(high)}`);
      const policy = chances.policy ? ` ${t("soko.chance.policy", { n: number(chances.policy) })}` : "";
      write(kind, t(chances.proven ? "soko.chance.proven" : "soko.chance.guess") + policy);
      bar.style.width = `${100 * low}%`;
      gap.style.width = `${100 * (high - low)}%`;
    },
  };
}
