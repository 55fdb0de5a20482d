"""Arithmetic other than that of decimal numbers, of which a text may speak: what holds in it accuses nobody.

Who writes `57 + 34 = 113` in octal, or `5 + 4 = 2` modulo 7, says so once, in a heading or a sentence, and not with
each equality. Without a word numbers whose digits are all 0 or 1 are binary, and in running text `6 ^ 5 = 3` is the
exclusive or of programs.
"""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final

from flint import arb, fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.sources.excuses.arithmetics.other_bases import BINARY, bases_of, holds_in, may_be_shifted, speaks_of_bits
from verifier.sources.excuses.arithmetics.other_sums import Sum, sums_of
from verifier.sources.excuses.arithmetics.residues import is_residue, moduli_of
from verifier.sources.expressions.chains import SEAM, Side
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.written_values import tree_of
from verifier.sources.text.signs import MINUS, PERCENT
from verifier.sources.text.tokens import Token
from verifier.sources.text.topics import Words

_LOGIC: Final = Words(r"\bboolean|\btruth[ -](?:table|value)|\blogic(?:al)? (?:gate|or\b|sum)|\bor[ -]gate")
_XOR: Final = Words(r"\bxor\b|\bexclusive or\b|\bbitwise\b|\bnim\b")
_OF_BITS: Final = Words(r"\bxor\b|\bexclusive or\b|\\oplus|\u2295")
"""What a text has in which bits may be added without a carry."""
_CIRCLES: Final = ("\\circ", "\u2218", "\\odot", "\u2299")
_RARE: Final = ("\\ast", "@")
"""Signs that are seldom those of products of whole numbers."""
_STARS: Final = ("*", "\u2217")
"""Signs of products that often are those of operations which a text defines."""
_HEX: Final = 16
_HEX_DIGIT: Final = pattern("[A-Fa-f]")
_TINY: Final = 10**9
_FLOAT: Final = fmpq(1, 10**6)
"""How far off, as a share, a number is that is computed in floats of 32 bits, about."""

_WEEK: Final = 7


