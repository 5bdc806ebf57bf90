// @ts-check
// What the Lab shows, apart from how: the campaigns as they were told, where one looks, the text that is edited and
// what was found about it.

/** @import { GameInfo, LabItem, LabPlan, Refusal } from "../../core/wire.js" */
/** Where one looks: at a campaign (its report or its file), at a new one (perhaps like another), or at none.
 * @typedef {{view: "none"} | {view: "new", like: string} | {view: "campaign", name: string, part: "report" | "file"}}
 *   Where */
/** What was found about a text. @typedef {{plan: LabPlan | null, refusal: Refusal | null}} Checked */
/**
 * `texts` are files as they were told. `asked` is the number of the last question about a text, and `checked` its
 * answer, which is there once that has come.
 * @typedef {{campaigns: LabItem[] | null, kept: boolean, games: GameInfo[], where: Where,
 *   texts: Record<string, string>, asked: number, checked: Checked | null}} Lab
 */

/** @returns {Lab} */
export const nothing = () =>
  ({ campaigns: null, kept: true, games: [], where: { view: "none" }, texts: {}, asked: 0, checked: null });

/** The longest text that is sent, in bytes: the server takes no longer one. */
export const LONGEST = 48 << 10;
/** @param {string} text */
export const isLong = (text) => new TextEncoder().encode(text).length > LONGEST;

/** What an address says. @param {string} query @returns {Where} */
export function whereIn(query) {
  const said = new URLSearchParams(query);
  const name = said.get("campaign");
  if (name) return { view: "campaign", name, part: said.get("part") === "file" ? "file" : "report" };
  return said.has("new") ? { view: "new", like: said.get("new") ?? "" } : { view: "none" };
}

/** And how it says it. @param {Where} where */
export function queryOf(where) {
  if (where.view === "none") return "";
  if (where.view === "new") return where.like ? `new=${encodeURIComponent(where.like)}` : "new";
  return `campaign=${encodeURIComponent(where.name)}${where.part === "file" ? "&part=file" : ""}`;
}
/** @param {Where} where */
export const linkTo = (where) => ["#lab", queryOf(where)].filter(Boolean).join("?");

/** @param {Lab} lab @param {string} name */
export const named = (lab, name) => lab.campaigns?.find((one) => one.name === name) ?? null;

/** A name that no campaign has. @param {Lab} lab @param {string} wanted */
export function free(lab, wanted) {
  const taken = (/** @type {string} */ name) => named(lab, name) !== null;
  for (let n = 2; ; n += 1) {
    const name = n === 2 && !taken(wanted) ? wanted : `${wanted.slice(0, 56)}-${n}`;
    if (!taken(name)) return name;
  }
}

/** Whether it is under way. @param {LabItem} item */
export const isBusy = ({ state }) => state === "running" || state === "stopping";
