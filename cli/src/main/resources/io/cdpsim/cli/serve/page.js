"use strict";

const page = { start: null, running: false, id: "", original: null, ruleIds: /^[A-Z]+-\d+$/ };

function byId(id) {
  return document.getElementById(id);
}

function status(words, kind) {
  byId("status").textContent = words;
  byId("status").className = kind || "";
}

async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body });
  return { ok: answer.ok, status: answer.status, data: await answer.json() };
}

async function run(steps) {
  if (page.running) return;
  busy(true);
  status(steps ? "Recording\u2026" : "Running\u2026");
  document.body.dataset.ran = "no";
  try {
    page.id = crypto.randomUUID();
    const submission = { id: page.id, kind: editor.program.kind, files: editor.files(), profile: byId("profile").value, policy: byId("policy").value, seed: byId("seed").value, steps };
    const answer = await ask("run", JSON.stringify(submission));
    if (answer.ok) results.show(answer.data, steps); else results.show({ how: "ended", exit: 2, seconds: 0, out: "", err: answer.data.problem, result: null, timeline: "" });
  } catch (e) {
    status("The server does not answer: was it ended?", "bad");
  }
  busy(false);
  document.body.dataset.ran = "yes";
  present.side(false);
}

function busy(now) {
  page.running = now;
  byId("run").disabled = now;
  byId("stepper").disabled = now || editor.program.kind === "litmus";
  byId("cancel").disabled = !now;
  if (!now && document.activeElement === document.body) byId("run").focus();
}

async function cancel() {
  // The request may overtake that of the run: then the run is not there yet.
  for (const id = page.id; page.running && page.id === id;) {
    if ((await ask("cancel/" + id, "")).data.cancelled) return;
    await new Promise(done => setTimeout(done, 100));
  }
}

const rule = {
  back: null,

  async open(id) {
    const answer = await ask("rule/" + id);
    if (!answer.ok) return;
    rule.back = document.activeElement;
    byId("rule-title").textContent = answer.data.id + ": " + answer.data.title;
    byId("rule-text").replaceChildren(results.linked(answer.data.text));
    byId("rule-facts").textContent = "Applies to " + answer.data.version + "; " + answer.data.status + ".";
    byId("rule").hidden = false;
    byId("rule-title").focus();
  },

  close() {
    byId("rule").hidden = true;
    if (rule.back && rule.back.isConnected) rule.back.focus();
  }
};

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("theme", name);
  results.again();
}

function size(step) {
  const now = Number(localStorage.getItem("size") || 16);
  const next = Math.min(36, Math.max(12, now + step));
  localStorage.setItem("size", String(next));
  // The text of a lecture is large at once, and A+ enlarges it further.
  document.documentElement.style.fontSize = (present.isOn() ? Math.max(next, present.SIZE + (next - 16)) : next) + "px";
  editor.view.refresh();
  results.again();
}

/** The view for a projector: the program or its results alone, large, and without what a lecture does not need. */
const present = {
  SIZE: 22,

  toggle(on) {
    document.body.classList.toggle("presenting", on);
    byId("present").setAttribute("aria-pressed", String(on));
    byId("present").textContent = on ? "End" : "Present";
    sessionStorage.setItem("presenting", on ? "yes" : "");
    present.side(results.views.length === 0);
    size(0);
  },

  isOn() {
    return document.body.classList.contains("presenting");
  },

  /** Shows the program, or the results. */
  side(program) {
    document.body.classList.toggle("program", program);
    byId("side").hidden = !present.isOn();
    byId("side").textContent = program ? "Results" : "Program";
    editor.view.refresh();
  }
};

/** What was typed, kept in this tab so that a reload loses nothing. */
const draft = {
  key: "draft",

  current() {
    return { ...editor.program, files: editor.files(), profile: byId("profile").value, policy: byId("policy").value, seed: byId("seed").value };
  },

  isChanged() {
    return page.original !== null && JSON.stringify(editor.files()) !== JSON.stringify(page.original.files);
  },

  save() {
    if (page.original === null) return;
    byId("reset").disabled = !draft.isChanged();
    const saved = { original: page.original, chosen: byId("programs").value, hash: location.hash, ...draft.current() };
    try {
      sessionStorage.setItem(draft.key, JSON.stringify(saved));
    } catch (e) {
      // Too large for the browser's storage: a reload then starts with the first program.
      sessionStorage.removeItem(draft.key);
    }
  },

  /** Opens what was typed before a reload. False if there is none, or a link of another program was opened. */
  restore() {
    const saved = JSON.parse(sessionStorage.getItem(draft.key) || "null");
    if (!saved || (location.hash && location.hash !== saved.hash)) return false;
    open(saved, saved.original);
    for (const key of ["profile", "policy", "seed"]) byId(key).value = saved[key];
    byId("programs").value = saved.chosen;
    draft.save();
    return true;
  },

  /** Asks before another program takes the place of what was typed. */
  mayLeave() {
    return !draft.isChanged() || confirm("Discard the changes to " + (editor.program.title || "this program") + "?");
  },

  reset() {
    if (draft.isChanged() && confirm("Reset " + (editor.program.title || "this program") + " and discard the changes?")) open(page.original);
  }
};

