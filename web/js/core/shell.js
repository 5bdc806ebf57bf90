// @ts-check
// What the page has whatever is on the table: what it says to a reader, the connection, the address and the screen
// that is shown.

import { byId, write } from "./dom.js";
import { GAMES } from "../games.js";
import { APART, SCREENS } from "../screens/index.js";
import { connect } from "./socket.js";
import { keepLocal, local } from "./store.js";
import { createTrail } from "./trail.js";

/** @import { Screen } from "./app.js" */
/** @import { Message, State } from "./state.js" */
/** @import { Panel } from "../lesson/panel.js" */
/** @import { Link } from "./socket.js" */
/** @typedef {"home" | "play" | "analyse" | "race" | "watch" | "build" | "learn" | "lab" | "room"} ScreenName */
/**
 * Who keeps the state: `begin` forgets the last game, `lost` is told when the line is, `seen` says whether the table
 * was seen, `address` is that of what is on it, `visit` brings it to what an address says. `says` is what a room makes
 * of what somebody wants.
 * @typedef {{state: State, begin(): void, receive(message: any): Promise<void> | void, lost(): void, seen(): boolean,
 *   address(screen: ScreenName): string, visit(hash: string): unknown,
 *   says?(message: {type: string}): {type: string}[]}} Desk
 */

/** What the shell itself shows.
 * @type {{screen: ScreenName, link: Link | "new", games: string[]}} */
const state = { screen: "home", link: "new", games: [] };
/** `render` is set by main.js; the lesson is there once one was begun.
 * @type {{screen: Screen | null, lesson: Panel | null, render(): void}} */
const stage = { screen: null, lesson: null, render() {} };
/** The game that is shown. */
let playing = "";
/** @type {Desk | null} */
let desk = null;
/** The desk of a game's table. @type {Desk | null} */
let tables = null;
/** The code of the room that one is in. */
let room = "";

/** To a screen reader, politely. @param {string} words */
const say = (words) => write(byId("live"), words);

