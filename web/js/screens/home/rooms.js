// @ts-check
// Rooms at the front door: making one, joining one by its code, and those that there are.

import { h, onSubmit, refill, write } from "../../core/dom.js";
import { count, said, t } from "../../core/i18n.js";
import { GAMES } from "../../games.js";

/** @import { App } from "../../core/app.js" */
/** @import { RoomItem } from "../../core/wire.js" */
/** @import { HomePart } from "../home.js" */

/** @param {App} app @returns {HomePart} */
export function createRooms(app) {
  const game = h("select", { id: "rooms-game", "data-i18n-label": "home.rooms.game" });
  const make = h("form", { class: "rooms-make" }, game,
    h("button", { class: "primary large", id: "rooms-make", "data-i18n": "home.rooms.make" }));
  const code = h("input", { id: "rooms-code", maxlength: 12, autocomplete: "off", autocapitalize: "characters",
    spellcheck: "false", "data-i18n-placeholder": "home.rooms.code", "data-i18n-label": "home.rooms.code" });
  const join = h("form", { class: "rooms-join" }, code,
    h("button", { class: "large", id: "rooms-join", "data-i18n": "home.rooms.join" }));
  const list = h("ul", { class: "lines rooms-list", id: "rooms-list" });
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {RoomItem[]} */
  let rooms = [];
  /** Which games are played against others. @type {Record<string, boolean>} */
  let versus = {};

  /** Makes a room of this kind; says whether that was possible. @param {string} kind */
  async function ask(kind) {
    const answer = await fetch("rooms", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ rules: { game: game.value, kind, tokens: kind === "bids" ? 5 : null } }) });
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) location.hash = `#room/${told.code}`;
    else write(problem, t("home.rooms.failed", { why: told.key ? said(told) : String(answer.status) }));
    return answer.ok;
  }
  onSubmit(make, async () => {
    write(problem, "");
    // What else can be chosen, the room tells.
    if (versus[game.value] ? await ask("turns") : (await ask("bids")) || (await ask("race"))) write(problem, "");
  });
  onSubmit(join, () => {
    const typed = code.value.replace(/[^0-9a-z]/gi, "");
    if (typed) location.assign(`join/${typed}`);
  });

  return {
    root: h("div", {}, h("div", { class: "rooms-doors" }, make, join), problem, list),
    shown() {
      fetch("rooms").then((answer) => (answer.ok ? answer.json() : [])).catch(() => []).then((told) => {
        rooms = told;
        app.render();
      });
    },
    render({ games, doors }) {
      versus = Object.fromEntries(Object.values(doors).map((one) => [one.game, one.versus]));
      refill(game, games.join(), () => games.map((name) => h("option", { value: name }, GAMES[name].name)));
      list.hidden = !rooms.length;
      refill(list, JSON.stringify(rooms), () => rooms.map(({ code: of, rules, people, playing }) =>
        h("li", {}, h("a", { class: "set", href: `join/${of}`, "data-room": of },
          h("strong", {}, of), h("span", { class: "quiet" }, [GAMES[rules.game]?.name ?? rules.game,
            count("home.rooms.people", people), playing ? t("home.rooms.playing")
              : ""].filter(Boolean).join(" · "))))));
    },
  };
}
