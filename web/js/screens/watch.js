// @ts-check
// Watch: one to four searches of a position, kept by the server step by step. One goes to any moment of them, forwards
// and backwards, and sees the state there, what waits and why, and the tree. Parts in watch/.

import { b, h, onSubmit, set, write } from "../core/dom.js";
import { t, translate } from "../core/i18n.js";
import { about, button, disable, keyList } from "../core/parts.js";
import { nameOf } from "../core/pick.js";
import { turnWords } from "../core/players.js";
import { copyText } from "../core/setup.js";
import { shell } from "../core/shell.js";
import { skin } from "../core/skin.js";
import { createStrip } from "../core/table.js";
import { beginDraft, draft, isOwn } from "./analyse/scripts.js";
import { createSketches } from "./parts/sketches.js";
import { placeOf } from "./parts/thought.js";
import { readQuery, writeQuery } from "./watch/address.js";
import { createAside } from "./watch/aside.js";
import { orderColor } from "./watch/board.js";
import { createCard } from "./watch/card.js";
import { createClock } from "./watch/clock.js";
import { createControls } from "./watch/controls.js";
import { createFiles } from "./watch/files.js";
import { createFilm } from "./watch/film.js";
import { inks } from "./watch/ink.js";
import { createLaneView } from "./watch/lane.js";
import { createLineup } from "./watch/lineup.js";
import { createLink, KINDS } from "./watch/link.js";
import { createPredict } from "./watch/predict.js";
import { alone, createResults } from "./watch/results.js";
import { createShow } from "./watch/show.js";
import { createTimeline } from "./watch/timeline.js";
import { whatWords } from "./watch/words.js";

/** @import { App, Screen } from "../core/app.js" */
/** @import { Of, State } from "../core/state.js" */
/** @import { NodeView, Scene, Seat, TreeView } from "../core/wire.js" */
/** @import { Wish } from "./watch/address.js" */
/** @import { Item } from "./watch/show.js" */
/** @import { createTree } from "./watch/tree.js" */
/** What is searched: its picture, where it stands in an address, and what the server is told if it is not the table.
 * @typedef {{scene: Scene, seats: Seat[], text: string | null}} Subject */

/** A tree of so many nodes is told whole; of a larger one the part about the moment that is seen. */
const [WHOLE, PART] = [50_000, 4000];
/** A part of a tree is asked for no more often than this while one plays; the address is written so long after the
 * last change. */
const [AGAIN, POST] = [900, 400];
/** @param {Scene} scene */
const over = (scene) => scene.solved || scene.winner !== null;

