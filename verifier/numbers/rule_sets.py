"""The rules by which the numbers of a stage may have been printed, where the document declares none."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

from flint import arb, fmpq

from verifier.numbers.bounded import BoundedInterval, ball_around
from verifier.numbers.columns import Column, Kind
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import NEAREST_RULE, Rule, at_a_power, is_power_of_ten, preimage
from verifier.numbers.rules import TABLE
from verifier.record import NamedTuple

_ROUNDED_TWICE: Final = fmpq(11, 20)
"""Units between a print and a number that was rounded to it by way of one digit more: 0.05 + 0.5 at most."""
_ROUNDED_BEFORE: Final = fmpq(1, 20)
"""Units that a rounding to one digit more moves a number."""


class RuleSet(NamedTuple):
    """The rules that a stage may follow, the likeliest first, told by odds.

    A number that no `likely` rule prints is unusual; one that no `possible` rule prints is contradicted.
    """

    likely: tuple[Rule, ...]
    possible: tuple[Rule, ...]

    @property
    def is_to_nearest(self) -> bool:
        """Whether some likely rule rounds to the nearest; else the stage cuts, or rounds in one direction."""
        return any(rule.is_to_nearest for rule in self.likely)

    def declared_preimage(self, value: fmpq, decimals: int, *, significant: bool = False) -> BoundedInterval | None:
        """The reals that the likely rule prints as *value* with *decimals* decimals; None if none does.

        Where several rules are likely, what any of them prints, also by way of one digit more.
        """
        if len(self.likely) == 1:
            return preimage(value, decimals, self.likely[0], significant=significant)
        return RuleSet(self.likely, self.likely).widest_preimage(value, decimals, significant=significant)

    def widest_preimage(self, value: fmpq, decimals: int, *, significant: bool = False) -> BoundedInterval:
        """The reals that a possible rule prints as *value*, also by way of one digit more.

        Rare rules count for units of ten and above only where they are likely: -1e9 is no -0.4 rounded down. Where
        all likely rules cut or round in one direction, both ends of what a decimal stands for belong to it: a program
        that cuts 0.3 may hold 0.2999. Whole numbers have no such end.
        """
        found = _widest(value, decimals, self)
        if significant and is_power_of_ten(value):
            return at_a_power(value, found, _widest(value, decimals + 1, self)) or found
        return found


CUT_RULE: Final = Rule((("trunc", None),))
"""The rule that cuts digits off."""
RARE_RULES: Final = tuple(Rule(((name, None),)) for name in ("floor", "ceiling", "away"))
"""The rules that are seldom followed: rounding in one direction."""
SINGLE_RULES: Final = (NEAREST_RULE, CUT_RULE, *RARE_RULES)
"""The rules of one step that are told apart by more than ties."""
ANY_RULE: Final = RuleSet((NEAREST_RULE, CUT_RULE), SINGLE_RULES)
"""What a stage may follow where no evidence tells."""


def _hull(boxes: list[BoundedInterval]) -> BoundedInterval:
    result = boxes[0]
    for box in boxes[1:]:
        result = result.joined(box)
    return result


def _widest(value: fmpq, decimals: int, rules: RuleSet) -> BoundedInterval:
    left = [rule for rule in rules.possible if decimals >= 0 or rule not in RARE_RULES or rule in rules.likely]
    boxes = [box for rule in left if (box := preimage(value, decimals, rule)) is not None]
    if any(len(rule.steps) == 1 for rule in left):
        twice = any(rule.is_to_nearest for rule in left)
        off = (_ROUNDED_TWICE if twice else _ROUNDED_BEFORE) * power_of_ten(-decimals)
        boxes.append(BoundedInterval(value - off, value + off))
    found = _hull(boxes) if boxes else BoundedInterval(value, value)
    return found if rules.is_to_nearest or decimals <= 0 else BoundedInterval(found.lo, found.hi)


class Preimages:
    """The preimages that *of* gives by some *rules*, each found with little arithmetic.

    Where all rules round once, to the last digit of the print, those of two numbers of one sign and parity are alike.
    """

    def __init__(self, of: Callable[..., BoundedInterval | None], rules: Sequence[Rule]) -> None:
        self._of = of
        self.are_alike = all(map(_rounds_once, rules))
        self._around: dict[tuple[int, int, int], tuple[BoundedInterval | None, arb | None]] = {}
        self._in_columns: dict[int, dict[Kind | None, BoundedInterval | None]] = {}
        """The same of the numbers of columns, by their place and kind."""

    def of(self, value: fmpq, decimals: int, *, significant: bool = False) -> BoundedInterval | None:
        """The reals that print as *value* with *decimals* decimals; None if none do."""
        if not self.are_alike or (significant and is_power_of_ten(value)):
            return self._of(value, decimals, significant=significant)
        around = self._near(value, decimals)[0]
        return around and around.moved(value)

    def enclosing(self, value: fmpq, decimals: int, *, significant: bool = False) -> arb | None:
        """A ball around the reals that `of` gives; None if there are none."""
        if not self.are_alike or (significant and is_power_of_ten(value)):
            box = self._of(value, decimals, significant=significant)
            return None if box is None else ball_around(box)
        ball = self._near(value, decimals)[1]
        return None if ball is None else ball + value

    def _near(self, value: fmpq, decimals: int) -> tuple[BoundedInterval | None, arb | None]:
        """What is to be added to a number: the box of the reals that print as it, and a ball around that."""
        units = int((value * power_of_ten(decimals)).p)
        kind = decimals, (units > 0) - (units < 0), units % 2
        try:
            return self._around[kind]
        except KeyError:
            found = self._of(value, decimals)
            box = found and found.moved(-value)
            self._around[kind] = near = box, None if box is None else ball_around(box)
            return near

    def of_column(self, column: Column) -> tuple[BoundedInterval | None, ...]:
        """The reals that print as each number of a column; None where none do, or no number is shown."""
        kinds = zip(column.numbers, column.kinds, strict=True)
        if not self.are_alike:
            return tuple([number and self._of(number.value, column.place) for number, _ in kinds])
        around = self._in_columns.setdefault(column.place, {None: None})
        found: list[BoundedInterval | None] = []
        for number, kind in kinds:
            if number is not None and kind not in around:
                box = self._of(number.value, column.place)
                around[kind] = box and box.moved(-number.value)
            if number is None or (near := around[kind]) is None:
                found.append(None)
            else:  # as `moved`, for each number of a block
                value = number.value
                found.append(BoundedInterval(near.lo + value, near.hi + value, near.lo_closed, near.hi_closed))
        return tuple(found)


def _rounds_once(rule: Rule) -> bool:
    """Whether a rule has one step, to the last digit that is shown, and no number is an exception to it."""
    (name, stated), *others = rule.steps
    return not others and stated is None and name in TABLE and not TABLE[name].keeps_zero


@lru_cache(maxsize=256)
def preimages_by(rules: Rule | RuleSet, *, widest: bool) -> Preimages:
    """The preimages by one rule; or by a set of rules, the widest or those of the likely ones."""
    if isinstance(rules, Rule):
        return Preimages(partial(preimage, rule=rules), [rules])
    return (
        Preimages(rules.widest_preimage, rules.possible) if widest else Preimages(rules.declared_preimage, rules.likely)
    )
