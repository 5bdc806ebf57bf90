// @ts-check
// What a Quoridor board shows besides pawns and walls, each from a scene and a look: goals, ways, lines, ghosts, marks.

import { s } from "../../core/dom.js";
import { bar, GAP, shape, SIDE } from "./art.js";
import { deedOf } from "./names.js";

/** @import { Look } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */
/** @import { Plan } from "./art.js" */

/** The sides where the players arrive, in their colours. @param {Plan} of @param {Scene} scene */
export function goals(of, { sides, winner }) {
  const edge = GAP / 2 + 0.5;
  const outer = (/** @type {number} */ value) => value > of.whole / 2;
  return sides.flatMap(({ goal }, player) => {
    const places = goal.map(of.middle);
    const across = places.every((one) => one.y === places[0].y);
    const upright = places.every((one) => one.x === places[0].x);
    const tints = places.map((one) => s("rect", { class: `goal p${player} ${winner === player ? "reached" : ""}`,
      x: one.x - SIDE / 2, y: one.y - SIDE / 2, width: SIDE, height: SIDE, rx: 2 }));
    if (!places.length || (!across && !upright)) return tints;
    // The player's sign in each of the squares, at the rim.
    const out = (/** @type {number} */ value) => (outer(value) ? 1 : -1) * (SIDE / 2 - 6);
    const signs = places.map(({ x, y }) => s("g", { class: `goal-sign p${player}`,
      transform: `translate(${x + (across ? 0 : out(x))} ${y + (across ? out(y) : 0)}) scale(.24)` }, shape(player)));
    const far = (/** @type {number} */ value) => (outer(value) ? of.whole + edge : -edge);
    const d = across ? `M0 ${far(places[0].y)}H${of.whole}` : `M${far(places[0].x)} 0V${of.whole}`;
    return [...tints, ...signs, s("path", { class: `goal-side p${player}`, d })];
  });
}

/** A square that is marked. @param {Plan} of @param {number} cell @param {string} kind */
function spot(of, cell, kind) {
  const { x, y } = of.middle(cell);
  return s("rect", { class: `spot ${kind}`, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 3 });
}

/** A way as a line through the middles of squares. @param {Plan} of @param {number[]} cells @param {number} [shift] */
const track = (of, cells, shift = 0) =>
  `M${cells.map(of.middle).map(({ x, y }) => `${x + shift} ${y + shift}`).join("L")}`;

/** Everybody's shortest way, a little beside each other, and its length at its end.
 * @param {Plan} of @param {Scene} scene */
const ribbons = (of, { sides }) => sides.flatMap(({ way }, player) => {
  const end = way.at(-1);
  if (end === undefined || way.length < 2) return [];
  const shift = (player - (sides.length - 1) / 2) * 4;
  const { x, y } = of.middle(end);
  return [s("g", { class: `ribbon p${player}` }, s("path", { d: track(of, way, shift) }),
    s("g", { transform: `translate(${x + shift} ${y + shift})` }, s("circle", { r: 9.5 }),
      s("text", { y: 4 }, String(way.length - 1))))];
});

/**
 * An arrow from one place to another.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} free room at its beginning, for a pawn
 */
function arrow(from, to, free) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const [x, y] = [to.x - dx * 4, to.y - dy * 4];
  const head = [1, -1].map((side) => `${x - dx * 8 - side * dy * 6} ${y - dy * 8 + side * dx * 6}`);
  return s("path", { d: `M${from.x + dx * free} ${from.y + dy * free}L${x} ${y}M${head[0]}L${x} ${y}L${head[1]}` });
}

/** A line of moves: arrows for steps, bars for walls, each with its number.
 * @param {Plan} of @param {Scene} scene @param {string[]} moves */
