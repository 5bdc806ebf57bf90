// @ts-check
// The shell: screens, languages, theme, keys, help.

import { all, b, byId, h, pressed, refill, set } from "./dom.js";
import { current, include, LANGUAGES, learn, preferred, said, t, translate } from "./i18n.js";
import { app } from "./app.js";
import { dressed, GAMES } from "../games.js";
import { APART, SCREENS } from "../screens/index.js";
import { TYPED } from "./inputs.js";
import { undoOf } from "./keys.js";
import { dressing } from "./plain.js";
import { mayReplace } from "./setup.js";
import { shell } from "./shell.js";
import "./sounds.js";
import { keepLocal, local, setting, store } from "./store.js";

/** @import { Screen } from "./app.js" */
/** @import { ScreenName } from "./shell.js" */
/** @import { Refusal } from "./wire.js" */
/** @import { Maker } from "../screens/index.js" */

const { state, stage } = shell;
/** Screens, by game and name: at which sitting down to a game they were begun, and whether they were made in it.
 * @type {Record<string, {seat: number, whole: boolean, screen: Promise<Screen>}>} */
const made = {};
const help = /** @type {HTMLDialogElement} */ (byId("help"));
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {string | null} theme */
function paint(theme) {
  set(document.documentElement, { "data-theme": theme });
}
paint(local("damier.theme"));
byId("theme").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  keepLocal("damier.theme", next);
  setting.put("theme", next, { shared: true });
  paint(next);
  stage.render();
});
dark.addEventListener("change", () => stage.render());

/** Draws at most once a frame. */
let due = false;
/** Nothing is drawn before there are words. */
let ready = false;
stage.render = () => {
  if (due || !ready) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    render();
  });
};

function render() {
  const menu = /** @type {HTMLSelectElement} */ (byId("game"));
  // The game that is asked for may still be on its way.
  const [game] = asked.split("/");
  const games = Object.keys(GAMES).filter((name) => state.games.includes(name) || name === game);
  refill(menu, games, () => games.map((name) => h("option", { value: name }, GAMES[name].name)));
  menu.value = game;
  set(byId("main"), { "aria-busy": shell.isMoving() ? "true" : null });
  const screens = Object.keys(SCREENS).filter((name) => !APART.includes(name));
  refill(byId("screens"), screens, () => screens.map((name) => h("a", { "data-screen": name }, t(`screen.${name}`))));
  for (const link of all("[data-screen]")) {
    const name = /** @type {ScreenName} */ (link.dataset.screen);
    set(link, { href: shell.address(name), "aria-current": name === state.screen ? "page" : null });
  }
  set(byId("lab-door"), { "aria-current": state.screen === "lab" ? "page" : null });
  for (const button of all("[data-lang]")) set(button, { "aria-pressed": String(button.dataset.lang === current()) });
  const link = byId("link");
  const { keeping } = app.state;
  refill(link, `${state.link} ${keeping?.kept} ${current()}`, () => {
    if (state.link === "online") return keeping?.kept === false ? [unkept(keeping.why)] : [];
    if (state.link !== "taken")
      return [document.createTextNode(t(LINKS[state.link] ?? "link.lost"))];
    const back = b({}, t("link.back"));
    back.addEventListener("click", shell.again);
    return [document.createTextNode(`${t("link.taken")} `), back];
  });
  stage.lesson?.render();
  stage.screen?.render(app.state);
}

/** @type {Record<string, string>} */
const LINKS = { new: "link.connecting", locked: "link.locked", out: "link.out", full: "link.full",
  stranger: "link.stranger" };
/** That nothing is kept, and why. @param {Refusal | null} why */
const unkept = (why) => h("span", { class: "unkept", title: why ? said(why) : null }, t("link.unkept"));

const entitle = () => (document.title = state.screen === "home" ? "Damier"
  : APART.includes(state.screen) ? `${t(`screen.${state.screen}`)} · Damier`
    : `${t(`screen.${state.screen}`)} · ${GAMES[shell.playing()].name} · Damier`);

/** The language that is wanted: its words may still be on their way. */
let tongue = preferred();
/** What is being shown: a screen may come late, after another was asked for. */
let asked = "";

/** Makes a screen, once. One whose game was left while it was being made is of two games: it is not kept.
 * @param {string} name @param {Maker} maker */
function make(name, maker) {
  const seat = shell.seat();
  const before = made[name];
  if (before && (before.whole || before.seat === seat)) return before.screen;
  /** @type {typeof before} */
  const one = { seat, whole: false, screen: Promise.resolve(maker.create(app)) };
  made[name] = one;
  const end = (/** @type {boolean} */ well) => {
    one.whole = well && shell.seat() === seat;
    if (!one.whole && made[name] === one) delete made[name];
  };
  one.screen.then(() => end(true), () => end(false));
  return one.screen;
}

/** Shows the game and the screen that an address names; says whether nothing else was asked for meanwhile.
 * @param {string} hash */
