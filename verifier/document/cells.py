r"""How the cells of a document are read beside plain numbers: `3.2 ± 0.1`, and decimal commas where they are declared.

A cell with `±` or `\pm` shows two numbers: the first belongs to its stage, the one behind the sign to the
stage `NAME_spread`. Where decimal commas are declared, numbers are read, and later shown, with a point.
`_` is a blank cell of a given, which stands for 0.
"""

import re
from collections.abc import Callable
from typing import Final

from verifier.document.nodes import Items, Node, Text
from verifier.document.problems import quote
from verifier.late import pattern
from verifier.numbers.other_cells import BLANK, Blank, Infinite, parse_cell
from verifier.numbers.printed import Printed, is_plain
from verifier.numbers.printed import parse as parse_number

SPREAD: Final = "_spread"
"""What the name of a stage has at its end if it holds the numbers behind the signs `±` of another."""
_SIGN: Final = pattern(r"\s*(?:\u00b1|\\pm)\s*")
_COMMA: Final = pattern(
    r"""(?P<before>[^0-9,.]*)
        (?P<whole>[0-9]{1,3}(?:(?P<group>[ .\u2009\u202f]|\\,)[0-9]{3}(?:(?P=group)[0-9]{3})*)|[0-9]*)
        (?:,(?=[0-9(])(?P<decimals>[0-9]*))?
        (?P<after>[^,.]*)
    """,
    re.VERBOSE | re.ASCII,
)

Parse = Callable[[str, int, int], Printed | Infinite]


def with_point(text: str) -> str:
    """A number with a decimal comma as one with a point, its thousands not set apart; raises ValueError for another."""
    match = _COMMA.fullmatch(text)
    if match is None:
        raise ValueError(f"a number with a decimal comma, as 1 234,50 or 0,7, found {quote(text)}")
    whole = match["whole"].replace(match["group"], "") if match["group"] else match["whole"]
    decimals = "" if match["decimals"] is None else f".{match['decimals']}"
    return f"{match['before']}{whole}{decimals}{match['after']}"


def sides(text: str) -> list[str]:
    """The number before the sign of `3.2 ± 0.1` and the one behind it; one text where there is no sign."""
    return _SIGN.split(text) if "\u00b1" in text or "\\pm" in text else [text]


def reading(*, comma: bool, part: int = 0, is_given: bool = True) -> Parse:
    """How a cell is read: with a decimal comma or a point, and of `3.2 ± 0.1` the part before or behind the sign."""
    is_number = not comma and part == 0  # so that plain decimals are what they are

    def parse(text: str, line: int, column: int) -> Printed | Infinite:
        if is_number and is_plain(text):
            return parse_number(text, line, column)
        if text == BLANK and is_given:
            return Blank(BLANK, line, column)
        if text == BLANK:
            raise ValueError(f"a number, or ? where the formula gives it, found {BLANK}, a blank cell of a given")
        found = sides(text)
        if part >= len(found) or len(found) > 2:  # noqa: PLR2004 - a number and the one behind the sign
            raise ValueError(f"two numbers with one sign between them, as 3.2 \u00b1 0.1, found {quote(text)}")
        return parse_cell(with_point(found[part]) if comma else found[part], line, column)

    return parse


def has_spread(node: Node | None) -> bool:
    """Whether some cell shows a number and, behind a sign, another."""
    match node:
        case Text():
            return _SIGN.search(node.value) is not None
        case Items():
            return any(map(has_spread, node.items))
    return False
