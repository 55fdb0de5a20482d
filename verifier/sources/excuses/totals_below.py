"""Lines that begin with a sign below lines with results of their own: totals, and running accounts.

Below `3 * 80 = 240` and `6 * 15 = 90` the line `= 330` shows their sum, and `+ 6 * 15 = 90` has a result of its own.
So may words behind a result speak of more than it: `the total of 3 * 80 = 240 and 6 * 15 = 90 is 330`.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import gives
from verifier.sources.text.signs import MINUS
from verifier.sources.units.units import is_value

_LINES: Final = pattern(r"\n|\\\\|\\cr\b|<br ?/?>", re.IGNORECASE)
"""What ends a line of a text or a row of a display."""
_PARAGRAPH: Final = pattern(r"\n[ \t]*\n|\\begin\{[a-z]+\*?\}|\$\$|\\\[")
_RESULT: Final = pattern(
    r"[^=\s&][^=]*=[\s&$]*[\u20ac\u00a3$]?[-\u2212]?[0-9][0-9., ]*[^\W\d]{0,3}[\s\u20ac%$&\\.;]*\Z"
)
"""A line with something before its sign, and one number behind it."""
_MOST: Final = 2_000
"""So many characters before a side are looked at."""
_SIGN: Final = pattern(r"(?:\A|\n)[ \t&]*[-+\u2212\u2013][ \t]*\Z")
_SEVERAL: Final = 2
_WORD: Final = pattern(r"(?<!\\)\b[a-z]{2,}", re.IGNORECASE)
"""A relation that is said: behind a result it may be one of what the whole sentence is about."""
_SIGNS: Final = pattern(r"[=\u2248\u2243]|\\approx|\\simeq|\\cong")


def is_of_lines_above(text: str, spans: tuple[tuple[int, int], tuple[int, int]], sides: tuple[Side, Side]) -> bool:
    """Whether two sides at *spans* that stand on lines below each other are no two sides of one equality."""
    (start, end), (begin, stop) = spans
    left, right = sides
    if _WORD.search(text[end:begin]) is not None and _SIGNS.search(text[end:begin]) is None:
        return is_value(left.tokens) and is_value(right.tokens) and text[:start].rstrip(" $\\{").endswith("=")
    if _LINES.search(text[end:begin]) is not None:
        return is_value(left.tokens) and _results_above(text, end) >= _SEVERAL
    inside = text[start:end]
    if _LINES.search(inside) is not None:
        return _holds_on_its_line(text, start, left, right)
    is_item = is_value(left.tokens) and _SIGN.search(text[max(0, start - _SEVERAL * 10) : start]) is not None
    return is_item and _LINES.search(text[begin:stop]) is not None


def _results_above(text: str, end: int) -> int:
    """How many lines up to an offset, of its paragraph or display, have a result of their own."""
    above = _PARAGRAPH.split(text[max(0, end - _MOST) : end])[-1]
    return sum(_RESULT.search(line.strip()) is not None for line in _LINES.split(above))


def _holds_on_its_line(text: str, start: int, left: Side, right: Side) -> bool:
    """Whether the last line of the first side gives the second one without what stands above it, but for its sign."""
    tokens = left.tokens
    for index in range(1, len(tokens)):
        between = text[start + tokens[index - 1].end - tokens[0].start : start + tokens[index].start - tokens[0].start]
        if _LINES.search(between) is not None and tokens[index].is_one_of("+", *MINUS) and tokens[index + 1 :]:
            return gives(left._replace(tokens=tokens[index + 1 :]), right.tokens)
    return False
