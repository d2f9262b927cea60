"""Content as MyST Markdown: raw streams of blocks in, text out.  Read back by docsite.exchange.markdown.  Pure."""
