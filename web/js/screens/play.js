// @ts-check
// Play: the board of any game, with everything that a player wants beside it. It is made of parts, each for something
// that a game may have: rounds, levels, seats and clocks, chance and so on.

import { all, b, h } from "../core/dom.js";
import { maybe, t } from "../core/i18n.js";
import { actOf, tableKey, undoKeys } from "../core/keys.js";
import { disable, keyList } from "../core/parts.js";
import { createNew } from "../core/setup.js";
import { skin } from "../core/skin.js";
import { sound } from "../core/sounds.js";
import { GAMES } from "../games.js";
import { createControls, createHints, createReplay, createStage, createTable } from "../core/table.js";
import { createCheer } from "./play/cheer.js";
import { createLibrary } from "./play/library.js";
import { helpful } from "./play/rounds.js";
import { createPlayStrip, over } from "./play/strip.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Guard, Look } from "../core/skins.js" */
/** @import { State } from "../core/state.js" */
/** @import { Part } from "../core/table.js" */
/**
 * A part of Play. `root` belongs into the panel, `strip` into the strip, `dialogs` beside the table; `guard` gives the
 * key of a sentence why something may not be done now; `act` takes a button, `click` a cell, and says whether it did;
 * `off` says which buttons have nothing to do (`slide` for the pad); `look` is what the board shows of it, `words` its
 * sentence in the strip; `attach` is given the board; `interrupted` is told when the visitor does something.
 * @typedef {Omit<Part, "root"> & {root?: HTMLElement, strip?: Node[], dialogs?: HTMLElement[],
 *   guard?(kind: string, name: string): string | null, act?(name: string, event?: Event): boolean,
 *   click?(cell: number): boolean,
 *   off?(state: State): Record<string, boolean>, look?(state: State): Look, words?(state: State): string | null,
 *   attach?(stage: ReturnType<typeof createStage>): void, interrupted?(): void}} PlayPart
 */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The parts that a game has, in the order of the panel. What it has not is not even loaded.
 * @param {App} app @param {Guard} guard */
async function createParts(app, guard) {
  const { game } = app.state;
  const [versus, rounds, sets] = [app.has("versus"), app.has("rounds"), game?.sets.length];
  /** @template T @param {unknown} there @param {() => Promise<T>} load @returns {Promise<T | null>} */
  const where = async (there, load) => (there ? load() : null);
  const [contest, aim, begin, leveled, seats, lost, watched, varied, texted, record, long, views] = await Promise.all([
    where(rounds, () => import("./play/contest.js")), where(rounds, () => import("./play/aim.js")),
    where(rounds, () => import("./play/begin.js")), where(sets, () => import("./play/levels.js")),
    where(versus, () => import("./play/seats.js")), where(app.has("verdict"), () => import("./play/warning.js")),
    where(skin.watched.length, () => import("./play/watching.js")),
    where(game?.variants.length, () => import("./play/chance.js")), where(!versus, () => import("./play/texts.js")),
    import("./play/record.js"), where(sets && skin.watched.length, () => import("./play/long.js")),
    where(versus || skin.turnable, () => import("./play/views.js")),
  ]);
  const watching = watched?.createWatching(app) ?? null;
  const levels = leveled?.createLevels(app) ?? null;
  const warning = lost?.createWarning(app) ?? null;
  const hints = createHints(app);
  /** @type {(PlayPart | null | undefined)[]} */
  const parts = [
    createCheer(app), contest?.createContest(app), levels, seats?.createOffer(app), seats?.createCards(app),
    versus ? record.createGameRecord(app) : long?.createLongRecord(app, watching)
      ?? record.createRecord(app, guard),
    warning, hints, versus ? null : createReplay(app, watching !== null), watching, seats?.createTempo(app),
    varied?.createVariant(app), begin?.createBegin(app), aim?.createAim(app),
    !versus && game?.generate.length ? createNew(app) : null,
    texted?.createTexts(app, rounds ? undefined : levels?.take), createLibrary(app),
    skin.turnable ? views?.createTurns(app) : null, versus ? views?.createSights(app) : null,
    ...(skin.parts?.(app) ?? []), seats?.createDialogs(app), seats?.createCover(app),
  ];
  return { parts: parts.filter((part) => part != null), hints, warning };
}

/** A button that shows the rules in pictures. @param {string} game */
function drawnRules(game) {
  const show = b({ id: "rules-open" }, t("rules.title", { game: GAMES[game].name }));
  show.addEventListener("click", async () => {
    show.closest("dialog")?.close();
    (await import("../core/doors.js")).showRules(game);
  });
  return h("p", {}, show);
}

