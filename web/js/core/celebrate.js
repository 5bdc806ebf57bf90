// @ts-check
// A small celebration: pieces of paper rise over the board and fall. It takes little more than a second, nothing can be
// clicked on it, and where motion is not wanted there is none.

import { h } from "./dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const PIECES = 36;
const LONG = 1300;

/** Over an element. @param {HTMLElement} host */
export function celebrate(host) {
  if (still.matches || document.hidden) return;
  const { left, top, width, height } = host.getBoundingClientRect();
  const sheet = h("div", { class: "confetti", "aria-hidden": "true" });
  Object.assign(sheet.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  for (let i = 0; i < PIECES; i += 1) {
    const one = h("i", { class: `c${i % 7}` });
    sheet.append(one);
    const [across, high, spin] = [(Math.random() - 0.5) * 0.9 * width, (0.35 + Math.random() * 0.5) * height,
      (Math.random() - 0.5) * 900];
    one.animate([
      { transform: "translate(0, 0) rotate(0)", opacity: 1, easing: "cubic-bezier(0.1, 0.7, 0.4, 1)" },
      { transform: `translate(${across * 0.8}px, ${-high}px) rotate(${spin / 2}deg)`, opacity: 1, offset: 0.42,
        easing: "cubic-bezier(0.5, 0, 0.8, 0.6)" },
      { transform: `translate(${across}px, ${-high + 0.55 * height}px) rotate(${spin}deg)`, opacity: 0 },
    ], { duration: LONG * (0.75 + Math.random() * 0.25), fill: "forwards" });
  }
  document.body.append(sheet);
  setTimeout(() => sheet.remove(), LONG);
}
