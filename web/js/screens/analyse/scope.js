// @ts-check
// Analyse: the heuristic microscope. One or two heuristics, the game's or scripts of one's own, held against the true
// distances of states; where they are wrong is shown as a board. A script is checked as it is typed.

import { h, onSubmit, refill, write } from "../../core/dom.js";
import { count, current, number, said, t } from "../../core/i18n.js";
import { button, check, disable, field, section } from "../../core/parts.js";
import { drawn } from "../../core/picture.js";
import { copyText } from "../../core/setup.js";
import { shell } from "../../core/shell.js";
import { skin } from "../../core/skin.js";
import { moves } from "../../core/words.js";
import { createSketches } from "../parts/sketches.js";
import { placeOf } from "../parts/thought.js";
import { createEditor } from "./editor.js";
import { createScatter } from "./scatter.js";
import {
  beginDraft, draft, dropScript, exampleText, examples, keepScript, keptScripts, LETTERS, NAME, titleOf,
} from "./scripts.js";

/** @import { App } from "../../core/app.js" */
/** @import { Of } from "../../core/state.js" */
/** @import { Part } from "../../core/table.js" */
/** @import { Findings, GameInfo, Judged } from "../../core/wire.js" */

/** How long nothing is typed before a script is checked, in milliseconds. */
const REST = 350;
/** What a menu calls the script in the editor; kept ones have this before their id. */
const OWN = "#";

/** The number of the last question, on any screen: the server knows one at a time. */
let asked = 0;

