// Entities of documentation in Wagtail's rich text editor: links by lineage, formulas, abbreviations, cross-references.
(() => {
  "use strict";
  const { React, DraftJS, draftail } = window;
  const { RichUtils, EditorState, Modifier } = DraftJS;
  const h = React.createElement;

  // Text of the selection, or of the entity that is edited.
  const selectedText = (editorState) => {
    const selection = editorState.getSelection();
    const block = editorState.getCurrentContent().getBlockForKey(selection.getStartKey());
    return block.getText().slice(selection.getStartOffset(), selection.getEndOffset());
  };

  // Put an entity on the selection; `text` replaces what is selected where it is given.
  const applyEntity = (editorState, type, mutability, data, text) => {
    const content = editorState.getCurrentContent().createEntity(type, mutability, data);
    const key = content.getLastCreatedEntityKey();
    const selection = editorState.getSelection();
    if (text === undefined && !selection.isCollapsed()) {
      return RichUtils.toggleLink(editorState, selection, key);
    }
    const shown = text === undefined ? data.title || data.target || "" : text;
    const next = Modifier.replaceText(content, selection, shown, null, key);
    return EditorState.push(editorState, next, "insert-characters");
  };

  // A source that asks for one or more texts.
  const promptSource = (type, mutability, ask) =>
    class extends React.Component {
      componentDidMount() {
        const { editorState, entity, onComplete, onClose } = this.props;
        const answer = ask(entity ? entity.getData() : {}, selectedText(editorState));
        if (!answer) {
          onClose();
          return;
        }
        onComplete(applyEntity(editorState, type, mutability, answer.data, answer.text));
      }

      render() {
        return null;
      }
    };

  const tooltip = (label) => (props) => {
    const data = props.contentState.getEntity(props.entityKey).getData();
    return h(draftail.TooltipEntity, {
      ...props,
      icon: h("span", { className: "docsite-entity-icon", "aria-hidden": true }, "·"),
      label: label(data),
    });
  };

  const MathSource = promptSource("MATH", "IMMUTABLE", (data, text) => {
    const tex = window.prompt("TeX", data.tex || text);
    return tex ? { data: { tex }, text: tex } : null;
  });

  const AbbreviationSource = promptSource("ABBR", "MUTABLE", (data, text) => {
    const title = window.prompt(`Long form of “${text}”`, data.title || "");
    return title ? { data: { title }, text: text || title } : null;
  });

  const XrefSource = promptSource("XREF", "MUTABLE", (data, text) => {
    const target = window.prompt("Symbol or label", data.target || text);
    return target ? { data: { role: data.role || "any", target }, text: text || target } : null;
  });

  // Wagtail's page chooser, then the lineage of the page and one of its anchors.
  class DocLinkSource extends draftail.LinkModalWorkflowSource {
    getChooserConfig(entity, text) {
      return super.getChooserConfig(null, text);
    }

    onChosen(chosen) {
      const { entityType } = this.props;
      const address = entityType.chooserUrls.lineage.replace("/0/", `/${chosen.id}/`);
      fetch(address, { headers: { Accept: "application/json" } })
        .then((response) => {
          if (!response.ok) throw new Error(response.statusText);
          return response.json();
        })
        .then((page) => {
          const list = page.anchors.map((anchor) => anchor.anchor).join(", ");
          const question = `Anchor on “${page.title}”, empty for the top.\n${list}`;
          const anchor = page.anchors.length ? window.prompt(question, "") || "" : "";
          this.page = { lineage: page.lineage, anchor };
          super.onChosen({ ...chosen, title: chosen.title });
        })
        .catch((error) => {
          window.alert(`The page cannot be linked: ${error.message}`);
          this.props.onClose();
        });
    }

    filterEntityData() {
      return this.page;
    }
  }

  const register = (type, source, decorator) => draftail.registerPlugin({ type, source, decorator }, "entityTypes");
  register("MATH", MathSource, tooltip((data) => data.tex));
  register("ABBR", AbbreviationSource, tooltip((data) => data.title));
  register("XREF", XrefSource, tooltip((data) => `${data.role}: ${data.target}`));
  register("DOCLINK", DocLinkSource, tooltip((data) => (data.anchor ? `#${data.anchor}` : "page")));
})();
