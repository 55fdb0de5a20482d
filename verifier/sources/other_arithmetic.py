"""Arithmetic other than that of decimal numbers, which a text may speak of: other bases, remainders, truth values.

`57 + 34 = 113` holds in base 8, `5 + 4 = 2` modulo 7, `350 + 45 = 35` of bearings, and `1 + 1 = 1` of truth values. Who
writes so says it once, in a heading or a sentence, and not with each equality. Numbers whose digits are all 0 or 1 are
binary without a word.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from flint import fmpq, fmpz

from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple
from verifier.sources.solving import value_at
from verifier.sources.variants import Variant, number_alone

BINARY: Final = 2
_FEW: Final = 3
"""So many digits, all 0 or 1, are a binary number beside decimal ones, without a word."""
_BASES: Final = {"binary": 2, "ternary": 3, "quaternary": 4, "quinary": 5, "senary": 6, "octal": 8, "hex": 16} | {
    "hexadecimal": 16,
    **{word: base for base, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine"], 2)},
    "twelve": 12,
    "sixteen": 16,
}
_BASE: Final = re.compile(
    r"\b(?:(?P<name>binary|ternary|quaternary|quinary|senary|octal|hex(?:adecimal)?)"
    r"|base[\s$-]{1,3}(?P<digits>[0-9]{1,2}\b|[a-z]+))",
    re.IGNORECASE,
)
_RINGS: Final = r"(?:\\mathbb\{?\s*[ZF]\}?|\\mathbf\{[ZF]\}|\b[ZF]|\u2124|GF)\s*(?:_\s*\{?|/|\()\s*"
_MODULUS: Final = re.compile(
    rf"(?:\b(?i:mod(?:ulo|ulus)?)\b|\\p?b?mod)[\s${{}}(\\,:;=]{{0,6}}(?P<by>[0-9]{{1,9}}|[A-Za-z]\b)"
    rf"|{_RINGS}(?P<ring>[0-9]{{1,9}}|[a-z]\b)"
)
_CYCLES: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    (r"\bclocks?\b|o'clock|\bmidnight\b|\bnoon\b|\btime ?zones?\b|\b[ap]\.m\.|\bUTC\b", (12, 24, 60)),
    (r"\bxor\b|\bexclusive or\b|\bparity\b|\\oplus|\u2295", (2,)),
    (r"\bweekdays?\b|\bdays? of the week\b", (7,)),
    (r"\bbearings?\b|\bazimuths?\b|\bheadings?\b|\blongitudes?\b|\bdegrees?\b|\u00b0|\\circ\b", (360,)),
    (r"\boverflows?\b|\bwraps? around\b|\bwraparound\b|\bu?int(?:8|16|32|64)", (2**4, 2**8, 2**16, 2**32, 2**64)),
)
"""Words of what begins anew after so many."""
_CYCLIC: Final = tuple((re.compile(words, re.IGNORECASE), moduli) for words, moduli in _CYCLES)
_LOGIC: Final = re.compile(
    r"\bboolean|\btruth[ -](?:table|value)|\blogic(?:al)? (?:gate|or\b|sum)|\bOR[ -]gate", re.IGNORECASE
)
MAX_NAMED: Final = 20
"""Maximum number of moduli of a text that are tried."""


class Arithmetic(NamedTuple):
    """What a text speaks of: the bases of its numbers, its moduli, and whether of truth values."""

    bases: tuple[int, ...] = ()
    moduli: tuple[int, ...] = ()
    is_logical: bool = False

    def may_hold(self, variant: Variant) -> bool:
        """Whether what a reading states may hold in such arithmetic: each number and the expression for it."""
        stated = [(number_alone(stage), stage.formula) for stage in variant.stated]
        return bool(stated) and all(
            number is not None
            and formula is not None
            and self._holds(number, _written_out(formula.expression, variant))
            for number, formula in stated
        )

    def _holds(self, number: Printed, tree: Expression) -> bool:
        bases = dict.fromkeys((BINARY, *self.bases))
        return any(self._holds_in(base, number, tree) for base in bases) or any(self._holds_otherwise(number, tree))

    def _holds_in(self, base: int, number: Printed, tree: Expression) -> bool:
        """Whether the equality holds where its numbers are to a base, or those of one of its sides."""
        by_base, decimal = _in_base(tree, base), value_at(tree, {}, with_powers=True)
        value = None if by_base is None else value_at(by_base, {}, with_powers=True)
        shown = _number_in(number.text, base)
        is_spoken = base in self.bases
        if shown is not None and value == shown and (is_spoken or _digits(tree) > 1 or len(number.text) > 1):
            return True
        if shown is not None and decimal == shown and (is_spoken or len(number.text) >= _FEW):
            return True
        return value is not None and value == number.value and is_spoken

    def _holds_otherwise(self, number: Printed, tree: Expression) -> Iterator[bool]:
        """Whether the equality holds for remainders, or for truth values."""
        value = value_at(tree, {}, with_powers=True)
        if value is None:
            return
        left = value - number.value
        for modulus in self.moduli:
            is_invertible = number.value.q == 1 and fmpz(modulus).gcd(left.q) == 1
            yield (left.q == 1 or is_invertible) and left.p % modulus == 0
        if self.is_logical:
            yield _is_of_truth(tree) and number.value == min(value, fmpq(1))


def spoken_of(text: str) -> Arithmetic:
    """The arithmetic that a text speaks of."""
    bases = dict.fromkeys(base for match in _BASE.finditer(text) if (base := _base_of(match)) is not None)
    named = dict.fromkeys(match["by"] or match["ring"] for match in _MODULUS.finditer(text))
    moduli = [int(one) for name in list(named)[:MAX_NAMED] for one in ([name] if name.isdigit() else _said(text, name))]
    moduli += [modulus for words, several in _CYCLIC if words.search(text) for modulus in several]
    return Arithmetic(
        tuple(bases),
        tuple(dict.fromkeys(one for one in moduli if one > 1)),
        _LOGIC.search(text) is not None,
    )


def _base_of(match: re.Match[str]) -> int | None:
    word = (match["name"] or match["digits"]).lower()
    base = int(word) if word.isdigit() else _BASES.get(word)
    return base if base is not None and 1 < base <= 16 and base != 10 else None  # noqa: PLR2004 - digits are decimal


def _said(text: str, name: str) -> list[str]:
    """What a text says that a modulus with a name is, as in `p = 17`."""
    return re.findall(rf"\b{name}\s*=\s*([0-9]{{1,9}})\b", text)[:MAX_NAMED]


def _written_out(tree: Expression, variant: Variant) -> Expression:
    """A tree with the operands of a reading, as they are written, in the place of their names."""
    shown = {stage.name: number_alone(stage) for stage in variant.stages if stage.is_given}

    def write(node: Expression) -> Expression:
        number = shown.get(node.name) if isinstance(node, Name) else None
        return node if number is None else Literal(number.value, number.text)

    return _mapped(tree, write) or tree


def _in_base(tree: Expression, base: int) -> Expression | None:
    """A tree with its numbers read to a base; None if a digit is none of it."""

    def read(node: Expression) -> Expression | None:
        if not isinstance(node, Literal):
            return node
        value = _number_in(node.text or str(node.value), base)
        return None if value is None else Literal(value, "")

    return _mapped(tree, read)


def _mapped(tree: Expression, change: Callable[[Expression], Expression | None]) -> Expression | None:
    """A tree of operations without options whose leaves are changed; None if one cannot be."""
    if not isinstance(tree, Apply):
        return change(tree)
    arguments = [_mapped(argument, change) for argument in tree.arguments]
    whole = [argument for argument in arguments if argument is not None]
    return Apply(tree.operation, tuple(whole), tree.options) if len(whole) == len(arguments) else None


def _number_in(text: str, base: int) -> fmpq | None:
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


def _is_of_truth(tree: Expression) -> bool:
    """Whether a tree is made of sums and products of 0 and 1."""
    match tree:
        case Literal(value):
            return value in (0, 1)
        case Apply(operation, arguments):
            return operation in ("add", "multiply") and all(map(_is_of_truth, arguments))
    return False
