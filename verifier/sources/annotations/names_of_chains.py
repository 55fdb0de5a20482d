"""What a text calls a block: the name that its chain begins with, or that stands before it among words."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Chain
from verifier.sources.expressions.naming import primed_label_of
from verifier.sources.text.inline import OBJECT
from verifier.sources.text.signs import STYLES

NAME: Final = pattern(r"(?<![\w.\\^)}])([^\W\d]\w*(?:[_^]\{\w+\})*)\s*(?:[=:\u2248]|:=)\s*$")
_IN_LETTERS: Final = pattern(r"^[ \t]*([^\W\d]\w*)[ \t]*=(?=[^=\r\n]*[(\[])[^=\r\n]+\r?\n[ \t]*=\s*\Z", re.MULTILINE)
"""A name on a line with its formula in letters, which has brackets, above a line that begins with an equals sign."""
_JOINED: Final = pattern(r"[-+*/^\u00b7\u00d7\u2212\u22c5]\s*$")
_MADE_OF: Final = pattern(
    r"\b(?:mean|average|median|size|length|sum|product|total|maximum|minimum|max|min|number|variance|deviation|norm"
    r"|determinant|trace|rank|inverse|transpose|square|root|logarithm|range|count)\s+of\s+(?:the\s+)?\$?\Z",
    re.IGNORECASE,
)
"""Words before a name with which a number is made of what has it."""
LOOK_BACK: Final = 80
"""So many characters before a block are looked at."""


def name_of(text: str, chain: Chain) -> str | None:
    """The name that a chain begins with; None for what is computed from one, as the determinant of A."""
    first = chain.sides[0].tokens
    name = primed_label_of(chain)
    if name is not None:
        return name
    is_in_words = not first or any(token.is_one_of(*STYLES) or token.text == OBJECT for token in first)
    return _name_before(text, chain) if is_in_words else None


def _name_before(text: str, chain: Chain) -> str | None:
    """The name before the first relation, where the words of running text were cut from the chain."""
    start = next((side.tokens[0].start for side in chain.sides[1:] if side.tokens), 0)
    before = text[max(0, start - LOOK_BACK) : start]
    match = _IN_LETTERS.search(before) or NAME.search(before)
    return (
        None
        if match is None or _JOINED.search(before[: match.start()]) or _MADE_OF.search(before[: match.start()])
        else re.sub(r"[\W_]+", "_", match[1]).strip("_")
    )
