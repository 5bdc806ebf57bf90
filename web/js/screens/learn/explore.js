// @ts-check
// Learn: all states that few moves lead to, layer by layer. The page asks for the picture of each state and reads its
// moves there; what a move does, the server says.

/** @import { Scene, SceneMove } from "../../core/wire.js" */
/** @typedef {{key: string, cells: number[], depth: number, from: Node | null, move: string, scene: Scene | null,
 *   next: string[]}} Node */

/** How many pictures are asked for at a time. */
const AT_ONCE = 8;
/** An end for boards on which the goal is far. */
const MOST = 2000;

/**
 * @param {(cells: number[]) => boolean} sketch asks for the picture of a state
 * @param {(cells: number[], move: SceneMove) => number[]} after the cells after a move
 */
export function createExplorer(sketch, after) {
  /** In the order in which they were found. @type {Map<string, Node>} */
  const nodes = new Map();
  /** @type {Node[]} */
  let queue = [];
  /** Asked for, and not answered yet. @type {Map<string, Node>} */
  const open = new Map();
  /** States outside the layers, asked for by themselves. @type {Map<string, Scene | null>} */
  const aside = new Map();
  /** The fewest moves to the goal. @type {number | null} */
  let best = null;
  let done = false;
  /** Whether nobody looks. */
  let halted = false;

  function pump() {
    if (halted) return;
    while (open.size < AT_ONCE && queue.length) {
      const node = queue[0];
      // The layer of the goal is the last one; its states are looked at, and not followed.
      if (best !== null && node.depth > best) break;
      if (!sketch(node.cells)) return;
      queue.shift();
      open.set(node.key, node);
    }
    done = open.size === 0 && nodes.size > 0 && (!queue.length || (best !== null && queue[0].depth > best));
  }
  /** @param {number[]} cells @param {Node | null} from @param {string} move */
  function add(cells, from, move) {
    const key = cells.join();
    const known = nodes.get(key);
    if (known || nodes.size >= MOST) return;
    const node = { key, cells, depth: from ? from.depth + 1 : 0, from, move, scene: null, next: [] };
    nodes.set(key, node);
    queue.push(node);
  }

  return {
    nodes,
    get done() {
      return done;
    },
    /** Starts, unless it has. @param {number[]} cells */
    begin(cells) {
      halted = false;
      if (!nodes.size) add(cells, null, "");
      if (!done) pump();
    },
    /** Nobody looks: nothing more is asked for. */
    halt: () => void (halted = true),
    /** One state's picture. @param {number[]} cells */
    ask(cells) {
      const key = cells.join();
      if (nodes.get(key)?.scene || aside.get(key)) return;
      aside.set(key, null);
      sketch(cells);
    },
    /** The picture of a state has come. @param {Scene} scene */
    take(scene) {
      const cells = scene.pieces.map((piece) => piece.cell);
      const key = cells.join();
      const node = open.get(key) ?? nodes.get(key);
      if (!node) {
        if (aside.has(key)) aside.set(key, scene);
        return;
      }
      open.delete(key);
      if (!node.scene) {
        node.scene = scene;
        const ends = scene.moves.map((move) => ({ move, cells: after(cells, move) }));
        node.next = ends.map((end) => end.cells.join());
        if (scene.solved) best = Math.min(best ?? Infinity, node.depth);
        else if (best === null || node.depth < best) for (const end of ends) add(end.cells, node, end.move.name);
      }
      pump();
    },
    /** What was asked for is lost: ask again. */
    again() {
      queue = [...open.values(), ...queue];
      open.clear();
      done = false;
    },
    /** The picture of a state, if it has come. @param {number[]} cells */
    scene: (cells) => nodes.get(cells.join())?.scene ?? aside.get(cells.join()) ?? null,
    best: () => best,
    solved: () => [...nodes.values()].filter((node) => node.scene?.solved).length,
    /** The states of each depth. */
    layers() {
      /** @type {Node[][]} */
      const layers = [];
      for (const node of nodes.values())
        if (best === null || node.depth <= best) (layers[node.depth] ??= []).push(node);
      return layers.filter(Boolean);
    },
    /** In how many ways one can move so many times, as far as that is known. */
    ways() {
      const [start] = nodes.values();
      /** @type {number[]} */
      const ways = [];
      /** @type {Map<string, number>} */
      let now = new Map(start ? [[start.key, 1]] : []);
      while (now.size && (best === null || ways.length <= best)) {
        ways.push([...now.values()].reduce((sum, n) => sum + n, 0));
        /** @type {Map<string, number>} */
        const then = new Map();
        for (const [key, n] of now) {
          const node = nodes.get(key);
          if (!node?.scene) return ways;
          for (const next of node.next) then.set(next, (then.get(next) ?? 0) + n);
        }
        now = then;
      }
      return ways;
    },
    /** The moves from the start to a state. @param {Node} node */
    path(node) {
      const moves = [];
      for (let at = /** @type {Node | null} */ (node); at?.from; at = at.from) moves.unshift(at.move);
      return moves;
    },
    /** The states on a shortest way to the goal. */
    way() {
      const way = [];
      const last = [...nodes.values()].find((node) => node.scene?.solved && node.depth === best);
      for (let at = /** @type {Node | null | undefined} */ (last); at; at = at.from) way.unshift(at);
      return way;
    },
  };
}
