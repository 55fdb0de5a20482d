"""Points that may part thousands, as in `610.500 €`: amounts of money have two decimals, and seldom three."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.annotations.blocks import Shown
from verifier.sources.annotations.cells.dotted_thousands import has_millions
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.places import Lines
from verifier.sources.text.settings import Settings

_AMOUNT: Final = pattern(
    r"\W*(?P<whole>[0-9]{1,3})(?P<parts>(?:\.[0-9]{3})+)[\s*]*(?:[€₫đ₱₺₽]|\\euro|(?:EUR|Kč|kr|zł|VND|IDR|Euro?)\b)[\s*$]*"
)
_BEFORE: Final = re.compile(
    r"\W*(?:[€₫₱₺₽]|\\?\$(?=[^$]*\Z)|(?:EUR|Rp|R\$|CLP|COP)\.?)\s*(?P<whole>[0-9]{1,3})(?P<parts>(?:\.[0-9]{3})+)[\s*$]*"
)
_IN_THREES: Final = re.compile(r"(?<![\w.,])[1-9][0-9]{0,2}\.[0-9]{3}(?![\w.,])")
_DIGIT: Final = re.compile(r"[0-9]")
_LEAST: Final = 2


def refuse_thousands(shown: Shown, verb: str, number: int, lines: Lines, settings: Settings) -> None:
    """Raise Unreadable for a column or row of amounts of money with three digits behind each point.

    Not where its author says that points are decimal points.
    """
    table = shown.table
    if table is None or settings.says_points(shown.at):
        return
    if verb == "columns":
        cells = [row.cells[number] for row in table.body if number in row.cells]
    else:
        cells = [*table.body[number].cells.values()]
    amounts = [cell for cell in cells if _DIGIT.search(cell.text)]
    found = [_AMOUNT.fullmatch(cell.text) or _BEFORE.fullmatch(cell.text) for cell in amounts]
    has_many = any(match is not None and len(match["whole"]) > 1 for match in found)
    is_money = has_many and None not in found and len(found) >= _LEAST
    in_threes = [cell for cell in amounts if _IN_THREES.search(cell.text) is not None]
    if is_money or (in_threes and any(has_millions(cell.text) for cell in amounts)):
        first = (in_threes or amounts)[0]
        line, column = lines.of(first.at[len(first.text) - len(first.text.lstrip())])
        raise Unreadable(f"'{first.text.strip()}' at {line}:{column}, whose point may part thousands")
