"""Causes whose wrong values the author may have used in later stages."""

from collections.abc import Iterator

from verifier.document.graph import above, users_of
from verifier.document.model import Formula
from verifier.formulas.parser import CONSTANTS, parse_formula
from verifier.operations import signatures
from verifier.verdict import Report, Verdict


def carried_slips(report: Report) -> dict[str, Formula]:
    """By stage, the formula of the slip that explains all its contradicted numbers.

    Only of those that `may_be_carried`.
    """
    may_be = frozenset(may_be_carried(report))
    constants = CONSTANTS - report.by_name.keys()
    found: dict[str, Formula] = {}
    for erratum in report.errata:
        text = erratum.slips[-1].get("formula") if erratum.slips else None
        wrong = sum(cell.verdict is Verdict.CONTRADICTED for cell in report.by_name[erratum.stage].cells)
        if text is not None and len(erratum.cells) == wrong and erratum.stage in may_be:
            found[erratum.stage] = Formula(text, parse_formula(text, signatures(), constants), 0, 0)
    return found


def may_be_carried(report: Report) -> Iterator[str]:
    """The wrong stages on whose causes verdicts may rest.

    A later stage uses each of them, in which some cell does not follow from printed operands; and they do not use their
    own cells.
    """
    wrong = [one.stage for one in report.stages if one.stage.formula and one.verdict is Verdict.CONTRADICTED]
    users = users_of(report.document) if wrong else {}
    for stage in wrong:
        later = [report.by_name[user.stage.name] for user in users.get(stage.name, ())]
        is_open = any(cell.basis != "literal" for user in later for cell in user.cells)
        if is_open and stage.name not in above(report.document, stage):
            yield stage.name
