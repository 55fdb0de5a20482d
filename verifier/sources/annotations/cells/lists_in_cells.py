"""Lists of numbers in the cells of tables, as points: each is a row of the block of its column."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.document.model import Block, Grid
from verifier.late import pattern
from verifier.sources.annotations.cells.around_numbers import without_signs
from verifier.sources.expressions.grids import list_of, placed, row_of
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.places import Lines, Places
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import tokens

_INDIAN: Final = pattern(
    r"[\s$*]*(?P<amount>[^\s0-9(\[{$*]{0,3}\s?[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?)[^0-9]*"
)
"""An amount whose thousands are in groups of two digits, or else a list without brackets and blanks."""
_DECIMAL: Final = re.compile(r"[\s$*]*(?P<number>[-+\u2212]?[0-9]+,[0-9]+)[\s$*]*")
"""A number with a decimal comma, or else a list of two without brackets and blanks."""


def lists_of(cells: Sequence[Stretch | None], lines: Lines) -> Block | None:
    """The rows of lists of one length in all of some cells; None where a cell holds none. Raises Unreadable."""
    found: list[Block] = []
    for cell in cells:
        shown = [] if cell is None else list(tokens(without_signs(cell.text), is_prose=False))
        listed = list_of(shown) or row_of(shown)
        if cell is None or listed is None:
            return None
        if (amount := _INDIAN.fullmatch(cell.text)) is not None:
            line, column = lines.of(cell.at[amount.start("amount")])
            raise Unreadable(f"{amount['amount']!r} at {line}:{column}")
        found.append(placed(listed, Places(lines, cell.at)))
    decimals = [_DECIMAL.fullmatch(cell.text) for cell in cells if cell is not None]
    if cells and cells[0] is not None and (first := decimals[0]) is not None and None not in decimals:
        line, column = lines.of(cells[0].at[first.start("number")])
        raise Unreadable(f"{first['number']!r} at {line}:{column}, whose comma may be one of decimals")
    if len({block.columns for block in found}) > 1:
        raise Unreadable("lists of several lengths")
    return (
        None
        if not found
        else Grid(len(found), found[0].columns, tuple(cell for block in found for cell in block.cells))
    )
