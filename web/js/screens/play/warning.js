// @ts-check
// The warning when a position is lost, with its reason.

import { h, write } from "../../core/dom.js";
import { sight } from "../../core/sight.js";
import { skin } from "../../core/skin.js";

/** @import { App } from "../../core/app.js" */
/** @import { PlayPart } from "../play.js" */

/** @param {App} app @returns {PlayPart & {reason(): string}} */
export function createWarning(app) {
  const { state } = app;
  const warn = h("input", { type: "checkbox", id: "warn" });
  warn.checked = sight.on("warn", true);
  const reason = h("p", { id: "reason", role: "status" });
  const root = h("section", { class: "warning" },
    h("label", { class: "switch" }, warn, h("span", { "data-i18n": "warn" })), reason);
  /** The position that was asked about. */
  let looked = "";
  let warned = "";
  warn.addEventListener("change", () => {
    sight.keep("warn", warn.checked);
    state.verdict = null;
    looked = "";
    app.render();
  });

  return {
    root,
    /** The newest reason, or nothing. */
    reason: () => reason.textContent ?? "",
    run: () => void (looked = ""),
    heard: (message) => message.type === "hello" && (looked = ""),
    render({ view, verdict }) {
      if (!view) return;
      root.hidden = view.variant !== null;
      if (!warn.checked || view.variant || view.scene.solved) return write(reason, "");
      const moment = `${view.code} ${app.past().join(".")}`;
      if (moment !== looked && app.online()) {
        looked = moment;
        app.send({ type: "verdict" });
      }
      if (!verdict || !app.fits(verdict)) return;
      const text = skin.reason(verdict.verdict);
      write(reason, text);
      if (text && text !== warned) app.say(text);
      warned = text;
    },
  };
}
