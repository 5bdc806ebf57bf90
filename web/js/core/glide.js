// @ts-check
// Pieces that go along their ways on a drawn board.

import { set } from "./dom.js";

/** A piece's group and the points on its way. @typedef {{group: Element, points: {x: number, y: number}[]}} Way */

/** @param {Way[]} ways @param {number} part from 0 to 1 */
function place(ways, part) {
  for (const { group, points } of ways) {
    const along = part * (points.length - 1);
    const index = Math.min(Math.floor(along), points.length - 2);
    const [a, b] = [points[index], points[index + 1]];
    const rest = along - index;
    set(group, { transform: `translate(${a.x + (b.x - a.x) * rest} ${a.y + (b.y - a.y) * rest})` });
  }
}

/**
 * Shows steps one after the other, each what goes at the same time; settles when the last has arrived.
 * @param {Way[][]} steps
 * @param {number} duration of all of them, in milliseconds
 * @param {{arrived?(step: number): void, alive?(): boolean}} [watch] is told of each step that has arrived, and may
 *   end it
 * @returns {Promise<void>}
 */
export function glide(steps, duration, { arrived = () => {}, alive = () => true } = {}) {
  const start = performance.now();
  let past = 0;
  return new Promise((done) => {
    let over = false;
    const finish = () => {
      if (over) return;
      over = true;
      for (; past < steps.length && alive(); past += 1) {
        place(steps[past], 1);
        arrived(past);
      }
      done();
    };
    setTimeout(finish, duration + 15);
    /** @param {number} time */
    const frame = (time) => {
      if (over) return;
      if (!alive()) return finish();
      const part = Math.min(1, Math.max(0, (time - start) / duration));
      // One step slows down as it arrives; a walk goes on evenly.
      const along = (steps.length > 1 ? part : 1 - (1 - part) ** 2) * steps.length;
      const step = Math.min(Math.floor(along), steps.length - 1);
      for (; past < step; past += 1) {
        place(steps[past], 1);
        arrived(past);
      }
      place(steps[step], along - step);
      if (part < 1) requestAnimationFrame(frame);
      else finish();
    };
    requestAnimationFrame(frame);
  });
}
