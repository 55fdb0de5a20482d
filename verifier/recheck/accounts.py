"""Formulas on what their computed operands can have been, as the formulas above leave it.

A number that the report contradicts has two accounts, its print and its right value. So has each later number to which
the choice makes a difference, unless its right value is surely one of those that its print leaves. A later formula is
evaluated once for each choice of them.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import chain, combinations
from typing import Final, TypeAlias

from verifier.recheck.carried import Account, Prints
from verifier.recheck.evaluation import Evaluation
from verifier.recheck.expansion import names_in
from verifier.recheck.grids import Grid, shape
from verifier.recheck.intervals import Unknown
from verifier.recheck.operands import Operands, attempt, once
from verifier.recheck.reading import Stage
from verifier.recheck.syntax import Tree

_CELL: Final = 10
"""The cost of the account of a cell for each formula and choice."""
_MOST: Final = 4
"""So many numbers, or else stages, with two accounts are tried in each choice."""
Place: TypeAlias = tuple[str, int, int]
Choice: TypeAlias = frozenset[str | Place] | None
"""What is put right: whole stages, or cells by stage, row and column from zero. With None, all between the two."""
Rows: TypeAlias = list[list[Account]]


class Accounts:
    """What the computed numbers of a report can have been; raises Unknown."""

    def __init__(self, operands: Operands) -> None:
        self.operands = operands
        self.work = operands.work
        self.stages = operands.report.stages
        self._sums = [one for stage in self.stages.values() for one in stage.sums]
        self._accounts: dict[str, Rows | Unknown] = {}
        self._evaluations: dict[Choice, Evaluation] = {}
        self._grids: dict[tuple[Choice, str], Grid | Unknown] = {}

    def evaluations(self, stage: Stage) -> list[Evaluation]:
        """One evaluation of the formula of a stage for each choice of operands that are put right, first of none.

        Where there are too many choices, the other is one in which a number stands for all between its two accounts.
        """
        tree = self.operands.formula(stage)
        for name in self.operands.ancestry.above(stage.name, self._accounts):
            attempt(partial(once, self._accounts, name, partial(self._made, self.stages[name])))
        return [self._evaluation(choice) for choice in self._choices(tree)]

    @cached_property
    def _wrong(self) -> dict[str, frozenset[tuple[int, int]]]:
        """The wrong cells of the stages that have some."""
        return {name: wrong for name, stage in self.stages.items() if (wrong := stage.wrong | self._clashing(stage))}

    def _clashing(self, stage: Stage) -> frozenset[tuple[int, int]]:
        """The cells that are impossible with others, without those that their printed operands give."""
        cells = (cell for cell in stage.cells if cell.basis != "literal" and self._sums)
        clashing = (cell for cell in cells if any(one.holds(stage.name, cell) for one in self._sums))
        return frozenset((cell.row - 1, cell.column - 1) for cell in clashing)

    @cached_property
    def _doubtful(self) -> set[str]:
        """The stages with a wrong number, and those that rest on one."""
        return self.operands.ancestry.reached_from(self._wrong)

    def _made(self, stage: Stage) -> Rows:
        """The accounts of a stage of which all above have theirs."""
        if not _shows_computed(stage) or stage.shape is None:
            raise Unknown(f"{stage.name} shows no computed numbers")
        rows, columns = stage.shape
        is_doubtful = stage.name in self._doubtful
        prints = Prints(self.operands.reading(stage), self._wrong.get(stage.name, frozenset()), is_doubtful=is_doubtful)
        is_circular = stage.name in self.operands.ancestry.circle_of  # the order of its cells is not followed here
        ranges = (
            [[_nothing(stage.shape)]] if is_circular else [self._ranges(t, stage.shape) for t in self._trees(stage)]
        )
        self.work.spend(_CELL * rows * columns * sum(map(len, ranges)))
        shown = {(cell.row - 1, cell.column - 1): cell for cell in stage.cells}
        is_known = len(shown) < rows * columns and not is_doubtful
        hidden = attempt(lambda: self.operands.of(stage.name)) if is_known else None

        def at(i: int, j: int) -> Account:
            if (i, j) in shown:
                return prints.account(shown[i, j], [[grid[i][j] for grid in grids] for grids in ranges])
            cell = None if hidden is None else hidden[i][j]
            return Account(cell, cell)

        return [[at(i, j) for j in range(columns)] for i in range(rows)]

    def _trees(self, stage: Stage) -> Iterator[Callable[[], Tree]]:
        """The formulas of a stage, each of which may raise Unknown."""
        yield partial(self.operands.formula, stage)
        yield from (partial(self.operands.spelled_out, stage, text) for text in stage.also)

    def _ranges(self, tree: Callable[[], Tree], size: tuple[int, int]) -> list[Grid]:
        """What a formula gives for each choice of its operands; one grid of nothing known if not all are of a size."""

        def given() -> list[Grid]:
            made = tree()
            return [self._evaluation(choice).of(made) for choice in self._choices(made)]

        grids = attempt(given)
        is_known = grids is not None and all(shape(grid) == size for grid in grids)
        return grids if grids is not None and is_known else [_nothing(size)]

    def _choices(self, tree: Tree) -> list[Choice]:
        cells = [place for name in self._computed_in(tree) for place in self._doubles(name)]
        parts: list[str | Place] = [*cells] if len(cells) <= _MOST else [*dict.fromkeys(name for name, _, _ in cells)]
        if len(parts) > _MOST:
            return [frozenset(), None]
        return [frozenset(one) for one in chain.from_iterable(combinations(parts, n) for n in range(len(parts) + 1))]

    def _computed_in(self, tree: Tree) -> list[str]:
        """The stages with computed numbers that a formula uses, also through stages that show nothing."""
        pending, seen = names_in(tree), dict[str, None]()
        while pending:
            name = pending.pop()
            if name not in seen and name in self.stages:
                seen[name] = None
                stage = self.stages[name]
                pending += names_in(self.operands.formula(stage)) if _shows_nothing(stage) else []
        return [name for name in seen if _shows_computed(self.stages[name])]

    def _doubles(self, name: str) -> list[Place]:
        """The numbers of a stage with two accounts."""
        if name not in self._doubtful:
            return []
        rows = self._rows(name)
        self.work.spend(len(rows) * len(rows[0]))
        return [(name, i, j) for i, row in enumerate(rows) for j, one in enumerate(row) if one.is_double]

    def _rows(self, name: str) -> Rows:
        found = self._accounts.get(name)
        if not isinstance(found, list):
            raise found or Unknown(f"{name} rests on itself")
        return found

    def _evaluation(self, choice: Choice) -> Evaluation:
        if choice not in self._evaluations:
            self._evaluations[choice] = Evaluation(partial(self._of, choice), self.work)
        return self._evaluations[choice]

    def _of(self, choice: Choice, name: str) -> Grid:
        """What a stage hands on by a choice."""
        return once(self._grids, (choice, name), lambda: self._handed_on(choice, name))

    def _handed_on(self, choice: Choice, name: str) -> Grid:
        stage = self.stages.get(name)
        if stage is None or (name not in self._doubtful and not _shows_computed(stage) and not _shows_nothing(stage)):
            return self.operands.of(name)
        if _shows_nothing(stage):
            return self._evaluation(choice).of(self.operands.formula(stage))
        if not _shows_computed(stage):
            raise Unknown(f"{name} is wrong or rests on what is, and its right value is not followed")
        rows = self._rows(name)
        self.work.spend(len(rows) * len(rows[0]))

        def right(i: int, j: int) -> bool | None:
            return None if choice is None else name in choice or (name, i, j) in choice

        return [[one.taken(right=right(i, j)) for j, one in enumerate(row)] for i, row in enumerate(rows)]


def _nothing(size: tuple[int, int]) -> Grid:
    """A block of which nothing is known."""
    return [[None] * size[1]] * size[0]


def _shows_nothing(stage: Stage) -> bool:
    """Whether a stage is computed through."""
    return stage.shape is None and not stage.is_hull and stage.formula is not None


def _shows_computed(stage: Stage) -> bool:
    """Whether a stage shows numbers, in a block, and has a formula for them."""
    return stage.shape is not None and not (stage.is_hull or stage.is_words or stage.formula is None)
