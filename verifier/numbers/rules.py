"""The table of rounding rules. One record states a rule; to add a rule is to add a record to `TABLE`.

A record states the preimage of a printed number P: the reals that are rounded to P. The
rounding is derived from it: a real is rounded to the number whose preimage holds it.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from flint import fmpq

from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.number import Number, compare, floor_of
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple

EXACT: Final = "exact"
"""The name of the rule that rounds nothing."""
NEAREST: Final = "nearest"
"""The name of the rule that rounds to the nearest number and leaves ties open."""

_UNIT: Final = 4
_HALF: Final = 2
_HALF_OF_ONE: Final = fmpq(1, 2)
_ENDS: Final = {"-u": -_UNIT, "-h": -_HALF, "0": 0, "h": _HALF, "u": _UNIT}
FAR_OFF: Final = _UNIT + 1
"""The quarters of a unit that stand for all that is more than a unit away."""
_PERIOD: Final = 2 * _UNIT
"""Prints repeat with the parity of the last digit, away from zero."""


class Span(NamedTuple):
    """A range from P + lo to P + hi, in quarters of the unit of the last digit of P."""

    lo: int
    hi: int
    lo_closed: bool
    hi_closed: bool

    def holds(self, offset: int) -> bool:
        """Whether P + *offset* lies in the range; *offset* in quarters of a unit."""
        return self.lo + (not self.lo_closed) <= offset <= self.hi - (not self.hi_closed)


_Spans: TypeAlias = tuple[Span, Span]
"""The preimage of a number with an even last digit, and of one with an odd last digit."""


class _Rounding(NamedTuple):
    name: str
    preimages: tuple[_Spans, _Spans, _Spans]
    words: str
    is_inferred: bool = True
    keeps_zero: bool = False


class Rounding(_Rounding):
    """A rule that rounds once, to the unit of the last printed digit.

    `preimages` has those of P = 0, of P > 0 and of P < 0, in this order: the sign of P is
    the index. `words` are for readers. `is_inferred` says whether the rule may be inferred
    from a document, or only be declared. With `keeps_zero`, 0 prints as 0 and belongs to no
    other preimage; no inferred rule needs that.
    """

    @classmethod
    def spelled(
        cls,
        name: str,
        *preimages: str,
        words: str,
        is_inferred: bool = True,
        keeps_zero: bool = False,
    ) -> "Rounding":
        """A rule from the text of its three preimages: of P > 0, of P < 0 and of P = 0.

        `[-h, h)` is from P - h to P + h: u is the unit of the last digit, h half of it.
        `[-h, h] | (-h, h)` differs for an even last digit and for an odd one. Raises KeyError or ValueError.
        """
        above, below, zero = map(_spans, preimages)
        return cls(name, (zero, above, below), words, is_inferred, keeps_zero)

    @cached_property
    def is_to_nearest(self) -> bool:
        """Whether the nearest number is printed, whatever is done with ties."""
        return all(span.hi == -span.lo == _HALF for pair in self.preimages for span in pair)

    @cached_property
    def is_tie_rule(self) -> bool:
        """Whether the nearest number is printed and ties are decided."""
        closed = (span.lo_closed and span.hi_closed for pair in self.preimages for span in pair)
        return self.is_to_nearest and not all(closed)

    def preimage(self, value: fmpq, unit: fmpq) -> BoundedInterval:
        """The reals that are rounded to *value*, a multiple of *unit*."""
        even, odd = self.preimages[_sign(int(value.p))]
        span = odd if odd is not even and int((value / unit).p) % 2 else even
        quarter = unit / _UNIT
        lo, hi = value + span.lo * quarter, value + span.hi * quarter
        lo_closed, hi_closed = span.lo_closed, span.hi_closed
        if self.keeps_zero and value != 0:
            lo_closed, hi_closed = lo_closed and lo != 0, hi_closed and hi != 0
        return BoundedInterval(lo, hi, lo_closed, hi_closed)

    def rounded(self, number: Number) -> int:
        """The whole number that *number* is rounded to; raises Uncertain if a ball cannot decide it.

        Of two whole numbers whose preimages hold it, the even one.
        """
        if self.is_to_nearest:  # a ball around a whole number is far from every tie
            shifted = number + _HALF_OF_ONE
            floor = floor_of(shifted)
            is_tie = isinstance(shifted, fmpq) and shifted == floor
            return self._print_of(_UNIT * floor - _HALF) if is_tie else floor
        floor = floor_of(number)
        is_between = compare(number - floor, fmpq(0)) != 0
        return self._print_of(_UNIT * floor + is_between)

    def _print_of(self, quarters: int) -> int:
        """The print of so many quarters of one."""
        periods = quarters // _PERIOD
        far = max(0, periods - 1) if periods >= 0 else min(0, periods + 2)
        return 2 * far + self._prints[quarters - far * _PERIOD + 2 * _PERIOD]

    @cached_property
    def _prints(self) -> tuple[int, ...]:
        """The prints of all quarters between four below zero and four above it."""
        return tuple(self._derived(quarters) for quarters in range(-2 * _PERIOD, 2 * _PERIOD))

    def _derived(self, quarters: int) -> int:
        near = quarters // _UNIT
        return min((whole for whole in range(near - 1, near + 3) if self._holds(whole, quarters)), key=_parity)

    def _holds(self, whole: int, quarters: int) -> bool:
        if self.keeps_zero and quarters == 0:
            return whole == 0
        return self.preimages[_sign(whole)][_parity(whole)].holds(quarters - _UNIT * whole)


def _parity(whole: int) -> int:
    return whole % 2


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _spans(text: str) -> _Spans:
    """`[-h, h] | (-h, h)`, or one for both parities."""
    spans = [_span(part) for part in text.split(" | ")]
    even, odd = spans if len(spans) > 1 else spans * 2
    return even, odd


def _span(text: str) -> Span:
    lo, hi = text[1:-1].split(", ")
    return Span(_ENDS[lo], _ENDS[hi], text[0] == "[", text[-1] == "]")


_TO_NEAREST: Final = "to nearest, ties"
_rule = Rounding.spelled
TABLE: Final[Mapping[str, Rounding]] = {
    rule.name: rule
    for rule in (
        #                      P > 0                P < 0                P = 0
        _rule("half_up", "[-h, h)", "[-h, h)", "[-h, h)", words=f"{_TO_NEAREST} upwards"),
        _rule("half_down", "(-h, h]", "(-h, h]", "(-h, h]", words=f"{_TO_NEAREST} downwards"),
        _rule("half_away", "[-h, h)", "(-h, h]", "(-h, h)", words=f"{_TO_NEAREST} away from zero"),
        _rule("half_to_zero", "(-h, h]", "[-h, h)", "[-h, h]", words=f"{_TO_NEAREST} towards zero"),
        _rule(
            "half_even",
            "[-h, h] | (-h, h)",
            "[-h, h] | (-h, h)",
            "[-h, h]",
            words=f"{_TO_NEAREST} to the even digit",
        ),
        _rule("ceiling", "(-u, 0]", "(-u, 0]", "(-u, 0]", words="up (ceiling)"),
        _rule("floor", "[0, u)", "[0, u)", "[0, u)", words="down (floor)"),
        _rule("trunc", "[0, u)", "(-u, 0]", "(-u, u)", words="cutting digits off"),
        _rule("away", "(-u, 0]", "[0, u)", "[0, 0]", words="away from zero"),
        _rule(NEAREST, "[-h, h]", "[-h, h]", "[-h, h]", words=f"{_TO_NEAREST} either way"),
        _rule(EXACT, "[0, 0]", "[0, 0]", "[0, 0]", words="no rounding", is_inferred=False),
        _rule(
            "anti_trunc",
            "[-u, 0)",
            "(0, u]",
            "[0, 0]",
            words="cutting digits off and going one unit on, away from zero",
            is_inferred=False,
            keeps_zero=True,
        ),
    )
}
"""The rules by name, in the order in which they are listed and counted.

