// @ts-check
// A clock that runs down, in figures and as a glass.

import { h, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @import { App } from "../../core/app.js" */

/** @param {App} app
 * @param {() => {left_ms: number, total_ms: number} | null} read the clock, as it stood when the view came */
export function createGlass(app, read) {
  const time = h("output", { class: "clock", id: "clock", role: "timer", "data-i18n-label": "play.clock" });
  const sand = h("i");
  const glass = h("div", { class: "glass", "aria-hidden": "true" }, sand);
  /** Whether a screen reader was told that it is late. */
  let warned = false;
  let timer = 0;

  function tick() {
    const clock = read();
    if (!clock) return;
    const left = Math.max(0, clock.left_ms - (performance.now() - app.state.viewAt));
    const whole = Math.ceil(left / 1000);
    write(time, `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`);
    sand.style.width = `${clock.total_ms ? (100 * left) / clock.total_ms : 0}%`;
    const late = left <= 10_000;
    time.classList.toggle("late", late);
    if (late && !warned && clock.total_ms > 15_000) app.say(t("play.late"));
    warned = late;
  }
  return {
    nodes: [time, glass],
    /** @param {boolean} on */
    run(on) {
      clearInterval(timer);
      timer = on ? setInterval(tick, 200) : 0;
    },
    render() {
      time.hidden = glass.hidden = !read();
      tick();
    },
  };
}
