// @ts-check
// The form that begins a contest of several rounds.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { section } from "../../core/parts.js";
import { field, mayReplace } from "../../core/setup.js";
import { penalty } from "./rounds.js";

/** @import { App } from "../../core/app.js" */
/** @import { Part } from "../../core/table.js" */
/** @import { Rules } from "../../core/wire.js" */

/** The rival's expansions a second; each has a name. */
const RIVALS = [20, 100, 1000, 20_000];

/** @param {string} name @param {[string | number, string][]} choices values and the keys of their words
 * @param {string | number} value */
function choice(name, choices, value) {
  const select = h("select", { name },
    ...choices.map(([one, key]) => h("option", { value: one, "data-i18n": key, selected: one === value })));
  return select;
}

/** @param {App} app @returns {Part} */
export function createBegin(app) {
  const against = choice("against", [["solo", "play.alone"], ["duel", "play.against"]], "solo");
  const rounds = h("select", { name: "rounds" }, ...[17, 9, 5].map((n) => h("option", { value: n }, String(n))));
  const difficulty =
    choice("difficulty", [["easy", "play.easy"], ["normal", "play.normal"], ["hard", "play.hard"]], "normal");
  const strength = choice("rival", RIVALS.map((rate) => [rate, `play.rival.${rate}`]), 100);
  /** @param {string} name @param {string} value */
  const clock = (name, value) => h("input",
    { name, type: "number", min: 5, max: 3600, value, inputmode: "numeric", "data-i18n-placeholder": "play.no_clock" });
  const think = clock("think", "");
  const showing = clock("show", "");
  const sand = clock("sand", "60");
  const alone = field("play.difficulty", difficulty);
  const opposed = [field("play.strength", strength), field("play.sand", sand)];
  const about = h("p", { class: "quiet" });
  const form = h("form", { id: "begin" },
    h("div", { class: "fields" }, field("play.who", against), field("play.rounds", rounds), alone, opposed[0]),
    h("div", { class: "fields" }, field("play.think", think), field("play.show", showing), opposed[1]), about);
  const root =
    section("play.begin.title", [h("button", { class: "primary", form: "begin", "data-i18n": "play.begin" })], form);

  /** @param {HTMLInputElement} input */
  const seconds = (input) => (Number(input.value) > 0 ? Math.round(Number(input.value)) : null);
  /** @returns {Rules} */
  const rules = () => ({
    rounds: Number(rounds.value),
    difficulty: /** @type {Rules["difficulty"]} */ (difficulty.value),
    think: seconds(think),
    show: seconds(showing),
    sand: seconds(sand) ?? 60,
    rival: against.value === "duel" ? Number(strength.value) : null,
  });
  form.addEventListener("change", () => app.render());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await mayReplace(app)) app.send({ type: "begin", rules: rules() });
  });

  return {
    root,
    render(state) {
      root.hidden = app.running();
      const duel = against.value === "duel";
      alone.hidden = duel;
      for (const one of opposed) one.hidden = !duel;
      write(about, duel ? t("play.about.duel") : t("play.about.solo", { n: penalty(state, difficulty.value) }));
    },
  };
}