let toastTimer = 0;
/** A sentence that something went wrong. @param {string} message */
function complain(message) {
  write(byId("toast-text"), message);
  byId("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hush, 9000);
}
function hush() {
  byId("toast").hidden = true;
  byId("toast-text").textContent = "";
}
byId("toast-close").addEventListener("click", hush);

const question = /** @type {HTMLDialogElement} */ (byId("ask"));
/** Tells whoever asked. */
let answer = (/** @type {boolean} */ _) => {};
/** Whether the question that is asked, or was, was answered with yes. */
const agreed = () => question.returnValue === "yes";
// The browser tells late that a dialog was closed: by then another question may be asked in it.
question.addEventListener("close", () => question.open || answer(agreed()));
byId("ask-no").addEventListener("click", () => question.close(""));
byId("ask-yes").addEventListener("click", () => question.close("yes"));

/** Asks before something is lost. @param {string} words @param {string} yes @returns {Promise<boolean>} */
function confirm(words, yes) {
  answer(agreed());
  write(byId("ask-text"), words);
  write(byId("ask-yes"), yes);
  question.returnValue = "";
  if (!question.open) question.showModal();
  return new Promise((done) => (answer = done));
}

// ---- The address ---------------------------------------------------------------------------------------------------

/** The moves in a text: separated by dots, unless each of them is a letter.
 * @param {string} text @param {string} [game] */
const split = (text, game = playing) =>
  text.split(GAMES[game].letters && !text.includes(".") ? "" : ".").filter(Boolean);
/** @param {string[]} moves */
const join = (moves) => moves.join(GAMES[playing].letters ? "" : ".");

/** How the part of an address begins that names a lesson. */
const LESSON = "lesson=";
/** What an address says; `query` is what a screen has to say of itself. @param {string} hash */
function read(hash) {
  const [path, ...query] = hash.replace(/^#/, "").split("?");
  const [name, screen, code, moves] = path.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const said = query.join("?").split("&");
  const stored = local("damier.game") ?? "";
  const game = name in GAMES ? name : playing || (stored in GAMES ? stored : Object.keys(GAMES)[0]);
  return {
    game,
    // What names no game is the Lab or a room, or else the front door.
    screen: /** @type {ScreenName} */
      (!(name in GAMES) ? (name === "lab" || (name === "room" && screen) ? name : "home")
        : !APART.includes(screen) && screen in SCREENS ? screen : "play"),
    code: (name in GAMES && code) || null,
    room: name === "room" && screen ? screen.toUpperCase() : "",
    moves: split(moves ?? "", game),
    query: said.filter((one) => !one.startsWith(LESSON)).join("&"),
    lesson: said.find((one) => one.startsWith(LESSON))?.slice(LESSON.length) ?? null,
  };
}

/** The address of a position and the moves from it.
 * @param {ScreenName} screen @param {string} [code] @param {string[]} [moves] */
const addressOf = (screen, code, moves = []) => (APART.includes(screen)
  ? `#${screen}${screen === "room" ? `/${room}` : ""}`
  : ["#" + playing, screen, ...(code ? [code] : []), ...(moves.length ? [join(moves)] : [])].join("/"));

/** The address of the table as it is, on a screen; with what that has to say of itself, where it is shown.
 * @param {ScreenName} [screen] */
function address(screen = state.screen) {
  if (screen === "home") return addressOf(screen);
  // Before a screen is there, what the address says of it stays.
  const own = screen !== state.screen ? "" : stage.screen ? stage.screen.query?.() : read(location.hash).query;
  const query = [own, stage.lesson?.query()].filter(Boolean).join("&");
  return (desk?.address(screen) ?? addressOf(screen)) + (query ? `?${query}` : "");
}

const trail = createTrail({
  playing: () => playing, screen: () => state.screen, shown: () => stage.screen !== null,
  seen: () => desk?.seen() ?? false, address, alone: addressOf, read, visit: (hash) => desk?.visit(hash),
});
const { post, visit, takeUp, settle, goTo, stay, isMoving, isSettled } = trail;

// ---- The connection: messages one after the other ------------------------------------------------------------------

let inOrder = Promise.resolve();
/** Counts the games that were sat down to: what an earlier one still says is not heard. */
let seat = 0;
/** Who waits for the game to tell what it offers. @type {(() => void)[]} */
let awaiting = [];
const socket = connect(
  (message) => {
    const mine = seat;
    inOrder = inOrder.then(async () => {
      if (mine !== seat) return;
      stage.screen?.heard?.(message);
      await desk?.receive(message);
      if (message.type !== "hello" || room) return;
      state.games = message.games;
      for (const then of awaiting.splice(0)) then();
    }).catch((error) => complain(String(error)));
  },
  (link) => {
    state.link = link;
    if (link !== "online") desk?.lost();
    if (link === "locked") goHome();
    stage.render();
  },
);

/** Who has no key may be a guest of a room, and is led there. */
async function goHome() {
  const rooms = await fetch("rooms").then((answer) => (answer.ok ? answer.json() : [])).catch(() => []);
  if (rooms.length && !room) location.hash = `#room/${rooms[0].code}`;
}

/** Opens the line to somewhere else. @param {Desk | null} next @param {string} line */
function change(next, line) {
  desk?.lost();
  seat += 1;
  trail.begin();
  desk = next;
  desk?.begin();
  socket.open(line);
}
/** Sits down to a game. @param {string} name */
function sit(name) {
  if (name === playing && !room) return;
  keepLocal("damier.game", name);
  [playing, room] = [name, ""];
  change(tables, name);
}
/** Goes into a room, where another keeps the state. @param {string} code @param {Desk} next */
function enter(code, next) {
  if (code === room) return;
  room = code;
  change(next, `room/${code}`);
}
/** Settles when the game that is shown has told what it offers. @returns {Promise<void>} */
const told = () => (desk?.state.game ? Promise.resolve() : new Promise((done) => awaiting.push(done)));

export const shell = {
  state, stage, say, complain, confirm, split, join, read, address, addressOf, post, visit, takeUp, stay, settle,
  isMoving, isSettled, sit, told, enter,
  again: socket.again,
  /** Sends: what changes something surely, what asks if there is a connection. @param {{type: string}} message */
  send(message) {
    if (room) return (desk?.says?.(message) ?? []).map(socket.send).at(-1) ?? false;
    const n = socket.send(message);
    trail.sends(message.type, n);
    return n;
  },
  playing: () => playing,
  /** The game that a room plays is shown, without a table of it. @param {string} name */
  wears: (name) => void (playing = name),
  /** The code of the room that one is in; empty at a table. */
  room: () => room,
  /** Counts the games that were sat down to. */
  seat: () => seat,
  online: () => state.link === "online",
  /** Who keeps the state. @param {Desk} one */
  serve: (one) => void (desk = tables = one),
  /** Draws everything anew. */
  render: () => stage.render(),
  goTo,
};
