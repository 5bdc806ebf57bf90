// @ts-check
// Ricochet Robots: its words and its keys, and what the pointer does.

import { h, s } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { picture } from "../../core/parts.js";
import { aimOf } from "../../core/scene.js";
import { place } from "../../core/state.js";
import { ARROWS, colorWord, directionWord } from "../../core/words.js";
import { art, robot, target } from "./art.js";

/** @import { Skin } from "../../core/skins.js" */
/** @import { Scene } from "../../core/wire.js" */

/** How many colours the page can tell apart. */
const COLORS = 8;

/** @param {Scene | undefined} scene @param {number} index */
const pieceWord = (scene, index) => colorWord(scene?.pieces[index]?.color ?? index);

/** @param {Scene} scene */
function goalWords(scene) {
  const aim = aimOf(scene);
  if (!aim) return t("goal.none");
  // Who is there and has not solved it must still turn.
  const there = scene.pieces.findIndex((piece, index) => piece.cell === aim.cell && (aim.piece ?? index) === index);
  if (there >= 0 && !scene.solved) return t("goal.turn", { robot: pieceWord(scene, there) });
  if (aim.piece === null) return t("goal.any", { n: aim.number });
  return t("goal.robot", { robot: pieceWord(scene, aim.piece), n: aim.number });
}

/** @type {Skin} */
export default {
  art,
  margins: [3, 24],
  choosable: true,
  pace: (cells, hurry) => Math.min(hurry ? 110 : 165, 70 + 14 * cells),

  goalWords,
  pieceLabel: (scene, index) => t("robot.label",
    { robot: pieceWord(scene, index), shape: t(`shape.${(scene.pieces[index]?.color ?? 0) % 8}`), n: index + 1 }),
  pieceWord,

  boardWords(app, { scene }) {
    const aim = aimOf(scene);
    const told =
      scene.pieces.map((piece, index) => t("board.robot", { robot: app.nameOf(index), ...app.place(piece.cell) }));
    if (aim) told.unshift(t("board.target", { goal: goalWords(scene), ...app.place(aim.cell) }));
    const { selected } = app.state;
    const ways = scene.moves.filter((move) => move.piece === selected).map((move) => directionWord(move.direction));
    if (ways.length) told.push(t("board.can", { robot: app.nameOf(selected), directions: ways.join(", ") }));
    return told;
  },

  moveSign(scene, name) {
    const piece = scene.pieces.find((one) => one.label === name.slice(0, -1));
    const direction = /** @type {keyof typeof ARROWS} */ (name.slice(-1));
    if (!piece || !(direction in ARROWS)) return { nodes: [name], label: name };
    return {
      nodes: [picture(robot(piece.color, piece.label, 12), 16),
        h("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[direction])],
      label: t("move.label", { robot: colorWord(piece.color), direction: directionWord(direction) }),
    };
  },

  slideWords(scene, [{ piece, path }]) {
    const move = scene.moves.find((one) => one.piece === piece && one.path.join() === path.join());
    return t("say.slide",
      { robot: pieceWord(scene, piece), direction: directionWord(move?.direction), ...place(path.at(-1) ?? 0) });
  },

  key(app, event) {
    const key = event.key.toLowerCase();
    const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
    const pieces = app.state.view?.scene.pieces.length ?? 0;
    if (digit) app.choose(Number(digit[1]) - 1);
    else if (key === "q" && pieces) app.choose((app.state.selected - 1 + pieces) % pieces);
    else if (key === "e" && pieces) app.choose((app.state.selected + 1) % pieces);
    else if (key === "escape") app.home();
    else return false;
    return true;
  },
  help: [["1 … 8", "help.digit"], ["Q E", "help.cycle"], ["← ↑ ↓ →", "help.slide"], ["U Y", "play.help.undo"],
    ["R", "restart"], ["H", "hint"], ["N", "next"],
    ["Esc", "help.escape"]],
  scripts: ["crow", "lines", "bounces", "stopper", "hasty"],
  lesson: () => import("./lesson.js"),

  toolSign(name, { color, letter, form }) {
    const square = s("rect", { class: "faint", x: -13, y: -13, width: 26, height: 26 });
    const hollow = () => target(color, /** @type {any} */ (""), 12);
    /** @type {Record<string, () => SVGElement[]>} */
    const signs = {
      wall: () => [square, s("path", { class: "walls", d: "M13,-13V13" })],
      corner: () => [square, s("path", { class: "walls", d: "M-13,-13H13V13" })],
      diagonal: () => {
        const d = form === "/" ? "M-15,15L15,-15" : "M-15,-15L15,15";
        return [s("g", { class: `diagonal c${(color ?? 0) % COLORS}` }, s("path", { class: "under", d }),
          s("path", { class: "over", d }))];
      },
      closed: () => [s("rect", { class: "closed", x: -13, y: -13, width: 26, height: 26 })],
      bonus: () =>
        [s("rect", { class: "extra", x: -13, y: -13, width: 26, height: 26 }), s("text", { class: "sign", y: 9 }, "+")],
      penalty: () =>
        [s("rect", { class: "extra", x: -13, y: -13, width: 26, height: 26 }), s("text", { class: "sign", y: 9 }, "−")],
      target: () => [s("g", { class: "aim active" }, hollow(),
        s("path", { class: "reticle", d: "M-19,-11V-19H-11M11,-19H19V-11M19,11V19H11M-11,19H-19V11" }))],
      extra: () => [s("g", { class: "aim" }, hollow())],
      robot: () => [robot(color ?? 0, letter, 14)],
    };
    return signs[name]?.() ?? null;
  },
};
