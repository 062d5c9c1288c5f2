"use strict";

const facts = JSON.parse(document.getElementById("facts").textContent);
const bytes = Uint8Array.from(atob(document.getElementById("log").textContent), each => each.charCodeAt(0));
const LANES = 32, MOST_ROWS = 200;
const KNOWN = ["", "visible", "some", "pending", "RACING"];
const PROGRESS = ["", "launched", "running", "ended", "complete"];
const RUNS = ["", "runs", "waits", "ended"];

function byId(id) {
  return document.getElementById(id);
}

function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The steps, decoded once: what happens, and where the changes of its cells start. */
const steps = [];
let at = 0;

function number() {
  let value = 0, shift = 0;
  while (bytes[at] >= 128) {
    value |= (bytes[at++] & 127) << shift;
    shift += 7;
  }
  return value | bytes[at++] << shift;
}

function eachChange(change) {
  let cell = 0;
  for (let runs = number(); runs > 0; runs--) {
    const distance = number();
    cell += (distance >>> 1) ^ -(distance & 1);
    const length = number();
    let value = 0;
    for (let i = 0; i < length >>> 1; i++) {
      if (i === 0 || !(length & 1)) value = number();
      change(cell++, value);
    }
  }
}

function decode() {
  let cycle = 0;
  for (let i = 0; i < facts.steps; i++) {
    const kind = facts.kinds[number()];
    cycle += number();
    const step = { kind, cycle, warp: number() - 1, grid: number() - 1, block: number() - 1, instruction: number() - 1, active: number(), lanes: number(), text: facts.texts[number()], accesses: [] };
    for (let n = number(); n > 0; n--) step.accesses.push({ word: number(), lanes: number() });
    step.changes = at;
    eachChange(() => {});
    steps.push(step);
  }
}

const cells = new Int32Array(facts.cells);
const changed = new Set();
let position = 0;

/** Exclusive or undoes itself: back is as cheap as forward. */
function apply(index) {
  at = steps[index].changes;
  eachChange((cell, value) => { cells[cell] ^= value; });
}

function seek(to) {
  const goal = Math.max(0, Math.min(steps.length, to));
  while (position < goal) apply(position++);
  while (position > goal) apply(--position);
  changed.clear();
  if (position > 0) {
    at = steps[position - 1].changes;
    eachChange(cell => changed.add(cell));
  }
  show();
}

const filter = { grid: "", warp: "", line: null };

function isShown(step) {
  if (filter.grid !== "" && step.grid !== Number(filter.grid) && !(step.warp >= 0 && gridOf(step.warp) === Number(filter.grid))) return false;
  if (filter.warp !== "" && step.warp !== Number(filter.warp)) return false;
  if (filter.line) {
    const place = placeOf(step);
    return !!place && place[filter.line.kind] === filter.line.file && place[filter.line.kind + "Line"] === filter.line.line;
  }
  return true;
}

function gridOf(warp) {
  return facts.grids.findIndex(each => each.number === facts.warps[warp].grid);
}

/** Moves to the next step that the filters show, in either direction. */
function move(direction) {
  let to = position + direction;
  while (to > 0 && to <= steps.length && !isShown(steps[to - 1])) to += direction;
  if (to >= 0 && to <= steps.length) seek(to);
}

function placeOf(step) {
  return step.warp < 0 || step.instruction < 0 ? null : place(facts.warps[step.warp].kernel, step.instruction);
}

function place(kernel, instruction) {
  const [source, sourceLine, ptx, ptxLine] = facts.kernels[kernel].places.slice(4 * instruction, 4 * instruction + 4);
  return { source, sourceLine, ptx, ptxLine };
}

function gridName(index) {
  return index < 0 ? "the host" : "grid " + facts.grids[index].number + " (" + facts.grids[index].kernel + ")";
}

function warpName(warp) {
  return warp.grid + "." + warp.block + "." + warp.index;
}

function count(mask) {
  let bits = 0;
  for (let m = mask >>> 0; m; m &= m - 1) bits++;
  return bits;
}

function plural(n, word) {
  return n + " " + word + (n === 1 ? "" : "s");
}

function asFloat(bits) {
  return new Float32Array(Int32Array.of(bits).buffer)[0];
}

function wordValue(word) {
  const bits = cells[word.cell];
  return word.float ? String(Number(asFloat(bits).toPrecision(7))) : String(bits);
}

