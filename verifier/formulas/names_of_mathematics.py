"""Names as mathematics writes them, `h_{t-1}`, and as formulas do, `h_t_minus_1`."""

import re
from typing import Final

INDEXED: Final = re.compile(r"\\?[^\W\d]\w{0,40}(?:[_^]{1,2}\{[^{}]{1,40}\}){1,4}")
"""A name with indices in braces."""
_SIGN: Final = re.compile(r"(?<=\w)\s*([-+\u2212])\s*(?=\w)")
_OTHER: Final = re.compile(r"[\W_]+")


def in_letters(name: str) -> str:
    """The name of letters, digits and _ for one that mathematics writes; empty if nothing is left."""
    spoken = _SIGN.sub(lambda match: "_plus_" if match[1] == "+" else "_minus_", name)
    return _OTHER.sub("_", spoken).strip("_")


def named(formula: str) -> re.Match[str] | None:
    """The first name with indices in braces in a formula."""
    return INDEXED.search(formula)


def must_be(name: str) -> str:
    """What a formula must have in the place of such a name."""
    return f"names of letters, digits and _, found {name}; write {in_letters(name)}"
