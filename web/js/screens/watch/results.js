// @ts-check
// What the searches came to, side by side: a table, the same as a file, and pictures of what is seen.

import { b, h, refill, s, set } from "../../core/dom.js";
import { bytes, number, seconds, t } from "../../core/i18n.js";
import { button, section } from "../../core/parts.js";
import { skin } from "../../core/skin.js";
import { inks } from "./ink.js";
import { endWords } from "./words.js";

/** @import { TracedLane } from "../../core/wire.js" */

/** What is told of a search, by the name of its column.
 * @type {[string, (lane: TracedLane) => number | string | null][]} */
const COLUMNS = [
  ["algorithm", (lane) => lane.algorithm], ["outcome", (lane) => lane.outcome], ["cost", (lane) => lane.cost ?? null],
  ["optimal", (lane) => (lane.cost == null ? null : lane.optimal ? "yes" : "no")], ["steps", (lane) => lane.steps],
    ["nodes", (lane) => lane.nodes],
  ["duplicates", (lane) => lane.stats?.duplicates ?? null], ["peak_open", (lane) => lane.stats?.peak_open ?? null],
  ["lower_bound", (lane) => lane.bound ?? null], ["seconds", (lane) => lane.stats?.seconds ?? null],
    ["peak_bytes", (lane) => lane.stats?.peak_bytes ?? null],
  ["moves", (lane) => lane.moves.join(" ")],
];

/** @param {string} text */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {TracedLane[]} lanes */
export const asCsv = (lanes) => [COLUMNS.map(([name]) => name),
  ...lanes.map((lane) => COLUMNS.map(([, of]) => quoted(String(of(lane) ?? ""))))].map((row) =>
    row.join()).join("\n") + "\n";

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** What of a style a picture needs that stands alone: all of it can be written as attributes. */
export const WORN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "stroke-opacity", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "display", "visibility",
  "paint-order"];
