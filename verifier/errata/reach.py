"""How far an error reaches: what changes in later stages when it alone is corrected."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from flint import fmpq

from verifier.document.graph import followers_of, part_at, whole_at
from verifier.document.model import DerivedNumbers, Formula, Stage
from verifier.evaluation.predicates import attempt, prints_as_shown
from verifier.evaluation.stage_values import Choice, stated
from verifier.numbers.array import Array
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.replay.correction import Mending
from verifier.replay.replay import Replay
from verifier.verdict import Erratum, Reach, StageReport


def following(reports: list[StageReport]) -> frozenset[tuple[str, int]]:
    """The numbers that are correct from wrong ones: of each the name of its stage, and its index."""
    return frozenset(
        (report.stage.name, cell.index_in(report.stage.block))
        for report in reports
        if report.stage.block is not None
        for cell in report.cells
        if cell.inherited_from
    )


def reach_of(
    followed: "Followed", erratum: Erratum, follow: Collection[tuple[str, int]]
) -> tuple[tuple[Reach, ...], int]:
    """By later stage, the cells that change when this erratum alone is corrected; of a recurrence also its own.

    For a departure: when this stage alone follows its standard definition. Also the number of stages computed again.
    *follow* are the numbers that are correct from wrong ones.
    """
    replay = followed.replay
    own = _own(replay, erratum)
    mending = _mended_alone(followed, erratum, own)
    if mending is None:
        return (), 0
    units: dict[str, list[fmpq]] = {}
    counts: Counter[str] = Counter()
    for later, reprints in mending.reprints.items():
        other = replay.document.by_name[later]
        if other.name == erratum.stage or other.printed is None:
            continue
        left = {index: fixed for index, fixed in reprints.items() if index not in own.get(later, ())}
        moved = {i: _units_moved(number, fixed) for i, fixed in left.items() if (number := other.printed.cells[i])}
        moved = {index: unit for index, unit in moved.items() if unit != 0}
        units.setdefault(other.whole, []).extend(moved.values())
        is_whole = other.part_of is None
        places = ((later, index) if is_whole else whole_at(replay.document, other, index) for index in moved)
        counts[other.whole] += sum(map(follow.__contains__, places))
    reached = tuple(Reach(name, len(moved), max(moved), counts[name]) for name, moved in units.items() if moved)
    return reached, len(mending.touched)


def _own(replay: Replay, erratum: Erratum) -> dict[str, list[int]]:
    """The cells of an erratum: by the name of its stage, or of a part of that, their indices."""
    stage = (replay.document.whole or replay.document).by_name[erratum.stage]
    found: dict[str, list[int]] = {}
    block = stage.block
    indices = [] if block is None else [block.index_of(row - 1, column - 1) for row, column in erratum.cells]
    for part, index in (part_at(replay.document, stage, index) for index in indices):
        found.setdefault(part.name, []).append(index)
    return found


def inherited(reports: list[StageReport]) -> dict[str, tuple[tuple[str, int], ...]]:
    """By stage, pairs (later stage, number of its cells that are wrong because of that stage alone)."""
    found: dict[str, list[tuple[str, int]]] = {}
    for later in reports:
        counts = Counter(cell.inherited_from[0] for cell in later.cells if len(cell.inherited_from) == 1)
        for name, count in counts.items():
            found.setdefault(name, []).append((later.stage.name, count))
    return {name: tuple(pairs) for name, pairs in found.items()}


class _Consequences(Mending):
    """A correction in which a number changes too if its operands gave it at their word and corrected ones do not.

    Hidden digits may still allow such a number; its author would not compute it again.
    """

    def __init__(self, followed: "Followed", choice: Choice = stated) -> None:
        super().__init__(followed.replay, choice)
        self._followed = followed

    def _wrong(
        self, numbers: DerivedNumbers, points: Sequence[Callable[[], Array]], cells: Sequence[PrintedCell]
    ) -> Sequence[PrintedCell]:
        give, gave = _Giving(self.replay.tolerance, numbers, points), self._followed.giving(numbers)
        # most numbers that change followed from their operands: no ranges are computed to tell that of them
        changed = [cell for cell in cells if gave(cell) and not give(cell)]
        found = {cell.at for cell in changed}
        return [*changed, *super()._wrong(numbers, points, [cell for cell in cells if cell.at not in found])]

    def _known_by(self, stage: Stage, seeds: set[int]) -> None:
        """Nothing is kept: other corrections mend less."""


class _Giving:
    """Tells of the numbers of a stage whether one of some arrays has a value that prints as shown, as far as decided.

    Most are told by one pass over each array, and by the working precision alone.
    """

    def __init__(self, tolerance: Tolerance, numbers: DerivedNumbers, values: Sequence[Callable[[], Array]]) -> None:
        self.tolerance = tolerance
        self.stage = numbers.stage
        self._around = tolerance.looks.around(numbers.stage)
        arrays = [attempt(value, None) for value in values]
        self._values = [  # each array once: most evaluations give the same
            (value, array)
            for at, (value, array) in enumerate(zip(values, arrays, strict=True))
            if array is None or not any(array is other for other in arrays[:at])
        ]
        self._shape = numbers.block.shape
        whole = [array for _, array in self._values if array is not None and array.shape == self._shape]
        self._open = [tolerance.looks.open_cells(numbers.stage, array) for array in whole]
        self._told: dict[int, bool] = {}

    def __call__(self, cell: PrintedCell) -> bool:
        if cell.at not in self._told:
            self._told[cell.at] = self._gives(cell)
        return self._told[cell.at]

    def _gives(self, cell: PrintedCell) -> bool:
        if any(cell.at not in left for left in self._open):
            return True
        around = self._around[cell.at]
        if around is None:
            return False
        for value, array in self._values:
            given = array.cells[cell.at] if array is not None and array.shape == self._shape else None
            if isinstance(given, Number) and around != given:  # surely, where they are apart
                continue
            if prints_as_shown(self.tolerance, self.stage, value, cell):
                return True
        return False


class Followed:
    """Which numbers of a document followed from their operands as these are: told once for all errata."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._giving: dict[tuple[str, Formula], _Giving] = {}

    def giving(self, numbers: DerivedNumbers) -> _Giving:
        """Tells of the numbers of a stage whether one of the values before any correction prints as shown."""
        formula = numbers.stage.formula or numbers.formula
        key = numbers.stage.name, formula
        if key not in self._giving:
            before = [partial(evaluation.of, formula) for evaluation in (self.replay.evaluation, self.replay.literal)]
            self._giving[key] = _Giving(self.replay.tolerance, numbers, before)
        return self._giving[key]


def _mended_alone(followed: Followed, erratum: Erratum, own: Mapping[str, Collection[int]]) -> Mending | None:
    """The document with this erratum, whose cells are *own*, alone corrected; None if it has no numbers to correct."""
    replay = followed.replay
    if (replay.document.whole or replay.document).by_name[erratum.stage].printed is None:
        return None
    if erratum.kind == "departure":
        by_standard = _Consequences(
            followed, lambda other: other.standard if other.whole == erratum.stage else other.formula
        )
        return by_standard.mend_all(lambda _: [])
    if erratum.kind not in ("arithmetic", "misprint", "display") or not erratum.correction:
        return None
    rests = set(own).union(*(followers_of(replay.document, name) for name in own))
    return _Consequences(followed).mend_all(lambda other: own.get(other.name, ()), among=rests)


def _units_moved(number: Printed, fixed: Reprint) -> fmpq:
    """The distance of a printed number from its correction, in units of the correction's last decimal."""
    return abs(fixed.value - number.value) * power_of_ten(fixed.decimals)
