"""Reading Markdown: GitHub's, MyST's, and what docsite.markdown writes.  Pure but for the files of a tree."""
