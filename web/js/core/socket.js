// @ts-check
// The wire: a socket that comes back and finds its table again. What changes something carries a number and is kept
// until the server says that it is done; after a lost line it is sent again, and the server carries it out once.

import { local } from "./store.js";

/** The server closes with this code when another window has taken the table over. */
const TAKEN = 4001;
/** What only asks: nobody wants the answer after the line was lost. */
const ASKS = new Set(["look", "home", "daily", "export", "sketch", "why", "reach", "hint", "solve", "all", "analyse",
  "annotate", "verdict", "chance", "map", "race", "pace", "wish", "match", "tree", "trace", "moment", "stop", "branch",
  "node", "lessons", "lab", "cancel"]);
/** What this page calls itself. */
const PAGE = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("-");

/** @typedef {{n: number, message: object}} Unanswered */
/** What is on its way, by game. @type {Record<string, Unanswered[]>} */
const unanswered = {};
let count = 0;
/** The last that the server said was done. */
let done = 0;
/** @type {WebSocket | null} */
let socket = null;
let game = "";
/** Whether the server has greeted: before that it does not know what is sent again. */
let greeted = false;

const isOpen = () => socket?.readyState === WebSocket.OPEN;
/** @param {object} message */
const write = (message) => socket?.send(JSON.stringify(message));

/** Sends what changes something, now or as soon as there is a line; gives its number.
 * @param {object} message */
export function keep(message) {
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
 * @param {(link: "online" | "offline" | "taken" | "locked") => void} changed
 */
export function connect(receive, changed) {
  let pause = 250;
  let timer = 0;
  let away = false;

  const open = () => {
    clearTimeout(timer);
    [away, greeted] = [false, false];
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const visitor = encodeURIComponent(local("damier.visitor") ?? "");
    const mine = new WebSocket(`${scheme}://${location.host}/ws?sitting=${visitor}&page=${PAGE}&game=${game}`);
    let opened = false;
    socket = mine;
    mine.onopen = () => {
      opened = true;
      pause = 250;
      changed("online");
    };
    mine.onmessage = (event) => {
      if (socket === mine && typeof event.data === "string") receive(JSON.parse(event.data));
    };
    mine.onclose = async (event) => {
      if (socket !== mine) return;
      [socket, greeted] = [null, false];
      if (event.code === TAKEN) {
        away = true;
        return changed("taken");
      }
      changed("offline");
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, 4000);
      // A door that does not open may have another lock now; only a question tells.
      const answer = opened ? null : await fetch("alive", { cache: "no-store" }).catch(() => null);
      if (answer?.status !== 403 || isOpen()) return;
      clearTimeout(timer);
      away = true;
      changed("locked");
    };
  };
  const hurry = () => {
    if (!socket && game && !away && !document.hidden) open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  return {
    /** Sits down to a game; the connection to another one ends. @param {string} name */
    open(name) {
      game = name;
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
      if (!ASKS.has(message.type)) return keep(message);
      if (!greeted || !isOpen()) return false;
      write(message);
      return true;
    },
  };
}
