// @ts-check
// Searches as files: one that is watched is saved, and one that was saved is opened. Both are the server's work.

import { h, set, write } from "../../core/dom.js";
import { said, t } from "../../core/i18n.js";
import { button } from "../../core/parts.js";

/** @import { App } from "../../core/app.js" */

/** The most files at once, and the largest, in bytes. */
const [MOST, LARGEST] = [4, 2 ** 30];

/** A name that every system takes. @param {string} name */
const plainly = (name) => name.replace(/[^\w().=-]+/g, "-").slice(0, 80);

/** Brings a file to the server; tells its number, its game and its position. @param {File} file
 * @returns {Promise<{file: string, game: string, position: string}>} */
async function bring(file) {
  if (file.size > LARGEST) throw new Error(t("watch.file.large", { most: LARGEST / 2 ** 20 }));
  const answer = await fetch("/trace", { method: "POST", body: file });
  const told = await answer.json();
  if (!answer.ok) throw new Error(said({ line: null, column: null, ...told }));
  return told;
}

/**
 * @param {App} app
 * @param {() => {id: string, lane: number, name: string}} seen what is saved
 */
export function createFiles(app, seen) {
  const open = button("watch.file.open", { id: "watch-open-file" });
  const pick = h("input", { type: "file", id: "watch-file", class: "sr", multiple: true, tabindex: -1,
    accept: ".jsonl,application/jsonl", "data-i18n-label": "watch.file.open" });
  const save = button("watch.file.save", { id: "watch-save-file" });
  let reading = false;

  /** @param {File[]} files */
  async function take(files) {
    reading = true;
    write(open, t("watch.file.reading"));
    set(open, { "aria-disabled": "true" });
    try {
      const told = [];
      for (const file of files.slice(0, MOST)) told.push(await bring(file));
      const [{ game, position }] = told;
      if (told.some((one) => one.game !== game || one.position !== position)) throw new Error(t("watch.file.mixed"));
      location.hash = `#${game}/watch/${position}?${told.map(({ file }) => `file=${file}`).join("&")}`;
    } catch (error) {
      const words = error instanceof TypeError || error instanceof SyntaxError ? t("watch.file.lost")
        : /** @type {Error} */ (error).message;
      app.complain(words);
    }
    reading = false;
    write(open, t("watch.file.open"));
    set(open, { "aria-disabled": null });
  }
  open.addEventListener("click", () => !reading && pick.click());
  pick.addEventListener("change", () => {
    const files = [...(pick.files ?? [])];
    if (files.length) void take(files).then(() => (pick.value = ""));
  });
  save.addEventListener("click", async () => {
    const { id, lane, name } = seen();
    const url = `/trace/${id}/${lane}`;
    const there = await fetch(url, { method: "HEAD" }).then((answer) => answer.ok, () => false);
    if (there) h("a", { href: url, download: `${plainly(name)}.jsonl` }).click();
    else app.complain(t("watch.file.gone"));
  });
  return { root: h("div", { class: "watch-files" }, open, pick), save };
}
