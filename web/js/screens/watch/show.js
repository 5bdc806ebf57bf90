// @ts-check
// Exhibition: the whole screen, large type, one search after the other on good positions. Visitors may pause and step;
// after a minute without a touch it goes on by itself. Only the key that was chosen leads out.

import { h, refill, set } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { button, field } from "../../core/parts.js";
import { setting } from "../../core/store.js";

/** @import { App } from "../../core/app.js" */
/** @import { Clock } from "./clock.js" */
/** What is shown: a search, of a position or of the one on the table.
 * @typedef {{spec: string, text: string | null}} Item */

/** Keys that can be chosen to lead out. */
const KEYS = ["Escape", "F2", "End", "q", "0"];
/** Without a touch for so long it goes on; at its end a search stays for a while; in milliseconds. */
const [IDLE, REST] = [60_000, 6000];
/** How long a search takes to be seen, in seconds, and the least of its steps a second. */
const [LENGTH, SLOWEST] = [24, 1.5];
/** Of easy sets, so many positions. */
const POSITIONS = 12;

/**
 * @param {App} app
 * @param {Clock} clock
 * @param {{root: HTMLElement, specs(): string[], begin(item: Item): boolean, left(): void}} stage
 */
export function createShow(app, clock, { root, specs, begin, left }) {
  const key = h("select", { id: "show-key" });
  const go = button("watch.show", { id: "watch-show" });
  const parts = h("div", { class: "watch-show" }, field("watch.show.key", key), go);
  let [on, touched, timer] = [false, 0, 0];
  /** @type {Item[]} */
  let items = [];
  let at = -1;

  /** The easiest set of positions, where the game has any. */
  const easy = () => {
    const sets = app.state.game?.sets ?? [];
    return [...sets].sort((a, b) => (a.grade ?? 9) - (b.grade ?? 9))[1] ?? sets[0];
  };
  /** @param {string[]} codes */
  function plan(codes) {
    const list = specs();
    // Each position with another search; the one on the table first.
    items = [null, ...codes].flatMap((text, i) => (i ? [{ spec: list[i % list.length], text }]
      : list.map((spec) => ({ spec, text }))));
  }
  function next() {
    clearTimeout(timer);
    if (!on || !items.length) return;
    at = (at + 1) % items.length;
    if (!begin(items[at])) timer = setTimeout(next, 2000);
  }
  /** Goes on when nobody touches it. */
  function wait() {
    clearTimeout(timer);
    if (!on) return;
    const quiet = touched ? IDLE - (performance.now() - touched) : REST;
    timer = setTimeout(() => {
      touched = 0;
      next();
    }, Math.max(REST, quiet));
  }
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "keydown" && event.key === key.value) end();
  }
  function touch() {
    if (!on) return;
    touched = performance.now();
    // Who was thrown out of the whole screen comes back by a touch.
    if (!document.fullscreenElement) void fill();
    wait();
  }
  const fill = async () => {
    try {
      await root.requestFullscreen();
      await /** @type {any} */ (navigator).keyboard?.lock?.(["Escape"]);
    } catch {
      // A browser may refuse: it then fills the window.
    }
  };
  const silent = (/** @type {Event} */ event) => on && event.preventDefault();
  for (const type of ["keydown", "keyup"]) addEventListener(type, /** @type {EventListener} */ (pressed), true);
  root.addEventListener("contextmenu", silent);
  root.addEventListener("pointerdown", touch);
  document.addEventListener("fullscreenchange", () => {
    if (on && !document.fullscreenElement && key.value === "Escape") end();
  });

  function start() {
    if (on || !app.state.view) return;
    [on, at, touched] = [true, -1, 0];
    root.classList.add("exhibit");
    root.style.setProperty("--way-out", JSON.stringify(t("watch.show.out", { key: word(key.value) })));
    void fill();
    plan([]);
    const set = easy();
    if (set) {
      app.send({ type: "levels", set: set.name });
      // The list comes in a moment; until then there is the table.
      setTimeout(() => on && plan((app.state.levels[set.name] ?? []).slice(0, POSITIONS).map(({ code }) => code)),
        1500);
    }
    next();
  }
  function end() {
    if (!on) return;
    on = false;
    clearTimeout(timer);
    clock.pause();
    root.classList.remove("exhibit");
    if (document.fullscreenElement) void document.exitFullscreen();
    left();
    go.focus();
  }
  go.addEventListener("click", start);
  key.addEventListener("change", () => setting.put("show-key", key.value, { shared: true }));
  /** @param {string} name */
  const word = (name) => (name.length === 1 ? name.toUpperCase() : name === "Escape" ? t("key.escape") : name);

  return {
    root: parts, end,
    get on() { return on; },
    /** A search has come: it is shown. */
    ready() {
      if (!on) return;
      clearTimeout(timer);
      clock.count("steps");
      clock.pace(Math.max(SLOWEST, clock.last() / LENGTH));
      timer = setTimeout(() => on && !clock.playing && clock.toggle(), 1800);
    },
    /** Playing has come to its end. */
    reached() {
      if (on) wait();
    },
    /** The line is lost, or a search could not begin. */
    failed() {
      if (on) timer = setTimeout(next, 4000);
    },
    render() {
      refill(key, "", () => KEYS.map((name) => h("option", { value: name }, word(name))));
      if (document.activeElement !== key) key.value = setting.get("show-key", { shared: true }) ?? key.value;
      set(root, { "data-exhibit": on ? "" : null });
    },
  };
}
