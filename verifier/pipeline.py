"""From a document to its report: at once where all numbers are as printed operands give them, else step by step."""

from verifier.document.model import Document
from verifier.settled import SettledReport, is_settled
from verifier.verdict import Report


def check(document: Document, *, causes: bool = True, engine: str = "flint", ranges: bool = False) -> Report:
    """The report on a document.

    Without *causes* it says what is wrong, and not why or how far that reaches. With the *engine* sympy the values on
    printed operands are the second engine's. With *ranges* each cell has its possible range; else only those cells
    that no single choice of operands settles.
    """

    def recorded() -> Report:
        from verifier import passes  # imported here, as what is settled starts faster

        return passes.recorded(document, passes.Wishes(causes, engine, ranges))

    if engine == "flint" and not ranges and is_settled(document):
        return SettledReport.of(document, recorded)
    return recorded()
