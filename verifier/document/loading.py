"""A document file as nodes: read as plain lines where it consists of these, and else by the library for YAML."""

from verifier.document.files import text_of
from verifier.document.nodes import Node
from verifier.document.plain import plain
from verifier.document.problems import Problems


def load(path: str, problems: Problems, text: str | None = None) -> Node:
    """The root node of the file at *path*, or of its *text* where that was read.

    Problems are added to *problems*; raises DocumentError with all of them at one that prevents further reading.
    """
    text = text_of(path, problems, text)
    found = plain(text, problems.lines)
    if found is not None:
        return found
    from verifier.document.yaml import compose  # its import takes longer than most files

    return compose(text, problems)
