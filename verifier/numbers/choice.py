"""The value of `a if condition else b` in one cell, where the condition may be a range."""

from verifier.numbers.array import Value
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing, hull


def chosen(condition: Value, then: Value, other: Value) -> Value:
    """*other* where the condition is 0, else *then*; the hull of both where the condition is a range.

    The hull is loose and partial where one branch has no value. Where one branch is minus infinity (a masked score), it
    has no lower end and is closed there.
    """
    if isinstance(condition, Missing | str):
        return condition
    if isinstance(condition, Interval):
        return _either(then, other)
    return then if condition != 0 else other


def _either(then: Value, other: Value) -> Value:
    if then is UNKNOWN or other is UNKNOWN or isinstance(then, str) or isinstance(other, str):
        return UNKNOWN
    if then is MINUS_INFINITY:
        return then if other is then else _down_from(other)
    if other is MINUS_INFINITY:
        return _down_from(then)
    if isinstance(then, Missing) and isinstance(other, Missing):
        return UNDEFINED
    if isinstance(then, Missing) or isinstance(other, Missing):  # the values are those of the other branch
        only = _as_range(other if isinstance(then, Missing) else then)
        return Interval(only.lo, only.hi, only.lo_closed, only.hi_closed, partial=True, loose=True)
    return hull(_as_range(then), _as_range(other))


def _down_from(value: Value) -> Value:
    """The range of a score that may be masked: from minus infinity, closed there, to the upper end of the score."""
    if isinstance(value, Missing):
        return UNKNOWN
    box = _as_range(value)
    return Interval(None, box.hi, hi_closed=box.hi_closed, partial=True, loose=True)


def _as_range(value: Value) -> Interval:
    """A number or a range as a range."""
    return value if isinstance(value, Interval) else Interval(value, value)
