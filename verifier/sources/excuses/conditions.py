r"""Conditions: `When $\det(A) = 0$` and `Case 2: x = 0` say of names what is not said of their numbers."""

import re
from typing import Final

from verifier.late import pattern

_CONDITION: Final = pattern(
    r"\b(?:when(?:ever)?|where|in case|case(?: \w{1,3})?|provided(?: that)?|such that|so that|for which|until|unless"
    r"|once|quand|lorsque?|o\u00f9|cas(?: \w{1,3})?|cuando|donde|caso(?: \w{1,3})?|quando|onde|dove|wobei|sobald"
    r"|Fall(?: \w{1,3})?"
    r"|als|wanneer|gdy|kiedy|\u043a\u043e\u0433\u0434\u0430|\u043f\u0440\u0438|\u5f53|\u7576|\u82e5|\u5982\u679c)"
    r"[\s:,$(\\]*\Z",
    re.IGNORECASE,
)
_LONGEST: Final = 24


def is_condition(text: str, start: int) -> bool:
    """Whether words right before an offset of a text say in which case something holds."""
    return _CONDITION.search(text, max(0, start - _LONGEST), start) is not None
