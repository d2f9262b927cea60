// Entities of the rich text editor: links by lineage, formulas, abbreviations, cross-references.
// What they are stored as: docsite/richtext/features.py.
(function () {
  "use strict";

  const { React, DraftJS, draftail } = window;
  if (!React || !DraftJS || !draftail) return;
  const { EditorState, Modifier } = DraftJS;
  const element = React.createElement;
  const translate = window.gettext || ((text) => text);

  // ---------------------------------------------------------------- dialog
  // Resolves to {name: value} of the fields, to the string of a secondary button, or to null when cancelled.
  function ask({ title, fields, other }) {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.className = "docsite-dialog";
      const form = document.createElement("form");
      form.method = "dialog";
      const heading = document.createElement("h2");
      heading.id = `docsite-dialog-${Date.now()}`;
      heading.textContent = title;
      dialog.setAttribute("aria-labelledby", heading.id);
      form.append(heading);
      for (const field of fields) form.append(row(field, heading.id));
      const buttons = document.createElement("p");
      buttons.className = "docsite-dialog__buttons";
      buttons.append(button(translate("Save"), "save", "button"));
      if (other) buttons.append(button(other, "other", "button button-secondary", true));
      buttons.append(button(translate("Cancel"), "cancel", "button button-secondary", true));
      form.append(buttons);
      dialog.append(form);
      dialog.addEventListener("close", () => {
        const values = {};
        for (const input of form.elements) {
          if (input.name) values[input.name] = input.type === "checkbox" ? input.checked && input.value : input.value;
        }
        dialog.remove();
        if (dialog.returnValue === "save") resolve(values);
        else resolve(dialog.returnValue === "other" ? "other" : null);
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function row(field, prefix) {
    const line = document.createElement("p");
    const label = document.createElement("label");
    label.textContent = field.label;
    const input = document.createElement(field.options ? "select" : field.multiline ? "textarea" : "input");
    input.name = field.name;
    input.id = label.htmlFor = `${prefix}-${field.name}`;
    for (const option of field.options || []) {
      input.append(new Option(option.label, option.value, false, option.value === field.value));
    }
    if (field.checkbox) {
      input.type = "checkbox";
      input.value = field.checkbox;
      input.checked = Boolean(field.value);
    } else if (!field.options) {
      input.value = field.value || "";
      input.required = Boolean(field.required);
      input.autocomplete = "off";
      input.spellcheck = !field.code;
      if (field.code) input.classList.add("docsite-code");
    }
    if (field.suggest) suggest(input, field.suggest, line);
    line.append(label, input);
    if (field.help) {
      const help = document.createElement("span");
      help.className = "help";
      help.id = `${input.id}-help`;
      help.textContent = field.help;
      input.setAttribute("aria-describedby", help.id);
      line.append(help);
    }
    return line;
  }

  // Names to choose from while typing: what `find(query)` resolves to, as [{value, label, choose}].
  function suggest(input, find, line) {
    const list = document.createElement("datalist");
    list.id = `${input.id}-names`;
    input.setAttribute("list", list.id);
    line.append(list);
    let found = [];
    let timer;
    input.addEventListener("input", () => {
      const chosen = found.find(({ value }) => value === input.value);
      if (chosen) return chosen.choose(input.form);
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const asked = input.value;
        found = asked ? await find(asked) : [];
        if (asked === input.value) list.replaceChildren(...found.map(({ value, label }) => new Option(label, value)));
      }, 150);
      return undefined;
    });
  }

  function button(text, value, classes, skipsValidation = false) {
    const node = document.createElement("button");
    node.textContent = text;
    node.value = value;
    node.className = classes;
    node.formNoValidate = skipsValidation;
    return node;
  }

  // ---------------------------------------------------------------- content
  function selectedText(editorState) {
    const selection = editorState.getSelection();
    if (selection.isCollapsed() || selection.getStartKey() !== selection.getEndKey()) return "";
    const block = editorState.getCurrentContent().getBlockForKey(selection.getStartKey());
    return block.getText().slice(selection.getStartOffset(), selection.getEndOffset());
  }

  // Gives the selection the entity.  Its styles (code in a link) stay unless the words change.
  function withEntity(editorState, type, mutability, data, text) {
    const content = editorState.getCurrentContent().createEntity(type, mutability, data);
    const key = content.getLastCreatedEntityKey();
    const selection = editorState.getSelection();
    const same = !selection.isCollapsed() && (!text || text === selectedText(editorState));
    const changed = same
      ? Modifier.applyEntity(content, selection, key)
      : Modifier.replaceText(content, selection, text, editorState.getCurrentInlineStyle(), key);
    return EditorState.push(editorState, changed, same ? "apply-entity" : "insert-characters");
  }

  // A source opens its dialog as soon as it is rendered, and shows nothing itself.
  class Source extends React.Component {
    componentDidMount() {
      const { editorState, entity, entityType, onComplete, onClose } = this.props;
      this.choose(entity ? entity.getData() : {}, selectedText(editorState))
        .then((result) => {
          if (!result) return onClose();
          return onComplete(withEntity(editorState, entityType.type, this.mutability(), result.data, result.text));
        })
        .catch(() => {
          window.alert(translate("Server Error"));
          onClose();
        });
    }

    mutability() {
      return "MUTABLE";
    }

    render() {
      return null;
    }
  }

  class MathSource extends Source {
    mutability() {
      return "IMMUTABLE";
    }

    async choose(data, text) {
      const values = await ask({
        title: translate("Formula"),
        fields: [
          {
            name: "tex", label: "TeX", value: data.tex || text, required: true, multiline: true, code: true,
            help: translate("Without dollar signs, such as E = mc^2"),
          },
        ],
      });
      return values && { data: { tex: values.tex }, text: values.tex.replace(/\s+/g, " ") };
    }
  }

  class AbbreviationSource extends Source {
    async choose(data, text) {
      const fields = [{ name: "title", label: translate("Means"), value: data.title, required: true }];
      if (!text) fields.unshift({ name: "text", label: translate("Abbreviation"), required: true });
      const values = await ask({ title: translate("Abbreviation"), fields });
      return values && { data: { title: values.title }, text: text || values.text };
    }
  }

  class XrefSource extends Source {
    async choose(data, text) {
      const values = await ask({
        title: translate("Cross-reference by name"),
        fields: [
          { name: "role", label: translate("Role"), value: data.role || "py:obj", required: true, code: true, help: translate("Such as py:class, ref or term") },
          {
            name: "target", label: translate("Target"), value: data.target || text, required: true, code: true,
            suggest: (query) => this.names(query), help: translate("Names of this version and of other documentation are suggested."),
          },
        ],
      });
      return values && { data: { role: values.role, target: values.target }, text: text || values.target };
    }

    async names(query) {
      const parameters = new URLSearchParams({ q: query, near: editedPage() });
      const response = await fetch(`${this.props.entityType.chooserUrls.symbols}?${parameters}`, { headers: { Accept: "application/json" } });
      if (!response.ok) return []; // a suggestion less, nothing lost
      const { symbols } = await response.json();
      return symbols.map(({ role, target, where }) => ({
        value: target,
        label: where ? `${role}, ${where}` : role,
        choose: (form) => { form.elements.role.value = role; },
      }));
    }
  }

  class DocLinkSource extends Source {
    async choose(data, text) {
      const { chooserUrls } = this.props.entityType;
      let target = null;
      if (data.lineage) {
        const query = new URLSearchParams({ lineage: data.lineage, version: data.version || "", near: editedPage() });
        target = await this.load(`${chooserUrls.target}?${query}`);
      }
      for (;;) {
        if (!target) {
          const chosen = await this.choosePage();
          if (!chosen) return null;
          target = await this.load(chooserUrls.lineage.replace("/0/", `/${chosen.id}/`));
        }
        const values = await this.askPlace(target, target.lineage === data.lineage ? data : {}, text);
        if (values === "other") target = null;
        else return values;
      }
    }

    async load(address) {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      if (response.status === 404) return null; // the page is gone: choose another one
      if (!response.ok) throw new Error(response.statusText);
      return response.json();
    }

    choosePage() {
      return new Promise((resolve, reject) => {
        let chosen = null;
        window.jQuery(document.body).one("hidden.bs.modal", () => resolve(chosen));
        window.ModalWorkflow({
          url: this.props.entityType.chooserUrls.pageChooser,
          urlParams: {},
          onload: window.PAGE_CHOOSER_MODAL_ONLOAD_HANDLERS,
          responses: { pageChosen: (page) => { chosen = page; } },
          onError: () => reject(new Error("chooser")),
        });
      });
    }

    async askPlace(target, data, text) {
      const known = target.anchors.some(({ anchor }) => anchor === data.anchor);
      const options = [{ value: "", label: translate("Top of the page") }];
      if (data.anchor && !known) options.push({ value: data.anchor, label: `#${data.anchor} (${translate("not on this page now")})` });
      for (const { anchor, text: words, depth } of target.anchors) {
        options.push({ value: anchor, label: `${"\u2003".repeat(depth)}${words}${words === anchor ? "" : ` (#${anchor})`}` });
      }
      const fields = [{ name: "anchor", label: translate("Place"), options, value: data.anchor || "" }];
      if (!text) fields.push({ name: "text", label: translate("Link text"), value: target.title, required: true });
      if (target.version || data.version) {
        fields.push({
          name: "version", label: `${translate("Always this version:")} ${target.version_name || data.version}`, checkbox: data.version || target.version, value: data.version,
          help: translate("Otherwise readers stay in the version they read."),
        });
      }
      const values = await ask({ title: target.title, fields, other: translate("Choose another page") });
      if (!values || values === "other") return values;
      return {
        data: { lineage: target.lineage, anchor: values.anchor, version: values.version || "" },
        text: text || values.text,
      };
    }
  }

  function editedPage() {
    return (/\/pages\/(\d+)\//.exec(window.location.pathname) || ["", ""])[1];
  }

  // ---------------------------------------------------------------- how they look in the text
  function decorator(icon, describe, url) {
    return function Decorator(props) {
      const data = props.contentState.getEntity(props.entityKey).getData();
      return element(draftail.TooltipEntity, { ...props, icon: `#icon-${icon}`, label: describe(data), url: url ? url(data) : null });
    };
  }

  const plugins = [
    {
      type: "DOCLINK",
      source: DocLinkSource,
      decorator: decorator("doc-full-inverse", ({ anchor, version }) =>
        [version, anchor && `#${anchor}`].filter(Boolean).join(" ") || translate("Page of the documentation")),
    },
    { type: "MATH", source: MathSource, decorator: decorator("superscript", ({ tex }) => tex) },
    { type: "ABBR", source: AbbreviationSource, decorator: decorator("info-circle", ({ title }) => title || "?") },
    { type: "XREF", source: XrefSource, decorator: decorator("crosshairs", ({ role, target }) => `${role}: ${target}`) },
  ];
  let registered = {};
  for (const plugin of plugins) registered = draftail.registerPlugin(plugin, "entityTypes"); // answers them all

  // Wagtail's own links: for other sites, mail and phone.  Its dialog starts with a chooser for pages of
  // "wagtailcore.page", which answers 404 where the base page model is another one.
  class LinkSource extends draftail.LinkModalWorkflowSource {
    getChooserConfig(entity, text) {
      const config = super.getChooserConfig(entity, text);
      delete config.urlParams.page_type;
      if (!entity) config.url = this.props.entityType.chooserUrls.externalLinkChooser;
      return config;
    }
  }

  draftail.registerPlugin({ ...registered.LINK, source: LinkSource }, "entityTypes");
})();