/** What the cells' colours and patterns mean. */
function createLegend() {
  const ramp = h("i", { class: "order-ramp" });
  ramp.style.background = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map(orderColor).join()})`;
  const item = (/** @type {string} */ kind, /** @type {string} */ key) => h("li", { "data-for": kind },
    h("i", { class: `cell-sign ${kind}` }), h("span", { "data-i18n": key }));
  return h("ul", { class: "watch-legend quiet" }, h("li", {}, h("span", { "data-i18n": "watch.legend.first" }), ramp,
    h("span", { "data-i18n": "watch.legend.last" })),
    item("waits", "watch.legend.open"), item("behind", "watch.legend.back"), item("stop", "watch.legend.stop"));
}

/** @param {App} app @returns {Screen} */
export function create(app) {
  const { state } = app;
  const versus = app.has("versus");
  const link = createLink(app);
  const sketches = createSketches(app);
  /** @type {Subject | null} */
  let subject = null;
  /** Whether searches were asked for that have not come yet; the searches that were asked for last. */
  let [asked, done] = [false, 0];
  /** @type {string[]} */
  let specs = [];
  /** The files that they are read from, if they are, and what they are saved by. @type {string[]} */
  let opened = [];
  let kept = "";
  /** The position that they began with, and the table when they were asked for. */
  let [code, from] = ["", ""];
  /** What an address wishes for that was gone to, as it stands there. @type {{raw: string, wish: Wish} | null} */
  let wanted = null;
  /** @type {{at?: number[], step?: number | null}} */
  let where = {};
  /** The node that was pinned, and what is known of it. @type {number | null} */
  let pinned = null;
  /** @type {NodeView | null} */
  let pinNode = null;
  /** The trees that have come, by lane. @type {Map<number, TreeView>} */
  let trees = new Map();
  let treeLane = -1;
  let [treeAsked, posting, spoken] = [0, 0, ""];

  const clock = createClock(link, { moved, reached });
  const lineup = createLineup(() => app.render());
  const controls = createControls(clock, { say: app.say, changed: moved,
    cellName: (cell) => (subject ? skin.cellName(subject.scene, cell) : String(cell)) });
  const timeline = createTimeline(clock, (seen) => seen);
  const aside = createAside({ pick(id, node) {
    if (!predict.guess(id, node)) pin(pinned === id ? null : id);
  } });
  const predict = createPredict(clock, link, { changed: moved, say: app.say });
  /** The tree is loaded with the first search. @type {ReturnType<typeof createTree> | null} */
  let tree = null;
  /** @param {number | null} id */
  function point(id) {
    const node = id === null ? null : (cursor()?.open.first.find((one) => one.id === id) ?? null);
    if (predict.on && predict.waits && node) predict.guess(node.id, node);
    else pin(id);
  }
  /** @type {Promise<void> | null} */
  let planted = null;
  const plant = () => (planted ??= import("./watch/tree.js").then((made) => {
    tree = made.createTree({ pin: point });
    main.append(tree.root);
    translate(tree.root);
    moved();
  }, () => void (planted = null)));
  const card = createCard({ go: (event) => (clock.pause(), clock.toEvent(event)), pin });
  const results = createResults({ lanes: () => clock.lanes,
    name: () => `${state.game?.name ?? "search"}-${specs.map(nameOf).join("-")}`, failed: () =>
    app.complain(t("watch.save.failed")),
    board: { svg: () => withBoard((svg) => alone(svg, inks().sheet)), png: async () => {
      const { rastered } = await import("./watch/raster.js");
      return withBoard((svg) => rastered(svg, inks().sheet));
    } },
    tree: { svg: () => tree?.svg() ?? null, png: async () => tree?.png() ?? null } });
  const files = createFiles(app, () => ({ id: kept, lane: clock.lane,
    name: `${state.game?.name ?? "search"}-${clock.lanes[clock.lane]?.algorithm ?? ""}` }));
  /** @template T @param {(svg: SVGSVGElement) => T} make */
  function withBoard(make) {
    const lane = lanes[clock.lane];
    return lane ? make(lane.board.board.svg) : null;
  }

  const film = createFilm({ clock, link, failed: () => app.complain(t("watch.save.failed")),
    name: () => `${state.game?.name ?? "search"}-${specs.map(nameOf).join("-")}`, start: () => subject?.scene ?? null,
    seats: () => subject?.seats ?? [], labels: () => specs, sceneOf: (node) => (!versus || !node?.moves.length
      ? (subject?.scene ?? null) : sketches.get(code, node.moves)) });

  const strip = createStrip(app, { words: ({ view }) => (!view ? "" : versus ? turnWords(view)
    : skin.goalWords(view.scene)), solved: () => false });
  const go = h("button", { class: "primary", id: "watch-go" });
  const cancel = button("cancel", { id: "watch-cancel" });
  const share = button("copy", { id: "watch-share" });
  const quiz = b({ id: "watch-predict", "aria-pressed": "false", "data-i18n": "watch.predict" });
  // On a phone the line-up is folded away while a search is watched.
  const change = button("watch.change", { id: "watch-change", "aria-expanded": "false" });
  change.addEventListener("click", () => {
    set(change, { "aria-expanded": String(root.classList.toggle("editing")) });
  });
  const form = h("form", { id: "watch", class: "watch-form" }, lineup.root, h("div", { class: "go" }, change, go,
    cancel));
  const reason = h("p", { class: "race-why", id: "watch-reason", role: "status" });
  const top = h("div", { class: "watch-top" }, strip.root, form, reason);
  const intro = h("section", { class: "watch-intro" }, h("h2", { "data-i18n": "watch.intro.title" }),
    h("p", { "data-i18n": "watch.intro" }), h("p", { class: "quiet watch-about" }));
  const boards = h("div", { class: "watch-boards" });
  const legend = createLegend();
  const headline = h("p", { class: "watch-headline" });
  const tools = h("div", { class: "watch-tools" }, quiz, share);
  const stage = h("div", { class: "watch-stage" }, controls.root, timeline.root);
  const side = h("div", { class: "watch-side" }, headline, predict.root, aside.root, card.root);
  const boardSide = h("div", { class: "watch-left" }, boards, legend);
  const main = h("div", { class: "watch-main" }, boardSide, intro, side);
  const root = h("div", { class: "watch" });
  const show = createShow(app, clock, { root, left, begin: exhibit,
    specs: () => [...new Set(Object.values(lineup.presets()).flat())] });
  results.doors.append(film.buttons, files.save);
  root.append(film.dialog, film.aside);
  root.append(top, stage, main, results.root, h("div", { class: "watch-foot" }, show.root, files.root, tools));
  stage.append(tools);
  root.append(h("p", { class: "way-out", "aria-hidden": "true" }));
  /** @type {ReturnType<typeof createLaneView>[]} */
  let lanes = [];

  const ready = () => clock.lanes.length > 0 && !asked;
  const cursor = () => clock.cursors[clock.lane] ?? null;

  // ---- Searching ---------------------------------------------------------------------------------------------------

  /** What is searched: the table, or where its history began if nothing is left to do there. Null while that picture
   * is awaited.
   * @returns {Subject | null} */
  function table() {
    const { view } = state;
    if (!view) return null;
    const seats = view.table?.seats ?? [];
    if (!over(view.scene)) return { scene: view.scene, seats, text: null };
    const scene = sketches.get(view.code);
    return scene && { scene, seats, text: view.code };
  }
  /** @param {string[]} runs @param {Subject} about @param {typeof where} [there] @param {string[]} [from_files] */
  function begin(runs, about, there = {}, from_files = []) {
    if (state.busy && state.busy !== "analyse" && state.busy !== "trace") return false;
    const guided = !from_files.length && runs.some(isOwn);
    const game = state.game?.name ?? "";
    if (guided && (draft.game !== game || !draft.text)) {
      // The script is fetched first.
      void beginDraft(game).then((script) => script && begin(runs, about, there));
      return true;
    }
    const search = /** @type {const} */ ({ type: "trace", algorithms: runs, steps: show.on ? 2000 : lineup.limit(),
      ...(guided ? { script: draft.text } : {}) });
    const message = from_files.length ? /** @type {const} */ ({ type: "open", files: from_files })
      : about.text === null ? search : { ...search, text: about.text };
    if (!app.send(message)) return false;
    link.drop();
    // Nothing is asked any more about what was kept before.
    clock.begin([]);
    [asked, done, specs, subject, where, from] = [true, 0, runs, about, there, placeOf(state)];
    opened = from_files;
    [pinned, pinNode, trees, treeLane] = [null, null, new Map(), -1];
    predict.forget();
    controls.forget();
    tree?.take(null);
    void plant();
    app.render();
    return true;
  }
  function start() {
    const about = table();
    if (about && !over(about.scene)) begin(lineup.value(), about);
  }
  onSubmit(form, start);
  cancel.addEventListener("click", () => asked && app.send({ type: "cancel" }));

  /** The searches have come. @param {Of<"traced">} message */
  function arrive(message) {
    done = message.lanes.length;
    if (!message.done) return app.render();
    asked = false;
    [code, kept] = [message.code, message.id];
    if (opened.length) specs = message.lanes.map((lane) => lane.algorithm);
    while (lanes.length > message.lanes.length) lanes.pop()?.root.remove();
    clock.begin(message.lanes, where);
    show.ready();
    app.say(t("watch.ready", { n: message.lanes.length }));
    app.render();
  }
  /** What an address wishes for begins as soon as the table is there. */
  function fulfil() {
    if (!wanted || app.isMoving() || !app.online()) return;
    const about = table();
    if (!about) return;
    const { wish } = wanted;
    // It begins when what else is under way has ended.
    if (state.busy && state.busy !== "analyse" && state.busy !== "trace") return;
    const same = ready() && placeOf(state) === from && opened.join() === wish.files.join()
      && (opened.length > 0 || (specs.join() === wish.runs.join() && wish.steps === lineup.steps()));
    wanted = null;
    if (wish.runs.length) lineup.choose(wish.runs);
    if (wish.runs.length) lineup.keep(wish.steps);
    clock.pause();
    clock.count(wish.unit);
    clock.join(!wish.apart);
    if (wish.speed !== null) clock.pace(wish.speed);
    const there = { at: wish.at, step: wish.step };
    if (same) clock.begin(clock.lanes, there);
    else if (!over(about.scene)) begin(wish.runs, about, there, wish.files);
    clock.choose(wish.lane);
  }
  function query() {
    if (wanted) return wanted.raw;
    if (!ready() || show.on) return "";
    const at = clock.cursors.map((one) => one?.at ?? 0);
    const usual = clock.unit === "micros" ? 1000 : 5;
    return writeQuery({ runs: specs, files: opened, at, step: null, unit: clock.unit,
      speed: clock.speed === usual ? null : clock.speed, lane: clock.lane, apart: !clock.together, steps: opened.length ? null : lineup.steps() });
  }

  // ---- The moment --------------------------------------------------------------------------------------------------

  function moved() {
    if (!clock.playing) {
      clearTimeout(posting);
      posting = setTimeout(() => app.state.view && shell.state.screen === "watch" && !wanted && shell.post(), POST);
    }
    lookAtPin();
    growTree();
    app.render();
  }
  function reached() {
    const lane = clock.lanes[clock.lane];
    if (lane && subject) app.say(whatWords(lane, cursor(), subject.scene, subject.seats));
    show.reached();
  }
  /** @param {number | null} id */
  function pin(id) {
    pinned = id;
    pinNode = null;
    lookAtPin();
    app.render();
  }
  let lookedAt = "";
  function lookAtPin() {
    const here = cursor();
    const key = `${clock.lane} ${pinned} ${here?.at}`;
    if (pinned === null || !here || key === lookedAt) return;
    lookedAt = key;
    link.ask({ type: "node", lane: clock.lane, id: pinned, at: here.at }, (message) => {
      if (message?.node?.id !== pinned) return;
      pinNode = message.node;
      app.render();
    });
  }
  /** Asks for the tree, or for the part of it where the search is. */
  function growTree() {
    const lane = clock.lanes[clock.lane];
    const here = cursor();
    if (!tree || !lane || !here || !["states", "lines", "rollouts"].includes(lane.kind) || lane.nodes < 1) return;
    const known = trees.get(clock.lane);
    const about = here.node?.id ?? here.expanding ?? 0;
    if (known && treeLane !== clock.lane) {
      treeLane = clock.lane;
      tree.take(known);
    }
    const complete = known && known.ids.length >= known.of;
    if (complete || link.waits("branch") || (known && tree.knows(about))) return;
    const now = performance.now();
    if (known && now - treeAsked < (clock.playing ? AGAIN : 0)) return;
    treeAsked = now;
    const of = clock.lane;
    link.ask({ type: "branch", lane: of, about, most: lane.nodes <= WHOLE ? WHOLE : PART }, (message) => {
      if (!message || !clock.lanes.length) return;
      trees.set(of, message.tree);
      treeLane = of;
      if (of === clock.lane) tree?.take(message.tree);
      moved();
    });
  }
  quiz.addEventListener("click", () => ready() && predict.turn(!predict.on));
  share.addEventListener("click", () => copyText(app, new URL(shell.address(), location.href).href, share));

  // ---- Exhibition --------------------------------------------------------------------------------------------------

  /** @param {Item} item */
  function exhibit({ spec, text }) {
    const { view } = state;
    if (!view) return false;
    const scene = text === null ? table()?.scene : sketches.get(text);
    if (!scene || over(scene)) return false;
    return begin([spec], { scene, seats: view.table?.seats ?? [], text: text ?? table()?.text ?? null });
  }
  function left() {
    clock.begin([]);
    subject = null;
    app.render();
  }

  // ---- What is seen ------------------------------------------------------------------------------------------------

  /** @type {Scene[]} */
  let pictures = [];
  /** @param {number} i @param {NodeView | null} node */
  function sceneOf(i, node) {
    const start = subject?.scene ?? table()?.scene ?? state.view?.scene;
    if (!versus || !node || !ready() || !start) return start;
    sketches.drop();
    const scene = node.moves.length ? sketches.get(code, node.moves) : start;
    if (scene) pictures[i] = scene;
    return scene ?? pictures[i] ?? start;
  }

  /** @param {number} count */
  function renderLanes(count) {
    while (lanes.length > count) lanes.pop()?.root.remove();
    while (lanes.length < count) {
      const i = lanes.length;
      const one = createLaneView({ choose: () => {
        clock.choose(i);
        moved();
      }, pointed: versus ? null : (cell) => ready() && controls.toggleCell(cell) });
      lanes.push(one);
      boards.append(one.root);
    }
    set(boards, { "data-n": count });
    const labels = ready() ? specs : lineup.value();
    lanes.forEach((one, i) => {
      const lane = clock.lanes[i] ?? null;
      const here = clock.cursors[i] ?? null;
      const isPinned = pinned !== null && i === clock.lane && pinNode !== null;
      const node = isPinned ? pinNode : (here?.node ?? null);
      const start = subject?.scene ?? state.view?.scene;
      const scene = sceneOf(i, node);
      if (!scene || !start) return;
      const last = Math.max(1, clock.together ? clock.last() : clock.lastOf(i));
      one.render({ lane, cursor: here, node, pinned: isPinned, start, scene, seats: subject?.seats ?? [],
        stops: controls.cells(), n: i + 1, of: count, chosen: i === clock.lane,
        label: labels[i] ?? "", part: clock.at(i) / last });
    });
  }

  /** @param {State} now */
  function render(now) {
    const { view, game, busy } = now;
    if (!view) return;
    // What is about another table is over.
    if (!show.on && !asked && clock.lanes.length && placeOf(now) !== from && !wanted) {
      clock.begin([]);
      subject = null;
    }
    fulfil();
    lineup.render(game, view.scene.sides.length, asked);
    strip.render(now);
    const about_ = table();
    const nothing = about_ !== null && over(about_.scene);
    reason.hidden = !over(view.scene);
    const how = view.scene.winner === null ? "solved" : "over";
    write(reason, reason.hidden ? "" : t(nothing ? `race.why.${how}.start` : `watch.why.${how}`));
    write(go, asked ? t("watch.searching", { n: done, of: specs.length }) : t(ready() ? "watch.again" : "watch.go"));
    disable(go, asked || nothing || !about_ || (busy !== null && busy !== "analyse" && busy !== "trace"));
    cancel.hidden = !asked;
    const on = ready();
    for (const one of [stage, side, results.root]) one.hidden = !on;
    intro.hidden = on;
    root.classList.toggle("running", on);
    const info = game?.algorithms.find((one) => one.name === nameOf(lineup.value()[0] ?? ""));
    write(/** @type {HTMLElement} */ (intro.lastElementChild), info ? `${info.name}: ${about(info)}` : "");
    const count = on ? clock.lanes.length : lineup.value().length;
    renderLanes(Math.max(1, count));
    set(root, { "data-lanes": Math.max(1, count), "data-kind": on ? clock.lanes[clock.lane]?.kind : null });
    const lane = clock.lanes[clock.lane];
    legend.hidden = !on || versus;
    legend.classList.toggle("two-sided", clock.cursors.some((one) => (one?.backward.length ?? 0) > 0));
    if (tree) tree.root.hidden = !on || !lane || !["states", "lines", "rollouts"].includes(lane.kind);
    show.render();
    if (!on || !lane || !subject) return;
    const here = cursor();
    predict.render();
    set(quiz, { "aria-pressed": String(predict.on) });
    quiz.hidden = !["states", "lines", "rollouts"].includes(lane.kind);
    controls.render(lane);
    const sentence = whatWords(lane, here, subject.scene, subject.seats);
    timeline.render(clock.playing ? "" : sentence);
    aside.render({ lane, cursor: here, scene: subject.scene, seats: subject.seats, pinned,
      hurry: clock.playing }, predict.quiz());
    const known = game?.algorithms.find((one) => one.name === nameOf(lane.algorithm));
    write(headline, show.on && known ? `${lane.algorithm} — ${about(known)}` : "");
    card.render(pinned === null ? null : pinNode, subject.scene, lane);
    tree?.render(lane, here?.at ?? 0, here?.node?.id ?? here?.expanding ?? null, pinned);
    results.render(clock.lanes);
    // A screen reader hears of steps, not of frames.
    const words = `${here?.at} ${clock.lane}`;
    if (words !== spoken && !clock.playing && !predict.on && here) {
      spoken = words;
      if (document.activeElement !== timeline.root) app.say(sentence);
    }
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => clock.step(-1), ArrowRight: () => clock.step(1), Home: () => (clock.pause(), clock.put(0)),
      End: () => (clock.pause(), clock.put(clock.last())),
    " ": () => clock.toggle(), "[": () => controls.seek(false), "]": () => controls.seek(true),
      p: () => predict.turn(!predict.on),
    Escape: () => pin(null),
  };
  return {
    root, render, query,
    visited(raw) {
      const wish = readQuery(raw);
      if (wish && raw !== query()) wanted = { raw, wish };
      app.render();
    },
    heard(message) {
      if (message.type === "traced" && asked) arrive(message);
      else if (message.type === "error" && ["trace", "open"].includes(message.about) && asked) {
        asked = false;
        show.failed();
      } else if (message.type === "busy" && message.job === null && asked && done < specs.length && !opened.length) {
        // It was cancelled, or the line was lost.
        setTimeout(() => {
          if (asked && state.busy === null) asked = false;
          app.render();
        }, 300);
      } else if (message.type === "error" && message.refusal.key === "server.no_trace" && ready() && subject
        && KINDS.some((kind) => kind === message.about && link.waits(kind))) {
        // The server was started anew: the same search gives the same.
        begin(specs, subject, { at: clock.cursors.map((one) => one?.at ?? 0) }, opened);
      }
      link.heard(message);
    },
    hidden() {
      clock.pause();
      show.end();
      if (asked) app.send({ type: "cancel" });
      asked = false;
    },
    key(event) {
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || !ready()) return false;
      const target = event.target instanceof Element ? event.target : null;
      if (event.key === " " && target?.closest("button, a, summary")) return false;
      act();
      return true;
    },
    help: () => [h("p", {}, t("watch.help")), keyList([["← →", "watch.help.step"], [t("race.space"), "watch.help.play"],
      ["Home End", "watch.help.ends"], ["[ ]", "watch.help.stops"],
      ["P", "watch.predict"], ["Esc", "watch.card.unpin"], ["+ − 0", "watch.help.tree"], ["?", "help.help"]])],
  };
}
