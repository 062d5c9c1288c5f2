
const COLUMNS = ["posted", "wait", "run", "rest", "grid", "parent", "kernel", "device", "depth", "blocks", "threads", "reason"];
const MOST_LANES = 128;
const MOST_ARROWS = 200;
const MOST_OWN_LINES = 24;

/** The grids, a row for each depth, and in it a line for each that runs beside others. */
function showTimeline() {
  const facts = page.facts;
  const n = facts.grids;
  const scale = facts.microsPerCycle;
  const grids = {};
  for (const each of COLUMNS) grids[each] = page.columns.column(n);
  page.grids = grids;
  grids.started = grids.posted.map((cycle, i) => cycle + grids.wait[i]);
  let last = facts.micros, longest = 0;
  for (let i = 0; i < n; i++) {
    const length = grids.run[i] + grids.rest[i];
    if (length > longest) longest = length;
    if ((grids.started[i] + length) * scale > last) last = (grids.started[i] + length) * scale;
  }
  page.all = [0, Math.max(last, 1e-3)];
  const rows = new Map();
  for (let i = 0; i < n; i++) {
    const key = grids.device[i] * 1000 + grids.depth[i];
    const row = rows.get(key) || { device: grids.device[i], depth: grids.depth[i], lanes: 0, list: [] };
    row.list.push(i);
    rows.set(key, row);
  }
  const ordered = [...rows.entries()].sort((a, b) => a[0] - b[0]).map(each => each[1]);
  const few = n <= MOST_OWN_LINES;
  const LABEL = 16, GAP = 6, AXIS = 20;
  grids.lane = new Uint8Array(n);
  let height = AXIS;
  for (const row of ordered) {
    row.grids = Uint32Array.from(row.list).sort((a, b) => grids.started[a] - grids.started[b]);
    delete row.list;
    lanes(row);
    row.top = height + LABEL;
    row.height = few ? row.lanes * 18 : Math.min(Math.max(14, row.lanes * 9), 110);
    height = row.top + row.height + GAP;
  }
  /** Those that run beside each other have a line each, up to so many; those beyond share the last. */
  function lanes(row) {
    const until = new Float64Array(MOST_LANES);
    // Few grids have lines of their own while they wait, too: what they wait for stands there.
    const order = few ? [...row.grids].sort((a, b) => grids.posted[a] - grids.posted[b]) : row.grids;
    for (const i of order) {
      let lane = 0;
      while (lane < MOST_LANES - 1 && until[lane] > (few ? grids.posted[i] : grids.started[i])) lane++;
      until[lane] = Math.max(until[lane], grids.started[i] + Math.max(1, grids.run[i] + grids.rest[i]));
      grids.lane[i] = lane;
      row.lanes = Math.max(row.lanes, lane + 1);
    }
  }
  const byNumber = new Map();
  for (let i = 0; i < n; i++) byNumber.set(grids.grid[i], i);
  const rowOf = new Map(ordered.flatMap(row => [...row.grids].map(i => [i, row])));
  const several = new Set(ordered.map(each => each.device)).size > 1;
  const canvas = el("canvas", { id: "timeline", tabindex: "0", role: "img", "aria-label": count(n) + " grids by nesting depth over " + time(page.all[1]) + "; arrow keys move, + and - zoom" });
  const search = el("input", { id: "search", type: "search", placeholder: "a grid's number or a kernel", "aria-label": "Search grids" });
  const found = el("span", { class: "note", id: "found" });
  const button = (text, title, action) => {
    const made = el("button", { type: "button", title: title }, text);
    made.addEventListener("click", action);
    return made;
  };
  const zoomIn = button("+", "Zoom in (+)", () => zoom(0.5));
  zoomIn.id = "zoom-in";
  const controls = el("div", { class: "controls" }, zoomIn, button("\u2212", "Zoom out (-)", () => zoom(2)), button("All", "Show all (0)", () => setView(...page.all)),
    button("\u2190", "Move back", () => move(-0.3)), button("\u2192", "Move on", () => move(0.3)), search, button("Next", "Next found (n)", () => page.next(1)), found);
  const legend = el("p", {}, ...facts.kernels.slice(0, 10).map((name, i) => el("span", { style: "margin-right: 16px" }, el("span", { class: "swatch", style: `background: var(--c${i % 10})` }), name)),
    facts.kernels.length > 10 ? el("span", { class: "note" }, "and " + count(facts.kernels.length - 10) + " more kernels") : "");
  const chosen = el("p", { id: "chosen", class: "note" }, "Full colour: a grid's own threads; pale: what it launched, up to its completion. A dashed arrow leads from a launch to the start of its grid, with what it waited for longest; it is drawn where at most " + MOST_ARROWS + " grids start in view. Point at a grid for its life; drag or use the wheel to move and zoom.");
  section("Grids over time, by nesting depth", controls, canvas, legend, chosen,
    facts.leftOut ? el("p", { class: "note" }, "Left out: " + facts.leftOut + ".") : "");

  let hits = null, hit = -1;
  function draw() {
    const width = canvas.clientWidth || 1000, ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = height + "px";
    const g = canvas.getContext("2d");
    g.scale(ratio, ratio);
    const [start, end] = page.view;
    const x = micros => (micros - start) / (end - start) * width;
    const ink = color("--ink"), faint = color("--faint"), line = color("--line");
    const colors = [...Array(10).keys()].map(hue);
    g.font = "11px system-ui, sans-serif";
    const step = niceStep((end - start) / (width / 110));
    g.fillStyle = faint;
    g.strokeStyle = line;
    for (let at = Math.ceil(start / step) * step; at <= end; at += step) {
      g.fillText(time(Number(at.toPrecision(12))), x(at) + 3, 13);
      g.beginPath(); g.moveTo(x(at), 0); g.lineTo(x(at), height); g.stroke();
    }
    for (const row of ordered) {
      g.fillStyle = faint;
      g.fillText((several ? "GPU " + row.device + ", " : "") + "depth " + row.depth + ": " + count(row.grids.length) + (row.grids.length === 1 ? " grid" : " grids"), 4, row.top - 4);
      const lane = row.height / row.lanes, thick = Math.max(1, lane - (lane > 4 ? 1 : 0));
      const first = firstFrom(row.grids, start / scale - longest);
      for (let k = first; k < row.grids.length; k++) {
        const i = row.grids[k];
        const from = grids.started[i] * scale;
        if (from > end) break;
        const body = from + grids.run[i] * scale, to = body + grids.rest[i] * scale;
        if (to < start) continue;
        const left = Math.max(-1, x(from)), y = row.top + grids.lane[i] * lane;
        g.globalAlpha = hits && !hits.set.has(i) ? 0.12 : 1;
        g.fillStyle = colors[grids.kernel[i] % 10];
        g.fillRect(left, y, Math.max(0.7, Math.min(x(body), width + 1) - left), thick);
        if (to > body) {
          g.globalAlpha *= 0.35;
          g.fillRect(Math.max(-1, x(body)), y, Math.min(x(to), width + 1) - Math.max(-1, x(body)), thick);
        }
      }
      g.globalAlpha = 1;
      drawLaunches(g, row, x);
      if (hit >= 0 && hits && grids.device[hits.list[hit]] === row.device && grids.depth[hits.list[hit]] === row.depth) {
        const i = hits.list[hit], left = x(grids.started[i] * scale);
        g.strokeStyle = ink;
        g.strokeRect(left - 1.5, row.top + grids.lane[i] * lane - 1.5, Math.max(3, (grids.run[i] + grids.rest[i]) * scale / (end - start) * width + 3), thick + 3);
        g.strokeStyle = line;
      }
    }
  }
  /** Arrows from launches to grids, with the cause of each wait, where few enough are in view to be told apart. */
  function drawLaunches(g, row, x) {
    const [start, end] = page.view, first = firstFrom(row.grids, start / scale), seen = [];
    for (let k = first; k < row.grids.length && grids.posted[row.grids[k]] * scale <= end && seen.length <= MOST_ARROWS; k++) seen.push(row.grids[k]);
    if (seen.length > MOST_ARROWS) return;
    const middle = i => rowOf.get(i).top + (grids.lane[i] + 0.5) * rowOf.get(i).height / rowOf.get(i).lanes;
    for (const i of seen) {
      if (hits && !hits.set.has(i)) continue;
      const from = x(grids.posted[i] * scale), to = x(grids.started[i] * scale), y = middle(i);
      const parent = byNumber.get(grids.parent[i]);
      g.strokeStyle = g.fillStyle = color("--faint");
      g.setLineDash([3, 3]);
      g.beginPath();
      if (parent === undefined) g.moveTo(from, row.top - 3); else g.moveTo(from, middle(parent));
      g.lineTo(from, y);
      g.lineTo(to, y);
      g.stroke();
      g.setLineDash([]);
      g.beginPath(); g.moveTo(to, y); g.lineTo(to - 6, y - 3); g.lineTo(to - 6, y + 3); g.fill();
      g.beginPath(); g.arc(from, parent === undefined ? row.top - 3 : middle(parent), 2, 0, 7); g.fill();
      const cause = grids.reason[i] > 0 ? facts.reasons[grids.reason[i] - 1] : "";
      if (cause && to - from > g.measureText(cause).width + 12) g.fillText(cause, from + 4, y - 2);
    }
  }
  function firstFrom(list, cycle) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (grids.started[list[middle]] < cycle) low = middle + 1; else high = middle;
    }
    return low;
  }
  function niceStep(least) {
    const power = Math.pow(10, Math.floor(Math.log10(least)));
    return [1, 2, 5, 10].map(each => each * power).find(each => each >= least);
  }
  page.drawTimeline = painter(draw);

  const nodes = new Map(facts.graphLaunches.flatMap(launch => launch.nodes.map(each => [each.grid, "node " + each.node + " of graph " + launch.graph + ", launch " + launch.launch])));
  function life(i) {
    const reason = grids.reason[i] > 0 ? ", most of it for " + facts.reasons[grids.reason[i] - 1] : "";
    return "grid " + grids.grid[i] + ": " + facts.kernels[grids.kernel[i]] + (grids.parent[i] > 0 ? ", launched by grid " + grids.parent[i] : nodes.has(grids.grid[i]) ? ", " + nodes.get(grids.grid[i]) : ", launched by the host")
      + "\n" + count(grids.blocks[i]) + " blocks of " + count(grids.threads[i]) + " threads, depth " + grids.depth[i]
      + "\nstarted at " + time(grids.started[i] * scale) + " after " + time(grids.wait[i] * scale) + reason
      + "\nran " + time(grids.run[i] * scale) + (grids.rest[i] > 0 ? ", complete " + time(grids.rest[i] * scale) + " later" : "");
  }
  function at(event) {
    const box = canvas.getBoundingClientRect();
    const px = event.clientX - box.left, py = event.clientY - box.top;
    const [start, end] = page.view, pixel = (end - start) / box.width;
    const micros = start + px * pixel;
    const row = ordered.find(each => py >= each.top && py < each.top + each.height);
    if (!row) return -1;
    const lane = Math.floor((py - row.top) / row.height * row.lanes);
    let best = -1, distance = Infinity;
    for (let k = firstFrom(row.grids, micros / scale - longest - 2 * pixel / scale); k < row.grids.length; k++) {
      const i = row.grids[k], from = grids.started[i] * scale, to = from + (grids.run[i] + grids.rest[i]) * scale;
      if (from > micros + 2 * pixel) break;
      const away = (to < micros ? micros - to : from > micros ? from - micros : 0) / pixel + 3 * Math.abs(grids.lane[i] - lane);
      if (away < distance && away < 4) { best = i; distance = away; }
    }
    return best;
  }
  const tip = document.getElementById("tip");
  let drag = null;
  canvas.addEventListener("pointermove", event => {
    if (drag) {
      const [start, end] = drag.view, shift = (drag.x - event.clientX) / canvas.clientWidth * (end - start);
      setView(start + shift, end + shift);
      return;
    }
    const i = at(event);
    tip.hidden = i < 0;
    if (i >= 0) {
      tip.textContent = life(i);
      tip.style.left = Math.min(event.clientX + 14, innerWidth - 370) + "px";
      tip.style.top = Math.min(event.clientY + 14, innerHeight - 110) + "px";
    }
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("pointerdown", event => {
    drag = { x: event.clientX, view: page.view };
    canvas.setPointerCapture(event.pointerId);
    tip.hidden = true;
    const i = at(event);
    if (i >= 0) chosen.textContent = life(i).replaceAll("\n", "; ") + ".";
  });
  canvas.addEventListener("pointerup", () => { drag = null; });
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    const [start, end] = page.view;
    if (event.shiftKey) move(event.deltaY > 0 ? 0.1 : -0.1);
    else zoom(event.deltaY > 0 ? 1.25 : 0.8, start + (event.clientX - box.left) / box.width * (end - start));
  }, { passive: false });

  search.addEventListener("input", () => {
    const words = search.value.trim().toLowerCase();
    hits = null;
    hit = -1;
    if (words !== "") {
      const list = [];
      const kernels = facts.kernels.map(each => each.toLowerCase().includes(words));
      const number = /^\d+$/.test(words) ? Number(words) : -1;
      for (let i = 0; i < n; i++) if (number >= 0 ? grids.grid[i] === number : kernels[grids.kernel[i]]) list.push(i);
      hits = { list: list, set: new Set(list) };
    }
    found.textContent = hits ? count(hits.list.length) + (hits.list.length === 1 ? " grid" : " grids") : "";
    page.drawTimeline();
  });
  search.addEventListener("keydown", event => {
    if (event.key === "Enter") page.next(event.shiftKey ? -1 : 1);
  });
  page.next = direction => {
    if (!hits || hits.list.length === 0) return;
    hit = (hit + direction + hits.list.length + (hit < 0 && direction < 0 ? 1 : 0)) % hits.list.length;
    const i = hits.list[hit], from = grids.started[i] * scale, length = Math.max((grids.run[i] + grids.rest[i]) * scale, page.all[1] * 1e-5);
    found.textContent = count(hit + 1) + " of " + count(hits.list.length);
    chosen.textContent = life(i).replaceAll("\n", "; ") + ".";
    const [start, end] = page.view;
    const width = Math.max(Math.min(end - start, 40 * length), 3 * length);
    if (from < start || from + length > end || end - start > 40 * length) setView(from + length / 2 - width / 2, from + length / 2 + width / 2);
    else page.drawTimeline();
  };
}
