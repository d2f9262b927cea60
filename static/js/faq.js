// A link to something inside a closed <details> opens it; browsers do this for some of their own features, not for all links.
(function () {
  "use strict";

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
    for (let details = found.closest("details"); details; details = details.parentElement.closest("details")) {
      opened = opened || !details.open;
      details.open = true;
    }
    if (found.matches("details")) found.open = true;
    const inside = found.matches(".faq-entry") ? found.querySelector(":scope > details") : null;
    if (inside && !inside.open) {
      inside.open = true;
      opened = true;
    }
    if (opened) found.scrollIntoView();
  }

  addEventListener("hashchange", reveal);
  // Asking again for the address one is at changes nothing, but may be meant to open what was closed.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href*="#"]');
    if (link && link.href === location.href) setTimeout(reveal);
  });
  reveal();
})();
