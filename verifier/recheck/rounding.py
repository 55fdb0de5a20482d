"""What a printed number stands for: the reals that a rounding rule prints so."""

from collections.abc import Callable, Sequence
from fractions import Fraction as Q
from functools import reduce
from typing import Final, NamedTuple

from verifier.recheck.intervals import Unknown
from verifier.recheck.printed import decimal, ten

# What prints as P, relative to P, in units u of its last place; h is half a unit. Behind a bar, of an odd last digit.
#                  P > 0       P < 0       P = 0
_TABLE: Final = {
    "half_up": ("[-h, h)", "[-h, h)", "[-h, h)"),
    "half_down": ("(-h, h]", "(-h, h]", "(-h, h]"),
    "half_away": ("[-h, h)", "(-h, h]", "(-h, h)"),
    "half_to_zero": ("(-h, h]", "[-h, h)", "[-h, h]"),
    "half_even": ("[-h, h] | (-h, h)", "[-h, h] | (-h, h)", "[-h, h]"),
    "ceiling": ("(-u, 0]", "(-u, 0]", "(-u, 0]"),
    "floor": ("[0, u)", "[0, u)", "[0, u)"),
    "trunc": ("[0, u)", "(-u, 0]", "(-u, u)"),
    "away": ("(-u, 0]", "[0, u)", "[0, 0]"),
    "nearest": ("[-h, h]", "[-h, h]", "[-h, h]"),
    "exact": ("[0, 0]", "[0, 0]", "[0, 0]"),
    "anti_trunc": ("[-u, 0)", "(0, u]", "[0, 0]"),
    "twice": ("[-w, w]", "[-w, w]", "[-w, w]"),  # a number that was rounded before, to one digit more
    "before": ("[-v, v]", "[-v, v]", "[-v, v]"),  # the same, and cut then, or rounded in one direction
}
_UNITS: Final = {
    "-u": Q(-1),
    "-w": Q(-11, 20),
    "-v": Q(-1, 20),
    "-h": Q(-1, 2),
    "0": Q(0),
    "h": Q(1, 2),
    "w": Q(11, 20),
    "v": Q(1, 20),
    "u": Q(1),
}
FORMATS: Final = {"float16": (11, -24), "bfloat16": (8, -133), "float32": (24, -149), "float64": (53, -1074)}
"""Bits of the significand and exponent of the finest spacing."""
_MOST_STEPS: Final = 4
USUAL: Final = ("nearest", "trunc", "floor", "ceiling", "away")
"""The rules that a stage may follow where no evidence tells."""
RARE: Final = USUAL[2:]
"""Those that count for units of ten and above only where they are likely."""

Steps = tuple[tuple[str, int | None], ...]


class Set(NamedTuple):
    """An interval by its ends, each of which may belong to it."""

    lo: Q
    hi: Q
    lo_closed: bool = True
    hi_closed: bool = True


def steps_of(rule: str) -> Steps:
    """The steps of a rule, each with its decimals where it says them; raises Unknown."""
    steps: list[tuple[str, int | None]] = []
    for part in rule.split(","):
        name, _, digits = part.strip().partition("@")
        known = name in _TABLE or name in FORMATS
        if not known or len(digits) > 3 or (digits and not digits.isdecimal()):  # noqa: PLR2004 - 999 decimals
            raise Unknown(f"a rounding rule that is not known here, {part[:30]!r}")
        steps.append((name, int(digits) if digits else None))
    if len(steps) > _MOST_STEPS or any(place is None for _, place in steps[:-1]):
        raise Unknown(f"a rounding rule that is not known here, {rule[:30]!r}")
    return tuple(steps)


def preimage(value: Q, place: int, steps: Steps) -> Set | None:
    """The reals that print as *value* with *place* decimals; None if none do. Of a binary format a superset."""
    name, stated = steps[-1]
    if name in FORMATS:
        return _of_format(value, name)
    found: Set | None = _one_step(value, place if stated is None else max(place, stated), name)
    for name, stated in reversed(steps[:-1]):
        found = None if found is None or stated is None else _before(found, max(stated, place), name)
    return found


