"""The habit of a text that writes equalities out: whether these are computed from their numbers as they are written.

A number of such a text stands in few equalities, which say little of it; what all equalities say together is the habit
of their author. By one account each is computed from its numbers as they are written, and one that is not is a mistake,
as one in fifty is. By the other, numbers hide digits in a share of the equalities, of which nothing is known before:
any share is as likely as any other. Both are as likely at first. What one number shows tells more of that number: a
mistake is often off in one digit, and hidden digits reach all numbers near the right one; and who computes from what he
writes often shows the result in full, with more decimals than his numbers have, as hidden digits have no reason to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import permutations
from math import factorial
from typing import Final, Protocol

from flint import fmpq, fmpq_poly

from verifier.document.model import RESULTS, Block, DerivedNumbers, Formula, Stage
from verifier.formulas.in_full import decimals_in_full
from verifier.habits import BlockReading, Reading
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval, overlap
from verifier.numbers.printed import Printed, decimals_of, parse, power_of_ten
from verifier.numbers.rounding import is_power_of_ten
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.replay.accounts import ACCEPTED, MISTAKE, Digits, Told, chance

_REMEMBERED: Final = 64
"""Habits whose odds are kept: those of one text are asked for each of its numbers."""
ASKED: Final = fmpq(1, 20)
"""Odds of a habit from which it is asked what each number shows."""
DOUBTED: Final = fmpq(1, 8)
"""Odds from which one of several equalities that numbers as written do not give is a matter of doubt."""
MOST_ALIKE: Final = 20
"""Equalities that are written alike and looked at."""
MOST_COUNTED: Final = 500
"""Equalities on either side that are counted; more change no answer."""

IN_FULL: Final = fmpq(1, 4)
"""How much rarer hidden digits give results in full than exact operands, of which published texts show half so."""
IN_ONE_DIGIT: Final = fmpq(1, 2)
"""The share of mistakes after which a number is off by a digit in one place, to each side as often."""
EXCHANGED: Final = fmpq(1, 8)
"""The share of mistakes after which two neighbouring digits are exchanged."""
_PLAIN: Final = 3
"""Least digits of a number of which two are plainly exchanged."""


class Habit(NamedTuple):
    """How many equalities of a text are as their numbers as written give them, and how many are not.

    `literal` is the number of the first by which chance gives fewer; `reproduced` counts them all. Of the `misfits`, so
    many show their result `in_full`.
    """

    literal: int = 0
    misfits: int = 0
    reproduced: int = 0
    in_full: int = 0

    @property
    def odds(self) -> fmpq:
        """The odds that one of those which are not is a mistake, against digits that its numbers hide."""
        return _odds(self.literal, self.misfits)

    @property
    def is_asked(self) -> bool:
        """Whether one that is not may be a mistake, whatever it shows."""
        return _odds(self.literal, self.misfits, self.in_full) >= ASKED

    def is_doubtful(self, *, likelier: fmpq, in_full: bool) -> bool:
        """Whether one that is not may be a mistake; one of several if the odds say so, with what it shows.

        It shows what a mistake is so many times *likelier* to show, if that is more likely at all.
        """
        odds = _odds(self.literal, self.misfits, self.in_full if in_full else 0)
        return self.misfits == 1 or odds * max(fmpq(1), likelier) >= DOUBTED


@lru_cache(maxsize=_REMEMBERED)
def _odds(literal: int, misfits: int, in_full: int = 0) -> fmpq:
    """The odds for one of the misfits; for one that is shown in full, if some are."""
    if misfits == 0:
        return fmpq(0)
    others = (misfits - 1, 0) if in_full == 0 else (misfits - in_full, in_full - 1)
    mistaken = MISTAKE**misfits + MISTAKE * _mixed(literal, *others, hidden=0)
    return mistaken / (_mixed(literal, *others, hidden=1) * (1 if in_full == 0 else IN_FULL))


def _mixed(literal: int, others: int, in_full: int, *, hidden: int) -> fmpq:
    """The likelihood of the literal ones, of so many others and of *hidden* ones, over all shares that hide digits.

    An integral of powers: of the share, of what it leaves, and of the share and mistakes together.
    """
    by_share = fmpq_poly([MISTAKE, 1]) ** others * fmpq_poly([MISTAKE, IN_FULL]) ** in_full
    terms = (by * _integral(power + hidden, literal) for power, by in enumerate(by_share.coeffs()))
    return sum(terms, fmpq(0))


class Texts(NamedTuple):
    """The habits of texts; `differing` has for an equality another that is written alike and gives another number.

    Those that are `unusual` give numbers that no usual rule prints throughout: they tell nothing of habits.
    By the text of operands that show exact results, `habits` has one in which equalities with such operands count too,
    if they are not as written; `beside` are the other operands of these.
    """

    habits: Mapping[str, Habit]
    differing: Mapping[str, str]
    beside: frozenset[str] = frozenset()
    unusual: frozenset[str] = frozenset()

    def reading(self, stage: Stage, *, is_doubted: bool) -> BlockReading | None:
        """The reading of a given of a text that may be exact as written; None if it is rather not, by habit.

        One that *is_doubted* may be in any case. One that shows an exact result is never exact by habit, and may be so,
        as one beside it, by the habit of both.
        """
        habit = self.habits.get(stage.text or "", Habit())
        by_results = self.habits.get(RESULTS, habit) if stage.name in self.beside else habit
        if not (habit.is_asked or by_results.is_asked or is_doubted):
            return None
        reading: Reading = "exact" if habit.odds >= ACCEPTED and stage.text != RESULTS else "open"
        return BlockReading(stage.name, reading, habit.reproduced, habit.reproduced + habit.misfits)


class Telling(Protocol):
    """What the numbers of an equality tell of the givens that it uses."""

    formula: Formula
    block: Block
    numbers: DerivedNumbers

    def misfits(self) -> list[Told]:
        """The numbers that are impossible if all givens are exact, and possible if they are rounded."""

    def literals(self) -> list[Told]:
        """The numbers that givens at their word print, if others would not."""


class Equalities(NamedTuple):
    """The equalities of a text, each by its operands that show no results, and the same by all that may be exact."""

    alone: list[Telling]
    by_all: list[Telling]

    def add(self, alone: Telling, by_all: Telling | None) -> None:
        """Add an equality; *by_all* is given where operands show exact results."""
        self.alone.append(alone)
        self.by_all.append(by_all or alone)

    def once(self) -> list[tuple[Telling, Telling]]:
        """The equalities in both ways; one that is written twice tells once."""
        both = zip(self.alone, self.by_all, strict=True)
        return list({(one.formula.shown, *map(_text, one.block.cells)): (one, other) for one, other in both}.values())


def _text(cell: Printed | None) -> str | None:
    return cell and cell.text


def texts_of(equalities: Mapping[str, Equalities], digits: Digits, tolerance: Tolerance) -> Texts:
    """The habits of texts by their equalities."""
    habits: dict[str, Habit] = {}
    for text, some in equalities.items():
        once = some.once()
        literals = cache(partial(_literals, [one for one, _ in once], digits))
        habits[text] = _habit((one for one, _ in once), literals)
        if some.by_all != some.alone:
            habits[RESULTS] = _habit((other for _, other in once), literals)
    numbers = [one.numbers for some in equalities.values() for one in some.alone]
    pairs = ((one, other) for some in equalities.values() for one, other in zip(some.alone, some.by_all, strict=True))
    beside = frozenset(name for one, other in pairs if one is not other for name in other.formula.uses)
    told = (misfit for some in equalities.values() for one in some.by_all for misfit in one.misfits())
    unusual = frozenset(misfit.stage for misfit in told if misfit.by_two_rules)
    return Texts(habits, dict(differing(numbers, tolerance)), beside, unusual)


class _Literals(NamedTuple):
    """How many numbers are as givens at their word give them, and how many of these chance does not give."""

    reproduced: int
    counted: int


def _literals(equalities: Iterable[Telling], digits: Digits) -> _Literals:
    """The literal numbers of equalities."""
    chances = [chance(told, digits, told.slopes) for one in equalities for told in one.literals()]
    return _Literals(len(chances), int(sum((1 - by_chance for by_chance in chances), fmpq(0)).floor()))


def _habit(equalities: Iterable[Telling], literals: Callable[[], _Literals]) -> Habit:
    """The habit of a text by the numbers of its equalities that tell; no literal ones are asked where all are right."""
    found = [misfit for one in equalities for misfit in one.misfits()]
    if not found:
        return Habit()
    reproduced, counted = literals()
    told = [misfit for misfit in found if not misfit.by_two_rules]
    in_full = sum(one.in_full for one in told) if len(told) <= MOST_COUNTED else 0
    return Habit(min(counted, MOST_COUNTED), min(len(told), MOST_COUNTED), reproduced, in_full)


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


def in_full(value: Value | None, shown: Printed, formula: Formula, operands: Sequence[Stage]) -> bool:
    """Whether a number has all decimals of a value of sums and products, and more than the operands of these."""
    decimals = decimals_of(value) if isinstance(value, fmpq) else None
    own = {
        operand.name: max(one.decimals for one in operand.printed.contents()) for operand in operands if operand.printed
    }
    most = 0 if decimals is None else max(decimals, decimals_in_full(formula.expression, own))
    return max(own.values(), default=0) < most <= shown.decimals


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
    elif is_exchanged(shown.text, right):
        chance_ = EXCHANGED / (digits - 1)
    else:
        chance_ = (1 - IN_ONE_DIGIT - EXCHANGED) / (9 * power_of_ten(digits - 1))
    return fmpq(chance_ / by_chance)


def slip_seen(shown: Printed, right: str) -> str:
    """The slip of the pen that is plain to see of a number which should read *right*; empty if there is none.

    Hidden digits hardly exchange two of three digits, nor make ten times a number of it.
    """
    digits = sum(letter.isdigit() for letter in right.lstrip("-0."))
    if digits >= _PLAIN and is_exchanged(shown.text, right):
        return "two exchanged digits suggest"
    value = parse(right).value
    is_moved = value not in (0, shown.value) and is_power_of_ten(shown.value / value) and shown.value * value > 0
    return "a point that was moved suggests" if is_moved else ""


def is_exchanged(shown: str, right: str) -> bool:
    """Whether two numerals differ in two neighbouring digits, which are exchanged."""
    if len(shown) != len(right):
        return False
    if shown.find(".") == right.find("."):  # the point parts no neighbours
        shown, right = shown.replace(".", ""), right.replace(".", "")
    apart = [at for at, (one, other) in enumerate(zip(shown, right, strict=True)) if one != other]
    return len(apart) == 2 and apart[1] - apart[0] == 1 and sorted(shown) == sorted(right)  # noqa: PLR2004 - two digits
