// @ts-check
// Who is in the room: one's own name, the seats, everybody else, and ready-made words.

import { b, h, onSubmit, refill, set, write } from "../../core/dom.js";
import { count, t } from "../../core/i18n.js";
import { follow, release } from "../../core/inputs.js";
import { button, section } from "../../core/parts.js";
import { levelWord, sideWord } from "../../core/players.js";
import { state } from "../../core/state.js";
import { signOf } from "../../core/words.js";
import { act, isHost, may, room, wish } from "./desk.js";
import { nameOf, personName, ratingWord } from "./names.js";

/** @import { App } from "../../core/app.js" */
/** @import { PersonView, Reaction, RoomView } from "../../core/wire.js" */

/** @type {Reaction[]} */
const WORDS = ["hello", "bravo", "thanks", "oops", "thinking", "ready", "question", "fun"];
/** As long a word is seen beside who said it, in milliseconds. */
const HEARD = 8000;

/** What one is called. */
export function createName() {
  const input = h("input", { id: "room-name", maxlength: 24, autocomplete: "nickname", spellcheck: "false",
    "data-i18n-placeholder": "room.name.hint" });
  const save = h("button", { "data-i18n": "room.name.save" });
  const root = h("form", { class: "room-name" },
    h("label", { for: "room-name", "data-i18n": "room.name" }), input, save);
  onSubmit(root, () => {
    const name = input.value.trim();
    release(input);
    if (name) act({ type: "name", name });
    input.blur();
  });
  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      const mine = wish("name")?.name ?? view.people.find(({ id }) => id === view.you)?.name ?? "";
      follow(input, mine);
      root.classList.toggle("wanted", !mine);
      save.classList.toggle("primary", !mine);
    },
  };
}

/** The levels that an engine can have here. @param {RoomView} view */
function levels({ rules: { kind, game } }) {
  const known = room.hello?.levels;
  return (kind === "turns" ? known?.turns.find(([name]) => name === game)?.[1] : known?.others) ?? [];
}

/** A menu that puts an engine into a seat. @param {RoomView} view @param {number | null} seat @param {string} label */
function engineMenu(view, seat, label) {
  const menu = h("select", { "aria-label": label, "data-engine": seat ?? "new" }, h("option", { value: "" },
    t("room.engine.add")),
    ...levels(view).map((level) => h("option", { value: level }, t("seat.engine", { level: levelWord(level) }))));
  menu.addEventListener("change", () => {
    if (menu.value) act({ type: "engine", seat, level: menu.value });
    release(menu);
    menu.value = "";
  });
  return menu;
}

/** The seats of what is to be played. */
export function createSeats() {
  const list = h("ol", { class: "room-seats", "data-i18n-label": "room.seats" });
  const more = h("div", { class: "room-more" });
  const root = section("room.seats", [], list, more);

  /** @param {RoomView} view @param {number} index */
  function line(view, index) {
    const seat = view.seats[index];
    const [mine, free] = [index === view.seat, seat.person === null && seat.engine === null];
    const name = nameOf(view, index);
    const sign = view.rules.kind === "turns" && state.view ? signOf(state.view.scene, index) : [];
    /** @type {HTMLElement[]} */
    const deeds = [];
    if (free && may("sit")) {
      const sit = b({ "data-sit": index }, t("room.sit"));
      sit.addEventListener("click", () => act({ type: "sit", seat: index }));
      deeds.push(sit);
    }
    if (free && may("engine")) deeds.push(engineMenu(view, index, t("room.engine.seat", { n: index + 1 })));
    if (mine && may("stand")) {
      const stand = b({ "data-stand": "" }, t("room.stand"));
      stand.addEventListener("click", () => act({ type: "stand" }));
      deeds.push(stand);
    }
    if (seat.engine && may("engine")) {
      const away = b({ class: "icon", "aria-label": t("room.engine.drop", { name }), title: t("room.engine.drop",
        { name }) }, "×");
      away.addEventListener("click", () => act({ type: "engine", seat: index, level: null }));
      deeds.push(away);
    }
    return h("li", { class: `room-seat p${index % 4}${free ? " free" : ""}`, "data-seat": index },
      h("span", { class: "seat-sign" }, ...(sign.length ? sign : [String(index + 1)])),
      h("span", { class: "seat-name" }, h("strong", {}, mine ? t("room.named.you", { name }) : name),
        ...(view.rules.kind === "turns" ? [h("span", { class: "quiet" }, sideWord(index))] : [])),
      h("span", { class: "row" }, ...deeds));
  }
  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      const { seats, rules, people, seat } = view;
      root.hidden = rules.kind === "class";
      const key = JSON.stringify([seats, rules.kind, rules.game, seat, people.map(({ id, name }) => [id, name]),
        view.may, Boolean(state.view)]);
      refill(list, key, () => (seats.length ? seats.map((_, index) => line(view, index))
        : [h("li", { class: "quiet" }, t("room.seats.none"))]));
      const open = rules.kind === "bids" || rules.kind === "race";
      more.hidden = !open;
      refill(more, key, () => {
        /** @type {HTMLElement[]} */
        const deeds = [];
        if (open && may("sit")) {
          const sit = b({ class: "primary", id: "room-sit" }, t("room.sit.open"));
          sit.addEventListener("click", () => act({ type: "sit" }));
          deeds.push(sit);
        }
        if (open && may("engine")) deeds.push(engineMenu(view, null, t("room.engine.new")));
        return deeds;
      });
    },
  };
}

