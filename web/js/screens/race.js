// @ts-check
// Race: two to four algorithms on one position, side by side. What a lane shows of a plan or of a player, plans.js and
// players.js say; players can also play many games (match.js).

import { b, h, onSubmit, refill, set, write } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { button, disable, field, keyList } from "../core/parts.js";
import { setting } from "../core/store.js";
import { createStrip } from "../core/table.js";
import { placeOf } from "./parts/thought.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Of, State, View } from "../core/state.js" */
/** @import { GameInfo, Intent, Lane as Told } from "../core/wire.js" */
/** @typedef {Of<"race">} Race */
/** What is drawn in a lane: the position, what the lane has told, whether the race is on, and all of it.
 * @typedef {{state: State, view: View, label: string, lane: Told | null, live: boolean, race: Race | null}} Seen */
/** What a lane of a kind shows; `head` are the menus that say who runs.
 * @typedef {{head: HTMLElement[], body: HTMLElement[], value(): string, choose(spec: string): void, focus(): void,
 *   render(seen: Seen): void}} Lane */
/**
 * What races: `presets` are line-ups by name, the first one to begin with; `fields` are how it is run, and `how` the
 * same in words of the wire; `pause` stops it without ending it; `words` is the task, `spoken` what came of it.
 * @typedef {{presets(game: GameInfo, view: View): Record<string, string[]>, fields: HTMLElement[],
 *   how(): Partial<Extract<Intent, {type: "race"}>>, lane(changed: () => void): Lane, more: HTMLElement[],
 *   after: HTMLElement[], pause?(paused: boolean): void, words(view: View): string, spoken(race: Race): string,
 *   render(state: State, race: Race | null, live: boolean): void, help: string[]}} Kind
 */

const [FEWEST, MOST] = [2, 4];

/** A lane. @param {Kind} kind @param {string} spec @param {() => void} changed @param {() => void} remove */
function createLane(kind, spec, changed, remove) {
  const own = kind.lane(changed);
  own.choose(spec);
  const name = h("h2");
  const away = b({ class: "icon" }, "×");
  away.addEventListener("click", remove);
  const root = h("section", { class: "lane" }, h("div", { class: "lane-head" }, name, ...own.head, away), ...own.body);
  return {
    root, own,
    /** @param {Omit<Seen, "label">} seen @param {number} n @param {boolean} removable */
    render(seen, n, removable) {
      const { live, lane } = seen;
      const label = t("race.lane", { n });
      // The name of a lane that runs is read, not chosen.
      write(name, live && lane ? `${n} ${lane.algorithm}` : String(n));
      set(root, { "data-lane": n, "aria-label": label });
      set(away, { "aria-label": t("race.remove", { n }), title: t("race.remove", { n }) });
      away.hidden = live || !removable;
      for (const one of own.head) one.hidden = live && lane !== null;
      root.classList.toggle("ended", lane !== null && lane.outcome !== "running");
      own.render({ ...seen, label });
    },
  };
}

