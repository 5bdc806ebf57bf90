#!/usr/bin/env node
// A solver for Damier in JavaScript: Taquin by breadth-first search with a queue. Try it: damier engine check "node solver.js"
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let [position, stopped, busy] = [null, false, Promise.resolve()];

function* successors(tiles, width) {
  const gap = tiles.indexOf(0), x = gap % width;
  for (const [move, to, possible] of [["l", gap + 1, x < width - 1], ["r", gap - 1, x > 0],
    ["u", gap + width, gap + width < tiles.length], ["d", gap - width, gap >= width]]) {
    if (possible) yield [move, tiles.with(gap, tiles[to]).with(to, 0)]; // the tile on `to` moves into the gap
  }
}

async function solve({ width, tiles: start }, go) {
  const until = Date.now() + (go.time_ms ?? 60000), seen = new Set([start.join()]);
  const done = (tiles) => tiles.every((tile, cell) => tile === (cell + 1) % tiles.length);
  const waiting = [{ id: 0, tiles: start, way: "", parent: null }];
  let expanded = 0;
  const tell = (answer) => say({ result: { ...answer, stats: { expanded } } });
  while (expanded < waiting.length) {
    const { id, tiles, way, parent } = waiting[expanded];
    if (done(tiles)) return tell({ outcome: "solved", optimal: true, cost: way.length, solution: way });
    if (expanded % 1000 === 0) await new Promise(setImmediate); // so that `stop` is heard while the search runs
    if (stopped || Date.now() > until || expanded >= (go.nodes ?? Infinity)) return tell({ outcome: "limit" });
    waiting[expanded++].tiles = null;
    if (go.events) say({ event: { type: "expand", id, parent, move: way.at(-1), g: way.length } });
    for (const [move, after] of successors(tiles, width)) {
      const key = after.join();
      if (!seen.has(key) && seen.add(key)) waiting.push({ id: waiting.length, tiles: after, way: way + move, parent: id });
    }
  }
  tell({ outcome: "unsolvable" });
}

say({ hello: { name: "breadth-first search in JavaScript", game: "taquin", roles: ["solver"] } });
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let message = {};
  try { message = Object(JSON.parse(line)); } catch { return; }
  if ("quit" in message) process.exit(0);
  if ("position" in message) position = message.position;
  if ("stop" in message) stopped = true;
  if ("go" in message) {
    stopped = false;
    busy = busy.then(() => solve(position, message.go)).catch((error) => say({ error: String(error) }));
  }
}).on("close", () => process.exit(0));
