// Fields for code (textarea[data-docsite-source]) and suggestions (input[list="docsite-…"]) of the block editor.
(function () {
  "use strict";

  const BLANKS = "    ";
  const LONGEST = 40; // lines shown before the field scrolls
  let leaves = null; // the field in which Escape was pressed: its next Tab moves on

  const isSource = (node) => node instanceof HTMLTextAreaElement && node.hasAttribute("data-docsite-source");

  // ---------------------------------------------------------------- Tab
  // execCommand keeps the browser's undo, which setting the value would empty.
  function insert(field, text, start, end) {
    field.setSelectionRange(start, end);
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!done) field.setRangeText(text, start, end, "end");
  }

  function unit(field) {
    const language = field.closest(".struct-block")?.querySelector('input[list="docsite-languages"]')?.value || "";
    // Makefiles want tabs; text that already uses them goes on with them.
    return /^(make|makefile|go|tsv)$/i.test(language.trim()) || /^\t/m.test(field.value) ? "\t" : BLANKS;
  }

  function lineStart(text, position) {
    return text.lastIndexOf("\n", position - 1) + 1;
  }

  function changeLines(field, change) {
    const { value, selectionStart, selectionEnd } = field;
    const start = lineStart(value, selectionStart);
    // A selection that ends at the start of a line does not mean that line.
    const last = selectionEnd > selectionStart && value[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd;
    const newline = value.indexOf("\n", last);
    const end = newline < 0 ? value.length : newline;
    const before = value.slice(start, end).split("\n");
    const after = before.map(change);
    if (after.join("\n") === before.join("\n")) return;
    insert(field, after.join("\n"), start, end);
    if (selectionStart === selectionEnd) {
      const moved = Math.max(start, selectionStart + after[0].length - before[0].length);
      field.setSelectionRange(moved, moved);
    } else {
      field.setSelectionRange(start, start + after.join("\n").length);
    }
  }

  function indent(field) {
    const { value, selectionStart: start, selectionEnd: end } = field;
    if (value.slice(start, end).includes("\n")) {
      changeLines(field, (line) => (line ? unit(field) + line : line));
      return;
    }
    const one = unit(field);
    const column = start - lineStart(value, start);
    insert(field, one === "\t" ? one : one.slice(column % one.length), start, end);
  }

  function outdent(field) {
    changeLines(field, (line) => line.replace(/^(\t| {1,4})/, ""));
  }

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!isSource(field) || field.readOnly || field.disabled) return;
    if (event.key === "Escape") {
      leaves = field;
      return;
    }
    const leaving = leaves === field;
    if (event.key !== "Shift") leaves = null;
    if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey || leaving) return;
    event.preventDefault();
    if (event.shiftKey) outdent(field);
    else indent(field);
  });

  // ---------------------------------------------------------------- size
  function fit(field) {
    const lines = field.value.split("\n").length + 1;
    field.rows = Math.min(Math.max(lines, 3), LONGEST);
  }

  document.addEventListener("input", (event) => {
    if (isSource(event.target)) fit(event.target);
  });

  document.addEventListener("focusout", (event) => {
    if (event.target === leaves) leaves = null;
  });

  // ---------------------------------------------------------------- fields that appear
  const HELP = "docsite-source-help";

  function prepare(field) {
    fit(field);
    const described = (field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean);
    if (!described.includes(HELP)) field.setAttribute("aria-describedby", [...described, HELP].join(" "));
  }

  function addOnce() {
    const data = JSON.parse(document.getElementById("docsite-suggestions")?.textContent || "{}");
    for (const [name, entries] of Object.entries(data)) {
      const list = document.createElement("datalist");
      list.id = `docsite-${name}`;
      for (const [value, label] of entries) list.append(new Option(label, value));
      document.body.append(list);
    }
    const help = document.createElement("p");
    help.id = HELP;
    help.hidden = true;
    help.textContent = (window.gettext || String)("Tab indents. To leave the field, press Escape, then Tab.");
    document.body.append(help);
  }

  function start() {
    addOnce();
    document.querySelectorAll("textarea[data-docsite-source]").forEach(prepare);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (isSource(node)) prepare(node);
          else if (node instanceof Element) node.querySelectorAll("textarea[data-docsite-source]").forEach(prepare);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
