// @ts-check
// How lanes are laid out: in so many columns, with their words below or beside their boards, so that the boards are as
// large as the window allows.

/** What a lane needs besides its board: the height of its words below it, or their width and height beside it; and the
 * least side of a board below which one rather scrolls.
 * @typedef {{under: number, beside: number, tall: number, least: number}} Room */
/** `side` is the width of a board. @typedef {{columns: number, beside: boolean, side: number}} Layout */

/** Between two lanes, and between a board and its words. */
export const GAP = 20;

/**
 * @param {number} lanes
 * @param {number} ratio width of a board over its height
 * @param {{wide: number, tall: number}} window the place that there is
 * @param {Room} room
 * @returns {Layout}
 */
export function arrange(lanes, ratio, { wide, tall }, room) {
  /** @type {Layout} */
  let best = { columns: 1, beside: false, side: 0 };
  for (let columns = 1; columns <= lanes; columns += 1) {
    for (const beside of [false, true]) {
      const rows = Math.ceil(lanes / columns);
      const broad = (wide - (columns - 1) * GAP) / columns - (beside ? room.beside + GAP : 0);
      const high = (tall - (rows - 1) * GAP) / rows - (beside ? 0 : room.under);
      if (beside && high < room.tall) continue;
      const side = Math.floor(Math.min(broad, high * ratio));
      // Words below a board are nearer to it: beside, there must be something to win. In one column they are free.
      if (side > best.side * (!beside ? 1 : columns > 1 ? 1.04 : 0.95)) best = { columns, beside, side };
    }
  }
  if (best.side >= Math.min(room.least, wide)) return best;
  // There is no room for all: one scrolls.
  const columns = Math.max(1, Math.min(lanes, Math.floor((wide + GAP) / (room.least + GAP))));
  const side = Math.min((wide - (columns - 1) * GAP) / columns, Math.max(room.least, (tall - room.under) * ratio));
  return { columns, beside: false, side: Math.floor(side) };
}
