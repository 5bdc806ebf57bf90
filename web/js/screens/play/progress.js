// @ts-check
// What the visitor has solved: for each level of a game, by its code, the way that costs least, the one with the fewest
// moves, and the proven optimum once it may be known. The server takes solutions down by itself.

import { shell } from "../../core/shell.js";
import { skin } from "../../core/skin.js";
import { setting, store } from "../../core/store.js";

/** @typedef {{cost: number, moves: number, text: string}} Way */
/** A document of this kind. @typedef {{cheapest?: Way | null, shortest?: Way | null, seen?: boolean, optimum?: number}}
 *   Known */
/** `p` costs least, `m` has the fewest moves, both as in an address; `o` is the optimum; `seen` says that a solution
 * that was shown was played. @typedef {{p?: string, m?: string, o?: number, seen?: boolean}} Entry */

/** @param {string} code @returns {Known} */
const known = (code) => store.get("progress", code) ?? {};

/** What a way costs, and its moves. @param {string} way @returns {Way} */
export function measure(way) {
  const moves = shell.split(way);
  return { cost: skin.cost(moves), moves: moves.length, text: way };
}
/** The better of two ways, if there are two. @param {Way} way @param {Way | null | undefined} than
 * @param {"cost" | "moves"} by */
function better(way, than, by) {
  if (!than) return way;
  const other = by === "cost" ? "moves" : "cost";
  return (way[by] - than[by] || way[other] - than[other]) < 0 ? way : than;
}
/** @param {string} code @param {Partial<Known>} more */
const keep = (code, more) => store.put("progress", code, { ...known(code), ...more });

export const progress = {
  /** Whether every grade is open by choice. */
  open: () => setting.get("grades", { shared: true }) === "open",
  /** @param {boolean} open */
  setOpen: (open) => setting.put("grades", open ? "open" : null, { shared: true }),
  /** @param {string} code @returns {Entry} */
  of(code) {
    const { cheapest, shortest, optimum, seen } = known(code);
    return { p: cheapest?.text, m: shortest?.text, o: optimum, seen };
  },
  /** @param {string} code */
  solved: (code) => Boolean(known(code).cheapest),
  /** Takes the optimum down. @param {string} code @param {number} optimum */
  prove(code, optimum) {
    if (known(code).optimum !== optimum) keep(code, { optimum });
  },
  /** All of it as text: a line a level, its code, the optimum, and the ways. */
  text: () => store.all("progress").map(({ id }) => {
    const { p, m, o } = progress.of(id);
    return [id, o ?? "-", p ?? "-", m && m !== p ? m : "-"].join(" ");
  }).join("\n"),
  /** Adds what such a text says; gives how many levels it knew. @param {string} text */
  take(text) {
    const lines = text.split(/\r?\n/).flatMap((line) => {
      const found = /^(\S+) (\d+|-) ([\w.]+|-) ([\w.]+|-)$/.exec(line.trim());
      return found ? [found.slice(1)] : [];
    });
    for (const [code, optimum, ...ways] of lines) {
      const now = { ...known(code) };
      if (optimum !== "-") now.optimum = Number(optimum);
      for (const way of ways.filter((one) => one !== "-").map(measure)) {
        now.cheapest = better(way, now.cheapest, "cost");
        now.shortest = better(way, now.shortest, "moves");
      }
      keep(code, now);
    }
    return lines.length;
  },
};
