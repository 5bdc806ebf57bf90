// @ts-check
// Whether there is sound, and how loud: a setting, off until somebody switches it on. What makes the sounds is loaded
// only then.

import { byId, set } from "./dom.js";
import { store } from "./store.js";

/** What can be heard. @typedef {"move" | "push" | "place" | "blocked" | "solved" | "lost"} Sound */
/** @typedef {{on: boolean, volume: number}} Setting */

/** @type {Setting} */
let setting = { on: false, volume: 60 };
/** @type {Promise<typeof import("./sound.js")> | null} */
let maker = null;

const on = /** @type {HTMLInputElement} */ (byId("sound-on"));
const volume = /** @type {HTMLInputElement} */ (byId("sound-volume"));

function show() {
  on.checked = setting.on;
  volume.value = String(setting.volume);
  set(byId("sound"), { "data-on": setting.on });
}

/** Reads the setting, which may come late. */
function recall() {
  const kept = store.get("setting", "sound", { shared: true });
  if (typeof kept?.on === "boolean" && Number.isFinite(kept.volume)) setting = { on: kept.on, volume: kept.volume };
  show();
}

/** Lets something be heard, if there is sound. @param {Sound} what */
export function sound(what) {
  if (!setting.on || document.hidden) return;
  maker ??= import("./sound.js");
  maker.then(({ make }) => make(what, setting.volume / 100));
}

function change() {
  setting = { on: on.checked, volume: Number(volume.value) };
  store.put("setting", "sound", setting, { shared: true });
  show();
  sound("move");
}
on.addEventListener("change", change);
volume.addEventListener("change", change);
store.watch(recall);
recall();
