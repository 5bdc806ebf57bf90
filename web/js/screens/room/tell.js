// @ts-check
// What has happened in the room, for a screen reader: whose turn it is, bids, results, questions, who came.

import { t } from "../../core/i18n.js";
import { shell } from "../../core/shell.js";
import { skin } from "../../core/skin.js";
import { nameOf, personName, whoOf } from "./names.js";

/** @import { RoomView } from "../../core/wire.js" */

/** @param {RoomView} before @param {RoomView} view */
function turns(before, { turns: now, seat, ...view }) {
  const was = before.turns;
  if (!now) return [];
  const all = { ...view, turns: now, seat };
  const words = [];
  const last = now.moves.at(-1);
  if (was && now.moves.length === was.moves.length + 1 && last && was.turn !== seat)
    words.push(t("say.move", { player: nameOf(all, was.turn), move: skin.moveSign(now.scene, last).label }));
  if (was && now.moves.length < was.moves.length) words.push(t("room.say.takeback"));
  return words;
}

/** @param {RoomView} before @param {RoomView} view */
function bids(before, view) {
  const { bids: now, seat } = view;
  const was = before.bids;
  if (!now) return [];
  const words = [];
  if (!was || was.round !== now.round) words.push(t("play.round.of", { n: now.round, of: now.rounds }));
  for (const { seat: by, moves } of now.bids) {
    const old = was?.round === now.round ? was.bids.find((one) => one.seat === by)?.moves : undefined;
    if (old !== moves && by !== seat) words.push(t("room.say.bid", { name: nameOf(view, by), n: moves }));
  }
  for (const by of now.solved) {
    if (was?.round === now.round && !was.solved.includes(by) && by !== seat) words.push(t("room.say.found",
      { name: nameOf(view, by) }));
  }
  return words;
}

/** @param {RoomView} before @param {RoomView} view */
function race(before, view) {
  const { race: now, seat } = view;
  return (now?.order ?? []).filter((by) => by !== seat && before.race && !before.race.order.includes(by))
    .map((by) => t("room.say.arrived", { name: nameOf(view, by) }));
}

/** @param {RoomView} before @param {RoomView} view */
function lecture(before, { class: now }) {
  const [was, vote] = [before.class?.vote, now?.vote];
  if (vote?.open && JSON.stringify(was?.question) !== JSON.stringify(vote.question))
    return [vote.question.ask === "move" ? t("room.ask.move") : vote.question.title];
  return was?.open && vote && !vote.open ? [t("room.say.closed")] : [];
}

/** Tells what is new. What the sentence over the board says is told by that. @param {RoomView | null} before
 * @param {RoomView} view */
export function tell(before, view) {
  if (!before) return;
  const words = [...turns(before, view), ...bids(before, view), ...race(before, view), ...lecture(before, view)];
  const known = new Set(before.people.map(({ id }) => id));
  for (const person of view.people) if (!known.has(person.id)) words.push(t("room.say.came",
    { name: personName(person) }));
  if (before.host !== view.host) words.push(view.host === view.you ? t("room.say.host.you")
    : t("room.say.host", { name: personName(view.people.find(({ id }) => id === view.host)) }));
  const heard = before.reactions.at(-1)?.number ?? 0;
  for (const { person, reaction, number } of view.reactions) {
    if (number > heard && person !== view.you) words.push(t("room.say.word",
      { name: personName(view.people.find(({ id }) => id === person)), word: t(`room.word.${reaction}`) }));
  }
  const asked = view.turns?.offers.filter(({ what, by }) => by !== view.seat
    && !before.turns?.offers.some((one) => one.what === what)) ?? [];
  for (const { what, by } of asked) words.push(t(`room.asks.${what}`, { name: whoOf(view, by) }));
  if (words.length) shell.say(words.join(" "));
}
