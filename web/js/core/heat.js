// @ts-check
// Numbers and colours over a board: a map of values on its cells, a heat map that is drawn many times a second, and
// their legend. One hue; the colours stand in the style sheet as --heat-0 (least) and --heat-1 (most).

import { createGrid, U } from "./board.js";
import { h, refill, s, set } from "./dom.js";
import { glide } from "./glide.js";
import { short } from "./parts.js";
import { blocked, cellsOf } from "./scene.js";
import { skin } from "./skin.js";

/** @import { Lane, Scene, Step as Move } from "./wire.js" */
/** A colour of the ramp, from 0 to 1, and what it stands for; null is a cell without a value.
 * @typedef {{level: number | null, text: string}} Step */

/** Text is written over the colours of a map, so they stay in the pale part of the ramp. */
const PALE = 0.4;
const MARGIN = 3;

/** @param {number} level */
const mix = (level) => `color-mix(in oklab, var(--heat-1) ${Math.round(level * 100)}%, var(--heat-0))`;

/** The colour of a value on a map, 0 to 1: the greatest is the strongest. @param {number} value @param {number} most */
const mapLevel = (value, most) => (most > 0 ? (PALE * value) / most : 0);

/**
 * Draws a value on each cell, in the layer of a board; nothing if there are none. Draws only what changed.
 * @param {SVGGElement} layer
 * @param {Scene} scene
 * @param {(number | null)[] | null} values null on a cell: no way from there
 * @param {{numbers?: boolean}} [look]
 */
export function drawMap(layer, scene, values, { numbers = true } = {}) {
  const signature = values
    ? `${scene.width} ${numbers} ${[...blocked(scene)]} ${scene.targets.findIndex((one) => one.active)} ${values}` : "";
  if ((layer.dataset.signature ?? "") === signature) return;
  layer.dataset.signature = signature;
  if (!values) return layer.replaceChildren();
  const { width } = scene;
  const closed = blocked(scene);
  const aims = new Set(scene.targets.filter((one) => one.active).map((one) => one.cell));
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  /** One path a value, not one a cell. @type {Map<number | null, string>} */
  const paths = new Map();
  const texts = s("g", { class: "heat-numbers" });
  values.forEach((value, cell) => {
    if (closed.has(cell)) return;
    const x = (cell % width) * U;
    const y = Math.floor(cell / width) * U;
    // The walls lie below: a small margin leaves them to be seen.
    paths.set(value, `${paths.get(value) ?? ""}M${x + 2},${y + 2}h${U - 4}v${U - 4}h${4 - U}z`);
    // The target carries a number of its own.
    if (numbers && !aims.has(cell)) {
      const [text, kind] = value === null ? ["∞", "none"] : [String(value), null];
      texts.append(s("text", { x: x + U / 2, y: y + U / 2 + 5, class: kind }, text));
    }
  });
  layer.replaceChildren(...Array.from(paths, ([value, d]) => {
    const path = s("path", { class: value === null ? "heat none" : "heat", d });
    if (value !== null) path.style.fill = mix(mapLevel(value, most));
    return path;
  }), texts);
}

/** The steps of a map's legend: every value, or a few of them where there are many.
 * @param {(number | null)[]} values @param {string} [none] the words for cells without a value @returns {Step[]} */
export function mapSteps(values, none) {
  const known = [...new Set(values)].filter((value) => value !== null).sort((a, b) => a - b);
  const most = known.at(-1) ?? 0;
  const every = Math.max(1, Math.ceil(known.length / 7));
  const few = known.filter((_, i) => i % every === 0);
  if (few.length) few[few.length - 1] = most;
  /** @type {Step[]} */
  const steps = few.map((value) => ({ level: mapLevel(value, most), text: String(value) }));
  return none && values.includes(null) ? [...steps, { level: null, text: none }] : steps;
}

/** The end of a logarithmic scale for these counts: a power of ten, so that colours stay while the counts grow.
 * @param {Iterable<number[]>} counts */
export function heatTop(counts) {
  let most = 10;
  for (const list of counts) for (const n of list) if (n > most) most = n;
  return 10 ** Math.ceil(Math.log10(most) - 1e-9);
}

/** Where a count lies on the scale; the first one is seen already. @param {number} n @param {number} top */
const heatLevel = (n, top) => 0.08 + 0.92 * Math.min(1, Math.log10(n) / Math.log10(top));

/** The steps of a heat map's legend, a power of ten each. @param {number} top @returns {Step[]} */
export const heatSteps = (top) =>
  Array.from({ length: Math.round(Math.log10(top)) + 1 },
    (_, i) => ({ level: heatLevel(10 ** i, top), text: short(10 ** i) }));

