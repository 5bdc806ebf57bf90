// @ts-check
// Who is who in a room, in words.

import { t } from "../../core/i18n.js";
import { levelWord } from "../../core/players.js";
import { state } from "../../core/state.js";

/** @import { PersonView, RatingView, RoomView, SeatView } from "../../core/wire.js" */

/** What a person is called. @param {PersonView | undefined} person */
export const personName = (person) => person?.name || t("room.nameless", { n: person?.id ?? "?" });

/** The engine that sits there, as a table names it. @param {SeatView | undefined} seat */
export const engineOf = (seat) =>
  (seat?.engine ? state.game?.levels.find(({ name }) => name === seat.engine)?.spec ?? seat.engine : null);

/** What the seat is called: its person's name, or its engine's level. @param {RoomView} view @param {number} index */
export function nameOf(view, index) {
  const seat = view.seats[index];
  if (seat?.engine) return t("seat.engine", { level: levelWord(seat.engine) });
  if (seat?.person == null) return t("room.seat.free");
  return personName(view.people.find(({ id }) => id === seat.person));
}

/** The same, or "you". @param {RoomView} view @param {number} index */
export const whoOf = (view, index) => (index === view.seat ? t("room.you") : nameOf(view, index));

/** Names one after the other. @param {string[]} names */
export const listed = (names) =>
  new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

/** Rounded, with a question mark where it is not sure yet. @param {RatingView | null} rating */
export const ratingWord = (rating) => (!rating ? "" : `${rating.rating}${rating.deviation > 110 ? "?" : ""}`);
