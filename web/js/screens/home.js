// @ts-check
// The front door: what this is, the games, where one was, the puzzles of the day, sets of levels, lessons, and what one
// has done. It uses the connection to the game that was played last (or the first one): what is on that table is what
// one can go on with, and the intent `home` tells the rest of every game. Of the other games only their doors are
// loaded. Everything is a link: `daily-2026-11-17` and `level-SET-INDEX` in an address are wishes that the table takes.

import { b, h, refill, set, write } from "../core/dom.js";
import { opened, pictured, showRules } from "../core/doors.js";
import { count, current, maybe, t, translate } from "../core/i18n.js";
import { dayOf } from "../core/results.js";
import { dressed, GAMES } from "../games.js";
import { createSets } from "./home/sets.js";
import { createStatistics } from "./home/statistics.js";
import { createToday } from "./home/today.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Opened } from "../core/doors.js" */
/** @import { Result } from "../core/results.js" */
/** @import { Door, Today } from "../core/wire.js" */
/** What is known at the front door. `games` are those that there are, each with what it brings once that is loaded.
 * @typedef {{date: string, games: string[], opened: Record<string, Opened>, doors: Record<string, Door>,
 *   today: Record<string, Today>, results: Result[]}} Facts */
/** A part of the front door; `shown` is told when one comes to it.
 * @typedef {{root: HTMLElement, render(facts: Facts): void, shown?(): void}} HomePart */

const NONE = "\u2007";

/** A heading with something beside it. @param {string} key @param {...Node} beside */
export const heading = (key, ...beside) =>
  h("div", { class: "home-head" }, h("h2", { "data-i18n": key }), ...beside);

/** What this is, and the way on. @param {App} app @returns {HomePart} */
function createHero(app) {
  const go = h("a", { class: "door primary large", id: "home-go" });
  const rules = b({ class: "large", id: "home-rules", "data-i18n": "rules" });
  rules.addEventListener("click", () => showRules(app.playing()));
  const [name, where] = [h("strong"), h("span", { class: "quiet" })];
  const frame = h("span", { class: "frame" });
  const view = h("a", { class: "hero-table", id: "home-table" }, frame,
    h("span", { class: "caption" }, name, where));
  return {
    root: h("section", { class: "hero", "data-i18n-label": "home" },
      h("div", { class: "hero-words" }, h("h2", { class: "claim", "data-i18n": "home.claim" }),
        h("p", { class: "lead", "data-i18n": "home.lead" }), h("div", { class: "hero-doors" }, go, rules)), view),
    render({ opened: doors, doors: known, results }) {
      const game = app.playing();
      const { view: table } = app.state;
      const begun = (table?.history.moves.length ?? 0) > 0;
      const fresh = !begun && !results.length;
      const href = table && begun ? app.address("play") : `#${game}/play`;
      set(go, { href });
      set(view, { href });
      view.classList.toggle("fresh", !begun);
      write(go, t(begun ? "home.continue" : fresh ? "home.first" : "home.play", { game: GAMES[game].name }));
      write(name, GAMES[game].name);
      write(where, !table ? NONE : [table.occasion ? t("home.today") : table.title ?? "",
        table.scene.solved || table.table?.end ? t("home.over") : begun ? count("moves", table.history.at) : ""]
        .filter(Boolean).join(" · ") || NONE);
      const scene = table?.scene ?? known[game]?.scene;
      const door = doors[game]?.door;
      const key = scene && door ? `${game} ${table?.code} ${table?.history.at} ${table?.history.moves.join()}` : "";
      refill(frame, key, () => (scene && door ? [pictured(game, door, scene)] : []));
    },
  };
}

/** The games, each with a picture. @returns {HomePart} */
function createGames() {
  const list = h("ul", { class: "cards" });
  const root = h("section", { class: "home-games" }, heading("home.games"), list);
  return {
    root,
    render({ games, opened: doors, doors: known }) {
      refill(list, games.map((game) => `${game} ${game in doors} ${game in known}`).join(), () =>
        games.map((game) => {
          const [here, scene] = [doors[game], known[game]?.scene];
          const rules = b({ "aria-label": t("rules.title", { game: GAMES[game].name }) }, t("rules"));
          rules.addEventListener("click", () => showRules(game));
          const href = `#${game}/play`;
          return h("li", { class: "card" },
            h("a", { class: "card-door", href, "data-home-game": game },
              h("span", { class: "frame" }, ...(here && scene ? [pictured(game, here.door, scene)] : [])),
              h("h3", {}, GAMES[game].name)),
            h("p", {}, here?.say("line") ?? NONE),
            h("div", { class: "card-row" }, h("a", { class: "door", href,
              "aria-label": t("home.play", { game: GAMES[game].name }) }, t("screen.play")), rules));
        }));
    },
  };
}

