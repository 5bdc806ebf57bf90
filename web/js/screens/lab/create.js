// @ts-check
// A new campaign: the form writes its file, which can be changed by hand, is checked while one types, and is kept under
// a name. Who changes the file by hand is not written over by the form.

import { b, h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { disable, field } from "../../core/parts.js";
import { createEditor } from "./editor.js";
import { slug, written } from "./draft.js";
import { createForm } from "./form.js";
import { free, named } from "./state.js";

/** @import { App } from "../../core/app.js" */
/** @import { GameInfo } from "../../core/wire.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Lab } from "./state.js" */

/** @param {App} app @param {{check(text: string): void, kept(name: string): void}} hears */
export function createNew(app, { check, kept }) {
  /** Whether the file was changed by hand since the form wrote it. */
  let byHand = false;
  /** Whether the name was typed. */
  let called = false;
  /** What was begun: which game's form, or like which campaign. @type {string | null} */
  let begun = null;
  /** @type {Lab | null} */
  let lab = null;

  const editor = createEditor("lab-text", { changed: () => edited(true) });
  const form = createForm({ changed: follow });
  const name = h("input", { id: "lab-name", maxlength: 60, pattern: "[a-z0-9][a-z0-9\\-]*", autocomplete: "off",
    spellcheck: "false", "aria-describedby": "lab-name-told" });
  const nameTold = h("p", { class: "quiet", id: "lab-name-told" });
  const save = b({ id: "lab-save", "data-i18n": "lab.save" });
  const run = b({ class: "primary", id: "lab-run", "data-i18n": "lab.save.run" });
  const down = b({ id: "lab-down", "data-i18n": "lab.download" });
  const file = h("input", { type: "file", accept: ".toml,text/plain", id: "lab-open" });
  const open = h("label", { class: "door" }, h("span", { "data-i18n": "lab.open" }), file);
  file.classList.add("sr");
  const again = b({ id: "lab-again", "data-i18n": "lab.again" });
  const handed = h("p", { class: "lab-note", id: "lab-handed" }, h("span", { "data-i18n": "lab.handed" }), " ", again);

  /** @param {boolean} hand */
  function edited(hand) {
    byHand = hand;
    check(editor.text.value);
    app.render();
  }
  /** The form has changed. @param {Draft} draft @param {GameInfo} info */
  function follow(draft, info) {
    if (!called && lab) name.value = free(lab, slug(draft.title) || slug(draft.game));
    if (byHand) return app.render();
    editor.text.value = written(draft, info);
    edited(false);
  }
  name.addEventListener("input", () => {
    called = name.value !== "";
    app.render();
  });
  again.addEventListener("click", () => {
    byHand = false;
    form.begin(lab?.games ?? [], form.draft()?.game ?? app.playing());
    editor.text.focus();
  });
  /** Keeps it, and runs it. @param {boolean} start */
  function keep(start) {
    const [wanted, text] = [name.value, editor.text.value];
    if (!mayKeep()) return;
    app.send({ type: "lab_do", deed: { do: "save", name: wanted, text } });
    if (start) app.send({ type: "lab_do", deed: { do: "start", name: wanted, fresh: false } });
    begun = null;
    kept(wanted);
  }
  save.addEventListener("click", () => keep(false));
  run.addEventListener("click", () => keep(true));
  down.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([editor.text.value], { type: "application/toml" }));
    const link = h("a", { href: address, download: `${name.value || "campaign"}.toml` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  file.addEventListener("change", async () => {
    const one = file.files?.[0];
    if (!one) return;
    take(await one.slice(0, 1 << 20).text(), slug(one.name.replace(/\.toml$/i, "")));
    file.value = "";
  });
  /** Another text takes the place of what the form wrote. @param {string} text @param {string} wanted */
  function take(text, wanted) {
    editor.text.value = text;
    if (lab) name.value = free(lab, wanted || "campaign");
    called = true;
    edited(true);
  }

  const isName = () => /^[a-z0-9][a-z0-9-]{0,59}$/.test(name.value);
  const isTaken = () => lab !== null && named(lab, name.value) !== null;
  const mayKeep = () => Boolean(lab?.kept && lab.checked?.plan) && isName() && !isTaken();

  return {
    root: h("section", { class: "lab-make", "aria-labelledby": "lab-head" },
      h("a", { class: "lab-back", href: "#lab", "data-i18n": "lab.back" }),
      h("h2", { id: "lab-head", tabindex: -1, "data-i18n": "lab.new" }),
      h("p", { class: "quiet", "data-i18n": "lab.new.lead" }),
      h("div", { class: "lab-columns" }, form.root, h("div", { class: "lab-written" },
        h("div", { class: "head" }, h("h3", { "data-i18n": "lab.file" }), h("span", { class: "row" }, open, down)),
        handed, editor.root, field("lab.name", name), nameTold,
        h("div", { class: "doors" }, save, run)))),
    /** Somebody has left: the next one begins anew. */
    forget: () => void (begun = null),
    /** @param {Lab} now @param {string} like */
    render(now, like) {
      lab = now;
      const key = `${like}`;
      const template = like ? now.texts[like] : undefined;
      if (now.games.length && begun !== key && (!like || template !== undefined)) {
        begun = key;
        [byHand, called, name.value] = [false, false, ""];
        form.begin(now.games, app.playing());
        if (template !== undefined) take(template, like);
      }
      form.render();
      editor.render(now.checked);
      handed.hidden = !byHand;
      write(nameTold, !name.value || isName() ? (isTaken() ? t("lab.name.taken") : t("lab.name.hint"))
        : t("lab.name.wrong"));
      name.toggleAttribute("aria-invalid", Boolean(name.value) && (!isName() || isTaken()));
      for (const button of [save, run]) disable(button, !mayKeep());
    },
  };
}
