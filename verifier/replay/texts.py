"""The habit of a text that writes equalities out: whether these are computed from their numbers as they are written.

A number of such a text stands in few equalities, which say little of it; what all equalities say together is the habit
of their author. By one account each is computed from its numbers as they are written, and one that is not is a mistake,
as one in fifty is. By the other, numbers hide digits in a share of the equalities, of which nothing is known before:
any share is as likely as any other. Both are as likely at first.
"""

from collections.abc import Iterable
from math import comb, factorial
from typing import Final, NamedTuple

from flint import fmpq

from verifier.document.model import Stage
from verifier.numbers.interval import Interval
from verifier.numbers.printed import Printed
from verifier.preimages.readings import Tolerance
from verifier.replay.accounts import MISTAKE, Digits, Told, chance

QUIET: Final = fmpq(1, 2)
"""Odds below which an equality that numbers as written do not give is no matter of doubt."""
MOST_COUNTED: Final = 500
"""Equalities on either side that are counted; more change no answer."""


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


def habit_of(told: Iterable[Told], digits: Digits) -> Habit:
    """The habit of a text by the numbers of its equalities that tell; those that chance gives count in part."""
    some = list(told)
    chances = [chance(one, digits, one.slopes) for one in some if one.is_literal]
    literal = int(sum((1 - by_chance for by_chance in chances), fmpq(0)).floor())
    misfits = len(some) - len(chances)
    return Habit(min(literal, MOST_COUNTED), min(misfits, MOST_COUNTED), len(chances))


def doubted_preimage(tolerance: Tolerance, stage: Stage, number: Printed) -> Interval | None:
    """The numbers for which a print is no matter of doubt: by any rule, in a text by those that are likely."""
    return (tolerance.widest_preimage if stage.text is None else tolerance.declared_preimage)(stage, number)


def _integral(share: int, rest: int) -> fmpq:
    """The integral from 0 to 1 of x to the one power times 1 - x to the other."""
    return fmpq(factorial(share) * factorial(rest), factorial(share + rest + 1))
