"""How far a printed number is from what it should be."""

from flint import fmpq

from verifier.evaluation.predicates import attempt
from verifier.numbers.interval import Missing
from verifier.numbers.number import Number, compare
from verifier.numbers.other_cells import parse_cell
from verifier.numbers.printed import power_of_ten
from verifier.verdict import CellReport


def deviation(cell: CellReport) -> Number | None:
    """The distance of the printed number from the value that its printed operands give; None without such a value."""
    value = cell.literal
    if cell.number is None or not isinstance(value, Number):
        return None
    return _size(value - cell.number.value)


def departed(prints: dict[tuple[int, int], str], cell: CellReport) -> Number | None:
    """The distance of the printed number from what the standard definition prints; None without such a number."""
    text = prints.get((cell.row, cell.column))
    if cell.number is None or text is None or not isinstance(wanted := _shown(text), fmpq):
        return None
    return _size(wanted - cell.number.value)


def _shown(text: str) -> fmpq | Missing:
    """The value that a printed text shows."""
    return parse_cell(text).value


def _size(number: Number) -> Number:
    """The absolute value; `abs` of flint is typed too loosely."""
    return -number if number < 0 else number


def in_units(cell: CellReport, distance: Number | None) -> Number | None:
    """A distance in units of the last digit that a cell stands for."""
    return None if distance is None else distance * power_of_ten(cell.decimals)


def relative(cell: CellReport, distance: Number | None, wanted: dict[tuple[int, int], str]) -> Number | None:
    """The distance divided by the right value: the corrected one, or else the literal one; None if that is zero."""
    text = wanted.get((cell.row, cell.column))
    value = cell.literal if text is None else _shown(text)
    if distance is None or not isinstance(value, Number):
        return None
    size = _size(value)
    return attempt(lambda: distance / size if compare(size, fmpq(0)) > 0 else None, None)