async function offer(id) {
  const answer = await ask("program?" + encodeURIComponent(id));
  if (answer.ok) open(answer.data);
}

function open(program, original) {
  editor.open(program);
  page.original = { kind: program.kind, title: program.title, note: program.note, files: (original || program).files };
  page.chosen = byId("programs").value;
  document.title = (program.title ? program.title + " \u2013 " : "") + "CDPSim";
  results.views = [];
  byId("views").replaceChildren();
  byId("view").replaceChildren();
  byId("stepper").disabled = program.kind === "litmus";
  present.side(true);
  status("Not run yet.");
  const isMissing = program.kind === "cuda" && !page.start.cuda;
  byId("missing").hidden = !isMissing;
  draft.save();
  byId("missing").textContent = isMissing ? "CUDA programs cannot run here: " + page.start.cudaMissing + "." : "";
}

async function shareNow() {
  const program = { kind: editor.program.kind, title: editor.program.title, note: editor.program.note, files: editor.files(),
    profile: byId("profile").value, policy: byId("policy").value, seed: byId("seed").value };
  const link = location.origin + "/#p=" + await share.packed(program);
  history.replaceState(null, "", location.pathname + link.slice(link.indexOf("#")));
  byId("sharing").hidden = false;
  byId("link").value = link;
  byId("link").select();
  byId("link").focus();
}

/** Opens the program that a link holds. False if it holds none. */
async function openLink(link) {
  const program = await share.program(link);
  if (!program) return false;
  if (!draft.mayLeave()) return true;
  open(program);
  for (const key of ["profile", "policy", "seed"]) if (typeof program[key] === "string") byId(key).value = program[key];
  byId("programs").value = "";
  page.chosen = "";
  draft.save();
  return true;
}

async function start() {
  editor.make();
  setTheme(localStorage.getItem("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  size(0);
  // A link that was shared lacks the token: the page at the server's root finds it here.
  localStorage.setItem("path", location.pathname);
  page.start = (await ask("start")).data;
  const groups = new Map();
  byId("programs").append(el("option", { value: "" }, "of a link"));
  for (const each of page.start.programs) {
    if (!groups.has(each.group)) groups.set(each.group, byId("programs").appendChild(el("optgroup", { label: each.group })));
    groups.get(each.group).append(el("option", { value: each.id }, each.title));
  }
  for (const each of page.start.profiles) byId("profile").append(el("option", { value: each }, each));
  byId("programs").addEventListener("change", () => {
    if (!draft.mayLeave()) byId("programs").value = page.chosen;
    else if (byId("programs").value) offer(byId("programs").value);
  });
  for (const id of ["profile", "policy", "seed"]) byId(id).addEventListener("change", draft.save);
  byId("reset").addEventListener("click", draft.reset);
  byId("run").addEventListener("click", () => run(false));
  byId("stepper").addEventListener("click", () => run(true));
  byId("present").addEventListener("click", () => present.toggle(!present.isOn()));
  byId("side").addEventListener("click", () => present.side(!document.body.classList.contains("program")));
  byId("cancel").addEventListener("click", cancel);
  byId("share").addEventListener("click", shareNow);
  byId("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(byId("link").value);
    byId("copied").textContent = "Copied.";
  });
  byId("given").addEventListener("keydown", async event => {
    if (event.key === "Enter") byId("copied").textContent = await openLink(byId("given").value) ? "Opened." : "This link holds no program.";
  });
  byId("smaller").addEventListener("click", () => size(-2));
  byId("larger").addEventListener("click", () => size(2));
  byId("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  byId("close").addEventListener("click", rule.close);
  addEventListener("hashchange", () => openLink(location.hash));
  document.addEventListener("keydown", event => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      run(false);
    } else if (event.key === "Escape") {
      if (!byId("rule").hidden) rule.close(); else cancel();
    }
  }, true);
  if (!draft.restore() && !await openLink(location.hash)) {
    const first = page.start.programs[0];
    byId("programs").value = first.id;
    await offer(first.id);
  }
  if (sessionStorage.getItem("presenting")) present.toggle(true);
  document.body.dataset.ready = "yes";
}

start();
