"""Whole numbers beside decimals: which digits their author may have left out.

`1` beside `0.33` may be 1.00 without its zeros, a count, or a number of two significant
digits as `%.2g` prints it; `164` in a column beside one with `1.71` may have been rounded to
units. Where the block does not tell, the reading that leaves out the most is taken.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from verifier.document.model import Block, Document, Stage
from verifier.numbers.printed import Printed
from verifier.numbers.resolution import magnitude

_ROUNDED: Final = 2
"""Significant digits from which a number has been rounded, and not been short by itself as 0.5 is."""


def least_digits(stage: Stage, document: Document) -> int:
    """The significant digits from which the decimals of a block tell that whole numbers beside them may be rounded.

    Those of givens that no author declares rounded must be more than 0.5 has, which is short by itself.
    """
    if not stage.is_given or stage.givens == "rounded":
        return 1
    is_declared = stage.givens is None and document.givens == "rounded"
    is_of_text = is_declared and any(one.text is not None for one in document.stages)  # which declares nothing
    return 1 if is_declared and not is_of_text else _ROUNDED


def digits_of_decimals(numbers: Sequence[Printed], least: int) -> tuple[int, bool]:
    """The count of significant digits to which whole numbers beside decimals may have been rounded; 0 if to none.

    And whether that is sure: all decimals have as many, and their units differ. *numbers* are those of the
    block without an exponent, whose decimals must have *least* digits. An author who shows zeros would print 0.01
    with them.
    """
    decimals = [number for number in numbers if not number.is_bare_integer]
    digits = [_digits(number) for number in decimals if number.value != 0]
    digits = digits or [number.decimals + 1 for number in decimals]  # 0.00 may have been a number of three
    counts = set(digits)
    most, is_one = max(counts, default=0), len(counts) == 1
    fewer = len(digits) - digits.count(most)
    if fewer > 1 and any(number.ends_in_zero for number in decimals):  # one may be a misprint
        return 0, False
    is_even = is_one and len({number.decimals for number in decimals}) > 1
    return (most, is_even) if most >= least else (0, False)


def rounded_by_line(block: Block, least: int) -> frozenset[Printed]:
    """The whole numbers in rows or columns without decimals that may have been rounded to units.

    The largest of such a line must have two digits: nobody prints `1.71` and rounds 3.4 to `3`. The decimals of
    another line must have *least* significant digits.
    """
    rows = [block.row(i) for i in range(block.rows)]
    found: set[Printed] = set()
    for lines in (rows, list(zip(*rows, strict=True))):
        shown = [[number for number in line if number is not None] for line in lines]
        whole = [line for line in shown if all(number.is_bare_integer for number in line)]
        if any(_most_digits(number for number in line if not number.is_bare_integer) >= least for line in shown):
            found.update(number for line in whole if _most_digits(line) >= _ROUNDED for number in line)
    return frozenset(found)


def _most_digits(numbers: Iterable[Printed]) -> int:
    return max((_digits(number) for number in numbers if number.value != 0), default=0)


def _digits(number: Printed) -> int:
    """The count of the significant digits that a number shows, which is not zero."""
    return magnitude(number.value) + number.decimals
