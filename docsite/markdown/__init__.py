"""Content as MyST Markdown: raw streams of blocks in, text out.  Reading it back is docsite.exchange.markdown.  Pure."""
