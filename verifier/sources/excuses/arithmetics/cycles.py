"""Permutations as products of cycles, as `(12)(13) = (132)` and `(123)^2 = (132)`."""

from functools import reduce
from typing import Final, TypeAlias

from verifier.late import pattern

_FACTOR: Final = pattern(
    r"\((?P<cycle>[1-9]{2,9})\)(?:\^\{?(?P<exponent>-?[0-9])\}?|(?P<raised>[\u207b\u00b2\u00b3\u00b9]{1,2}))?"
    r"(?:\\cdot|\\circ|\u00b7|\u2218)?"
)
_RAISED: Final = str.maketrans("\u00b9\u00b2\u00b3\u207b", "123-")
_IDENTITY: Final = ("1", "e", "()", "(1)", "id")
Permutation: TypeAlias = dict[str, str]
"""What each digit is sent to; what is missing stays."""


def are_of_cycles(left: str, right: str) -> bool:
    """Whether two sides, spelled without blanks, are products of cycles that may be equal.

    The factors are applied from the left or from the right. What is cycles for sure, as a result in brackets that has
    no other digits than the factors, accuses nobody either.
    """
    ours, theirs = _factors(left), _factors(right)
    if ours is None or (theirs is None and right not in _IDENTITY):
        return False
    if theirs is not None and len(ours) > 1 and {*"".join(theirs[0])} <= {digit for one in ours for digit in one}:
        return True
    others = theirs or []
    return _product(ours) == _product(others) or _product(ours[::-1]) == _product(others[::-1])


def _factors(text: str) -> list[Permutation] | None:
    """The cycles of a product, with their exponents; None if it is anything else."""
    found = list[Permutation]()
    at = 0
    while at < len(text):
        factor = _FACTOR.match(text, at)
        if factor is None or len(set(factor["cycle"])) < len(factor["cycle"]):
            return None
        exponent = int(factor["exponent"] or (factor["raised"] or "1").translate(_RAISED))
        digits, step = factor["cycle"], exponent % len(factor["cycle"])
        found.append({digit: digits[(index + step) % len(digits)] for index, digit in enumerate(digits)})
        at = factor.end()
    return found


def _product(factors: list[Permutation]) -> Permutation:
    """The permutation that factors make together, applied in their order, without what stays."""
    found = reduce(_then, factors, Permutation())
    return {digit: image for digit, image in found.items() if digit != image}


def _then(first: Permutation, second: Permutation) -> Permutation:
    return {digit: second.get(first.get(digit, digit), first.get(digit, digit)) for digit in {*first, *second}}
