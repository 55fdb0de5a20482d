"""The printed blocks of a document as columns of integers, each read once."""

from collections.abc import Iterable, Mapping, Sequence

from flint import fmpq

from verifier.document.model import Stage
from verifier.numbers.columns import Column, column_of
from verifier.numbers.resolution import Resolution


class Columns:
    """The blocks of stages as columns, by the digits that they are read with."""

    def __init__(self, resolutions: Mapping[str, Resolution]) -> None:
        self.resolutions = resolutions
        self.densities: dict[tuple[str, int], fmpq] = {}
        """By stage and index, how probable a number is by what the others of its block show (`replay/weighing.py`)."""
        self.known: dict[str, Column | None] = {}

    def keep(self, other: "Columns", names: Iterable[str]) -> None:
        """Take over the columns of stages whose digits are read alike in another document."""
        self.known.update((name, other.known[name]) for name in names if name in other.known)

    def of(self, stage: Stage) -> Column | None:
        """The numbers of a stage as a column; None if it shows none, or none of one place."""
        if stage.name not in self.known:
            numbers = () if stage.printed is None else stage.printed.cells
            self.known[stage.name] = column_of(numbers, self.resolutions[stage.name])
        return self.known[stage.name]

    def decimals(self, stage: Stage) -> Sequence[int | None]:
        """The decimals of the last digit of each cell of a stage, row by row; where it shows no number, any or None."""
        column = self.of(stage)
        numbers = () if stage.printed is None else stage.printed.cells
        if column is not None:
            return [column.place] * len(numbers)
        of = self.resolutions[stage.name].decimals_of
        return [None if number is None else of(number) for number in numbers]
