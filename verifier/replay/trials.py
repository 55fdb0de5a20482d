"""What the users of a stage say of the array that it carries on.

A trial gives a stage one array, and all other stages what the replay carries.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property, partial

from flint import fmpq

from verifier.document.model import DerivedBlock, DerivedNumbers, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import Refuter, attempt, failing, unsettled
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array
from verifier.preimages.boxes import Boxes
from verifier.preimages.looks import PrintedCell
from verifier.preimages.reprints import Reprint
from verifier.replay.carrying import Carrying
from verifier.replay.weighing import Reading, likelier


class Trial:
    """A stage that carries on *array*; its *mended* cells stand for what its formula gives, others for their print."""

    def __init__(self, replay: Carrying, stage: Stage, array: Array | None, mended: Mapping[int, Reprint]) -> None:
        self.replay = replay
        self.stage = stage
        self.array = array
        self._mended = mended
        self._points = Evaluation(replay.document, Points(), self._source, memo=replay.memo)
        self._failing: dict[str, list[int] | None] = {}
        self._open: dict[str, dict[int, PrintedCell]] = {}
        self._refuters: dict[str, Refuter] = {}
        self._refuted: dict[tuple[str, int], bool] = {}

    @cached_property
    def _ranges(self) -> Possible:
        return Possible(self.replay.document, Boxes(self.replay.tolerance), self._misprinted, memo=self.replay.memo)

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

    def refutes_less(self, other: "Trial", users: Iterable[DerivedBlock]) -> bool:
        """Whether fewer cells of users are impossible than by another trial, and none that are possible by that."""
        numbers = [user for user in users if isinstance(user, DerivedNumbers)]
        return any(other._refutes_beside(user, self) for user in numbers) and self.refutes_no_more(other, numbers)  # noqa: SLF001 - its own kind

    def refutes_no_more(self, other: "Trial", users: Iterable[DerivedBlock]) -> bool:
        """Whether no cells of users are impossible that are possible by another trial."""
        return not any(self._refutes_beside(user, other) for user in users if isinstance(user, DerivedNumbers))

    def _refutes_beside(self, user: DerivedNumbers, other: "Trial") -> bool:
        """Whether some cell of a user is impossible that is possible by another trial."""
        cells = self._open_cells(user)
        return any(self._refutes(user, at) and not other._refutes(user, at) for at in cells)  # noqa: SLF001 - its own kind

    def refuted(self, user: DerivedNumbers) -> list[int]:
        """The cells of a user that no choice of operands prints, by index."""
        return [at for at in self._open_cells(user) if self._refutes(user, at)]

    def _refutes(self, user: DerivedNumbers, at: int) -> bool:
        place, cells = (user.stage.name, at), self._open_cells(user)
        if place not in self._refuted:
            self._refuted[place] = at in cells and self._refuter(user).refutes(cells[at])
        return self._refuted[place]

    def _open_cells(self, user: DerivedNumbers) -> dict[int, PrintedCell]:
        """The cells of a user that its values here do not settle, by index."""
        name, tolerance = user.stage.name, self.replay.tolerance
        if name not in self._open:
            shape = attempt(partial(self._ranges.shape, user.formula), None) or (0, 0)
            cells = unsettled(tolerance, user, shape, attempt(partial(self.value, user), None))
            self._open[name] = {cell.at: cell for cell in cells}
        return self._open[name]

    def _refuter(self, user: DerivedNumbers) -> Refuter:
        if user.stage.name not in self._refuters:
            made = Refuter(self.replay.tolerance, user, self._ranges, partial(self.value, user))
            self._refuters[user.stage.name] = made
        return self._refuters[user.stage.name]


def odds(one: Trial, other: Trial, users: Iterable[DerivedBlock]) -> fmpq:
    """How many times likelier the prints of the users are by one trial than by another; 1 if they say nothing."""
    found = fmpq(1)
    for user in users:
        readings = one.reading(user), other.reading(user)
        if readings[0] is not None and readings[1] is not None and isinstance(user, DerivedNumbers):
            found *= likelier(one.replay.tolerance, user, readings[0], readings[1])
    return found
