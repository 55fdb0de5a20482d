"""Punctuation around mathematics that belongs to the words: emphasis, labels of items, and dashes before remarks."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import JOINED

EMPHASIS: Final = ("*", "_")
DASHES: Final = ("-", "\u2013", "\u2014")
_OPENING: Final = pattern(r"(?:^|(?<=[\s(:;,>]))(?:\*{1,3}|_{1,3})$")
"""Emphasis that begins right before mathematics."""
_CLOSING: Final = pattern(r"(?:\*{1,3}|_{1,3})(?=$|[\s.,;:!?)])(?!\s*[\d$(\\])")
"""Emphasis that ends right behind it; what may be an operand behind a star makes this a product."""
_OPERAND: Final = pattern(r"[\d)\]$%]\s*$")
_MARKS: Final = pattern(
    r"(?=[*_~])(?:(?<![\w*)\\])(?!\*[0-9](?<=[\w)] ..)[^*\n]*(?: \* [^*\n]*)*(?:\n|\Z))\*{1,3}(?=[^\s*])"
    r"|(?<=[^\s*\\])\*{1,3}(?![\w*(]|\.[0-9])|(?<![\w\\])_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?![\w{])"
    r"|~~[^~\r\n]{1,300}~~)"
)
_TIMES: Final = pattern(r"(?<=[0-9)])\* [0-9(][^*\n]*(?:\n|\Z)")
"""A star behind an operand and before another one, the last of its line."""
_LINE: Final = 300
"""Characters before such a star that are looked at."""
_LABEL: Final = pattern(r"(?:>\s*)*(?:[-*+]\s+|\d{1,2}[.)]\s+)?(?:[A-Z][a-z]+\s+)?\(?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})\)")
"""The number or letter of an item with its bracket, at the beginning of a line."""
_DASH: Final = r"(?:[-\u2013\u2014]|--)"
_BEFORE_DASH: Final = pattern(rf"(?:^|\s|\W)(?P<word>[^\W\d_]{{3,}})(?:[ ]\d{{1,2}})?[*_]{{0,3}}[ ]{_DASH}$")
_BEHIND_DASH: Final = pattern(rf"[ ]{_DASH}[ ]+(?:[*_]{{0,3}})(?P<word>[^\W\d_]{{3,}})[ ][^\W\d_]{{2}}")
_ARROW: Final = pattern(r"-{1,2}>(?=[ ]*[^\s\d$\\-])")
_AHEAD: Final = pattern(r"[$,;]|\\\(")
_RELATION: Final = pattern(r"[=\u2248]")


def without_emphasis(stretch: Stretch) -> Stretch:
    """A stretch of running text without the marks of emphasis; a star that opens and closes nothing is a sign."""
    return stretch.replaced(_MARKS, lambda match: match[0] if _is_lone(match) else "")


def _is_lone(match: re.Match[str]) -> bool:
    """Whether a mark is a star between two operands, and no other one stands on its line."""
    if _TIMES.match(match.string, match.start()) is None:
        return False
    start = max(match.string.rfind("\n", 0, match.start()), match.start() - _LINE, 0)
    return match.string.find("*", start, match.start()) < 0


def without_emphasis_before(text: str) -> str:
    """A text before mathematics without the emphasis that begins there, as `**` in `so **$2 + 3 = 5$**`."""
    found = _OPENING.search(text)
    return text if found is None or _OPERAND.search(text, 0, found.start()) else text[: found.start()]


def without_emphasis_behind(text: str) -> str:
    """A text behind mathematics without the emphasis that ends there."""
    found = _CLOSING.match(text)
    return text if found is None else text[found.end() :]


def is_label(text: str) -> bool:
    """Whether a text on the line before mathematics is the label of an item, as `2)`, `(b)` and `Step 1)`."""
    return text.endswith(")") and _LABEL.fullmatch(text.lstrip()) is not None


def is_parted_by_dash(text: str, before: str) -> bool:
    """Whether words end with a dash before mathematics, as in `Cost - $3 = 2 + 1$`; *text* is *before* without blanks.

    Behind a relation the word may be an operand.
    """
    found = _BEFORE_DASH.search(text) if before != text and not _RELATION.search(text) else None
    return found is not None and found["word"].lower() not in JOINED


def is_remark(text: str) -> bool:
    """Whether a dash parts mathematics from words behind it, as in `$3 = 2 + 1$ - just as before`.

    One word alone may be an operand. A dash may begin an arrow to what is no number, as in `$3 = 2 + 1$ -> (D)`.
    """
    if _ARROW.match(text.lstrip()):
        return True
    found = _BEHIND_DASH.match(text)
    return found is not None and found["word"].lower() not in JOINED and not _RELATION.search(_AHEAD.split(text)[0])
