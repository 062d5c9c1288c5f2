const page = { facts: null, columns: null, view: null, all: null, charts: [], redraw: [] };

function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "class") made.className = value; else made.setAttribute(key, value);
  }
  for (const child of children) made.append(child);
  return made;
}

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function hue(index) {
  return color("--c" + (index % 10));
}

/** A time as people read it, of microseconds. */
function time(micros) {
  const size = Math.abs(micros);
  const [value, unit] = size === 0 ? [0, "ns"] : size < 1 ? [micros * 1e3, "ns"] : size < 1e3 ? [micros, "\u00b5s"] : size < 1e6 ? [micros / 1e3, "ms"] : [micros / 1e6, "s"];
  return Number(value.toPrecision(size === 0 ? 1 : 3)).toString() + " " + unit;
}

function count(number) {
  return number.toLocaleString("en-US");
}

/** Reads the columns that the program has packed: differences in groups of seven bits. */
async function unpack(text) {
  if (text.length === 0) return { column: () => new Float64Array(0) };
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 0;
  return {
    column(rows) {
      const column = new Float64Array(rows);
      let value = 0;
      for (let row = 0; row < rows; row++) {
        let factor = 1, coded = 0, byte;
        do {
          byte = data[at++];
          coded += (byte & 127) * factor;
          factor *= 128;
        } while (byte > 127);
        value += coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
        column[row] = value;
      }
      return column;
    }
  };
}

function section(title, ...children) {
  const made = el("section", {}, el("h2", {}, title), ...children);
  document.getElementById("main").append(made);
  return made;
}

function table(head, rows, numbers) {
  const kind = i => numbers.includes(i) ? { class: "number" } : {};
  return el("table", {},
    el("thead", {}, el("tr", {}, ...head.map((each, i) => el("th", kind(i), each)))),
    el("tbody", {}, ...rows.map(row => el("tr", {}, ...row.map((each, i) => el("td", kind(i), each))))));
}

/** Parts of a whole: a bar, and a table of them. */
function shares(parts, labels) {
  const whole = parts.reduce((sum, each) => sum + each.micros, 0);
  const shown = parts.map((each, i) => ({ ...each, index: i })).filter(each => each.micros > 0);
  const bar = el("div", { class: "bar", role: "img", "aria-label": shown.map(each => each.label + " " + time(each.micros)).join(", ") });
  const rows = shown.map(each => {
    const share = each.micros / whole;
    bar.append(el("span", { style: `flex: ${share} 0 0; background: var(--c${each.index % 11})`, title: each.label + ": " + time(each.micros) }));
    const name = el("span", {}, el("span", { class: "swatch", style: `background: var(--c${each.index % 11})` }), each.label);
    return [name, time(each.micros), (100 * share).toFixed(1) + "%"];
  });
  return [bar, table(labels, rows, [1, 2])];
}

function theme() {
  const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  setTheme(now === "dark" ? "light" : "dark");
}

function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name; else delete document.documentElement.dataset.theme;
  page.redraw.forEach(each => each());
}

/** A function that draws with the next frame, once for all calls until then; other colors and sizes call it. */
function painter(draw) {
  let planned = false;
  const paint = () => {
    if (!planned) {
      planned = true;
      requestAnimationFrame(() => { planned = false; draw(); });
    }
  };
  page.redraw.push(paint);
  addEventListener("resize", paint);
  return paint;
}

/** Shows a stretch of time, in microseconds, in the time line and the charts beside it. */
function setView(start, end) {
  const [first, last] = page.all;
  const shortest = Math.max((last - first) * 1e-7, 1e-3);
  let width = Math.min(Math.max(end - start, shortest), last - first);
  let from = Math.min(Math.max(start, first), last - width);
  page.view = [from, from + width];
  document.body.dataset.view = from + " " + (from + width);
  page.charts.forEach(each => each.setScale("x", { min: from, max: from + width }));
  page.drawTimeline();
  page.drawGraphs();
}

function zoom(factor, around) {
  const [start, end] = page.view;
  const middle = around === undefined ? (start + end) / 2 : around;
  setView(middle - (middle - start) * factor, middle + (end - middle) * factor);
}

function move(share) {
  const [start, end] = page.view;
  setView(start + share * (end - start), end + share * (end - start));
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.getElementById("search");
  if (event.target.matches("input, select, button")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const actions = {
    t: theme,
    ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2),
    "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": () => setView(...page.all),
    "/": () => search.focus(), n: () => page.next(1), p: () => page.next(-1)
  };
  const action = actions[event.key];
  if (action && (event.key === "t" || page.view)) {
    event.preventDefault();
    action();
  }
}

async function start() {
  page.facts = JSON.parse(document.getElementById("facts").textContent);
  page.columns = await unpack(document.getElementById("columns").textContent);
  document.getElementById("title").textContent = page.facts.title;
  document.getElementById("theme").addEventListener("click", theme);
  document.addEventListener("keydown", keys);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.redraw.forEach(each => each()));
  let before;
  addEventListener("beforeprint", () => { before = document.documentElement.dataset.theme; setTheme("light"); });
  addEventListener("afterprint", () => setTheme(before));
  document.getElementById("loading").remove();
  if (page.facts.kind === "run") showRun(); else showSweep();
  document.body.dataset.ready = "yes";
}

function showRun() {
  const facts = page.facts;
  const rows = facts.summary.map(([label, value]) => [label, value]);
  const parts = facts.breakdown.map(each => ({ label: each.part, micros: each.micros }));
  const columns = el("div", { class: "columns" });
  section("Summary", columns);
  const summary = table(["", ""], rows, []);
  summary.tHead.remove();
  columns.append(summary, el("div", {}, el("h3", {}, "What the time consists of"), ...shares(parts, ["critical path", "time", "share"])));
  showTimeline();
  showGraphs();
  showNumbers();
  showLaunchCost();
  section("Warnings", ...(facts.warnings.length === 0 ? [el("p", { class: "note" }, "None.")]
    : facts.warnings.map(each => el("p", { class: "warning" }, el("strong", {}, each.rule + ": "), each.message + (each.count > 1 ? " (" + count(each.count) + " times)" : "")))));
  setView(...page.all);
}
