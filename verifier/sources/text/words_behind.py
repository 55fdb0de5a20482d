"""The words of a source behind a number, without what only says how they look."""

import re
from typing import Final

from verifier.late import pattern

_NEAR: Final = 120
_DRESS: Final = pattern(
    r"<[^<>\n]{0,60}>|[*_`${}]|\\(?:text[a-z]*|mathrm|mbox|emph|q?quad)(?![a-z])|\\[,;:! ]|&nbsp;|[\u00a0\u2009\u202f]"
)

GOES_ON: Final = pattern(
    r"and|or|so|but|which|who|that|is|are|was|were|be|has|have|had|then|thus|hence|therefore|as|because|since|for|in|at|to"
    r"|of|on|by|with|from|into|if|when|while|where|we|you|it|this|these|those|they|the|an?|not|also|only|per|each|should"
    r"|would|could|will|can|may|must|does|do|did|now|next|again|here|there|its|their|our|your|his|her|total"
    r"|und|oder|ist|sind|et|ou|est|sont|y|es|son|e|donc|alors|dann|wir|mit|pour|avec|con|com|som",
    re.IGNORECASE,
)
"""Words with which a sentence goes on."""


def words_behind(text: str, end: int) -> str:
    """What stands behind an offset on its line, with single blanks and without tags, stars, dollars and braces."""
    line = text[end : end + _NEAR].partition("\n")[0]
    return " ".join(_DRESS.sub(" ", line).split())
