"""Numbers of columns and lines before an equals sign or a dash: `| 3 | 4 = 2 * 3 |`, `1- 2 + 3 = 5`.

Tables of accounts number their columns below the header, and say how they are computed.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.text.signs import MINUS

_FAR: Final = 300
"""Characters before such a number that are looked at."""
_MOST: Final = 60
_CELL: Final = pattern(r"(?:[|&>\t;]|^)[ ]*(\d{1,2})[ ]*(?=[|&<\t;=]|\\\\)|^[ ]*(\d{1,2})[.)]?[ ]", re.MULTILINE)
_BARS: Final = pattern(r"\||(?<!\\)&")
_LINE: Final = pattern(r"^[ ]*(\d{1,3})[ ]?([-/])[ ]", re.MULTILINE)


def is_numbered(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether the first number of an equality at an offset of a text is that of a column or of a line."""
    return _is_column(text, start, sides) or _is_line(text, start, sides[0])


def _is_column(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether the left side alone is the number of its cell, of the cell before, or of the first cell of its row."""
    left, right = sides
    shown = left.tokens[0].text
    if len(left.tokens) != 1 or not shown.isdecimal() or left.unit or not 1 < int(shown) <= _MOST:
        return False
    numbers = [token.text for token in right.tokens if token.sort == "number"]
    if len(numbers) <= 1 or not all(one.isdecimal() and int(one) <= _MOST for one in numbers[:1]):
        return False
    row = text[max(0, start - _FAR, text.rfind("\n", 0, start) + 1) : start]
    before = text[max(0, start - _FAR) : start] if "<" in row or not row.strip() else row
    found = {int(one or other) for one, other in _CELL.findall(before)}
    is_own = len(_BARS.findall(row)) + (not row.lstrip().startswith("|")) == int(shown)
    is_row = row.strip() != "" and _BARS.search(row) is not None
    return bool(found & {int(shown), int(shown) - 1}) or (is_row and is_own)


def _is_line(text: str, start: int, left: Side) -> bool:
    """Whether the left side begins with the number of its line and a dash, as that of a line beside it does."""
    first, *rest = left.tokens
    if (
        not rest
        or not first.text.isdecimal()
        or not rest[0].is_one_of("/", *MINUS)
        or text[start - 1 : start] not in ("", "\n")
    ):
        return False
    around = text[max(0, start - _FAR) : start + _FAR]
    numbers = {int(number) for number, sign in _LINE.findall(around) if sign == rest[0].text}
    return not numbers.isdisjoint((int(first.text) - 1, int(first.text) + 1))
