"""Numbers that are wrong, and whose right value is known as a range alone: givens above them are shown to hide digits.

A given is shown to hide digits where a number is right only with digits that it does not show, and is more than one
unit of its last digit from what the given gives as printed, unless more numbers beside it are wrong. In a text, whose
givens have one habit, two are enough for all, and one where they are declared to be rounded. A number that is one digit
from what the givens give as printed keeps its correction.
"""

from collections.abc import Collection, Iterator
from typing import Final

from flint import fmpq

from verifier.document.graph import above, shown_operands
from verifier.document.model import Document, Stage
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.numbers.printed import power_of_ten
from verifier.replay.near_prints import digits_apart
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, StageReport, Verdict

FEWEST: Final = 2
"""Numbers of a text with hidden digits, and digits in which a number differs from its correction."""
_WITHOUT_TOLERATED: Final = (Verdict.AGREES, Verdict.GIVEN, Verdict.UNCHECKED)
"""The verdicts on stages of which no cell is tolerated."""


def of_unknown_digits(replay: Replay, reports: Collection[StageReport]) -> dict[str, frozenset[tuple[int, int]]]:
    """The contradicted numbers whose right digits are not known, by stage; each as its row and column."""
    accused = {report.stage.name: _accused(report) for report in reports if report.verdict is Verdict.CONTRADICTED}
    if not any(accused.values()):
        return {}
    hiding = set(_hiding(replay.document, reports))
    if not hiding:
        return {}
    return {
        name: frozenset((cell.row, cell.column) for cell in cells)
        for name, cells in accused.items()
        if cells and _rests(replay.document, replay.document.by_name.get(name), hiding)
    }


def _hiding(document: Document, reports: Collection[StageReport]) -> Iterator[str]:
    """The givens that hide digits, by name, and the texts whose givens do."""
    of_texts = list[tuple[str, bool]]()
    for report in reports:
        if report.verdict in _WITHOUT_TOLERATED:
            continue
        stage = document.by_name.get(report.stage.name)
        showing = [cell for cell in report.cells if cell.verdict is Verdict.TOLERATED and _shows_hidden(cell)]
        if sum(cell.verdict is Verdict.CONTRADICTED for cell in report.cells) > len(showing) or not showing:
            continue
        operands = [] if stage is None else list(shown_operands(document, stage))
        if stage is None or not operands or not all(operand.is_given for operand in operands):
            continue
        if stage.text is None:
            yield from (operand.name for operand in operands)
        elif all(operand.givens == "rounded" for operand in operands):
            yield stage.text
        else:
            of_texts.append((stage.text, all(cell.doubt is None for cell in showing)))
    for text, is_sure in dict.fromkeys(of_texts):
        if is_sure and sum(other == text for other, _ in of_texts) >= FEWEST:
            yield text


def _shows_hidden(cell: CellReport) -> bool:
    """Whether a tolerated number is right only with hidden digits, and not by the last of its own."""
    number, value = cell.number, cell.literal
    if cell.basis not in ("hidden digits", "hidden givens"):
        return False
    if number is None or not isinstance(value, Number):
        return False
    unit = power_of_ten(-cell.decimals)
    return bool(value - number.value > unit) or bool(number.value - value > unit)


def _rests(document: Document, stage: Stage | None, hiding: Collection[str]) -> bool:
    """Whether a stage rests on givens that hide digits."""
    if stage is None:
        return False
    return stage.text in hiding or not above(document, stage).isdisjoint(hiding)


def _accused(report: StageReport) -> list[CellReport]:
    """The contradicted numbers of a stage that may have more than one value and its neighbours."""
    return [] if report.stage.of_sides else [cell for cell in report.cells if _is_wide(cell)]


def _is_wide(cell: CellReport) -> bool:
    """Whether the value of a contradicted number as printed operands give it lies in a range of several units."""
    possible, value = cell.possible, cell.literal
    if cell.verdict is not Verdict.CONTRADICTED or cell.basis != "cell" or not isinstance(possible, Interval):
        return False
    if possible.lo is None or possible.hi is None or not isinstance(value, Number):
        return False
    far = fmpq(3, 2) * power_of_ten(-cell.decimals)
    if cell.corrected is not None and digits_apart(cell.text, cell.corrected) < FEWEST:
        return False
    return bool(value - possible.lo > far) or bool(possible.hi - value > far)