function wordName(word) {
  return word.space + " " + word.address + (word.owner ? " of " + word.owner : "");
}

function what(step) {
  const block = step.block >= 0 ? facts.blocks[step.block] : null;
  const warp = step.warp >= 0 ? facts.warps[step.warp] : null;
  const actor = warp ? gridName(step.grid) + ", block " + warp.block + ", warp " + warp.index : "";
  const grid = step.grid >= 0 ? facts.grids[step.grid] : null;
  switch (step.kind) {
    case "INSTRUCTION": {
      const now = placeOf(step);
      const code = now.ptx >= 0 ? facts.ptx[now.ptx].lines[now.ptxLine - 1].trim().replace(/;$/, "") : facts.kernels[warp.kernel].code[step.instruction];
      const moved = step.accesses.slice(0, 4).map(each => {
        const word = facts.words[each.word];
        return wordName(word) + (changed.has(word.cell) ? " becomes " : " is ") + wordValue(word);
      });
      return actor + " runs " + code + " in " + count(step.lanes) + " of " + plural(count(step.active), "active lane")
        + (moved.length ? ": " + moved.join("; ") + (step.accesses.length > 4 ? "; \u2026" : "") : "") + ".";
    }
    case "CALL_RETURN": return actor + ": a call returns.";
    case "LAUNCH": {
      const by = grid.launcher >= 0 ? facts.warps[grid.launcher] : null;
      return gridName(step.grid) + " is launched by " + (by ? "grid " + by.grid + ", block " + by.block + ", warp " + by.index + ", " + grid.launch : grid.parent ? "grid " + grid.parent : "the host")
        + ": " + plural(grid.blocks, "block") + " of " + plural(grid.threads, "thread") + ".";
    }
    case "LAUNCH_FAILURE": return "A launch fails: " + step.text + ".";
    case "GRID_START": return gridName(step.grid) + " starts.";
    case "GRID_END": return "All threads of " + gridName(step.grid) + " have exited.";
    case "GRID_COMPLETION": return gridName(step.grid) + " is complete, with all that it launched.";
    case "BLOCK_START": return "Block " + block.index + " of grid " + block.grid + " is placed on SM " + block.sm + ".";
    case "BLOCK_END": return "Block " + block.index + " of grid " + block.grid + " has ended.";
    case "HOST_CALL": return "The host returns from " + step.text + ".";
    default: return "Memory changes, not by a store" + (step.text ? ": " + step.text : "") + ".";
  }
}

