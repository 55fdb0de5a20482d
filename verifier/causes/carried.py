"""Causes whose wrong values the author may have used in later stages."""

from verifier.document.graph import above, users_of
from verifier.document.model import Formula
from verifier.formulas.parser import CONSTANTS, parse_formula
from verifier.operations import signatures
from verifier.verdict import Report, Verdict


def carried_slips(report: Report) -> dict[str, Formula]:
    """By stage, the formula of the slip that explains all its contradicted numbers.

    Only of stages that a later stage uses in which some cell does not follow from printed operands, and that do not use
    their own cells.
    """
    users = users_of(report.document)
    constants = CONSTANTS - report.by_name.keys()
    found: dict[str, Formula] = {}
    for erratum in report.errata:
        text = erratum.slips[-1].get("formula") if erratum.slips else None
        wrong = sum(cell.verdict is Verdict.CONTRADICTED for cell in report.by_name[erratum.stage].cells)
        later = [report.by_name[user.stage.name] for user in users.get(erratum.stage, ())]
        open_cells = any(cell.basis != "literal" for user in later for cell in user.cells)
        is_plain = erratum.stage not in above(report.document, report.by_name[erratum.stage].stage)
        if text is not None and len(erratum.cells) == wrong and open_cells and is_plain:
            found[erratum.stage] = Formula(text, parse_formula(text, signatures(), constants), 0, 0)
    return found
