// @ts-check
// Learn: the tree of a search on a tiny board. Minimax looks at every move; the tree of alpha-beta is the same one,
// with what it never looked at hatched. Both are told by the server move by move, and can be stepped through.

import { b, h, refill, s, set, write } from "../../core/dom.js";
import { count, current, number, t } from "../../core/i18n.js";
import { button } from "../../core/parts.js";
import { sideWord, signed } from "../../core/players.js";
import { shape } from "./art.js";
import { moveWord } from "./words.js";

/** @import { App } from "../../core/app.js" */
/** @import { Message } from "../../core/state.js" */
/** @import { Job, TreeNode } from "../../core/wire.js" */
/** The searches whose trees are shown. @typedef {"minimax" | "alphabeta"} TreeKind */
/** A place in the drawn tree: `at` is where it stands in the list of the search that is shown, if it was looked at.
 * @typedef {{path: string[], depth: number, x: number, turn: number, at: number | null, children: Leaf[]}} Leaf */

const DEPTHS = [2, 3, 4];
const [WIDE, ROW, TOP] = [940, 104, 30];
/** Beyond this, a promise is none. */
const FAR = 50;

/** A value in few signs. @param {number} value */
const bound = (value) => (Math.abs(value) > FAR ? `${value < 0 ? "-" : "+"}∞` : signed(value));
/** @param {TreeNode} node */
const valueOf = (node) =>
  (node.won ? t("learn.won") : node.lost ? t("learn.lost") : node.score === null ? "" : signed(node.score));

/** The value of a node that was left. Outside of what had been promised it is only a bound. @param {TreeNode} node */
function told(node) {
  const [low, high] = node.window ?? [-Infinity, Infinity];
  const { score, won, lost } = node;
  if (score === null || won || lost) return valueOf(node);
  return `${score <= low ? "≤ " : score >= high ? "≥ " : ""}${valueOf(node)}`;
}

/** The moves from the root to a node. @param {TreeNode[]} nodes @param {number} index */
function pathTo(nodes, index) {
  /** @type {string[]} */
  const path = [];
  for (let { move, parent } = nodes[index]; parent !== null; { move, parent } = nodes[parent]) path.unshift(move ?? "");
  return path;
}

/** The line that both would play: from the root, the first of the best moves each time. A later move of the same value
 * was only found to be no better. @param {TreeNode[]} nodes @returns {number[]} their places, without the root */
function bestLine(nodes) {
  const line = [];
  const [root] = nodes;
  for (let at = 0; ;) {
    const sign = nodes[at].turn === root.turn ? 1 : -1;
    let best = -1;
    nodes.forEach(({ parent, score }, i) => {
      if (parent === at && score !== null && (best < 0 || sign * score > sign * (nodes[best].score ?? 0))) best = i;
    });
    if (best < 0) return line;
    line.push(best);
    at = best;
  }
}

