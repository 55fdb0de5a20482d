"""Proves which printed numbers of a worked example are wrong, and what they should be."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifier.notebook import Checked

__version__ = "0.1.0"


def load(name: str, documents: str | None = None) -> "Checked":
    """A document checked, for notebooks: `load("NAME").cells()` and `.errata()` are data frames.

    *name* is that of a document or the path of its file, *documents* the folder in which names are
    looked up. Raises UnknownDocument where there is none, DocumentError where its file is wrong.
    """
    from verifier import notebook

    return notebook.load(name, documents)
