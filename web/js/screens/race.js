// @ts-check
// Race: two to four algorithms on one position, side by side. What a lane shows of a plan or of a player, plans.js and
// players.js say; players can also play many games (match.js).

import { b, h, onSubmit, refill, set, write } from "../core/dom.js";
import { withWays } from "../core/heat.js";
import { t } from "../core/i18n.js";
import { button, disable, field, keyList } from "../core/parts.js";
import { runQuery, runsIn } from "../core/query.js";
import { shell } from "../core/shell.js";
import { setting } from "../core/store.js";
import { createStrip } from "../core/table.js";
import { createSketches } from "./parts/sketches.js";
import { placeOf } from "./parts/thought.js";
import { arrange, GAP } from "./race/layout.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Of, State, View } from "../core/state.js" */
/** @import { GameInfo, Intent, Lane as Told, Scene } from "../core/wire.js" */
/** @import { Room } from "./race/layout.js" */
/** @typedef {Of<"race">} Race */
/** What is drawn in a lane: the position, what the lane has told, whether the race is on, and all of it.
 * @typedef {{state: State, view: View, label: string, lane: Told | null, live: boolean, race: Race | null}} Seen */
/** What a lane of a kind shows: `head` are the menus that say who runs, `board` is its board, and `body` its words.
 * @typedef {{head: HTMLElement[], board: HTMLElement, body: HTMLElement[], value(): string, choose(spec: string): void,
 *   focus(): void, render(seen: Seen): void}} Lane */
/**
 * What races: `presets` are line-ups by name, the first one to begin with; `fields` are how it is run, and `how` the
 * same in words of the wire; `pause` stops it without ending it; `words` is the task, `spoken` what came of it; `room`
 * is what a lane needs besides its board.
 * @typedef {{presets(game: GameInfo, view: View): Record<string, string[]>, fields: HTMLElement[],
 *   how(): Partial<Extract<Intent, {type: "race"}>>, lane(changed: () => void): Lane, more: HTMLElement[],
 *   after: HTMLElement[], pause?(paused: boolean): void, words(view: View): string, spoken(race: Race): string,
 *   room(narrow: boolean): Room, render(state: State, race: Race | null, live: boolean): void, help: string[]}} Kind
 */

const [FEWEST, MOST] = [2, 4];
/** Where the style sheet turns to one column, and what stays free below the lanes elsewhere: the legend. */
const narrow = matchMedia("(max-width: 899px)");
const BELOW = 46;
/** How much of a window the lanes may take on a phone. */
const SCROLLED = 1.22;
/** The height of a table of four lanes, in pixels. */
const ROOMY = 180;
/** @param {Scene} scene */
const over = (scene) => scene.solved || scene.winner !== null;

