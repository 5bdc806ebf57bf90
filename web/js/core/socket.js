// @ts-check
// The wire: a socket that comes back and finds its table again. What changes something carries a number and is kept
// until the server says that it is done; after a lost line it is sent again, and the server carries it out once.

import { local } from "./store.js";

/** The server closes with these codes for good: another window has taken the table over; one was put out of a room, or
 * has left it; the room is full, or locked.
 * @type {Record<number, "taken" | "out" | "full">} */
const SHUT = { 4001: "taken", 4002: "out", 4003: "full" };
/** The room is at another process of the same server; joining leads there. */
const ELSEWHERE = 4004;
/** What only asks: nobody wants the answer after the line was lost. */
const ASKS = new Set(["look", "home", "daily", "export", "sketch", "why", "reach", "hint", "solve", "all", "analyse",
  "annotate", "verdict", "chance", "map", "race", "pace", "wish", "match", "tree", "trace", "moment", "stop", "branch",
  "node", "lessons", "lab", "cancel"]);
/** What this page calls itself. */
const PAGE = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("-");

/** @typedef {{n: number, message: object}} Unanswered */
/** @typedef {"online" | "offline" | "taken" | "locked" | "out" | "full" | "stranger"} Link */
/** What is on its way, by game or room. @type {Record<string, Unanswered[]>} */
const unanswered = {};
let count = 0;
/** The last that the server said was done. */
let done = 0;
/** @type {WebSocket | null} */
let socket = null;
/** Where the line leads: to a game's table, or to `room/CODE`. */
let game = "";
const isRoom = () => game.startsWith("room/");
/** Whether the server has greeted: before that it does not know what is sent again. */
let greeted = false;

const isOpen = () => socket?.readyState === WebSocket.OPEN;
/** @param {object} message */
const write = (message) => socket?.send(JSON.stringify(message));

/** Sends what changes something, now or as soon as there is a line; gives its number. A room keeps no documents.
 * @param {{type: string} & Record<string, unknown>} message */
export function keep(message) {
  if (isRoom() && message.type === "keep") return 0;
  const n = (count += 1);
  (unanswered[game] ??= []).push({ n, message });
  if (greeted && isOpen()) write({ ...message, n });
  return n;
}

/** Whether nothing is on its way that changes something. */
export const isQuiet = () => (unanswered[game] ?? []).length === 0;

/** The server has greeted: what it has not carried out is sent again. Says whether it has forgotten what it had done.
 * @param {number} applied the number of the last that it has carried out */
export function greet(applied) {
  greeted = true;
  const forgotten = done > applied && (unanswered[game] ?? []).length === 0;
  unanswered[game] = (unanswered[game] ?? []).filter(({ n }) => n > applied);
  for (const { n, message } of unanswered[game]) write({ ...message, n });
  return forgotten;
}

/** What has this number is done. @param {number} n */
export function settled(n) {
  done = Math.max(done, n);
  unanswered[game] = (unanswered[game] ?? []).filter((one) => one.n !== n);
}

/**
 * Connects, and connects again with growing pauses; the server keeps the table as it stands.
 * @param {(message: any) => void} receive hears a message of the game that is shown
 * @param {(link: Link) => void} changed
 */
export function connect(receive, changed) {
  let pause = 250;
  let timer = 0;
  let away = false;
  /** How often a door did not open, though somebody was there. */
  let closed = 0;

  /** A door that does not open may have another lock now; only a question tells. @returns {Promise<Link | null>} */
  const refused = async () => {
    const answer = await fetch(isRoom() ? "rooms" : "alive", { cache: "no-store" }).catch(() => null);
    if (!isRoom()) return answer?.status === 403 ? "locked" : null;
    if (answer?.status === 403) return "stranger";
    closed += answer?.ok ? 1 : 0;
    // Whoever is let into a room sees its door open, if not at once.
    return closed > 2 ? "stranger" : null;
  };

  const open = () => {
    clearTimeout(timer);
    [away, greeted] = [false, false];
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const visitor = encodeURIComponent(local("damier.visitor") ?? "");
    const where = isRoom() ? `${game}/ws?page=${PAGE}` : `ws?sitting=${visitor}&page=${PAGE}&game=${game}`;
    const mine = new WebSocket(`${scheme}://${location.host}/${where}`);
    let opened = false;
    socket = mine;
    mine.onopen = () => {
      opened = true;
      pause = 250;
      closed = 0;
      changed("online");
    };
    mine.onmessage = (event) => {
      if (socket === mine && typeof event.data === "string") receive(JSON.parse(event.data));
    };
    mine.onclose = async (event) => {
      if (socket !== mine) return;
      [socket, greeted] = [null, false];
      if (event.code === ELSEWHERE && isRoom()) return location.assign(`/${game.replace("room/", "join/")}`);
      if (SHUT[event.code]) {
        away = true;
        return changed(SHUT[event.code]);
      }
      changed("offline");
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, 4000);
      const why = opened ? null : await refused();
      // Another line may have been opened meanwhile.
      if (!why || isOpen()) return;
      clearTimeout(timer);
      away = true;
      changed(why);
    };
  };
  const hurry = () => {
    if (!socket && game && !away && !document.hidden) open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  return {
    /** Sits down to a game, or goes into a room; the connection to another one ends. @param {string} name */
    open(name) {
      game = name;
      closed = 0;
      const before = socket;
      socket = null;
      before?.close();
      pause = 250;
      open();
    },
    /** Takes the table back from another window. */
    again: open,
    /** Sends. What changes something is sent later where there is no connection; what asks is not. Gives its number,
     * true where it has none, or false. @param {{type: string}} message */
    send(message) {
      if (!ASKS.has(message.type)) return keep({ ...message });
      if (!greeted || !isOpen()) return false;
      write(message);
      return true;
    },
  };
}
