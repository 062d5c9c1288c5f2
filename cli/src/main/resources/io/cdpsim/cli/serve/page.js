"use strict";

const page = { start: null, running: false, ruleIds: /^[A-Z]+-\d+$/ };

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

async function run() {
  if (page.running) return;
  busy(true);
  status("Running\u2026");
  document.body.dataset.ran = "no";
  try {
    const asked = { kind: editor.program.kind, files: editor.files(), profile: byId("profile").value, policy: byId("policy").value, seed: byId("seed").value };
    const answer = await ask("run", JSON.stringify(asked));
    if (answer.ok) results.show(answer.data); else results.show({ how: "ended", exit: 2, seconds: 0, out: "", err: answer.data.problem, result: null, timeline: "" });
  } catch (e) {
    status("The server does not answer: was it ended?", "bad");
  }
  busy(false);
  document.body.dataset.ran = "yes";
}

function busy(now) {
  page.running = now;
  byId("run").disabled = now;
  byId("cancel").disabled = !now;
  if (!now && document.activeElement === document.body) byId("run").focus();
}

async function cancel() {
  if (page.running) await ask("cancel", "");
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
  document.documentElement.style.fontSize = next + "px";
  editor.view.refresh();
  results.again();
}

async function offer(id) {
  const answer = await ask("program?" + encodeURIComponent(id));
  if (answer.ok) open(answer.data);
}

function open(program) {
  editor.open(program);
  document.title = (program.title ? program.title + " \u2013 " : "") + "CDPSim";
  byId("views").replaceChildren();
  byId("view").replaceChildren();
  status("Not run yet.");
  const isMissing = program.kind === "cuda" && !page.start.cuda;
  byId("missing").hidden = !isMissing;
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
  open(program);
  for (const key of ["profile", "policy", "seed"]) if (typeof program[key] === "string") byId(key).value = program[key];
  byId("programs").value = "";
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
  byId("programs").addEventListener("change", () => byId("programs").value && offer(byId("programs").value));
  byId("run").addEventListener("click", run);
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
      run();
    } else if (event.key === "Escape") {
      if (!byId("rule").hidden) rule.close(); else cancel();
    }
  }, true);
  if (!await openLink(location.hash)) {
    const first = page.start.programs[0];
    byId("programs").value = first.id;
    await offer(first.id);
  }
  document.body.dataset.ready = "yes";
}

start();
