"""Proves which printed numbers of a worked example are wrong, and what they should be."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifier.notebook import Checked

__all__ = ["__version__", "load"]
__version__ = "0.1.0"


def load(name: str, documents: str | None = None) -> "Checked":
    """Check a document for use in a notebook: `load("NAME").cells()` and `.errata()` are data frames.

    *name* is the name of a document or the path of its file; *documents* is the folder in which names are looked up.
    Raises UnknownDocument if there is no such document, and DocumentError if its file is wrong.
    """
    from verifier import notebook

    return notebook.load(name, documents)
