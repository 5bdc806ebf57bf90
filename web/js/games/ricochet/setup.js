// @ts-check
// What begins a game of several rounds, and what sets a target.

import { U } from "../../core/board.js";
import { b, h, refill, s, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { check, field, picture, section } from "../../core/parts.js";
import { mayReplace, running } from "../../core/setup.js";
import { colorWord } from "../../core/words.js";
import { robot } from "./art.js";
import { penalty } from "./match.js";

/** @import { App, State } from "../../core/app.js" */
/** @import { Rules } from "../../core/wire.js" */

/** The rival's expansions a second; each has a name. */
const RIVALS = [20, 100, 1000, 20_000];

/** @param {string} name @param {[string | number, string][]} choices values and the keys of their words
 * @param {string | number} value */
function choice(name, choices, value) {
  const select = h("select", { name },
    ...choices.map(([one, key]) => h("option", { value: one, "data-i18n": key, selected: one === value })));
  return select;
}

/** The form that begins a game. @param {App} app */
export function createBegin(app) {
  const against = choice("against", [["solo", "play.alone"], ["duel", "play.against"]], "solo");
  const rounds = h("select", { name: "rounds" }, ...[17, 9, 5].map((n) => h("option", { value: n }, String(n))));
  const difficulty =
    choice("difficulty", [["easy", "play.easy"], ["normal", "play.normal"], ["hard", "play.hard"]], "normal");
  const strength = choice("rival", RIVALS.map((rate) => [rate, `play.rival.${rate}`]), 100);
  /** @param {string} name @param {string} value */
  const clock = (name, value) => h("input",
    { name, type: "number", min: 5, max: 3600, value, inputmode: "numeric", "data-i18n-placeholder": "play.no_clock" });
  const think = clock("think", "");
  const showing = clock("show", "");
  const sand = clock("sand", "60");
  const alone = field("play.difficulty", difficulty);
  const opposed = [field("play.strength", strength), field("play.sand", sand)];
  const about = h("p", { class: "quiet" });
  const form = h("form", { id: "begin" },
    h("div", { class: "fields" }, field("play.who", against), field("play.rounds", rounds), alone, opposed[0]),
    h("div", { class: "fields" }, field("play.think", think), field("play.show", showing), opposed[1]), about);
  const root =
    section("play.begin.title", [h("button", { class: "primary", form: "begin", "data-i18n": "play.begin" })], form);

  /** @param {HTMLInputElement} input */
  const seconds = (input) => (Number(input.value) > 0 ? Math.round(Number(input.value)) : null);
  /** @returns {Rules} */
  const rules = () => ({
    rounds: Number(rounds.value),
    difficulty: /** @type {Rules["difficulty"]} */ (difficulty.value),
    think: seconds(think),
    show: seconds(showing),
    sand: seconds(sand) ?? 60,
    rival: against.value === "duel" ? Number(strength.value) : null,
  });
  form.addEventListener("change", () => app.render());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await mayReplace(app)) app.send({ type: "begin", rules: rules() });
  });

  return {
    root,
    /** @param {State} state */
    render(state) {
      root.hidden = running(state);
      const duel = against.value === "duel";
      alone.hidden = duel;
      for (const one of opposed) one.hidden = !duel;
      write(about, duel ? t("play.about.duel") : t("play.about.solo", { n: penalty(state, difficulty.value) }));
    },
  };
}

/**
 * Setting a target: a robot, or any, then a cell. And the rule for the robots that helped.
 * @param {App} app
 */
export function createAim(app) {
  const picks = h("div", { class: "picks", role: "group", "data-i18n-label": "play.target" });
  const about = h("p", { class: "quiet", "data-i18n": "play.aim.now", hidden: true });
  const stay = h("input", { type: "checkbox", id: "stay" });
  const root = section("play.target", [picks], about, check("play.stay", stay, "switch"));
  const cursor = s("path", { class: "aim-cursor", d: `M0,0H${U}V${U}H0z` });
  /** @type {{piece: number | null, cell: number} | null} */
  let aim = null;

  stay.addEventListener("change", () => app.send({ type: "rule", stay: stay.checked }));

  /** @param {number | null} piece */
  function start(piece) {
    const scene = app.state.view?.scene;
    if (!scene) return;
    const again = aim?.piece === piece;
    aim = again ? null : { piece, cell: scene.targets.find((one) => one.active)?.cell ?? 0 };
    app.say(again ? t("play.aim.off") : t("play.aim.now"));
    app.render();
  }
  /** @param {number} cell */
  function finish(cell) {
    if (!aim) return false;
    app.send({ type: "task", piece: aim.piece, cell });
    stop();
    return true;
  }
  function stop() {
    aim = null;
    app.render();
  }

  return {
    root, cursor, finish,
    on: () => aim !== null,
    /** The cell under the pointer. @param {number | undefined} cell */
    point(cell) {
      if (!aim || cell === undefined || cell === aim.cell) return;
      aim.cell = cell;
      app.render();
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      const scene = app.state.view?.scene;
      if (!aim || !scene) return false;
      const [dx, dy] =
        { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] }[event.key] ?? [0, 0];
      if (dx || dy) {
        const x = Math.max(0, Math.min(scene.width - 1, (aim.cell % scene.width) + dx));
        const y = Math.max(0, Math.min(scene.height - 1, Math.floor(aim.cell / scene.width) + dy));
        aim.cell = y * scene.width + x;
        app.say(t("play.aim.at", app.place(aim.cell)));
        app.render();
      } else if (event.key === "Enter") finish(aim.cell);
      else if (event.key === "Escape") stop();
      else return false;
      return true;
    },
    /** What to do, while a target is being set. */
    words: () =>
      (aim ? t(aim.piece === null ? "play.aim.any" : "play.aim.robot", { robot: app.nameOf(aim.piece ?? 0) }) : null),
    /** @param {State} state */
    render(state) {
      root.hidden = running(state);
      if (root.hidden) aim = null;
      const { view } = state;
      if (!view) return;
      stay.checked = view.stay;
      const { pieces, width } = view.scene;
      refill(picks, pieces.map((piece) => piece.color + piece.letter).join(), () => {
        const robots = pieces.map((piece, index) => {
          const one = b({ "aria-label": colorWord(piece.color), title: colorWord(piece.color) },
            picture(robot(piece.color, piece.letter, 13), 17));
          one.addEventListener("click", () => start(index));
          return one;
        });
        const any = b({}, t("play.aim.anyone"));
        any.addEventListener("click", () => start(null));
        return [...robots, any];
      });
      Array.from(picks.children).forEach((one, index) =>
        set(one, { "aria-pressed": String(aim !== null && aim.piece === (index < pieces.length ? index : null)) }));
      about.hidden = aim === null;
      const color = aim?.piece != null ? pieces[aim.piece]?.color : undefined;
      set(cursor, {
        class: `aim-cursor c${color ?? "any"}`,
        transform: aim ? `translate(${(aim.cell % width) * U} ${Math.floor(aim.cell / width) * U})` : null,
        visibility: aim ? null : "hidden",
      });
    },
  };
}
