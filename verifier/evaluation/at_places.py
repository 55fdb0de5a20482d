"""What parts of formulas give at places of a matrix: known from one trial to the next, as most differ in one part."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from flint import ctx, fmpq

from verifier.formulas.tree import Apply, Expression, Name, used
from verifier.numbers.array import Array, Shape, Value, scalar
from verifier.record import NamedTuple
from verifier.rewriting.definitions import substitute


class Computing(Protocol):
    """What computes operations, and counts steps, cells and products."""

    calls: int
    cells: int
    work: int

    def new(self, expression: Apply, local: Mapping[str, Array]) -> Array:
        """The value of an operation with these names bound."""
        ...

    def has_left(self, calls: int, work: int) -> bool:
        """Whether so many steps and products more are within the bounds."""
        ...


class _Found(NamedTuple):
    """A value, and what it took: steps, cells and products."""

    value: Array
    calls: int
    cells: int
    work: int


class Results:
    """What operations give where *indices* have certain values; of some columns of these there are others."""

    def __init__(self, indices: Mapping[str, Array]) -> None:
        self.indices = indices
        self.found: dict[tuple[Expression, int], _Found] = {}
        self._among: dict[tuple[int, ...], Results] = {}

    def among(self, columns: Sequence[int], count: int, cut: Callable[[Array], Array]) -> "Results":
        """The results at some of *count* columns; *cut* takes them out of an array."""
        key = count, *columns
        if key not in self._among:
            self._among[key] = Results({name: cut(array) for name, array in self.indices.items()})
        return self._among[key]


class Along:
    """The results of trials, by the names of the indices, the shape, and the places if these are not all."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Results] = {}

    def at(self, names: tuple[str, str], shape: Shape, places: Sequence[Shape] | None) -> Results:
        """The results where the indices take all rows and columns of a shape, or go along some places."""
        key = names, shape, None if places is None else tuple(places)
        if key not in self._known:
            rows, columns = shape
            if places is None:
                arrays = [
                    Array(rows, 1, tuple(map(fmpq, range(rows)))),
                    Array(1, columns, tuple(map(fmpq, range(columns)))),
                ]
            else:
                arrays = [Array(1, len(places), tuple(fmpq(place[side]) for place in places)) for side in (0, 1)]
            self._known[key] = Results(dict(zip(names, arrays, strict=True)))
        return self._known[key]


class Tried(dict[tuple[Expression, int], Array]):
    """Results of subtrees of trials, by the subtree and the precision in bits; `along` has those at places.

    `each` has those of formulas in which a name stands for several numbers, by the number; the subtree has that name.
    Once one of these numbers is asked for by itself, nothing more `is_at_once`: its results stand with the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self._start()

    def _start(self) -> None:
        self.along = Along()
        self.each: dict[tuple[Expression, int], dict[str, Value]] = {}
        self.numbers: dict[str, str] = {}
        """The name that stands for a number, by that of the number."""
        self.is_at_once = True

    def clear(self) -> None:
        """Drop all of them."""
        super().clear()
        self._start()

    def ask_one_by_one(self) -> None:
        """Put what each number gave among the results of single trials."""
        for (part, bits), values in self.each.items():
            if not isinstance(part, Name):
                for name, value in values.items():
                    self[substitute(part, {self.numbers[name]: Name(name)}), bits] = scalar(value)
        self.each, self.numbers, self.is_at_once = {}, {}, False


class Bound(dict[str, Array]):
    """Arrays by the names that are bound to them; `gathered` are those of cells that a body takes from matrices."""

    def __init__(self, arrays: Mapping[str, Array], results: Results | None) -> None:
        super().__init__(arrays)
        self.gathered: set[str] = set()
        self._results = results

    def value(self, expression: Apply, evaluator: Computing) -> Array:
        """The value of an operation: where it is known, it counts as if it were computed."""
        if self._results is None or not self.gathered.isdisjoint(used(expression)):
            return evaluator.new(expression, self)
        known, key = self._results.found, (expression, ctx.prec)
        found = known.get(key)
        if found is not None and evaluator.has_left(found.calls, found.work):
            evaluator.calls += found.calls
            evaluator.cells += found.cells
            evaluator.work += found.work
            return found.value
        calls, cells, work = evaluator.calls, evaluator.cells, evaluator.work
        made = evaluator.new(expression, self)
        known[key] = _Found(made, evaluator.calls - calls, evaluator.cells - cells, evaluator.work - work)
        return made
