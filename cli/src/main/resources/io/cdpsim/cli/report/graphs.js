
/** The launches of graphs: for each graph a lane of its launches, and a lane for each node. */
function showGraphs() {
  const launches = page.facts.graphLaunches;
  page.drawGraphs = () => {};
  if (launches.length === 0) return;
  const scale = page.facts.microsPerCycle, LANE = 15, LABEL = 16, GAP = 8, AXIS = 4;
  const graphs = new Map();
  for (const launch of launches) {
    const key = launch.device + " " + launch.graph;
    const graph = graphs.get(key) || { device: launch.device, number: launch.graph, launches: [], nodes: new Map() };
    graph.launches.push(launch);
    for (const node of launch.nodes) graph.nodes.set(node.node, node.name);
    graphs.set(key, graph);
  }
  const several = new Set(launches.map(each => each.device)).size > 1;
  const bars = [], lanes = [];
  let height = AXIS;
  for (const graph of graphs.values()) {
    graph.top = height;
    height += LABEL;
    const lane = new Map([[-1, height]]);
    lanes.push({ y: height, text: "launches" });
    height += LANE;
    for (const [node, name] of [...graph.nodes].sort((a, b) => a[0] - b[0])) {
      lane.set(node, height);
      lanes.push({ y: height, text: node + " " + name });
      height += LANE;
    }
    height += GAP;
    for (const launch of graph.launches) {
      const title = "graph " + launch.graph + ", launch " + launch.launch;
      bars.push({ y: lane.get(-1), color: 9, text: title + ", by " + launch.by, ...launch });
      for (const node of launch.nodes) {
        const kernel = page.facts.kernels.indexOf(node.name);
        bars.push({ y: lane.get(node.node), color: node.grid > 0 && kernel >= 0 ? kernel % 10 : 8, text: title + ", node " + node.node + ": " + node.name + (node.grid > 0 ? " (grid " + node.grid + ")" : ""), ...node });
      }
    }
  }
  const canvas = el("canvas", { id: "graphs", role: "img", "aria-label": count(launches.length) + " launches of graphs with their nodes" });
  const note = el("p", { id: "graph-note", class: "note" }, "Full colour: it runs. Half: it waits for the launch, or for its place. Pale: it waits for another node, or for another launch. Point at a bar for who launched it and why it waited."
    + (page.facts.graphLaunchesLeftOut > 0 ? " Left out: " + count(page.facts.graphLaunchesLeftOut) + " later launches." : ""));
  const mean = (each, cycles) => time(cycles / each.runs * scale);
  const rows = page.facts.graphNodes.map(each => [(several ? "GPU " + each.device + ", " : "") + each.graph, each.node < 0 ? each.name : each.node + " " + each.name, count(each.runs), mean(each, each.ran), time(each.longest * scale), mean(each, each.others), mean(each, each.launch), mean(each, each.place)]);
  const totals = table(["graph", "node", "runs", "mean", "longest", "waited for others", "for launch", "for place"], rows, [2, 3, 4, 5, 6, 7]);
  totals.id = "graph-nodes";
  section("Graphs over time", canvas, note, totals);

  const pale = reason => /^(node |end of launch|earlier launch)/.test(reason);
  function draw() {
    const width = canvas.clientWidth || 1000, ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = height + "px";
    const g = canvas.getContext("2d");
    g.scale(ratio, ratio);
    const [start, end] = page.view;
    const x = cycle => Math.min(Math.max((cycle * scale - start) / (end - start) * width, -2), width + 2);
    const faint = color("--faint"), colors = [...Array(10).keys()].map(hue);
    g.font = "11px system-ui, sans-serif";
    for (const each of bars) {
      if (each.ended * scale < start || each.posted * scale > end) continue;
      const fill = (from, to, alpha) => {
        g.globalAlpha = alpha;
        g.fillRect(x(from), each.y, Math.max(0.7, x(to) - x(from)), LANE - 3);
      };
      g.fillStyle = colors[each.color];
      for (const wait of each.waits) fill(wait.start, wait.end, pale(wait.reason) ? 0.15 : 0.45);
      fill(each.started, each.ended, 1);
    }
    g.globalAlpha = 1;
    g.fillStyle = faint;
    for (const graph of graphs.values()) {
      const size = graph.launches.length;
      g.fillText((several ? "GPU " + graph.device + ", " : "") + "graph " + graph.number + ": " + count(size) + (size === 1 ? " launch" : " launches"), 4, graph.top + 11);
    }
    g.fillStyle = color("--ink");
    for (const lane of lanes) g.fillText(lane.text, 4, lane.y + 10);
  }
  page.drawGraphs = painter(draw);

  function told(bar) {
    const span = each => time((each.end - each.start) * scale) + " for " + each.reason;
    return bar.text + "\nfrom " + time(bar.started * scale) + " for " + time((bar.ended - bar.started) * scale)
      + (bar.waits.length > 0 ? "\nwaited " + bar.waits.map(span).join(", ") : "");
  }
  function at(event) {
    const box = canvas.getBoundingClientRect(), [start, end] = page.view;
    const y = event.clientY - box.top, pixel = (end - start) / box.width / scale;
    const cycle = start / scale + (event.clientX - box.left) * pixel;
    return bars.find(each => y >= each.y && y < each.y + LANE && cycle >= Math.min(each.posted, each.started) - 2 * pixel && cycle <= each.ended + 2 * pixel);
  }
  const tip = document.getElementById("tip");
  canvas.addEventListener("pointermove", event => {
    const bar = at(event);
    tip.hidden = !bar;
    if (bar) {
      tip.textContent = told(bar);
      tip.style.left = Math.min(event.clientX + 14, innerWidth - 370) + "px";
      tip.style.top = Math.min(event.clientY + 14, innerHeight - 110) + "px";
    }
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("pointerdown", event => {
    const bar = at(event);
    if (bar) note.textContent = told(bar).replaceAll("\n", "; ") + ".";
  });
}
