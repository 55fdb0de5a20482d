"""Accounts of whether givens are exact, weighed by the computed numbers that tell.

Under the account "exact" a number is as its givens at their word give it, but for one in fifty, which is a mistake.
Under the account "rounded" it is so by chance: the hidden digits are uniform in the preimages of the givens, and the
chance is bounded from above by the greatest density that a sum of such digits can have. Hidden digits are shared by all
numbers that rest on them. So all literal numbers together have at least the chance of a box of hidden digits that
leaves them literal.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isqrt, prod
from typing import Final

from flint import fmpq

from verifier.record import NamedTuple
from verifier.replay.hidden_digits import HiddenDigits
from verifier.replay.moved import Hidden
from verifier.replay.response import Slopes

MISTAKE: Final = fmpq(1, 50)
ACCEPTED: Final = 1_000
"""Odds at which an account is accepted against its rival, and at which a stage has a reading of its own."""
REFUTED: Final = fmpq(1, 1_000_000)
VOUCHED: Final = 10
"""Odds at which other numbers say that one given is exact in a block that is exact."""
UNTOLD: Final = 2
"""Odds below which nothing tells whether a given is exact."""
_NOTHING: Final[frozenset[str]] = frozenset()
_FINE: Final = 1 << 20

Digits = Mapping[str, Mapping[int, HiddenDigits]]


class Told(NamedTuple):
    """A computed number that tells whether givens are exact; it stands for *weight* numbers of its stage.

    A literal one is as its givens at their word give it; any other is impossible if all givens are exact. `room` is how
    far the value may move, down and up, to print as shown: for one that is not literal, how far it must move at least
    and may at most. `under` are all blocks of givens above it, for one whose response is not known.
    `instead`, if given, is a number that is a mistake if givens are exact; if hidden digits clear that, this one is a
    mistake. One `in_full` shows as many decimals as the value has that givens at their word give, and more than they.
    One that is `by_two_rules` no usual rule prints throughout its equality.
    """

    stage: str
    at: int
    is_literal: bool
    room: tuple[fmpq, fmpq]
    slopes: Slopes
    weight: int = 1
    under: frozenset[str] = _NOTHING
    instead: "Told | None" = None
    in_full: bool = False
    by_two_rules: bool = False

    def rests_on(self, names: Collection[str]) -> bool:
        """Whether it responds to a given of one of the blocks."""
        return not self.blocks.isdisjoint(names)

    @property
    def blocks(self) -> frozenset[str]:
        """The blocks of the givens that it responds to."""
        return frozenset(name for name, _ in self.slopes) or self.under


def root_above(square: fmpq) -> fmpq:
    """A rational that is not below the square root of one that is not negative, and near it."""
    return fmpq(isqrt(int((square * _FINE * _FINE).floor())) + 1, _FINE)


def chance(told: Told, digits: Digits, rounded: Iterable[Hidden]) -> fmpq:
    """A bound on the share of draws of these hidden digits with which a literal number prints as it does.

    The density of a sum of independent uniform numbers is nowhere above 1 by the widest of them, nor above the root
    of 2 by the squares of all widths.
    """
    widths = [abs(told.slopes[name, index]) * digits[name][index].width for name, index in rounded]
    if not any(widths):
        return fmpq(1)
    room = told.room[1] - told.room[0]
    squares = sum((width * width for width in widths), fmpq(0))
    found = min(fmpq(1), room / max(widths), root_above(2 * room * room / squares))
    return fmpq((found * _FINE).ceil(), _FINE)


class Accounts:
    """The numbers that tell, and the odds of accounts by them."""

    def __init__(self, told: Sequence[Told], digits: Digits) -> None:
        self.told = told
        self.digits = digits

    def odds(
        self, rounded: Collection[str], known: Collection[str] = _NOTHING, told: Iterable[Told] | None = None
    ) -> fmpq:
        """The odds of "all exact" against "these blocks are *rounded*", where those *known* are rounded in any case.

        Numbers that are impossible under both say nothing.
        """
        exact, by_chance = fmpq(1), fmpq(1)
        literal: list[Told] = []
        for one in self.told if told is None else told:
            if not one.rests_on(rounded):
                continue
            if not one.is_literal:
                if not (one.rests_on(known) and self.clears(one, self._of(one, known))) and self.clears(
                    one, self._of(one, {*known, *rounded})
                ):
                    exact *= MISTAKE**one.weight
            elif not one.rests_on(known):
                literal.append(one)
                by_chance *= chance(one, self.digits, self._of(one, rounded)) ** one.weight
        by_chance = max(by_chance, self._together(literal, rounded))
        return exact / (by_chance * self._mistakes(literal, lambda other: self._of(other, {*known, *rounded})))

    def _mistakes(self, literal: Iterable[Told], hidden: Callable[[Told], Iterable[Hidden]]) -> fmpq:
        """The chance of mistakes among literal numbers, if *hidden* digits clear others in their place."""
        found = {(other.stage, other.at): other for one in literal if (other := one.instead) is not None}
        return MISTAKE ** sum(self.clears(other, hidden(other)) for other in found.values())

    def odds_of(self, at: Hidden, without: tuple[str, int]) -> fmpq:
        """The odds of "exact" against "this given alone is rounded", by all numbers but one (stage, index)."""
        odds, literal = fmpq(1), []
        for one in self.told:
            if at in one.slopes and (one.stage, one.at) != without:
                if one.is_literal:
                    literal.append(one)
                elif self.clears(one, [at]):
                    odds *= MISTAKE
        odds /= self._mistakes(literal, lambda _: [at])
        share = self._share(at, [(one, abs(one.slopes[at]) * self._width(at)) for one in literal])
        return fmpq(_FINE) if share == 0 else odds / share

    def _of(self, told: Told, names: Collection[str]) -> list[Hidden]:
        """The givens of these blocks that a number responds to."""
        return [at for at in told.slopes if at[0] in names]

    def _width(self, at: Hidden) -> fmpq:
        return self.digits[at[0]][at[1]].width

    def clears(self, told: Told, rounded: Iterable[Hidden]) -> bool:
        """Whether the digits that these givens can hide let the number print as shown, as far as its response tells."""
        if not told.slopes:
            return True
        low = high = fmpq(0)
        for at in rounded:
            ends = [told.slopes[at] * end for end in self.digits[at[0]][at[1]].widest]
            low, high = low + min(ends), high + max(ends)
        return low <= told.room[1] and high >= told.room[0]

    def _together(self, literal: Sequence[Told], rounded: Collection[str]) -> fmpq:
        """The share of a box of hidden digits that leaves all these numbers literal, each given in a share of its own.

        The room of a number is divided among its givens by how much it responds to each.
        """
        parts: dict[Hidden, list[tuple[Told, fmpq]]] = {}
        for one in literal:
            spreads = {at: abs(one.slopes[at]) * self._width(at) for at in self._of(one, rounded)}
            whole = sum(spreads.values(), fmpq(0))
            for at in spreads:
                parts.setdefault(at, []).append((one, whole))
        return prod((self._share(at, rest) for at, rest in parts.items()), start=fmpq(1))

    def _share(self, at: Hidden, rest: Iterable[tuple[Told, fmpq]]) -> fmpq:
        """The share of the hidden digits of one given that stays within its part of the room of each number.

        *rest* has the numbers, each with how far all its givens can move it.
        """
        low, high = self.digits[at[0]][at[1]].drawn
        width = high - low
        for one, whole in rest:
            ends = [end * width / whole for end in one.room]
            if one.slopes[at] < 0:
                ends = [-end for end in reversed(ends)]
            low, high = max(low, ends[0]), min(high, ends[1])
        return max(high - low, fmpq(0)) / width