function line(of, { pieces, sides, turn }, moves) {
  const where = pieces.map(({ cell }) => cell);
  /** Numbers on one square stand beside each other. @type {Record<number, number>} */
  const crowd = {};
  /** @param {number} number @param {number} x @param {number} y */
  const badge = (number, x, y) => s("g", { class: "badge", transform: `translate(${x} ${y})` },
    s("circle", { r: 7.5 }), s("text", { y: 3.5 }, String(number)));
  return moves.flatMap((move, index) => {
    const player = (turn + index) % sides.length;
    const deed = deedOf(of.size, move);
    if (!deed) return [];
    const group = s("g", { class: `line p${player} ${index === 0 ? "first" : ""}` });
    if (deed.wall) {
      const { x, y } = of.wall(deed.wall);
      group.append(bar(of, deed.wall, { class: "line-wall" }), badge(index + 1, x, y));
      return [group];
    }
    const to = of.middle(deed.cell);
    const beside = crowd[deed.cell] ?? 0;
    crowd[deed.cell] = beside + 1;
    group.append(arrow(of.middle(where[player]), to, index < sides.length ? 17 : 4),
      badge(index + 1, to.x - 11 + beside * 15, to.y - 11));
    where[player] = deed.cell;
    return [group];
  });
}

/** What lies under pawns and walls. @param {Plan} of @param {Scene} scene @param {Look} look */
export function under(of, scene, { last, marks = [] }) {
  const deed = last ? deedOf(of.size, last.move) : undefined;
  const steps = deed && !deed.wall ? [last?.from ?? null, deed.cell] : [];
  return [...goals(of, scene), ...steps.flatMap((cell) => (cell === null ? [] : [spot(of, cell, "last")])),
    ...marks.flatMap(({ cells, kind }) => cells.map((cell) => spot(of, cell, kind)))];
}

/** What lies over the walls: ways, what blocks, a hinted wall, a line.
 * @param {Plan} of @param {Scene} scene @param {Look} look */
export function ways(of, scene, look) {
  const hinted = look.hinted ? deedOf(of.size, look.hinted)?.wall : null;
  return [
    ...(look.ribbons ? ribbons(of, scene) : []),
    ...(look.ways ?? []).map(({ cells, player, kind }) =>
      s("path", { class: `track ${kind} p${player}`, d: track(of, cells) })),
    ...(look.blocking ?? []).map((wall) => bar(of, wall, { class: "blocking" }, GAP + 5)),
    ...(hinted ? [bar(of, hinted, { class: `hinted-wall p${scene.turn}` }, GAP)] : []),
    ...(look.line ? line(of, scene, look.line.slice(0, look.lineLength ?? 8)) : []),
  ];
}

/** The squares where the pawn may go. @param {Plan} of @param {Scene} scene @param {Look} look */
export const steps = (of, { moves, turn }, { letters = {}, hinted }) => moves.flatMap(({ name, path: [cell] }) => {
  if (cell === undefined) return [];
  const { x, y } = of.middle(cell);
  return [s("g", { class: `step p${turn} ${hinted === name ? "hinted" : ""}`, "data-square": name,
    transform: `translate(${x} ${y})` },
    s("rect", { class: "hit", x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 3 }),
    shape(turn, { transform: "scale(.62)" }),
    ...(letters[cell] ? [s("text", { y: 5 }, letters[cell])] : []))];
});

/** A wall that is not there yet. @param {Plan} of @param {Scene} scene @param {Look} look */
export function ghost(of, { turn }, { ghost: one }) {
  if (!one) return [];
  const { x, y } = of.wall(one.mark);
  const cross = s("g", { class: "cross", transform: `translate(${x} ${y})` }, s("circle", { r: 9 }),
    s("path", { d: "M-4-4 4 4M4-4-4 4" }));
  return [s("g", { class: `ghost-wall ${one.kind} p${one.mark.color ?? turn}` },
    bar(of, one.mark, { class: "under" }, GAP + 3), bar(of, one.mark, { class: "over" }),
    ...(one.kind === "good" ? [] : [cross]))];
}