/** @param {App} app @returns {Part} */
export function createScope(app) {
  const one = h("select", { id: "scope-one" });
  const other = h("select", { id: "scope-other" });
  const go = h("button", { class: "primary", id: "scope-go", form: "scope", "data-i18n": "scope.go" });
  const form = h("form", { id: "scope" },
    h("div", { class: "fields" }, field("heuristic", one), field("scope.against", other)));
  const words = h("p", { id: "scope-words", class: "quiet", role: "status" });
  const results = h("div", { id: "scope-results", hidden: true });
  const writing = createWriting(app, ask, typed);
  const sketches = createSketches(app);
  const plots = [createScatter("scope-plot"), createScatter("scope-plot-other")];
  /** What was found, and what is awaited: the number of the question. @type {Of<"microscope"> | null} */
  let found = null;
  let looking = 0;
  let checking = 0;
  /** Where it was looked, and where it is looked. */
  let [place, next] = ["", ""];

  /** What an address wishes to see. @type {string[] | null} */
  let wanted = null;
  /** Whether it is to be seen as soon as it has come. */
  let pointed = false;

  onSubmit(form, look);
  function look() {
    const [script, rival] = [scriptOf(one.value), scriptOf(other.value)];
    looking = asked += 1;
    next = placeOf(app.state);
    writing.rest();
    const sent = app.send({ type: "microscope", number: looking, heuristic: nameOf(one.value), script,
      against: other.value ? nameOf(other.value) : null, script_against: rival, states: null });
    if (!sent) looking = 0;
    app.render();
  }
  /** What an address wishes for is looked at as soon as the table is there. @param {GameInfo} game */
  function fulfil({ heuristics }) {
    if (!wanted || app.isMoving() || !app.online()) return;
    const [a = "", b = ""] = wanted.map((name) => (heuristics.some((one) => one.name === name) ? name : ""));
    wanted = null;
    if (!a) return;
    [one.value, other.value] = [a, b];
    look();
    pointed = true;
  }
  for (const menu of [one, other]) {
    menu.addEventListener("change", () => {
      if (menu.value === OWN) writing.open();
      app.render();
    });
  }

  /** The script is asked about the position on the table. */
  function ask() {
    if (!draft.text.trim()) return writing.clear();
    if (looking) return;
    checking = asked += 1;
    app.send({ type: "microscope", number: checking, heuristic: t("script.own"), script: draft.text, against: null,
      script_against: null, states: 0 });
  }
  /** Another script stands in the editor: it is the one that is meant. */
  function typed() {
    looking = 0;
    if (one.value !== OWN && other.value !== OWN) one.value = OWN;
    ask();
    app.render();
  }

  /** @param {GameInfo} game */
  function fill(game) {
    const scripts = keptScripts();
    const signature = JSON.stringify([game.name, scripts.map(({ id, name }) => [id, name])]);
    for (const menu of [one, other]) {
      const chosen = menu.value;
      refill(menu, signature, () => [
        ...(menu === other ? [h("option", { value: "" }, t("scope.nobody"))] : []),
        ...game.heuristics.map(({ name, admissible }) =>
          h("option", { value: name, selected: name === chosen }, admissible ? name : `${name} *`)),
        h("optgroup", { label: t("script.yours") },
          h("option", { value: OWN, selected: chosen === OWN }, t("script.own")),
          ...scripts.map(({ id, name }) =>
            h("option", { value: OWN + id, selected: chosen === OWN + id }, name))),
      ]);
    }
  }

  const root = section("scope", [go], h("p", { class: "quiet", "data-i18n": "scope.about" }), form, words, results,
    writing.root);
  return {
    root,
    query() {
      const shown = (looking || (found && place === placeOf(app.state))) && ![one, other].some((menu) =>
        menu.value.startsWith(OWN));
      return shown ? `heuristic=${one.value}${other.value ? `&against=${other.value}` : ""}` : "";
    },
    visited(raw) {
      const said = new URLSearchParams(raw);
      const name = said.get("heuristic");
      if (name) wanted = [name, said.get("against") ?? ""];
    },
    render(state) {
      const { game, view } = state;
      if (!game || !view) return;
      fill(game);
      fulfil(game);
      writing.render(placeOf(state));
      // What was asked about a position that is left is not answered.
      if (looking && next !== placeOf(state)) looking = 0;
      disable(go, looking > 0 || ([one, other].some((menu) => menu.value === OWN) && !draft.text.trim()));
      const stale = found !== null && place !== placeOf(state);
      write(words, looking ? t("scope.looking") : found?.refusal ? said(found.refusal)
        : found?.findings ? foundWords(found.findings, stale) : "");
      words.classList.toggle("bad", !looking && Boolean(found?.refusal));
      const findings = looking ? null : (found?.findings ?? null);
      results.hidden = !findings;
      if (findings) show(findings);
    },
    heard(message) {
      if (message.type !== "microscope") return;
      if (message.number === looking) {
        looking = 0;
        [found, place] = [message, next];
        if (pointed) setTimeout(() => root.scrollIntoView({ block: "start" }), 60);
        pointed = false;
        shell.post();
        sketches.drop();
        app.say(message.refusal ? said(message.refusal) : message.findings ? foundWords(message.findings, false) : "");
      } else if (message.number === checking) {
        checking = 0;
        writing.checked(message);
      }
      app.render();
    },
    run(on) {
      if (on) writing.begin();
    },
  };

  /** @param {Findings} findings */
  function show(findings) {
    const { sides, differ } = findings;
    const codes = [...sides.flatMap(({ worst, drop }) => [worst?.code, drop?.code, drop?.after]), differ?.code]
      .filter((code) => code !== undefined);
    // Boards are asked for until they have come.
    const ready = codes.map((code) => sketches.get(code) !== null);
    sides.forEach((side, i) => plots[i]?.render(side, sides));
    refill(results, JSON.stringify([asked, found?.number, ready]), () => [
      ...sides.flatMap((side, i) => [h("h3", {}, side.heuristic), verdict(side), plots[i].root,
        ...counterexamples(side)]),
      ...(differ ? [h("h3", {}, t("scope.differ")),
        board([differ.code], t("scope.differ.words", { one: sides[0].heuristic, a: shown(differ.estimates[0]),
          other: sides[1].heuristic, b: shown(differ.estimates[1]),
          truth: differ.distance === null ? t("scope.dead.end") : moves(differ.distance) }))] : []),
    ]);
  }

  /** Where a heuristic is wrong, as boards. @param {Judged} side */
  function counterexamples({ worst, drop }) {
    return [
      ...(worst ? [board([worst.code], t(worst.estimate === null ? "scope.worst.none" : "scope.worst",
        { estimate: shown(worst.estimate), moves: moves(worst.distance) }))] : []),
      ...(drop ? [board([drop.code, drop.after], t("scope.drop",
        { before: shown(drop.estimate), after: drop.then, cost: drop.cost }))] : []),
    ];
  }

  /** One position, or one before and one after a move, and what there is to say. @param {string[]} codes
   * @param {string} text */
  function board(codes, text) {
    const pictures = codes.map((code) => {
      const scene = sketches.get(code);
      const link = h("a", { class: "scope-board", href: app.addressOf("analyse", code, []), title: t("scope.open"),
        "aria-label": t("scope.open") });
      // Small as it is, it shows what matters.
      if (scene) {
        link.append(drawn(skin.art, { ...scene, targets: scene.targets.filter((one) => one.active) }).svg);
      }
      return link;
    });
    return h("figure", { class: "scope-example" }, h("div", { class: "scope-boards" }, ...pictures.flatMap((one, i) =>
      (i ? [h("span", { "aria-hidden": "true" }, "→"), one] : [one]))), h("figcaption", {}, text));
  }
}

