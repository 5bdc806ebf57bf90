// @ts-check
// How others come in: the code, the address and the picture of it, large enough for a projector.

import { h, set, write } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { button, check } from "../../core/parts.js";
import { copyText } from "../../core/setup.js";
import { follow } from "../../core/inputs.js";
import { act, may, room, wish } from "./desk.js";

/** @import { App } from "../../core/app.js" */
/** @import { RoomView } from "../../core/wire.js" */

/** A code in two halves, as one reads it out. @param {string} code */
export const spelt = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** @param {App} app */
export function createInvite(app) {
  const code = h("output", { class: "room-code", "data-i18n-label": "room.code" });
  const link = h("a", { class: "room-link" });
  const copy = button("copy", { id: "room-copy" });
  const qr = h("img", { class: "room-qr", width: 240, height: 240 });
  const near = h("p", { class: "quiet room-near", "data-i18n": "room.near" });
  const locked = h("input", { type: "checkbox", id: "room-locked" });
  const lock = check("room.lock", locked, "switch");
  const root = h("section", { class: "room-invite", "data-i18n-label": "room.invite" },
    h("div", { class: "room-invite-words" }, h("h2", { "data-i18n": "room.invite" }), code,
      h("p", { class: "room-address" }, link, " ", copy), near, lock), qr);
  copy.addEventListener("click", () => copyText(app, room.hello?.addresses[0] ?? location.href, copy));
  locked.addEventListener("change", () => act({ type: "lock", locked: locked.checked }));
  return {
    root,
    /** @param {RoomView} view */
    render(view) {
      const { hello } = room;
      if (!hello) return;
      const [address = location.href] = hello.addresses;
      write(code, spelt(hello.code));
      set(link, { href: address });
      write(link, address.replace(/^https?:\/\//, ""));
      const src = `room/${hello.code}/qr.svg`;
      if (qr.getAttribute("src") !== src) set(qr, { src });
      set(qr, { alt: t("room.qr", { address }) });
      near.hidden = hello.lan;
      lock.hidden = !may("lock");
      follow(locked, wish("lock")?.locked ?? view.locked);
    },
  };
}
