"""What a formula of names without its own name gives, right behind what these are: `a = 3, b = 4. Then a b = 12`."""

from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.annotations.names.said_values import Use
from verifier.sources.text.signs import OPERATORS

_LONGEST: Final = 160
"""Characters from the first name to the formula at most."""
_LEADS: Final = pattern(
    r"\b(?:then|so|thus|hence|therefore|gives?|also|dann|somit|donc|alors|entonces|luego|quindi|allora|logo|ent\u00e3o"
    r"|dus|zatem|wi\u0119c|tedy|\u0442\u043e\u0433\u0434\u0430|\u0437\u043d\u0430\u0447\u0438\u0442)\b|:",
    2,  # letters of any case
)
_ASKS: Final = pattern(
    r"\n[ \t]*\n|\?|\b(?:solve|solving|find|suppose|guess|try|want|need|must|should|such that|system|equations?|check"
    r"|not|satisf\w+|root|instead|otherwise|case|when|max\w*|min\w*|subject)\b",
    2,
)
"""What parts them, or says that the formula may be an equation."""


def is_said(text: str, places: Sequence[int], use: Use) -> bool:
    """Whether a text says what a formula gives, of which the names have their numbers at these *places*."""
    first = use.left.tokens[0].start
    if max(places) >= first or first - min(places) > _LONGEST:
        return False
    has_sign = any(token.is_one_of(*OPERATORS) for token in use.left.tokens)
    between = text[max(places) : first]
    return has_sign and _LEADS.search(between) is not None and _ASKS.search(text, min(places), use.at) is None
