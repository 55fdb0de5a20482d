r"""Brackets that are no brackets of arithmetic: of fractional parts, of symbols of residues, of multisets.

`\{3.7\} = 0.7` is a fractional part, `\left(\frac{3}{7}\right) = -1` a symbol of Legendre, and
`\left(\!\binom{3}{2}\!\right) = 6` counts multisets. In `(5,100) \cdot (1,100)` are points, and a number in brackets
alone, as in `[4] = 15`, may be a name.
"""

import re
from math import comb
from typing import Final

from flint import arb

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.written_values import shows, spelled, tree_of, value_of

_SYMBOLS: Final = pattern(
    r"(?:\((?:\\[dt]?frac\{(?P<above>-?\d{1,9})\}\{(?P<below>\d{1,9})\}|(?P<first>-?\d{1,9})/(?P<second>\d{1,9}))\)"
    r"|\(?(?P<sign>-?[01])\)?(?!\d))(?:\\cdot|\\times|\u00b7|\u00d7)?"
)
_MULTISET: Final = pattern(r"\((?:\\!)*\(?\\[dt]?binom\{(\d{1,3})\}\{(\d{1,3})\}\)?(?:\\!)*\)")
_POINT: Final = r"\((-?\d{1,3}),(\d{3})\)"
_OF_POINTS: Final = pattern(rf"{_POINT}(?:\\cdot|\\times|\\bullet|\u00b7|\u00d7|\u2022|\u22c5){_POINT}")
"""A product of two points of a plane, whose second coordinates look like thousands."""
_SIGMA: Final = pattern(r"(?:\\sigma|[\u03c3\u03a3])(?:\\left)?[({\[]\d+(?:\\right)?[)}\]]")
_SIGMOID: Final = pattern(
    r"sigmoid|logisti|activation|neuron|\bgate|aktivierung|1\s?\+\s?(?:e\^|\\exp|exp\()|\u0441\u0438\u0433\u043c\u043e\u0438\u0434",
    re.IGNORECASE,
)
"""What a text has in which sigma is the logistic function."""
_OTHER_SIGMA: Final = pattern(
    r"deviation|divisor|cross[- ]section|abweichung|\u00e9cart|desviaci|conductiv|stress|slope|rate constant",
    re.IGNORECASE,
)
"""What it has in which sigma may be something else too."""
_EIGHT: Final = 8
_TURNING: Final = (3, 5)
"""What 2 is no square of, modulo 8."""
_FOUR: Final = 4
_LAST: Final = 3
"""What is left of primes, modulo 4, of which two turn the sign."""


def is_of_other_brackets(sides: tuple[Side, Side]) -> bool:
    """Whether two sides may be equal where the brackets of the left one mean something else."""
    left, right = sides
    ours, theirs = (spelled(side).replace("\u2212", "-") for side in sides)
    is_named = left.tokens[0].text in ("[", "(") and [token.sort for token in left.tokens[1:-1]] == ["number"]
    if (is_named and left.tokens[-1].text in ("]", ")")) or _is_fractional_part(left, right):
        return True
    multiset = _MULTISET.fullmatch(ours)
    if multiset is not None:
        kinds, chosen = int(multiset[1]), int(multiset[2])
        return theirs == str(comb(kinds + chosen - 1, chosen))
    if (points := _OF_POINTS.fullmatch(ours)) is not None:
        first, second, third, fourth = map(int, points.groups())
        return theirs.replace(",", "") == str(first * third + second * fourth)
    symbols = _symbols(ours)
    return symbols is not None and ("/" in ours or "frac" in ours) and symbols == _symbols(theirs)


def is_another_sigma(text: str, sides: tuple[Side, Side]) -> bool:
    """Whether sigma of a whole number may be a sum of divisors or a standard deviation: the text has no sigmoid."""
    is_whole = any(_SIGMA.search(spelled(side)) for side in sides)
    return is_whole and (_SIGMOID.search(text) is None or _OTHER_SIGMA.search(text) is not None)


def _is_fractional_part(left: Side, right: Side) -> bool:
    """Whether all of a side stands in braces, and what it has behind the point is the other side."""
    if [token.text.lstrip("\\") for token in (left.tokens[0], left.tokens[-1])] != ["{", "}"]:
        return False
    value = value_of(left)
    if value is not None:
        return shows(value - value.floor(), right.tokens) or value_of(right) == value - value.floor()
    tree, number = tree_of(left), number_in(right.tokens[0].text)
    ball = None if tree is None else enclosed(tree, {})
    if ball is None or number is None:
        return False
    return bool(abs(ball - ball.floor() - arb(number.value)) < arb(power_of_ten(-number.decimals)))


def _symbols(text: str) -> int | None:
    """The product of symbols of Legendre or Jacobi, and of 1, -1 and 0; None of anything else."""
    product, at = (-1, 1) if text.startswith("-(") else (1, 0)
    if at == len(text):
        return None
    while at < len(text):
        factor = _SYMBOLS.match(text, at)
        below = factor and (factor["below"] or factor["second"])
        if factor is None or (below and int(below) % 2 == 0):
            return None
        product *= _jacobi(int(factor["above"] or factor["first"]), int(below)) if below else int(factor["sign"])
        at = factor.end()
    return product


def _jacobi(above: int, below: int) -> int:
    """The symbol of Jacobi, of an odd number below."""
    above, sign = above % below, 1
    while above:
        while above % 2 == 0:
            above //= 2
            sign *= -1 if below % _EIGHT in _TURNING else 1
        above, below = below, above
        sign *= -1 if above % _FOUR == below % _FOUR == _LAST else 1
        above %= below
    return sign if below == 1 else 0
