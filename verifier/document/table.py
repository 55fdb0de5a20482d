"""Blocks of plain decimals whose cells are made when somebody asks for one: a check of right blocks needs none."""

from collections.abc import Sequence
from functools import cached_property

from flint import fmpq

from verifier.document.model import Block, Grid
from verifier.numbers.mantissas import Mantissas, at_finest_place, mantissas_of
from verifier.numbers.printed import Printed
from verifier.record import MadeWhenAsked


class Table(MadeWhenAsked, Grid[Printed]):
    """A block all of whose cells have one position, that of the name of their file, and whose numbers are known."""

    mantissas: Mantissas
    texts: Sequence[str]
    spot: tuple[int, int]

    @classmethod
    def of(cls, texts: Sequence[str], mantissas: Mantissas, spot: tuple[int, int]) -> "Table":
        """The table of some texts, row by row, at a line and a column."""
        made = cls._make((mantissas.rows, mantissas.columns, (), {}))
        made.texts, made.mantissas, made.spot = texts, mantissas, spot
        return made

    @cached_property
    def whole(self) -> Block:
        """The same with its cells."""
        _, _, place, numbers, _ = self.mantissas
        unit = 10**place
        pairs = zip(self.texts, numbers, strict=True)
        cells = tuple([Printed(text, fmpq(number, unit), place, *self.spot) for text, number in pairs])
        return Grid(*self.shape, cells)

    @property
    def cells(self) -> tuple[Printed | None, ...]:
        """The numbers, row by row."""
        return self.whole.cells


def mantissas_of_block(block: Block, *, by_value: bool = False) -> Mantissas | None:
    """A block as whole numbers of one unit; None unless each cell shows a plain decimal.

    All have one place, so that the unit is that of their last digits; where values alone are asked, *by_value*, any.
    """
    if isinstance(block, Table):
        return block.mantissas
    texts = [cell.text for cell in block.cells if type(cell) is Printed]
    if len(texts) < len(block.cells):
        return None
    return (at_finest_place if by_value else mantissas_of)(texts, *block.shape)