/** @param {number | null} estimate */
const shown = (estimate) => (estimate === null ? "∞" : number(estimate));

/** The script that a menu means, if it means one. @param {string} value */
const scriptOf = (value) => (value === OWN ? draft.text
  : value.startsWith(OWN) ? (keptScripts().find((one) => OWN + one.id === value)?.text ?? "") : null);
/** @param {string} value */
const nameOf = (value) => (value === OWN ? titleOf(draft.text)
  : value.startsWith(OWN) ? (keptScripts().find((one) => OWN + one.id === value)?.name ?? "") : value);

/** What was looked at. @param {Findings} findings @param {boolean} stale */
function foundWords({ states, dead, unknown, all, complete }, stale) {
  return [stale ? t("scope.stale") : "", count(all ? "scope.all" : "scope.sample", states),
    dead ? count("scope.dead", dead) : "", unknown ? count("scope.unknown", unknown) : "",
    complete ? "" : t("scope.stopped")].filter(Boolean).join(" ");
}

/** What is known of a heuristic, a sentence each. @param {Judged} side */
function verdict({ above, drops, edges, quality, here }) {
  const part = quality === null ? "" : number(quality, { style: "percent", maximumFractionDigits: 0 });
  /** @type {[string, string][]} */
  const told = [[above ? "bad" : "good", above ? count("scope.above", above) : t("scope.admissible")],
    [drops ? "bad" : "good", drops ? count("scope.drops", drops) : edges ? t("scope.consistent") : ""],
    ["", t("scope.here", { estimate: shown(here) })], ["", part ? t("scope.quality", { part }) : ""]];
  return h("ul", { class: "scope-verdict" }, ...told.filter(([, words]) => words)
    .map(([kind, words]) => h("li", { class: kind || null }, words)));
}

/** The script that is being written: the editor, what to start from, and what is kept.
 * @param {App} app @param {() => void} ask asks what it says @param {() => void} typed it is another one */
