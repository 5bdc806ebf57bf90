// @ts-check
// A room, as the server shows it, and what is wanted there. What the room has on its board is put on the page's one
// table, so that boards, hands, cards and keys are the same here as everywhere: deeds go out instead of intentions.

import { preferred, said } from "../../core/i18n.js";
import { done, drop, follow, leave } from "../../core/intents.js";
import { dressing } from "../../core/plain.js";
import { shell } from "../../core/shell.js";
import { skin } from "../../core/skin.js";
import { greet } from "../../core/socket.js";
import { forget, state, usual } from "../../core/state.js";
import { sound } from "../../core/sounds.js";
import { boardOf, viewOf } from "./board.js";
import { tell } from "./tell.js";

/** @import { ScreenName } from "../../core/shell.js" */
/** @import { GameInfo, RoomDeed, RoomHello, RoomMessage, RoomView } from "../../core/wire.js" */
/** @typedef {RoomDeed["type"]} DeedName */
/**
 * `at` is when the view came (clocks run from there); `game` is the one that the page has put on; `pending` is what was
 * done here and is not answered yet.
 * @typedef {{hello: RoomHello | null, view: RoomView | null, at: number, game: GameInfo | null,
 *   pending: {n: number, deed: RoomDeed}[]}} RoomState
 */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {RoomState} */
export const room = { hello: null, view: null, at: 0, game: null, pending: [] };

/** What a page may say in a room. */
const DEEDS = new Set(["look", "name", "sit", "stand", "leave", "react", "choose", "engine", "begin", "end", "next",
  "strike", "remove", "hand", "lock", "move", "back", "offer", "answer", "resign", "bid", "ready", "way", "show", "ask",
  "vote", "close"]);

/** Whether this may be done now. @param {DeedName} what */
export const may = (what) => room.view?.may.includes(what) ?? false;
/** Who was still trying when their show begins takes this long, in milliseconds, to see that a move counts now. */
const GRACE = 800;
let graceEnds = 0;
const isGrace = () => performance.now() < graceEnds;
/** Whether pieces may be moved now. */
export const mayMove = () => may("move") && !isGrace();
/** Does something. @param {RoomDeed} deed */
export function act(deed) {
  const n = shell.send(deed);
  if (typeof n === "number") room.pending.push({ n, deed });
  shell.render();
}
/** The last deed of this kind that is not answered yet: it is newer than every view.
 * @template {DeedName} T @param {T} type @returns {Extract<RoomDeed, {type: T}> | undefined} */
export const wish = (type) =>
  /** @type {any} */ (room.pending.filter(({ deed }) => deed.type === type).at(-1)?.deed);
/** Whether one is the host. */
export const isHost = () => room.view !== null && room.view.host === room.view.you;

/** What a room makes of what a table's hand or button wants. @param {any} message
 * @returns {RoomDeed[]} */
function deedsOf(message) {
  const asked = room.view?.class?.vote;
  if (message.type === "move" && may("vote") && asked?.question.ask === "move")
    return [{ type: "vote", choice: message.move }];
  if (message.type === "why") {
    // A room does not tell why; that it cannot be is seen at once.
    const why = /** @type {any} */ ({ reason: "room", player: null, blocked_by: null, way: [], shut_in: [] });
    state.why = { type: "why", move: message.move, why };
    return [];
  }
  if (message.type === "go") return may("back") ? [{ type: "back", to: message.at }] : [];
  // What is tried on one's own board is not shown, even where the show has begun meanwhile.
  const own = (room.view && boardOf(room.view)?.own) ?? false;
  /** @param {string} move @returns {RoomDeed} */
  const step = (move) => ({ type: "move", move, own });
  if (message.type === "move") return isGrace() ? [] : [step(message.move)];
  // A line of single letters is as many moves.
  if (message.type === "line") return mayMove() ? [...message.text].map(step) : [];
  if (message.type === "bring") {
    const found = state.view?.scene.moves.find(({ path, piece }) =>
      piece === message.piece && path.at(-1) === message.cell);
    return found && mayMove() ? [step(found.name)] : [];
  }
  return DEEDS.has(message.type) ? [message] : [];
}

/** What this number stands for is answered. @param {number} n */
function settle(n) {
  room.pending = room.pending.filter((one) => one.n > n);
  done(n);
}
/** The newest deed that was carried out, and from which version on views show it: they come after the word. */
let carried = { n: 0, version: 0 };
function settleSeen() {
  if (room.view && room.view.version >= carried.version) settle(carried.n);
}

/** Shows how the last piece moved, where it has just done so. @param {RoomView} next */
async function slide(next) {
  const [before, after] = [room.view && boardOf(room.view), boardOf(next)];
  if (!before || !after?.last || before.code !== after.code || after.moves.length !== before.moves.length + 1) return;
  if (after.last.move !== after.moves.at(-1)) return;
  sound(after.last.pushed ? "push" : after.scene.marks.length > before.scene.marks.length ? "place" : "move");
  const { piece, path } = after.last;
  if (skin.choosable) follow(piece);
  await shell.stage.screen?.slide?.([after.last], still.matches ? 0 : skin.pace(path.length, false));
}

/** @param {RoomView} next */
async function take(next) {
  // Of what was sent before a lost line, nothing is heard again.
  if (room.view && next.version < room.view.version) return;
  await slide(next);
  const before = room.view;
  room.view = next;
  room.at = state.viewAt = performance.now();
  const [was, now] = [before && boardOf(before), boardOf(next)];
  const fresh = was?.code !== now?.code;
  state.view = viewOf(next);
  if (fresh) drop();
  if (fresh && was?.own && !now?.own && may("move")) {
    graceEnds = performance.now() + GRACE;
    setTimeout(shell.render, GRACE + 1);
  }
  if (state.view && fresh) {
    state.selected = usual(state.view);
    state.reach = null;
  }
  if (state.view && state.selected >= state.view.scene.pieces.length) state.selected = 0;
  shell.post();
  tell(before, next);
}

/** The room plays this game: the page puts it on. @param {GameInfo} game */
async function play(game) {
  if (room.game?.name !== game.name) {
    (await dressing(game.name, document.documentElement.lang || preferred()))();
    shell.wears(game.name);
  }
  room.game = state.game = game;
  document.body.toggleAttribute("data-versus", game.parts.versus);
  if (room.view) state.view = viewOf(room.view);
}

export const desk = {
  state,
  begin() {
    forget();
    leave();
    Object.assign(room, { hello: null, view: null, game: null, pending: [] });
  },
  lost() {},
  seen: () => room.view !== null && room.game !== null,
  address: (/** @type {ScreenName} */ screen) => shell.addressOf(screen),
  visit: (/** @type {string} */ hash) => shell.takeUp(hash, false),
  says: deedsOf,
  async receive(/** @type {RoomMessage} */ message) {
    switch (message.type) {
      case "hello":
        greet(message.applied);
        settle(message.applied);
        carried = { n: message.applied, version: 0 };
        room.hello = message;
        // After a restart the room is as it was acknowledged last.
        if (room.view) room.view = { ...room.view, version: 0 };
        if (shell.read(location.hash).room === message.code) shell.takeUp(location.hash, false);
        break;
      case "game":
        await play(message.game);
        break;
      case "room":
        await take(message);
        settleSeen();
        break;
      case "done":
        carried = message;
        settleSeen();
        break;
      case "refused":
        if (message.n !== null) settle(message.n);
        sound("blocked");
        shell.complain(said(message.refusal));
    }
    shell.render();
  },
};
