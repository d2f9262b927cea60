// Colours of the site: as the system has them, light or dark. Runs before the first paint; the button is wired when it is there.
(function () {
  "use strict";

  var KEY = "theme";
  var ORDER = ["system", "light", "dark"];
  var root = document.documentElement;

  function stored() {
    try {
      var value = localStorage.getItem(KEY);
      return ORDER.indexOf(value) > 0 ? value : "system";
    } catch (error) {
      return "system"; // Storage may be closed to us.
    }
  }

  function apply(theme) {
    if (theme === "system") {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = theme;
    }
  }

  apply(stored());
  root.dataset.scripted = "";

  document.addEventListener("DOMContentLoaded", function () {
    var button = document.querySelector("[data-theme-toggle]");
    if (!button) return;
    var words = button.querySelector(".visually-hidden");
    var theme = stored();

    function name() {
      var label = button.getAttribute("data-label-" + theme);
      if (words && label) words.textContent = label;
      button.title = label || "";
    }

    button.addEventListener("click", function () {
      theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
      apply(theme);
      name();
      try {
        localStorage.setItem(KEY, theme);
      } catch (error) {
        // The choice then lasts for this page.
      }
    });
    addEventListener("storage", function (event) {
      if (event.key !== KEY) return;
      theme = stored();
      apply(theme);
      name();
    });
    name();
    button.hidden = false;
  });
})();
