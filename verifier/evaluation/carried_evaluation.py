"""An evaluation in which computed operands stand for their carried sets, each for one of its two accounts."""

from collections.abc import Collection
from enum import Enum
from typing import Protocol, TypeAlias

from verifier.document.model import DerivedNumbers, Document, Stage
from verifier.evaluation.memo import Memo
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array, Selector, Value, as_interval
from verifier.numbers.interval import Interval, hull
from verifier.preimages.boxes import Boxes
from verifier.preimages.reprints import Reprint
from verifier.record import NamedTuple

Names: TypeAlias = frozenset[str]


class Taken(Enum):
    """Accounts that all numbers with two are taken by: their right values, or all between these and their prints."""

    RIGHT = "right"
    EITHER = "either"


Choice: TypeAlias = frozenset[str | tuple[str, int]] | Taken
"""What is put right, and nothing else: whole stages by name, or cells by name and index."""


class Account(NamedTuple):
    """What a number stands for by its print, and what it stands for once it and all numbers above it are put right."""

    printed: Value
    right: Value

    @property
    def is_double(self) -> bool:
        """Whether the two differ."""
        return self.printed is not self.right

    @property
    def either(self) -> Value:
        """All between the two."""
        return hull(as_interval(self.printed), as_interval(self.right)) if self.is_double else self.printed


class Accounts(Protocol):
    """What the computed numbers of a document stand for."""

    document: Document
    boxes: Boxes
    memo: Memo

    def account(self, numbers: DerivedNumbers, index: int) -> Account:
        """The account of a number by its index."""


class Carried(Possible):
    """Each formula on the carried sets of its operands: ranges.

    What *right* names stands for its right values, everything else for its prints.
    With *narrowed*, only the stages in it stand for carried sets.
    """

    def __init__(self, accounts: Accounts, right: Choice, narrowed: Names | None) -> None:
        super().__init__(accounts.document, accounts.boxes, _none_misprinted, memo=accounts.memo)
        self.accounts = accounts
        self.right = right
        self.narrowed = narrowed

    def part_source(self, stage: Stage, row: Selector, column: Selector) -> Array | None:
        """A row and a column of what a stage stands for; None if its cells are computed with its formula."""
        part, numbers = super().part_source(stage, row, column), self._computed(stage)
        if part is None or numbers is None:
            return part
        rows = range(numbers.block.rows) if row is None else (row,)
        columns = range(numbers.block.columns) if column is None else (column,)
        return self._carried(numbers, part, [numbers.block.index_of(i, j) for i in rows for j in columns])

    def _shown(self, stage: Stage) -> Array | None:
        shown, numbers = super()._shown(stage), self._computed(stage)
        return shown if shown is None or numbers is None else self._carried(numbers, shown, range(len(shown.cells)))

    def _computed(self, stage: Stage) -> DerivedNumbers | None:
        """The numbers of a computed stage, if they stand for their carried sets here."""
        is_carried = self.narrowed is None or stage.name in self.narrowed
        return stage.derived if is_carried and isinstance(stage.derived, DerivedNumbers) else None

    def _carried(self, numbers: DerivedNumbers, shown: Array, indices: Collection[int]) -> Array:
        name = numbers.stage.name

        def taken(index: int) -> Value:
            account, right = self.accounts.account(numbers, index), self.right
            if isinstance(right, Taken):
                return account.either if right is Taken.EITHER else account.right
            return account.right if name in right or (name, index) in right else account.printed

        cells = tuple(map(taken, indices))
        sources = frozenset([name]) if any(isinstance(cell, Interval) for cell in cells) else frozenset()
        return Array(shown.rows, shown.columns, cells, sources)


def _none_misprinted(_name: str) -> dict[int, Reprint]:
    return {}
