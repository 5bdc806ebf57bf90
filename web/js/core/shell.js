// @ts-check
// What the page has whatever the game: what it says to a reader, the connection, the address and the screen that is
// shown. Each kind of game brings a state and its intentions of its own.

import { byId, write } from "./dom.js";
import { GAMES } from "../games.js";
import { connect } from "./socket.js";

/** @typedef {"play" | "analyse" | "race" | "build" | "learn"} ScreenName */
/**
 * A screen. `render` is called after every change while it is shown; `key` takes a key press and says whether it did;
 * `help` is what the help window says of its keys.
 * @template State, Message
 * @typedef {{root: HTMLElement, render(state: State): void, key?(event: KeyboardEvent): boolean, shown?(): void,
 *   hidden?(): void, heard?(message: Message): void, help?(): Node[]}} AnyScreen
 */
/**
 * The state and the intentions of a kind of game: `begin` forgets the last game, `lost` is told when the line is,
 * `address` is that of what is on the table, `visit` brings the table to what an address says.
 * @typedef {{state: unknown, begin(): void, receive(message: any): Promise<void> | void, lost(): void,
 *   address(screen: ScreenName): string, visit(hash: string): void}} Desk
 */

export const SCREENS = /** @type {ScreenName[]} */ (["play", "analyse", "race", "build", "learn"]);

/** What the shell itself shows.
 * @type {{screen: ScreenName, link: "online" | "offline" | "taken" | "new", games: string[]}} */
const state = { screen: "play", link: "new", games: [] };
/** `render` is set by main.js. @type {{screen: AnyScreen<any, any> | null, render(): void}} */
const stage = { screen: null, render() {} };
/** The game that is shown, and who speaks for it. */
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

/**
 * Asks before something is lost.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
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

/** What an address says. Its moves are separated by dots, unless each of them is a letter. @param {string} hash */
function read(hash) {
  const [name, screen, code, moves] = hash.replace(/^#/, "").split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const stored = localStorage.getItem("damier.game") ?? "";
  const game = name in GAMES ? name : playing || (stored in GAMES ? stored : Object.keys(GAMES)[0]);
  return {
    game,
    screen: SCREENS.find((one) => one === screen && one in GAMES[game].screens) ?? "play",
    code: code || null,
    moves: (moves ?? "").split(GAMES[game].letters && !moves?.includes(".") ? "" : ".").filter(Boolean),
  };
}

/** The address of a position and the moves from it.
 * @param {ScreenName} screen @param {string} [code] @param {string[]} [moves] */
const addressOf = (screen, code, moves = []) =>
  ["#" + playing, screen, code, moves.join(GAMES[playing]?.letters ? "" : ".")].filter(Boolean).join("/");

/** The address of the table as it is, on a screen. @param {ScreenName} [screen] */
const address = (screen = state.screen) => desk?.address(screen) ?? addressOf(screen);

/** Browsers take a few addresses a second and no more; what is too much waits. */
const POSTAGE = { most: 50, each: 300 };
let stamps = POSTAGE.most;
let stamped = 0;
let posting = 0;
/** Writes the address of the table as it is. */
function post() {
  const now = performance.now();
  stamps = Math.min(POSTAGE.most, stamps + (now - stamped) / POSTAGE.each);
  stamped = now;
  clearTimeout(posting);
  const hash = address();
  if (location.hash === hash) return;
  if (stamps < 1) {
    posting = setTimeout(post, POSTAGE.each);
    return;
  }
  stamps -= 1;
  history.replaceState(null, "", hash);
}

/** Brings the table to what an address says. @param {string} hash */
function visit(hash) {
  clearTimeout(posting);
  desk?.visit(hash);
}

// ---- The connection: messages one after the other ------------------------------------------------------------------

let inOrder = Promise.resolve();
/** Counts the games that were sat down to: what an earlier one still says is not heard. */
let seat = 0;
const socket = connect(
  (message) => {
    const mine = seat;
    inOrder = inOrder.then(() => {
      if (mine !== seat) return;
      if (message.type === "hello") state.games = message.games;
      stage.screen?.heard?.(message);
      return desk?.receive(message);
    }).catch((error) => complain(String(error)));
  },
  (link) => {
    state.link = link;
    if (link !== "online") desk?.lost();
    stage.render();
  },
);

/** Sits down to a game. @param {string} name @param {Desk} next */
function sit(name, next) {
  if (name === playing) return;
  localStorage.setItem("damier.game", name);
  desk?.lost();
  playing = name;
  desk = next;
  seat += 1;
  clearTimeout(posting);
  next.begin();
  socket.open(name);
}

export const shell = {
  state, stage, say, complain, confirm, read, address, addressOf, post, visit, sit, again: socket.again,
  /** Sends, if there is a connection. @param {object} message */
  send: (message) => socket.send(message),
  playing: () => playing,
  online: () => state.link === "online",
  /** Who speaks for the game that is shown. */
  desk: () => desk,
  /** Whether the game that is shown has a screen. @param {ScreenName} screen */
  has: (screen) => screen in (GAMES[playing]?.screens ?? {}),
  /** Draws everything anew. */
  render: () => stage.render(),
  /** To another screen. @param {ScreenName} screen */
  goTo(screen) {
    location.hash = address(screen);
  },
};