/** What a hint points at in a game of several. @param {State} state @returns {Look} */
function pointed({ hint, view }) {
  if (!hint || !view?.table) return {};
  if (hint.next) return hint.moves ? { line: hint.moves, lineLength: 6 } : {};
  return hint.area ? { marks: [{ cells: hint.area, kind: "area" }] } : {};
}

/** @param {App} app @returns {Promise<Screen>} */
export async function create(app) {
  const { parts, hints, warning } = await createParts(app, guard);
  /** What the first part says that says anything. @param {(part: PlayPart) => string | null | undefined} ask */
  function first(ask) {
    for (const part of parts) {
      const told = ask(part);
      if (told) return told;
    }
    return null;
  }
  const rung = () => warning?.reason() || (app.state.hint ? hints.newest() : "");
  const strip = createPlayStrip(app, {
    more: parts.flatMap((part) => part.strip ?? []),
    words: (state) => first((part) => part.words?.(state)),
    rung,
  });
  const controls = createControls(app);
  const stage = createStage(app, { guard, click: (cell) => parts.some((part) => part.click?.(cell)) });
  for (const part of parts) part.attach?.(stage);
  const act = (/** @type {string} */ name, /** @type {Event} */ event) => parts.some((part) => part.act?.(name, event));
  const root = createTable(app, { strip, controls, stage, guard, own: act,
    panel: parts.flatMap((part) => part.root ?? []) });
  root.append(...parts.flatMap((part) => part.dialogs ?? []));
  const interrupt = () => parts.forEach((part) => part.interrupted?.());
  root.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-act], [data-dir]")) interrupt();
  }, true);
  stage.host.addEventListener("pointerdown", interrupt, true);

  /** What may be done now; what may not is told. @type {Guard} */
  function guard(kind, name) {
    const why = first((part) => part.guard?.(kind, name));
    if (!why) return true;
    app.say(t(why));
    if (!still.matches) strip.root.animate([{ opacity: 0.35 }, { opacity: 1 }], 170);
    return false;
  }

  /** Whether there are hints to be had at all. @param {State} state */
  function helped(state) {
    const { variant = null, table = null } = state.view ?? {};
    const certain = variant === null || !app.has("chance");
    return helpful(state) && certain && (!table || (!table.end && table.seats.some((seat) => !seat.engine)));
  }

  /** @param {State} state */
  function renderControls(state) {
    controls.render(state);
    const off = [...parts.map((part) => part.off?.(state)), stage.hand.off?.()];
    for (const one of all("[data-act], [data-dir]", controls.root)) {
      if (off.some((names) => names?.[one.dataset.act ?? "slide"])) disable(one, true);
    }
  }

  return {
    root,
    slide: stage.board.slide,
    nudge(piece, direction) {
      sound("blocked");
      stage.board.nudge(piece, direction);
    },
    shown: () => parts.forEach((part) => part.run?.(true)),
    hidden() {
      for (const part of parts) part.run?.(false);
      for (const one of /** @type {HTMLDialogElement[]} */ (all("dialog[open]", root))) one.close();
      stage.hand.clear?.();
    },
    heard: (message) => parts.forEach((part) => part.heard?.(message)),
    render(state) {
      for (const part of parts) part.render(state);
      hints.root.hidden = !helped(state);
      renderControls(state);
      stage.render(state, pointed(state), ...parts.map((part) => part.look?.(state) ?? {}));
      strip.render(state);
    },
    key(event) {
      const onButton = event.target instanceof Element && event.target.closest("button, a, summary");
      if (stage.hand.key?.(event) || parts.some((part) => part.key?.(event))) return true;
      if (event.key === "Enter" && !onButton && over(app.state) && !strip.next.hidden) {
        strip.next.click();
        return true;
      }
      const name = actOf(event);
      if (event.key.startsWith("Arrow") && !guard("slide", event.key)) return true;
      if (name && !event.repeat && !guard("act", name)) return true;
      if (name && act(name, event)) return true;
      if (!tableKey(event)) return false;
      if (name !== "hint") interrupt();
      return true;
    },
    undo(way, held) {
      if (!guard("act", way)) return;
      interrupt();
      app.act(way, held);
    },
    help: () => [
      drawnRules(app.playing()),
      h("p", {}, t("help.rules")),
      ...["help.more", ...(app.has("rounds") ? ["play.help.game"] : [])].flatMap((key) =>
        (maybe(key) ? [h("p", {}, t(key))] : [])),
      keyList([...skin.help, ...parts.flatMap((part) => part.help ?? []), undoKeys("help.undo"), ["?", "help.help"]]),
      h("p", { class: "quiet" }, t("help.touch")),
    ],
  };
}