To change it after the import, as a test may, call `names_at.cache_clear()`.
"""


ROUNDINGS: Final = tuple(name for name in TABLE if name not in {NEAREST, EXACT, "anti_trunc"})
"""The rules that give each number one print, as formulas name them."""
USUAL_RULE: Final = ROUNDINGS.index("half_even")


def candidates() -> tuple[str, ...]:
    """The names of the rules that may be inferred."""
    return tuple(rule.name for rule in TABLE.values() if rule.is_inferred)


def rules_that_print(value: Number, printed: fmpq, decimals: int) -> frozenset[str]:
    """The names of the candidates by which *value* prints as *printed* with *decimals* decimals; raises Uncertain.

    With significant digits and a power of ten printed, the unit on the side of zero is
    another, and this is not the answer: ask `preimage` rule by rule.
    """
    units = int((printed * power_of_ten(decimals)).p)
    return names_at(offset_of(value, printed, decimals), _sign(units), units % 2)


def offset_of(value: Number, printed: fmpq, decimals: int) -> int:
    """How far a value lies from a print, in quarters of a unit: even on the ends of preimages, odd between.

    All that is further than a unit away counts as FAR_OFF quarters. Raises Uncertain.
    """
    halves = (value - printed) * (2 * power_of_ten(decimals))
    if halves < -2 or halves > 2:  # noqa: PLR2004 - a unit
        return -FAR_OFF if halves < 0 else FAR_OFF
    floor = floor_of(halves)
    is_between = not (isinstance(halves, fmpq) and halves == floor)
    return 2 * floor + is_between


@lru_cache(maxsize=128)
def names_at(offset: int, sign: int, parity: int) -> frozenset[str]:
    """The candidates whose preimage of a number of that sign and parity holds what lies *offset* quarters from it."""
    return frozenset(name for name in candidates() if TABLE[name].preimages[sign][parity].holds(offset))
