// Copies listings: byte for byte, but of recorded sessions the input only, by the rule of docsite.pages.highlighting.copy_text.
(function () {
  "use strict";

  const SESSIONS = ["pycon", "python", "console"]; // a session may go by the name of its language
  const body = document.body;

  function textOf(figure) {
    const code = figure.querySelector("pre > code");
    if (!SESSIONS.includes(figure.dataset.language) || !code.querySelector(".gp")) return code.textContent;
    const copy = code.cloneNode(true);
    for (const line of copy.querySelectorAll(".line")) {
      if (line.querySelector(".go")) line.remove();
    }
    for (const prompt of copy.querySelectorAll(".gp")) prompt.remove();
    return copy.textContent;
  }

  // Where the clipboard is closed (plain http), the old way still works.
  function copyBySelection(text) {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    area.setAttribute("readonly", "");
    body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      return copyBySelection(text);
    }
  }

  let status;
  function say(words) {
    if (!status) {
      status = document.createElement("div");
      status.className = "visually-hidden";
      status.setAttribute("role", "status");
      body.append(status);
    }
    status.textContent = "";
    setTimeout(() => (status.textContent = words), 50);
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    const figure = button.closest("figure");
    if (!figure || !figure.querySelector("pre > code")) continue;
    const usual = button.textContent;
    let timer;
    button.addEventListener("click", async () => {
      const done = await copy(textOf(figure));
      const words = done ? body.dataset.labelCopied || "Copied" : body.dataset.labelNotCopied || "Not copied";
      button.focus();
      button.textContent = words;
      button.classList.toggle("done", done);
      say(words);
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = usual;
        button.classList.remove("done");
      }, 2000);
    });
    button.hidden = false;
  }
})();
