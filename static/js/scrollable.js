// Boxes that scroll sideways can be reached and read with the keyboard, and only as long as they do scroll.
(function () {
  "use strict";

  const labels = document.body.dataset;
  const boxes = [...document.querySelectorAll('main pre, main .table-scroll, main .math-block, main math:not([display="block"])')];
  if (!boxes.length || !("ResizeObserver" in window)) return;

  function nameOf(box, number) {
    let kind = labels.labelCode || "Code";
    let words = "";
    if (box.matches(".table-scroll")) {
      kind = labels.labelTable || "Table";
      words = box.querySelector("caption")?.textContent || "";
    } else if (box.matches(".math-block")) {
      kind = labels.labelFormula || "Formula";
    } else {
      const parts = box.parentElement.querySelectorAll(":scope > figcaption > *");
      words = [...parts].map((part) => part.textContent.trim()).join(", ");
    }
    // The number keeps names of regions apart.
    return `${kind} ${number}${words ? ": " + words.trim() : ""}`;
  }

  function check(box, number) {
    if (box.scrollWidth > box.clientWidth) {
      if (box.hasAttribute("tabindex")) return;
      box.setAttribute("tabindex", "0");
      if (box.matches("math")) return; // has its role and its words already
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", nameOf(box, number));
    } else if (box.hasAttribute("tabindex") && box !== document.activeElement) {
      box.removeAttribute("tabindex");
      box.removeAttribute("role");
      box.removeAttribute("aria-label");
    }
  }

  const numbers = new Map();
  for (const kind of ["pre", ".table-scroll", ".math-block"]) {
    boxes.filter((box) => box.matches(kind)).forEach((box, index) => numbers.set(box, index + 1));
  }
  const observer = new ResizeObserver((changes) => {
    for (const change of changes) check(change.target, numbers.get(change.target));
  });
  for (const box of boxes) observer.observe(box);
})();
