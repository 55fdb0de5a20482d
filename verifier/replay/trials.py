"""What the users of a stage say of the array that it carries on.

A trial gives a stage one array, and all other stages what the replay carries.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from flint import fmpq

from verifier.document.model import DerivedBlock, DerivedNumbers, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.evaluation import Evaluation
from verifier.evaluation.predicates import Refuter, attempt, failing, unsettled
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array, Value
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Reprint
from verifier.replay.carrying import Carrying
from verifier.replay.weighing import Reading, likelier

Place = tuple[str, int]
"""The name of a stage and the index of a cell."""


def with_cell(array: Array, at: int, value: Value) -> Array:
    """An array with another value in one cell."""
    return Array(array.rows, array.columns, (*array.cells[:at], value, *array.cells[at + 1 :]))


class Trial:
    """A stage that carries on *array*; its *mended* cells stand for what its formula gives, others for their print."""

    def __init__(self, replay: Carrying, stage: Stage, array: Array | None, mended: Mapping[int, Reprint]) -> None:
        self.replay = replay
        self.stage = stage
        self.array = array
        self._mended = mended
        self._points = Evaluation(replay.document, Points(), self._source, memo=replay.memo)
        self._ranges = Possible(replay.document, Boxes(replay.tolerance), self._misprinted, memo=replay.memo)
        self._failing: dict[str, list[int] | None] = {}
        self._refuted: dict[str, frozenset[int]] = {}

    def _source(self, other: Stage) -> Array | None:
        return self.array if other.name == self.stage.name else self.replay.source(other)

    def _misprinted(self, name: str) -> Mapping[int, Reprint]:
        return self._mended if name == self.stage.name else self.replay.mended(name)

    def value(self, user: DerivedBlock) -> Array:
        """The value of a user; raises Unprinted, ShapeError or TooLarge."""
        return self._points.of(user.formula)

    def failing(self, user: DerivedBlock) -> list[int] | None:
        """The cells of a user that do not print as shown, as the function of the same name gives them."""
        name = user.stage.name
        if name not in self._failing:
            self._failing[name] = failing(self.replay.tolerance, user, partial(self.value, user))
        return self._failing[name]

    def reading(self, user: DerivedBlock) -> Reading | None:
        """What this trial says of the numbers of a user; None if these cannot be computed."""
        missed = self.failing(user)
        return None if missed is None else Reading(frozenset(missed), partial(self.value, user))

    def refuted(self, users: Iterable[DerivedBlock]) -> set[Place]:
        """The cells of users that no choice of operands prints."""
        return {(user.stage.name, index) for user in users for index in self._refuted_of(user)}

    def _refuted_of(self, user: DerivedBlock) -> frozenset[int]:
        name = user.stage.name
        if name not in self._refuted:
            self._refuted[name] = frozenset(self._refute(user))
        return self._refuted[name]

    def _refute(self, user: DerivedBlock) -> Iterator[int]:
        if not isinstance(user, DerivedNumbers):
            return
        tolerance, value = self.replay.tolerance, partial(self.value, user)
        shape = attempt(partial(self._ranges.shape, user.formula), None) or (0, 0)
        refuter = Refuter(tolerance, user, self._ranges, value)
        for cell in unsettled(tolerance, user, shape, attempt(value, None)):
            if refuter.refutes(cell):
                yield cell.at


def odds(one: Trial, other: Trial, users: Iterable[DerivedBlock]) -> fmpq:
    """How many times likelier the prints of the users are by one trial than by another; 1 if they say nothing."""
    found = fmpq(1)
    for user in users:
        readings = one.reading(user), other.reading(user)
        if readings[0] is not None and readings[1] is not None and isinstance(user, DerivedNumbers):
            found *= likelier(one.replay.tolerance, user, readings[0], readings[1])
    return found
