// @ts-check
// An animated SVG: what is the same in several frames is written once, with the times at which it is seen. Who does not
// play it sees the last frame.

import { drawn, opacityOf } from "./raster.js";
import { plainly, WORN } from "./results.js";

/** What says where and how large an element is. */
const SHAPE = ["d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "ry", "x1", "y1", "x2", "y2", "points"];
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** @param {number} value */
const short = (value) => String(Number(value.toFixed(3)));
/** @param {Element} one */
const shapeOf = (one) => SHAPE.flatMap((name) => (one.hasAttribute(name)
  ? [`${name}="${escaped(one.getAttribute(name) ?? "")}"`] : [])).join(" ");
/** What need not be said. @type {Record<string, string[]>} */
const USUAL = { "fill-opacity": ["1"], "stroke-opacity": ["1"], opacity: ["1"], "stroke-dasharray": ["none"],
  "stroke-linecap": ["butt"], "stroke-linejoin": ["miter"], stroke: ["none"], visibility: ["visible"],
  display: ["inline", "block"], "paint-order": ["normal"], "text-anchor": ["start"] };

/** An element's look as attributes. @param {Element} one @param {number} opacity */
function look(one, opacity) {
  const style = getComputedStyle(one);
  const isText = one instanceof SVGTextElement;
  const stroked = style.stroke !== "none";
  return WORN.flatMap((name) => {
    if (name === "opacity" || (!isText && /^(font|text)/.test(name)) || (!stroked && /^stroke/.test(name))) return [];
    const value = style.getPropertyValue(name);
    if (!value || USUAL[name]?.includes(value)) return [];
    const told = name === "fill" || name === "stroke" ? plainly(value) : value;
    return [`${name}="${escaped(told.replace(/url\("[^"#]*(#[^"]+)"\)/, "url($1)"))}"`];
  }).concat(opacity === 1 ? [] : [`opacity="${short(opacity)}"`]).join(" ");
}

/** The pictures of a board, as elements. @param {SVGSVGElement} svg @param {DOMMatrix} view */
export function pieces(svg, view) {
  return [...drawn(svg)].flatMap(({ one, text, matrix }) => {
    const { a, b, c, d, e, f } = view.multiply(matrix);
    const shape = shapeOf(one);
    if (!shape || (one instanceof SVGPathElement && !one.getAttribute("d"))) return [];
    return [`<${one.localName} ${shape} ${look(one, opacityOf(one, svg))} transform="matrix(${
      [a, b, c, d, e, f].map(short).join(" ")})"${text ? `>${escaped(text)}</text>` : "/>"}`];
  });
}

/** The patterns of a board. @param {SVGSVGElement} svg */
export const patterns = (svg) => [...svg.querySelectorAll("pattern")].map((pattern) => {
  const copy = /** @type {Element} */ (pattern.cloneNode(false));
  const marks = [...pattern.children].map((mark) =>
    `<${mark.localName} ${shapeOf(mark)} ${look(mark, Number(getComputedStyle(mark).opacity))}/>`);
  return new XMLSerializer().serializeToString(copy).replace(/\/>$|><\/pattern>$/, `>${marks.join("")}</pattern>`);
});

/** @param {string} name @param {string} words @param {{x: number, y: number, size: number, bold?: boolean,
 * color: string, anchor?: string}} how */
export const label = (name, words, { x, y, size, bold = false, color, anchor = "start" }) =>
  `<text data-part="${name}" x="${short(x)}" y="${short(y)}" font-family="system-ui, sans-serif" font-size="${
    short(size)}" font-weight="${bold ? 650 : 400}" fill="${color}" text-anchor="${anchor}">${escaped(words)}</text>`;

/** @param {number} wide @param {number} high @param {string} ground */
export function createReel(wide, high, ground) {
  /** Everything that is seen, in the order in which it is drawn, and at which frames. */
  const order = /** @type {string[]} */ ([]);
  const seen = /** @type {Map<string, number[]>} */ (new Map());
  const defs = /** @type {Set<string>} */ (new Set());
  const delays = /** @type {number[]} */ ([]);
  return {
    /** @param {string[]} elements @param {string[]} marks patterns @param {number} millis */
    add(elements, marks, millis) {
      marks.forEach((one) => defs.add(one));
      const twins = new Map();
      let after = -1;
      for (const one of elements) {
        // The same twice in a frame is two.
        const twin = twins.get(one) ?? 0;
        twins.set(one, twin + 1);
        const key = twin ? `${one}<!--${twin}-->` : one;
        const known = seen.get(key);
        if (known) {
          known.push(delays.length);
          after = Math.max(after, order.indexOf(key));
        } else {
          seen.set(key, [delays.length]);
          after += 1;
          order.splice(after, 0, key);
        }
      }
      delays.push(millis);
    },
    end() {
      const times = [0];
      for (const one of delays) times.push(times[times.length - 1] + one);
      const total = times[delays.length];
      const all = order.map((key) => {
        const frames = new Set(seen.get(key));
        const bare = key.replace(/<!--\d+-->$/, "");
        if (frames.size === delays.length) return bare;
        /** @type {[number, boolean][]} */
        const changes = delays.flatMap((_, i) => (i === 0 || frames.has(i) !== frames.has(i - 1)
          ? [/** @type {[number, boolean]} */ ([times[i] / total, frames.has(i)])] : []));
        const last = frames.has(delays.length - 1) ? "" : ` visibility="hidden"`;
        const animate = `<animate attributeName="visibility" calcMode="discrete" dur="${short(total / 1000)}s" ` +
          `repeatCount="indefinite" values="${changes.map(([, on]) => (on ? "visible" : "hidden")).join(";")}" ` +
          `keyTimes="${changes.map(([at]) => Number(at.toFixed(6))).join(";")}"/>`;
        const [, tag, rest] = /** @type {RegExpExecArray} */ (/^<(\w+)([^]*)$/.exec(bare));
        return rest.endsWith("/>") ? `<${tag}${last}${rest.slice(0, -2)}>${animate}</${tag}>`
          : `<${tag}${last}${rest.replace(/<\/\w+>$/, (end) => animate + end)}`;
      });
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(wide)} ${short(high)}" width="${
        short(wide)}" height="${short(high)}" data-frames="${delays.length}"><defs>${[...defs].join("")}</defs>` +
        `<rect width="100%" height="100%" fill="${ground}"/>\n${all.join("\n")}\n</svg>\n`;
    },
  };
}