class Arithmetic:
    """What a text speaks of: bases, moduli, other sums, and whether of truth values, the exclusive or, and bits.

    Each is looked for where it is first asked, as most equalities ask for few.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """The bases other than ten."""
        return bases_of(self.text)

    @cached_property
    def moduli(self) -> tuple[int, ...]:
        """What begins anew after so many."""
        return moduli_of(self.text)

    @cached_property
    def _sums(self) -> tuple[Sum, ...]:
        return sums_of(self.text)

    @cached_property
    def _small(self) -> str:
        return self.text.lower()

    @cached_property
    def _is_logical(self) -> bool:
        return _LOGIC.are_in(self._small)

    @cached_property
    def _has_xor(self) -> bool:
        return _XOR.are_in(self._small)

    @cached_property
    def _speaks_of_bits(self) -> bool:
        return speaks_of_bits(self.text)

    @cached_property
    def _adds_bits(self) -> bool:
        """Whether it tells of sums of bits without a carry."""
        return _OF_BITS.are_in(self._small)

    def may_hold(self, sides: tuple[Side, Side], *, is_in_code: bool = False) -> bool:
        """Whether two sides that are read may be equal in such arithmetic, or in that of programs."""
        if any(_HEX_DIGIT.match(side.unit) for side in sides) and _HEX in self.bases:
            return True
        if _is_remainder(*(side.tokens for side in sides)):
            return True
        left, right = map(tree_of, sides)
        if left is None or right is None:
            return False
        if self.may_be_of_bits(sides):
            return True
        is_of_programs = is_in_code and _is_of_programs(left, right)
        is_exclusive = _is_exclusive_or(left, right) and (is_in_code or sides[0].is_spoken or self._has_xor)
        is_elsewhere = is_of_programs or is_exclusive or _is_in_degrees(left, right)
        is_measured = any(side.unit or any(token.is_money for token in side.tokens) for side in sides)
        bases = self.bases if is_measured else (BINARY, *self.bases)
        return self._holds(left, right, bases) or self._holds(right, left, bases) or is_elsewhere

    def may_be_of_bits(self, sides: tuple[Side, Side]) -> bool:
        """Whether a side may be a binary number with a point beside a power of two."""
        left, right = map(tree_of, sides)
        if left is None or right is None:
            return False
        if not may_be_shifted(left, right, speaks_of_bits=True):
            return False  # whatever the text says, as of most equalities
        return may_be_shifted(left, right, speaks_of_bits=self._speaks_of_bits)

    def _holds(self, left: Expression, right: Expression, bases: Sequence[int]) -> bool:
        if any(holds_in(base, left, right, is_spoken=base in self.bases) for base in bases):
            return True
        return any(holds(left, right) for holds in self._sums) or self._repeats(left, right)

    def _repeats(self, left: Expression, right: Expression) -> bool:
        """Whether two sides are congruent, or have one truth value."""
        ours, theirs = (value_at(side, {}, with_powers=True) for side in (left, right))
        if ours is None or theirs is None:
            return False
        is_true = _is_of_truth(left) and theirs == min(ours, 1) and self._is_logical
        is_whole = theirs.q == ours.q == 1
        is_even = is_whole and _is_of_truth(left) and theirs == ours.p % 2 and self._adds_bits
        are_written_out = not (_is_number(left) or _is_number(right)) and theirs.q == 1
        return (
            is_true
            or is_even
            or any(
                is_residue(ours, fmpq(theirs.p % modulus) if are_written_out else theirs, modulus)
                for modulus in self.moduli
                if theirs.q == 1 or modulus > _WEEK  # no decimals of weekdays and of small rings
            )
        )


def has_sign_of_another_operation(text: str, sides: tuple[Side, Side]) -> bool:
    r"""Whether a sign between whole numbers alone is that of an operation of its own, in `3 \circ 4 = 19`.

    A small circle is, which multiplies matrices and decimals; `\ast` and `@` are unless the text has a product of whole
    numbers with them, or a price behind it; stars are where the text defines them, as in `a * b = a + b + ab`.
    """
    tokens = [token for side in sides for token in side.tokens]
    if not all(token.text.isdecimal() for token in tokens if token.sort == "number"):
        return False
    three = zip(tokens, tokens[1:], tokens[2:], strict=False)
    signs = {sign.text for one, sign, other in three if one.sort == other.sort == "number" and not other.is_money}
    return (
        not signs.isdisjoint(_CIRCLES)
        or any(not _is_product(text, sign) for sign in signs.intersection(_RARE))
        or any(_is_defined(text, sign) for sign in signs.intersection(_STARS + _RARE))
    )


@lru_cache(maxsize=8)
def _is_product(text: str, sign: str) -> bool:
    """Whether a text has a product of two whole numbers with a sign, which holds."""
    product = pattern(rf"(?<![\d.,])(\d{{1,6}})\s?{re.escape(sign)}\s?(\d{{1,6}})\s?=\s?(\d{{1,12}})(?![.,]?\d)")
    return any(int(one[1]) * int(one[2]) == int(one[3]) for one in product.finditer(text))


@lru_cache(maxsize=8)
def _is_defined(text: str, sign: str) -> bool:
    """Whether a text says what a sign between two letters gives, and not that they may be exchanged."""
    defined = pattern(
        rf"(?<![a-z\\])(?P<one>[a-z])\s?{re.escape(sign)}\s?(?P<other>[a-z])\s?:?=\s?(?P<what>[^=\n;,.$]{{3,60}})"
    )
    for one in defined.finditer(text):
        letters = set(re.findall("[a-z]", one["what"]))
        if {one["one"], one["other"]} <= letters and sign not in one["what"]:
            return True
    return False


@lru_cache(maxsize=1)
def spoken_of(text: str) -> Arithmetic:
    """The arithmetic that a text speaks of."""
    return Arithmetic(text)


def _is_exclusive_or(left: Expression, right: Expression) -> bool:
    """Whether the number on the right is the exclusive or of the base and the exponent on the left."""
    match left, right:
        case Apply("power", (Literal(one), Literal(two))), Literal(result):
            are_whole = one.q == two.q == result.q == 1 and min(one, two, result) >= 0
            return are_whole and int(one.p) ^ int(two.p) == result
    return False


def _is_remainder(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a percent sign between two whole numbers is that of a remainder, with the sign of either."""
    sign, number = (left[1], left[2:]) if len(left) > 1 else (SEAM, ())
    numbers = [_whole(left[:1]), _whole(number), _whole(right)]
    if not sign.is_one_of(*PERCENT) or None in numbers:
        return False
    one, other, shown = (number or 0 for number in numbers)
    return other != 0 and shown in (one % other, abs(one) % abs(other) * (1 if one >= 0 else -1))


def _whole(tokens: Sequence[Token]) -> int | None:
    """The whole number that tokens are, with a sign; None if they are another thing."""
    *sign, number = tokens or (SEAM,)
    is_signed = len(sign) == 1 and sign[0].is_one_of("+", *MINUS)
    if not number.text.isdecimal() or (sign and not is_signed):
        return None
    return -int(number.text) if sign and sign[0].is_one_of(*MINUS) else int(number.text)


def _is_of_programs(left: Expression, right: Expression) -> bool:
    """Whether a program computes the right side: it cuts quotients of whole numbers, and computes in binary floats."""
    value, result = (value_at(side, {}, with_powers=True) for side in (left, right))
    if value is None or result is None:
        return False
    is_cut = result.q == 1 and (value.floor() == result or (value < 0 and value.ceil() == result))
    return is_cut or abs(value - result) <= abs(value) * _FLOAT


def _is_in_degrees(left: Expression, right: Expression) -> bool:
    """Whether an angle as a part of pi is said to be so many whole degrees, without a sign of these."""
    angle, shown = enclosed(left, {}), value_at(right, {})
    if angle is None or shown is None or shown.q != 1 or value_at(left, {}) is not None:
        return False
    return bool(abs(angle * 180 / arb.pi() - arb(shown)) < arb(1) / _TINY)


def _is_number(tree: Expression) -> bool:
    """Whether a side is one number, perhaps a negative one."""
    match tree:
        case Apply("negative", (inner,)):
            return isinstance(inner, Literal)
    return isinstance(tree, Literal)


def _is_of_truth(tree: Expression) -> bool:
    """Whether a tree is made of sums and products of 0 and 1."""
    match tree:
        case Literal(value):
            return value in (0, 1)
        case Apply(operation, arguments):
            return operation in ("add", "multiply") and all(map(_is_of_truth, arguments))
    return False
