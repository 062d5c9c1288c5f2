
/** A chart that is made anew when the colours change. */
function chart(parent, title, make) {
  const place = el("div", {});
  parent.append(el("h3", {}, title), place);
  let made = null;
  const redraw = () => {
    if (made) {
      made.destroy();
      page.charts = page.charts.filter(each => each !== made);
    }
    const { options, data, synced } = make();
    made = new uPlot({ width: place.clientWidth || 560, height: 190, legend: { live: true }, ...options }, data, place);
    if (synced) {
      page.charts.push(made);
      if (page.view) made.setScale("x", { min: page.view[0], max: page.view[1] });
    }
  };
  redraw();
  page.redraw.push(redraw);
  addEventListener("resize", () => made.setSize({ width: place.clientWidth, height: made.height }));
}

function axis(values) {
  return { stroke: color("--faint"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line") }, values: values };
}

const ticks = (u, all) => all.map(each => each === null ? "" : time(each));

/** A chart over the time of the run, which shows the same stretch as the time line. */
function overTime(parent, title, series, data) {
  chart(parent, title, () => ({
    synced: true,
    data: data,
    options: {
      cursor: { sync: { key: "run" }, drag: { x: true, y: false, setScale: false } },
      scales: { x: { time: false } },
      axes: [axis(ticks), { ...axis(), size: 74 }],
      series: [{ label: "time", value: (u, v) => v === null || v === undefined ? "" : time(v) }, ...series.map((each, i) => ({
        stroke: hue(each.hue === undefined ? i : each.hue), width: 1.3, points: { show: false }, ...each.options, label: each.label }))],
      hooks: { setSelect: [u => {
        if (u.select.width > 2) {
          const start = u.posToVal(u.select.left, "x"), end = u.posToVal(u.select.left + u.select.width, "x");
          u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          setView(start, end);
        }
      }] }
    }
  }));
}

function showNumbers() {
  const facts = page.facts;
  const columns = el("div", { class: "columns" });
  const made = section("Pool, SMs and grids over time", columns);
  const several = new Set(facts.numbers.map(each => each.device)).size > 1;
  for (const each of facts.numbers) {
    const times = Array.from(page.columns.column(each.count), cycle => cycle * facts.microsPerCycle);
    const values = Array.from(page.columns.column(each.count));
    if (each.count > 0) {
      times.unshift(0);
      values.unshift(0);
      times.push(Math.max(page.all[1], times[times.length - 1]));
      values.push(values[values.length - 1]);
      const place = el("div", {});
      columns.append(place);
      overTime(place, (several ? "GPU " + each.device + ": " : "") + each.name,
        [{ label: each.name, options: { paths: uPlot.paths.stepped({ align: 1 }), fill: color("--band"), value: (u, v) => v === null || v === undefined ? "" : count(v) } }], [times, values]);
    }
  }
  if (columns.childElementCount === 0) made.append(el("p", { class: "note" }, "Nothing was counted."));
}

/** How long grids waited between launch and start, by the time of their launch, and for what. */
function showLaunchCost() {
  const facts = page.facts, grids = page.grids, scale = facts.microsPerCycle;
  const columns = el("div", { class: "columns" });
  section("What launching cost", columns);
  const left = el("div", {}), right = el("div", {});
  columns.append(left, right);
  const head = first => [first, "grids", "busy", "mean", "longest", "mean wait"];
  const row = each => [each.of, count(each.grids), time(each.busy), time(each.run), time(each.longest), time(each.wait)];
  left.append(table(head("kernel"), facts.byKernel.map(row), [1, 2, 3, 4, 5]));
  if (facts.byDepth.length > 1) left.append(el("br"), table(head("depth"), facts.byDepth.map(row), [1, 2, 3, 4, 5]));
  if (facts.waits.length > 0) {
    right.append(el("h3", {}, "What all grids together waited for"), ...shares(facts.waits.map(each => ({ label: each.reason, micros: each.micros })), ["from launch to start", "time", "share"]));
  }
  const BUCKETS = 160;
  const width = page.all[1] / BUCKETS;
  const lists = [...Array(BUCKETS)].map(() => []);
  for (let i = 0; i < facts.grids; i++) {
    const posted = (grids.started[i] - grids.wait[i]) * scale;
    lists[Math.min(BUCKETS - 1, Math.max(0, Math.floor(posted / width)))].push(grids.wait[i] * scale);
  }
  const times = [], medians = [], most = [];
  lists.forEach((list, i) => {
    list.sort((a, b) => a - b);
    times.push((i + 0.5) * width);
    medians.push(list.length > 0 ? list[list.length >> 1] : null);
    most.push(list.length > 0 ? list[list.length - 1] : null);
  });
  const shown = { value: (u, v) => v === null || v === undefined ? "" : time(v), points: { show: true, size: 4 } };
  overTime(right, "Wait from launch to start, by time of launch (\u00b5s)", [{ label: "median", options: shown }, { label: "longest", options: shown }], [times, medians, most]);
}

/** A drawing that the program made, with a link that saves it. */
function figure(parent, title, each) {
  const drawing = document.importNode(new DOMParser().parseFromString(each.svg, "image/svg+xml").documentElement, true);
  drawing.classList.add("figure");
  drawing.setAttribute("role", "img");
  parent.append(el("h3", {}, title + " ", saved(each)), drawing);
}

/** A link that saves a drawing as a file. */
function saved(each) {
  return el("a", { class: "save", download: each.file + ".svg", title: "Save this chart as " + each.file + ".svg",
    href: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(each.svg) }, "SVG");
}

/** A chart for each parameter of a sweep, the fastest points, and those that failed. */
function showSweep() {
  const facts = page.facts;
  const rows = facts.summary.map(([label, value]) => [label, value]);
  const summary = table(["", ""], rows, []);
  summary.tHead.remove();
  section("Summary", summary);
  const sound = facts.rows.filter(each => each.micros !== null);
  const columns = el("div", { class: "columns" });
  section("Time by parameter", el("p", { class: "note" },
    "Where there are few combinations of the other parameters, each is a series; else the chart shows the fastest and the median of all points that share a value. "
    + "Bands and whiskers are the mean error seen on hardware in runs like these, where any was measured, and the range of all seeds."), columns);
  for (const each of facts.charts) {
    const place = el("div", {});
    columns.append(place);
    figure(place, each.title, each);
    for (const note of each.notes) place.append(el("p", { class: "note" }, note));
  }
  const fastest = [...sound].sort((a, b) => a.micros - b.micros).slice(0, 50);
  const failed = facts.rows.filter(each => each.micros === null);
  section("The fastest points", table([...facts.axes.map(each => each.name), "time", "error seen"],
    fastest.map(each => [...facts.axes.map((a, i) => a.values[each.values[i]]), time(each.micros), each.error === null ? "not measured" : "\u00b1" + Math.round(100 * each.error) + "%"]), [facts.axes.length, facts.axes.length + 1]));
  if (failed.length > 0) {
    section("Points that failed", ...failed.slice(0, 50).map(each => el("p", { class: "warning" },
      el("strong", {}, facts.axes.map((a, i) => a.name + "=" + a.values[each.values[i]]).join(" ") + ": "), each.problem)));
  }
}
