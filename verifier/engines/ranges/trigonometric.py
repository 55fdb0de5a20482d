"""The ranges of sine, cosine and tangent: how many crests, troughs and poles lie between two angles."""

from collections.abc import Callable
from typing import Final

from flint import arb, fmpq

from verifier.engines.points.flint import Points, ball
from verifier.numbers.array import Value
from verifier.numbers.ends import greatest, least
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number

_POINTS: Final = Points()


def sine(box: Interval) -> Interval:
    """All values of the sine."""
    return _wave(box, _POINTS.sin, arb.pi() / 2)


def cosine(box: Interval) -> Interval:
    """All values of the cosine."""
    return _wave(box, _POINTS.cos, arb(0))


def is_between_poles(box: Interval) -> bool:
    """Whether the tangent has no pole in the box, and so grows; raises Uncertain."""
    if box.lo is None or box.hi is None:
        return False
    return _turns(box.lo, arb.pi() / 2, arb.pi()) == _turns(box.hi, arb.pi() / 2, arb.pi())


def _turns(angle: Number, offset: arb, period: arb) -> int:
    """How many whole periods lie between -offset and the angle."""
    whole = _POINTS.floor_divide((ball(angle) + offset) / period, fmpq(1))
    assert isinstance(whole, fmpq)
    return int(whole.p)


def _wave(box: Interval, function: Callable[[Value], Value], crest: arb) -> Interval:
    """Sine or cosine, whose largest value 1 is at `crest` and every full turn from it."""
    if box.lo is None or box.hi is None:
        return Interval(fmpq(-1), fmpq(1), partial=box.partial, loose=box.loose)
    turn = 2 * arb.pi()
    ends = [(function(box.lo), box.lo_closed), (function(box.hi), box.hi_closed)]
    lo, lo_closed = least(ends)
    hi, hi_closed = greatest(ends)
    crests = _turns(box.hi, -crest, turn) - _turns(box.lo, -crest, turn)
    if crests > 0:
        at_end = crests == 1 and isinstance(ends[1][0], fmpq) and ends[1][0] == 1  # the cosine of zero
        hi, hi_closed = fmpq(1), hi_closed if at_end else True
    trough = crest + arb.pi()
    if _turns(box.hi, -trough, turn) > _turns(box.lo, -trough, turn):
        lo, lo_closed = fmpq(-1), True
    return Interval(lo, hi, lo_closed, hi_closed, box.partial, box.loose)
