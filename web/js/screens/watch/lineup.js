// @ts-check
// Which searches are watched: one to four, each an algorithm with its heuristic.

import { b, h, refill, set } from "../../core/dom.js";
import { number, t } from "../../core/i18n.js";
import { button, field } from "../../core/parts.js";
import { createPicker, nameOf } from "../../core/pick.js";
import { examples, OWN } from "../analyse/scripts.js";

/** @import { GameInfo } from "../../core/wire.js" */

const MOST = 4;
/** Line-ups to begin with; h stands for the game's usual heuristic, * for each of them.
 * @type {Record<string, string[]>} */
const PRESETS = {
  one: ["astar(h)"], blind: ["bfs", "astar(h)"], four: ["bfs", "ida(h)", "greedy(h)", "astar(h)"],
    heuristics: ["astar(*)"],
  memory: ["bfs", "bidirectional", "ids", "ida(h)"],
};
/** In a game of adversaries: small enough to be followed. @type {Record<string, string[]>} */
const PLAYERS = {
  one: ["alphabeta(depth=2)"], cuts: ["minimax(depth=2)", "alphabeta(depth=2)"], order: ["alphabeta(depth=3)",
    "pvs(depth=3)"],
  kinds: ["alphabeta(depth=2)", "mcts(rollouts=1000)"], several: ["maxn(depth=2)", "paranoid(depth=2)"],
};
/** How far a player looks that was chosen from the menu. */
const [DEPTH, ROLLOUTS] = [3, 1000];
/** How many steps of a search are kept; the first that is usual for plans, and for players. */
const STEPS = [1000, 10_000, 100_000, 1_000_000];
const USUAL = { plans: 100_000, players: 10_000 };

/** The line-ups that a game can have. @param {GameInfo} game @param {number} players */
export function presetsOf({ algorithms, heuristics, parts }, players) {
  const usual = heuristics[0] ? `(${heuristics[0].name})` : "";
  const whole = (/** @type {string} */ spec) => (spec.includes("*")
    ? heuristics.map(({ name }) => spec.replace("*", name)) : [spec.replace("(h)", usual)]);
  const all = Object.entries(parts.versus ? PLAYERS : PRESETS).map(([name, specs]) => /** @type {const} */ ([name,
    specs.flatMap(whole).filter((spec) => algorithms.some((one) => one.name === nameOf(spec))).slice(0, MOST)]));
  return Object.fromEntries(all.filter(([name, specs]) => specs.length > 0 && (name === "one" || specs.length > 1)
    && (name === "several") === (players > 2)));
}

/** @param {() => void} changed */
export function createLineup(changed) {
  const preset = h("select", { id: "watch-preset" });
  const steps = h("select", { id: "watch-steps" });
  const list = h("ol", { class: "watch-lanes" });
  const add = button("race.add", { id: "watch-add" });
  /** @type {{picker: ReturnType<typeof createPicker>, root: HTMLElement, name: HTMLElement, away: HTMLElement}[]} */
  let lanes = [];
  /** @type {Record<string, string[]>} */
  let presets = {};
  /** @type {GameInfo | null} */
  let game = null;
  let kept = 0;

  function custom() {
    preset.value = "";
    // What is chosen from a menu looks as far as it can; what is followed by eye does not.
    for (const { picker } of lanes) {
      const spec = picker.value();
      const small = spec.replace(/^(\w+)\((depth|rollouts)=(\d+)\)$/, (_, name, what, n) =>
        `${name}(${what}=${Math.min(Number(n), what === "depth" ? DEPTH : ROLLOUTS)})`);
      if (small !== spec && document.activeElement !== picker.text) picker.choose(small);
    }
    changed();
  }
  /** @param {string} spec */
  function push(spec) {
    const picker = createPicker(custom, spec, () => (examples().length ? [[OWN, t("script.own")]] : []));
    const name = h("b", { "aria-hidden": "true" });
    const away = b({ class: "icon" }, "×");
    const root = h("li", { class: "watch-pick" }, name, picker.algorithm, picker.heuristic, picker.text, away);
    const lane = { picker, root, name, away };
    away.addEventListener("click", () => {
      if (lanes.length < 2) return;
      lanes = lanes.filter((one) => one !== lane);
      root.remove();
      custom();
      lanes.at(-1)?.picker.algorithm.focus();
    });
    lanes.push(lane);
    list.append(root);
  }
  /** @param {string[]} specs */
  function choose(specs) {
    lanes = [];
    list.replaceChildren();
    specs.forEach(push);
  }
  preset.addEventListener("change", () => {
    if (preset.value) choose(presets[preset.value] ?? []);
    changed();
  });
  add.addEventListener("click", () => {
    if (lanes.length >= MOST) return;
    const taken = lanes.map(({ picker }) => picker.value());
    push(Object.values(presets).flat().find((spec) => !taken.includes(spec)) ?? game?.default_algorithm ?? "");
    custom();
  });
  steps.addEventListener("change", () => {
    kept = Number(steps.value);
    changed();
  });
  const usual = () => (game?.parts.versus ? USUAL.players : USUAL.plans);
  return {
    root: h("div", { class: "watch-lineup" }, field("race.preset", preset), list, add, field("watch.steps", steps)),
    value: () => lanes.map(({ picker }) => picker.value()),
    /** How many steps are kept, if it is not what is usual. */
    steps: () => (kept && kept !== usual() ? kept : null),
    limit: () => kept || usual(),
    presets: () => presets,
    choose,
    /** @param {number | null} most */
    keep(most) {
      kept = most ?? 0;
    },
    /** @param {GameInfo | null} now @param {number} players @param {boolean} off */
    render(now, players, off) {
      if (!now) return;
      const first = !game;
      game = now;
      presets = presetsOf(now, players);
      const names = Object.keys(presets);
      refill(preset, names.join(), () => [h("option", { value: "" }, t("race.preset.own")),
        ...names.map((name) => h("option", { value: name }, t(`watch.preset.${name}`)))]);
      if (first && !lanes.length) {
        choose(presets[names[0]] ?? [now.default_algorithm]);
        preset.value = names[0] ?? "";
      }
      const specs = lanes.map(({ picker }) => picker.value()).join();
      preset.value = names.find((name) => presets[name].join() === specs) ?? "";
      const most = kept || usual();
      refill(steps, `${most}`, () => [...new Set([...STEPS, most])].sort((a, b) => a - b).map((one) =>
        h("option", { value: one, selected: one === most }, number(one))));
      steps.value = String(most);
      lanes.forEach(({ picker, name, away }, i) => {
        const label = t("race.lane", { n: i + 1 });
        picker.render(now, label, off);
        const spec = picker.value();
        // A menu shows the algorithm, whatever its options are.
        const option = [...picker.algorithm.options].find((one) => nameOf(one.value) === nameOf(spec));
        if (option && !picker.algorithm.value
          && document.activeElement !== picker.algorithm) picker.algorithm.value = option.value;
        // What the menus say need not be said twice.
        const said = spec === nameOf(spec) || spec === `${picker.algorithm.value}(${picker.heuristic.value})`;
        picker.text.hidden = lanes.length > 1 && said && !now.parts.versus && document.activeElement !== picker.text;
        picker.heuristic.hidden = now.parts.versus;
        name.textContent = String(i + 1);
        name.hidden = lanes.length < 2;
        set(picker.heuristic, { "aria-label": `${label}: ${t("heuristic")}` });
        set(away, { "aria-label": t("race.remove", { n: i + 1 }), title: t("race.remove", { n: i + 1 }) });
        away.hidden = lanes.length < 2;
      });
      add.hidden = lanes.length >= MOST;
    },
  };
}
