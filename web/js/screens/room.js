// @ts-check
// A room, to play together: the lobby, and whatever is played. It has a line of its own and sees only its room; who has
// no key sees nothing else of the page. Each way to play is loaded when it is played.

import { b, byId, h, onSubmit, refill, set, write } from "../core/dom.js";
import { count, include, said, t, translate } from "../core/i18n.js";
import { button, keyList } from "../core/parts.js";
import { shell } from "../core/shell.js";
import { skin } from "../core/skin.js";
import { dressed } from "../games.js";
import { act, desk, may, room } from "./room/desk.js";
import { createInvite, spelt } from "./room/invite.js";
import { createName, createPeople, createSeats, createWords } from "./room/people.js";
import { createRules } from "./room/rules.js";
import { createRoomTable } from "./room/table.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { RoomKind, RoomView } from "../core/wire.js" */
/** @import { RoomTable, Way } from "./room/table.js" */

/** @type {Record<RoomKind, () => Promise<{create(app: App): Way}>>} */
const WAYS = {
  turns: () => import("./room/turns.js"),
  bids: () => import("./room/bids.js"),
  race: () => import("./room/race.js"),
  class: async () => (await Promise.all([import("./room/class.js"), include("js/lesson"),
    dressed("js/lesson/style.css")]))[0],
};

/** What is played, if anything. @param {RoomView} view @returns {RoomKind | null} */
const playing = (view) => (view.turns ? "turns" : view.bids ? "bids" : view.race ? "race" : view.class ? "class"
  : null);

/** Whether what is played has come to its end. @param {RoomView} view */
const isOver = ({ turns, bids, race }) => Boolean(turns?.end) || (bids ?? race)?.phase === "over";

/** The line over everything: which room this is, who is here, how others come in, the way out. @param {App} app */
function createHead(app) {
  const code = h("strong", { class: "head-code", "data-i18n-label": "room.code" });
  const what = h("span", { class: "quiet", id: "room-what" });
  const lost = h("p", { class: "room-lost", role: "status" });
  const invite = createInvite(app);
  const shut = button("close");
  const dialog = h("dialog", { class: "wide room-dialog", "data-i18n-label": "room.invite" }, invite.root,
    h("div", { class: "ask-buttons" }, shut));
  const open = button("room.invite.open", { id: "room-invite" });
  const leave = button("room.leave", { id: "room-leave" });
  const end = b({ id: "room-stop" });
  end.addEventListener("click", async () => {
    if (await app.confirm(t("room.end.ask"), t("room.end"))) act({ type: "end" });
  });
  open.addEventListener("click", () => dialog.showModal());
  shut.addEventListener("click", () => dialog.close());
  leave.addEventListener("click", async () => {
    if (await app.confirm(t("room.leave.ask"), t("room.leave"))) act({ type: "leave" });
  });
  return {
    root: h("header", { class: "room-head" }, h("h2", { class: "room-title" }, code, " ", what), lost,
      h("div", { class: "row" }, open, end, leave), dialog),
    /** @param {RoomView} view */
    render(view) {
      write(code, spelt(room.hello?.code ?? ""));
      write(what, [t(`room.kind.${view.rules.kind}`),
        count("room.here", view.people.filter(({ here }) => here).length)].join(" · "));
      write(lost, app.online() ? "" : t("room.lost"));
      invite.render(view);
      leave.hidden = !may("leave");
      end.hidden = !may("end") || isOver(view);
      write(end, t(view.class ? "room.end.class" : "room.end"));
    },
  };
}

/** Before something is played. @param {App} app */
function createLobby(app) {
  const parts = { name: createName(), seats: createSeats(), rules: createRules(), people: createPeople(app),
    words: createWords() };
  const invite = createInvite(app);
  const begin = b({ class: "primary large", id: "room-begin" });
  const trouble = h("p", { class: "problem", role: "alert" });
  const wait = h("p", { class: "quiet", "data-i18n": "room.wait.host" });
  begin.addEventListener("click", () => act({ type: "begin" }));
  const root = h("div", { class: "room-lobby" },
    h("div", { class: "lobby-main" }, invite.root, parts.people.root, parts.words.root),
    h("div", { class: "lobby-side" }, parts.name.root, parts.seats.root, parts.rules.root,
      h("div", { class: "lobby-begin" }, trouble, begin, wait)));
  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      for (const part of Object.values(parts)) part.render(view);
      invite.render(view);
      begin.hidden = !may("begin");
      wait.hidden = may("begin") || view.preparing;
      write(begin, t(view.rules.kind === "class" ? "room.begin.class" : "room.begin"));
      write(trouble, view.trouble ? said(view.trouble) : "");
    },
  };
}

