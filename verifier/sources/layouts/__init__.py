"""Each format of file as paragraphs: Markdown, LaTeX, HTML, notebooks, reStructuredText and plain text."""
