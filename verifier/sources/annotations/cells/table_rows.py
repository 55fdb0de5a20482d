"""The rows of tables: headers, rows of numbers, and rows of dots, which stand for others."""

from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.annotations.cells.rows_left_out import is_left_out
from verifier.sources.text.stretch import Stretch

_DIGIT: Final = pattern(r"[0-9]")


class Row(NamedTuple):
    """The cells of a row by their columns; `is_header`: they say what stands below."""

    cells: dict[int, Stretch]
    is_header: bool


def texts_of(row: Row) -> dict[int, str]:
    """What its cells show, by their columns."""
    return {number: stretch.text.strip() for number, stretch in row.cells.items()}


def is_of_body(row: Row) -> bool:
    """Whether a row is no header and has numbers, and is none of dots."""
    return not row.is_header and any(map(has_digit, row.cells.values())) and not is_left_out(row.cells)


def leaves_out(row: Row) -> bool:
    """Whether a row is none, and says that others are left out."""
    return not row.is_header and is_left_out(row.cells)


def is_numeric(row: Row) -> bool:
    """Whether a row is a header that shows numbers, as years or totals."""
    return row.is_header and any(map(is_of_digits, row.cells.values()))


def has_digit(stretch: Stretch) -> bool:
    """Whether a cell shows some digit."""
    return _DIGIT.search(stretch.text) is not None


def is_of_digits(stretch: Stretch) -> bool:
    """Whether a cell has digits, and no letters."""
    return has_digit(stretch) and not any(map(str.isalpha, stretch.text))
