"""The rules by which the numbers of a stage may have been printed, where the document declares none."""

from functools import lru_cache
from typing import Final, NamedTuple

from flint import fmpq

from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import NEAREST_RULE, Rule, at_a_power, is_power_of_ten, preimage

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
        found = _widest(int(value.p), int(value.q), decimals, self)
        if significant and is_power_of_ten(value):
            return at_a_power(value, found, _widest(int(value.p), int(value.q), decimals + 1, self)) or found
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


@lru_cache(maxsize=65536)
def _widest(above: int, below: int, decimals: int, rules: RuleSet) -> BoundedInterval:
    """The widest preimage of a fraction, as two integers: a rational is slow to hash."""
    value = fmpq(above, below)
    left = [rule for rule in rules.possible if decimals >= 0 or rule not in RARE_RULES or rule in rules.likely]
    boxes = [box for rule in left if (box := preimage(value, decimals, rule)) is not None]
    if any(len(rule.steps) == 1 for rule in left):
        twice = any(rule.is_to_nearest for rule in left)
        off = (_ROUNDED_TWICE if twice else _ROUNDED_BEFORE) * power_of_ten(-decimals)
        boxes.append(BoundedInterval(value - off, value + off))
    found = _hull(boxes) if boxes else BoundedInterval(value, value)
    return found if rules.is_to_nearest or decimals <= 0 else BoundedInterval(found.lo, found.hi)
