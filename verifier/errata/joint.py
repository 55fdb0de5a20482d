"""Sentences on numbers that cannot all be right: which they are, and the sum that shows it."""

from collections.abc import Iterator
from typing import Final

from flint import fmpq

from verifier.numbers.decimals import decimal, decimals_apart, range_text
from verifier.numbers.interval import Interval
from verifier.replay.givens_by_number import listed
from verifier.verdict import JointReport, Multiple

_BOTH: Final = 2
_MORE: Final = 2
"""Decimals that ranges show beyond those of the numbers."""


def clash_in_words(joint: JointReport, formula: str) -> str:
    """The sentence that names the numbers."""
    names, texts = list(map(_name, joint.multiples)), [of.cell.text for of in joint.multiples]
    number = "all" if len(names) > _BOTH else "both"
    can = f"cannot {number} be right by" if len(names) > 1 else "is impossible by"
    if not joint.shared:
        return f"{listed(names)} ({listed(texts)}) {can} {formula}"
    why = f"they do not follow from {listed(joint.shared)} as printed, and no digits behind it give all of them"
    return f"{listed(names)} ({listed(texts)}) {can} their formulas: {why}"


def certificate_in_words(joint: JointReport) -> str:
    """The sum of multiples of the numbers, which is one thing by the formulas and another by the prints."""
    sum_of = "".join(f" {'-' if of.factor < 0 else '+'} {_times(of, _name(of))}" for of in joint.multiples)
    computed, printed = (_in_range(box, decimals_of(joint)) for box in (joint.computed, joint.printed))
    return f"{sum_of.removeprefix(' + ')} is {computed} by the formulas, and {printed} as printed"


def certificate_by_lines(joint: JointReport) -> Iterator[str]:
    """The same as lines to add up: one for each number, and their sum."""
    decimals = decimals_of(joint)
    for of in joint.multiples:
        sign = "-" if of.factor < 0 else ""
        part = of.target * fmpq(of.factor)
        assert isinstance(part, Interval)
        said = f"{sign}{_times(of, _name(of))} is {sign}{_times(of, of.cell.text)} as printed"
        yield f"{said}, a number in {range_text(part, decimals)}"
    computed, printed = (_in_range(box, decimals) for box in (joint.computed, joint.printed))
    yield f"together: {printed} as printed, and {computed} by the formulas"


def _name(of: Multiple) -> str:
    return f"{of.stage}[{of.cell.row},{of.cell.column}]"


def _times(of: Multiple, what: str) -> str:
    if abs(of.factor) == 1:
        return what
    return f"{abs(of.factor)} {what}" if what == _name(of) else f"{abs(of.factor)} * {what}"


def decimals_of(joint: JointReport) -> int:
    """The decimals with which the two ranges look apart."""
    shown = max(len(of.cell.text.partition(".")[2]) for of in joint.multiples)
    return decimals_apart(joint.computed, joint.printed, shown + _MORE)


def _in_range(box: Interval, decimals: int) -> str:
    is_one = box.lo is not None and box.lo == box.hi
    return decimal(box.lo, decimals) if is_one and box.lo is not None else f"in {range_text(box, decimals)}"
