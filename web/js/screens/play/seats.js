// @ts-check
// What a game of adversaries has on Play: kept games to go on with, who plays, how fast engines move, menus, pauses.

export { createCards } from "./cards.js";
export { createOffer } from "./games.js";
export { createCover, createDialogs } from "./pause.js";
export { createTempo } from "./tempo.js";
