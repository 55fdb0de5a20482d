"""Matrices that show numbers and fractions of whole numbers, as results."""

from verifier.formulas.tree import Name
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.grids import shown
from verifier.sources.expressions.values import Reading, Unreadable, Value
from verifier.sources.text.signs import OVER


def with_fractions(value: Value, side: Side, reading: Reading) -> Value:
    """What a side is, with what its cells show where it is one matrix of numbers and fractions of whole numbers.

    Not where a comma may be one of decimals.
    """
    if value.shape is None or value.is_shown or side.tokens[0].sort != "begin":
        return value
    last = max((at for at, token in enumerate(side.tokens) if token.sort == "end"), default=0)
    is_divided = any(token.is_one_of(*OVER) for token in side.tokens[last:])
    if is_divided or any("," in token.text for token in side.tokens if token.sort == "number"):
        return value
    try:
        grid = shown(side.tokens)
    except Unreadable:
        return value
    if grid.shape != value.shape or any(cell is None or cell.is_percent for cell in grid.cells):
        return value
    return value._replace(grid=grid, tree=Name(reading.name(side.tokens[0].start, "m")))
