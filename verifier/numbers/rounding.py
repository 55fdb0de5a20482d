"""Composed rounding rules: one rule of the table, several one after the other, or a binary format.

`round_to` prints a number; `preimage` gives the reals that print so. Nothing else in the
package knows a tolerance.
"""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.binary_formats import FORMATS, format_in_words, rounding_to, to_format
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rules import EXACT, NEAREST, TABLE, candidates
from verifier.record import NamedTuple

_STEP: Final = pattern(r"([a-z_]+[0-9]*)(?:@([0-9]{1,3}))?")
_MAX_STEPS: Final = 4


class Rule(NamedTuple):
    """A sequence of roundings, each with the name of a rule and a number of decimals.

    The last step rounds to the decimals that the printed number shows. A step that names
    its decimals keeps what a number shows beyond them: `1E-4` under `trunc@2` is a
    number that was shown with four decimals.
    """

    steps: tuple[tuple[str, int | None], ...]

    @property
    def is_exact(self) -> bool:
        """Whether nothing is rounded."""
        return self.steps[-1][0] == EXACT

    @property
    def is_to_nearest(self) -> bool:
        """Whether the last step rounds to the nearest decimal number, whatever is done with ties."""
        last = TABLE.get(self.steps[-1][0])
        return last is not None and last.is_to_nearest

    @property
    def format(self) -> str | None:
        """The binary format that numbers are rounded to, if it is one."""
        return self.steps[-1][0] if self.steps[-1][0] in FORMATS else None

    def __str__(self) -> str:
        return _spelled(self.steps)


@lru_cache(maxsize=256)
def _spelled(steps: tuple[tuple[str, int | None], ...]) -> str:
    return ", ".join(name if decimals is None else f"{name}@{decimals}" for name, decimals in steps)


EXACT_RULE: Final = Rule(((EXACT, None),))
"""The rule of exact numbers."""
NEAREST_RULE: Final = Rule(((NEAREST, None),))
"""The rule for showing numbers where no rule is known."""


@cache
def one_step_rules() -> tuple[Rule, ...]:
    """Every rule that may be inferred, by itself."""
    return tuple(Rule(((name, None),)) for name in candidates())


def parse_rule(text: str) -> Rule:
    """The rule that *text* spells, as `half_even` or `half_away@4, trunc@2`; raises ValueError."""
    steps: list[tuple[str, int | None]] = []
    for part in text.split(","):
        match = _STEP.fullmatch(part.strip())
        if match is None or match[1] not in (*TABLE, *FORMATS):
            known = ", ".join((*TABLE, *FORMATS))
            raise ValueError(f"one of {known}, or several as half_away@4, trunc@2; found {part.strip()!r}")
        steps.append((match[1], None if match[2] is None else int(match[2])))
    if len(steps) > _MAX_STEPS:
        raise ValueError(f"at most {_MAX_STEPS} steps, found {len(steps)}")
    if any(decimals is None for _, decimals in steps[:-1]):
        raise ValueError(f"every step but the last with its decimals, as half_away@4; found {text!r}")
    if len(steps) > 1 and any(name == EXACT for name, _ in steps):
        raise ValueError(f"exact alone, as nothing is rounded then; found {text!r}")
    if any(name in FORMATS for name, _ in steps) and steps[0][1] is not None:
        raise ValueError(f"a binary format alone, as it has no decimals; found {text!r}")
    return Rule(tuple(steps))


def step_in_words(name: str) -> str:
    """One step for readers, as `to nearest, ties upwards`."""
    return TABLE[name].words if name in TABLE else format_in_words(name)


def is_power_of_ten(value: fmpq) -> bool:
    """Whether the absolute value of a rational is a power of ten."""
    return str(abs(value.p)).rstrip("0") == "1" == str(value.q).rstrip("0")


def preimage(value: fmpq, decimals: int, rule: Rule, *, significant: bool = False) -> BoundedInterval | None:
    """The reals that print as *value* with *decimals* decimals by *rule*; None if none do.

    With *significant* digits the numbers below a power of ten have a unit ten times
    smaller, and so has the part of the preimage on the side of zero.
    """
    if significant and is_power_of_ten(value):
        return at_a_power(value, preimage(value, decimals, rule), preimage(value, decimals + 1, rule))
    if len(rule.steps) > 1:
        return _of_steps(int(value.p), int(value.q), decimals, rule)
    name, stated = rule.steps[0]
    if name in FORMATS:
        return rounding_to(value, name)
    return _of_step(value, _finer(decimals, stated), name)


