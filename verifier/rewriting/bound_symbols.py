"""The numbers that printed blocks give to the symbols of stated shapes, one for the whole document."""

from typing import Final

from verifier.document.model import Dimension, Document, Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Expression, Literal, Name, names
from verifier.operations import ShapeError
from verifier.record import NamedTuple
from verifier.rewriting.stated_sizes import size_of

_SIDES: Final = ("rows", "columns")


class Binding(NamedTuple):
    """A number of a symbol, and the side of the block that shows it."""

    size: int
    stage: Stage
    side: str

    def __str__(self) -> str:
        return f"{self.size} in the {self.side} of {self.stage.name} (line {self.stage.line})"


class BoundSymbols:
    """The symbols of one document, bound where a stage states a shape and shows a block."""

    def __init__(self, document: Document) -> None:
        self._bound: dict[str, list[Binding]] = {}
        self._conflicts: dict[str, str] = {}
        for stage in document.stages:
            for side, dimension, size in _sides(stage):
                if isinstance(dimension, Name):
                    self._bind(dimension.name, Binding(size, stage, side))

    def _bind(self, symbol: str, new: Binding) -> None:
        """Note a number of a symbol; it conflicts with an earlier one if it is another and was not seen before."""
        known = self._bound.setdefault(symbol, [])
        if any(new.size == other.size for other in known):
            return
        if known:
            self._conflicts.setdefault(new.stage.name, f"{symbol} is {known[0]} and {new}")
        known.append(new)

    def conflict(self, stage: Stage) -> str | None:
        """Why the stated shape of a stage cannot be that of its block; None if nothing is known against it."""
        if stage.name in self._conflicts:
            return self._conflicts[stage.name]
        found = (self._of_product(dimension, side, size) for side, dimension, size in _sides(stage))
        return next((why for why in found if why is not None), None)

    def _of_product(self, dimension: Expression, side: str, size: int) -> str | None:
        """The conflict of a dimension made of several symbols, each with one known number."""
        symbols = list(dict.fromkeys(names(dimension)))
        if isinstance(dimension, Name) or any(len(self._bound.get(symbol, ())) != 1 for symbol in symbols):
            return None
        known = {symbol: self._bound[symbol][0] for symbol in symbols}
        numbers = " and ".join(f"{symbol} is {bound}" for symbol, bound in known.items())
        try:
            stated = size_of(dimension, {symbol: bound.size for symbol, bound in known.items()})
        except ShapeError as error:
            return f"{numbers}, and {spell(dimension)} needs {error}"
        return (
            None
            if stated == size
            else f"{numbers}, so that {spell(dimension)} is {stated}, and {size} {side} are printed"
        )


def _sides(stage: Stage) -> list[tuple[str, Expression, int]]:
    """The sides of a block for which the stage states an expression of symbols, and their numbers."""
    if stage.shape is None or stage.block is None or len(stage.shape) > len(_SIDES):
        return []
    stated: tuple[Dimension, ...] = stage.shape if len(stage.shape) == len(_SIDES) else (1, *stage.shape)
    sides = zip(_SIDES, stated, stage.block.shape, strict=True)
    return [(side, found, size) for side, found, size in sides if not isinstance(found, int | Literal)]