def widest(value: Q, place: int, rules: Sequence[Steps], *, is_cut: bool) -> Set:
    """What any of the rules prints so, also after an earlier rounding; with both ends of a decimal that *is_cut*."""
    found = [one for steps in rules if (one := preimage(value, place, steps)) is not None]
    if any(len(steps) == 1 for steps in rules):
        found.append(_one_step(value, place, "twice" if any(map(is_to_nearest, rules)) else "before"))
    result = reduce(hull, found or [Set(value, value)])
    return Set(result.lo, result.hi) if is_cut and place > 0 else result


def is_to_nearest(steps: Steps) -> bool:
    """Whether the last step rounds to the nearest."""
    return steps[-1][0] == "nearest" or steps[-1][0].startswith("half_")


def hull(a: Set, b: Set) -> Set:
    """The least interval around both."""
    lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
    return Set(
        lo,
        hi,
        any(one.lo == lo and one.lo_closed for one in (a, b)),
        any(one.hi == hi and one.hi_closed for one in (a, b)),
    )


def _one_step(value: Q, place: int, name: str) -> Set:
    unit = ten(-place)
    even, _, odd = _TABLE[name][0 if value > 0 else 1 if value < 0 else 2].partition(" | ")
    spelled = odd if odd and (value / unit).numerator % 2 else even
    lo, hi = spelled[1:-1].split(", ")
    return Set(value + _UNITS[lo] * unit, value + _UNITS[hi] * unit, spelled[0] == "[", spelled[-1] == "]")


def _before(target: Set, place: int, name: str) -> Set | None:
    """What a step with *place* decimals takes into a set: the preimages of the neighbours that lie in it."""
    scale = ten(place)
    lo, hi = target.lo * scale, target.hi * scale
    first, last = -(-lo.numerator // lo.denominator), hi.numerator // hi.denominator
    first += first == lo and not target.lo_closed
    last -= last == hi and not target.hi_closed
    if first > last:
        return None
    return hull(_one_step(Q(first) / scale, place, name), _one_step(Q(last) / scale, place, name))


def _of_format(value: Q, name: str) -> Set:
    """Half a step of the format to its number, to which the text is nearest, and as much from there to the reals."""
    bits, finest = FORMATS[name]
    off = max(abs(value) * Q(2) ** (2 - bits), Q(2) ** finest)
    return Set(value - off, value + off)


class Slack(NamedTuple):
    """How far a rule book lets a print lie from the rounded number; *closed* if just as far will do."""

    most: Q
    closed: bool


def slack_of(text: str) -> Slack:
    """The slack that a text spells, as `0.02` or `< 1`; raises Unknown."""
    number = decimal(text.removeprefix("<").strip())
    if number is None or number.value < 0:
        raise Unknown(f"a slack that is no number, {text[:20]!r}")
    return Slack(number.value, not text.startswith("<"))


def loosened(before: Callable[[Q], Set | None], value: Q, place: int, slack: Slack, *, on_grid: bool) -> Set | None:
    """What *before* has for some number within the slack of *value*: on a grid one with *place* decimals."""
    if not on_grid:
        found = before(value)
        if found is None or not slack.most:
            return found
        lo_closed, hi_closed = found.lo_closed and slack.closed, found.hi_closed and slack.closed
        return Set(found.lo - slack.most, found.hi + slack.most, lo_closed, hi_closed)
    steps = slack.most * ten(place)
    count = steps.numerator // steps.denominator - (not slack.closed and steps.denominator == 1 and steps > 0)
    ends = [found for side in (-1, 1) if (found := before(value + side * count * ten(-place))) is not None]
    return hull(ends[0], ends[-1]) if ends else None
