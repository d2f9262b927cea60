// Pages are cached for all; where an editor reads, the link to edit is fetched. The cookie is a hint, the server decides.
(function () {
  "use strict";

  if (!/(?:^|; )docsite_editor=1(?:;|$)/.test(document.cookie)) return;
  const article = document.querySelector("article[data-edit-url]");
  const actions = document.querySelector("[data-page-actions]");
  if (!article || !actions || !article.dataset.editUrl) return;

  async function add() {
    const response = await fetch(article.dataset.editUrl, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (!response.ok) return;
    const { edit_url: address, label } = await response.json();
    if (!address) return;
    const link = document.createElement("a");
    link.href = address;
    link.textContent = label;
    actions.append(link);
  }

  add().catch(() => {
    // No link is better than a page that complains: reading goes on.
  });
})();
