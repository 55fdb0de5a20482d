"""Slips of the print among the values of a number of which no more than a range is known.

One is named if it alone lies in the range, and later numbers that the printed number makes impossible follow from it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from verifier.document.model import Stage
from verifier.numbers.interval import Interval, contains
from verifier.numbers.printed import Printed, parse
from verifier.preimages.boxes import printed_values
from verifier.preimages.reprints import Reprint
from verifier.replay.replay import Replay
from verifier.replay.trials import Trial
from verifier.verdict import CellReport


def likely_slip(replay: Replay, stage: Stage, cells: Sequence[CellReport]) -> str:
    """What the only wrong number of a stage was before a slip of the print, as a part of a sentence; or empty."""
    stated = replay.document.by_name.get(stage.name)
    if len(cells) != 1 or stated is None or stated.printed is None or cells[0].number is None:
        return ""
    cell, users = cells[0], replay.users.get(stage.name, ())
    if cell.corrected is not None or not isinstance(cell.possible, Interval) or not users:
        return ""
    index, number, shown = cell.index_in(stated.printed), cells[0].number, printed_values(stated.printed)
    before = Trial(replay, stated, shown, {})
    found = {}
    for text, how in _slips(number):
        slip = parse(text)
        if contains(cell.possible, slip.value):
            fixed = {index: Reprint(slip.value, slip.decimals)}
            trial = Trial(replay, stated, shown.with_cells({index: slip.value}), fixed)
            if trial.refutes_less(before, users):
                found[text] = how
    if len(found) != 1:
        return ""
    ((text, how),) = found.items()
    return f"{text} does, {how}, and later numbers follow from it"


def _slips(number: Printed) -> Iterator[tuple[str, str]]:
    """What a plain number may have read before a slip, and which."""
    text = number.text
    if not text.removeprefix("-").replace(".", "", 1).isdecimal():
        return
    yield text.removeprefix("-") if text.startswith("-") else f"-{text}", "with another sign"
    at = [k for k, letter in enumerate(text) if letter.isdigit()]
    for a, b in combinations(at, 2):
        if text[a] != text[b]:
            changed = f"{text[:a]}{text[b]}{text[a + 1 : b]}{text[a]}{text[b + 1 :]}"
            yield changed, "with two digits exchanged"
    digits = text.replace(".", "")
    first = int(digits.startswith("-")) + 1
    for point in range(first, len(digits)):
        moved = f"{digits[:point]}.{digits[point:]}"
        if moved != text:
            yield moved, "with its point moved"
