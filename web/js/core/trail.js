// @ts-check
// The trail of boards and screens in the browser's history. A board on a screen is an entry; moves are written into it.
// Three things are kept apart: the address in the bar, which a person may change at any moment; the one that was taken
// up last; and the table, whose views come late. What is in the bar wins: it is not written over before that.

/** @import { ScreenName } from "./shell.js" */
/**
 * What the trail goes through: `playing` is the game and `screen` the screen that are shown, if `shown` says so;
 * `seen` says whether the table was seen: before that there is nothing to write. `address` is that of the table as it
 * is, or of a screen alone; `visit` brings the table to an address.
 * @typedef {{playing(): string, screen(): ScreenName, shown(): boolean, seen(): boolean,
 *   address(screen?: ScreenName): string, alone(screen: ScreenName): string, visit(hash: string): void,
 *   read(hash: string): {game: string, screen: ScreenName, code: string | null, moves: string[]}}} Ground
 */
/**
 * `entry` counts the entries of the browser's history; `from` and `to` are the addresses of the boards before and
 * after, where one replaced the other on the table.
 * @typedef {{entry: number, from?: string, to?: string}} Entry
 */

/** Browsers take a few addresses a second and no more; what is too much waits. */
const POSTAGE = { most: 50, each: 300 };
/** Longer than a browser takes to go back or forward, in milliseconds. */
const PATIENCE = 10_000;
/** What puts another board on the table. */
const CHANGES = ["new", "load", "level", "next", "wish", "variant", "task", "begin", "edit", "unedit"];

/** @param {Ground} ground */
export function createTrail({ playing, screen: shownScreen, shown, seen, address, alone, visit: bring, read }) {
  let stamps = POSTAGE.most;
  let stamped = 0;
  let posting = 0;
  const entered = () => /** @type {Entry | null} */ (history.state);
  let entry = entered()?.entry ?? 0;
  /** The address that was written or taken up last. If there is another one in the bar, somebody wants to go there, and
   * it is not written over. @type {string | null} */
  let known = null;
  /** The number of the message that brings the table to the address that was taken up, until that is done; else 0. */
  let bound = 0;
  /** Whether there is another board on the table than in the address. */
  let other = false;
  /** What was sent to put another board on the table and is not done, by number. @type {{n: number, type: string}[]} */
  let sent = [];
  /** The number of the last message. */
  let last = 0;
  /** Whether a board was asked for before the screen that it is shown on: they are one entry. */
  let awaited = false;
  /** Until when the browser may take to go back or forward by itself. */
  let leap = 0;

  /** Whether the address in the bar is about to be gone to. @param {ReturnType<Ground["read"]>} there */
  const isAhead = ({ game, screen } = read(location.hash)) =>
    location.hash !== known || game !== playing() || screen !== shownScreen();
  /** Whether the page is on its way to another address. */
  const isMoving = () => isAhead() || !shown() || !seen() || bound > 0;
  /** Whether the table is what the last view says: no other one was asked for. */
  const isSettled = () => bound === 0 && sent.length === 0;

  /** An address has been taken up, and there may be something to wait for.
   * @param {string} hash @param {boolean} waits */
  function takeUp(hash, waits) {
    if (hash === location.hash) {
      if (entered() === null) {
        // Somebody followed a link, or typed: that is an entry after this one.
        entry += known === null ? 0 : 1;
        history.replaceState({ entry }, "");
        stamps -= 1;
      }
      entry = entered()?.entry ?? entry;
    }
    known = hash;
    other = false;
    bound = waits ? last : 0;
    clearTimeout(posting);
  }
  /** What has this number was carried out, or refused. @param {number} n */
  function settle(n) {
    sent = sent.filter((one) => one.n > n);
    if (!sent.length) awaited = false;
    if (!bound || n < bound) return;
    // What is on the table now is what the address means.
    [bound, other] = [0, false];
    post();
  }

  /** Writes the address of the table as it is: of another board as another entry. @param {boolean} [another] */
  function post(another = false) {
    other ||= another;
    const now = performance.now();
    stamps = Math.min(POSTAGE.most, stamps + (now - stamped) / POSTAGE.each);
    stamped = now;
    const there = read(location.hash);
    if (isAhead(there) || !seen() || now < leap || bound) return;
    clearTimeout(posting);
    const hash = address();
    if (location.hash === hash) {
      other = false;
      return;
    }
    if (stamps < 2) {
      posting = setTimeout(post, POSTAGE.each);
      return;
    }
    record(hash, there.code !== null && other);
    other = false;
  }

  /** @param {string} hash @param {boolean} another whether there is another board at this address */
  function record(hash, another) {
    const { code } = read(hash);
    const mine = { ...entered(), entry };
    // A view comes before the word that what it came of is done.
    const how = sent[0]?.type;
    if (another && how === "unedit") {
      // What was undone is the entry before, and what was done again the one after.
      const by = mine.from && read(mine.from).code === code ? -1 : mine.to && read(mine.to).code === code ? 1 : 0;
      if (by) {
        leap = performance.now() + PATIENCE;
        posting = setTimeout(post, PATIENCE);
        history.go(by);
        return;
      }
    }
    stamps -= 1;
    // What is drawn on a board is like moves on it.
    const drawn = how === "edit" || (how === "unedit" && shownScreen() === "build");
    if (!another || awaited || drawn) {
      history.replaceState(mine, "", hash);
    } else {
      stamps -= 1;
      history.replaceState({ ...mine, to: hash }, "");
      entry += 1;
      history.pushState({ entry, from: location.hash }, "", hash);
    }
    known = location.hash;
  }
  // The table is there already, or further.
  addEventListener("popstate", () => {
    if (leap) takeUp(location.hash, false);
    leap = 0;
  });

  /** Brings the table to what an address says, unless that was done. @param {string} hash */
  function visit(hash) {
    if (hash !== known) bring(hash);
    post();
  }
  /** To another screen, with what is on the table by then: an address with a board would bring that one back.
   * @param {ScreenName} screen */
  function goTo(screen) {
    if (screen === shownScreen() && !isMoving()) return;
    awaited = sent.length > 0;
    location.hash = alone(screen);
  }
  /** The address in the bar is not gone to: back to where the table is. */
  function stay() {
    const by = entry - (entered()?.entry ?? entry + 1);
    if (by) history.go(by);
    else if (known !== null) history.replaceState(entered(), "", known);
  }

  return {
    post, visit, takeUp, settle, goTo, stay, isMoving, isSettled,
    /** Something was sent, with a number if it changes something. @param {string} type @param {number | boolean} n */
    sends(type, n) {
      if (typeof n !== "number") return;
      last = n;
      if (CHANGES.includes(type)) sent.push({ n, type });
    },
    /** Another game is sat down to. */
    begin() {
      clearTimeout(posting);
      [bound, other, sent, awaited] = [0, false, [], false];
    },
  };
}
