"""Rounding rules: how a number becomes text, and which numbers print so.

Both directions are here: `round_to` prints, `preimage` goes back. The table is the
whole tolerance model; nothing else in the package knows a tolerance.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from flint import fmpq

from verifier.numbers.binary_formats import FORMATS, rounding_to, to_format
from verifier.numbers.interval import Interval, hull
from verifier.numbers.number import Number, compare, floor_of
from verifier.numbers.printed import parse, power_of_ten, show_all

# What prints as P, relative to P, in units u of its last place; h is half a unit.
#                  P > 0       P < 0       P = 0
TABLE: Final = {
    "half_up": ("[-h, h)", "[-h, h)", "[-h, h)"),  # ties to +infinity
    "half_down": ("(-h, h]", "(-h, h]", "(-h, h]"),  # ties to -infinity
    "half_away": ("[-h, h)", "(-h, h]", "(-h, h)"),  # ties away from zero
    "half_to_zero": ("(-h, h]", "[-h, h)", "[-h, h]"),  # ties to zero
    "half_even": ("even", "even", "[-h, h]"),  # ties to the even digit: closed if it is even
    "ceiling": ("(-u, 0]", "(-u, 0]", "(-u, 0]"),
    "floor": ("[0, u)", "[0, u)", "[0, u)"),
    "trunc": ("[0, u)", "(-u, 0]", "(-u, u)"),  # towards zero: digits cut off
    "away": ("(-u, 0]", "[0, u)", "[0, 0]"),  # away from zero
    "nearest": ("[-h, h]", "[-h, h]", "[-h, h]"),  # any tie rule
}
TIE_RULES: Final = ("half_up", "half_down", "half_away", "half_to_zero", "half_even")
EXACT: Final = "exact"
ANTI_TRUNC: Final = "anti_trunc"
DECLARED: Final = {
    EXACT: ("[0, 0]", "[0, 0]", "[0, 0]"),  # no rounding at all
    ANTI_TRUNC: ("[-u, 0)", "(0, u]", "[0, 0]"),  # cut, and then one unit more away from zero
}
"""Rules that can be declared and are never inferred."""
WIDENED: Final = "widened"
"""nearest, and a tenth of half a unit more: a number rounded once before, at one digit more."""

_UNITS: Final = {"-u": fmpq(-1), "-h": fmpq(-1, 2), "0": fmpq(0), "h": fmpq(1, 2), "u": fmpq(1)}
_SLACK: Final = re.compile(r"(<)? *([0-9.]+(?:[eE][+-]?[0-9]+)?)")
_STEP: Final = re.compile(r"([a-z_]+[0-9]*)(?:@([0-9]{1,3}))?")
_MAX_STEPS: Final = 4


class Rule(NamedTuple):
    """Roundings one after the other, each by a name of the table and to a number of decimals.

    The last step rounds to the place that the printed number shows. A step that names
    its decimals keeps what a number shows beyond them: `1E-4` under `trunc@2` is a
    number that was shown with four decimals.
    """

    steps: tuple[tuple[str, int | None], ...]

    @property
    def is_exact(self) -> bool:
        """Whether nothing is rounded."""
        return self.steps[-1][0] == EXACT

    @property
    def format(self) -> str | None:
        """The binary format that numbers are rounded to, if it is one."""
        return self.steps[-1][0] if self.steps[-1][0] in FORMATS else None

    def __str__(self) -> str:
        return ", ".join(name if place is None else f"{name}@{place}" for name, place in self.steps)


EXACT_RULE: Final = Rule(((EXACT, None),))
"""Of numbers that stand for themselves."""
ONE_STEP: Final = tuple(Rule(((name, None),)) for name in TABLE)
"""Every rule of the table by itself."""


def parse_rule(text: str) -> Rule:
    """The rule that *text* spells, as `half_even` or `half_away@4, trunc@2`; raises ValueError."""
    steps: list[tuple[str, int | None]] = []
    for part in text.split(","):
        match = _STEP.fullmatch(part.strip())
        if match is None or match[1] not in (*TABLE, *DECLARED, *FORMATS):
            known = ", ".join((*TABLE, *DECLARED, *FORMATS))
            raise ValueError(f"one of {known}, or several as half_away@4, trunc@2; found {part.strip()!r}")
        steps.append((match[1], None if match[2] is None else int(match[2])))
    if len(steps) > _MAX_STEPS:
        raise ValueError(f"at most {_MAX_STEPS} steps, found {len(steps)}")
    if any(place is None for _, place in steps[:-1]):
        raise ValueError(f"every step but the last with its decimals, as half_away@4; found {text!r}")
    if len(steps) > 1 and any(name == EXACT for name, _ in steps):
        raise ValueError(f"exact alone, as nothing is rounded then; found {text!r}")
    if any(name in FORMATS for name, _ in steps) and (len(steps) > 1 or steps[0][1] is not None):
        raise ValueError(f"a binary format alone, as it has no decimals; found {text!r}")
    return Rule(tuple(steps))


class Slack(NamedTuple):
    """How far a rule book lets the printed number lie from the rounded one; `closed` if just as far will do."""

    most: fmpq
    closed: bool = True

    def __str__(self) -> str:
        return f"{'' if self.closed else '< '}{show_all(self.most)}"


def parse_slack(text: str) -> Slack:
    """The slack that *text* spells, as `0.02` or `< 1`; raises ValueError."""
    match = _SLACK.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"how far the print may be off, as 0.02, or < 0.02 for less than that; found {text!r}")
    number = parse(match[2])
    return Slack(number.value, match[1] is None)


def slackened(
    slack: Slack, value: fmpq, place: int, before: Callable[[fmpq], Interval | None], *, on_grid: bool
) -> Interval | None:
    """What *before* has for some number within the slack of *value*: one with *place* decimals, or any real at all.

    On a grid the numbers within it are neighbours, so that the two outermost have the ends.
    """
    if not on_grid:
        box = before(value)
        wide = Interval(-slack.most, slack.most, slack.closed, slack.closed)
        return box if box is None or slack.most == 0 else box + wide
    steps = slack.most * power_of_ten(place)
    count = steps.floor() - (not slack.closed and steps.q == 1 and steps > 0)
    ends = [box for side in (-1, 1) if (box := before(value + side * count * power_of_ten(-place))) is not None]
    return hull(ends[0], ends[-1]) if ends else None


def preimage(value: fmpq, place: int, rule: Rule, *, significant: bool = False) -> Interval | None:
    """The reals that print as *value* with *place* decimals by *rule*; None if none do.

    With *significant* digits the numbers below a power of ten have a unit ten times
    smaller, and so has the part of the preimage on the side of zero.
    """
    if significant and is_power_of_ten(value):
        return _at_a_power(value, preimage(value, place, rule), preimage(value, place + 1, rule))
    if len(rule.steps) > 1:
        return _of_steps(int(value.p), int(value.q), place, rule)
    name, stated = rule.steps[0]
    if name in FORMATS:
        return rounding_to(value, name)
    return _one_step(value, place if stated is None else max(place, stated), name)


def _at_a_power(value: fmpq, beyond: Interval | None, within: Interval | None) -> Interval | None:
    """What prints as a power of ten, of the numbers *beyond* it and of those *within* it, on the side of zero."""
    if beyond is None or within is None:
        return beyond or within
    low, high = (within, beyond) if value > 0 else (beyond, within)
    assert low.lo is not None
    assert high.hi is not None
    return Interval(low.lo, high.hi, low.lo_closed, high.hi_closed) if low.lo <= high.hi else hull(low, high)


@lru_cache(maxsize=65536)
def _of_steps(above: int, below: int, place: int, rule: Rule) -> Interval | None:
    """The preimage of a fraction, as two integers: a rational is slow to hash."""
    name, stated = rule.steps[-1]
    last = place if stated is None else max(place, stated)
    result: Interval | None = _one_step(fmpq(above, below), last, name)
    for name, stated in reversed(rule.steps[:-1]):
        assert stated is not None
        result = None if result is None else _before(result, max(stated, place), name)
    return result


def _one_step(value: fmpq, place: int, name: str) -> Interval:
    unit = power_of_ten(-place)
    if name == WIDENED:
        return Interval(value - unit * fmpq(11, 20), value + unit * fmpq(11, 20))
    ends = _ends_of(name, (value > 0) - (value < 0))
    if ends is None:
        is_even = int((value / unit).p) % 2 == 0
        return Interval(value - unit / 2, value + unit / 2, is_even, is_even)
    lo, hi = value + ends[0] * unit, value + ends[1] * unit
    zero_is_another = name == ANTI_TRUNC and value != 0  # it prints as itself, and ends what prints as a unit
    return Interval(
        lo, hi, ends[2] and not (zero_is_another and lo == 0), ends[3] and not (zero_is_another and hi == 0)
    )


@cache
def _ends_of(name: str, sign: int) -> tuple[fmpq, fmpq, bool, bool] | None:
    """A field of the table, in units; None where it says that even digits are closed."""
    spelled = (TABLE.get(name) or DECLARED[name])[(2, 0, 1)[sign]]
    if spelled == "even":
        return None
    lo, hi = spelled[1:-1].split(", ")
    return _UNITS[lo], _UNITS[hi], spelled[0] == "[", spelled[-1] == "]"


_UNIT: Final = 2
"""In halves of one."""
_SIGNS: Final = {"-u": 1, "-h": 3, "0": 5, "h": 7, "u": 9}


def rules_that_print(value: Number, printed: fmpq, place: int) -> frozenset[str]:
    """The names of the table by which *value* prints as *printed* with *place* decimals; raises Uncertain.

    All rules at once: the table is read by where the value lies among the five marks
    -u, -h, 0, h, u around the print. With significant digits and a power of ten printed,
    the marks on the side of zero are others, and preimage is to be asked rule by rule.
    """
    scale = power_of_ten(place)
    position = _position((value - printed) * (2 * scale))
    sign = (printed > 0) - (printed < 0)
    is_tie = position in (_SIGNS["-h"], _SIGNS["h"])
    return _rules_at(position, sign, even=is_tie and int((printed * scale).p) % 2 == 0)


def _position(halves: Number) -> int:
    """Where an offset, in halves of a unit, lies: odd on one of the marks, even between them; raises Uncertain."""
    if halves < -_UNIT or halves > _UNIT:
        return 0 if halves < 0 else 10
    floor = floor_of(halves)
    is_on = isinstance(halves, fmpq) and halves == floor
    return 2 * (floor + 3) - is_on


@lru_cache(maxsize=128)
def _rules_at(position: int, sign: int, *, even: bool) -> frozenset[str]:
    found = []
    for name, row in TABLE.items():
        spelled = row[0 if sign > 0 else 1 if sign < 0 else 2]
        if spelled == "even":
            spelled = "[-h, h]" if even else "(-h, h)"
        lo, hi = spelled[1:-1].split(", ")
        first = _SIGNS[lo] + (spelled[0] == "(")
        last = _SIGNS[hi] - (spelled[-1] == ")")
        if first <= position <= last:
            found.append(name)
    return frozenset(found)


def is_power_of_ten(value: fmpq) -> bool:
    """Whether the size of a rational is a power of ten."""
    return str(abs(value.p)).rstrip("0") == "1" == str(value.q).rstrip("0")


def _before(target: Interval, place: int, name: str) -> Interval | None:
    """What an earlier step with *place* decimals takes into *target*: preimages of a run of neighbours."""
    assert target.lo is not None
    assert target.hi is not None
    scale = power_of_ten(place)
    lo, hi = target.lo * scale, target.hi * scale
    assert isinstance(lo, fmpq)
    assert isinstance(hi, fmpq)
    first, last = lo.ceil(), hi.floor()
    if first == lo and not target.lo_closed:
        first += 1
    if last == hi and not target.hi_closed:
        last -= 1
    if first > last:
        return None
    return hull(_one_step(first / scale, place, name), _one_step(last / scale, place, name))


def widest(value: fmpq, place: int, rule: Rule | None, *, significant: bool = False) -> Interval:
    """What can print as *value* when no rule was declared: U of the design.

    The hull of nearest (widened for a number rounded once before), trunc and the
    inferred rule. All of them hold *value*, so the hull is their union.
    """
    found = _widest(int(value.p), int(value.q), place, rule)
    if significant and is_power_of_ten(value):
        found = _at_a_power(value, found, _widest(int(value.p), int(value.q), place + 1, rule)) or found
    return found


@lru_cache(maxsize=65536)
def _widest(above: int, below: int, place: int, rule: Rule | None) -> Interval:
    value = fmpq(above, below)
    result = hull(_one_step(value, place, WIDENED), _one_step(value, place, "trunc"))
    inferred = None if rule is None else preimage(value, place, rule)
    return result if inferred is None else hull(result, inferred)


def round_to(value: Number, place: int, rule: Rule) -> fmpq:
    """*value* printed with *place* decimals by *rule*; raises Uncertain if a ball cannot decide it.

    `nearest` breaks ties to the even digit, and so does what is to be shown where nothing should be rounded.
    """
    result: Number = value
    for name, stated in rule.steps:
        result = _round_step(result, place if stated is None else max(place, stated), name)
    assert isinstance(result, fmpq)
    return result


def _round_step(value: Number, place: int, name: str) -> fmpq:
    if name in FORMATS:
        return to_format(value, name)
    scale = power_of_ten(place)
    scaled = value * scale
    if name == ANTI_TRUNC:
        cut = _round_step(value, place, "trunc")
        return cut + compare(value, fmpq(0)) / scale
    if name in ("floor", "ceiling", "trunc", "away"):
        floor = floor_of(scaled)
        up = _goes_up(name, floor, is_whole=compare(scaled - floor, fmpq(0)) == 0)
        return fmpq(floor + up) / scale
    shifted = scaled + fmpq(1, 2)  # only a tie is hard to tell from its neighbours, and no number of the grid
    nearest = floor_of(shifted)
    tie = isinstance(shifted, fmpq) and shifted == nearest
    return fmpq(nearest - (tie and not _tie_goes_up(name, nearest - 1))) / scale


def _goes_up(name: str, floor: int, *, is_whole: bool) -> bool:
    if is_whole or name == "floor":
        return False
    return name == "ceiling" or (floor < 0) == (name == "trunc")


def _tie_goes_up(name: str, floor: int) -> bool:
    if name in ("half_up", "half_down"):
        return name == "half_up"
    if name in ("half_away", "half_to_zero"):
        return (floor >= 0) == (name == "half_away")
    return floor % 2 == 1