/** Source and PTX side by side: lines of one place have one color. */
const texts = {
  shown: { source: -1, ptx: -1 },
  used: { source: new Map(), ptx: new Map() },
  places: [],

  prepare() {
    for (const kernel of facts.kernels) {
      for (let i = 0; i < kernel.code.length; i++) {
        const each = place(facts.kernels.indexOf(kernel), i);
        texts.places.push(each);
        for (const kind of ["source", "ptx"]) {
          if (each[kind] >= 0) texts.used[kind].set(each[kind] + ":" + each[kind + "Line"], each);
        }
      }
    }
    if (!facts.sources.length) byId("source").parentElement.hidden = true;
    if (!facts.ptx.length && facts.sources.length) byId("ptx").parentElement.hidden = true;
    byId("code").classList.toggle("one", !facts.sources.length || !facts.ptx.length);
  },

  open(kind, index, kernel) {
    const key = index >= 0 ? index : -2 - kernel;
    if (texts.shown[kind] === key) return;
    texts.shown[kind] = key;
    const list = byId(kind);
    const all = kind === "source" ? facts.sources : facts.ptx;
    if (index < 0 && kind === "source") return;
    const text = index >= 0 ? all[index] : { name: facts.kernels[kernel].name, lines: facts.kernels[kernel].code };
    byId(kind + "-name").textContent = index < 0 ? "Instructions of " + text.name : kind === "ptx" && !/\.ptx$/.test(text.name) ? "PTX" : text.name;
    list.start = index >= 0 ? 1 : 0;
    list.replaceChildren(...text.lines.map((line, i) => {
      const isUsed = index < 0 || texts.used[kind].has(index + ":" + (i + 1));
      const item = el("li", isUsed ? {} : { class: "dead" }, line || " ");
      if (isUsed && index >= 0) item.addEventListener("click", () => stopAt(kind, index, i + 1));
      return item;
    }));
  },

  show(step) {
    for (const each of document.querySelectorAll(".text li.here, .text li.mate, .text li.stop")) each.classList.remove("here", "mate", "stop");
    const now = step && placeOf(step);
    if (now) {
      const kernel = facts.warps[step.warp].kernel;
      texts.open("source", now.source, kernel);
      texts.open("ptx", now.ptx, kernel);
      texts.mark("source", now.sourceLine, now.source >= 0);
      if (now.ptx >= 0) texts.mark("ptx", now.ptxLine, true);
      else if (!byId("ptx").parentElement.hidden) texts.mark("ptx", step.instruction + 1, true);
      // The other PTX lines of the same source line.
      if (now.source >= 0 && now.ptx >= 0) {
        facts.kernels[kernel].code.forEach((code, i) => {
          const other = place(kernel, i);
          if (other.source === now.source && other.sourceLine === now.sourceLine && other.ptx === now.ptx) {
            const item = byId("ptx").children[other.ptxLine - 1];
            if (item) item.classList.add("mate");
          }
        });
      }
    } else if (texts.shown.ptx === -1 && facts.kernels.length) {
      const first = place(0, 0);
      texts.open("source", first.source, 0);
      texts.open("ptx", first.ptx, 0);
    }
    if (filter.line) texts.mates(filter.line);
    if (filter.line && texts.shown[filter.line.kind] === filter.line.file) {
      const item = byId(filter.line.kind).children[filter.line.line - 1];
      if (item) item.classList.add("stop");
    }
  },

  /** Marks the lines of the other text that a line became, or came from. */
  mates(line) {
    const other = line.kind === "source" ? "ptx" : "source";
    for (const each of texts.places) {
      if (each[line.kind] === line.file && each[line.kind + "Line"] === line.line && each[other] === texts.shown[other]) {
        const item = byId(other).children[each[other + "Line"] - 1];
        if (item) item.classList.add("mate");
      }
    }
  },

  mark(kind, line, is) {
    const item = is && byId(kind).children[line - 1];
    if (!item) return;
    item.classList.add("here");
    const list = byId(kind), top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop + 20 || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
  }
};

function stopAt(kind, file, line) {
  const isSame = filter.line && filter.line.kind === kind && filter.line.file === file && filter.line.line === line;
  filter.line = isSame ? null : { kind, file, line };
  byId("line").hidden = isSame;
  byId("line").textContent = isSame ? "" : "Line " + line + " alone \u00d7";
  show();
}

function table(head, rows) {
  const made = el("table", {});
  made.append(el("thead", {}, el("tr", {}, ...head.map(each => el("th", { scope: "col" }, each)))));
  made.append(el("tbody", {}, ...rows));
  return made;
}

function cell(text, kind) {
  return el("td", kind ? { class: kind } : {}, text);
}

/** A row for each word, a column for the host and each block that has started. */
function showKnowledge() {
  const states = new Map(), observers = new Set();
  for (let i = 0; i < facts.knowledge.length; i += 3) {
    const [block, word, at] = facts.knowledge.slice(i, i + 3);
    if (!cells[at]) continue;
    if (!states.has(word)) states.set(word, new Map());
    states.get(word).set(block, at);
    observers.add(block);
  }
  // The host and what runs come first: a block that has ended learns nothing more.
  const hasEnded = block => block >= 0 && cells[facts.blocks[block].cell] === 3;
  const columns = [...observers].sort((a, b) => hasEnded(a) - hasEnded(b) || a - b);
  const rows = [...states].sort((a, b) => Number(facts.words[a[0]].address) - Number(facts.words[b[0]].address)).slice(0, MOST_ROWS).map(([index, known]) => {
    const word = facts.words[index];
    return el("tr", {}, el("th", { scope: "row" }, word.address), cell(wordValue(word), changed.has(word.cell) ? "changed" : ""),
      ...columns.map(block => {
        const at = known.get(block);
        return at === undefined ? cell("") : cell(KNOWN[cells[at]], "s" + cells[at] + (changed.has(at) ? " now" : "") + (hasEnded(block) ? " off" : ""));
      }));
  });
  byId("knowledge").replaceChildren(rows.length
    ? table(["word", "value", ...columns.map(each => each < 0 ? "host" : "grid " + facts.blocks[each].grid + " block " + facts.blocks[each].index + (hasEnded(each) ? ", ended" : ""))], rows)
    : el("p", { class: "hint" }, "No thread has written global memory yet."));
  reveal("knowledge", "td.now");
}

