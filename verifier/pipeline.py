"""From a document to its report: at once where all numbers are as printed operands give them, else step by step."""

from verifier.document.model import Document
from verifier.settled import SettledReport, is_settled
from verifier.verdict import Report


def check(
    document: Document,
    *,
    causes: bool = True,
    engine: str = "flint",
    ranges: bool = False,
    known: Report | None = None,
) -> Report:
    """The report on a document.

    Without *causes* it says what is wrong, and not why or how far that reaches. With the *engine* sympy the values on
    printed operands are the second engine's. With *ranges* each cell has its possible range; else only those cells
    that no single choice of operands settles. A report on the same document without causes may be *known*.
    """
    is_known = isinstance(known, Report) and not isinstance(known, SettledReport) and known.document == document

    def recorded() -> Report:
        from verifier import passes  # imported here, as what is settled starts faster

        return passes.recorded(document, passes.Wishes(causes, engine, ranges), known if is_known else None)

    if not is_known and engine == "flint" and not ranges and is_settled(document):
        return SettledReport.of(document, recorded)
    return recorded()