/** @param {App} app @param {string} code the position at the root @param {number} size its squares a side */
export function createTree(app, code, size) {
  /** The trees that have come, by algorithm and depth. @type {Map<string, TreeNode[]>} */
  const known = new Map();
  /** @type {{algorithm: TreeKind, depth: number}[]} */
  let asked = [];
  /** The searches that were followed to their end. @type {Set<string>} */
  const ended = new Set();
  let depth = 3;
  /** @type {TreeKind} */
  let algorithm = "minimax";
  let step = 1;
  let timer = 0;
  let drawn = "";

  const picture = h("div", { class: "tree-picture", tabindex: 0, role: "img", "data-i18n-label": "learn.tree" });
  const range = h("input", { type: "range", id: "tree-step", min: 1, step: 1, "data-i18n-label": "learn.tree.step" });
  const run = b({ class: "primary", id: "tree-run" });
  const [back, on] = [button("learn.tree.back", { id: "tree-back" }), button("learn.tree.on", { id: "tree-on" })];
  const depths = h("div", { class: "seg", role: "group", "data-i18n-label": "lab.depth" });
  const words = h("p", { class: "tree-told", id: "tree-told" });
  const bars = h("ul", { class: "bars", id: "tree-bars" });
  const controls = h("div", { class: "tree-controls" }, h("div", { class: "row" }, run, back, on), range,
    h("div", { class: "row" }, h("span", { class: "quiet", "data-i18n": "lab.depth" }), depths));

  const key = (/** @type {TreeKind} */ kind) => `${kind} ${depth}`;
  const nodes = () => known.get(key(algorithm)) ?? null;
  /** The place to look at: where the search is, and at its end where the best line leads.
   * @param {TreeNode[]} all */
  const place = (all) => (step === all.length ? bestLine(all).at(-1) ?? 0 : step - 1);
  function stop() {
    clearInterval(timer);
    timer = 0;
  }
  /** @param {number} to */
  function go(to) {
    const all = nodes();
    if (!all) return;
    step = Math.max(1, Math.min(all.length, to));
    if (step === all.length) {
      stop();
      ended.add(key(algorithm));
    }
    app.render();
  }
  range.addEventListener("input", () => (stop(), go(Number(range.value))));
  back.addEventListener("click", () => (stop(), go(step - 1)));
  on.addEventListener("click", () => (stop(), go(step + 1)));
  run.addEventListener("click", () => {
    const all = nodes();
    if (timer || !all) stop();
    else {
      if (step >= all.length) step = 1;
      timer = setInterval(() => go(step + 1), Math.max(60, 9000 / all.length));
    }
    app.render();
  });

  /** Lays the whole tree out: what alpha-beta looked at comes in its order, the rest after it.
   * @param {TreeNode[]} whole @param {TreeNode[]} seen */
  function layOut(whole, seen) {
    const place = new Map(seen.map((_, i) => [pathTo(seen, i).join(" "), i]));
    const leaves = whole.map((node, i) => {
      const path = pathTo(whole, i);
      return /** @type {Leaf} */ ({ path, depth: path.length, x: 0, turn: node.turn,
        at: place.get(path.join(" ")) ?? null, children: [] });
    });
    whole.forEach((node, i) => node.parent !== null && leaves[node.parent].children.push(leaves[i]));
    for (const leaf of leaves) leaf.children.sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity));
    const ends = leaves.filter((leaf) => !leaf.children.length).length;
    let next = 0;
    /** @param {Leaf} leaf */
    const set = (leaf) => {
      leaf.children.forEach(set);
      leaf.x = leaf.children.length ? leaf.children.reduce((sum, one) => sum + one.x, 0) / leaf.children.length
        : ((next += 1) - 0.5) * (WIDE / ends);
    };
    set(leaves[0]);
    return { root: leaves[0], wide: WIDE / ends };
  }

  /** @param {Leaf} top @param {number} wide @param {TreeNode[]} all */
  function draw(top, wide, all) {
    const now = place(all);
    const here = pathTo(all, now);
    const edges = s("g");
    const dots = s("g");
    const scale = Math.min(0.62, Math.max(0.3, wide / 46));
    /** @param {Leaf} leaf @param {Leaf | null} parent
     * @param {boolean} closed whether the last position above that was looked at is left for good */
    const visit = (leaf, parent, closed) => {
      const node = leaf.at === null ? null : all[leaf.at];
      const looked = leaf.at !== null && leaf.at < step;
      const settled = looked && node !== null && node.until <= step && (node.until > 0 || leaf.depth === 0);
      const cut = leaf.at === null;
      const kind = cut ? (closed ? "cut" : "future") : looked ? (settled ? "settled" : "open") : "future";
      const onPath = looked && leaf.path.every((move, i) => here[i] === move);
      const y = TOP + leaf.depth * ROW;
      if (parent) {
        const from = TOP + parent.depth * ROW;
        edges.append(s("path",
          { class: `edge ${kind} ${onPath ? "on" : ""}`, d: `M${parent.x} ${from + 12}L${leaf.x} ${y - 12}` }));
        if (leaf.depth === 1 || onPath) {
          const part = leaf.depth === 1 ? 0.62 : 0.5;
          edges.append(s("text", { class: `move ${onPath ? "on" : ""}`, x: parent.x + (leaf.x - parent.x) * part + 4,
            y: from + (y - from) * part + 4 }, leaf.path.at(-1) ?? ""));
        }
      }
      const marked = `${onPath ? "on" : ""} ${looked && leaf.at === now ? "now" : ""}`;
      const dot = s("g", { class: `node ${kind} p${leaf.turn} ${marked}`, transform: `translate(${leaf.x} ${y})` });
      if (kind === "cut") dot.append(s("path", { class: "hatch", d: "M-7-7 7 7M-7 0 0 7M0-7 7 0" }));
      else dot.append(shape(leaf.turn,
        { transform: `scale(${leaf.children.length ? Math.max(0.62, scale) : scale})` }));
      const value = settled && node ? (leaf.children.length ? told(node) : valueOf(node)) : "";
      if (value && (leaf.children.length ? leaf.children.length * wide > 48 || leaf.depth < 3 : wide > 24))
        dot.append(s("text", leaf.children.length ? { x: 14, y: 4, class: "beside" } : { y: 24 }, value));
      if (looked && !settled && node?.window && leaf.children.length)
        dot.append(s("text", { class: "window beside", x: 14, y: 4 }, node.window.map(bound).join(" … ")));
      dots.append(dot);
      for (const child of leaf.children) visit(child, leaf, cut ? closed : settled);
    };
    visit(top, null, false);
    return s("svg", { viewBox: `0 0 ${WIDE} ${TOP + depth * ROW + 36}`, "aria-hidden": "true", class: "tree" },
      edges, dots);
  }

  return {
    controls, bars, told: words, picture,
    /** @param {TreeKind} kind */
    show(kind) {
      if (algorithm === kind) return;
      stop();
      algorithm = kind;
      step = 1;
    },
    stop,
    /** Nobody looks any more. */
    leave() {
      stop();
      asked = [];
    },
    /** The moves from the root to the place that is looked at. */
    here() {
      const all = nodes();
      return all ? pathTo(all, place(all)) : [];
    },
    /** Whether a search was followed to its end. @param {TreeKind} kind */
    ended: (kind) => ended.has(key(kind)),
    counts: () => ["minimax", "alphabeta"].map((kind) => known.get(key(/** @type {TreeKind} */ (kind)))?.length ?? 0),
    /** @param {Message} message */
    heard(message) {
      if (message.type === "hello") asked = [];
      if (message.type !== "tree") return;
      const was = asked.shift();
      if (was?.algorithm === message.algorithm) known.set(`${was.algorithm} ${was.depth}`, message.nodes);
    },
    /** Asks for what is not there yet; one search at a time. @param {Job | null} busy */
    want(busy) {
      if (asked.length || busy) return;
      const kind = /** @type {TreeKind[]} */ (["minimax", "alphabeta"]).find((one) => !known.has(key(one)));
      if (kind && app.send({ type: "tree", algorithm: kind, depth, text: code }))
        asked.push({ algorithm: kind, depth });
    },
    render() {
      refill(depths, depth, () => DEPTHS.map((one) => {
        const made = b({ "aria-pressed": String(one === depth), "data-depth": one }, String(one));
        made.addEventListener("click", () => {
          stop();
          depth = one;
          step = 1;
          app.render();
        });
        return made;
      }));
      write(run, t(timer ? "learn.pause" : "learn.run"));
      const [whole, all] = [known.get(key("minimax")), nodes()];
      const [full, less] = [known.get(key("minimax")), known.get(key("alphabeta"))];
      if (!whole || !all || !less) return write(words, t("hint.wait"));
      set(range, { max: all.length });
      range.value = String(step);
      const node = all[step - 1];
      const path = pathTo(all, place(all));
      const done = step === all.length;
      const [top] = all;
      const line = path.map((move, i) => `${sideWord((top.turn + i) % 2)} ${moveWord(size, move)}`).join(", ");
      const text = (done ? [
        t(`learn.tree.done.${algorithm}`, { n: number(all.length), cut: number((full?.length ?? 0) - all.length) }),
        t(top.won ? "learn.tree.wins" : top.lost ? "learn.tree.loses" : "learn.tree.gets",
          { player: sideWord(top.turn), value: valueOf(top) }),
        t("learn.tree.best", { line }),
      ] : path.length ? [
        t("learn.tree.at", { line }),
        node.until === step && node.score !== null ? t("learn.tree.value", { value: valueOf(node) }) : "",
      ] : [t("learn.tree.root")]).join(" ");
      write(words, text);
      set(range, { "aria-valuetext": `${step} / ${all.length}. ${text}` });
      const signature = `${current()} ${algorithm} ${depth} ${step}`;
      if (drawn !== signature) {
        drawn = signature;
        const laid = layOut(whole, algorithm === "minimax" ? whole : less);
        picture.replaceChildren(draw(laid.root, laid.wide, all));
        // Where the picture is wider than the window, it follows the search.
        const now = picture.querySelector(".now")?.getAttribute("transform") ?? "";
        picture.scrollLeft = (Number.parseFloat(now.slice(10)) / WIDE) * picture.scrollWidth - picture.clientWidth / 2;
      }
      const counts = [full?.length ?? 0, less.length];
      refill(bars, `${counts} ${algorithm} ${done ? "" : step}`,
        () => ["minimax", ...(algorithm === "minimax" ? [] : ["alphabeta"])].map((kind, i) => {
        const bar = h("i");
        const n = kind === algorithm ? step : counts[i];
        bar.style.width = `${(100 * n) / counts[0]}%`;
        return h("li", {}, h("span", {}, kind), bar, h("span", {}, count("learn.tree.count", n)));
      }));
    },
  };
}