/** A legend: swatches with their numbers. @param {string} label the key of its words */
export function createLegend(label) {
  const steps = h("ol");
  const root = h("div", { class: "legend" }, h("span", { "data-i18n": label }), steps);
  return {
    root,
    /** @param {Step[]} list */
    render(list) {
      refill(steps, JSON.stringify(list), () => list.map(({ level, text }) => {
        const swatch = h("i", { class: level === null ? "none" : null });
        if (level !== null) swatch.style.background = mix(level);
        return h("li", {}, swatch, text);
      }));
    },
  };
}

const SHADES = 64;
const dark = matchMedia("(prefers-color-scheme: dark)");
let theme = "";
/** @type {Uint32Array} */
let shades = new Uint32Array(SHADES + 1);

/** The ramp as pixels, and the bare floor after it, read from the style sheet once a theme. */
function ramp() {
  const now = `${document.documentElement.dataset.theme} ${dark.matches}`;
  if (now === theme) return shades;
  const probe = document.body.appendChild(h("i", { hidden: true }));
  const pen = h("canvas", { width: SHADES + 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  if (!pen) return shades;
  for (let i = 0; i <= SHADES; i += 1) {
    probe.style.color = i < SHADES ? mix(i / (SHADES - 1)) : "var(--sheet)";
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(i, 0, 1, 1);
  }
  probe.remove();
  shades = new Uint32Array(pen.getImageData(0, 0, SHADES + 1, 1).data.buffer);
  theme = now;
  return shades;
}

/** Pieces are drawn smaller than on a table: the colour of their cell is to be seen. */
const SMALLER = 0.9;
/** A replay takes so long at most, and rests between two moves where there are few; in milliseconds. */
const [LONGEST, REST, FEW] = [9000, 170, 40];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A search as a heat board shows it: `way` is its solution, once it has one.
 * @typedef {{heat: number[], cells: number[], way?: Move[]}} Searched */

/** Lanes as they are told, with the ways that were told before: each is told once.
 * @param {Lane[]} lanes @param {Lane[] | undefined} before @returns {Lane[]} */
export const withWays = (lanes, before) => lanes.map((lane, i) =>
  (lane.way.length || !before?.[i]?.way.length ? lane : { ...lane, way: before[i].way }));

/**
 * A board with a heat map of counts and the pieces of one state. The walls are drawn once; an update writes one pixel a
 * cell into a canvas below them, and moves the pieces. When a search that was watched comes to a solution, the board
 * plays it and then stands on the goal; `changed` is told when that begins and ends.
 * @param {HTMLElement} host
 * @param {() => void} [changed]
 */
export function createHeatBoard(host, changed = () => {}) {
  host.classList.add("heatboard");
  set(host, { "aria-hidden": "true" });
  const canvas = h("canvas");
  host.append(canvas);
  const board = createGrid(host, null);
  // A picture of its own: the walls are not painted again when a piece moves.
  const pieces = s("svg", { class: "sample" });
  host.append(pieces);
  const pen = canvas.getContext("2d");
  /** @type {Scene | null} */
  let drawn = null;
  /** `floor` says where there is any. @type {{image: ImageData, pixels: Uint32Array, floor: boolean[]} | null} */
  let sheet = null;
  let shown = "";
  /** What was rendered last. @type {Searched | null} */
  let last = null;
  /** The number of the replay under way; 0 for none. */
  let [playing, played] = [0, 0];

  /** @param {Scene} scene */
  function fix(scene) {
    const { width, height } = scene;
    const aims = scene.targets.filter((one) => one.active);
    const color = (/** @type {number} */ piece) => scene.pieces[piece]?.color ?? piece;
    board.render({ ...scene, pieces: [], moves: [],
      targets: aims.map((one) => ({ ...one, piece: one.piece === null ? null : color(one.piece) })) },
      { selected: -1, hinted: null, margin: MARGIN });
    const [w, tall] = [width * U + 2 * MARGIN, height * U + 2 * MARGIN];
    host.style.aspectRatio = `${w} / ${tall}`;
    set(pieces, { viewBox: `${-MARGIN} ${-MARGIN} ${w} ${tall}` });
    set(canvas, { width, height });
    const part = (/** @type {number} */ n, /** @type {number} */ of) => `${(100 * n) / of}%`;
    Object.assign(canvas.style,
      { left: part(MARGIN, w), top: part(MARGIN, tall), width: part(width * U, w), height: part(height * U, tall) });
    const image = new ImageData(width, height);
    const none = new Set(cellsOf(scene, "outside"));
    sheet = { image, pixels: new Uint32Array(image.data.buffer),
      floor: Array.from({ length: width * height }, (_, cell) => !none.has(cell)) };
    // On a board of many cells the pieces would be lost.
    const scale = SMALLER * Math.min(1.5, Math.max(1, width / 14));
    pieces.replaceChildren(...scene.pieces.map((piece) =>
      s("g", { class: "piece" }, s("g", { transform: `scale(${scale})` }, ...skin.art.piece(piece)))));
    shown = "";
  }

  /** Puts the pieces somewhere. @param {Scene} scene @param {number[]} cells */
  function put(scene, cells) {
    const signature = cells.join();
    if (signature === shown) return;
    shown = signature;
    scene.pieces.forEach((piece, i) => {
      const cell = cells[i] ?? piece.cell;
      set(pieces.children[i], { transform: board.at(cell) });
      skin.art.dress?.(pieces.children[i], { ...piece, cell }, scene);
    });
  }

  /** Plays a way from the start. @param {Scene} scene @param {Move[]} way */
  async function play(scene, way) {
    const number = (playing = played += 1);
    const alive = () => playing === number;
    const cells = scene.pieces.map((piece) => piece.cell);
    put(scene, cells);
    changed();
    const now = [...cells];
    const steps = way.map(({ piece, path, pushed }) =>
      [/** @type {const} */ ([piece, path]), ...(pushed ? [pushed] : [])].flatMap(([index, along]) => {
        const from = now[index];
        if (from === undefined || !along.length) return [];
        now[index] = along[along.length - 1];
        return [{ group: pieces.children[index], points: [from, ...along].map(board.middle) }];
      }));
    const arrived = (/** @type {number} */ step) => {
      const { piece, path, pushed } = way[step];
      cells[piece] = path.at(-1) ?? cells[piece];
      if (pushed) cells[pushed[0]] = pushed[1].at(-1) ?? cells[pushed[0]];
      put(scene, cells);
    };
    const rest = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));
    if (still.matches || way.length <= FEW) {
      // Without motion the pieces stand here and then there.
      const at = still.matches ? Math.max(1, Math.ceil((way.length * 3 * REST) / LONGEST)) : 1;
      await rest(2 * REST);
      for (let i = 0; i < way.length && alive(); i += 1) {
        if (!still.matches) await glide([steps[i]], 1.4 * skin.pace(way[i].path.length, false), { alive });
        if (!alive()) break;
        arrived(i);
        if (i % at === 0) await rest(still.matches ? 3 * REST : REST);
      }
    } else {
      const pace = way.reduce((sum, { path }) => sum + skin.pace(path.length, false), 0);
      await glide(steps, Math.min(LONGEST, pace), { arrived, alive });
    }
    if (!alive()) return;
    playing = 0;
    changed();
  }

  return {
    /** Whether a solution is being played. */
    get playing() {
      return playing > 0;
    },
    /** What is rendered next was not come to under the reader's eyes: it is not played. */
    forget() {
      drawn = null;
    },
    /** Plays the solution again, or ends that. */
    replay() {
      if (!drawn || !last?.way?.length) return;
      if (!playing) return void play(drawn, last.way);
      playing = 0;
      put(drawn, last.cells);
      changed();
    },
    /**
     * @param {Scene} scene
     * @param {Searched | null} state none before a search: the pieces stand where they start
     * @param {number} top the end of the scale, from `heatTop`
     */
    render(scene, state, top) {
      const other = scene !== drawn;
      if (other) fix(scene);
      drawn = scene;
      if (!sheet || !pen) return;
      const colors = ramp();
      const heat = state?.heat ?? [];
      const { floor } = sheet;
      sheet.pixels.forEach((_, cell, pixels) => {
        const n = heat[cell] ?? 0;
        pixels[cell] = n ? colors[Math.round(heatLevel(n, top) * (SHADES - 1))] : floor[cell] ? colors[SHADES] : 0;
      });
      pen.putImageData(sheet.image, 0, 0);
      const came = !other && !last?.way?.length && Boolean(state?.way?.length);
      const left = other || !state?.way?.length;
      last = state;
      if (left) playing = 0;
      if (came && state?.way && !still.matches && !document.hidden) void play(scene, state.way);
      else if (!playing) put(scene, state?.cells.length ? state.cells : scene.pieces.map((piece) => piece.cell));
    },
  };
}
