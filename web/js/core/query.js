// @ts-check
// What an address says after the board: keys and values.

/** @param {string} query */
export const said = (query) => new URLSearchParams(query.replaceAll("+", "%2B"));
/** The algorithms that it names. @param {string} query */
export const runsIn = (query) => said(query).getAll("run").map((one) => one.trim()).filter(Boolean).slice(0, 4);
/** Only what an address cannot bear is escaped: what is shown stays readable. @param {string} text */
export const plainly = (text) =>
  encodeURIComponent(text).replace(/%(2C|3D|3A)/g, (sign) => decodeURIComponent(sign));
/** @param {string[]} runs */
export const runQuery = (runs) => runs.map((one) => `run=${plainly(one)}`);
