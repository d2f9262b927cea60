// Panels of .tabs become tabs. Groups with the same data-sync show the same label, on this page and the next ones.
(function () {
  "use strict";

  const STORE = "tabs:";
  const groups = [];

  function read(sync) {
    try {
      return localStorage.getItem(STORE + sync);
    } catch (error) {
      return null; // Storage may be closed to us.
    }
  }

  function write(sync, label) {
    try {
      localStorage.setItem(STORE + sync, label);
    } catch (error) {
      // The choice then lasts for this page.
    }
  }

  function show(group, number) {
    group.tabs.forEach((tab, index) => {
      const chosen = index === number;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      // Found by the browser's search all the same, where it can; elsewhere this is "hidden".
      if (chosen) group.panels[index].removeAttribute("hidden");
      else group.panels[index].setAttribute("hidden", "until-found");
    });
  }

  function showLabel(sync, label, except) {
    for (const group of groups) {
      const number = group.labels.indexOf(label);
      if (group !== except && group.sync === sync && number >= 0) show(group, number);
    }
  }

  // What the reader clicked stays where it is, however much groups above it grow or shrink.
  function choose(group, number) {
    const before = group.root.getBoundingClientRect().top;
    show(group, number);
    if (!group.sync) return;
    write(group.sync, group.labels[number]);
    showLabel(group.sync, group.labels[number], group);
    scrollBy({ top: group.root.getBoundingClientRect().top - before, behavior: "instant" });
  }

  function onKey(group, event) {
    const last = group.tabs.length - 1;
    const now = group.tabs.indexOf(event.target);
    const forward = getComputedStyle(group.root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    let next;
    if (event.key === "Home") next = 0;
    else if (event.key === "End") next = last;
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") next = event.key === forward ? now + 1 : now - 1;
    else return;
    event.preventDefault();
    next = (next + last + 1) % (last + 1);
    choose(group, next);
    group.tabs[next].focus();
  }

  function build(root, place) {
    const panels = [...root.querySelectorAll(":scope > .tab-panel")];
    if (!panels.length) return;
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", root.dataset.label || "");
    const group = { root, panels, tabs: [], labels: [], sync: root.dataset.sync || "" };
    panels.forEach((panel, index) => {
      const label = panel.querySelector(":scope > .tab-label");
      const tab = document.createElement("button");
      tab.type = "button";
      tab.className = "tab";
      tab.id = `tab-${place}-${index}`;
      tab.setAttribute("role", "tab");
      tab.append(...[...label.childNodes].map((node) => node.cloneNode(true)));
      if (!panel.id) panel.id = `tab-panel-${place}-${index}`;
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.removeAttribute("aria-label");
      panel.setAttribute("aria-labelledby", tab.id);
      panel.tabIndex = 0;
      tab.addEventListener("click", () => choose(group, index));
      panel.addEventListener("beforematch", () => show(group, index));
      group.tabs.push(tab);
      group.labels.push(label.textContent.trim());
      list.append(tab);
    });
    list.addEventListener("keydown", (event) => onKey(group, event));
    root.prepend(list);
    groups.push(group);
    show(group, Math.max(0, group.sync ? group.labels.indexOf(read(group.sync)) : 0));
    root.dataset.ready = "";
  }

  function target() {
    const hash = location.hash.slice(1);
    if (!hash) return null;
    try {
      return document.getElementById(decodeURIComponent(hash));
    } catch (error) {
      return document.getElementById(hash);
    }
  }

  function reveal() {
    const found = target();
    if (!found) return;
    let opened = false;
    for (let panel = found.closest(".tab-panel"); panel; panel = panel.parentElement.closest(".tab-panel")) {
      const group = groups.find((one) => one.panels.includes(panel));
      if (!group) continue;
      opened = true;
      show(group, group.panels.indexOf(panel));
    }
    if (opened) found.scrollIntoView();
  }

  document.querySelectorAll(".tabs").forEach(build);
  if (!groups.length) return;
  addEventListener("hashchange", reveal);
  addEventListener("storage", (event) => {
    if (event.key && event.key.startsWith(STORE) && event.newValue) {
      showLabel(event.key.slice(STORE.length), event.newValue, null);
    }
  });
  // Asking again for the address one is at changes nothing, but may be meant to open another tab.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href*="#"]');
    if (link && link.href === location.href) setTimeout(reveal);
  });
  reveal();
})();
