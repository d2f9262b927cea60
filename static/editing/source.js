// Source text in the admin: Tab indents, the box grows with its text, suggestions for languages and kinds.
(() => {
  "use strict";
  const MAX_ROWS = 40;
  const isSource = (element) => element instanceof HTMLTextAreaElement && element.hasAttribute("data-docsite-source");

  const fit = (area) => {
    area.rows = Math.min(MAX_ROWS, Math.max(3, area.value.split("\n").length + 1));
  };

  // Replaces text so that the browser's undo keeps working.
  const insert = (area, text) => {
    area.focus();
    if (!document.execCommand("insertText", false, text)) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };

  // Makefiles want tabs; text that already uses them goes on with them.
  const unitOf = (area) => {
    const language = area.closest(".w-struct-block, .struct-block, [data-contentpath]")?.querySelector('input[list="docsite-languages"]');
    return /^(make|makefile|go|tsv)$/i.test(language?.value || "") || /^\t/m.test(area.value) ? "\t" : "    ";
  };

  const indent = (area, out) => {
    const { selectionStart: start, selectionEnd: end, value } = area;
    const unit = unitOf(area);
    if (start === end && !out) {
      insert(area, unit);
      return;
    }
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const to = end > start && value[end - 1] === "\n" ? end - 1 : end;
    const lines = value.slice(from, to).split("\n");
    const changed = lines.map((line) => (out ? line.replace(/^(\t| {1,4})/, "") : line && unit + line)).join("\n");
    area.setSelectionRange(from, to);
    insert(area, changed);
    area.setSelectionRange(from, from + changed.length);
  };

  let leaving = false; // Esc, then Tab leaves the field
  document.addEventListener("keydown", (event) => {
    if (!isSource(event.target)) return;
    if (event.key === "Escape") {
      leaving = true;
      return;
    }
    if (event.key === "Tab" && !leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      indent(event.target, event.shiftKey);
    }
    leaving = false;
  });
  document.addEventListener("input", (event) => isSource(event.target) && fit(event.target));
  document.addEventListener("focusin", (event) => isSource(event.target) && fit(event.target));

  const addSuggestions = () => {
    const holder = document.getElementById("docsite-suggestions");
    if (!holder) return;
    Object.entries(JSON.parse(holder.textContent)).forEach(([name, values]) => {
      const list = document.createElement("datalist");
      list.id = `docsite-${name}`;
      values.forEach(([value, label]) => list.append(new Option(label, value)));
      document.body.append(list);
    });
    document.querySelectorAll("textarea[data-docsite-source]").forEach(fit);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", addSuggestions);
  else addSuggestions();
})();