/** Scrolls a list to its first entry of a kind. */
function reveal(id, kind) {
  const list = byId(id), found = list.querySelector(kind);
  if (!found) return;
  const top = found.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 24 || top > list.clientHeight - 24) list.scrollTop += top - list.clientHeight / 2;
}

function showWarps(step) {
  const rows = [];
  for (const [i, grid] of facts.grids.entries()) {
    const state = cells[grid.cell];
    if (!state) continue;
    const by = grid.launcher >= 0 ? warpName(facts.warps[grid.launcher]) : grid.parent ? "grid " + grid.parent : "host";
    rows.push(el("tr", step && step.grid === i && step.warp < 0 ? { class: "acts" } : {}, el("th", { scope: "row" }, "grid " + grid.number), cell(grid.kernel), cell(PROGRESS[state], changed.has(grid.cell) ? "changed" : ""), cell("from " + by)));
    if (state > 2) continue;
    for (const [w, warp] of facts.warps.entries()) {
      if (warp.grid !== grid.number || !cells[warp.cell] || rows.length > MOST_ROWS) continue;
      const now = place(warp.kernel, cells[warp.cell + 1]);
      const line = now.source >= 0 ? facts.sources[now.source].name + ":" + now.sourceLine : now.ptx >= 0 ? "PTX " + now.ptxLine : "instruction " + cells[warp.cell + 1];
      const pick = el("button", { type: "button", class: "link" }, warpName(warp));
      pick.addEventListener("click", () => { shownWarp = w; show(); });
      rows.push(el("tr", step && step.warp === w ? { class: "acts" } : {}, el("th", { scope: "row" }, pick), cell(RUNS[cells[warp.cell]]),
        cell(plural(count(cells[warp.cell + 2]), "lane")), cell(cells[warp.cell] === 3 ? "" : "next " + line)));
    }
  }
  const scrolled = byId("warps").scrollTop;
  byId("warps").replaceChildren(rows.length ? table(["", "", "", ""], rows) : el("p", { class: "hint" }, "Nothing is launched yet."));
  byId("warps").scrollTop = scrolled;
  reveal("warps", ".acts");
}

let shownWarp = -1;

function registerValue(type, low, high) {
  if (type === "f32") return String(Number(asFloat(low).toPrecision(7)));
  if (type === "f64") return String(Number(new Float64Array(Int32Array.of(low, high).buffer)[0].toPrecision(10)));
  return high === low >> 31 ? String(low) : String(BigInt.asIntN(64, BigInt(high) << 32n | BigInt(low >>> 0)));
}

function showRegisters(step) {
  const index = step && step.warp >= 0 && filter.warp === "" && shownWarp < 0 ? step.warp : filter.warp !== "" ? Number(filter.warp) : shownWarp >= 0 ? shownWarp : step && step.warp >= 0 ? step.warp : lastWarp;
  if (index < 0) {
    byId("registers").replaceChildren(el("p", { class: "hint" }, "No warp has run yet."));
    return;
  }
  lastWarp = index;
  const warp = facts.warps[index], active = cells[warp.cell + 2];
  byId("registers-of").replaceChildren("Registers of warp " + warpName(warp) + " ");
  if (shownWarp >= 0) {
    const follow = el("button", { type: "button", class: "link" }, "follow the steps");
    follow.addEventListener("click", () => { shownWarp = -1; show(); });
    byId("registers-of").append(follow);
  }
  const types = facts.kernels[warp.kernel].types;
  const lanes = [...Array(LANES).keys()].filter(lane => everActive[index] >>> lane & 1);
  const rows = [];
  for (let i = 0; i < warp.registers.length; i += 2) {
    const register = warp.registers[i], base = warp.registers[i + 1];
    rows.push(el("tr", {}, el("th", { scope: "row" }, "r" + register), ...lanes.map(lane => {
      const isChanged = changed.has(base + lane) || changed.has(base + LANES + lane);
      return cell(registerValue(types[register], cells[base + lane], cells[base + LANES + lane]), isChanged ? "changed" : active >>> lane & 1 ? "" : "off");
    })));
  }
  for (let i = 0; i < warp.predicates.length; i += 2) {
    const base = warp.predicates[i + 1];
    rows.push(el("tr", {}, el("th", { scope: "row" }, "p" + warp.predicates[i]), ...lanes.map(lane =>
      cell(String(cells[base] >>> lane & 1), changed.has(base) ? "changed" : active >>> lane & 1 ? "" : "off"))));
  }
  byId("registers").replaceChildren(table(["", ...lanes.map(lane => "lane " + lane)], rows));
}

