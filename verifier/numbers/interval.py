"""Ranges of reals: ends are rationals or thin balls, each open or closed; and cells without a value.

A comparison of ends that balls do not decide raises `Uncertain`.
"""

from flint import arb, fmpq

from verifier.numbers.ends import greatest, is_closed_infinity, least, product, sign_of, times
from verifier.numbers.number import Number, compare


class Missing:
    """A cell without a value; so is what arithmetic makes of it."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name  # unpickled as the module's one object of that name: it is compared by identity

    def _absorb(self, _other: object, /) -> "Missing":
        return self

    @property
    def onward(self) -> "Missing":
        """The value of a function of it: itself, or UNKNOWN of minus infinity."""
        return self

    def __neg__(self) -> "Missing":
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _absorb
    __abs__ = __neg__


UNKNOWN = Missing("UNKNOWN")
"""Depends on a number that the document does not print."""


class _Undefined(Missing):
    """A cell outside of the domain of a function; times what may be 0 it is UNKNOWN, as 0 * log(0) has a limit."""

    __slots__ = ()

    def __mul__(self, other: object, /) -> Missing:
        box = point(other) if isinstance(other, fmpq | arb) else other
        return UNKNOWN if isinstance(box, Interval) and not is_far(box, fmpq(0)) else self

    def __rmul__(self, other: object, /) -> Missing:
        return other if isinstance(other, Missing) else self * other


UNDEFINED = _Undefined("UNDEFINED")
"""Outside the domain of a function: the logarithm of -1."""


class _MinusInfinity(Missing):
    """A masked score: adding a number or multiplying by a positive one keeps it minus infinity; its exponential is 0.

    The result of all other arithmetic is UNKNOWN.
    """

    __slots__ = ()

    def __reduce__(self) -> str:
        return "MINUS_INFINITY"

    @property
    def onward(self) -> Missing:
        return UNKNOWN

    def __add__(self, other: object, /) -> Missing:
        if isinstance(other, Missing):
            return self if other is self else other
        return UNKNOWN if isinstance(other, Interval) and other.partial else self

    __radd__ = __add__

    def __sub__(self, other: object, /) -> Missing:
        return UNKNOWN if other is self else self + other

    def __mul__(self, other: object, /) -> Missing:
        if isinstance(other, Interval):
            return self if not other.partial and other.lo is not None and other.lo > 0 else UNKNOWN
        return self if isinstance(other, fmpq | arb) and other > 0 else UNKNOWN

    __rmul__ = __truediv__ = __mul__

    def __neg__(self) -> Missing:
        return UNKNOWN

    def __rsub__(self, _other: object, /) -> Missing:
        return UNKNOWN

    __rtruediv__ = __rsub__
    __abs__ = __neg__


MINUS_INFINITY = _MinusInfinity("-inf")
"""A score that is masked before a softmax."""


class Interval:
    """All reals between two ends, of which None is infinite. A lower end of None that is closed may be a masked score.

    `partial`: some operands of the box lay outside a domain. `loose`: it encloses the range, and its ends need not be
    attained. Never empty: an operation without any value returns UNDEFINED. `==` compares identity; the named
    functions below compare sets.
    """

    __slots__ = ("hi", "hi_closed", "lo", "lo_closed", "loose", "partial")

    def __init__(  # noqa: PLR0913, PLR0917 - the order in which every caller writes them
        self,
        lo: Number | None,
        hi: Number | None,
        lo_closed: bool = True,  # noqa: FBT001, FBT002 - as above
        hi_closed: bool = True,  # noqa: FBT001, FBT002 - as above
        partial: bool = False,  # noqa: FBT001, FBT002 - as above
        loose: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        self.lo = lo
        self.hi = hi
        self.lo_closed = lo_closed
        self.hi_closed = hi_closed
        self.partial = partial
        self.loose = loose

    def __neg__(self) -> "Interval":
        return Interval(
            None if self.hi is None else -self.hi,
            None if self.lo is None else -self.lo,
            self.hi_closed,
            self.lo_closed,
            self.partial,
            self.loose,
        )

    def __add__(self, other: "Interval | Number") -> "Interval":
        if isinstance(other, Interval):
            return Interval(
                None if self.lo is None or other.lo is None else self.lo + other.lo,
                None if self.hi is None or other.hi is None else self.hi + other.hi,
                (self.lo_closed and other.lo_closed)
                or (self.lo is None and self.lo_closed)
                or (other.lo is None and other.lo_closed),
                (self.hi_closed and other.hi_closed)
                or (self.hi is None and self.hi_closed)
                or (other.hi is None and other.hi_closed),
                self.partial or other.partial,
                self.loose or other.loose,
            )
        if isinstance(other, Missing):
            return NotImplemented
        return Interval(
            None if self.lo is None else self.lo + other,
            None if self.hi is None else self.hi + other,
            self.lo_closed,
            self.hi_closed,
            self.partial,
            self.loose,
        )

    __radd__ = __add__

    def __sub__(self, other: "Interval | Number") -> "Interval":
        return NotImplemented if isinstance(other, Missing) else self + -other

    def __rsub__(self, other: Number) -> "Interval":
        return -self + other

    def __mul__(self, other: "Interval | Number") -> "Interval | Number":
        if isinstance(other, Interval):
            return _product(self, other)
        if isinstance(other, Missing):
            return NotImplemented
        return _scaled(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: "Interval | Number") -> "Interval | Number | Missing":
        if isinstance(other, Interval):
            inverse = reciprocal(other)
            return inverse if isinstance(inverse, Missing) else _product(self, inverse)
        if isinstance(other, Missing):
            return NotImplemented
        return UNDEFINED if other == 0 else _scaled(self, 1 / other)

    def __rtruediv__(self, other: Number) -> "Interval | Number | Missing":
        inverse = reciprocal(self)
        return inverse if isinstance(inverse, Missing) else inverse * other

    def __str__(self) -> str:
        left, right = "(["[self.lo_closed and self.lo is not None], ")]"[self.hi_closed and self.hi is not None]
        lo, hi = "-inf" if self.lo is None else self.lo, "inf" if self.hi is None else self.hi
        return f"{left}{lo}, {hi}{right}"


WHOLE_LINE = Interval(None, None, lo_closed=False, hi_closed=False)


def _scaled(box: Interval, factor: Number) -> "Interval | Number":
    """The range times one number; raises Uncertain."""
    if factor == 0:
        return Interval(factor, factor, partial=True) if box.partial else factor
    if factor < 0:
        return _scaled(-box, -factor)
    if not factor > 0:  # a ball whose sign is undecided
        return _product(box, Interval(factor, factor))
    lo, hi = (None if end is None else end * factor for end in (box.lo, box.hi))
    return Interval(lo, hi, box.lo_closed, box.hi_closed, box.partial, box.loose)


def _product(x: Interval, y: Interval) -> Interval:
    """The exact range of a * b: the hull of the four products of ends."""
    if _is_plain(x) and _is_plain(y):
        low = times((x.lo, x.lo_closed), (y.lo, y.lo_closed))
        high = times((x.hi, x.hi_closed), (y.hi, y.hi_closed))
        return Interval(low[0], high[0], low[1], high[1], x.partial or y.partial, x.loose or y.loose)
    (lo, lo_closed), (hi, hi_closed) = product(
        ((x.lo, x.lo_closed), (x.hi, x.hi_closed)), ((y.lo, y.lo_closed), (y.hi, y.hi_closed))
    )
    return Interval(lo, hi, lo_closed, hi_closed, x.partial or y.partial, x.loose or y.loose)


def _is_plain(box: Interval) -> bool:
    """Whether both ends are rationals and none is negative, as most printed numbers are."""
    return type(box.lo) is fmpq and type(box.hi) is fmpq and box.lo.p >= 0


def reciprocal(box: Interval) -> Interval | Missing:
    """The range of 1 / x over the part of the box without zero; UNDEFINED if the box is zero alone."""
    lo_sign, hi_sign = sign_of(box.lo, -1), sign_of(box.hi, 1)
    if lo_sign == hi_sign == 0:
        return UNDEFINED
    if lo_sign < 0 < hi_sign:
        return Interval(None, None, lo_closed=False, hi_closed=False, partial=True, loose=True)
    touches = (lo_sign == 0 and box.lo_closed) or (hi_sign == 0 and box.hi_closed)
    lo = None if hi_sign == 0 else fmpq(0) if box.hi is None else 1 / box.hi
    hi = None if lo_sign == 0 else fmpq(0) if box.lo is None else 1 / box.lo
    lo_closed = box.hi_closed and box.hi is not None and lo is not None
    hi_closed = box.lo_closed and box.lo is not None and hi is not None
    return Interval(lo, hi, lo_closed, hi_closed, box.partial or touches, box.loose)


def point(number: Number) -> Interval:
    """The range of one number."""
    return Interval(number, number)


def surely_contains(box: Interval, number: Number) -> bool:
    """Whether *number*, which FLINT likes first, certainly lies between finite ends; False also if undecided."""
    return box.lo is not None and box.hi is not None and bool(number > box.lo) and bool(number < box.hi)


def is_far(box: Interval, number: Number) -> bool:
    """Whether *number* certainly lies outside; False also where this is undecided."""
    return (box.lo is not None and bool(number < box.lo)) or (box.hi is not None and bool(number > box.hi))


def contains(box: Interval, number: Number) -> bool:
    """Whether *number* lies in the box; raises Uncertain."""
    if type(number) is type(box.lo) is type(box.hi) is fmpq:
        above, below = (number - box.lo).p, (box.hi - number).p  # as in `compare`
        return (above > 0 or (above == 0 and box.lo_closed)) and (below > 0 or (below == 0 and box.hi_closed))
    return not is_far(box, number) and (surely_contains(box, number) or overlap(box, point(number)))


def overlap(x: Interval, y: Interval) -> bool:
    """Whether two ranges share a number; raises Uncertain."""
    return _reaches(x, y) and _reaches(y, x)


def _reaches(x: Interval, y: Interval) -> bool:
    """Whether x begins no later than y ends."""
    if x.lo is None or y.hi is None:
        return True
    order = compare(x.lo, y.hi)
    return order < 0 or (order == 0 and x.lo_closed and y.hi_closed)


def touch_only(x: Interval, y: Interval) -> bool:
    """Whether two overlapping ranges share one end and no other number; raises Uncertain."""
    return any(a is not None and b is not None and compare(a, b) == 0 for a, b in ((x.lo, y.hi), (x.hi, y.lo)))


def hull(x: Interval, y: Interval) -> Interval:
    """The smallest range that contains both."""
    lo, lo_closed = None, is_closed_infinity((x.lo, x.lo_closed), (y.lo, y.lo_closed))
    if x.lo is not None and y.lo is not None:
        lo, lo_closed = least([(x.lo, x.lo_closed), (y.lo, y.lo_closed)])
    hi, hi_closed = None, is_closed_infinity((x.hi, x.hi_closed), (y.hi, y.hi_closed))
    if x.hi is not None and y.hi is not None:
        hi, hi_closed = greatest([(x.hi, x.hi_closed), (y.hi, y.hi_closed)])
    return Interval(lo, hi, lo_closed, hi_closed, x.partial or y.partial, x.loose or y.loose)
