"""The habit of a text that writes equalities out: whether these are computed from their numbers as they are written.

A number of such a text stands in few equalities, which say little of it; what all equalities say together is the habit
of their author. By one account each is computed from its numbers as they are written, and one that is not is a mistake,
as one in fifty is. By the other, numbers hide digits in a share of the equalities, of which nothing is known before:
any share is as likely as any other. Both are as likely at first. What one number shows tells more of that number: a
mistake is often off in one digit, and hidden digits reach all numbers near the right one.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from math import comb, factorial
from typing import Final

from flint import fmpq

from verifier.document.model import DerivedNumbers, Stage
from verifier.numbers.interval import Interval, overlap
from verifier.numbers.printed import Printed, parse, power_of_ten
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.replay.accounts import MISTAKE, Digits, Told, chance

QUIET: Final = fmpq(1, 20)
"""Odds below which an equality that numbers as written do not give is no matter of doubt."""
MOST_ALIKE: Final = 20
"""Equalities that are written alike and looked at."""
MOST_COUNTED: Final = 500
"""Equalities on either side that are counted; more change no answer."""


IN_ONE_DIGIT: Final = fmpq(1, 2)
"""The share of mistakes after which a number is off by a digit in one place, to each side as often."""
EXCHANGED: Final = fmpq(1, 8)
"""The share of mistakes after which two neighbouring digits are exchanged."""


class Habit(NamedTuple):
    """How many equalities of a text are as their numbers as written give them, and how many are not.

    `literal` is the number of the first by which chance gives fewer; `reproduced` counts them all.
    """

    literal: int = 0
    misfits: int = 0
    reproduced: int = 0

    @property
    def odds(self) -> fmpq:
        """The odds that one of those which are not is a mistake, against digits that its numbers hide."""
        others = self.misfits - 1
        if others < 0:
            return fmpq(0)
        mistaken = MISTAKE**self.misfits + MISTAKE * self._mixed(others, hidden=0)
        return mistaken / self._mixed(others, hidden=1)

    def _mixed(self, others: int, *, hidden: int) -> fmpq:
        """The likelihood of the literal ones, of so many others and of *hidden* ones, over all shares that hide digits.

        An integral of powers: of the share, of what it leaves, and of the share and mistakes together.
        """
        terms = (
            comb(others, k) * MISTAKE ** (others - k) * _integral(k + hidden, self.literal) for k in range(others + 1)
        )
        return sum(terms, fmpq(0))


class Texts(NamedTuple):
    """The habits of texts; `differing` has for an equality another that is written alike and gives another number."""

    habits: Mapping[str, Habit]
    differing: Mapping[str, str]


def habit_of(told: Iterable[Told], digits: Digits) -> Habit:
    """The habit of a text by the numbers of its equalities that tell; those that chance gives count in part."""
    some = list(told)
    chances = [chance(one, digits, one.slopes) for one in some if one.is_literal]
    literal = int(sum((1 - by_chance for by_chance in chances), fmpq(0)).floor())
    misfits = len(some) - len(chances)
    return Habit(min(literal, MOST_COUNTED), min(misfits, MOST_COUNTED), len(chances))


def differing(numbers: Iterable[DerivedNumbers], tolerance: Tolerance) -> Iterator[tuple[str, str]]:
    """Pairs of equalities that are written alike and give two numbers which no rounding makes one."""
    alike: dict[str, list[DerivedNumbers]] = {}
    for one in numbers:
        if one.block.shape == (1, 1):
            alike.setdefault(one.formula.shown, []).append(one)
    for some in alike.values():
        for one, other in permutations(some[:MOST_ALIKE], 2):
            ours, theirs = _stands_for(tolerance, one), _stands_for(tolerance, other)
            if ours is not None and theirs is not None and not overlap(ours, theirs):
                yield one.stage.name, other.stage.name


def _stands_for(tolerance: Tolerance, numbers: DerivedNumbers) -> Interval | None:
    """What the number of an equality can stand for, by any rule."""
    number = next(iter(numbers.block.contents()), None)
    return None if number is None else tolerance.widest_preimage(numbers.stage, number)


def doubted_preimage(tolerance: Tolerance, stage: Stage, number: Printed) -> Interval | None:
    """The numbers for which a print is no matter of doubt: by any rule, in a text by those that are likely."""
    return (tolerance.widest_preimage if stage.text is None else tolerance.declared_preimage)(stage, number)


def _integral(share: int, rest: int) -> fmpq:
    """The integral from 0 to 1 of x to the one power times 1 - x to the other."""
    return fmpq(factorial(share) * factorial(rest), factorial(share + rest + 1))


def likelihood(shown: Printed, right: str, by_chance: fmpq) -> fmpq:
    """How many times likelier a number is shown by a mistake than by hidden digits, which show it *by_chance*.

    *right* is what it should read.
    """
    digits = max(2, sum(letter.isdigit() for letter in shown.text))
    units = abs(shown.value - parse(right).value) * power_of_ten(shown.decimals)
    if units.q == 1 and len(str(units).rstrip("0")) == 1:
        chance_ = IN_ONE_DIGIT / (18 * digits)
    elif _is_exchanged(shown.text, right):
        chance_ = EXCHANGED / (digits - 1)
    else:
        chance_ = (1 - IN_ONE_DIGIT - EXCHANGED) / (9 * power_of_ten(digits - 1))
    return fmpq(chance_ / by_chance)


def _is_exchanged(shown: str, right: str) -> bool:
    """Whether two numerals differ in two neighbouring digits, which are exchanged."""
    if len(shown) != len(right):
        return False
    apart = [at for at, (one, other) in enumerate(zip(shown, right, strict=True)) if one != other]
    return len(apart) == 2 and apart[1] - apart[0] == 1 and sorted(shown) == sorted(right)  # noqa: PLR2004 - two digits
