"""Magics of IPython and Jupyter: `%load_ext verifier`, then `%%verify` before a text, or `%verify FILE`."""

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_cell_magic, magics_class

from verifier.document.lookup import UnknownDocument
from verifier.document.problems import DocumentError
from verifier.errata.summary import summary
from verifier.integrations import notebook
from verifier.integrations.notebook import Checked
from verifier.report import as_text
from verifier.verdict import Report


class Shown(Checked):
    """A checked document that a terminal shows as `check` does, a line a finding, and a notebook as its errata."""

    def __repr__(self) -> str:
        return f"{as_text.part(self.report)}{summary(self.report)}"


@magics_class
class VerifierMagics(Magics):  # type: ignore[misc]  # seen without its types
    """The magic `verify`."""

    @line_cell_magic  # type: ignore[untyped-decorator]  # as above
    def verify(self, line: str, cell: str | None = None) -> Shown:
        """Check a text or a document; returns what `verifier.check` and `verifier.load` return.

        `%verify NAME` checks a document by its name or the path of its file. `%%verify` shows the text of the cell,
        which is Markdown, and checks it; `%%verify tex` checks LaTeX, and so for html, ipynb, txt and yaml.
        """
        said = line.strip()
        try:
            if cell is None:
                return Shown(_loaded(said))
            if said in ("", "md"):
                self.shell.display_pub.publish({"text/markdown": cell, "text/plain": cell})
            return Shown(notebook.of_text(cell, said or "md").report)
        except (UnknownDocument, DocumentError, ValueError) as error:
            raise UsageError(str(error)) from None


def _loaded(name: str) -> Report:
    """The report on a document; raises UnknownDocument without a name."""
    if not name:
        raise UnknownDocument("%verify takes the name of a document or the path of its file; %%verify checks its cell")
    return notebook.load(name).report


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Add the magics to a shell, for `%load_ext verifier.integrations.magics`."""
    shell.register_magics(VerifierMagics)
