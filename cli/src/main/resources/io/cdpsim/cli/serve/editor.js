"use strict";

CodeMirror.defineSimpleMode("ptx", {
  start: [
    { regex: /\/\/.*/, token: "comment" },
    { regex: /\/\*/, token: "comment", next: "comment" },
    { regex: /\(\*/, token: "comment", next: "quoted" },
    { regex: /"[^"]*"?/, token: "string" },
    { regex: /\.(?:[subf]\d+x?\d*|pred)\b/, token: "type" },
    { regex: /\.[a-z_][\w]*/, token: "keyword" },
    { regex: /%[\w$.]+/, token: "variable-2" },
    { regex: /(?:0[xfFdD][0-9a-fA-F]+|\d+(?:\.\d+)?)U?\b/, token: "number" },
    { regex: /~?exists\b|forall\b|filter\b|locations\b/, token: "keyword" },
    { regex: /[a-z][\w]*(?=[.\s])/, token: "atom" },
    { regex: /[\w$]+/, token: null }
  ],
  comment: [{ regex: /.*?\*\//, token: "comment", next: "start" }, { regex: /.*/, token: "comment" }],
  quoted: [{ regex: /.*?\*\)/, token: "comment", next: "start" }, { regex: /.*/, token: "comment" }],
  meta: { lineComment: "//" }
});

/** The files of a program, one of them in the editor, and what is marked in them. */
const editor = {
  view: null, program: null, current: 0, documents: [], marks: [],

  make() {
    editor.view = CodeMirror(document.getElementById("editor"), {
      lineNumbers: true, lineWrapping: true, matchBrackets: true, gutters: ["marks", "CodeMirror-linenumbers"], inputStyle: "contenteditable",
      screenReaderLabel: "Program text", indentUnit: 4,
      // A keyboard user must be able to leave.
      extraKeys: { Tab: false, "Shift-Tab": false, "Ctrl-]": "indentMore", "Ctrl-[": "indentLess" }
    });
  },

  mode(name) {
    if (/\.(cu|cuh|h)$/.test(name)) return "text/x-c++src";
    return name.endsWith(".yaml") ? "text/x-yaml" : "ptx";
  },

  /** Shows a program. */
  open(program) {
    editor.program = { kind: program.kind, title: program.title || "", note: program.note || "" };
    editor.documents = program.files.map(each => ({ name: each.name, doc: CodeMirror.Doc(each.text, editor.mode(each.name)) }));
    for (const { doc } of editor.documents) doc.on("change", draft.save);
    editor.marks = [];
    const tabs = document.getElementById("files");
    tabs.replaceChildren(...editor.documents.map((each, i) => tab(each.name, () => editor.show(i))));
    editor.show(0);
  },

  show(index) {
    editor.current = index;
    const shown = editor.documents[index];
    editor.view.swapDoc(shown.doc);
    const isSource = editor.program.kind === "ptx" && /\.cu$/.test(shown.name);
    editor.view.setOption("readOnly", isSource);
    choose("files", index);
    document.getElementById("note").textContent = editor.program.note
      + (isSource ? " The .cu file is what the PTX was compiled from: it is shown, the PTX and the plan are run." : "");
    editor.view.refresh();
  },

  files() {
    return editor.documents.map(each => ({ name: each.name, text: each.doc.getValue() }));
  },

  clear() {
    for (const { doc, line, kind, widget } of editor.marks) {
      doc.removeLineClass(line, "background", "marked-" + kind);
      if (widget) widget.clear();
    }
    for (const { doc } of editor.documents) doc.clearGutter("marks");
    editor.marks = [];
  },

  /** Marks a line (from 1) of a file, whose folders do not count. False if there is no such line. */
  mark(file, number, kind, words) {
    const found = editor.documents.find(each => each.name === file.split("/").pop());
    if (!found || number < 1 || number > found.doc.lineCount()) return false;
    const line = found.doc.getLineHandle(number - 1);
    const again = editor.marks.find(each => each.line === line && each.kind === kind);
    if (again) {
      if (!again.node.textContent.includes(words)) {
        again.node.textContent += "\n" + words;
        again.widget.changed();
      }
      return true;
    }
    found.doc.addLineClass(line, "background", "marked-" + kind);
    const sign = el("div", { class: "mark " + kind, title: words }, kind === "race" ? "\u26a1" : "!");
    found.doc.setGutterMarker(line, "marks", sign);
    const node = el("div", { class: "said " + kind }, words);
    const widget = found.doc.addLineWidget(line, node, { coverGutter: false });
    editor.marks.push({ doc: found.doc, line, kind, widget, node });
    return true;
  },

  /** Marks the first line that holds some words, however they are spaced. */
  markWords(words, kind, said) {
    const spaced = words.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
    for (const { name, doc } of editor.documents) {
      for (let i = 0; i < doc.lineCount(); i++) {
        if (new RegExp("(^|[\\s|])" + spaced + "\\s*([|;]|$)").test(doc.getLine(i))) return editor.mark(name, i + 1, kind, said);
      }
    }
    return false;
  },

  /** Shows the file and the line. */
  go(file, number, focus) {
    const index = editor.documents.findIndex(each => each.name === file.split("/").pop());
    if (index < 0) return;
    editor.show(index);
    editor.view.setCursor({ line: number - 1, ch: 0 });
    editor.view.scrollIntoView({ line: number - 1, ch: 0 }, 120);
    if (focus) editor.view.focus();
  }
};
