// @ts-check
// The moving parts of a report: the table of all runs, the languages, the theme, and links into the app.
// Rows are columns of numbers; only those in sight are in the document, so a hundred thousand cost no more than a hundred.

/**
 * @typedef {{
 *   algorithms: string[], ids: string[], links: (string | null)[], texts: string[], app: string, machines: string[],
 *   columns: Record<string, (number | null)[]>, features: Record<string, (number | null)[]>,
 *   words: Record<string, Record<string, string>>
 * }} Data
 */
/** @typedef {{ key: string, name: string | null, text: boolean, width: number, value: (row: number) => number, tell: (row: number) => string }} Column */

const HEIGHT = 28;
const SPARE = 8;
const PRINTED = 150;
const OUTCOMES = ["solved", "unsolvable", "limit", "played", "error"];
const LANGUAGES = ["en", "fr"];

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What this browser keeps for the reader; a file may not be allowed any. @param {string} key @param {string} [value] */
function keep(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(`damier.report.${key}`, value);
    return localStorage.getItem(`damier.report.${key}`);
  } catch {
    return value ?? null;
  }
}

/** The data: as it is, or packed where it is long. @returns {Promise<Data>} */
async function read() {
  const element = byId("data");
  const text = element.textContent ?? "";
  if (element.dataset.packed !== "deflate") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

const THIN = "\u202f";
/** @param {number} value */
const figures = (value) => String(Number(value.toFixed(Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2)));
/** @param {number} value */
const whole = (value) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, THIN);
/** @param {number} value */
function seconds(value) {
  if (Number.isNaN(value)) return "";
  if (value >= 0.9995) return `${value >= 999.5 ? whole(value) : figures(value)} s`;
  if (value >= 0.0009995) return `${figures(value * 1e3)} ms`;
  return value >= 9.995e-7 ? `${figures(value * 1e6)} µs` : `${figures(value * 1e9)} ns`;
}
/** @param {number} value */
const count = (value) => (Number.isNaN(value) ? "" : whole(value));
/** @param {number} value */
function bytes(value) {
  if (Number.isNaN(value)) return "";
  const power = Math.min(3, Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 10)));
  return `${figures(value / 1024 ** power)} ${["B", "KiB", "MiB", "GiB"][power]}`;
}

/**
 * The order of rows by a column: a radix sort over the bits of the numbers, stable, with what is unknown last.
 * @param {Uint32Array} rows @param {(row: number) => number} value @param {boolean} down
 */
function sorted(rows, value, down) {
  const n = rows.length;
  const numbers = new Float64Array(n);
  for (let at = 0; at < n; at += 1) numbers[at] = value(rows[at]);
  const bits = new Uint32Array(numbers.buffer);
  const low = new Uint32Array(n);
  const high = new Uint32Array(n);
  for (let at = 0; at < n; at += 1) {
    let [l, h] = [bits[2 * at], bits[2 * at + 1]];
    if (Number.isNaN(numbers[at])) {
      l = h = 0xffffffff;
    } else {
      // Numbers below zero have their bits turned, so that bits and numbers are in the same order.
      const turn = h >>> 31 ? 0xffffffff : 0;
      h = (turn ? ~h : h | 0x80000000) >>> 0;
      l = (l ^ turn) >>> 0;
      if (down) [l, h] = [~l >>> 0, ~h >>> 0];
    }
    low[at] = l;
    high[at] = h;
  }
  let order = Uint32Array.from({ length: n }, (_, at) => at);
  let next = new Uint32Array(n);
  for (const [keys, shift] of /** @type {[Uint32Array, number][]} */ ([[low, 0], [low, 11], [low, 22], [high, 0], [high, 11], [high, 22]])) {
    const starts = new Uint32Array(2049);
    for (let at = 0; at < n; at += 1) starts[((keys[at] >>> shift) & 2047) + 1] += 1;
    if (starts.some((many) => many === n)) continue;
    for (let at = 1; at < 2049; at += 1) starts[at] += starts[at - 1];
    for (let at = 0; at < n; at += 1) next[starts[(keys[order[at]] >>> shift) & 2047]++] = order[at];
    [order, next] = [next, order];
  }
  return order.map((at) => rows[at]);
}