/** Colours as every program reads them. @type {Map<string, string>} */
const plain = new Map();
/** @param {string} color */
export function plainly(color) {
  if (/^(rgb|none|url|context)/.test(color)) return color;
  const known = plain.get(color);
  if (known) return known;
  const pen = h("canvas", { width: 1, height: 1 }).getContext("2d");
  if (!pen) return color;
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
  const told = a === 255 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(2)})`;
  plain.set(color, told);
  return told;
}

/** A picture on the page as one that stands alone. @param {SVGSVGElement} svg @param {string} ground */
export function alone(svg, ground) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [[...svg.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((one, i) => {
    const style = getComputedStyle(one);
    const moved = style.transform;
    for (const name of WORN) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, name === "fill" || name === "stroke" ? plainly(value) : value);
    }
    if (moved !== "none" && !one.hasAttribute("transform")) to[i].setAttribute("transform", moved);
    for (const name of ["class", "style"]) to[i].removeAttribute(name);
  });
  const { width, height, x, y } = svg.viewBox.baseVal;
  set(copy, { xmlns: "http://www.w3.org/2000/svg", width: 2 * width, height: 2 * height, class: null, style: null });
  copy.prepend(s("rect", { x, y, width, height, fill: ground, stroke: "none" }));
  return new XMLSerializer().serializeToString(copy);
}

/** The size of a letter and of a row of the table, in units of its picture. */
const [LETTER, ROW, EDGE] = [13, 24, 12];
/** Where the words of the table stand in its picture. @param {HTMLTableElement} table */
function laid(table) {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? ""));
  const wide = (rows[0] ?? []).map((_, i) => 18 + 0.6 * LETTER * Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const left = wide.map((_, i) => wide.slice(0, i).reduce((sum, one) => sum + one, EDGE));
  const cells = rows.flatMap((row, n) => row.map((words, i) => ({ words, x: left[i], y: EDGE / 2 + (n + 0.7) * ROW,
    bold: n === 0 || i === 0 })));
  return { cells, width: wide.reduce((sum, one) => sum + one, EDGE), height: rows.length * ROW + EDGE };
}
/** The table as a picture. @param {HTMLTableElement} table @returns {Picture} */
const pictureOf = (table) => ({
  svg() {
    const { cells, width, height } = laid(table);
    const { sheet, ink } = inks();
    return new XMLSerializer().serializeToString(s("svg", { viewBox: `0 0 ${width} ${height}`, width, height },
      s("rect", { width, height, fill: sheet }), ...cells.map(({ words, x, y, bold }) => s("text", { x, y, fill: ink,
        "font-size": LETTER, "font-family": "sans-serif", "font-weight": bold ? 700 : 400 }, words))));
  },
  png() {
    const { cells, width, height } = laid(table);
    const { sheet, ink } = inks();
    const canvas = h("canvas", { width: Math.ceil(2 * width), height: Math.ceil(2 * height) });
    const pen = canvas.getContext("2d");
    if (!pen) return Promise.resolve(null);
    pen.scale(2, 2);
    pen.fillStyle = sheet;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = ink;
    for (const { words, x, y, bold } of cells) {
      pen.font = `${bold ? 700 : 400} ${LETTER}px sans-serif`;
      pen.fillText(words, x, y);
    }
    return new Promise((done) => canvas.toBlob(done));
  },
});

/** A picture as it can be saved. @typedef {{svg(): string | null, png(): Promise<Blob | null>}} Picture */

/** @param {{board: Picture, tree: Picture, name(): string, lanes(): TracedLane[], failed(): void}} of */
export function createResults({ board, tree, name, lanes, failed }) {
  const table = h("table", { class: "watch-results" });
  const csv = button("watch.csv", { id: "watch-csv" });
  csv.addEventListener("click", () => download(new Blob([asCsv(lanes())], { type: "text/csv" }), `${name()}.csv`));
  /** @param {string} what @param {Picture} picture @param {"svg" | "png"} kind */
  const save = (what, picture, kind) => {
    const one = b({ id: `watch-${what}-${kind}`, "data-i18n-label": `watch.save.${what}.${kind}` }, kind.toUpperCase());
    one.addEventListener("click", async () => {
      const svg = kind === "svg" ? picture.svg() : null;
      const blob = kind === "png" ? await picture.png() : svg && new Blob([svg], { type: "image/svg+xml" });
      if (blob) download(blob, `${name()}-${what}.${kind}`);
      else failed();
    });
    return one;
  };
  const pictures = (/** @type {string} */ what, /** @type {Picture} */ picture) => h("span", { class: "watch-save" },
    h("span", { class: "quiet", "data-i18n": `watch.save.${what}` }), save(what, picture, "svg"),
      save(what, picture, "png"));
  const doors = h("div", { class: "doors" }, csv, pictures("table", pictureOf(table)),
    pictures("board", board), pictures("tree", tree));
  const root = section("watch.results", [], h("div", { class: "watch-results-place", tabindex: 0, role: "region",
    "data-i18n-label": "watch.results" }, table), doors);
  root.classList.add("watch-end");
  return {
    root, doors,
    /** @param {TracedLane[]} now */
    render(now) {
      // A player's move has no cost.
      const priced = now.some((lane) => lane.cost != null);
      refill(table, JSON.stringify(now.map((lane) => [lane.algorithm, lane.outcome, lane.steps, lane.events])), () => [
        h("thead", {}, h("tr", {}, ...["algorithm", "watch.outcome", ...(priced ? [skin.unit] : []), "watch.col.steps", "watch.col.nodes",
          "watch.count.duplicates", "watch.col.peak", "time", "memory"]
          .map((key) => h("th", { scope: "col" }, t(key))))),
        h("tbody", {}, ...now.map((lane) => {
          const { stats } = lane;
          const cells = [endWords(lane), ...(priced ? [lane.cost == null ? "–" : number(lane.cost)] : []),
            number(lane.steps),
            number(lane.nodes),
            stats ? number(stats.duplicates) : "–", stats ? number(stats.peak_open) : "–", stats
              ? seconds(stats.seconds) : "–", stats ? bytes(stats.peak_bytes) : "–"];
          return h("tr", {}, h("th", { scope: "row" }, lane.algorithm), ...cells.map((text) => h("td", {}, text)));
        }))]);
    },
  };
}