function createWriting(app, ask, typed) {
  const from = h("select", { id: "script-from" });
  const name = h("input", { id: "script-name", maxlength: NAME, autocomplete: "off",
    "data-i18n-placeholder": "script.name", "data-i18n-label": "script.name" });
  const keep = h("button", { id: "script-keep", "data-i18n": "script.keep" });
  const naming = h("form", { id: "script-form", class: "script-name" }, name, keep);
  const copy = button("build.copy", { id: "script-copy" });
  const save = button("build.save", { id: "script-save" });
  const drop = button("script.drop", { id: "script-drop" });
  const file = h("input", { type: "file", id: "script-file", class: "sr", accept: ".rhai,.txt,text/plain" });
  const told = h("p", { class: "quiet", id: "script-kept", role: "status" });
  let timer = 0;
  /** Where it was asked last. */
  let place = "";
  const editor = createEditor("script-text", () => {
    draft.text = editor.field.value.slice(0, LETTERS);
    draft.sound = false;
    wait(typed);
  });
  const root = h("details", { id: "script" }, h("summary", { "data-i18n": "script" }),
    h("div", { class: "fields" }, field("script.from", from)), editor.root, naming,
    h("div", { class: "doors" }, check("build.file", file, "door file"), copy, save, drop), told,
    h("details", { class: "script-help" }, h("summary", { "data-i18n": "script.help" }),
      h("p", { class: "quiet", "data-i18n": "script.help.about" }), h("dl")));
  const list = /** @type {HTMLElement} */ (root.querySelector(".script-help dl"));
  root.addEventListener("toggle", app.render);

  /** @param {() => void} then */
  function wait(then) {
    clearTimeout(timer);
    timer = setTimeout(then, REST);
  }
  /** Another text takes the place of the one in the editor. @param {string} text @param {string} id */
  function put(text, id) {
    Object.assign(draft, { text: text.slice(0, LETTERS), id, sound: false });
    editor.put(draft.text);
    name.value = keptScripts().find((one) => one.id === id)?.name ?? "";
    typed();
  }
  /** Whether what is in the editor is nowhere else. */
  async function mayReplace() {
    const known = keptScripts().some((one) => one.text === draft.text)
      || (await Promise.all(examples().map(exampleText))).includes(draft.text);
    return known || !draft.text.trim() || app.confirm(t("script.replace"), t("script.replace.yes"));
  }
  from.addEventListener("change", async () => {
    const [kind, which] = from.value.split(":");
    from.value = "";
    if (!which || !(await mayReplace())) return;
    if (kind === "example") put(await exampleText(which), "");
    else put(keptScripts().find((one) => one.id === which)?.text ?? "", which);
  });
  onSubmit(naming, () => {
    if (!draft.text.trim()) return;
    const called = name.value.trim() || t("script.usual", { n: keptScripts().length + 1 });
    // Under another name it is another one.
    const same = keptScripts().find((one) => one.name === called);
    draft.id = keepScript(called, draft.text, same?.id ?? "");
    name.value = called;
    write(told, t("boards.kept", { name: called }));
    app.render();
  });
  drop.addEventListener("click", () => {
    const gone = keptScripts().find((one) => one.id === draft.id);
    if (!gone) return;
    dropScript(gone.id);
    draft.id = "";
    write(told, t("boards.dropped", { name: gone.name }));
    app.render();
  });
  copy.addEventListener("click", () => draft.text && copyText(app, draft.text, copy));
  save.addEventListener("click", () => {
    if (!draft.text) return;
    const url = URL.createObjectURL(new Blob([draft.text], { type: "text/plain" }));
    h("a", { href: url, download: `${(name.value.trim() || "heuristic").replaceAll(/[^\w-]+/g, "-")}.rhai` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > LETTERS) return app.complain(t("script.large"));
    const text = await chosen.text();
    if (await mayReplace()) put(text, "");
  });

  return {
    root,
    open() {
      root.open = true;
      editor.field.focus();
    },
    /** What was written before is there again; for the first time, something to begin with. */
    async begin() {
      await beginDraft(app.state.game?.name ?? "");
      if (!editor.field.value) editor.put(draft.text);
      app.render();
    },
    clear: () => editor.tell(""),
    rest: () => clearTimeout(timer),
    /** @param {string} now where the table is */
    render(now) {
      const scripts = keptScripts();
      if (root.open && draft.text.trim() && place !== now) {
        place = now;
        wait(ask);
      }
      refill(from, JSON.stringify([scripts.map(({ id, name }) => [id, name]), examples(), current()]), () => [
        h("option", { value: "" }, t("script.choose")),
        h("optgroup", { label: t("script.examples") },
          ...examples().map((one) => h("option", { value: `example:${one}` }, t(`script.${one}`)))),
        ...(scripts.length ? [h("optgroup", { label: t("script.yours") },
          ...scripts.map((one) => h("option", { value: `kept:${one.id}` }, one.name)))] : []),
      ]);
      drop.hidden = !scripts.some((one) => one.id === draft.id);
      const heuristics = app.state.game?.heuristics ?? [];
      refill(list, JSON.stringify(heuristics), () => [
        [heuristics.map(({ name }) => `${name.replaceAll("-", "_")}(s)`).join(", "), "script.help.heuristics"],
        ["pieces(s)", "script.help.pieces"], ["tasked(s)", "script.help.tasked"], ["targets()", "script.help.targets"],
        ["distance(a, b)", "script.help.distance"], ["wall(cell, \"N\")", "script.help.wall"],
        ["width(), height()", "script.help.size"], ["infinite(), ()", "script.help.infinite"],
      ].flatMap(([code, key]) => [h("dt", {}, h("code", {}, code)), h("dd", {}, t(key))]));
    },
    /** @param {Of<"microscope">} message */
    checked({ findings, refusal }) {
      draft.sound = findings !== null;
      if (refusal) return editor.tell(said(refusal), true, refusal.line);
      const here = findings?.sides[0]?.here ?? null;
      editor.tell(here === null ? t("script.told.none") : t("script.told", { estimate: number(here) }));
    },
  };
}