def round_to(value: Number, decimals: int, rule: Rule) -> fmpq:
    """*value* printed with *decimals* decimals by *rule*; raises Uncertain if a ball cannot decide it.

    `nearest` breaks ties to the even digit, and so does `exact`, whose numbers may have more digits than are shown.
    """
    (name, stated), *others = rule.steps
    printed = _round_step(value, _finer(decimals, stated), name)
    for name, stated in others:
        printed = _round_step(printed, _finer(decimals, stated), name)
    return printed


class Grid(NamedTuple):
    """Numbers that are printed as whole multiples of 10**-`decimals`: `rounded` gives how many units a value prints as.

    It raises Uncertain if a ball cannot decide that.
    """

    decimals: int
    rounded: Callable[[Number], int]


def grid(decimals: int, rule: Rule) -> Grid | None:
    """The grid of what *rule* prints with *decimals* decimals, if it is a single rounding to decimals, as most are."""
    (name, stated), *others = rule.steps
    if others or name in FORMATS:
        return None
    places = _finer(decimals, stated)
    scale, rounded = power_of_ten(places), TABLE[NEAREST if name == EXACT else name].rounded
    return Grid(places, lambda value: rounded(value * scale))


def grid_of_size(digits: int, size: int, rule: Rule) -> Grid | None:
    """The grid of numbers with so many significant *digits*, if *size* of them stand before the point.

    `rounded` raises Uncertain of a number of another size, and of one that is rounded to another.
    """
    found = grid(digits - size, rule)
    if found is None or found.decimals != digits - size:
        return None
    inside, least, most, beyond = found.rounded, power_of_ten(size - 1), power_of_ten(size), 10**digits

    def rounded(value: Number) -> int:
        if not (least <= value < most or least <= -value < most):
            raise Uncertain
        units = inside(value)
        if abs(units) >= beyond:
            raise Uncertain
        return units

    return Grid(found.decimals, rounded)


def rounder(decimals: int, rule: Rule) -> Callable[[Number], fmpq]:
    """What `round_to` gives for many values: most rules multiply, round to a whole number, and divide."""
    found = grid(decimals, rule)
    if found is None:
        return partial(round_to, decimals=decimals, rule=rule)
    rounded, unit = found.rounded, power_of_ten(-found.decimals)
    return lambda value: rounded(value) * unit


def _round_step(value: Number, decimals: int, name: str) -> fmpq:
    if name in FORMATS:
        return to_format(value, name)
    scale = power_of_ten(decimals)
    return fmpq(TABLE[NEAREST if name == EXACT else name].rounded(value * scale)) / scale


def _finer(decimals: int, stated: int | None) -> int:
    """The decimals of a step: as many as a number shows, and no fewer than the step states."""
    return decimals if stated is None else max(decimals, stated)


def _of_step(value: fmpq, decimals: int, name: str) -> BoundedInterval:
    return TABLE[name].preimage(value, power_of_ten(-decimals))


@lru_cache(maxsize=65536)
def _of_steps(above: int, below: int, decimals: int, rule: Rule) -> BoundedInterval | None:
    """The preimage of a fraction, as two integers: a rational is slow to hash."""
    name, stated = rule.steps[-1]
    result: BoundedInterval | None = _of_step(fmpq(above, below), _finer(decimals, stated), name)
    for name, stated in reversed(rule.steps[:-1]):
        result = None if result is None else _before(result, _finer(decimals, stated), name)
    return result


def _before(target: BoundedInterval, decimals: int, name: str) -> BoundedInterval | None:
    """The reals that an earlier step with *decimals* decimals rounds into *target*; None if there are none."""
    scale = power_of_ten(decimals)
    lo, hi = target.lo * scale, target.hi * scale
    first, last = lo.ceil(), hi.floor()
    if first == lo and not target.lo_closed:
        first += 1
    if last == hi and not target.hi_closed:
        last -= 1
    if first > last:
        return None
    return _of_step(first / scale, decimals, name).joined(_of_step(last / scale, decimals, name))


def at_a_power(value: fmpq, beyond: BoundedInterval | None, within: BoundedInterval | None) -> BoundedInterval | None:
    """The preimage of a power of ten, from those with its own unit and with the smaller unit on the side of zero."""
    if beyond is None or within is None:
        return beyond or within
    low, high = (within, beyond) if value > 0 else (beyond, within)
    # Both hold the value if it is on the grid of its decimals, and then there is no gap between them.
    if low.lo > high.hi:
        return low.joined(high)
    return BoundedInterval(low.lo, high.hi, low.lo_closed, high.hi_closed)
