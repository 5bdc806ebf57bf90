// @ts-check
// Build: an editor of the position on the table. What tools there are, and what they point at, the game declares; what
// an edit does, the server knows. How one points at things is the bench's; what is known of the position is looked up
// after every edit.

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { release } from "../core/inputs.js";
import { undoKeys } from "../core/keys.js";
import { keyList } from "../core/parts.js";
import { skin } from "../core/skin.js";
import { createTexts } from "./parts/texts.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { State } from "../core/state.js" */
/** @import { Part } from "../core/table.js" */
/** @import { Edit } from "../core/wire.js" */
/** What a bench and the panel may do: `edit` changes the board, `unedit` takes a change back or makes it again.
 * @typedef {{allowed(): Promise<boolean>, edit(edit: Partial<Edit> & {tool: string}): Promise<void>,
 *   unedit(back: boolean): Promise<void>}} Desk */
/** How one points at things: the strip, the buttons, the board, its words, and the keys.
 * @typedef {{strip: HTMLElement, controls: HTMLElement, host: HTMLElement, words?: HTMLElement,
 *   render(state: State): void, key(event: KeyboardEvent): boolean, hidden(): void, help: [string, string][]}} Bench */

const narrow = matchMedia("(max-width: 899px)");

/** The bench and what is known of the position, as the game has it. @param {App} app @param {Desk} desk */
async function createParts(app, desk) {
  const wished = app.has("plans") && app.state.game?.generate.length;
  const [{ createBench }, rating, score, wish] = await Promise.all([
    (skin.bench ?? (() => import("./build/bench.js")))(),
    app.has("plans") ? import("./build/rating.js") : null, app.has("versus") ? import("./build/score.js") : null,
    wished ? import("./build/wish.js") : null,
  ]);
  return {
    bench: createBench(app, desk),
    known: [rating?.createRating(app, desk), score?.createScore(app, desk), wish?.createWish(app, desk.allowed)]
      .filter((part) => part != null),
  };
}

/** @param {App} app @returns {Promise<Screen>} */
export async function create(app) {
  const { state } = app;
  let asking = false;
  /** What was chosen in an input is not done: it shows the table again. */
  function giveUp() {
    release();
    app.render();
  }
  /** @type {Desk} */
  const desk = {
    /** Whether the table may be changed: a game under way would end. */
    async allowed() {
      if (!app.running()) return true;
      if (asking) return false;
      asking = true;
      const key = app.has("versus") ? "kept.ask" : "build.match";
      const yes = await app.confirm(t(key), t(`${key}.yes`));
      asking = false;
      return yes;
    },
    async edit(edit) {
      if (await desk.allowed()) app.intend(() => ({ type: "edit", edit: /** @type {Edit} */ (edit) }));
      else giveUp();
    },
    async unedit(back) {
      if (state.view?.edits[back ? 0 : 1] && (await desk.allowed())) app.intend(() => ({ type: "unedit", back }));
    },
  };
  const { bench, known } = await createParts(app, desk);
  const texts = createTexts(app, desk.allowed, app.has("versus") ? skin.format : undefined);
  /** @type {(Part & {roots?: HTMLElement[]})[]} */
  const panel = [...known, texts];
  const root = h("div", { class: "table build" },
    bench.strip, bench.controls, bench.host, ...(bench.words ? [bench.words] : []),
    h("aside", { class: "panel", id: "panel", "data-i18n-label": "panel" },
      ...panel.flatMap((part) => part.roots ?? [part.root])));
  narrow.addEventListener("change", app.render);

  /** The view that was brought to its start. @type {State["view"]} */
  let rewound = null;
  /** What is edited is the position at the start of a puzzle's history; a contest is left alone until the first edit.
   * @param {NonNullable<State["view"]>} view */
  function rewind(view) {
    if (view.table || view.history.at === 0 || view === rewound || view.match) return;
    rewound = view;
    app.go(0);
  }

  return {
    root,
    shown: () => panel.forEach((part) => part.run?.(true)),
    hidden() {
      bench.hidden();
      panel.forEach((part) => part.run?.(false));
    },
    heard: (message) => panel.forEach((part) => part.heard?.(message)),
    render(now) {
      panel.forEach((part) => part.render(now));
      if (now.view) rewind(now.view);
      bench.render(now);
    },
    key: (event) => bench.key(event) || panel.some((part) => part.key?.(event)),
    undo: (way, held) => void (!held && desk.unedit(way === "undo")),
    help: () => [h("p", {}, t("build.help")),
      keyList([...bench.help, undoKeys("build.key.undo"), ["?", "help.help"]])],
  };
}
