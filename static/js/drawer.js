// On narrow screens the tree is a drawer: the rest of the page is inert while it is open. The tree also remembers where it was.
(function () {
  "use strict";

  const sidebar = document.getElementById("site-nav");
  if (!sidebar) return;
  const root = document.documentElement;
  const toggle = document.querySelector("[data-drawer-toggle]");
  const narrow = matchMedia("(max-width: 819.98px)");

  // ------------------------------------------------------------ the current entry in view
  function showCurrent() {
    const current = sidebar.querySelector('[aria-current="page"]');
    if (!current) return;
    const box = sidebar.getBoundingClientRect();
    const row = current.getBoundingClientRect();
    if (row.top >= box.top + 40 && row.bottom <= box.bottom - 40) return;
    sidebar.scrollTop += row.top - box.top - (box.height - row.height) / 2.5;
  }

  function remembered() {
    try {
      return JSON.parse(sessionStorage.getItem("tree") || "null");
    } catch (error) {
      return null;
    }
  }

  // The first link of the tree is the start of its version: positions of another tree mean nothing here.
  const first = sidebar.querySelector("a[href]");
  const tree = first ? first.getAttribute("href") : "";
  const saved = remembered();
  if (saved && saved.tree === tree) sidebar.scrollTop = saved.top;
  showCurrent();
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem("tree", JSON.stringify({ tree, top: sidebar.scrollTop }));
    } catch (error) {
      // Without storage the current entry is still brought into view.
    }
  });

  // ------------------------------------------------------------ drawer
  if (!toggle) return;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button drawer-close";
  close.setAttribute("aria-label", toggle.dataset.labelClose || "Close");
  close.innerHTML =
    '<svg aria-hidden="true" viewBox="0 0 24 24" width="20" height="20"><path d="M6 6l12 12M18 6 6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>';
  sidebar.prepend(close);

  function isOpen() {
    return root.dataset.drawer === "open";
  }

  function setOpen(open, refocus) {
    if (open === isOpen()) return;
    if (open) {
      root.dataset.drawer = "open";
      sidebar.setAttribute("role", "dialog");
      sidebar.setAttribute("aria-label", sidebar.dataset.label);
      sidebar.setAttribute("aria-modal", "true");
    } else {
      delete root.dataset.drawer;
      sidebar.removeAttribute("role");
      sidebar.removeAttribute("aria-label");
      sidebar.removeAttribute("aria-modal");
    }
    toggle.setAttribute("aria-expanded", String(open));
    // Everything but the drawer; its own ancestor, the layout, stays.
    for (const element of document.body.children) {
      if (!element.contains(sidebar)) element.inert = open;
    }
    for (const element of sidebar.parentElement.children) {
      if (element !== sidebar) element.inert = open;
    }
    if (open) {
      showCurrent();
      close.focus();
    } else if (refocus) {
      toggle.focus();
    }
  }

  toggle.addEventListener("click", () => setOpen(true));
  close.addEventListener("click", () => setOpen(false, true));
  document.addEventListener("click", (event) => {
    if (!isOpen() || toggle.contains(event.target)) return;
    const link = event.target.closest("a[href]");
    if (!sidebar.contains(event.target) || (link && link.hash)) setOpen(false, !link);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) setOpen(false, true);
  });
  narrow.addEventListener("change", () => setOpen(false, false));
  toggle.hidden = false;
})();
