// @ts-check
// The bench of a board of cells: tools that are chosen, and a pointer or a keyboard that points at a cell, a side or a
// corner.

import { createBoard, U } from "../../core/board.js";
import { b, h, refill, s, set, write } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { disable, icon, picture } from "../../core/parts.js";
import { blocked, cellsOf } from "../../core/scene.js";
import { skin } from "../../core/skin.js";
import { directionWord } from "../../core/words.js";
import { dead } from "./rating.js";

/** @import { App } from "../../core/app.js" */
/** @import { Direction, Place } from "../../core/board.js" */
/** @import { Of } from "../../core/state.js" */
/** @import { Scene, Tool } from "../../core/wire.js" */
/** @import { Bench, Desk } from "../build.js" */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
const BITS = { N: 1, E: 2, S: 4, W: 8 };
const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const EDGES = { N: "M-20,-20H20", E: "M20,-20V20", S: "M-20,20H20", W: "M-20,-20V20" };
/** How many colours the page can tell apart. */
const COLORS = 8;
const narrow = matchMedia("(max-width: 899px)");

/** @param {string} name */
const toolWord = (name) => maybe(`tool.${name}`) ?? name;
/** Whether a tool fills one cell after another as it is drawn. @param {Tool | null} using */
const brush = (using) => using?.at === "cell" && (using.name === "wall" || using.name === "floor");

/** What is chosen: a tool, and a piece and a form for each of them.
 * @param {() => Scene | null} scene @param {() => Tool[]} tools */
function createChoice(scene, tools) {
  let name = "";
  /** @type {Record<string, number | null>} */
  const pieces = {};
  /** @type {Record<string, string>} */
  const forms = {};
  const choice = {
    tool: () => tools().find((one) => one.name === name) ?? tools()[0] ?? null,
    /** @param {string} to */
    choose: (to) => void (name = to),
    /** The pieces to choose from: those that are there, and any, or the one that would be next.
     * @param {Tool} tool @returns {(number | null)[]} */
    pieces(tool) {
      const there = scene()?.pieces.length ?? 0;
      const list = /** @type {(number | null)[]} */ (Array.from({ length: there }, (_, i) => i));
      if (!tool.piece) return [];
      if (tool.any) return [...list, null];
      return there < COLORS ? [...list, there] : list;
    },
    /** @param {Tool} tool @returns {number | null} */
    piece(tool) {
      const usual = tool.any ? scene()?.targets.find((one) => one.active)?.piece : 0;
      const chosen = tool.name in pieces ? pieces[tool.name] : (usual ?? 0);
      return choice.pieces(tool).includes(chosen) ? chosen : 0;
    },
    /** @param {Tool} tool @param {number | null} piece */
    setPiece: (tool, piece) => void (pieces[tool.name] = piece),
    /** @param {Tool} tool */
    form: (tool) => forms[tool.name] ?? tool.forms[0] ?? "",
    /** @param {Tool} tool @param {string} form */
    setForm: (tool, form) => void (forms[tool.name] = form),
    /** A tool's picture, 40 units wide around the origin.
     * @param {Tool} tool @param {number | null} piece @param {string} [form] */
    sign(tool, piece, form = choice.form(tool)) {
      const one = piece === null ? null : scene()?.pieces[piece];
      const look = { color: piece === null ? null : (one?.color ?? piece), letter: one?.label ?? "+", form };
      const own = tool.name === "remove" ? [s("path", { class: "cross", d: "M-10,-10L10,10M10,-10L-10,10" })]
        : skin.toolSign(tool.name, look);
      return s("g", {}, ...(own ?? [s("text", { y: 5, "font-size": 14 }, tool.name.slice(0, 3))]));
    },
  };
  return choice;
}

