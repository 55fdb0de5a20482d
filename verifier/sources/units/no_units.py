"""What surely is no unit behind a number, and has no part in one."""

from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.text.signs import FRACTIONS

NEVER: Final = frozenset((*"+-,=)]}*^!<>", "\u2212", "\u00d7", "\\cdot", "\\times", "&"))
"""Signs that begin no unit."""
NO_NAMES: Final = frozenset("\u03a9\u2126\u00b5\u03bc\u00c5\u212b")
"""Ohms, prefixes of millionths and Angstroms, typed as they are: with their commands they are units as well."""
_NO_PART: Final = frozenset((*NEVER, "(", "[", "{", "\\sqrt"))
"""Signs that are no part of a unit, where none has begun."""
_OPEN: Final = frozenset(("", "+", "-", "\u2212", "=", "*", "\u00d7", "\\cdot", "\\times", "(", "[", "{"))
"""Signs behind which a number begins; so does a side."""


def may_have_units(side: Side) -> bool:
    """Whether something stands in a side that may be a unit behind a number; a fraction behind another sign is none."""
    last = ""
    for token in side.tokens:
        is_part = token.text not in _NO_PART and not (token.text in FRACTIONS and last in _OPEN)
        if token.sort != "number" and (last == "/" or (is_part and token.text != "/")):
            return True
        last = token.text
    return last == "/"
