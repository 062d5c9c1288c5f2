"use strict";

function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "class") made.className = value; else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function button(words, action, kind) {
  const made = el("button", kind ? { type: "button", class: kind } : { type: "button" }, words);
  made.addEventListener("click", action);
  return made;
}

/** A tab; arrows move between those of a list. */
function tab(words, action) {
  const made = button(words, action);
  made.setAttribute("role", "tab");
  made.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...made.parentElement.children];
    const next = all[(all.indexOf(made) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  return made;
}

function choose(list, index) {
  [...document.getElementById(list).children].forEach((each, i) => {
    each.setAttribute("aria-selected", String(i === index));
    each.tabIndex = i === index ? 0 : -1;
  });
}

const results = {
  views: [], chosen: 0,

  /** Light, dark or another size: what draws itself draws itself anew. */
  again() {
    results.scale();
    if (document.querySelector("#view iframe")) results.choose(results.chosen);
  },

  /** Text in which places are buttons that lead to the line, and rules are buttons that open their text. */
  linked(text) {
    const made = el("span", {});
    const pattern = /([\w.+\/-]+\.(?:cu|cuh|h|ptx|yaml|litmus)):(\d+)|\b((?:[A-Z]{2,8})-\d+)\b/g;
    let at = 0;
    for (const found of text.matchAll(pattern)) {
      made.append(text.slice(at, found.index));
      if (found[3]) {
        made.append(page.ruleIds.test(found[3]) ? button(found[3], () => rule.open(found[3]), "link") : found[3]);
      } else {
        made.append(button(found[0].split("/").pop(), () => editor.go(found[1], Number(found[2]), true), "link"));
      }
      at = found.index + found[0].length;
    }
    made.append(text.slice(at));
    return made;
  },

  /** Shows what a run came to. */
  show(answer, isStepped) {
    editor.clear();
    results.views = [];
    const result = answer.result;
    const isLitmus = result && Array.isArray(result.states);
    results.markErrors(answer.err);
    if (isLitmus) {
      for (const each of result.races) {
        for (const side of [each.first, each.second]) editor.markWords(side.slice(side.indexOf(":") + 1), "race", "data race: " + side);
      }
    }
    if (isLitmus) results.views.push(["Outcomes", () => results.outcomes(result)]);
    results.views.push(["Output", () => results.output(answer)]);
    if (result && !isLitmus) {
      const races = [...(result.races || []), ...(result.misuses || [])];
      races.forEach(results.markRace);
      results.views.push(["Races (" + races.length + ")", () => results.races(races)]);
      results.views.push(["Result", () => results.facts(result)]);
    }
    if (answer.timeline) results.views.push([isStepped ? "Steps" : "Timeline", () => results.timeline(answer.timeline)]);
    const tabs = document.getElementById("views");
    tabs.replaceChildren(...results.views.map(([name], i) => tab(name, () => results.choose(i))));
    const races = results.views.findIndex(([name]) => /^Races \([1-9]/.test(name));
    const steps = results.views.findIndex(([name]) => name === "Steps");
    results.choose(steps > 0 ? steps : races > 0 && !answer.out ? races : 0);
    results.say(answer, isLitmus);
    const first = editor.marks[0];
    if (first) editor.go(editor.documents.find(each => each.doc === first.doc).name, first.doc.getLineNumber(first.line) + 1, false);
  },

  say(answer, isLitmus) {
    const took = " (" + answer.seconds.toFixed(1) + " s)";
    const words = {
      cancelled: "Cancelled" + took + ".", time: "Ended: it took longer than " + page.start.seconds + " s.", output: "Ended: it printed too much."
    }[answer.how];
    const races = answer.result && !isLitmus ? [...(answer.result.races || []), ...(answer.result.misuses || [])].length : 0;
    const held = answer.exit === 0 || races > 0 && answer.result.correct;
    const isRefuted = isLitmus && answer.result.verdict === "No";
    const done = isRefuted ? "Done, the claim does not hold" : held ? "Done" : answer.result ? "Done, a check failed" : "Failed";
    status(words || done + (races ? ", " + races + (races === 1 ? " race or misuse" : " races or misuses") : "") + took + ".",
      words || answer.exit !== 0 || isRefuted ? "bad" : "good");
  },

  choose(index) {
    results.chosen = index;
    choose("views", index);
    document.getElementById("view").replaceChildren(results.views[index][1]());
  },

  /** Errors of readers and compilers name a place. */
  markErrors(err) {
    for (const line of err.split("\n")) {
      const found = /(?:^|[\s(])([\w.+\/-]+\.(?:cu|cuh|h|ptx|yaml|litmus))(?::(\d+)(?::\d+)?|\((\d+)\))(?::| )\s*(.*)/.exec(line);
      if (found && !/^\s*>/.test(line) && !/\bnote:/.test(line)) {
        editor.mark(found[1], Number(found[2] || found[3]), "error", found[4] || line);
      }
    }
  },

  places(race) {
    return [race.first, race.second, race].filter(each => each && typeof each.place === "string")
      .map(each => ({ ...each, at: /([\w.+\/-]+):(\d+)/.exec(each.place) })).filter(each => each.at);
  },

  markRace(race) {
    for (const each of results.places(race)) {
      const other = race.rule ? race.rule + ": " : "";
      editor.mark(each.at[1], Number(each.at[2]), "race", other + String(race.kind || "race").replace(/_/g, " ")
        + (each.kernel ? ", " + each.kernel + " " + (each.does || "") : "") + " here");
    }
  },

  output(answer) {
    const made = el("div", {});
    const printed = answer.out || (answer.result && answer.result.printed) || "";
    if (printed) made.append(el("h2", {}, "Printed"), el("pre", { id: "printed" }, printed));
    if (answer.err) {
      const said = el("pre", { id: "said" });
      said.append(results.linked(answer.err));
      made.append(el("h2", {}, "Messages"), said);
    }
    if (!printed && !answer.err) made.append(el("p", { class: "hint" }, "Nothing was printed."));
    return made;
  },

  races(races) {
    const made = el("div", {});
    if (races.length === 0) made.append(el("p", {}, "None seen in this run. Other policies and seeds may show one."));
    for (const race of races) {
      const one = el("div", { class: "finding" });
      const title = el("p", {}, el("strong", {}, String(race.kind || "race").replace(/_/g, " ")), race.count > 1 ? ", " + race.count + " times" : "");
      if (race.rule) title.append(" (", results.linked(race.rule), ")");
      one.append(title);
      for (const [word, each] of [["first", race.first], ["then", race.second]]) {
        if (each) one.append(el("p", {}, word + ": kernel " + each.kernel + " (grid " + each.grid + "), block " + each.block + ", thread " + each.thread
          + " " + each.does + " at ", results.linked(each.place || "")));
      }
      if (race.values) one.append(el("p", {}, "may see: " + race.values.join(" or ")));
      for (const key of ["what", "message", "missing", "mend"]) {
        if (typeof race[key] === "string") one.append(el("p", {}, el("strong", {}, (key === "mend" ? "fix" : key) + ": "), results.linked(race[key])));
      }
      made.append(one);
    }
    return made;
  },

  facts(result) {
    const made = el("div", {});
    const body = el("tbody", {});
    for (const [key, value] of Object.entries(result)) {
      if (value === null || typeof value === "object") continue;
      const shown = typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
      body.append(el("tr", {}, el("th", { scope: "row" }, key.replace(/_/g, " ")), el("td", {}, results.linked(shown))));
    }
    made.append(el("table", {}, body));
    for (const each of result.warnings || []) {
      made.append(el("p", { class: "finding" }, results.linked((each.rule ? each.rule + ": " : "") + (each.message || ""))));
    }
    return made;
  },

  /** All pictures at one scale: that at which the widest fits beside the others. */
  scale() {
    const all = [...document.querySelectorAll(".outcome img")].filter(each => each.naturalWidth > 0);
    const room = Math.max(...[...document.querySelectorAll(".outcome")].map(each => each.clientWidth)) - 16;
    const size = parseFloat(document.documentElement.style.fontSize) / 16;
    const scale = Math.min(size, room / Math.max(...all.map(each => each.naturalWidth)));
    for (const each of all) each.style.width = Math.round(each.naturalWidth * scale) + "px";
  },

  timeline(path) {
    const made = el("iframe", { src: path + "?" + document.documentElement.dataset.theme + "," + parseFloat(document.documentElement.style.fontSize), title: "Time line", sandbox: "allow-scripts" });
    // Its keys work at once.
    made.addEventListener("load", () => made.focus());
    return made;
  },

  outcomes(result) {
    const made = el("div", { id: "outcomes" });
    made.append(el("p", { class: result.verdict === "No" ? "claim finding bad" : "claim" }, el("strong", {}, result.condition || "The test asks nothing."), " ",
      { Ok: "holds", No: "does not hold" }[result.verdict] || "is not decided", ": ", result.observation, ", ", String(result.states.length), " outcomes of ",
      String(result.executions), " executions."));
    for (const each of result.undefined || []) made.append(el("p", { class: "finding bad" }, results.linked(each.rule + ": " + each.what)));
    for (const each of result.races || []) made.append(el("p", { class: "finding" }, "Data race: " + each.first + " | " + each.second));
    if (result.legend && result.states.some(each => each.picture)) {
      const legend = made.appendChild(el("p", { id: "legend", class: "hint" }));
      for (const [color, words] of result.legend) {
        const sign = el("span", { class: "edge" });
        sign.style.borderColor = color;
        legend.append(el("span", { class: "key" }, sign, words));
      }
    }
    const states = made.appendChild(el("div", { id: "states" }));
    for (const each of result.states) {
      const one = el("section", { class: "outcome" }, el("h3", {}, each.state));
      one.append(el("p", each.satisfies ? { class: "asked" } : {}, each.executions + (each.executions === 1 ? " execution" : " executions")
        + (each.satisfies ? ", as the condition asks" : "") + (each.waiting ? ", waiting for ever: " + each.waiting.join(", ") : "")
        + (each.undefined ? ", undefined: " + each.undefined : "")));
      if (each.picture) {
        const picture = one.appendChild(el("img", { alt: "An execution that ends so. " + (each.text || ""), src: "data:image/svg+xml," + encodeURIComponent(each.picture) }));
        picture.addEventListener("load", results.scale);
      }
      if (each.text) one.append(el("details", {}, el("summary", {}, "The same in words"), el("pre", {}, each.text)));
      states.append(one);
    }
    return made;
  }
};
