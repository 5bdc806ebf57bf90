// @ts-check
// A variant of the rules, switched on with its options, and the chance to win from here where it has chance in it.

import { h, write } from "../../core/dom.js";
import { current, maybe, number, t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { section } from "../../core/parts.js";
import { fillOptions, optionValues } from "../../core/words.js";

/** @import { App } from "../../core/app.js" */
/** @import { State } from "../../core/state.js" */
/** @import { PlayPart } from "../play.js" */

/** The chance to win, in figures and as a bar. @param {App} app */
function createChance(app) {
  const value = h("dd", { id: "chance" }, "–");
  const kind = h("span", { class: "quiet", id: "chance-kind" });
  const bar = h("i");
  const gap = h("i", { class: "gap" });
  const root = h("div", { class: "chance" }, h("dl", {}, h("dt", { "data-i18n": "chance" }), value),
    h("div", { class: "meter", "aria-hidden": "true" }, bar, gap), kind);
  /** The position that was asked about. */
  let looked = "";
  const percent = (/** @type {number} */ part) => number(part, { style: "percent", maximumFractionDigits: 1 });

  /** @param {number} low @param {number} high @param {string} about */
  function draw(low, high, about) {
    write(value, high - low < 0.0005 ? percent(low) : `${percent(low)} – ${percent(high)}`);
    write(kind, about);
    bar.style.width = `${100 * low}%`;
    gap.style.width = `${100 * (high - low)}%`;
  }
  return {
    root,
    forget: () => void (looked = ""),
    /** @param {State} state */
    render({ view, chance }) {
      if (!view) return;
      if (view.scene.solved) return draw(1, 1, "");
      const moment = `${view.code} ${view.variant} ${app.past().join(".")}`;
      if (moment !== looked && app.online()) {
        looked = moment;
        app.send({ type: "chance" });
      }
      const fits = chance !== null && app.fits(chance);
      value.classList.toggle("waits", !fits);
      if (!fits) return;
      if (!chance.chances) return write(value, t("chance.none"));
      const { between: [low, high], proven, policy } = chance.chances;
      draw(low, high, [t(proven ? "chance.proven" : "chance.guess"),
        policy ? t("chance.policy", { n: number(policy) }) : ""].filter(Boolean).join(" "));
    },
  };
}

/** @param {App} app @returns {PlayPart} */
export function createVariant(app) {
  const { state } = app;
  const chance = createChance(app);
  const toggle = h("input", { type: "checkbox", id: "variant-on" });
  const first = h("div", { class: "fields" });
  const rest = h("div", { class: "fields" });
  const form = h("form", { id: "variant" }, first, rest);
  const note = h("p", { class: "quiet", "data-i18n": "variant.undo" });
  const about = h("p", { class: "quiet" });
  const root = section("variant",
    [h("label", { class: "check" }, toggle, h("span", { "data-i18n": "variant.on" }))], about, form, chance.root, note);
  root.id = "variant-part";
  let built = "";

  const spec = () => {
    const [item] = state.game?.variants ?? [];
    if (!item) return null;
    const options = Object.entries(optionValues(form)).map(([name, text]) => `${name}=${text}`);
    return options.length ? `${item.name}(${options.join(",")})` : item.name;
  };
  const send = () => app.intend(() => ({ type: "variant", variant: toggle.checked ? spec() : null }));
  toggle.addEventListener("change", send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (toggle.checked) send();
  });
  form.addEventListener("change", () => toggle.checked && send());

  return {
    root,
    off: ({ view }) => ({ hint: view?.variant != null && app.has("chance") }),
    heard: (message) => message.type === "hello" && chance.forget(),
    render(now) {
      const { game, view } = now;
      const [item] = game?.variants ?? [];
      if (!item || !view) return;
      const signature = `${current()} ${JSON.stringify(item.options)}`;
      if (signature !== built) {
        built = signature;
        fillOptions(form, first, rest, item.options);
      }
      const on = view.variant !== null;
      follow(toggle, on);
      write(about, maybe(`variant.${item.name}`) ?? item.summary);
      chance.root.hidden = note.hidden = !on || !app.has("chance");
      if (!chance.root.hidden) chance.render(now);
    },
  };
}