/** @param {App} app @param {Kind} kind */
function createTrack(app, kind) {
  const { state } = app;
  /** The newest news of the race that this screen began, and the table where it was begun. @type {Race | null} */
  let race = null;
  /** @type {View | null} */
  let about = null;
  let [mine, paused, told] = [false, false, true];
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];
  /** The names of the line-ups that there are. */
  let names = "";

  const strip = createStrip(app, { words: ({ view }) => (view ? kind.words(about ?? view) : ""), solved: () => false,
    more: kind.more });
  const preset = h("select", { id: "race-preset" });
  const go = h("button", { class: "primary", id: "race-go" });
  const end = button("cancel", { id: "race-cancel" });
  const add = button("race.add", { id: "race-add" });
  const form = h("form", { id: "race", class: "setup" }, field("race.preset", preset), ...kind.fields,
    h("div", { class: "go" }, go, end, add));
  const track = h("div", { class: "lanes" });
  const root = h("div", {}, h("div", { class: "race-top" }, strip.root, form), track, ...kind.after);

  const running = () => mine && state.busy === "race";
  const over = (/** @type {View} */ { scene }) => scene.solved || scene.winner !== null;
  function start() {
    const { view, busy } = state;
    if (!view || over(view) || (busy && busy !== "analyse")) return;
    [race, about, paused, told] = [null, view, false, false];
    mine = app.send({ type: "race", algorithms: lanes.map((lane) => lane.own.value()), ...kind.how() });
    app.render();
  }
  function toggle() {
    if (!running()) return start();
    if (!kind.pause) return void app.send({ type: "cancel" });
    paused = !paused;
    kind.pause(paused);
    app.render();
  }
  onSubmit(form, toggle);
  end.addEventListener("click", () => running() && app.send({ type: "cancel" }));
  for (const one of kind.fields) one.addEventListener("change", () => running() && !paused && kind.pause?.(false));
  preset.addEventListener("change", () => preset.value && lineUp(preset.value));
  add.addEventListener("click", () => {
    if (running() || lanes.length >= MOST) return;
    const taken = lanes.map((lane) => lane.own.value());
    const others = Object.values(presets()).flat();
    addLane(others.find((spec) => !taken.includes(spec)) ?? state.game?.default_algorithm ?? "");
    custom();
  });
  const presets = () => (state.game && state.view ? kind.presets(state.game, state.view) : {});

  /** What was chosen by hand is no preset, and a race that was run with other lanes is over. */
  function custom() {
    preset.value = "";
    race = null;
    app.render();
  }
  /** @param {string} name */
  function lineUp(name) {
    if (running()) return;
    track.replaceChildren();
    lanes = [];
    race = null;
    for (const spec of presets()[name] ?? []) addLane(spec);
    app.render();
  }
  /** @param {string} spec */
  function addLane(spec) {
    const lane = createLane(kind, spec, custom, () => {
      if (running() || lanes.length <= FEWEST) return;
      lanes = lanes.filter((one) => one !== lane);
      lane.root.remove();
      custom();
      lanes.at(-1)?.own.focus();
    });
    lanes.push(lane);
    track.append(lane.root);
  }

  /** The line-ups for what is on the table; with others than before, the first of them. */
  function setUp() {
    const all = Object.keys(presets());
    const other = names !== all.join();
    if (other && running()) return;
    names = all.join();
    const chosen = other ? all[0] : preset.value;
    refill(preset, names, () => [h("option", { value: "" }, t("race.preset.own")),
      ...all.map((name) => h("option", { value: name }, t(`race.preset.${name}`)))]);
    preset.value = chosen;
    if (other) lineUp(chosen);
  }

  return {
    root, toggle,
    /** @param {State} now */
    render(now) {
      const { view, busy } = now;
      if (!view) return;
      setUp();
      const live = running();
      // A race that was cancelled says no last word.
      if (race && !race.done && !live) {
        race = { ...race, done: true, lanes: race.lanes.map((lane) =>
          (lane.outcome === "running" ? { ...lane, outcome: "cancelled" } : lane)) };
      }
      // Lanes stay with the position that they are about, until another one is on the table.
      if (about && !live && placeOf(now) !== placeOf({ view: about })) [race, about] = [null, null];
      strip.render(now);
      write(go, t(!live ? "race.go" : !kind.pause ? "cancel" : paused ? "race.on" : "race.pause"));
      disable(go, (busy !== null && !live && busy !== "analyse") || over(view));
      end.hidden = !live || !kind.pause;
      add.hidden = live || lanes.length >= MOST;
      preset.disabled = live;
      set(track, { "data-lanes": lanes.length });
      kind.render(now, race, live);
      const seen = { state: now, view: about ?? view, live, race };
      lanes.forEach((lane, i) =>
        lane.render({ ...seen, lane: race?.lanes[i] ?? null }, i + 1, lanes.length > FEWEST));
      if (!race?.done || told) return;
      told = true;
      app.say(kind.spoken(race));
    },
    /** @param {import("../core/state.js").Message} message */
    heard(message) {
      if (message.type === "race" && mine) race = message;
      // What could not begin is not awaited any more.
      if (message.type === "error" && mine && !race) mine = false;
    },
    hidden() {
      if (running()) app.send({ type: "cancel" });
      mine = false;
    },
  };
}

/** What races, and what else can be run here. @param {App} app */
async function createKind(app) {
  if (!app.has("versus")) return { kind: (await import("./race/plans.js")).createPlans(app), match: null };
  const [{ createPlayers }, { createMatch }] =
    await Promise.all([import("./race/players.js"), import("./race/match.js")]);
  return { kind: createPlayers(), match: createMatch(app) };
}

/** @param {App} app @returns {Promise<Screen>} */
export async function create(app) {
  const { kind, match } = await createKind(app);
  const track = createTrack(app, kind);
  const kept = "race";
  let mode = match ? (setting.get(kept) ?? "race") : "race";
  const modes = ["race", "match"].map((name) => {
    const one = button(`race.mode.${name}`, { "data-mode": name });
    one.addEventListener("click", () => {
      mode = name;
      setting.put(kept, name);
      app.render();
    });
    return one;
  });
  const root = h("div", { class: "race" },
    ...(match ? [h("div", { class: "seg modes", role: "group", "data-i18n-label": "screen.race" }, ...modes)] : []),
    track.root, ...(match ? [match.root] : []));
  return {
    root,
    render(now) {
      for (const one of modes) set(one, { "aria-pressed": String(one.dataset.mode === mode) });
      track.root.hidden = mode !== "race";
      if (match) match.root.hidden = mode !== "match";
      if (mode === "race") track.render(now);
      else match?.render(now);
    },
    heard: track.heard,
    hidden: track.hidden,
    key(event) {
      if (event.key !== " " || (event.target instanceof Element && event.target.closest("button, a"))) return false;
      if (mode === "race") track.toggle();
      else match?.toggle();
      return true;
    },
    help: () => [...kind.help.map((key) => h("p", {}, t(key))),
      keyList([[t("race.space"), kind.pause ? "race.help.space" : "race.key"], ["?", "help.help"]])],
  };
}
