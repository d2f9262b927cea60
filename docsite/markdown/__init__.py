"""Content as MyST Markdown: raw streams in, text out.  Reading it back is docsite.exchange.markdown.  Pure."""
