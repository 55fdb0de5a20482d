"""From a document to its report: at once where all numbers are as printed operands give them, else step by step."""

from collections.abc import Collection
from typing import Final

from verifier.document.model import Document
from verifier.settled import SettledReport, is_settled
from verifier.verdict import Report, Verdict

_RIGHT: Final = frozenset((Verdict.AGREES, Verdict.GIVEN))


def check(  # noqa: PLR0913 - each is a wish of its own
    document: Document,
    *,
    causes: bool = True,
    only: Collection[str] | None = None,
    engine: str = "flint",
    ranges: bool = False,
    standards: bool = True,
    errata: bool = True,
    known: Report | None = None,
) -> Report:
    """The report on a document.

    Without *causes* it says what is wrong, and not why or how far that reaches. With *only* it says why of these
    stages, and of those on whose causes verdicts rest. With the *engine* sympy the values on printed operands are the
    second engine's. With *ranges* each cell has its possible range; else only those cells that no single choice of
    operands settles. Without *standards* what standard definitions give is told in stages that depart from them
    alone. Without *errata* it says which numbers are wrong, and no more of that. A report without all causes may be
    *known* on the same document, or on one with many of the same equalities: what it rests on is not found again where
    it is the same.
    """
    some = frozenset(only) if causes and only is not None else None
    is_known = isinstance(known, Report) and not isinstance(known, SettledReport) and known.document == document

    def recorded() -> Report:
        from verifier import passes  # imported here, as what is settled starts faster

        wishes = passes.Wishes(causes, engine, ranges, some, standards, errata)
        return passes.recorded(document, wishes, *((known, None) if is_known else (None, known)))

    may_be_settled = engine == "flint" and not (is_known or ranges or _has_doubtful(document, known))
    return SettledReport.of(document, recorded) if may_be_settled and is_settled(document) else recorded()


def _has_doubtful(document: Document, known: Report | None) -> bool:
    """Whether a stage stands in a document that is known not to be right as it is printed: then that is not settled."""
    stages = () if known is None or isinstance(known, SettledReport) else known.stages
    doubtful = (report.stage for report in stages if report.verdict not in _RIGHT)
    return any(document.by_name.get(stage.name) == stage for stage in doubtful)
