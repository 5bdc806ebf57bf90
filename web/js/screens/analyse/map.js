// @ts-check
// Analyse: what a heuristic says of each cell, drawn over the board.

import { h, write } from "../../core/dom.js";
import { createLegend, drawMap, mapSteps } from "../../core/heat.js";
import { maybe, t } from "../../core/i18n.js";
import { check, field, section } from "../../core/parts.js";
import { fillHeuristics } from "../../core/pick.js";
import { blocked } from "../../core/scene.js";
import { placeOf } from "../parts/thought.js";
import { draft } from "./scripts.js";

/** @import { App } from "../../core/app.js" */
/** @import { Board } from "../../core/board.js" */
/** @import { Part } from "../../core/table.js" */

/** What the script in the editor is called. */
const OWN = "own";

/** @param {App} app @param {{host: HTMLElement, board: Board}} stage @returns {Part} */
export function createMap(app, { host, board }) {
  const toggle = h("input", { type: "checkbox", id: "map-on" });
  const heuristic = h("select", { id: "map-heuristic" });
  const obstacles = h("input", { type: "checkbox", id: "map-obstacles" });
  const legend = createLegend("analyse.map.legend");
  const words = h("p", { class: "quiet", id: "map-words" });
  const body = h("div", {}, h("div", { class: "fields" }, field("heuristic", heuristic),
    check("analyse.map.obstacles", obstacles)), words, legend.root);
  let sent = "";
  for (const input of [toggle, heuristic, obstacles]) input.addEventListener("change", app.render);
  return {
    root: section("analyse.map", [check("analyse.map.on", toggle)], body),
    render(state) {
      const { game, view, map } = state;
      if (!game || !view) return;
      fillHeuristics(heuristic, game, draft.sound || heuristic.value === OWN ? [[OWN, t("script.own")]] : []);
      const { scene } = view;
      const [shown, of, free] = [toggle.checked, heuristic.value, !obstacles.checked];
      body.hidden = !shown;
      host.classList.toggle("mapped", shown);
      const script = of === OWN ? draft.text : null;
      const key = `${placeOf(state)} ${of} ${free} ${script}`;
      if (!shown) sent = "";
      else if (key !== sent && (script === null || draft.sound)
        && app.send({ type: "map", heuristic: of, obstacles: !free, script })) sent = key;
      const values = map?.heuristic === of && map.obstacles !== free
        && map.values.length === scene.width * scene.height ? map.values : null;
      // The old map stays until the new one is there, so that nothing flickers.
      if (!shown || values) drawMap(board.layer, scene, shown ? values : null);
      if (!shown) return;
      const one = game.heuristics.find((each) => each.name === of);
      const bound = !free ? "blocked" : (values ? map?.admissible : one?.admissible) ? "admissible" : "inadmissible";
      const empty = of === OWN && map?.heuristic === OWN && !map.values.length;
      if (empty) write(words, t("analyse.map.nomap"));
      else write(words, `${one ? (maybe(`heuristic.about.${of}`) ?? one.summary) : ""} ${t(`analyse.map.${bound}`)}`);
      const walls = blocked(scene);
      if (values) legend.render(mapSteps(values.filter((_, cell) => !walls.has(cell)), t("analyse.map.none")));
    },
  };
}
