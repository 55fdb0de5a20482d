"""Formulas on what their computed operands can have been, as the formulas above leave it.

A number that the report contradicts has two accounts, its print and its right value. So has each later number to which
the choice makes a difference, unless its right value is surely one of those that its print leaves. A later formula is
evaluated once for each choice of them.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias

from verifier.recheck.carried import Account, Prints
from verifier.recheck.evaluation import Evaluation
from verifier.recheck.expansion import names_in
from verifier.recheck.grids import Grid, shape
from verifier.recheck.intervals import Unknown
from verifier.recheck.operands import Operands, attempt, once
from verifier.recheck.report_reading import Cell, Stage
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Tree
from verifier.recheck.unknowns import Address
from verifier.recheck.unrolling import name_of

_CELL: Final = 10
"""The cost of the account of a cell for each formula and choice."""
_MOST: Final = 4
"""So many numbers, or else stages, with two accounts are tried in each choice."""
Choice: TypeAlias = frozenset[str | Address] | None
"""What is put right: whole stages, or cells by stage, row and column from zero. With None, all between the two."""
Rows: TypeAlias = list[list[Account]]


class _Single(NamedTuple):
    """A cell of a stage that uses its own cells; `is_doubtful` if it is wrong or rests on what is."""

    place: Address
    account: Account
    is_doubtful: bool


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
        self._unrolled: dict[frozenset[str], dict[Address, Tree] | Unknown] = {}
        self._cells: dict[str, _Single] = {}
        """Of stages that use each other's cells, by the names that cells have where these are unrolled."""

    def evaluations(self, stage: Stage, tree: Tree) -> list[Evaluation]:
        """One evaluation of a formula of a stage for each choice of operands that are put right, first of none.

        Where there are too many choices, the other is one in which a number stands for all between its two accounts.
        """
        for name in self.operands.ancestry.above(stage.name, self._accounts):
            attempt(partial(once, self._accounts, name, partial(self._made, self.stages[name])))
        return [self._evaluation(choice) for choice in self._choices(tree)]

    def formula_at(self, stage: Stage, cell: Cell) -> Tree | None:
        """The formula of one cell of a stage that uses its own cells; None of another stage."""
        circle = self.operands.ancestry.circle_of.get(stage.name)
        trees = {} if circle is None else attempt(partial(self._trees_of, circle)) or {}
        return trees.get((stage.name, cell.row - 1, cell.column - 1))

    def _trees_of(self, circle: frozenset[str]) -> dict[Address, Tree]:
        return once(self._unrolled, circle, partial(self.operands.unrolled, circle))

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
        circle = self.operands.ancestry.circle_of.get(stage.name)
        if circle is not None and attempt(partial(self._fill, circle)) is not None:
            return [[self._cells[name_of((stage.name, i, j))].account for j in range(columns)] for i in range(rows)]
        formulas = [] if circle else self._trees(stage)
        ranges = [self._ranges(tree, stage.shape) for tree in formulas] or [[_nothing(stage.shape)]]
        self.work.spend(_CELL * rows * columns * sum(map(len, ranges)))
        account = self._by_place(stage, is_doubtful=stage.name in self._doubtful)
        return [
            [account(i, j, [[grid[i][j] for grid in grids] for grids in ranges]) for j in range(columns)]
            for i in range(rows)
        ]

    def _by_place(self, stage: Stage, *, is_doubtful: bool) -> Callable[[int, int, list[list[CellValue]]], Account]:
        """The account of each cell of a stage, by its row and column and by what formulas give for each choice."""
        prints = Prints(self.operands.reading(stage), self._wrong.get(stage.name, frozenset()), is_doubtful=is_doubtful)
        shown = {(cell.row - 1, cell.column - 1): cell for cell in stage.cells}
        is_known = stage.shape is not None and len(shown) < stage.shape[0] * stage.shape[1] and not is_doubtful
        hidden = attempt(lambda: self.operands.of(stage.name)) if is_known else None

        def at(i: int, j: int, ranges: list[list[CellValue]]) -> Account:
            if (i, j) in shown:
                return prints.account(shown[i, j], ranges)
            cell = None if hidden is None else hidden[i][j]
            return Account(cell, cell)

        return at

    def _fill(self, circle: frozenset[str]) -> bool:
        """Find the accounts of the cells of stages that use each other's, one after another; raises Unknown."""
        first = next(iter(circle))
        trees = self._trees_of(circle)
        if name_of(next(iter(trees))) in self._cells:
            return True
        for name in self.operands.ancestry.above(first, self._accounts):
            if name not in circle:
                attempt(partial(once, self._accounts, name, partial(self._made, self.stages[name])))
        accounts = {
            (name, doubt): self._by_place(self.stages[name], is_doubtful=doubt)
            for name in circle
            for doubt in (True, False)
        }
        for place, tree in trees.items():
            name, i, j = place
            doubt = (i, j) in self._wrong.get(name, ()) or any(map(self._is_doubtful, names_in(tree)))
            further: list[list[CellValue]] = [[None]] * len(self.stages[name].also)
            ranges = attempt(partial(self._cell_by_choice, tree)) or [None]
            self.work.spend(_CELL * len(ranges))
            account = accounts[name, doubt](i, j, [ranges, *further])
            self._cells[name_of(place)] = _Single(place, account, doubt)
        return True

    def _is_doubtful(self, name: str) -> bool:
        """Whether a stage, or a cell, is wrong in part or rests on what is."""
        return self._cells[name].is_doubtful if name in self._cells else name in self._doubtful

    def _cell_by_choice(self, tree: Tree) -> list[CellValue]:
        grids = [self._evaluation(choice).of(tree) for choice in self._choices(tree)]
        return [cell for grid in grids for row in grid for cell in row] if all(map(_is_single, grids)) else [None]

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
        parts: list[str | Address] = [*cells] if len(cells) <= _MOST else [*dict.fromkeys(name for name, _, _ in cells)]
        if len(parts) > _MOST:
            return [frozenset(), None]
        return [frozenset(one) for one in chain.from_iterable(combinations(parts, n) for n in range(len(parts) + 1))]

    def _computed_in(self, tree: Tree) -> list[str]:
        """The stages with computed numbers that a formula uses, also through stages that show nothing."""
        pending, seen = names_in(tree), dict[str, None]()
        while pending:
            name = pending.pop()
            if name not in seen and (name in self.stages or name in self._cells):
                seen[name] = None
                stage = self.stages.get(name)
                if stage is not None and _shows_nothing(stage):
                    pending += names_in(self.operands.formula(stage))
        return [name for name in seen if name in self._cells or _shows_computed(self.stages[name])]

    def _doubles(self, name: str) -> list[Address]:
        """The numbers of a stage with two accounts; of a cell itself, if it has."""
        if name in self._cells:
            cell = self._cells[name]
            return [cell.place] if cell.account.is_double else []
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
        if name in self._cells:
            place, account, _ = self._cells[name]
            return [[account.taken(right=None if choice is None else place[0] in choice or place in choice)]]
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


def _is_single(grid: Grid) -> bool:
    return shape(grid) == (1, 1)


def _nothing(size: tuple[int, int]) -> Grid:
    """A block of which nothing is known."""
    return [[None] * size[1]] * size[0]


def _shows_nothing(stage: Stage) -> bool:
    """Whether a stage is computed through."""
    return stage.shape is None and not stage.is_hull and stage.formula is not None


def _shows_computed(stage: Stage) -> bool:
    """Whether a stage shows numbers, in a block, and has a formula for them."""
    return stage.shape is not None and not (stage.is_hull or stage.is_words or stage.formula is None)
