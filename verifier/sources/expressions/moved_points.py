r"""Matrices with a sign or a power of ten before or behind them: `0.1 [2, 3]`, `-[2, 3]`, `10^{-3} [2]`, `[2] / 10`.

Such a factor moves the points of printed numbers and changes their signs, and what they stand for moves with them. Any
other, as 2, would stretch it.
"""

import re
from collections.abc import Sequence
from typing import Final

from verifier.document.model import Grid
from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.expressions.values import Numeral, Unreadable
from verifier.sources.text.tokens import Token

_POWER: Final = r"(?:(?P<below>0?\.0{0,20}1)|10\^\{?(?P<raised>[-\u2212]?[0-9]{1,2})\}?|1(?P<zeros>0{0,20}))"
_BEFORE: Final = pattern(rf"(?P<sign>[-\u2212]?)(?:{_POWER})?")
_BEHIND: Final = pattern(rf"/\(?{_POWER}\)?")
_NUMBER: Final = pattern(r"(?P<sign>-?)[0-9]*\.?[0-9]*")


class Moved(NamedTuple):
    """The tokens of a matrix, and by how many places and with which sign its numbers are moved to the left."""

    matrix: Sequence[Token]
    places: int
    is_negative: bool

    def of(self, grid: Grid[Numeral]) -> Grid[Numeral]:
        """The numbers of the matrix with the factor; raises Unreadable for what are no plain ones."""
        cells = tuple(None if cell is None else cell._replace(text=self._text(cell.text)) for cell in grid.cells)
        return Grid(grid.rows, grid.columns, cells)

    def _text(self, shown: str) -> str:
        match = _NUMBER.fullmatch(shown)
        if match is None:
            raise Unreadable("a factor before numbers that are not plain")
        sign = "-" if (match["sign"] == "-") != self.is_negative else ""
        power = f"e{-self.places}" if self.places else ""
        return f"{sign}{shown.removeprefix('-')}{power}"


def moved_by(tokens: Sequence[Token], start: int, end: int) -> Moved | None:
    """The factor around a matrix from *start* on, the sign of its product before it from *end* on; None for none."""
    behind = next((at for at in range(len(tokens) - 1, start, -1) if tokens[at].text == "/"), len(tokens))
    before = _BEFORE.fullmatch(_spelled(tokens[:end]))
    below = _BEHIND.fullmatch(_spelled(tokens[behind:])) if behind < len(tokens) else None
    if before is None or (behind < len(tokens) and below is None) or (not end and below is None):
        return None
    places = -_exponent(before) + (0 if below is None else _exponent(below))
    return Moved(tokens[start:behind], places, bool(before["sign"]))


def _spelled(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)


def _exponent(match: re.Match[str]) -> int:
    """The exponent of a power of ten."""
    if match["raised"]:
        return int(match["raised"].replace("\u2212", "-"))
    return -len(match["below"].partition(".")[2]) if match["below"] else len(match["zeros"] or "")
