"""How the numbers of a stage weigh two ways to compute them.

The evidence are the numbers that one way prints as shown and the other does not, each counted by the density of prints
around it. Where numbers fit by hidden digits alone they are no evidence.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from flint import fmpq

from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt, cell_of
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number, nearby
from verifier.numbers.printed import Printed, power_of_ten
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.replay.evidence import chance_among, chance_of

_T = TypeVar("_T")

MOST_TELLING: Final = 32
"""Maximum number of cells of a stage that are counted on either side."""
MOST_OTHERS: Final = 64
"""Maximum number of cells of a stage that tell the density of its prints."""


class Reading(NamedTuple):
    """One way to compute the numbers of a stage: the indices of those that it does not print as shown, and values."""

    missed: frozenset[int]
    value: Callable[[], Array]


def likelier(tolerance: Tolerance, user: DerivedNumbers, one: Reading, other: Reading) -> fmpq:
    """How many times likelier the prints of *user* are by one reading than by the other; 1 if they say nothing."""
    return _chance(tolerance, user, one, other) / _chance(tolerance, user, other, one)


def _chance(tolerance: Tolerance, user: DerivedNumbers, wrong: Reading, right: Reading) -> fmpq:
    """A bound on the probability of the numbers that only the *right* one gives, if the *wrong* one is the author's."""
    found = fmpq(1)
    missed = sorted(wrong.missed - right.missed)[:MOST_TELLING]
    array = attempt(wrong.value, None) if missed else None
    for index in missed:
        found *= _chance_of_one(tolerance, user, index, array)
    return found


def _chance_of_one(tolerance: Tolerance, user: DerivedNumbers, index: int, array: Array | None) -> fmpq:
    """A bound on the probability that a cell shows its number by chance where other values, an *array*, are right.

    The sample is what the other cells of its block show; wrong numbers are often near the right one.
    """
    number = user.block.cells[index] if index >= 0 else None
    if number is None:
        return fmpq(1)
    decimals = tolerance.resolutions[user.stage.name].decimals_of(number)
    value = None if array is None else cell_of(array, *user.block.position(index))
    near = fmpq(0) if not isinstance(value, Number) else 1 / _places_around(nearby(value) - number.value, decimals)
    return max(_density(tolerance, user, index, number), near)


def _density(tolerance: Tolerance, user: DerivedNumbers, index: int, number: Printed) -> fmpq:
    """The probability of a number by what the other cells of its block show: in whole units, if they have one place."""
    column, cells = tolerance.columns.of(user.stage), user.block.cells
    if column is None or column.numbers is not cells:
        decimals = tolerance.resolutions[user.stage.name].decimals_of(number)
        others = _some([other.value for at, other in enumerate(cells) if other is not None and at != index])
        return chance_of(number.value, decimals, others)
    known, place = tolerance.columns.densities, (user.stage.name, index)
    if place not in known:
        whole = [one for one in (*column.mantissas[:index], *column.mantissas[index + 1 :]) if one is not None]
        own = int((number.value * power_of_ten(column.place)).p)
        known[place] = chance_among(number.value, column.place, [abs(one - own) for one in _some(whole)])
    return known[place]


def _some(values: list[_T]) -> list[_T]:
    return values[:: len(values) // MOST_OTHERS + 1]


def _places_around(distance: fmpq, decimals: int) -> fmpq:
    """The count of numbers with so many decimals that are no farther away."""
    return 2 * abs(distance) * power_of_ten(decimals) + 1


def surprise(tolerance: Tolerance, numbers: DerivedNumbers, cell: PrintedCell, value: Value, box: Value) -> fmpq:
    """How many times likelier a print is as a slip near the *value* of its formula than as any number of the range."""
    if not (isinstance(value, Number) and isinstance(box, Interval)) or box.lo is None or box.hi is None:
        return fmpq(1)
    decimals = tolerance.resolutions[numbers.stage.name].decimals_of(cell.number)
    width = (nearby(box.hi) - nearby(box.lo)) * power_of_ten(decimals)
    return max(fmpq(1), width / _places_around(nearby(value) - cell.number.value, decimals))
