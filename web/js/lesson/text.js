// @ts-check
// The text of a lesson, as elements.

import { h } from "../core/dom.js";

/** @import { Block, Words } from "../core/wire.js" */

/** @param {Words[]} all @returns {(Node | string)[]} */
function words(all) {
  return all.map((one) => {
    switch (one.type) {
      case "text": return document.createTextNode(one.text);
      case "code": return h("code", {}, one.text);
      case "emphasis": return h("em", {}, ...words(one.words));
      case "strong": return h("strong", {}, ...words(one.words));
      // What leads out of the page opens beside it.
      case "link": return one.to.startsWith("#") ? h("a", { href: one.to }, ...words(one.words))
        : h("a", { href: one.to, target: "_blank", rel: "noopener noreferrer" }, ...words(one.words));
    }
  });
}

/** @param {Block[]} all @returns {HTMLElement[]} */
export const blocks = (all) => all.map((one) => {
  switch (one.type) {
    case "paragraph": return h("p", {}, ...words(one.words));
    case "list": return h(one.numbered ? "ol" : "ul", { class: "told" }, ...one.items.map((item) =>
      h("li", {}, ...(item.length === 1 && item[0].type === "paragraph" ? words(item[0].words) : blocks(item)))));
    case "code": return h("pre", {}, h("code", {}, one.text));
    case "table": {
      const [head, ...rows] = one.rows;
      return h("table", {}, h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, ...words(cell))))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...words(cell)))))));
    }
  }
});
