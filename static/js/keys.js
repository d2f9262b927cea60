// "/" goes to the search box, wherever it is not meant as a character.
(function () {
  "use strict";

  const box = document.querySelector("[data-search-input]");
  if (!box) return;

  function isTyping(element) {
    return element.isContentEditable || element.matches("input, textarea, select");
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (isTyping(event.target) || document.documentElement.dataset.drawer === "open") return;
    event.preventDefault();
    box.focus();
    box.select();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.blur();
  });
})();
