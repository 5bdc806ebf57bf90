// @ts-check
// All levels of a set to choose from, each in a small picture with what was reached; the grades; progress as a file.

import { art as plain } from "../../core/art.js";
import { b, h, pressed, refill, set, write } from "../../core/dom.js";
import { count, number, t } from "../../core/i18n.js";
import { button } from "../../core/parts.js";
import { drawn } from "../../core/picture.js";
import { skin } from "../../core/skin.js";
import { moves as lengthOf } from "../../core/words.js";
import { createGrades, setWords } from "./grades.js";
import { measure, progress } from "./progress.js";

/** @import { App } from "../../core/app.js" */
/** @import { Scene } from "../../core/wire.js" */
/** @import { Shelf } from "./levels.js" */
/** @import { Entry } from "./progress.js" */

/** How many pictures are asked for at a time. */
const AT_ONCE = 6;

/** A game's own small picture, or the whole drawing made small. @param {Scene} scene */
const small = (scene) => (skin.art.small === plain.small ? drawn(skin.art, scene).svg : skin.art.small(scene));

/** Small pictures of the levels, asked for when they come into sight. @param {App} app @param {HTMLElement} grid */
function createPictures(app, grid) {
  /** @type {Map<string, Scene>} */
  const scenes = new Map();
  /** Codes in sight. @type {Set<string>} */
  const wanted = new Set();
  let sent = 0;
  /** @param {HTMLElement} tile */
  function draw(tile) {
    const scene = scenes.get(tile.dataset.code ?? "");
    if (scene && !tile.querySelector("svg")) tile.children[1].replaceChildren(small(scene));
  }
  function pump() {
    for (const code of wanted) {
      if (sent >= AT_ONCE) return;
      const asked = app.sketch({ text: code }, (sketch) => {
        sent -= 1;
        if (sketch) scenes.set(code, sketch.scene);
        for (const tile of grid.children) if (tile instanceof HTMLElement && tile.dataset.code === code) draw(tile);
        pump();
      });
      if (!asked) return;
      wanted.delete(code);
      sent += 1;
    }
  }
  return new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      const { code } = /** @type {HTMLElement} */ (target).dataset;
      if (!code) continue;
      if (isIntersecting && !scenes.has(code)) wanted.add(code);
      else wanted.delete(code);
      if (isIntersecting) draw(/** @type {HTMLElement} */ (target));
    }
    pump();
  }, { root: grid, rootMargin: "200px" });
}

/** The best against the optimum, in few signs; or that the solution was seen. @param {Entry} entry */
const score = ({ p, o, seen }) =>
  (p ? `✓ ${measure(p).cost}${o === undefined ? "" : `/${o}`}` : seen ? t("levels.seen") : "");

/** Arrows, Home and End among the tiles. @param {HTMLElement} grid @param {KeyboardEvent} event */
function walk(grid, event) {
  const tiles = /** @type {HTMLElement[]} */ (Array.from(grid.children));
  const at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const row = tiles.findIndex((tile) => tile.offsetTop > (tiles[0]?.offsetTop ?? 0));
  const columns = row < 0 ? tiles.length : row;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at,
    End: tiles.length - 1 - at }[event.key];
  const to = tiles[at + (by ?? 0)];
  if (at < 0 || by === undefined || !to) return;
  event.preventDefault();
  to.focus();
}

/** Progress as a file, to save and to load. @param {App} app */
function createDoors(app) {
  const save = button("progress.save", { id: "progress-save" });
  const file = h("input", { type: "file", class: "sr", id: "progress-file", accept: ".txt,text/plain" });
  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([`${progress.text()}\n`], { type: "text/plain" }));
    h("a", { href: url, download: `${app.playing()}-progress.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  file.addEventListener("change", async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    const known = progress.take(await picked.text());
    file.value = "";
    app.say(count("progress.known", known));
    app.render();
  });
  return h("div", { class: "doors" }, save,
    h("label", { class: "door file" }, file, h("span", { "data-i18n": "progress.load" })));
}

/** @param {App} app @param {Shelf} shelf */
export function createChooser(app, shelf) {
  const title = h("h2", { id: "chooser-title", "data-i18n": "levels" });
  const close = button("close", {});
  const terms = h("p", { class: "quiet" });
  const grid = h("div", { class: "tiles", role: "group", "aria-labelledby": "chooser-title" });
  const grades = createGrades(app, shelf);
  const dialog = h("dialog", { id: "chooser", class: "chooser", "aria-labelledby": "chooser-title" },
    h("div", { class: "head" }, title, close), grades.root, terms, grid, createDoors(app));
  const pictures = createPictures(app, grid);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // The set that was only looked at is forgotten.
  dialog.addEventListener("close", () => shelf.look(""));
  grid.addEventListener("keydown", (event) => walk(grid, event));
  grid.addEventListener("click", (event) => {
    const tile = pressed(event);
    if (!tile) return;
    dialog.close();
    shelf.load(Number(tile.dataset.index));
  });

  /** To the level on the table. */
  function find() {
    const tile = grid.children[shelf.at() ?? 0];
    if (!(tile instanceof HTMLElement)) return;
    tile.scrollIntoView({ block: "center" });
    tile.focus();
  }
  function fill() {
    const [list, info] = [shelf.levels(), shelf.info()];
    grades.render();
    write(title, setWords(info));
    write(terms, info?.grade === null ? t("levels.terms", { author: info.author, terms: info.terms }) : "");
    refill(grid, `${shelf.shown()} ${list.length} ${list[0]?.code}`, () => {
      pictures.disconnect();
      return list.map((one, index) => {
        const tile = b({ "data-index": index, "data-code": one.code }, h("span", { class: "n" }),
          h("span", { class: "small" }), h("span", { class: "score" }));
        pictures.observe(tile);
        return tile;
      });
    });
    list.forEach((one, index) => {
      const tile = grid.children[index];
      const entry = progress.of(one.code);
      const told = entry.p ? t("levels.solved.in", { score: lengthOf(measure(entry.p).cost) })
        : t(entry.seen ? "levels.seen.about" : "levels.solved.not");
      set(tile, { "aria-current": shelf.at() === index ? "true" : null,
        class: entry.p ? "solved" : entry.seen ? "seen" : null,
        title: one.title,
        "aria-label": [t("levels.n", { n: index + 1 }), one.title, told].filter(Boolean).join(", ") });
      write(tile.children[0], number(index + 1));
      write(tile.children[2], score(entry));
    });
  }
  return {
    dialog,
    open() {
      if (dialog.open) return;
      shelf.want(shelf.shown());
      fill();
      dialog.showModal();
      find();
    },
    render() {
      if (!dialog.open) return;
      const late = !grid.children.length;
      fill();
      if (late) find();
    },
  };
}
