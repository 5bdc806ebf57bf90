// @ts-check
// The shell: screens, languages, theme, keys, help.

import { all, b, byId, h, pressed, refill, set } from "./dom.js";
import { current, LANGUAGES, preferred, said, t, translate, use } from "./i18n.js";
import { app } from "./app.js";
import { dressed, GAMES } from "../games.js";
import { SCREENS } from "../screens/index.js";
import { plain } from "./plain.js";
import { shell } from "./shell.js";
import "./sounds.js";
import { wear } from "./skin.js";
import { keepLocal, local, setting, store } from "./store.js";

/** @import { Screen } from "./app.js" */
/** @import { ScreenName } from "./shell.js" */
/** @import { Refusal } from "./wire.js" */

const { state, stage } = shell;
/** Screens, by game and name. @type {Record<string, Promise<Screen>>} */
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
  const games = Object.keys(GAMES).filter((name) => state.games.includes(name) || name === shell.playing());
  refill(menu, games, () => games.map((name) => h("option", { value: name }, GAMES[name].name)));
  menu.value = shell.playing();
  const screens = Object.keys(SCREENS).filter((name) => name !== "home");
  refill(byId("screens"), screens, () => screens.map((name) => h("a", { "data-screen": name }, t(`screen.${name}`))));
  for (const link of all("[data-screen]")) {
    const name = /** @type {ScreenName} */ (link.dataset.screen);
    set(link, { href: shell.address(name), "aria-current": name === state.screen ? "page" : null });
  }
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
  stage.screen?.render(app.state);
}

/** @type {Record<string, string>} */
const LINKS = { new: "link.connecting", locked: "link.locked" };
/** That nothing is kept, and why. @param {Refusal | null} why */
const unkept = (why) => h("span", { class: "unkept", title: why ? said(why) : null }, t("link.unkept"));

const entitle = () => (document.title = state.screen === "home" ? "Damier"
  : `${t(`screen.${state.screen}`)} · ${GAMES[shell.playing()].name} · Damier`);

/** The first words. */
const begun = use(preferred(), shell.read(location.hash).game).then(() => (ready = true));
/** What is being shown: a screen may come late, after another was asked for. */
let asked = "";
/** Shows the game and the screen that an address names. @param {string} hash */
async function show(hash) {
  const { game, screen } = shell.read(hash);
  // The front door is the same whatever was played last.
  const name = screen === "home" ? screen : `${game}/${screen}`;
  asked = name;
  await begun;
  if (game !== shell.playing()) {
    stage.screen?.hidden?.();
    stage.screen = null;
    const [{ default: worn }] =
      await Promise.all([GAMES[game].skin(), use(current(), game), dressed(`js/games/${game}/style.css`)]);
    if (asked !== name) return;
    wear(plain, worn);
    document.body.dataset.game = game;
    state.screen = screen;
    byId("main").replaceChildren();
    shell.sit(game);
    translate(document);
  }
  // A screen is made of what the game offers.
  const [maker] = await Promise.all([SCREENS[screen](), screen === "home" ? null : shell.told()]);
  if (asked !== name) return;
  const next = await (made[name] ??= Promise.resolve(maker.create(app)));
  if (asked !== name) return;
  state.screen = screen;
  entitle();
  if (stage.screen === next) return;
  stage.screen?.hidden?.();
  stage.screen = next;
  byId("main").replaceChildren(next.root);
  document.body.dataset.screen = screen;
  translate(next.root);
  next.shown?.();
  stage.render();
}

byId("game").addEventListener("change", (event) => {
  location.hash = `#${/** @type {HTMLSelectElement} */ (event.target).value}/${state.screen}`;
});

// A view may write the old address over a new one before that is heard of, so that the event is asked, not the window.
addEventListener("hashchange", async (event) => {
  const { hash } = new URL(event.newURL);
  if (location.hash !== hash) history.replaceState(null, "", hash);
  const before = shell.playing();
  await show(hash);
  // A game that has just been sat down to looks at the address by itself.
  if (before === shell.playing()) shell.visit(hash);
});
await show(location.hash);

document.addEventListener("click", (event) => {
  const button = pressed(event);
  const lang = button?.dataset.lang;
  if (!lang) return;
  setting.put("language", lang, { shared: true });
  speak(lang);
});

/** Another language. @param {string} lang */
async function speak(lang) {
  keepLocal("damier.language", lang);
  await use(lang, shell.playing());
  translate(document);
  // A screen that is not shown is translated when it is.
  entitle();
  stage.render();
}

/** What was chosen elsewhere holds here too, unless this browser has chosen for itself. */
store.watch(() => {
  const [lang, theme] = ["language", "theme"].map((one) => setting.get(one, { shared: true }));
  if (LANGUAGES.includes(lang) && !local("damier.language")) speak(lang);
  if (theme && !local("damier.theme")) paint(theme);
});

function openHelp() {
  if (help.open) return;
  byId("help-body").replaceChildren(...(stage.screen?.help?.() ?? []));
  help.showModal();
}
byId("help-open").addEventListener("click", openHelp);
byId("help-close").addEventListener("click", () => help.close());
help.addEventListener("click", (event) => event.target === help && help.close());
byId("ask-no").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("ask")).close(""));
byId("ask-yes").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("ask")).close("yes"));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // A box that was ticked takes the space bar, and nothing else.
  const typing = `input:not([type=checkbox]${event.key === " " ? "[hidden]" : ""}), textarea, select, dialog`;
  if (event.target instanceof Element && event.target.closest(typing)) return;
  const taken = event.key === "?" ? (openHelp(), true) : stage.screen?.key?.(event);
  if (taken) event.preventDefault();
});
