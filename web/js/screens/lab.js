// @ts-check
// The Lab: experiments of all games. Campaigns are listed, made, started, watched, stopped and resumed, and their
// reports are read. It uses the connection to the game that was played last, as the front door does. The server runs
// campaigns by itself: a page that looks is told how they stand, and one that leaves changes nothing.

import { h, set } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { createCampaign } from "./lab/campaign.js";
import { createNew } from "./lab/create.js";
import { createList } from "./lab/list.js";
import { isLong, nothing, queryOf, whereIn } from "./lab/state.js";

/** @import { App, Screen } from "../core/app.js" */
/** How long after the last key a text is checked, in milliseconds. */
const PAUSE = 200;

/** @param {App} app @returns {Screen} */
export function create(app) {
  const lab = nothing();
  let shown = false;
  /** Whether it is still to be asked what there is: before the server has greeted, nothing can be. */
  let wanted = true;
  /** The text that is to be checked, and since when somebody has not typed. @type {string | null} */
  let unchecked = null;
  let timer = 0;
  /** Whose file was asked for. @type {Set<string>} */
  const asked = new Set();

  /** @param {string} text */
  function check(text) {
    [lab.checked, unchecked] = [null, text];
    clearTimeout(timer);
    timer = setTimeout(sendCheck, PAUSE);
  }
  function sendCheck() {
    if (unchecked === null || isLong(unchecked)) return;
    const number = lab.asked + 1;
    if (!app.send({ type: "lab", ask: { do: "check", number, text: unchecked } })) return;
    lab.asked = number;
    unchecked = null;
  }
  /** Asks for the file of a campaign, once. @param {string} name */
  function ask(name) {
    if (!asked.has(name) && app.send({ type: "lab", ask: { do: "text", name } })) asked.add(name);
  }
  /** To another place. @param {import("./lab/state.js").Where} where */
  const go = (where) => void (location.hash = ["#lab", queryOf(where)].filter(Boolean).join("?"));

  const list = createList();
  const campaign = createCampaign(app, { check, ask, left: () => go({ view: "none" }) });
  const made = createNew(app, { check, kept(name) {
    forget(name);
    go({ view: "campaign", name, part: "report" });
  } });
  const welcome = h("section", { class: "lab-welcome" }, h("h2", { "data-i18n": "lab.claim" }),
    h("p", { "data-i18n": "lab.lead" }), h("p", { class: "quiet", "data-i18n": "lab.hint" }));
  const place = h("div", { class: "lab-place" }, welcome, campaign.root, made.root);
  const root = h("div", { class: "lab", id: "lab" }, list.root, place);

  /** What is known of a file may not be true any more. @param {string} name */
  function forget(name) {
    asked.delete(name);
    delete lab.texts[name];
  }

  return {
    root,
    shown() {
      shown = true;
      wanted = true;
    },
    hidden() {
      shown = false;
      app.send({ type: "lab", ask: { do: "leave" } });
    },
    query: () => queryOf(lab.where),
    visited(query) {
      const [before, now] = [lab.where, whereIn(query)];
      if (queryOf(before) === queryOf(now)) return;
      lab.where = now;
      lab.checked = null;
      if (now.view !== "new") made.forget();
      if (now.view === "campaign" && (before.view !== "campaign" || before.name !== now.name)) forget(now.name);
      if (now.view === "new" && now.like) forget(now.like);
      app.render();
      // Who follows a link is where it leads.
      const sameCampaign = before.view === "campaign" && now.view === "campaign" && before.name === now.name;
      if (!sameCampaign && before.view !== "none") scrollTo(0, 0);
      if (!sameCampaign && shown) queueMicrotask(() =>
        /** @type {HTMLElement | null} */ (place.querySelector("section:not([hidden]) > h2"))?.focus?.());
    },
    heard(message) {
      if (message.type === "hello") {
        wanted = true;
        asked.clear();
      }
      if (message.type === "lab") [lab.campaigns, lab.kept] = [message.campaigns, message.kept];
      if (message.type === "lab_games") lab.games = message.games;
      if (message.type === "lab_text") lab.texts[message.name] = message.text;
      if (message.type === "lab_checked" && message.number === lab.asked && unchecked === null)
        lab.checked = { plan: message.plan, refusal: message.refusal };
    },
    render() {
      if (wanted && shown) wanted = !app.send({ type: "lab", ask: { do: "look" } });
      if (unchecked !== null && !timer) sendCheck();
      const { where } = lab;
      set(root, { "data-view": where.view });
      welcome.hidden = where.view !== "none";
      campaign.root.hidden = where.view !== "campaign";
      made.root.hidden = where.view !== "new";
      list.render(lab);
      if (where.view === "campaign") campaign.render(lab, where.name, where.part);
      if (where.view === "new") {
        if (where.like && lab.texts[where.like] === undefined) ask(where.like);
        made.render(lab, where.like);
      }
    },
    help: () => [h("p", {}, t("lab.lead")), h("p", {}, t("lab.help"))],
  };
}
