// @ts-check
// Build: an editor of the position on the table. What tools there are, and what they point at, the game declares; what an edit
// does, the server knows. The rating of the position follows every edit.

import { createBoard, U } from "../core/board.js";
import { h, refill, s, set, write } from "../core/dom.js";
import { current, maybe, number, t } from "../core/i18n.js";
import { button, disable, figure, icon, keyList, picture, section, show } from "../core/parts.js";
import { skin } from "../core/skin.js";
import { directionWord, goalWords, moves } from "../core/words.js";
import { createText } from "./build-text.js";
import { createWish } from "./build-wish.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../core/app.js").State} State */
/** @typedef {import("../core/app.js").Direction} Direction */
/** @typedef {import("../core/board.js").Place} Place */
/** @typedef {import("../core/wire.js").Edit} Edit */
/** @typedef {import("../core/wire.js").Scene} Scene */
/** @typedef {import("../core/wire.js").Tool} Tool */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
const BITS = { N: 1, E: 2, S: 4, W: 8 };
const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
/** How many colours the page can tell apart. */
const COLORS = 8;
const LEVELS = 5;
const narrow = matchMedia("(max-width: 899px)");

/** @param {string} name */
const toolWord = (name) => maybe(`tool.${name}`) ?? name;

/**
 * A tool's picture, 40 units wide around the origin: on its button, and on the cell under the pointer.
 * @param {Tool} tool
 * @param {{color: number | null, letter: string, form: string}} look
 */
function sign(tool, look) {
  const own = tool.name === "remove" ? [s("path", { class: "cross", d: "M-10,-10L10,10M10,-10L-10,10" })] : skin.toolSign(tool.name, look);
  return s("g", {}, ...(own ?? [s("text", { y: 5, "font-size": 14 }, tool.name.slice(0, 3))]));
}

