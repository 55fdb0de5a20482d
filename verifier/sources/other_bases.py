"""Numbers to another base than ten: `57 + 34 = 113` where a text speaks of octal ones, `1011 + 110 = 10001`."""

import re
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.sources.solving import value_at

BINARY: Final = 2
_FEW: Final = 3
"""So many digits, all 0 or 1, are a binary number beside decimal ones, without a word."""
_BASES: Final = {"binary": 2, "ternary": 3, "quaternary": 4, "quinary": 5, "senary": 6, "octal": 8, "hex": 16} | {
    "hexadecimal": 16,
    **{word: base for base, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine"), 2)},
    "twelve": 12,
    "sixteen": 16,
}
_BASE: Final = re.compile(
    r"\b(?:(?P<name>binary|ternary|quaternary|quinary|senary|octal|hex(?:adecimal)?)"
    r"|base[\s$-]{1,3}(?:[a-z]\s*=\s*)?(?P<digits>[0-9]{1,2}\b|[a-z]+))",
    re.IGNORECASE,
)
_MOST: Final = 16
_TEN: Final = 10


def bases_of(text: str) -> tuple[int, ...]:
    """The bases of which a text speaks; its digits are those of decimal numbers."""
    words = ((match["name"] or match["digits"]).lower() for match in _BASE.finditer(text))
    found = (int(word) if word.isdigit() else _BASES.get(word, _TEN) for word in words)
    return tuple(dict.fromkeys(base for base in found if 1 < base <= _MOST and base != _TEN))


def holds_in(base: int, left: Expression, right: Expression, *, is_spoken: bool) -> bool:
    """Whether two sides are equal where the numbers of both are to a base, or those of one of them.

    Without a word only numbers of several digits are taken so.
    """
    by_base = [_value(_read(side, base)) for side in (left, right)]
    decimal = [_value(side) for side in (left, right)]
    if None not in by_base and by_base[0] == by_base[1]:
        return is_spoken or max(map(_digits, (left, right))) > 1
    for ours, theirs, side in ((0, 1, left), (1, 0, right)):
        if by_base[ours] is not None and by_base[ours] == decimal[theirs] and (is_spoken or _digits(side) >= _FEW):
            return True
    return False


def _value(tree: Expression | None) -> fmpq | None:
    return None if tree is None else value_at(tree, {}, with_powers=True)


def _read(tree: Expression, base: int) -> Expression | None:
    """A tree with its numbers read to a base; None if a digit is none of it."""
    match tree:
        case Literal(value, text):
            found = _number(text or str(value), base)
            return None if found is None else Literal(found, "")
        case Apply(operation, arguments, options):
            read = [one for one in (_read(argument, base) for argument in arguments) if one is not None]
            return Apply(operation, tuple(read), options) if len(read) == len(arguments) else None
    return tree


def _number(text: str, base: int) -> fmpq | None:
    """The value of a numeral to a base; None if it has other digits."""
    whole, _, decimals = text.lstrip("+-").partition(".")
    try:
        value = fmpq(int(whole + decimals, base), base ** len(decimals))
    except ValueError:
        return None
    return -value if text.startswith("-") else value


def _digits(tree: Expression) -> int:
    """The most digits of a number in a tree."""
    match tree:
        case Literal(value, text):
            return len(text or str(value))
        case Apply(_, arguments):
            return max(map(_digits, arguments), default=0)
    return 0