async function show(hash) {
  const { game, screen } = shell.read(hash);
  // The front door, the Lab and rooms are the same whatever was played last.
  const name = APART.includes(screen) ? screen : `${game}/${screen}`;
  asked = name;
  stage.render();
  if (screen === "room") {
    // Which game is played there, the room will tell.
    const speak = ready ? () => {} : await learn(tongue, "");
    if (asked !== name) return false;
    speak();
    if (!ready) translate(document);
    ready = true;
  } else if (game !== shell.playing() || shell.room()) {
    stage.screen?.hidden?.();
    stage.screen = null;
    const language = tongue;
    const dress = await dressing(game, language);
    if (asked !== name) return false;
    dress();
    ready = true;
    state.screen = screen;
    byId("main").replaceChildren();
    shell.sit(game);
    if (language !== tongue) speakIn(tongue);
    translate(document);
  }
  // A screen is made of what the game offers.
  const [maker] = await Promise.all([SCREENS[screen](), APART.includes(screen) ? null : shell.told()]);
  if (asked !== name) return false;
  const next = await make(name, maker);
  if (asked !== name) return false;
  state.screen = screen;
  entitle();
  if (stage.screen !== next) {
    stage.screen?.hidden?.();
    stage.screen = next;
    byId("main").replaceChildren(next.root);
    document.body.dataset.screen = screen;
    translate(next.root);
    next.shown?.();
  }
  // What the address says of the screen is heard before the address is written anew.
  if (location.hash === hash) next.visited?.(shell.read(hash).query);
  shell.post();
  stage.render();
  return true;
}

/** Opens a lesson beside the screens. @param {string | null} lesson */
async function teach(lesson) {
  if (lesson === null) return;
  const [{ createPanel }] = await Promise.all([import("../lesson/panel.js"), include("js/lesson"),
    dressed("js/lesson/style.css")]);
  stage.lesson ??= createPanel(app);
  stage.lesson.visited(lesson);
}

let asking = false;
/** Whether an address may be gone to: a contest that is under way would end. @param {string} hash */
async function mayGo(hash) {
  const { game, code } = shell.read(hash);
  const { view } = app.state;
  if (game !== shell.playing() || !code || !view?.match || code === view.code) return true;
  asking = true;
  const yes = await mayReplace(app);
  asking = false;
  return yes;
}
/** Goes to the address in the bar. One that comes while another is on its way wins. */
async function arrive() {
  if (asking) return;
  const { hash } = location;
  const before = shell.seat();
  if (!(await mayGo(hash))) return shell.stay();
  if (location.hash !== hash) return void arrive();
  await teach(shell.read(hash).lesson);
  if (!(await show(hash)) || location.hash !== hash) return;
  // A game that has just been sat down to, or a room, looks at the address by itself.
  if (before === shell.seat()) shell.visit(hash);
  stage.render();
}

byId("game").addEventListener("change", (event) => {
  location.hash = `#${/** @type {HTMLSelectElement} */ (event.target).value}/${state.screen}`;
});

// Who followed a link from elsewhere came by a page of its own, which says so in the address.
if (location.search) history.replaceState(history.state, "", location.pathname + location.hash);
addEventListener("hashchange", arrive);
await arrive();

// A link to what is on the table means the screen: another board may be on its way.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plainly = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link?.hash || !plainly || event.defaultPrevented) return;
  const { screen } = shell.read(link.hash);
  if (link.hash !== shell.address(screen)) return;
  event.preventDefault();
  shell.goTo(screen);
});
document.addEventListener("click", (event) => {
  const button = pressed(event);
  const lang = button?.dataset.lang;
  if (!lang) return;
  setting.put("language", lang, { shared: true });
  speakIn(lang);
});
/** What was chosen elsewhere holds here too, unless this browser has chosen for itself. */
store.watch(() => {
  const [lang, theme] = ["language", "theme"].map((one) => setting.get(one, { shared: true }));
  if (LANGUAGES.includes(lang) && !local("damier.language")) speakIn(lang);
  if (theme && !local("damier.theme")) paint(theme);
});
/** Changes the language. @param {string} lang */
async function speakIn(lang) {
  tongue = lang;
  keepLocal("damier.language", lang);
  if (!ready) return;
  const game = shell.playing();
  const speak = await learn(lang, game);
  if (tongue !== lang) return;
  if (game !== shell.playing()) return speakIn(lang);
  speak();
  // A screen that is not shown is translated when it is.
  translate(document);
  entitle();
  stage.render();
}

function openHelp() {
  if (help.open) return;
  byId("help-body").replaceChildren(...(stage.screen?.help?.() ?? []));
  help.showModal();
}
byId("help-open").addEventListener("click", openHelp);
byId("help-close").addEventListener("click", () => help.close());
help.addEventListener("click", (event) => event.target === help && help.close());

/** Whether a key goes to an element of a kind. A button of a dialog that was closed keeps the focus until the page is drawn
 * again: what is pressed meanwhile is not for it. @param {KeyboardEvent} event @param {string} kind */
const goesTo = ({ target }, kind) =>
  target instanceof Element && !target.closest("dialog:not([open])") && target.closest(kind) !== null;

addEventListener("keydown", (event) => {
  const way = undoOf(event);
  if (way && stage.screen?.undo && !event.defaultPrevented) {
    // In a text the browser undoes what was typed.
    if (goesTo(event, `dialog, ${TYPED}`)) return;
    event.preventDefault();
    return stage.screen.undo(way, event.repeat);
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // A box that was ticked takes the space bar, and nothing else.
  const typing = `input:not([type=checkbox]${event.key === " " ? "[hidden]" : ""}), textarea, select, dialog`;
  if (goesTo(event, typing)) return;
  const taken = event.key === "?" ? (openHelp(), true) : stage.lesson?.key(event) || stage.screen?.key?.(event);
  if (taken) event.preventDefault();
});
