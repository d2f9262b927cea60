// Marks in the contents where the reader is. Headings are found by id, never by selector: "#1-setup" is no selector.
(function () {
  "use strict";

  const nav = document.querySelector("[data-toc]");
  if (!nav) return;
  const panel = nav.closest(".contents") || nav;
  const entries = [];
  for (const link of nav.querySelectorAll("a[href]")) {
    const heading = document.getElementById(idOf(link.hash));
    if (heading) entries.push({ link, heading });
  }
  if (!entries.length) return;

  // Links and scrolling agree on this line below the header.
  const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 72 || 150;
  let current = null;
  let pinned = false;
  let waiting = false;

  function idOf(hash) {
    try {
      return decodeURIComponent(hash.slice(1));
    } catch (error) {
      return hash.slice(1);
    }
  }

  function mark(entry) {
    if (entry === current) return;
    if (current) current.link.removeAttribute("aria-current");
    current = entry;
    if (!entry) return;
    entry.link.setAttribute("aria-current", "location");
    const box = panel.getBoundingClientRect();
    const row = entry.link.getBoundingClientRect();
    if (row.top < box.top + 24) panel.scrollTop -= box.top + 48 - row.top;
    else if (row.bottom > box.bottom - 24) panel.scrollTop += row.bottom - box.bottom + 48;
  }

  // The last heading above the line; headings stand in order, so halving finds it.
  function here() {
    const page = document.scrollingElement;
    if (page.scrollTop > 0 && page.scrollTop + innerHeight >= page.scrollHeight - 2) return entries[entries.length - 1];
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (entries[middle].heading.getBoundingClientRect().top <= line) low = middle + 1;
      else high = middle;
    }
    return entries[low - 1] || null;
  }

  function update() {
    waiting = false;
    if (!pinned) mark(here());
  }

  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(update);
  }

  // What was asked for by address stays marked until the reader scrolls, even where the page is too short to bring it to the top.
  function pin() {
    const id = idOf(location.hash);
    const asked = id && entries.find((entry) => entry.heading.id === id);
    if (asked) {
      pinned = true;
      mark(asked);
    } else {
      later();
    }
  }

  function release() {
    pinned = false;
  }

  nav.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const asked = entries.find((entry) => entry.link === link);
    if (!asked) return;
    pinned = true;
    mark(asked);
  });
  addEventListener("hashchange", pin);
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  addEventListener("wheel", release, { passive: true });
  addEventListener("touchmove", release, { passive: true });
  addEventListener("keydown", (event) => {
    if (["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", " "].includes(event.key)) release();
  });
  addEventListener("pointerdown", (event) => {
    if (event.target === document.documentElement) release(); // the scroll bar
  });
  pin();
})();