/** Why one is not in the room, and how one comes in. @param {App} app */
function createGate(app) {
  const words = h("p", { class: "gate-words", role: "status" });
  const again = h("a", { class: "door primary large", "data-i18n": "room.join.again" });
  const input = h("input", { id: "gate-code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 12 });
  const form = h("form", { class: "room-join" }, h("label", { for: "gate-code", "data-i18n": "room.code.type" }), input,
    h("button", { "data-i18n": "room.join" }));
  onSubmit(form, () => {
    const code = input.value.replace(/[^0-9a-z]/gi, "");
    if (code) location.assign(`join/${code}`);
  });
  const root = h("section", { class: "room-gate", "data-i18n-label": "room" }, words, again, form);
  return {
    root,
    render() {
      const { link } = shell.state;
      const shut = ["out", "full", "stranger"].includes(link);
      write(words, t(shut ? `room.link.${link}` : link === "offline" ? "room.lost" : "room.connecting"));
      set(again, { href: `join/${app.room()}` });
      again.hidden = link !== "stranger" && link !== "full";
      form.hidden = !shut;
      return shut;
    },
  };
}

/** @param {App} app @returns {Screen} */
export function create(app) {
  const [gate, head, lobby] = [createGate(app), createHead(app), createLobby(app)];
  const people = createPeople(app);
  const name = createName();
  const words = createWords();
  const seats = createSeats();
  const body = h("div", { class: "room-body" });
  const root = h("div", { class: "room", id: "room" }, gate.root, head.root, body);
  /** What is played, made for a game. @type {{key: string, table: RoomTable | null}} */
  let made = { key: "", table: null };
  let shown = false;
  let timer = 0;

  /** Makes the table for what is played. @param {string} key @param {RoomKind} kind */
  async function make(key, kind) {
    made.table?.run(false);
    made = { key, table: null };
    const { create: way } = await WAYS[kind]();
    if (made.key !== key || !room.view) return;
    const one = way(app);
    const table = createRoomTable(app,
      { ...one, panel: [...one.panel, seats.root, words.root, people.root, h("section", {}, name.root)] });
    made = { key, table };
    table.run(shown);
    translate(table.root);
    body.replaceChildren(table.root);
    app.render();
  }

  /** @param {RoomView} view */
  function renderBody(view) {
    const kind = playing(view);
    set(root, { "data-kind": view.rules.kind, "data-playing": kind, "data-host": view.host === view.you });
    if (!kind) {
      made.table?.run(false);
      made = { key: "", table: null };
      lobby.render(view);
      if (lobby.root.parentElement === body) return;
      translate(lobby.root);
      body.replaceChildren(lobby.root);
      return;
    }
    const key = `${kind} ${room.game?.name} ${room.hello?.code}`;
    if (key !== made.key) make(key, kind);
    seats.root.hidden = true;
    if (!made.table) return;
    made.table.render(view);
    people.render(view);
    name.render(view);
    words.render();
    // Between rounds one may sit down or stand up.
    if (may("sit") || may("stand") || may("engine")) seats.render(view);
  }

  return {
    root,
    visited() {
      const { room: code } = app.read(location.hash);
      app.enter(code, desk);
    },
    shown() {
      shown = true;
      made.table?.run(true);
      // Words that were said are seen for a moment.
      timer = setInterval(() => room.view?.reactions.length && app.render(), 2000);
    },
    hidden() {
      shown = false;
      made.table?.run(false);
      clearInterval(timer);
      made = { key: "", table: null };
      body.replaceChildren();
    },
    slide: (steps, duration) => made.table?.slide(steps, duration) ?? Promise.resolve(),
    nudge: (piece, direction) => made.table?.nudge(piece, direction),
    render() {
      const shut = gate.render();
      const { view, hello } = room;
      const inside = view !== null && room.game !== null && hello !== null && !shut;
      gate.root.hidden = inside;
      head.root.hidden = body.hidden = !inside;
      if (hello) {
        document.body.toggleAttribute("data-guest", !hello.owner);
        set(/** @type {Element} */ (document.querySelector(".brand")), { href: hello.owner ? "#home" : null });
        byId("lab-door").hidden = !hello.owner;
      }
      if (!inside) return;
      head.render(view);
      renderBody(view);
    },
    key: (event) => made.table?.key(event) ?? false,
    undo: () => void made.table?.undo(),
    help: () => [h("p", {}, t("room.help")),
      ...(made.table ? [keyList([...skin.help.filter(([, key]) => !["hint", "next"].includes(key)),
      ["B", room.view?.bids?.own ? "room.help.bid" : "play.help.bid"], ["?", "help.help"]])] : [])],
  };
}
