// @ts-check
// What the visitor has solved, kept in this browser: for each level of a game, by its code, the way that costs least,
// the one with the fewest moves, and the proven optimum once it may be known.

import { shell } from "../../core/shell.js";
import { skin } from "../../core/skin.js";

/** `p` costs least, `m` has the fewest moves, both as in an address; `o` is the optimum.
 * @typedef {{p?: string, m?: string, o?: number}} Entry */

const key = () => `damier.${shell.playing()}.progress`;
/** @type {Record<string, Record<string, Entry>>} */
let known = {};
// Another window has played on.
addEventListener("storage", () => (known = {}));

/** @returns {Record<string, Entry>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}
const entries = () => (known[key()] ??= read());

function keep() {
  try {
    localStorage.setItem(key(), JSON.stringify(entries()));
  } catch {
    // The store is full: it is known until the page is left.
  }
}

/** What a way costs, and its moves. @param {string} way */
export function measure(way) {
  const moves = shell.split(way);
  return { cost: skin.cost(moves), moves: moves.length };
}
/** Whether a way is better than another, if there is one. @param {string} way @param {string | undefined} than
 * @param {"cost" | "moves"} by */
function better(way, than, by) {
  if (!than) return true;
  const [a, b] = [measure(way), measure(than)];
  const other = by === "cost" ? "moves" : "cost";
  return (a[by] - b[by] || a[other] - b[other]) < 0;
}
/** @param {string} code @param {string} way */
function take(code, way) {
  const entry = (entries()[code] ??= {});
  if (better(way, entry.p, "cost")) entry.p = way;
  if (better(way, entry.m, "moves")) entry.m = way;
}

/** Whether every grade is open, however much was solved. */
const OPEN = "damier.grades";

export const progress = {
  /** Whether every grade is open by choice. */
  open: () => localStorage.getItem(OPEN) === "open",
  /** @param {boolean} open */
  setOpen(open) {
    if (open) localStorage.setItem(OPEN, "open");
    else localStorage.removeItem(OPEN);
  },
  /** @param {string} code @returns {Entry} */
  of: (code) => entries()[code] ?? {},
  /** @param {string} code */
  solved: (code) => Boolean(entries()[code]?.p),
  /** Takes a solution down. @param {string} code @param {string} way */
  solve(code, way) {
    take(code, way);
    keep();
  },
  /** Takes the optimum down. @param {string} code @param {number} optimum */
  prove(code, optimum) {
    const entry = (entries()[code] ??= {});
    if (entry.o === optimum) return;
    entry.o = optimum;
    keep();
  },
  /** All of it as text: a line a level, its code, the optimum, and the ways. */
  text: () => Object.entries(entries()).map(([code, { p, m, o }]) =>
    [code, o ?? "-", p ?? "-", m && m !== p ? m : "-"].join(" ")).join("\n"),
  /** Adds what such a text says; gives how many levels it knew. @param {string} text */
  take(text) {
    const lines = text.split(/\r?\n/).flatMap((line) => {
      const found = /^(\S+) (\d+|-) ([\w.]+|-) ([\w.]+|-)$/.exec(line.trim());
      return found ? [found.slice(1)] : [];
    });
    for (const [code, optimum, ...ways] of lines) {
      if (optimum !== "-") (entries()[code] ??= {}).o = Number(optimum);
      for (const way of ways) if (way !== "-") take(code, way);
    }
    keep();
    return lines.length;
  },
};