/** @param {App} app @param {Desk} desk @returns {Bench} */
export function createBench(app, desk) {
  const { state } = app;
  const scene = () => state.view?.scene ?? null;
  /** The tools that point at a place on the board. */
  const tools = () => (state.game?.tools ?? []).filter((tool) => tool.at !== "board");
  const choice = createChoice(scene, tools);
  const { tool } = choice;
  /** What the pointer points at. @type {Place | null} */
  let hover = null;
  /** The cursor of the keyboard, once it is used. @type {Place | null} */
  let cursor = null;
  /** A line of walls, or a piece, that is being drawn. @type {{from: Place, put: boolean, done: Set<number>} | null} */
  let drag = null;
  /** @param {number | null} piece */
  const pieceWord = (piece) => (piece === null ? t("cell.any") : skin.pieceWord(scene() ?? undefined, piece));

  // ---- Edits ------------------------------------------------------------------------------------------------------

  /** The sides that a tool means at a place; the border of the board is not one of them.
   * @param {Tool} tool @param {Place} place */
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
    if (!using || (using.at !== "cell" && !sidesAt(using, place).length)) return;
    desk.edit({
      tool: using.name,
      cell: place.cell,
      side: using.at === "side" ? place.side : using.at === "corner" ? place.corner : undefined,
      piece: (using.piece ? choice.piece(using) : null) ?? undefined,
      form: using.forms.length ? choice.form(using) : undefined,
    });
  }
  /** Takes away what is at a place: the wall, where the tool draws walls, else what is on the cell.
   * @param {Place} place */
  function remove(place) {
    const now = tool();
    if (now && now.at !== "cell") {
      const sides = sidesAt(now, place);
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
    const column = (/** @type {number} */ cell) => cell % now.width;
    const row = (/** @type {number} */ cell) => Math.floor(cell / now.width);
    const [a, z] = along ? [column(from.cell), column(place.cell)] : [row(from.cell), row(place.cell)];
    // A quick pointer skips cells: those between are drawn too.
    for (let i = Math.min(a, z); i <= Math.max(a, z); i += 1) {
      const cell = along ? row(from.cell) * now.width + i : i * now.width + column(from.cell);
      if (done.has(cell)) continue;
      done.add(cell);
      if (walled(cell, from.side) !== put) apply({ ...from, cell });
    }
  }
  /** @param {Tool} using @param {number} cell */
  function filled(using, cell) {
    const now = scene();
    return (now !== null && cellsOf(now, "closed").includes(cell)) === (using.name === "wall");
  }
  /** What a brush does to a cell: the same to all that it passes. @param {Place} place */
  function paint(place) {
    const using = tool();
    if (!drag || !using || drag.done.has(place.cell)) return;
    drag.done.add(place.cell);
    if (filled(using, place.cell) !== drag.put || (using.name === "floor" && drag.done.size === 1)) apply(place);
  }

  // ---- The board and the pointer ----------------------------------------------------------------------------------

  const host = h("div", { class: "board", id: "board-build", role: "group", tabindex: 0,
    "aria-describedby": "build-words" });
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
    if (cursor || using.at === "cell")
      group.append(s("rect", { class: cursor ? "cursor" : "spot", x: -U / 2, y: -U / 2, width: U, height: U }));
    if (using.at === "cell") {
      const free = !now.pieces.some((one) => one.cell === place.cell);
      if (free) group.append(choice.sign(using, using.piece ? choice.piece(using) : 0));
    } else {
      const sides = sidesAt(using, place);
      const takes = sides.length > 0 && sides.every((side) => walled(place.cell, side));
      group.append(s("path", { class: takes ? "takes" : "puts", d: sides.map((side) => EDGES[side]).join("") }));
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
    const put = brush(using) ? !filled(using, place.cell) : !walled(place.cell, place.side);
    drag = { from: place, put, done: new Set() };
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
    const on = using.piece ? (scene()?.pieces.findIndex((one) => one.cell === begun.from.cell) ?? -1) : -1;
    if (on >= 0 && on !== choice.piece(using)) choosePiece(on);
    if ((place.cell !== begun.from.cell) === on >= 0) apply(place);
  });
  svg.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const place = board.locate(event);
    if (place) remove(place);
  });

  /** Where no piece should ever stand, for games that know such cells.
   * @param {Scene} now @param {Of<"map"> | null} map */
  function renderDead(now, map) {
    if (!skin.dead) return;
    const fits = dead.checked && map?.heuristic === skin.dead && map.values.length === now.width * now.height;
    // The old marks stay until the new ones are there.
    if (!fits && dead.checked) return;
    const closed = blocked(now);
    const d = (fits ? map.values : []).map((value, cell) => {
      if (value !== null || closed.has(cell)) return "";
      const { x, y } = board.middle(cell);
      return `M${x - 7},${y - 7}L${x + 7},${y + 7}M${x + 7},${y - 7}L${x - 7},${y + 7}`;
    });
    board.layer.replaceChildren(s("path", { class: "dead", d: d.join("") }));
  }

  // ---- Tools ------------------------------------------------------------------------------------------------------

  const toolbox = h("div", { class: "tools", id: "tools", role: "group", "data-i18n-label": "build.tools" });
  /** @param {"undo" | "redo"} act @param {string} key */
  const back = (act, key) => {
    const one = b({ id: `build-${act}`, "aria-keyshortcuts": key }, icon(act), h("span", { "data-i18n": act }));
    one.addEventListener("click", () => desk.unedit(act === "undo"));
    return one;
  };
  const [undo, redo] = [back("undo", "U"), back("redo", "Y")];
  const toolSign = h("span", { class: "glyph", "aria-hidden": "true" });
  const [toolName, toolAbout] = [h("p", { class: "tool-name" }), h("p", { class: "quiet" })];
  const whose = h("div", { class: "whose", role: "group", "data-i18n-label": "build.piece" });
  const which = h("div", { class: "whose", role: "group", "data-i18n-label": "build.form" });

  /** @param {string} to */
  function choose(to) {
    choice.choose(to);
    app.say(toolWord(to));
    app.render();
  }
  /** @param {number | null} piece */
  function choosePiece(piece) {
    const now = tool();
    if (!now?.piece) return;
    choice.setPiece(now, piece);
    app.say(pieceWord(piece));
    app.render();
  }
  /** @param {string} form */
  function chooseForm(form) {
    const now = tool();
    if (now) choice.setForm(now, form);
    app.render();
  }
  /** A button of a choice, pressed or not.
   * @param {string} label @param {SVGElement} sign @param {boolean} on @param {() => void} does */
  function option(label, sign, on, does) {
    const made = b({ "aria-label": label, title: label, "aria-pressed": String(on) }, picture(sign, 20));
    made.addEventListener("click", does);
    return made;
  }

  function renderTools() {
    const list = tools();
    const now = tool();
    refill(toolbox, list.map((one) => one.name).join(), () => list.map((one, i) => {
      const key = i < 10 ? String((i + 1) % 10) : "";
      const made = b({ "data-tool": one.name, "aria-keyshortcuts": key || null, title: toolWord(one.name) },
        h("span", { class: "sign-of" }), h("span", { class: "word" }, toolWord(one.name)),
        h("kbd", { "aria-hidden": "true" }, key));
      made.addEventListener("click", () => choose(one.name));
      return made;
    }));
    list.forEach((one, i) => {
      const made = toolbox.children[i];
      set(made, { "aria-pressed": String(one === now) });
      const piece = one.piece ? choice.piece(one) : 0;
      refill(/** @type {HTMLElement} */ (made.firstElementChild),
        `${piece} ${choice.form(one)} ${scene()?.pieces.length}`, () => [picture(choice.sign(one, piece), 20)]);
    });
    if (!now) return;
    const piece = now.piece ? choice.piece(now) : 0;
    const shape = `${now.name} ${choice.form(now)} ${scene()?.pieces.length} ${piece}`;
    write(toolName, toolWord(now.name));
    write(toolAbout, maybe(`tool.${now.name}.about`) ?? "");
    refill(toolSign, shape, () => [picture(choice.sign(now, piece), 20)]);
    refill(whose, shape, () => choice.pieces(now).map((one) => {
      const more = one !== null && !scene()?.pieces[one] && !now.forms.length;
      const label = more ? t("build.add", { robot: pieceWord(one) }) : pieceWord(one);
      return option(label, choice.sign(now, one), one === piece, () => choosePiece(one));
    }));
    refill(which, shape, () => now.forms.map((form) =>
      option(form, choice.sign(now, piece, form), form === choice.form(now), () => chooseForm(form))));
    whose.hidden = !whose.childElementCount;
    which.hidden = !which.childElementCount;
  }

  // ---- Keys -------------------------------------------------------------------------------------------------------

  /** Where the cursor is and what is there. */
  function tell() {
    const using = tool();
    if (!cursor || !scene()) return;
    const { x, y } = app.place(cursor.cell);
    const there = host.querySelectorAll("tr")[y - 1]?.children[x - 1]?.textContent ?? "";
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
    const nth = digit ? tools()[(Number(digit[1]) + 9) % 10] : undefined;
    const onControl = event.target instanceof Element && event.target.closest("button, a, summary, label") !== null;
    if (event.key in ARROWS) steer(ARROWS[event.key], event.shiftKey);
    else if ((pressed === "enter" || pressed === " ") && !onControl && cursor) apply(cursor);
    else if ((pressed === "delete" || pressed === "backspace") && cursor) remove(cursor);
    else if (pressed === "u" && !event.repeat) desk.unedit(true);
    else if (pressed === "y" && !event.repeat) desk.unedit(false);
    else if (nth) choose(nth.name);
    else if ((pressed === "q" || pressed === "e") && now?.piece) {
      const list = choice.pieces(now);
      const by = pressed === "q" ? list.length - 1 : 1;
      choosePiece(list[(list.indexOf(choice.piece(now)) + by) % list.length]);
    } else if (pressed === "f" && now?.forms.length) {
      chooseForm(now.forms[(now.forms.indexOf(choice.form(now)) + 1) % now.forms.length]);
    } else if (pressed === "escape" && cursor) {
      cursor = null;
      preview();
    } else return false;
    return true;
  }

  return {
    host, words, key,
    strip: h("section", { class: "strip", "data-i18n-label": "build.tool" }, toolSign,
      h("div", { class: "tool-words" }, toolName, toolAbout), whose, which),
    controls: h("div", { class: "controls" }, toolbox,
      h("div", { class: "acts", role: "group", "data-i18n-label": "build.edits" }, undo, redo)),
    render({ view, map }) {
      renderTools();
      disable(undo, !view?.edits[0]);
      disable(redo, !view?.edits[1]);
      if (!view) return;
      board.render(view.scene, { selected: -1, hinted: null, margin: skin.margins[narrow.matches ? 0 : 1] });
      renderDead(view.scene, map);
      const { width, height } = view.scene;
      set(host, { "aria-label": t("board.label", { width, height }) });
      write(words, [skin.goalWords(view.scene), t("build.keys")].join(". "));
      if (cursor && cursor.cell >= width * height) cursor = null;
      preview();
    },
    hidden() {
      hover = cursor = drag = null;
    },
    help: [["1 … 0", "build.key.tool"], ["← ↑ ↓ →", "build.key.cursor"], ["⇧←", "build.key.side"],
      ["Enter", "build.key.apply"], ["Del", "build.key.remove"], ["Q E", "build.key.piece"], ["F", "build.key.form"],
      ["U Y", "build.key.undo"]],
  };
}
