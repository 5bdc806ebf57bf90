// @ts-check
// A picture on the page as pixels. What is drawn is read from the elements themselves, since the page may load pictures
// from its own server alone.

import { h } from "../../core/dom.js";

/** How many pixels a unit of the picture has. */
const SCALE = 2;
const [TILE, LINE, DOT] = [8, 1.4, 1.7];

/** The outline of an element. @param {Element} one @returns {Path2D | null} */
function outline(one) {
  const of = (/** @type {string} */ name) => Number.parseFloat(one.getAttribute(name) ?? "0") || 0;
  const path = new Path2D();
  if (one instanceof SVGPathElement) return new Path2D(one.getAttribute("d") ?? "");
  if (one instanceof SVGRectElement) path.roundRect(of("x"), of("y"), of("width"), of("height"), of("rx"));
  else if (one instanceof SVGCircleElement) path.arc(of("cx"), of("cy"), of("r"), 0, 2 * Math.PI);
  else if (one instanceof SVGEllipseElement) path.ellipse(of("cx"), of("cy"), of("rx"), of("ry"), 0, 0, 2 * Math.PI);
  else if (one instanceof SVGLineElement) {
    path.moveTo(of("x1"), of("y1"));
    path.lineTo(of("x2"), of("y2"));
  } else if (one instanceof SVGPolygonElement || one instanceof SVGPolylineElement) {
    [...one.points].forEach(({ x, y }, i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
    if (one instanceof SVGPolygonElement) path.closePath();
  } else return null;
  return path;
}

/** Lines or dots, as the pattern of an element says. @param {SVGSVGElement} svg @param {string} fill
 * @param {CanvasRenderingContext2D} pen */
function patternOf(svg, fill, pen) {
  const pattern = svg.querySelector(`pattern[id="${/#([\w-]+)/.exec(fill)?.[1] ?? ""}"]`);
  const mark = pattern?.firstElementChild;
  if (!mark) return null;
  const tile = h("canvas", { width: TILE, height: TILE });
  const brush = tile.getContext("2d");
  if (!brush) return null;
  const style = getComputedStyle(mark);
  brush.globalAlpha = Number(style.opacity);
  if (mark instanceof SVGCircleElement) {
    brush.fillStyle = style.fill;
    brush.arc(TILE / 2, TILE / 2, DOT, 0, 2 * Math.PI);
    brush.fill();
  } else {
    brush.fillStyle = style.stroke;
    brush.fillRect(TILE / 2 - LINE / 2, 0, LINE, TILE);
  }
  const made = pen.createPattern(tile, "repeat");
  if (!(mark instanceof SVGCircleElement)) made?.setTransform(new DOMMatrix().rotate(45));
  return made;
}

/** How much of an element shines through, with all that it lies in. @param {Element} one @param {Element} within */
export function opacityOf(one, within) {
  let opacity = 1;
  for (let at = /** @type {Element | null} */ (one); at && at !== within; at = at.parentElement)
    opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

/** What of a picture is drawn, in its order: each element, and where it stands in the picture.
 * @param {SVGSVGElement} svg @returns {Generator<{one: SVGGraphicsElement, text: string, matrix: DOMMatrix}>} */
export function* drawn(svg) {
  const screen = svg.getScreenCTM()?.inverse();
  if (!screen) return;
  for (const one of svg.querySelectorAll("*")) {
    if (!(one instanceof SVGGraphicsElement) || one.closest("defs") || one instanceof SVGGElement) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const here = one.getScreenCTM();
    const text = one instanceof SVGTextElement ? (one.textContent ?? "") : "";
    if (here) yield { one, text, matrix: DOMMatrix.fromMatrix(screen.multiply(here)) };
  }
}

/** Draws a picture. @param {CanvasRenderingContext2D} pen @param {SVGSVGElement} svg
 * @param {DOMMatrix} view where to */
export function paint(pen, svg, view) {
  for (const { one, text, matrix } of drawn(svg)) {
    const path = outline(one);
    if (!path && !text) continue;
    const style = getComputedStyle(one);
    pen.setTransform(view.multiply(matrix));
    pen.globalAlpha = opacityOf(one, svg);
    pen.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
    pen.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
    pen.setLineDash(style.strokeDasharray === "none" ? []
      : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat));
    if (text) {
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      pen.textAlign = style.textAnchor === "middle" ? "center" : style.textAnchor === "end" ? "right" : "left";
      pen.fillStyle = style.fill;
      pen.fillText(text, Number(one.getAttribute("x") ?? 0), Number(one.getAttribute("y") ?? 0));
      continue;
    }
    if (!path) continue;
    const fill = style.fill.startsWith("url") ? patternOf(svg, style.fill, pen) : style.fill;
    if (fill && fill !== "none") {
      pen.fillStyle = fill;
      pen.fill(path);
    }
    if (style.stroke !== "none") {
      pen.strokeStyle = style.stroke;
      pen.lineWidth = Number.parseFloat(style.strokeWidth);
      pen.stroke(path);
    }
  }
  pen.resetTransform();
  pen.globalAlpha = 1;
}

/** @param {SVGSVGElement} svg @param {string} ground @returns {Promise<Blob | null>} */
export function rastered(svg, ground) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const canvas = h("canvas", { width: Math.round(width * SCALE), height: Math.round(height * SCALE) });
  const pen = canvas.getContext("2d");
  if (!pen || !svg.getScreenCTM()) return Promise.resolve(null);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  paint(pen, svg, new DOMMatrix().scale(SCALE).translate(-x, -y));
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
