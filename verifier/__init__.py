r"""Proves which printed numbers of a worked example are wrong, and what they should be.

>>> import verifier
>>> report = verifier.check(r"A box holds $12 \cdot 4 = 46$ eggs.")
>>> report
<text: 1 erratum. 1 of 1 checked number is wrong.>
>>> print(report.report.errata[0].statement)
line_1 is 46, should be 48 (12 \cdot 4)
"""

from os import PathLike

from verifier.version import __version__

TYPE_CHECKING = False  # typing itself takes longer than some calls
if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from verifier.integrations.notebook import Checked

__all__ = ["__version__", "check", "load"]


def load(name: str | PathLike[str], documents: str | PathLike[str] | None = None) -> "Checked":
    """Read and check a document: a document file, or an author's file (Markdown, LaTeX, HTML, plain text, a notebook).

    *name* is the name of a document or the path of its file; *documents* is the folder in which names are looked up.
    Raises UnknownDocument if there is no such document, and DocumentError, a ValueError, if its file is wrong.

    >>> verifier.load("regression").stage("b").verdict
    'agrees'
    """
    from verifier.integrations import notebook

    return notebook.load(name, documents)


def check(text: "str | Checked", as_: str = "md") -> "Checked":
    """Check a text; a document that was loaded is returned as it is.

    *as_* says how the text is read: `md`, `tex`, `html`, `ipynb` or `txt` as an author's file, `yaml` as a document.
    Raises ValueError for another name, and DocumentError, a ValueError, if the text cannot be read so.

    >>> verifier.check("Half of it is $7 / 2 = 3.6$.").stage("line_1").verdict
    'contradicted'
    """
    from verifier.integrations import notebook

    return notebook.of_text(text, as_)


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """Add the magics `%verify` and `%%verify` to IPython or Jupyter, for `%load_ext verifier`."""
    from verifier.integrations import magics

    magics.load_ipython_extension(shell)