/** A lane. @param {Kind} kind @param {string} spec @param {() => void} changed @param {() => void} remove */
function createLane(kind, spec, changed, remove) {
  const own = kind.lane(changed);
  own.choose(spec);
  const name = h("h2");
  const away = b({ class: "icon" }, "×");
  away.addEventListener("click", remove);
  const root = h("section", { class: "lane" }, h("div", { class: "lane-head" }, name, ...own.head, away),
    h("div", { class: "lane-side" }, own.board), h("div", { class: "lane-words" }, ...own.body));
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
  /** The table when it was begun, as `placeOf` tells it. */
  let from = "";
  let [mine, paused, told] = [false, false, true];
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];
  /** The names of the line-ups that there are. */
  let names = "";
  /** A line-up that an address names. @type {string[] | null} */
  let wanted = null;

  const strip = createStrip(app, { words: ({ view }) => (view ? kind.words(view) : ""), solved: () => false,
    more: kind.more });
  const preset = h("select", { id: "race-preset" });
  const go = h("button", { class: "primary", id: "race-go" });
  const end = button("cancel", { id: "race-cancel" });
  const add = button("race.add", { id: "race-add" });
  const form = h("form", { id: "race", class: "setup" }, field("race.preset", preset), ...kind.fields,
    h("div", { class: "go" }, go, end, add));
  const why = h("p", { id: "race-why", role: "status" });
  const elsewhere = h("a", { class: "door", id: "race-elsewhere", "data-i18n": "race.elsewhere" });
  const reason = h("div", { class: "race-why" }, why, elsewhere);
  const track = h("div", { class: "lanes" });
  const top = h("div", { class: "race-top" }, strip.root, form, reason);
  const root = h("div", {}, top, track, ...kind.after);
  const sketches = createSketches(app);

  const running = () => mine && state.busy === "race";
  /** What can be raced: the table, or where its history began if nothing is left to do on it. Null while that picture
   * is awaited; `text` is what the server is told, if it is not the table.
   * @param {View} view @returns {{view: View, text?: string} | null} */
  function subject(view) {
    if (!over(view.scene)) return { view };
    const scene = sketches.get(view.code);
    return scene && { view: { ...view, scene, history: { moves: [], at: 0, weighty: [] } }, text: view.code };
  }
  function start() {
    const { view, busy } = state;
    const raced = view && subject(view);
    if (!raced || over(raced.view.scene) || (busy && busy !== "analyse")) return;
    [race, about, from, paused, told] = [null, raced.view, placeOf(state), false, false];
    mine = app.send({ type: "race", algorithms: lanes.map((lane) => lane.own.value()), ...kind.how(),
      ...(raced.text === undefined ? {} : { text: raced.text }) });
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
    shell.post();
  }
  /** @param {string} name */
  function lineUp(name) {
    if (running()) return;
    put(presets()[name] ?? []);
    shell.post();
  }
  /** @param {string[]} specs */
  function put(specs) {
    track.replaceChildren();
    lanes = [];
    race = null;
    specs.forEach(addLane);
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
    if (other && !wanted) lineUp(chosen);
    if (!wanted || running()) return;
    const specs = wanted;
    wanted = null;
    preset.value = all.find((name) => presets()[name].join() === specs.join()) ?? "";
    put(specs);
  }

  /** What the boards were last laid out for, and the shape of the boards. */
  let laid = "";
  let ratio = 1;
  /** Makes the boards as large as the window allows. */
  function layOut() {
    if (!root.isConnected || root.hidden || !lanes.length) return;
    const { top: above, width: wide } = track.getBoundingClientRect();
    // On a phone what stands above is scrolled away, and a little more.
    const tall = narrow.matches ? SCROLLED * innerHeight : innerHeight - (above + scrollY) - BELOW;
    const signature = [lanes.length, ratio, wide, Math.round(tall), narrow.matches].join();
    if (signature === laid || wide <= 0) return;
    laid = signature;
    const { columns, beside, side } = arrange(lanes.length, ratio, { wide, tall }, kind.room(narrow.matches));
    track.classList.toggle("beside", beside);
    // Where the boards are as wide as they can be and leave room below, the figures are there from the start.
    const rows = Math.ceil(lanes.length / columns);
    const high = side / ratio + (beside ? 0 : kind.room(narrow.matches).under);
    root.classList.toggle("roomy", !narrow.matches && tall - rows * (high + GAP) > ROOMY);
    for (const [name, value] of [["--n", columns], ["--board", `${side}px`], ["--apart", `${GAP}px`]])
      track.style.setProperty(String(name), String(value));
  }
  const watcher = new ResizeObserver(layOut);
  for (const one of [root, top]) watcher.observe(one);
  addEventListener("resize", layOut);

  /** Why the table itself cannot be raced. @param {View} view @param {ReturnType<typeof subject>} raced */
  function renderReason(view, raced) {
    const none = raced !== null && over(raced.view.scene);
    reason.hidden = !over(view.scene);
    const how = view.scene.winner === null ? "solved" : "over";
    write(why, reason.hidden ? "" : t(none ? `race.why.${how}.start` : `race.why.${how}`));
    elsewhere.hidden = !none;
    set(elsewhere, { href: `#${state.game?.name}/play` });
  }

  return {
    root, toggle,
    /** The line-up, where it is not the one to begin with. */
    query() {
      const runs = wanted ?? lanes.map((lane) => lane.own.value());
      const usual = Object.values(presets())[0] ?? [];
      return runs.length && runs.join() !== usual.join() ? runQuery(runs).join("&") : "";
    },
    /** @param {string} raw */
    visited(raw) {
      const runs = runsIn(raw);
      if (runs.length >= FEWEST && runs.join() !== lanes.map((lane) => lane.own.value()).join()) wanted = runs;
    },
    /** @param {State} now */
    render(now) {
      const { view, busy } = now;
      if (!view) return;
      setUp();
      const live = running();
      const raced = subject(view);
      renderReason(view, raced);
      // A race that was cancelled says no last word.
      if (race && !race.done && !live) {
        race = { ...race, done: true, lanes: race.lanes.map((lane) =>
          (lane.outcome === "running" ? { ...lane, outcome: "cancelled" } : lane)) };
      }
      // Lanes stay with the position that they are about, until another one is on the table.
      if (about && !live && placeOf(now) !== from) [race, about] = [null, null];
      const seenView = about ?? raced?.view ?? view;
      strip.render({ ...now, view: seenView });
      write(go, t(!live ? (over(view.scene) ? "race.go.start" : "race.go")
        : !kind.pause ? "cancel" : paused ? "race.on" : "race.pause"));
      disable(go, !live && ((busy !== null && busy !== "analyse") || !raced || over(raced.view.scene)));
      end.hidden = !live || !kind.pause;
      add.hidden = live || lanes.length >= MOST;
      preset.disabled = live;
      set(track, { "data-lanes": lanes.length });
      kind.render(now, race, live);
      const seen = { state: now, view: seenView, live, race };
      lanes.forEach((lane, i) =>
        lane.render({ ...seen, lane: race?.lanes[i] ?? null }, i + 1, lanes.length > FEWEST));
      ratio = seenView.scene.width / seenView.scene.height;
      if (!laid.startsWith(`${lanes.length},${ratio},`)) layOut();
      if (!race?.done || told) return;
      told = true;
      app.say(kind.spoken(race));
    },
    /** @param {import("../core/state.js").Message} message */
    heard(message) {
      if (message.type === "race" && mine) race = { ...message, lanes: withWays(message.lanes, race?.lanes) };
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
    query: () => (mode === "race" ? track.query() : ""),
    visited: track.visited,
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
