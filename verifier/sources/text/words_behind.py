"""The words of a source behind a number, without what only says how they look."""

import re
from typing import Final

_NEAR: Final = 120
_DRESS: Final = re.compile(
    r"<[^<>\n]{0,60}>|[*_`${}]|\\(?:text[a-z]*|mathrm|mbox|emph|q?quad)(?![a-z])|\\[,;:! ]|&nbsp;|[\u00a0\u2009\u202f]"
)


def words_behind(text: str, end: int) -> str:
    """What stands behind an offset on its line, with single blanks and without tags, stars, dollars and braces."""
    line = text[end : end + _NEAR].partition("\n")[0]
    return " ".join(_DRESS.sub(" ", line).split())
