// @ts-check
// The shell: screens, languages, theme, keys, help.

import { app, SCREENS } from "./app.js";
import { all, byId, h, refill, set, write } from "./dom.js";
import { current, preferred, t, translate, use } from "./i18n.js";
import { create as analyse } from "./screens/analyse.js";
import { create as build } from "./screens/build.js";
import { create as learn } from "./screens/learn.js";
import { create as play } from "./screens/play.js";
import { create as race } from "./screens/race.js";

/** @typedef {import("./app.js").ScreenName} ScreenName */

const { state, stage } = app;
const makers = { play, analyse, race, build, learn };
/** @type {Partial<Record<ScreenName, import("./app.js").Screen>>} */
const made = {};
const help = /** @type {HTMLDialogElement} */ (byId("help"));
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {string | null} theme */
function paint(theme) {
  set(document.documentElement, { "data-theme": theme });
}
paint(localStorage.getItem("damier.theme"));
byId("theme").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  localStorage.setItem("damier.theme", next);
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
  write(byId("game"), state.game ? t(`game.${state.game.name}`) : "");
  refill(byId("screens"), current(), () => SCREENS.map((name) => h("a", { "data-screen": name }, t(`screen.${name}`))));
  for (const link of all("[data-screen]")) {
    const name = /** @type {ScreenName} */ (link.dataset.screen);
    set(link, { href: app.address(name), "aria-current": name === state.screen ? "page" : null });
  }
  for (const button of all("[data-lang]")) set(button, { "aria-pressed": String(button.dataset.lang === current()) });
  const link = byId("link");
  refill(link, `${current()} ${state.link}`, () => {
    if (state.link === "online") return [];
    if (state.link !== "taken") return [document.createTextNode(t(state.link === "new" ? "link.connecting" : "link.lost"))];
    const back = h("button", { type: "button" }, t("link.back"));
    back.addEventListener("click", app.again);
    return [document.createTextNode(`${t("link.taken")} `), back];
  });
  stage.screen?.render(state);
}

/** Shows the screen that the address names. */
function show() {
  const { screen } = app.read(location.hash);
  const next = (made[screen] ??= makers[screen](app));
  state.screen = screen;
  document.title = `${t(`screen.${screen}`)} · Damier`;
  if (stage.screen === next) return;
  stage.screen?.hidden?.();
  stage.screen = next;
  byId("main").replaceChildren(next.root);
  document.body.dataset.screen = screen;
  translate(next.root);
  next.shown?.();
  stage.render();
}

// A view may come before the words: the address keeps its screen. And it may write the old address over a new one before that is
// heard of, so that the event is asked, not the window.
state.screen = app.read(location.hash).screen;
addEventListener("hashchange", (event) => {
  const { hash } = new URL(event.newURL);
  if (location.hash !== hash) history.replaceState(null, "", hash);
  if (ready) show();
  else state.screen = app.read(hash).screen;
  app.visit(hash);
});
await use(preferred());
ready = true;
translate(document);
show();
stage.render();

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const lang = button?.dataset.lang;
  if (!lang) return;
  localStorage.setItem("damier.language", lang);
  use(lang).then(() => {
    translate(document);
    // A screen that is not shown is translated when it is.
    document.title = `${t(`screen.${state.screen}`)} · Damier`;
    stage.render();
  });
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
  if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
  const taken = event.key === "?" ? (openHelp(), true) : stage.screen?.key?.(event);
  if (taken) event.preventDefault();
});
