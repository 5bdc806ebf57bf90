// @ts-check
// Where one is in the searches that are kept: one moment for all of them, or one for each. It is counted in events, in
// steps (expansions, moves, rollouts) or in microseconds. Playing goes by the time that has passed: what is too fast to
// be drawn is left out.

/** @import { createLink } from "./link.js" */
/** @import { Break, Cursor, Measure, TracedLane } from "../../core/wire.js" */
/** @typedef {ReturnType<typeof createClock>} Clock */

/** Steps in so many parts, where time is what is counted. */
const PARTS = 400;
/** A frame that comes later than this was not missed but hidden, in milliseconds. */
const LONG = 250;

/**
 * @param {ReturnType<typeof createLink>} link
 * @param {{moved(): void, reached(): void}} tell `moved` after every change of what is to be seen; `reached` when
 * playing ends by itself
 */
export function createClock(link, { moved, reached }) {
  /** @type {TracedLane[]} */
  let lanes = [];
  /** What is seen of each. @type {(Cursor | null)[]} */
  let cursors = [];
  /** @type {Measure} */
  let unit = "steps";
  let [together, lane, speed] = [true, 0, 5];
  /** The moment of all, and of each: in `unit`. */
  let all = 0;
  /** @type {number[]} */
  let each = [];
  /** Whether the moment that is shown lies within a step, at an event that was asked for. */
  let exact = false;
  /** Counts where the clock was sent to: the answer to an older question moves it no more. */
  let wish = 0;
  /** Whether the server has yet to tell where the clock stands; how many steps are to be made from there. */
  let [open, owed] = [false, 0];
  let [playing, frame, before, due] = [false, 0, 0, 0];
  /** @type {Break[]} */
  let breaks = [];
  /** The next moment to stop at while playing, in events; null for none. @type {number | null} */
  let halt = null;

  /** @param {number} i */
  const lastOf = (i) => {
    const one = lanes[i];
    return !one ? 0 : unit === "events" ? one.events : unit === "steps" ? one.steps : one.micros;
  };
  const last = () => (together ? Math.max(0, ...lanes.map((_, i) => lastOf(i))) : lastOf(lane));
  /** @param {number} [i] */
  const at = (i = lane) => Math.min(together ? all : (each[i] ?? 0), lastOf(i));
  /** What is asked for: the last step is the end, with all that came of it. @param {number} i */
  const asked = (i) => at(i) + (unit !== "events" && at(i) >= lastOf(i) ? 1 : 0);
  const now = () => (together ? all : at());
  const stride = () => (unit === "micros" ? Math.max(1, Math.round(last() / PARTS)) : 1);
  /** @param {Cursor} cursor */
  const read = (cursor) => (unit === "events" ? cursor.at : unit === "steps" ? cursor.step : cursor.micros);

  /** @param {any} message */
  function take(message) {
    if (!message) return;
    message.lanes.forEach((/** @type {Cursor | null} */ cursor, /** @type {number} */ i) => {
      if (cursor) cursors[i] = cursor;
    });
    const cursor = cursors[lane];
    if (playing && halt !== null && cursor && cursor.at >= halt) {
      const there = halt;
      pause();
      reached();
      toEvent(there);
    }
    moved();
  }
  /** Asks for what is to be seen. @param {number[]} [events] moments in events, else those of the clock */
  function look(events) {
    if (!lanes.length) return;
    const wanted = lanes.map((_, i) => (together || i === lane || !cursors[i] ? (events?.[i] ?? asked(i)) : null));
    if (events) return find(wanted, "events");
    [wish, open, owed] = [wish + 1, false, 0];
    link.ask({ type: "moment", at: wanted, by: unit }, take);
  }
  /** To moments that are counted otherwise than by the clock; the answer says where that is.
   * @param {(number | null)[]} moments @param {Measure} by @param {() => void} [then] */
  function find(moments, by, then = () => {}) {
    const mine = begun();
    link.ask({ type: "moment", at: moments, by }, (message) => {
      take(message);
      if (mine === wish && message) settle();
      if (mine === wish) found(then);
    });
  }
  /** Where the clock stands is asked for. */
  function begun() {
    [wish, open, owed] = [wish + 1, true, 0];
    return wish;
  }
  /** It is known: what was pressed meanwhile is done. @param {() => void} [then] */
  function found(then = () => {}) {
    const steps = owed;
    [open, owed] = [false, 0];
    if (steps) step(steps);
    else then();
  }
  /** The clock stands where the moments lie that have come. */
  function settle() {
    const here = cursors[lane];
    if (together) all = Math.max(0, ...cursors.map((cursor) => (cursor ? read(cursor) : 0)));
    else cursors.forEach((cursor, i) => cursor && (each[i] = read(cursor)));
    exact = unit === "steps" && here !== null && here.what !== "step" && here.at > 0;
    moved();
  }
  /** @param {number} to */
  function put(to) {
    const there = Math.max(0, Math.min(last(), Math.round(to)));
    if (together) all = there;
    else each[lane] = there;
    exact = false;
    look();
    // While it plays, what has come is drawn, not what was asked for.
    if (!playing) moved();
  }
  /** Back or forward, by what is counted. @param {number} by */
  function step(by) {
    pause();
    if (open && link.waits("moment")) return void (owed += by);
    // Within a step, back is to its beginning.
    put(now() + (exact && by < 0 ? by + 1 : by) * stride());
  }
  /** To an event of the lane that is looked at. @param {number} event */
  function toEvent(event) {
    const here = cursors[lane];
    if (together && lanes.length > 1 && here) {
      // The others go to where they were by as many steps.
      const mine = begun();
      link.ask({ type: "moment", at: lanes.map((_, i) => (i === lane ? event : null)), by: "events" }, (message) => {
        if (mine !== wish) return;
        const cursor = message?.lanes[lane];
        if (!cursor) return found();
        all = read(cursor);
        link.ask({ type: "moment", at: lanes.map((_, i) => (i === lane ? null : asked(i))), by: unit }, (others) => {
          take(others);
          if (mine !== wish) return;
          cursors[lane] = cursor;
          exact = unit === "steps" && cursor.what !== "step" && cursor.at > 0;
          moved();
          found();
        });
      });
    } else look(lanes.map((_, i) => (i === lane ? event : (cursors[i]?.at ?? 0))));
  }

  function pause() {
    playing = false;
    cancelAnimationFrame(frame);
    halt = null;
    moved();
  }
  /** Looks for where to stop next. */
  function watch() {
    halt = null;
    const here = cursors[lane];
    if (!breaks.length || !here) return;
    link.ask({ type: "stop", lane, at: here.at, forward: true, breaks }, (message) => (halt = message?.at ?? null));
  }
  /** @param {number} time */
  function tick(time) {
    if (!playing) return;
    const passed = Math.min(LONG, time - before);
    before = time;
    due += (passed / 1000) * speed;
    const whole = Math.floor(due);
    if (whole >= 1 && !link.waits("stop")) {
      due -= whole;
      let to = now() + whole;
      if (halt !== null && unit === "events" && !together) to = Math.min(to, halt);
      put(to);
      if (now() >= last()) {
        pause();
        reached();
        return;
      }
    }
    frame = requestAnimationFrame(tick);
  }

  return {
    get lanes() { return lanes; },
    get cursors() { return cursors; },
    get unit() { return unit; },
    get together() { return together; },
    get lane() { return lane; },
    get speed() { return speed; },
    get playing() { return playing; },
    get breaks() { return breaks; },
    now, last, at, lastOf, put, step, toEvent, pause, look,
    /** Searches that have come, at a moment of each in events, or at a step of all. @param {TracedLane[]} told
     * @param {{at?: number[], step?: number | null}} [where] */
    begin(told, { at: events = [], step = null } = {}) {
      // What was there before is not asked about any more.
      lanes = told;
      cursors = told.map(() => null);
      pause();
      [all, each, exact, open, owed] = [0, told.map(() => 0), false, false, 0];
      if (!told.length) return moved();
      lane = Math.min(lane, told.length - 1);
      if (step !== null) {
        find(told.map(() => step), "steps");
      } else look(told.map((_, i) => events[i] ?? events.at(-1) ?? 0));
    },
    toggle() {
      if (playing) return pause();
      if (!lanes.length) return;
      if (now() >= last()) put(0);
      playing = true;
      // The first one comes at once.
      [before, due] = [performance.now(), 1];
      watch();
      frame = requestAnimationFrame(tick);
      moved();
    },
    /** To the next place to stop at, or the one before. @param {boolean} forward @param {Break[]} [wanted]
     * @param {(found: boolean) => void} [told] */
    seek(forward, wanted = breaks, told = () => {}) {
      pause();
      const here = cursors[lane];
      if (!here || !wanted.length) return told(false);
      link.ask({ type: "stop", lane, at: here.at, forward, breaks: wanted }, (message) => {
        const found = message?.at ?? null;
        if (found !== null) toEvent(found);
        told(found !== null);
      });
    },
    /** @param {Break[]} list */
    stopAt(list) {
      breaks = list;
      if (playing) watch();
    },
    /** @param {Measure} to */
    count(to) {
      if (to === unit) return;
      const here = cursors[lane];
      const [from, wanted] = [unit, lanes.map((_, i) => asked(i))];
      unit = to;
      exact = false;
      if (here) {
        if (together) all = read(here);
        else cursors.forEach((cursor, i) => cursor && (each[i] = read(cursor)));
      }
      // What was gone to may not be seen yet: where that is by the new count, the server knows.
      if (playing || !lanes.length || !link.waits("moment")) look();
      else if (!open) find(wanted, from, look);
      moved();
    },
    /** @param {boolean} on */
    join(on) {
      if (on === together) return;
      if (on) all = at();
      else each = lanes.map((_, i) => at(i));
      together = on;
      look();
      moved();
    },
    /** @param {number} i */
    choose(i) {
      // Those to come are not known yet.
      lane = Math.max(0, lanes.length ? Math.min(i, lanes.length - 1) : i);
      exact = false;
      if (playing) watch();
      moved();
    },
    /** @param {number} to */
    pace(to) {
      speed = to;
    },
  };
}
