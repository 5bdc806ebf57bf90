// @ts-check
// What the front door needs of games: how they are drawn, what they are about in words, and their rules in pictures.
// Each game brings a small module for it (games/NAME/door.js, door.en.json, door.fr.json), so that nothing else of it
// is loaded. Pictures of several games stand side by side: each lies in an element with `data-game`, as the style
// sheets of the games expect.

import { b, h, write } from "./dom.js";
import { current, t, wordsOf } from "./i18n.js";
import { dressed, GAMES } from "../games.js";

/** @import { Door, Motion } from "./skins.js" */
/** @import { Scene } from "./wire.js" */
/** A game at the front door. `say` is a word of its own in this language.
 * @typedef {{name: string, door: Door, say(key: string): string}} Opened */

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** How long a picture takes, in milliseconds. */
const PERIOD = 4200;

/** Everything that the front door needs of a game, in the language of the page. @param {string} game
 * @returns {Promise<Opened>} */
export async function opened(game) {
  const [{ door }, words] = await Promise.all([GAMES[game].door(), wordsOf(`js/games/${game}/door`),
    dressed(`js/games/${game}/style.css`)]);
  return { name: GAMES[game].name, door, say: (key) => words[key] ?? key };
}

/** A position of a game as a picture. @param {string} game @param {Door} door @param {Scene} scene */
export const pictured = (game, door, scene) =>
  h("span", { class: "pictured", "data-game": game }, h("span", { class: "view" }, door.draw(scene)));

/** Lets what is on a picture move, again and again, gently. Where motion is not wanted it stands as it ends.
 * @param {Motion} motion */
function move({ node, ways = [], shows }) {
  const frames = ways.map(([offset, x, y]) => ({ offset, transform: `translate(${x}px, ${y}px)` }));
  const last = ways.at(-1);
  if (still.matches) {
    if (last) node.setAttribute("transform", `translate(${last[1]} ${last[2]})`);
    return;
  }
  const timing = { duration: PERIOD, iterations: Infinity, easing: "linear" };
  if (last) {
    node.animate([{ ...frames[0], offset: 0 }, ...frames.map((one) => ({ ...one, easing: "ease-in-out" })),
      { ...frames[frames.length - 1], offset: 0.96 }, { ...frames[0], offset: 1 }], timing);
  }
  if (!shows) return;
  const [from, to] = shows;
  node.animate([{ opacity: 0, offset: 0 }, { opacity: 0, offset: from }, { opacity: 1, offset: from + 0.06 },
    { opacity: 1, offset: to }, { opacity: 0, offset: 1 }], timing);
}

/** The rules of a game in pictures, each with a sentence. @param {string} game @param {Opened} of */
export function ruled(game, { door, say }) {
  return h("ol", { class: "rules", "data-game": game }, ...door.rules.map((make, index) => {
    const { picture, motions } = make();
    motions.forEach(move);
    return h("li", {}, h("span", { class: "view" }, picture), h("p", {}, say(`rule.${index + 1}`)));
  }));
}

/** Shows the rules of a game in a window of their own. @param {string} game */
export async function showRules(game) {
  const [of] = await Promise.all([opened(game), dressed("css/pictures.css")]);
  const close = b({ autofocus: true }, t("close"));
  const title = h("h2", { id: "rules-title" });
  write(title, t("rules.title", { game: of.name }));
  const dialog = h("dialog", { id: "rules", class: "wide", "aria-labelledby": "rules-title", lang: current() },
    h("div", { class: "head" }, title, close), ruled(game, of));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