/** @param {App} app @returns {import("../core/app.js").Screen} */
export function create(app) {
  const { state } = app;
  let name = "";
  /** The choices made for each tool. @type {Record<string, number | null>} */
  const pieces = {};
  /** @type {Record<string, string>} */
  const forms = {};
  /** What the pointer points at. @type {Place | null} */
  let hover = null;
  /** The cursor of the keyboard, once it is used. @type {Place | null} */
  let cursor = null;
  /** A line of walls, or a piece, that is being drawn. @type {{from: Place, put: boolean, done: Set<number>} | null} */
  let drag = null;

  const scene = () => state.view?.scene ?? null;
  /** The tools that point at a place on the board. */
  const tools = () => (state.game?.tools ?? []).filter((tool) => tool.at !== "board");
  const tool = () => tools().find((one) => one.name === name) ?? tools()[0] ?? null;

  /** The pieces to choose from: those that are there, and any, or the one that would be next. @param {Tool} tool @returns {(number | null)[]} */
  function choices(tool) {
    const there = scene()?.pieces.length ?? 0;
    const list = /** @type {(number | null)[]} */ (Array.from({ length: there }, (_, i) => i));
    if (!tool.piece) return [];
    if (tool.any) return [...list, null];
    return there < COLORS ? [...list, there] : list;
  }
  /** @param {Tool} tool */
  function pieceOf(tool) {
    const usual = tool.any ? scene()?.targets.find((one) => one.active)?.piece : 0;
    const chosen = tool.name in pieces ? pieces[tool.name] : (usual ?? 0);
    return choices(tool).includes(chosen) ? chosen : 0;
  }
  /** @param {Tool} tool */
  const formOf = (tool) => forms[tool.name] ?? tool.forms[0] ?? "";
  /** @param {Tool} tool @param {number | null} piece @param {string} [form] */
  function signOf(tool, piece, form = formOf(tool)) {
    const one = piece === null ? null : scene()?.pieces[piece];
    return sign(tool, { color: piece === null ? null : (one?.color ?? piece), letter: one?.letter ?? "+", form });
  }
  /** @param {number | null} piece */
  const pieceWord = (piece) => (piece === null ? t("cell.any") : skin.pieceWord(scene() ?? undefined, piece));

  // ---- Edits -----------------------------------------------------------------------------------------------------

  let asking = false;
  /** Whether the table may be changed: a game under way would end. */
  async function allowed() {
    const { match } = state.view ?? {};
    if (!match || match.phase === "over") return true;
    if (asking) return false;
    asking = true;
    const yes = await app.confirm(t("build.match"), t("build.match.yes"));
    asking = false;
    return yes;
  }
  /** @param {Edit} edit */
  async function send(edit) {
    if (await allowed()) app.intend(() => ({ type: "edit", edit }));
  }
  /** @param {boolean} back */
  async function unedit(back) {
    if (state.view?.edits[back ? 0 : 1] && (await allowed())) app.intend(() => ({ type: "unedit", back }));
  }

  /** The sides that a tool means at a place; the border of the board is not one of them. @param {Tool} tool @param {Place} place */
  function sidesAt(tool, place) {
    const now = scene();
    if (!now || tool.at === "cell") return [];
    const sides = /** @type {Direction[]} */ (tool.at === "side" ? [place.side] : Array.from(place.corner));
    const [x, y] = [place.cell % now.width, Math.floor(place.cell / now.width)];
    return sides.filter((side) => {
      const [dx, dy] = STEPS[side];
      return x + dx >= 0 && y + dy >= 0 && x + dx < now.width && y + dy < now.height;
    });
  }
  /** @param {number} cell @param {Direction} side */
  const walled = (cell, side) => Boolean((scene()?.walls[cell] ?? 0) & BITS[side]);

  /** Applies the tool. @param {Place} place @param {Tool | null} [using] */
  function apply(place, using = tool()) {
    if (!using) return;
    if (using.at !== "cell" && !sidesAt(using, place).length) return;
    const piece = using.piece ? pieceOf(using) : null;
    send({
      tool: using.name,
      cell: place.cell,
      side: using.at === "side" ? place.side : using.at === "corner" ? place.corner : undefined,
      piece: piece ?? undefined,
      form: using.forms.length ? formOf(using) : undefined,
    });
  }
  /** Takes away what is at a place: the wall, where the tool draws walls, else what is on the cell. @param {Place} place */
  function remove(place) {
    const now = tool();
    const sides = now ? sidesAt(now, place) : [];
    if (now && now.at !== "cell") {
      if (sides.length && sides.every((side) => walled(place.cell, side))) apply(place);
      return;
    }
    const eraser = tools().find((one) => one.name === "remove");
    if (eraser) apply(place, eraser);
  }

  /** Draws on along the line on which the drag began. @param {Place} place */
  function draw(place) {
    const now = scene();
    if (!drag || !now) return;
    const { from, put, done } = drag;
    const along = from.side === "N" || from.side === "S";
    const [column, row] = [(/** @type {number} */ cell) => cell % now.width, (/** @type {number} */ cell) => Math.floor(cell / now.width)];
    const [a, b] = along ? [column(from.cell), column(place.cell)] : [row(from.cell), row(place.cell)];
    // A quick pointer skips cells: those between are drawn too.
    for (let i = Math.min(a, b); i <= Math.max(a, b); i += 1) {
      const cell = along ? row(from.cell) * now.width + i : i * now.width + column(from.cell);
      if (done.has(cell)) continue;
      done.add(cell);
      if (walled(cell, from.side) !== put) apply({ ...from, cell });
    }
  }

  /** Whether a tool fills one cell after another as it is drawn. @param {Tool | null} using */
  const brush = (using) => using?.at === "cell" && (using.name === "wall" || using.name === "floor");
  /** @param {Tool} using @param {number} cell */
  const filled = (using, cell) => Boolean(scene()?.closed.includes(cell)) === (using.name === "wall");
  /** What a brush does to a cell: the same to all that it passes. @param {Place} place */
  function paint(place) {
    const using = tool();
    if (!drag || !using || drag.done.has(place.cell)) return;
    drag.done.add(place.cell);
    if (filled(using, place.cell) !== drag.put || (using.name === "floor" && drag.done.size === 1)) apply(place);
  }

  // ---- The board and the pointer ---------------------------------------------------------------------------------

  const host = h("div", { class: "board", id: "board-build", role: "group", tabindex: 0, "aria-describedby": "build-words" });
  const words = h("p", { class: "sr", id: "build-words" });
  const board = createBoard(host, null);
  const { svg } = board;

  /** Shows what a click, or Enter, would do. */
  function preview() {
    const now = scene();
    const using = tool();
    const place = cursor ?? hover;
    board.top.replaceChildren();
    if (!now || !using || !place || place.cell >= now.width * now.height) return;
    const { x, y } = board.middle(place.cell);
    const group = s("g", { transform: `translate(${x} ${y})`, class: "would" });
    if (cursor || using.at === "cell") group.append(s("rect", { class: cursor ? "cursor" : "spot", x: -U / 2, y: -U / 2, width: U, height: U }));
    if (using.at === "cell") {
      if (!now.pieces.some((one) => one.cell === place.cell)) group.append(signOf(using, using.piece ? pieceOf(using) : 0));
    } else {
      const sides = sidesAt(using, place);
      const takes = sides.length > 0 && sides.every((side) => walled(place.cell, side));
      const d = sides.map((side) => ({ N: "M-20,-20H20", E: "M20,-20V20", S: "M-20,20H20", W: "M-20,-20V20" })[side]).join("");
      group.append(s("path", { class: takes ? "takes" : "puts", d }));
    }
    board.top.append(group);
  }

  svg.addEventListener("pointermove", (event) => {
    hover = board.locate(event);
    if (event.pointerType !== "touch" || drag) cursor = null;
    if (drag && hover && tool()?.at === "side") draw(hover);
    else if (drag && hover && brush(tool())) paint(hover);
    preview();
  });
  svg.addEventListener("pointerleave", () => {
    hover = null;
    preview();
  });
  svg.addEventListener("pointerdown", (event) => {
    const place = board.locate(event);
    const using = tool();
    if (!event.isPrimary || event.button !== 0 || !place || !using) return;
    svg.setPointerCapture(event.pointerId);
    cursor = null;
    hover = place;
    drag = { from: place, put: brush(using) ? !filled(using, place.cell) : !walled(place.cell, place.side), done: new Set() };
    if (brush(using)) paint(place);
    if (using.at === "side") {
      if (sidesAt(using, place).length) draw(place);
      else drag = null;
    }
    preview();
  });
  svg.addEventListener("pointercancel", () => (drag = null));
  svg.addEventListener("pointerup", (event) => {
    const begun = drag;
    const place = board.locate(event);
    const using = tool();
    drag = null;
    if (!begun || !place || !using || using.at === "side" || brush(using)) return;
    // A piece that is pressed is chosen, for tools that want one; drawn elsewhere, it is put there.
    const pressed = using.piece ? (scene()?.pieces.findIndex((one) => one.cell === begun.from.cell) ?? -1) : -1;
    const moved = place.cell !== begun.from.cell;
    if (pressed >= 0 && pressed !== pieceOf(using)) choosePiece(pressed);
    if (moved === pressed >= 0) apply(place);
  });
  svg.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const place = board.locate(event);
    if (place) remove(place);
  });

  // ---- Tools -----------------------------------------------------------------------------------------------------

  const toolbox = h("div", { class: "tools", id: "tools", role: "group", "data-i18n-label": "build.tools" });
  /** @param {"undo" | "redo"} act @param {string} key */
  const back = (act, key) => {
    const one = h("button", { type: "button", id: `build-${act}`, "aria-keyshortcuts": key }, icon(act), h("span", { "data-i18n": act }));
    one.addEventListener("click", () => unedit(act === "undo"));
    return one;
  };
  const undo = back("undo", "U");
  const redo = back("redo", "Y");
  const toolSign = h("span", { class: "glyph", "aria-hidden": "true" });
  const toolName = h("p", { class: "tool-name" });
  const toolAbout = h("p", { class: "quiet" });
  const whose = h("div", { class: "whose", role: "group", "data-i18n-label": "build.piece" });
  const which = h("div", { class: "whose", role: "group", "data-i18n-label": "build.form" });

  /** @param {string} to */
  function choose(to) {
    name = to;
    app.say(toolWord(to));
    app.render();
  }
  /** @param {number | null} piece */
  function choosePiece(piece) {
    const now = tool();
    if (!now?.piece) return;
    pieces[now.name] = piece;
    app.say(pieceWord(piece));
    app.render();
  }
  /** @param {string} form */
  function chooseForm(form) {
    const now = tool();
    if (!now) return;
    forms[now.name] = form;
    app.render();
  }

  function renderTools() {
    const list = tools();
    const now = tool();
    refill(toolbox, `${current()} ${list.map((one) => one.name).join()}`, () => list.map((one, i) => {
      const key = i < 10 ? String((i + 1) % 10) : "";
      const made = h("button", { type: "button", "data-tool": one.name, "aria-keyshortcuts": key || null, title: toolWord(one.name) },
        h("span", { class: "sign-of" }), h("span", { class: "word" }, toolWord(one.name)), h("kbd", { "aria-hidden": "true" }, key));
      made.addEventListener("click", () => choose(one.name));
      return made;
    }));
    list.forEach((one, i) => {
      const made = /** @type {HTMLElement} */ (toolbox.children[i]);
      set(made, { "aria-pressed": String(one === now) });
      const piece = one.piece ? pieceOf(one) : 0;
      refill(/** @type {HTMLElement} */ (made.firstElementChild), `${piece} ${formOf(one)} ${scene()?.pieces.length}`, () => [picture(signOf(one, piece), 20)]);
    });
    if (!now) return;
    const piece = now.piece ? pieceOf(now) : 0;
    const shape = `${current()} ${now.name} ${formOf(now)} ${scene()?.pieces.length}`;
    write(toolName, toolWord(now.name));
    write(toolAbout, maybe(`tool.${now.name}.about`) ?? "");
    refill(toolSign, `${shape} ${piece}`, () => [picture(signOf(now, piece), 20)]);
    const list2 = choices(now);
    refill(whose, shape, () => list2.map((one) => {
      const more = one !== null && !scene()?.pieces[one] && !now.forms.length;
      const label = more ? t("build.add", { robot: pieceWord(one) }) : pieceWord(one);
      const made = h("button", { type: "button", "aria-label": label, title: label }, picture(signOf(now, one), 20));
      made.addEventListener("click", () => choosePiece(one));
      return made;
    }));
    Array.from(whose.children).forEach((made, i) => set(made, { "aria-pressed": String(list2[i] === piece) }));
    refill(which, `${shape} ${piece}`, () => now.forms.map((form) => {
      const made = h("button", { type: "button", "aria-label": form, "aria-pressed": String(form === formOf(now)) }, picture(signOf(now, piece, form), 20));
      made.addEventListener("click", () => chooseForm(form));
      return made;
    }));
    whose.hidden = !list2.length;
    which.hidden = !now.forms.length;
  }

  // ---- The panel -------------------------------------------------------------------------------------------------

  const optimum = h("dd", {});
  const movers = h("dd", {});
  const level = h("span");
  const ticks = h("span", { class: "level", "aria-hidden": "true" }, ...Array.from({ length: LEVELS }, () => h("i")));
  const rated = h("p", { class: "quiet", id: "rated", role: "status" });
  const play = h("a", { class: "door primary", id: "build-play", "data-i18n": "build.play" });
  const analyse = h("a", { class: "door", id: "build-analyse", "data-i18n": "build.analyse" });
  const badge = h("section", { class: "badge", id: "badge", "data-i18n-label": "build.rating" },
    h("div", { class: "figures" }, figure("optimum", optimum), figure("build.movers", movers), figure("build.level", h("dd", { class: "levels" }, level, ticks))),
    rated, h("div", { class: "doors" }, play, analyse));

  /** What was known last stays, in grey, until there is something new. @type {State["rating"]} */
  let known = null;
  /** @param {State} state */
  function renderBadge({ rating, view }) {
    known = rating ?? known;
    badge.classList.toggle("waits", rating === null);
    write(optimum, known?.solvable === false ? "∞" : show(known?.optimum));
    write(movers, show(known?.pieces));
    write(level, known?.level == null ? "–" : t(`build.level.${known.level}`));
    Array.from(ticks.children).forEach((tick, i) => tick.classList.toggle("on", i < (known?.level ?? 0)));
    set(play, { href: app.address("play") });
    set(analyse, { href: app.address("analyse") });
    set(rated, { class: rating?.solvable === false ? "verdict" : "quiet" });
    if (!rating) return write(rated, t(view ? "build.computing" : "goal.wait"));
    const after = t(rating.expanded === 1 ? "build.expanded.one" : "build.expanded.other", { n: number(rating.expanded) });
    // Where it cannot be solved, the game may know why.
    if (rating.solvable === false && skin.reason && view) {
      if (judged !== view.code && app.send({ type: "verdict" })) judged = view.code;
      const { verdict } = state;
      const why = verdict && verdict.code === view.code ? skin.reason(verdict.verdict) : "";
      if (why) return write(rated, why);
    }
    const key = rating.solvable === false ? "build.unsolvable" : rating.optimum != null ? "build.rated" : "build.unknown";
    write(rated, t(key, { moves: moves(rating.optimum), after }));
  }

  const width = h("input", { id: "width-build", type: "number", inputmode: "numeric", required: true });
  const height = h("input", { id: "height-build", type: "number", inputmode: "numeric", required: true });
  const clear = button("build.clear", { id: "build-clear" });
  const size = h("form", { class: "fields size" },
    h("label", {}, h("span", { "data-i18n": "option.width" }), width), h("label", {}, h("span", { "data-i18n": "option.height" }), height), clear);
  function resize() {
    if (!size.reportValidity()) return;
    const now = scene();
    const [w, tall] = [Number(width.value), Number(height.value)];
    if (now && (w !== now.width || tall !== now.height)) send({ tool: "size", width: w, height: tall });
  }
  size.addEventListener("submit", (event) => {
    event.preventDefault();
    resize();
  });
  size.addEventListener("change", resize);
  clear.addEventListener("click", () => send({ tool: "clear" }));

  let sized = "";
  function renderSize() {
    const now = scene();
    const has = (/** @type {string} */ one) => Boolean(state.game?.tools.some((tool) => tool.name === one));
    sizes.hidden = !has("size") && !has("clear");
    clear.hidden = !has("clear");
    if (!now || sized === `${now.width} ${now.height}`) return;
    sized = `${now.width} ${now.height}`;
    for (const [input, value, option] of /** @type {[HTMLInputElement, number, string][]} */ ([[width, now.width, "width"], [height, now.height, "height"]])) {
      const range = state.game?.generate.find((one) => one.name === option)?.range;
      set(input, { min: range?.[0], max: range?.[1] });
      input.value = String(value);
    }
  }
  // Where no box should ever stand, for games that know such cells.
  const dead = h("input", { type: "checkbox", id: "build-dead", checked: true });
  const deadly = h("label", { class: "check" }, dead, h("span", { "data-i18n": "build.dead" }));
  deadly.hidden = !skin.dead;
  dead.addEventListener("change", app.render);
  let mapped = "";
  let judged = "";
  /** @param {State} state */
  function renderDead({ view, map }) {
    if (!skin.dead || !view) return;
    if (dead.checked && mapped !== view.code && app.online() && app.send({ type: "map", heuristic: skin.dead, obstacles: false, text: null })) mapped = view.code;
    const { scene } = view;
    const fits = dead.checked && map && map.heuristic === skin.dead && map.values.length === scene.width * scene.height;
    const closed = new Set([...scene.closed, ...scene.outside]);
    const d = fits ? map.values.map((value, cell) => {
      if (value !== null || closed.has(cell)) return "";
      const { x, y } = board.middle(cell);
      return `M${x - 7},${y - 7}L${x + 7},${y + 7}M${x + 7},${y - 7}L${x - 7},${y + 7}`;
    }).join("") : "";
    // The old marks stay until the new ones are there.
    if (fits || !dead.checked) board.layer.replaceChildren(s("path", { class: "dead", d }));
  }

  const sizes = section("build.size", [], size, deadly);
  sizes.id = "build-size";

  const text = createText(app, allowed);
  const wish = createWish(app, allowed);
  const root = h("div", { class: "table build" },
    h("section", { class: "strip", "data-i18n-label": "build.tool" }, toolSign, h("div", { class: "tool-words" }, toolName, toolAbout), whose, which),
    h("div", { class: "controls" }, toolbox, h("div", { class: "acts", role: "group", "data-i18n-label": "build.edits" }, undo, redo)),
    host, words,
    h("aside", { class: "panel", "data-i18n-label": "panel" }, badge, sizes, wish.root, text.root));
  narrow.addEventListener("change", app.render);

  // ---- Keys ------------------------------------------------------------------------------------------------------

  /** Where the cursor is and what is there. */
  function tell() {
    const now = scene();
    const using = tool();
    if (!cursor || !now) return;
    const { x, y } = app.place(cursor.cell);
    const row = host.querySelectorAll("tr")[y - 1];
    const there = row?.children[x - 1]?.textContent ?? "";
    const sides = using ? sidesAt(using, cursor).map(directionWord).join(", ") : "";
    app.say(t("build.at", { x, y, there: [there, sides].filter(Boolean).join("; ") }));
  }
  /** @param {Direction} direction @param {boolean} turn */
  function steer(direction, turn) {
    const now = scene();
    if (!now) return;
    if (!cursor) cursor = hover ?? { cell: 0, side: "E", corner: "SE" };
    else if (turn) {
      const [vertical, horizontal] = cursor.corner;
      const corner = direction === "N" || direction === "S" ? direction + horizontal : vertical + direction;
      cursor = { ...cursor, side: direction, corner: /** @type {Place["corner"]} */ (corner) };
    } else {
      const [dx, dy] = STEPS[direction];
      const x = Math.max(0, Math.min(now.width - 1, (cursor.cell % now.width) + dx));
      const y = Math.max(0, Math.min(now.height - 1, Math.floor(cursor.cell / now.width) + dy));
      cursor = { ...cursor, cell: y * now.width + x };
    }
    preview();
    tell();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const pressed = event.key.toLowerCase();
    const now = tool();
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
    const onControl = event.target instanceof Element && event.target.closest("button, a, summary, label") !== null;
    if (event.key in ARROWS) steer(ARROWS[event.key], event.shiftKey);
    else if ((pressed === "enter" || pressed === " ") && !onControl && cursor) apply(cursor);
    else if ((pressed === "delete" || pressed === "backspace") && cursor) remove(cursor);
    else if (pressed === "u" && !event.repeat) unedit(true);
    else if (pressed === "y" && !event.repeat) unedit(false);
    else if (digit && tools()[(Number(digit[1]) + 9) % 10]) choose(tools()[(Number(digit[1]) + 9) % 10].name);
    else if ((pressed === "q" || pressed === "e") && now?.piece) {
      const list = choices(now);
      choosePiece(list[(list.indexOf(pieceOf(now)) + (pressed === "q" ? list.length - 1 : 1)) % list.length]);
    } else if (pressed === "f" && now?.forms.length) chooseForm(now.forms[(now.forms.indexOf(formOf(now)) + 1) % now.forms.length]);
    else if (pressed === "escape" && cursor) {
      cursor = null;
      preview();
    } else return false;
    return true;
  }

  /** The view that was brought to its start. @type {State["view"]} */
  let rewound = null;
  return {
    root,
    render(state) {
      const { view } = state;
      renderTools();
      renderBadge(state);
      renderSize();
      renderDead(state);
      text.render(state);
      wish.render(state);
      disable(undo, !view?.edits[0]);
      disable(redo, !view?.edits[1]);
      if (!view) return;
      // What is edited is the position at the start of the history; a game under way is left alone until the first edit.
      if (view.history.at > 0 && view !== rewound && !view.match) {
        rewound = view;
        app.go(() => 0);
      }
      board.render(view.scene, { selected: -1, hinted: null, margin: narrow.matches || !skin.ticks ? 3 : 24 });
      set(host, { "aria-label": t("board.label", { width: view.scene.width, height: view.scene.height }) });
      write(words, [goalWords(view.scene), t("build.keys")].join(". "));
      if (cursor && cursor.cell >= view.scene.width * view.scene.height) cursor = null;
      preview();
    },
    key,
    heard: text.heard,
    hidden() {
      hover = cursor = drag = null;
    },
    help: () => [
      h("p", {}, t("build.help")),
      keyList([["1 … 0", "build.key.tool"], ["← ↑ ↓ →", "build.key.cursor"], ["⇧←", "build.key.side"], ["Enter", "build.key.apply"], ["Del", "build.key.remove"],
        ["Q E", "build.key.piece"], ["F", "build.key.form"], ["U Y", "build.key.undo"], ["?", "help.help"]]),
    ],
  };
}