let lastWarp = -1;
/** The lanes of each warp that have a thread. */
const everActive = new Int32Array(facts.warps.length);
/** The step at which each word is first accessed: before that it is not shown. */
const firstAccess = new Map();

function showMemory(step) {
  const accessed = new Map((step ? step.accesses : []).map(each => [each.word, each.lanes]));
  const shown = facts.words.map((word, i) => i).filter(i => firstAccess.get(i) <= position);
  // What the step accesses comes first, so that a long list hides nothing that happens.
  const rows = [...accessed.keys(), ...shown.filter(i => !accessed.has(i))].slice(0, MOST_ROWS).map(i => {
    const word = facts.words[i];
    return el("tr", accessed.has(i) ? { class: "acts" } : {}, el("th", { scope: "row" }, wordName(word)), cell(wordValue(word), changed.has(word.cell) ? "changed" : ""),
      cell(accessed.has(i) ? "lanes: " + laneList(accessed.get(i)) : ""));
  });
  byId("memory").replaceChildren(rows.length ? table(["word", "value", "this step"], rows) : el("p", { class: "hint" }, "No memory accessed yet."));
}

function laneList(mask) {
  const lanes = [...Array(LANES).keys()].filter(lane => mask >>> lane & 1);
  return lanes.length > 4 && lanes[lanes.length - 1] - lanes[0] === lanes.length - 1 ? lanes[0] + "\u2013" + lanes[lanes.length - 1] : lanes.join(", ");
}

function show() {
  const step = position > 0 ? steps[position - 1] : null;
  byId("step").value = position;
  byId("position").textContent = position + " of " + steps.length + (step ? ", cycle " + step.cycle.toLocaleString("en") : "");
  byId("what").textContent = step ? what(step) : "Before the first step. The right arrow key goes on.";
  byId("first").disabled = byId("back").disabled = position === 0;
  byId("next").disabled = byId("last").disabled = position === steps.length;
  texts.show(step);
  showKnowledge();
  showWarps(step);
  showRegisters(step);
  showMemory(step);
}

function start() {
  decode();
  steps.forEach((step, i) => step.accesses.forEach(each => { if (!firstAccess.has(each.word)) firstAccess.set(each.word, i + 1); }));
  for (const step of steps) if (step.warp >= 0) everActive[step.warp] |= step.active;
  byId("step").max = steps.length;
  if (facts.cut) {
    byId("cut").hidden = false;
    byId("cut").textContent = "The recording is cut " + facts.cut + ".";
  }
  for (const [i, grid] of facts.grids.entries()) byId("grid").append(el("option", { value: i }, grid.number + " " + grid.kernel));
  for (const [i, warp] of facts.warps.entries()) byId("warp").append(el("option", { value: i }, warpName(warp)));
  texts.prepare();
  byId("first").addEventListener("click", () => seek(0));
  byId("last").addEventListener("click", () => seek(steps.length));
  byId("back").addEventListener("click", () => move(-1));
  byId("next").addEventListener("click", () => move(1));
  byId("step").addEventListener("input", () => seek(Number(byId("step").value)));
  byId("grid").addEventListener("change", () => { filter.grid = byId("grid").value; show(); });
  byId("warp").addEventListener("change", () => { filter.warp = byId("warp").value; show(); });
  byId("line").addEventListener("click", () => stopAt(filter.line.kind, filter.line.file, filter.line.line));
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const action = { ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => seek(0), End: () => seek(steps.length) }[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  // The body is as high as the window, also where the page around enlarges it.
  const fit = () => { document.body.style.height = innerHeight / (Number(getComputedStyle(document.body).zoom) || 1) + "px"; };
  addEventListener("resize", fit);
  fit();
  seek(0);
  document.body.dataset.ready = "yes";
}

start();