/** Everybody in the room; what a host can do with them stands beside each. @param {App} app */
export function createPeople(app) {
  const list = h("ul", { class: "room-people", id: "room-people" });
  const told = h("p", { class: "quiet", id: "room-here" });
  const root = section("room.people", [told], list);

  /** @param {RoomView} view @param {PersonView} person */
  function line(view, person) {
    const name = personName(person);
    const notes = [person.id === view.host ? t(view.rules.kind === "class" ? "room.teacher" : "room.host") : "",
      person.seat !== null ? t("room.seat.at", { n: person.seat + 1 }) : "",
      person.here ? "" : t("room.away")].filter(Boolean).join(" · ");
    /** @param {"strike" | "remove" | "hand"} type @param {boolean} ask */
    const deed = (type, ask) => {
      const words = t(`room.${type}`, { name });
      const one = b({ "data-deed": type }, t(`room.${type}.short`));
      set(one, { "aria-label": words, title: words });
      one.addEventListener("click", async () => {
        if (!ask || (await app.confirm(t(`room.${type}.ask`, { name }), t(`room.${type}.short`))))
          act({ type, person: person.id });
      });
      return one;
    };
    const others = person.id !== view.you;
    const tools = isHost() && others ? [h("details", { class: "room-tools" },
      h("summary", { "aria-label": t("room.tools", { name }) }, "⋯"), h("div", { class: "row wrap" },
        ...(person.name && may("strike") ? [deed("strike", false)] : []), ...(may("hand") ? [deed("hand", true)] : []),
        ...(may("remove") ? [deed("remove", true)] : [])))] : [];
    return h("li", { class: person.here ? "here" : "away", "data-person": person.id },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("span", { class: "person-name" }, h("strong", {}, others ? name : t("room.named.you", { name })),
        ...(person.rating ? [h("span", { class: "rating", title: t("room.rating") }, ratingWord(person.rating))] : []),
        ...(notes ? [h("span", { class: "quiet" }, notes)] : [])),
      h("span", { class: "person-word" }), ...tools);
  }
  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      const { people, host, you, rules } = view;
      const here = people.filter((one) => one.here).length;
      write(told, count("room.here", here));
      refill(list, JSON.stringify([people.map(({ lag_ms: _, ...one }) => one), host, you, rules.kind,
        may("strike")]), () => people.map((person) => line(view, person)));
      const gone = performance.now() - room.at;
      for (const one of list.children) {
        const place = one.querySelector(".person-word");
        const said = view.reactions.filter(({ person }) =>
          String(person) === /** @type {HTMLElement} */ (one).dataset.person).at(-1);
        if (place) write(place, said && said.ago_ms + gone < HEARD ? t(`room.word.${said.reaction}`) : "");
      }
    },
  };
}

/** Ready-made words to everybody. */
export function createWords() {
  const row = h("div", { class: "room-words", role: "group", "data-i18n-label": "room.words" }, ...WORDS.map((word) => {
    const one = button(`room.word.${word}`, { "data-word": word });
    one.addEventListener("click", () => act({ type: "react", reaction: word }));
    return one;
  }));
  return {
    root: section("room.words", [], row),
    render() {
      row.hidden = !may("react");
    },
  };
}
