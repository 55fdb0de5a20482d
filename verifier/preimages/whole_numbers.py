"""Whole numbers beside decimals: which digits their author may have left out.

`1` beside `0.33` may be 1.00 without its zeros, a count, or a number of two significant
digits as `%.2g` prints it; `164` in a column beside one with `1.71` may have been rounded to
units. Where the block does not tell, the reading that leaves out the most is taken.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from verifier.document.model import Block, Stage
from verifier.numbers.printed import Printed
from verifier.numbers.resolution import magnitude

_ROUNDED: Final = 2
"""Significant digits from which a number has been rounded, and not been short by itself as 0.5 is."""
_SELDOM_CHOSEN: Final = 3
"""Significant digits from which a given is rather measured than chosen."""


def digits_of_decimals(stage: Stage, numbers: Sequence[Printed]) -> tuple[int, bool]:
    """The count of significant digits to which whole numbers beside decimals may have been rounded; 0 if to none.

    And whether that is sure: all decimals have as many, and their units differ. *numbers* are those of the
    block without an exponent. An author who shows zeros would print 0.01 with them. Givens are mostly chosen
    numbers, so that their decimals must have one count of digits, and either more than people choose or
    different units.
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
    is_told = not stage.is_given or is_even or (is_one and most >= _SELDOM_CHOSEN)
    return (most, is_even) if is_told else (0, False)


def rounded_by_line(stage: Stage, block: Block) -> frozenset[Printed]:
    """The whole numbers in rows or columns without decimals that may have been rounded to units.

    The largest of such a line must have two digits: nobody prints `1.71` and rounds 3.4 to `3`. Of givens it
    must have as many as the other lines have significant ones, and one number is no line.
    """
    rows = [block.row(i) for i in range(block.rows)]
    found: set[Printed] = set()
    for lines in (rows, list(zip(*rows, strict=True))):
        shown = [[number for number in line if number is not None] for line in lines]
        whole = [line for line in shown if all(number.is_bare_integer for number in line)]
        counts = [most for line in shown if (most := _most_digits(n for n in line if not n.is_bare_integer))]
        if not counts:
            continue
        least = max(*counts, _SELDOM_CHOSEN) if stage.is_given else _ROUNDED
        long = [line for line in whole if _most_digits(line) >= least and not (stage.is_given and len(line) == 1)]
        found.update(number for line in long for number in line)
    return frozenset(found)


def _most_digits(numbers: Iterable[Printed]) -> int:
    return max((_digits(number) for number in numbers if number.value != 0), default=0)


def _digits(number: Printed) -> int:
    """The count of the significant digits that a number shows, which is not zero."""
    return magnitude(number.value) + number.decimals
