// @ts-check
// The window with the boards of one's own: pictures, search, load, rename, delete and take that back.

import { b, h, onSubmit, refill } from "../../core/dom.js";
import { current, t } from "../../core/i18n.js";
import { icon } from "../../core/parts.js";
import { drawn } from "../../core/picture.js";
import { mayReplace } from "../../core/setup.js";
import { skin } from "../../core/skin.js";
import { store } from "../../core/store.js";
import { boards, LONGEST } from "./library.js";

/** @import { App } from "../../core/app.js" */
/** @import { Scene } from "../../core/wire.js" */
/** @import { Kept } from "./library.js" */

/** @param {Scene} scene */
const drawing = (scene) => (skin.board ? skin.art.small(scene) : drawn(skin.art, scene).svg);

/** Letters without their accents and in lower case, as one types them. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

/** @param {App} app */
export function openBoards(app) {
  const search = h("input", { type: "search", id: "boards-search", "aria-label": t("boards.search"),
    placeholder: t("boards.search"), autocomplete: "off" });
  const list = h("ul", { class: "boards", id: "boards" });
  const close = b({ id: "boards-close" }, t("close"));
  const dialog = h("dialog", { id: "boards-window", class: "wide", "aria-labelledby": "boards-title" },
    h("div", { class: "head" }, h("h2", { id: "boards-title" }, t("boards")), close), search, list);
  const all = boards();
  /** Those that were deleted here, as long as the window is open; and the one that is renamed. */
  const gone = new Set();
  let renamed = "";
  /** @type {Map<string, Scene>} */
  const scenes = new Map();

  /** @param {string} id @param {Kept} one */
  function pictureOf(id, one) {
    const view = h("span", { class: "view" });
    const known = scenes.get(id);
    if (known) view.append(drawing(known));
    else app.sketch({ text: one.code }, (sketch) => {
      if (!sketch) return true;
      scenes.set(id, sketch.scene);
      view.replaceChildren(drawing(sketch.scene));
    });
    return h("span", { class: "pictured", "aria-hidden": "true" }, view);
  }
  /** @param {string} id @param {Kept | null} one */
  function keep(id, one) {
    store.put("board", id, one);
    if (one) gone.delete(id);
    else gone.add(id);
    fill();
  }

  /** @param {[string, Kept]} kept */
  function item([id, one]) {
    const { name } = one;
    if (gone.has(id)) {
      const undo = b({}, t("boards.undo"));
      undo.addEventListener("click", () => keep(id, one));
      return h("li", { class: "gone", "data-board": id }, h("span", {}, t("boards.dropped", { name })), undo);
    }
    if (renamed === id) {
      const field = h("input",
        { value: name, maxlength: LONGEST, "aria-label": t("boards.name"), autocomplete: "off" });
      const form = h("form", {}, field, h("button", { class: "primary" }, t("boards.save")));
      onSubmit(form, () => {
        renamed = "";
        Object.assign(one, { name: field.value.trim() || name });
        keep(id, one);
      });
      queueMicrotask(() => field.select());
      return h("li", { "data-board": id }, form);
    }
    const date = new Intl.DateTimeFormat(current(), { dateStyle: "medium" }).format(one.date);
    const load = b({ class: "board-load", "aria-label": t("boards.load", { name }) }, pictureOf(id, one),
      h("span", {}, h("strong", {}, name), h("span", { class: "quiet" }, date)));
    load.addEventListener("click", async () => {
      if (!(await mayReplace(app))) return;
      dialog.close();
      app.load(one.code);
    });
    const rename = b({ class: "icon", "aria-label": t("boards.rename", { name }), title: t("boards.rename.short") },
      icon("rename"));
    rename.addEventListener("click", () => {
      renamed = id;
      fill();
    });
    const drop = b({ class: "icon", "aria-label": t("boards.drop", { name }), title: t("boards.drop.short") }, "✕");
    drop.addEventListener("click", () => keep(id, null));
    return h("li", { "data-board": id }, load, rename, drop);
  }

  function fill() {
    const text = search.value.trim();
    const found = all.filter(([, { name }]) => plain(name).includes(plain(text)));
    refill(list, JSON.stringify([found, [...gone], renamed]), () => (found.length ? found.map(item)
      : [h("li", { class: "quiet" }, all.length ? t("boards.found", { text }) : t("boards.none"))]));
  }
  search.addEventListener("input", fill);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  search.hidden = all.length < 2;
  fill();
}
