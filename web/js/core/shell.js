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
/** @typedef {"home" | "play" | "analyse" | "race" | "watch" | "build" | "learn" | "lab"} ScreenName */
/**
 * Who keeps the state: `begin` forgets the last game, `lost` is told when the line is, `address` is that of what is on
 * the table, `visit` brings the table to what an address says.
 * @typedef {{state: State, begin(): void, receive(message: Message): Promise<void> | void, lost(): void,
 *   address(screen: ScreenName): string, visit(hash: string): unknown}} Desk
 */

/** What the shell itself shows.
 * @type {{screen: ScreenName, link: "online" | "offline" | "taken" | "locked" | "new", games: string[]}} */
const state = { screen: "home", link: "new", games: [] };
/** `render` is set by main.js; the lesson is there once one was begun.
 * @type {{screen: Screen | null, lesson: Panel | null, render(): void}} */
const stage = { screen: null, lesson: null, render() {} };
/** The game that is shown. */
let playing = "";
/** @type {Desk | null} */
let desk = null;

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

/** Asks before something is lost. @param {string} question @param {string} yes @returns {Promise<boolean>} */
function confirm(question, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
  write(byId("ask-text"), question);
  write(byId("ask-yes"), yes);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) =>
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
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
    // What names no game is the Lab, or else the front door.
    screen: /** @type {ScreenName} */
      (!(name in GAMES) ? (name === "lab" ? name : "home")
        : !APART.includes(screen) && screen in SCREENS ? screen : "play"),
    code: (name in GAMES && code) || null,
    moves: split(moves ?? "", game),
    query: said.filter((one) => !one.startsWith(LESSON)).join("&"),
    lesson: said.find((one) => one.startsWith(LESSON))?.slice(LESSON.length) ?? null,
  };
}

/** The address of a position and the moves from it.
 * @param {ScreenName} screen @param {string} [code] @param {string[]} [moves] */
const addressOf = (screen, code, moves = []) => (APART.includes(screen) ? `#${screen}`
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
  seen: () => Boolean(desk?.state.view), address, alone: addressOf, read, visit: (hash) => desk?.visit(hash),
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
      if (message.type !== "hello") return;
      state.games = message.games;
      for (const then of awaiting.splice(0)) then();
    }).catch((error) => complain(String(error)));
  },
  (link) => {
    state.link = link;
    if (link !== "online") desk?.lost();
    stage.render();
  },
);

/** Sits down to a game. @param {string} name */
function sit(name) {
  if (name === playing) return;
  keepLocal("damier.game", name);
  desk?.lost();
  playing = name;
  seat += 1;
  trail.begin();
  desk?.begin();
  socket.open(name);
}
/** Settles when the game that is shown has told what it offers. @returns {Promise<void>} */
const told = () => (desk?.state.game ? Promise.resolve() : new Promise((done) => awaiting.push(done)));

export const shell = {
  state, stage, say, complain, confirm, split, join, read, address, addressOf, post, visit, takeUp, stay, settle,
  isMoving, isSettled, sit, told,
  again: socket.again,
  /** Sends: what changes something surely, what asks if there is a connection. @param {{type: string}} message */
  send(message) {
    const n = socket.send(message);
    trail.sends(message.type, n);
    return n;
  },
  playing: () => playing,
  /** Counts the games that were sat down to. */
  seat: () => seat,
  online: () => state.link === "online",
  /** Who keeps the state. @param {Desk} one */
  serve: (one) => void (desk = one),
  /** Draws everything anew. */
  render: () => stage.render(),
  goTo,
};
