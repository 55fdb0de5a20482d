"""Values in running text: numbers with a unit behind them, which say what something is and claim nothing of others."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import GROUPED_BEHIND
from verifier.sources.text.words import MEASURES

_NUMBER: Final = rf"[.0-9](?<![\w.,^].)(?>(?<=\.)[0-9]+|(?<!\.)(?:{GROUPED_BEHIND}|[0-9]*)(?:[.,][0-9]+)?)"
"""A number with all of its digits, where no other sign stands right before it."""
_DIGIT: Final = pattern(r"[0-9]")
_UNIT: Final = rf"(?:{'|'.join(sorted(MEASURES, key=len, reverse=True))}|\u03a9|\u2126|\u00b0[CFK]?|%)"
_EXPONENT: Final = r"(?:\^\{?[-\u2212]?[1-9]\}?|[\u207b]?[\u00b9\u00b2\u00b3])?"
_VALUE: Final = pattern(
    rf"{_NUMBER}(?:[ \u00a0\u202f~]|\\,)?(?=[{''.join(sorted({one[0] for one in MEASURES}))}\u03a9\u2126\u00b0%])"
    rf"{_UNIT}{_EXPONENT}(?:[ ]?[/\u00b7\u22c5*][ ]?{_UNIT}{_EXPONENT})*(?![\w^])"
)


def values(stretch: Stretch) -> Iterator[int]:
    """The offsets in the source at which digits of numbers with units stand, those of exponents too."""
    found = (_DIGIT.finditer(stretch.text, *match.span()) for match in _VALUE.finditer(stretch.text))
    return (stretch.at[digit.start()] for digit in chain.from_iterable(found))
