// @ts-check
// Build, for adversaries: what the default player thinks of the position, whose turn it is, what everybody has left,
// and an empty board.

import { all, h, refill, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { follow } from "../../core/inputs.js";
import { button, disable, field, section } from "../../core/parts.js";
import { sideWord } from "../../core/players.js";
import { skin } from "../../core/skin.js";
import { signOf } from "../../core/words.js";
import { createNewGame } from "../play/newgame.js";
import { createLine, createTilt, placeOf, scoreSign, scoreTold } from "../parts/thought.js";

/** @import { App } from "../../core/app.js" */
/** @import { State, View } from "../../core/state.js" */
/** @import { Part } from "../../core/table.js" */
/** @import { Desk } from "../build.js" */

/** How long a position is looked at, in seconds. */
const LOOK = 1;

/** What is thought of the position, and ways to go on from it. @param {App} app */
function createWorth(app) {
  const { state } = app;
  // Whoever begins a game from here goes on with it.
  const setup = createNewGame(app, () => app.goTo("play"));
  const score = h("strong", { class: "score", id: "score" });
  const told = h("p", { id: "score-words" });
  const tilted = createTilt();
  const line = createLine(() => {}, null);
  const play = button("build.from", { class: "primary", id: "build-play" });
  const analyse = h("a", { class: "door", id: "build-analyse", "data-i18n": "build.analyse" });
  play.addEventListener("click", () => {
    const { view } = state;
    if (view?.scene.winner === null) setup.open({ text: view.code, players: view.scene.sides.length });
  });
  /** The position that was sent. */
  let sent = "";
  let shown = false;
  return {
    root: h("section", { id: "badge", "data-i18n-label": "build.rating" },
      h("div", { class: "verdict-row" }, score, h("div", {}, told, tilted.root)), line.root,
      h("div", { class: "doors" }, play, analyse), setup.dialog),
    /** @param {boolean} on */
    run(on) {
      shown = on;
      sent = "";
      if (on) return;
      if (setup.dialog.open) setup.dialog.close();
      if (state.busy === "analyse") app.send({ type: "cancel" });
    },
    /** @param {State} now @param {View} view */
    render({ busy, analysis }, view) {
      const { scene, table } = view;
      const wanted = placeOf(state);
      if (wanted !== sent && shown && app.online() && busy !== "match" && scene.winner === null) {
        state.analysis = analysis = null;
        const algorithm = state.game?.default_algorithm ?? "";
        if (app.send({ type: "analyse", algorithm, seconds: LOOK })) sent = wanted;
      }
      const thought = sent === wanted ? analysis?.thought : null;
      const seats = table?.seats ?? [];
      write(score, scoreSign(thought?.score, seats.length));
      write(told, scene.winner !== null ? t("build.over", { player: sideWord(scene.winner) })
        : scoreTold(thought?.score ?? null, seats) || t("hint.wait"));
      disable(play, scene.winner !== null);
      tilted.render(thought?.score, seats.length);
      line.render(thought?.line ?? [], scene, seats, { most: 6 });
      set(analyse, { href: app.address("analyse") });
    },
    heard: () => void (sent = ""),
  };
}

/** Whose turn it is, and what everybody has left. @param {App} app @param {Desk} desk */
function createSides(app, desk) {
  const list = h("ol", { class: "build-players", id: "build-players" });
  list.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const piece = Number(input.dataset.player);
    if (input.type === "radio") desk.edit({ tool: "turn", piece });
    else if (input.value !== "") {
      input.value = String(Math.max(0, Math.round(Number(input.value))));
      desk.edit({ tool: "left", piece, number: Number(input.value) });
    }
  });
  return {
    root: section("players", [], list),
    /** @param {View} view */
    render({ scene }) {
      refill(list, scene.sides.length, () => scene.sides.map((_, player) => {
        const name = sideWord(player);
        const turn = h("input", { type: "radio", name: "build-turn", "data-player": player,
          "aria-label": t("turn", { player: name }) });
        const stock = h("input", { type: "number", min: 0, inputmode: "numeric", "data-player": player,
          "aria-label": t("build.left", { player: name }) });
        return h("li", { class: `p${player}` }, ...signOf(scene, player),
          h("label", { class: "check" }, turn, h("span", {}, name)), h("span", { class: "quiet where" }),
          h("label", { class: "left" }, h("span", { class: "quiet" }, t("build.walls")), stock));
      }));
      scene.sides.forEach(({ stock, way }, player) => {
        const [radio, number] = /** @type {HTMLInputElement[]} */ (all(`input[data-player="${player}"]`, list));
        follow(radio, player === scene.turn);
        follow(number, stock);
        const at = skin.cellName(scene, scene.pieces[player].cell);
        write(all(".where", list)[player], t("build.where", { at, n: way.length ? way.length - 1 : "–" }));
      });
    },
  };
}

/** An empty board, set up by the game's own options. @param {App} app @param {Desk} desk */
function createEmpty(app, desk) {
  const size = h("select", { id: "build-size" });
  const players = h("select", { id: "build-count" });
  const walls = h("input", { id: "build-walls", type: "number", min: 0, inputmode: "numeric", autocomplete: "off" });
  const form = h("form", { class: "fields" }, field("option.size", size), field("option.players", players),
    field("option.walls", walls), h("button", { id: "build-new", "data-i18n": "build.empty" }));
  const given = () => ({ size: size.value, players: players.value, walls: walls.value || "usual" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    desk.edit({ tool: "clear", options: given() });
  });
  let usual = "";
  /** How many the board usually has: asked of the start that would be set up. */
  function ask() {
    const options = { size: size.value, players: players.value };
    const wanted = JSON.stringify(options);
    if (wanted === usual || !size.value) return;
    if (app.sketch({ options }, (one) => set(walls, { placeholder: one?.scene.sides[0]?.stock ?? "" }))) usual = wanted;
  }
  form.addEventListener("change", ask);
  let shown = "";
  return {
    root: section("build.board", [], form),
    /** @param {State} state @param {View} view */
    render({ game }, { scene }) {
      const option = (/** @type {string} */ name) => game?.setup.find((one) => one.name === name);
      const [least, most] = option("size")?.range ?? [scene.width, scene.width];
      refill(size, most, () => Array.from({ length: most - least + 1 }, (_, i) =>
        h("option", { value: least + i }, `${least + i} × ${least + i}`)));
      refill(players, "", () => (option("players")?.choices ?? []).map((n) => h("option", { value: n }, n)));
      const now = `${scene.width} ${scene.sides.length}`;
      if (shown === now) return;
      shown = now;
      follow(size, scene.width);
      follow(players, scene.sides.length);
      ask();
    },
  };
}

/** @param {App} app @param {Desk} desk @returns {Part & {roots: HTMLElement[]}} */
export function createScore(app, desk) {
  const [worth, sides, empty] = [createWorth(app), createSides(app, desk), createEmpty(app, desk)];
  return {
    root: worth.root, roots: [worth.root, sides.root, empty.root],
    run: worth.run,
    render(now) {
      if (!now.view) return;
      worth.render(now, now.view);
      sides.render(now.view);
      empty.render(now, now.view);
    },
    heard: (message) => message.type === "hello" && worth.heard(),
  };
}
