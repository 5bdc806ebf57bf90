// @ts-check
// What the visitor has solved, kept in this browser: for each level, by its code, the way with the fewest pushes, the
// one with the fewest moves, and the proven optimum once it may be known.

const KEY = "damier.sokoban.progress";
/** `p` fewest pushes, `m` fewest moves, both as moves; `o` the optimum.
 * @typedef {{p?: string, m?: string, o?: number}} Entry */

/** @returns {Record<string, Entry>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}
let entries = read();
// Another window has played on.
addEventListener("storage", (event) => event.key === KEY && (entries = read()));

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} way */
export const measure = (way) => ({ moves: way.length, pushes: way.replace(/[^A-Z]/g, "").length });
/** @param {string} a @param {string} b */
const fewerPushes = (a, b) => measure(a).pushes - measure(b).pushes || a.length - b.length;
/** @param {string} a @param {string} b */
const fewerMoves = (a, b) => a.length - b.length || measure(a).pushes - measure(b).pushes;

/** @param {string} code @param {string} way */
function better(code, way) {
  const entry = (entries[code] ??= {});
  const better = !entry.p || fewerPushes(way, entry.p) < 0 || !entry.m || fewerMoves(way, entry.m) < 0;
  if (!entry.p || fewerPushes(way, entry.p) < 0) entry.p = way;
  if (!entry.m || fewerMoves(way, entry.m) < 0) entry.m = way;
  return better;
}

export const progress = {
  /** @param {string} code @returns {Entry} */
  of: (code) => entries[code] ?? {},
  /** @param {string} code */
  solved: (code) => Boolean(entries[code]?.p),
  /** Takes a solution down; says whether it is better than what was there. @param {string} code @param {string} way */
  solve(code, way) {
    const news = better(code, way);
    if (news) keep();
    return news;
  },
  /** Takes the optimum down. @param {string} code @param {number} optimum */
  prove(code, optimum) {
    const entry = (entries[code] ??= {});
    if (entry.o === optimum) return;
    entry.o = optimum;
    keep();
  },
  /** All of it as text: a line a level, its code, the optimum, and the ways. */
  text: () => Object.entries(entries).map(([code, { p, m, o }]) =>
    [code, o ?? "-", p ?? "-", m && m !== p ? m : "-"].join(" ")).join("\n"),
  /** Adds what such a text says; gives how many levels it knew. @param {string} text */
  take(text) {
    let known = 0;
    for (const line of text.split(/\r?\n/)) {
      const found = /^([\w.~-]+) (\d+|-) ([lurdLURD]+|-) ([lurdLURD]+|-)$/.exec(line.trim());
      if (!found) continue;
      known += 1;
      const [, code, optimum, ...ways] = found;
      if (optimum !== "-") (entries[code] ??= {}).o = Number(optimum);
      for (const way of ways) if (way !== "-") better(code, way);
    }
    keep();
    return known;
  },
};
