// The version selector is a <details> of links; this closes it as menus close, and filters long lists.
(function () {
  "use strict";

  const FILTER_FROM = 13;
  const select = document.querySelector("[data-version-select]");
  if (!select) return;
  const summary = select.querySelector("summary");
  const menu = select.querySelector(".version-menu");
  const items = [...menu.querySelectorAll(".version-group li")];
  let filter;

  function close(refocus) {
    if (!select.open) return;
    select.open = false;
    if (refocus) summary.focus();
  }

  if (items.length >= FILTER_FROM) {
    filter = document.createElement("input");
    filter.type = "search";
    filter.className = "version-filter";
    filter.autocomplete = "off";
    filter.placeholder = select.dataset.labelFilter || "Filter";
    filter.setAttribute("aria-label", filter.placeholder);
    filter.addEventListener("input", () => {
      const wanted = filter.value.trim().toLowerCase();
      for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
    filter.addEventListener("keydown", (event) => {
      const shown = items.filter((item) => !item.hidden);
      if (event.key === "Enter" && shown.length) shown[0].querySelector("a").click();
    });
    menu.prepend(filter);
  }

  select.addEventListener("toggle", () => {
    if (!select.open) return;
    const selected = menu.querySelector(".selected");
    if (selected) menu.scrollTop = selected.offsetTop - menu.clientHeight / 2;
    if (filter && matchMedia("(hover: hover)").matches) filter.focus({ preventScroll: true });
  });
  document.addEventListener("click", (event) => {
    if (!select.contains(event.target)) close(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && select.open) {
      event.preventDefault();
      close(true);
    }
  });
  select.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !select.contains(event.relatedTarget)) close(false);
  });
})();
