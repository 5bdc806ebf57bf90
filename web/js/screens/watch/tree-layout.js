// @ts-check
// The tree of a search laid out once: from left to right in the order of its leaves, from top to bottom by depth. What
// is not born yet keeps its place, so nothing shifts while one plays. Nothing here touches the page.

/** @import { TreeView } from "../../core/wire.js" */
/** `x` is counted in leaves and `y` in levels; `hidden` are those below a fold; `below` is how many are there.
 * @typedef {{x: Float32Array, y: Uint16Array, hidden: Uint8Array, below: Uint32Array, leaves: number, levels:
 * number}} Layout */

/**
 * @param {TreeView} tree parents stand before their children
 * @param {Set<number>} folded the numbers of nodes whose children are not shown
 * @param {number} until with a moment, only what is born by then has a place
 * @param {Set<number> | null} way with the places of nodes, only their children have a place
 * @returns {Layout}
 */
export function layOut({ ids, parents, born }, folded, until = Infinity, way = null) {
  const size = ids.length;
  const [x, y] = [new Float32Array(size), new Uint16Array(size)];
  const [hidden, below] = [new Uint8Array(size), new Uint32Array(size)];
  const [oldest, younger, youngest] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1),
    new Int32Array(size).fill(-1)];
  /** @type {number[]} */
  const roots = [];
  let levels = 0;
  for (let i = 0; i < size; i += 1) {
    const parent = parents[i];
    if (born[i] > until) {
      hidden[i] = 1;
      continue;
    }
    if (parent < 0) {
      roots.push(i);
      continue;
    }
    y[i] = y[parent] + 1;
    hidden[i] = hidden[parent] || folded.has(ids[parent]) || (way && !way.has(parent)) ? 1 : 0;
    if (hidden[i]) continue;
    levels = Math.max(levels, y[i]);
    if (youngest[parent] < 0) oldest[parent] = i;
    else younger[youngest[parent]] = i;
    youngest[parent] = i;
  }
  for (let i = size - 1; i > 0; i -= 1) if (parents[i] >= 0 && born[i] <= until) below[parents[i]] += below[i] + 1;
  // Leaves in their order: down to the oldest child, then to the next younger one.
  let leaves = 0;
  const stack = roots.reverse();
  while (stack.length) {
    const i = /** @type {number} */ (stack.pop());
    if (oldest[i] < 0) {
      x[i] = leaves;
      leaves += 1;
    }
    if (younger[i] >= 0) stack.push(younger[i]);
    if (oldest[i] >= 0) stack.push(oldest[i]);
  }
  // A parent stands in the middle of its children; children come later in the list.
  for (let i = size - 1; i >= 0; i -= 1) if (!hidden[i] && oldest[i] >= 0) x[i] = (x[oldest[i]] + x[youngest[i]]) / 2;
  return { x, y, hidden, below, leaves: Math.max(1, leaves), levels };
}