/** @param {Data} data */
function start(data) {
  const { columns, algorithms, ids, links, texts } = data;
  const all = columns.a.length;
  let language = "en";
  let app = data.app;

  // ---- words

  /** @param {string} key @param {Record<string, string>} [gaps] */
  const say = (key, gaps = {}) => (data.words[language][key] ?? key).replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? "");
  /** @param {string} wanted */
  function speak(wanted) {
    language = LANGUAGES.includes(wanted) ? wanted : "en";
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-w]")) {
      const what = element.getAttribute("data-w") ?? "";
      /** @type {[string, Record<string, string>][]} */
      const list = what.startsWith("[") ? JSON.parse(what) : [[what, {}]];
      element.textContent = list.map(([key, gaps]) => say(key, gaps)).join(" ");
    }
    for (const element of document.querySelectorAll("[data-hint]")) element.setAttribute("placeholder", say(element.getAttribute("data-hint") ?? ""));
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.getAttribute("data-label") ?? ""));
    for (const button of document.querySelectorAll("[data-lang]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-lang") === language));
    heads();
    draw(true);
    tell();
  }
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const wanted = target.closest("[data-lang]")?.getAttribute("data-lang");
    if (wanted) speak(keep("language", wanted) ?? "en");
    const point = target.closest("[data-i]");
    if (point) open(address(Number(point.getAttribute("data-i"))) ?? "#", framed ? "_top" : "_blank", framed ? "" : "noopener");
  });

  // ---- links into the app

  // Inside the app a board takes the place of the report; from elsewhere it opens beside it.
  const framed = window !== window.top;

  /** @param {number} instance */
  function address(instance) {
    const link = links[instance];
    return link && /^https?:/.test(app) ? app + link : null;
  }
  const field = /** @type {HTMLInputElement} */ (byId("app"));
  // A report that the app itself shows knows where the app is.
  app = location.protocol.startsWith("http") ? `${location.origin}/` : (keep("app") ?? app);
  field.value = app;
  field.addEventListener("change", () => {
    try {
      const url = new URL(field.value);
      if (!/^https?:$/.test(url.protocol)) throw new TypeError();
      app = url.origin + (url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`);
      keep("app", app);
    } catch {
      // What is no address changes nothing.
    }
    field.value = app;
    draw(true);
  });

  // ---- columns

  /** @param {string} key */
  const numbers = (key) => Float64Array.from(columns[key] ?? [], (value) => value ?? NaN);
  const has = (/** @type {string} */ key) => key in columns;
  const [of, on] = [Uint32Array.from(columns.a, Number), Uint32Array.from(columns.i, Number)];
  /** The place of each text in the order of the alphabet. @param {string[]} list */
  const ranks = (list) => {
    const order = list.map((_, at) => at).sort((a, b) => (list[a] < list[b] ? -1 : list[a] > list[b] ? 1 : 0));
    const rank = new Float64Array(list.length);
    for (const [place, at] of order.entries()) rank[at] = place;
    return rank;
  };
  const idRank = ranks(ids);
  const nameRank = ranks(algorithms);
  const outcome = columns.o;
  const why = columns.w ?? [];
  /** @param {number} row */
  const ended = (row) => {
    const reason = why[row];
    const word = say(`outcome.${OUTCOMES[Number(outcome[row])]}`);
    return reason == null ? word : `${word}: ${texts[reason]}`;
  };
  /** @type {Column[]} */
  const table = [
    { key: "column.instance", name: null, text: true, width: 20, value: (row) => idRank[on[row]], tell: (row) => ids[on[row]] },
    { key: "column.algorithm", name: null, text: true, width: Math.min(36, Math.max(14, ...algorithms.map((name) => name.length))), value: (row) => nameRank[of[row]], tell: (row) => algorithms[of[row]] },
    { key: "column.outcome", name: null, text: true, width: 16, value: (row) => Number(outcome[row]) * 1e6 + (why[row] ?? -1), tell: ended },
  ];
  /** @param {string} column @param {string} key @param {number} width @param {(value: number) => string} tell */
  const add = (column, key, width, tell) => {
    if (!has(column)) return;
    const values = numbers(column);
    table.push({ key, name: null, text: false, width, value: (row) => values[row], tell: (row) => tell(values[row]) });
  };
  add("r", "column.repeat", 10, count);
  add("c", "column.cost", 8, count);
  add("b", "column.bound", 8, count);
  add("t", "column.time", 11, seconds);
  add("e", "column.expanded", 13, count);
  add("g", "column.generated", 13, count);
  add("m", "column.memory", 11, bytes);
  add("s", "column.score", 8, (value) => (Number.isNaN(value) ? "" : String(value)));
  for (const [name, list] of Object.entries(data.features)) {
    const values = Float64Array.from(list, (value) => value ?? NaN);
    const tell = (/** @type {number} */ row) => (Number.isNaN(values[on[row]]) ? "" : String(values[on[row]]));
    table.push({ key: "", name, text: false, width: 9, value: (row) => values[on[row]], tell });
  }
  if (data.machines.length > 1) add("k", "column.machine", 9, (value) => data.machines[value] ?? "");

  // ---- which rows, in which order

  const search = /** @type {HTMLInputElement} */ (byId("search"));
  const byAlgorithm = /** @type {HTMLSelectElement} */ (byId("by-algorithm"));
  const byOutcome = /** @type {HTMLSelectElement} */ (byId("by-outcome"));
  const everything = Uint32Array.from({ length: all }, (_, row) => row);
  let sort = { column: -1, down: false };
  /** All rows in the order that was asked for; what is shown of them. */
  let order = everything;
  let shown = everything;

  /** @param {string[]} list @param {string} wanted */
  const match = (list, wanted) => Uint8Array.from(list, (text) => (text.toLowerCase().includes(wanted) ? 1 : 0));
  function filter() {
    const wanted = search.value.trim().toLowerCase();
    const algorithm = byAlgorithm.value === "" ? -1 : Number(byAlgorithm.value);
    const end = byOutcome.value === "" ? -1 : Number(byOutcome.value);
    if (!wanted && algorithm < 0 && end < 0) {
      shown = order;
    } else {
      const [inId, inName, inText] = [match(ids, wanted), match(algorithms, wanted), match(texts, wanted)];
      shown = order.filter((row) =>
        (algorithm < 0 || of[row] === algorithm) && (end < 0 || outcome[row] === end) &&
        (!wanted || inId[on[row]] === 1 || inName[of[row]] === 1 || (why[row] != null && inText[Number(why[row])] === 1)));
    }
    box.scrollTop = 0;
    draw(true);
    tell();
  }
  function tell() {
    byId("shown").textContent = say("shown", { n: whole(shown.length), of: whole(all) });
  }
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 60);
  });
  byAlgorithm.addEventListener("change", filter);
  byOutcome.addEventListener("change", filter);
  byId("reset").addEventListener("click", () => {
    search.value = byAlgorithm.value = byOutcome.value = "";
    sort = { column: -1, down: false };
    order = everything;
    heads();
    filter();
  });

  // ---- the table

  const box = byId("rows");
  const head = byId("heads");
  const body = /** @type {HTMLTableSectionElement} */ (byId("body"));
  let drawn = "";

  function heads() {
    if (head.childElementCount === 0) {
      const total = table.reduce((sum, column) => sum + column.width, 0);
      for (const [at, column] of table.entries()) {
        const cell = document.createElement("th");
        cell.scope = "col";
        cell.className = column.text ? "t" : "n";
        cell.style.width = `${(100 * column.width) / total}%`;
        cell.append(document.createElement("button"));
        cell.firstElementChild?.addEventListener("click", () => {
          sort = { column: at, down: sort.column === at && !sort.down };
          order = sorted(everything, column.value, sort.down);
          heads();
          filter();
        });
        head.append(cell);
      }
    }
    for (const [at, column] of table.entries()) {
      const cell = /** @type {HTMLElement} */ (head.children[at]);
      /** @type {HTMLElement} */ (cell.firstElementChild).textContent = column.name ?? say(column.key);
      if (sort.column === at) cell.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
  }

  function pad() {
    const row = document.createElement("tr");
    row.className = "pad";
    row.ariaHidden = "true";
    row.insertCell().colSpan = table.length;
    return row;
  }
  const [above, below] = [pad(), pad()];
  /** Rows of the document, filled anew instead of made anew. @type {HTMLTableRowElement[]} */
  const lines = [];

  function line() {
    const row = document.createElement("tr");
    for (const [place, column] of table.entries()) {
      const cell = document.createElement(place === 0 ? "th" : "td");
      if (column.text) cell.className = "t";
      if (place === 0) {
        cell.setAttribute("scope", "row");
        const anchor = document.createElement("a");
        anchor.target = framed ? "_top" : "_blank";
        anchor.rel = "noopener";
        cell.append(anchor);
      }
      row.append(cell);
    }
    return row;
  }

  /** @param {HTMLTableRowElement} element @param {number} at */
  function fill(element, at) {
    const row = shown[at];
    element.ariaRowIndex = String(at + 2);
    for (const [place, column] of table.entries()) {
      const cell = /** @type {HTMLElement} */ (element.children[place]);
      const text = column.tell(row);
      if (place === 0) {
        const link = address(on[row]);
        const anchor = /** @type {HTMLAnchorElement} */ (cell.firstElementChild);
        if (link) anchor.href = link;
        else anchor.removeAttribute("href");
        anchor.textContent = text;
      } else {
        cell.textContent = text;
      }
      if (column.text) cell.title = text.length > 18 ? text : "";
    }
    element.children[2].className = outcome[row] === 4 ? "t bad" : "t";
  }

  /** The rows in sight and some more. @param {boolean} anew @param {number} [most] */
  function draw(anew, most) {
    const first = most ? 0 : Math.max(0, Math.floor(box.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(shown.length, most ?? first + Math.ceil(box.clientHeight / HEIGHT) + 2 * SPARE);
    const key = `${first}-${last}`;
    if (!anew && key === drawn) return;
    drawn = key;
    while (lines.length < last - first) lines.push(line());
    for (let at = first; at < last; at += 1) fill(lines[at - first], at);
    /** @type {HTMLElement} */ (above.firstElementChild).style.height = `${first * HEIGHT}px`;
    /** @type {HTMLElement} */ (below.firstElementChild).style.height = `${(shown.length - last) * HEIGHT}px`;
    above.hidden = first === 0;
    below.hidden = last === shown.length || most !== undefined;
    if (body.childElementCount !== last - first + 2) body.replaceChildren(above, ...lines.slice(0, last - first), below);
    byId("table").setAttribute("aria-rowcount", String(shown.length + 1));
  }
  let asked = false;
  box.addEventListener("scroll", () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw(false);
    });
  }, { passive: true });
  addEventListener("resize", () => draw(true));
  // On paper all rows or none: a few dozen are read, thousands are not.
  addEventListener("beforeprint", () => {
    document.body.toggleAttribute("data-long", shown.length > PRINTED);
    if (shown.length <= PRINTED) draw(true, PRINTED);
  });
  addEventListener("afterprint", () => draw(true));

  // ---- theme

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = keep("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  byId("theme").addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = keep("theme", now === "dark" ? "light" : "dark") ?? "light";
  });

  speak(keep("language") ?? (document.documentElement.dataset.language || (navigator.language.startsWith("fr") ? "fr" : "en")));
  document.documentElement.dataset.ready = "yes";
}

read().then(start);