/** The lessons. @returns {HomePart} */
function createLessons() {
  const list = h("ul", { class: "lines" });
  return {
    root: h("section", { class: "home-lessons" }, heading("home.lessons"), list),
    render({ games, opened: doors }) {
      refill(list, games.map((game) => `${game} ${game in doors}`).join(), () => games.map((game) =>
        h("li", {}, h("a", { class: "line", href: `#${game}/learn` }, h("strong", {}, GAMES[game].name),
          h("span", { class: "quiet" }, doors[game]?.say("lesson") ?? NONE)))));
    },
  };
}

/** The way to rooms; what is needed there is loaded when it comes into sight. @param {App} app @returns {HomePart} */
function createTogether(app) {
  const root = h("section", { class: "home-rooms" }, heading("home.rooms"),
    h("p", { class: "lead", "data-i18n": "home.rooms.lead" }));
  /** @type {HomePart | null} */
  let part = null;
  const sight = new IntersectionObserver(async (seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    sight.disconnect();
    const [{ createRooms }] = await Promise.all([import("./home/rooms.js"), dressed("css/rooms.css")]);
    part = createRooms(app);
    translate(part.root);
    root.append(part.root);
    part.shown?.();
    app.render();
  });
  sight.observe(root);
  return { root, render: (facts) => part?.render(facts), shown: () => part?.shown?.() };
}

/** The way to experiments. @returns {HomePart} */
function createLab() {
  return {
    root: h("section", { class: "home-lab" }, heading("home.lab"),
      h("p", { class: "lead", "data-i18n": "home.lab.lead" }),
      h("a", { class: "door large", id: "home-lab", href: "#lab", "data-i18n": "home.lab.go" })),
    render() {},
  };
}

/** @param {App} app @returns {Screen} */
export function create(app) {
  /** @type {Facts} */
  const facts = { date: dayOf(Date.now()), games: Object.keys(GAMES), opened: {}, doors: {}, today: {}, results: [] };
  const parts = [createHero(app), createGames(), createTogether(app), createToday(), createSets(), createLessons(), createLab(),
    createStatistics(app)];
  const root = h("div", { class: "front", id: "home" }, ...parts.map((part) => part.root));
  let shown = false;
  let language = "";

  /** Loads what games bring, in the language of the page. */
  async function open() {
    const asked = (language = current());
    await Promise.all(facts.games.map(async (game) => {
      const door = await opened(game);
      if (asked === language) facts.opened = { ...facts.opened, [game]: door };
      if (shown) app.render();
    }));
  }
  /** Whether it is still to be asked what there is today: before the server has greeted, nothing can be. */
  let wanted = true;
  function ask() {
    const date = dayOf(Date.now());
    if (date !== facts.date) facts.today = {};
    facts.date = date;
    wanted = !app.send({ type: "home", date });
  }
  // Who comes back the next morning finds the puzzles of that day.
  const woken = () => shown && !document.hidden && dayOf(Date.now()) !== facts.date && ask();

  return {
    root,
    shown() {
      shown = true;
      document.addEventListener("visibilitychange", woken);
      // Pictures of every game stand here: what is styled for one of them must not reach the others.
      delete document.body.dataset.game;
      ask();
      for (const part of parts) part.shown?.();
    },
    hidden() {
      shown = false;
      document.removeEventListener("visibilitychange", woken);
      document.body.dataset.game = app.playing();
    },
    heard(message) {
      if (message.type === "hello") wanted = true;
      if (message.type === "home" && message.date === facts.date) {
        facts.games = Object.keys(GAMES).filter((game) => message.games.some((one) => one.game === game));
        facts.doors = Object.fromEntries(message.games.map((one) => [one.game, one]));
        facts.results = message.results.map(({ game, changed, value }) => ({ ...value, game, when: changed }));
      }
      if (message.type === "daily" && message.date === facts.date)
        facts.today = { ...facts.today, [message.game]: message.today };
    },
    render() {
      if (wanted && shown) ask();
      if (language !== current()) {
        facts.opened = {};
        open();
      }
      for (const part of parts) part.render(facts);
    },
    help: () => [h("p", {}, t("home.lead")), ...(maybe("home.help") ? [h("p", {}, t("home.help"))] : [])],
  };
}
