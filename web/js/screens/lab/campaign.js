// @ts-check
// One campaign: how it stands, what can be done with it, its report and its file.

import { b, h, refill, set, write } from "../../core/dom.js";
import { current, number, said, t } from "../../core/i18n.js";
import { button, disable } from "../../core/parts.js";
import { createEditor, duration } from "./editor.js";
import { standing } from "./list.js";
import { isBusy, linkTo, named } from "./state.js";

/** @import { App } from "../../core/app.js" */
/** @import { LabItem } from "../../core/wire.js" */
/** @import { Lab } from "./state.js" */

/** What a report may do: run its own script, and open boards here. The server says the same. */
const SANDBOX = "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox "
  + "allow-top-navigation-by-user-activation";
/** Outcomes in the order in which they are told. */
const OUTCOMES = ["solved", "unsolvable", "played", "limit", "error"];

/** @param {App} app @param {{check(text: string): void, ask(name: string): void, left(): void}} hears */
export function createCampaign(app, { check, ask, left }) {
  const title = h("h2", { id: "lab-heading", tabindex: -1 });
  const question = h("p", { class: "lab-question" });
  const state = h("p", { class: "lab-state", id: "lab-state", role: "status" });
  const bar = h("progress", { id: "lab-progress", max: 1, value: 0, "data-i18n-label": "lab.progress" });
  const figures = h("dl", { class: "lab-figures", id: "lab-figures" });
  const why = h("p", { class: "lab-why", id: "lab-why" });
  const blocked = h("p", { class: "quiet", id: "lab-blocked" });
  const start = b({ class: "primary", id: "lab-start", "aria-describedby": "lab-blocked" });
  const stop = button("lab.stop", { id: "lab-stop" });
  const fresh = button("lab.fresh", { id: "lab-fresh" });
  const like = h("a", { class: "door", id: "lab-like", "data-i18n": "lab.like" });
  const remove = button("lab.remove", { id: "lab-remove" });
  const tabs = h("nav", { class: "lab-tabs", "data-i18n-label": "lab.parts" });
  const [toReport, toFile] = ["report", "file"].map((part) =>
    h("a", { id: `lab-to-${part}`, "data-i18n": `lab.${part}` }));
  tabs.append(toReport, toFile);
  const frame = h("div", { class: "lab-frame" });
  const again = button("lab.refresh", { id: "lab-refresh" });
  const apart = h("a", { class: "door", target: "_blank", id: "lab-apart", "data-i18n": "lab.apart" });
  const saved = h("a", { class: "door", id: "lab-saved", "data-i18n": "lab.saved" });
  const results = h("a", { class: "door", id: "lab-results", "data-i18n": "lab.results" });
  const none = h("p", { class: "quiet", id: "lab-noreport" });
  const report = h("section", { class: "lab-report", "data-i18n-label": "lab.report" }, none,
    h("div", { class: "doors" }, again, apart, saved, results), frame);
  const editor = createEditor("lab-edit", { changed: () => { typed = true; check(editor.text.value); app.render(); } });
  const keep = button("lab.keep", { id: "lab-keep", class: "primary" });
  const file = h("a", { class: "door", id: "lab-toml", "data-i18n": "lab.download" });
  const edit = h("section", { class: "lab-edit", "data-i18n-label": "lab.file" },
    h("p", { class: "quiet", "data-i18n": "lab.edit.lead" }), editor.root, h("div", { class: "doors" }, keep, file));
  const root = h("section", { class: "lab-campaign", "aria-labelledby": "lab-heading" },
    h("a", { class: "lab-back", href: "#lab", "data-i18n": "lab.back" }), title, question, state, bar, figures, why,
    h("div", { class: "doors lab-deeds" }, start, stop, fresh, like, remove), blocked, tabs, report, edit);
  let name = "";
  /** Whether the file was changed here, and what it was. */
  let typed = false;
  let shownText = "";
  /** Counts how often the report was wanted anew. */
  let times = 0;
  /** How it stood when it was told last, to say what has changed. */
  let spoken = "";

  /** @param {"start" | "stop" | "remove"} what @param {object} [more] */
  const wish = (what, more = {}) =>
    app.send({ type: "lab_do", deed: /** @type {any} */ ({ do: what, name, ...more }) });
  start.addEventListener("click", () => start.getAttribute("aria-disabled") || wish("start", { fresh: false }));
  stop.addEventListener("click", () => stop.getAttribute("aria-disabled") || wish("stop"));
  fresh.addEventListener("click", async () => {
    if (await app.confirm(t("lab.fresh.ask"), t("lab.fresh"))) wish("start", { fresh: true });
  });
  remove.addEventListener("click", async () => {
    if (!(await app.confirm(t("lab.remove.ask", { name }), t("lab.remove")))) return;
    wish("remove");
    left();
  });
  again.addEventListener("click", () => {
    times += 1;
    app.render();
  });
  keep.addEventListener("click", () => {
    if (keep.getAttribute("aria-disabled")) return;
    app.send({ type: "lab_do", deed: { do: "save", name, text: editor.text.value } });
    [shownText, typed] = [editor.text.value, false];
    app.say(t("lab.kept"));
    app.render();
  });

  /** @param {LabItem} item */
  function facts({ planned, done, outcomes, rate, left: seconds, state: now }) {
    /** @type {[string, string][]} */
    const list = [[t("lab.done"),
      planned ? t("lab.of", { done: number(done), planned: number(planned) }) : number(done)]];
    if (now === "running") list.push([t("lab.rate"), rate ? t("lab.persecond", { n: number(rate,
      { maximumSignificantDigits: 2 }) }) : "–"], [t("lab.left"), seconds == null ? "–" : duration(seconds)]);
    for (const one of OUTCOMES) if (outcomes[one]) list.push([t(`lab.outcome.${one}`), number(outcomes[one] ?? 0)]);
    return list;
  }

  /** @param {Lab} lab @param {LabItem} item */
  function showReport(lab, item) {
    const busy = isBusy(item);
    const address = `lab/${name}/report?language=${current()}`;
    none.hidden = item.done > 0;
    write(none, t(busy ? "lab.report.soon" : "lab.report.none"));
    for (const one of [again, apart, saved, results]) one.hidden = item.done === 0;
    again.hidden ||= !busy;
    set(apart, { href: address });
    set(saved, { href: address, download: `${name}.html` });
    set(results, { href: `lab/${name}/results.csv` });
    // A report of a campaign that runs stays as it was until somebody wants it anew, or all is done.
    const key = item.done === 0 ? "" : `${name} ${busy ? "busy" : item.done} ${item.state === "done"} ${times}`;
    refill(frame, key, () => (key ? [h("iframe", { src: address, sandbox: SANDBOX,
      title: t("lab.report.of", { title: item.title }) })] : []));
  }

  return {
    root,
    title,
    /** @param {Lab} lab @param {string} wanted @param {"report" | "file"} part */
    render(lab, wanted, part) {
      if (wanted !== name) [name, typed, shownText, spoken, times] = [wanted, false, "", "", 0];
      const item = named(lab, name);
      for (const one of [bar, figures, tabs, report, edit, start, stop, fresh, like, remove, blocked])
        one.hidden = !item;
      if (!item) {
        write(title, name);
        write(question, "");
        write(state, t(lab.campaigns ? "lab.gone" : "lab.loading"));
        write(why, "");
        return;
      }
      write(title, item.title);
      write(question, item.question);
      question.hidden = !item.question;
      write(state, t(`lab.state.${item.state}`));
      set(state, { "data-state": item.state });
      const busy = isBusy(item);
      bar.hidden = item.state === "new" || item.state === "wrong";
      if (busy && !item.done) bar.removeAttribute("value");
      else bar.value = item.done / Math.max(1, item.planned ?? 1);
      figures.hidden = bar.hidden;
      const list = facts(item);
      refill(figures, list.map(([key]) => key).join("\n"), () =>
        list.map(([key]) => h("div", {}, h("dt", {}, key), h("dd"))));
      list.forEach(([, value], at) => {
        const place = figures.children[at]?.lastElementChild;
        if (place) write(place, value);
      });
      why.hidden = !item.why;
      write(why, item.why ? said(item.why) : "");
      const other = lab.campaigns?.find((one) => one !== item && isBusy(one));
      write(start, t(item.state === "stopped" ? "lab.resume" : "lab.start"));
      start.hidden = busy || item.state === "done" || item.state === "wrong";
      disable(start, Boolean(other) || !lab.kept);
      blocked.hidden = start.hidden || !other;
      write(blocked, other ? t("lab.other", { title: other.title }) : "");
      stop.hidden = !busy;
      disable(stop, item.state === "stopping");
      fresh.hidden = busy || item.done === 0;
      remove.hidden = busy || item.shipped;
      set(like, { href: linkTo({ view: "new", like: name }) });
      set(toReport, { href: linkTo({ view: "campaign", name, part: "report" }),
        "aria-current": part === "report" ? "page" : null });
      set(toFile, { href: linkTo({ view: "campaign", name, part: "file" }),
        "aria-current": part === "file" ? "page" : null });
      report.hidden = part !== "report";
      edit.hidden = part !== "file";
      if (part === "report") showReport(lab, item);
      else {
        const text = lab.texts[name];
        if (text === undefined) ask(name);
        else if (!typed && text !== shownText) {
          shownText = editor.text.value = text;
          check(text);
        }
        editor.text.readOnly = busy;
        editor.render(lab.checked);
        disable(keep, busy || !typed || !lab.checked?.plan || !lab.kept);
        set(file, { href: `lab/${name}/campaign.toml` });
      }
      const words = `${item.title}: ${busy ? t(`lab.state.${item.state}`) : standing(item)}`;
      if (spoken && spoken !== words) app.say(words);
      spoken = words;
    },
  };
}
