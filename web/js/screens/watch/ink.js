// @ts-check
// The colours of the style sheet, for canvases; read once a theme. And canvases that are sharp on every screen.

import { h } from "../../core/dom.js";

/** @typedef {"ink" | "quiet" | "hair" | "edge" | "paper" | "sheet" | "wash" | "bad" | "p0" | "p1" | "p2" | "p3" |
 * "heat-1" | "c2"} Ink */
const NAMES = /** @type {Ink[]} */ (["ink", "quiet", "hair", "edge", "paper", "sheet", "wash", "bad", "p0", "p1", "p2",
  "p3", "heat-1", "c2"]);
const dark = matchMedia("(prefers-color-scheme: dark)");
let theme = "";
/** @type {Record<Ink, string>} */
let known = /** @type {any} */ ({});

/** Which colours they are; changes with the theme. */
export const themeOf = () => `${document.documentElement.dataset.theme} ${dark.matches}`;

/** @returns {Record<Ink, string>} */
export function inks() {
  if (theme === themeOf()) return known;
  theme = themeOf();
  const probe = document.body.appendChild(h("i", { hidden: true }));
  known = /** @type {Record<Ink, string>} */ (Object.fromEntries(NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  })));
  probe.remove();
  return known;
}

/** The places of canvases. To ask for them at every stroke would lay the page out again.
 * @type {WeakMap<Element, {wide: number, high: number}>} */
const places = new WeakMap();
const watcher = new ResizeObserver((entries) => {
  for (const { target, contentRect: { width, height } } of entries) places.set(target, { wide: width, high: height });
});
/** @param {HTMLCanvasElement} canvas */
function placeOf(canvas) {
  const known = places.get(canvas);
  if (known) return known;
  watcher.observe(canvas);
  const place = { wide: canvas.clientWidth, high: canvas.clientHeight };
  places.set(canvas, place);
  return place;
}

/** The letters of the page. */
export const FONT = "12px system-ui, sans-serif";

/** Makes a canvas as large as its place; gives a pen whose unit is a pixel of the page, or null where there is none.
 * @param {HTMLCanvasElement} canvas */
export function penOf(canvas) {
  const { wide, high } = placeOf(canvas);
  const scale = Math.min(3, devicePixelRatio || 1);
  if (!wide || !high) return null;
  if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(high * scale);
  }
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.font = FONT;
  return { pen, wide, high };
}
