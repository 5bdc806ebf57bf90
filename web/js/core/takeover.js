// @ts-check
// What earlier versions kept in the browser is handed to the store, once.

import { send } from "./intents.js";
import { shell } from "./shell.js";
import { setting, store } from "./store.js";

/** A way as it was kept: its moves as in an address. @param {string | undefined} text */
function wayOf(text) {
  if (!text) return null;
  const moves = shell.split(text);
  // What is no letter of a push has no small form; moves of other games cost one each.
  const letters = moves.every((one) => one.length === 1);
  const pushes = letters ? moves.filter((one) => one !== one.toLowerCase()).length : 0;
  return { cost: pushes || moves.length, moves: moves.length, text };
}

/** @param {string} text */
function progress(text) {
  const entries = /** @type {Record<string, {p?: string, m?: string, o?: number}>} */ (JSON.parse(text));
  for (const [code, { p, m, o }] of Object.entries(entries)) {
    if (store.get("progress", code)) continue;
    store.put("progress", code, { cheapest: wayOf(p), shortest: wayOf(m ?? p), ...(o ? { optimum: o } : {}) });
  }
}

/** Hands over what this browser kept of the game that is played. */
export function takeOver() {
  const prefix = `damier.${shell.playing()}.`;
  /** @type {string[]} */
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // No store, nothing to hand over.
  }
  for (const key of keys) {
    const [name, text] = [key.slice(prefix.length), localStorage.getItem(key) ?? ""];
    try {
      if (name === "progress") progress(text);
      else if (name === "own") send({ type: "levels", set: "own", text });
      else if (name === "setup") setting.get(name) ?? setting.put(name, JSON.parse(text));
      else if (name.startsWith("game.")) {
        const id = name.slice("game.".length);
        store.get("game", id) ?? store.put("game", id, JSON.parse(text));
      } else setting.get(name) ?? setting.put(name, text);
    } catch {
      // What cannot be read is of no use to anybody.
    }
    localStorage.removeItem(key);
  }
}
