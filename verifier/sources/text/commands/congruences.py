r"""Congruences of numbers whose last is the remainder, as equalities: `17 \equiv 2 \pmod{5}` as `17\bmod 5=2`."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

_NUMBERS: Final = r"[0-9](?:[0-9+{}^\s-]|\\cdot(?![A-Za-z])|\\times(?![A-Za-z]))*(?<=[0-9}])"
_MODULUS: Final = (
    r"(?:\\pmod\s*(?:\{\s*)?|\\?\(\s*(?:\\text\{\s*mod\s*\}|\\bmod|\\mod)\s*)(?P<modulus>[0-9]{1,12})(?:\s*[})])?"
)
_CONGRUENCE: Final = pattern(
    rf"(?:\A|(?<=[$,;&]|=|\[|\()|(?<=\\equiv)|(?<=\\\\))\s*(?P<left>{_NUMBERS})\s*\\equiv\s*(?P<right>[0-9]{{1,12}})"
    rf"\s*(?:\\[,;:! ]|~|\\q?quad)*\s*{_MODULUS}(?=\s*(?:\Z|[$&,;.]|\\\\|\\\]|\\end|\\[,; ]|\\q?quad))"
)
_IN_WORDS: Final = pattern(
    r"(?<![-+*/^\u00d7\u00b7\u2212!)\w.,])(?<![-+*/^\u00d7\u00b7\u2212!)][ ])"
    r"(?P<left>[0-9]+(?:[ ]?[-+*\u00d7\u00b7\u2212^][ ]?[0-9]+|[\u00b2\u00b3]){0,9})[ ]?\u2261[ ]?"
    r"(?P<right>[0-9]{1,12})[ ]\(mod[ ](?P<modulus>[0-9]{1,12})\)"
)
_NOT_READ: Final = pattern(r"\^\s*\{?\s*-|\^\s*\{[^}]*\Z|\A[^{]*\}")
"""An exponent that is negative, of which the inverse is meant, and braces of which one is missing."""
_DENIED: Final = pattern(
    r"[^.;\n]{0,40}(?:\b(?:false|wrong|not|incorrect|untrue|impossible|fails?|falsch|faux|falso)\b|\?)", re.IGNORECASE
)
"""What stands behind a congruence that does not hold, or that is asked."""


def with_remainders(stretch: Stretch) -> Stretch:
    """The same with an equality for each congruence whose last number is no more than a remainder can be."""
    for one, sign in ((_CONGRUENCE, r")\bmod "), (_IN_WORDS, ") mod ")):
        pieces: list[Stretch] = []
        end = 0
        for match in one.finditer(stretch.text):
            is_read = _NOT_READ.search(match["left"]) is None and _DENIED.match(match.string, match.end()) is None
            if is_read and int(match["right"]) < int(match["modulus"]):
                pieces += [stretch.part(end, match.start("left")), *_equality(stretch, match, sign)]
                end = match.end()
        stretch = joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
    return stretch


def _equality(stretch: Stretch, match: re.Match[str], sign: str) -> list[Stretch]:
    """The parts of the equality, each character at its place, and signs at that of a number beside them."""
    left, right, modulus = (stretch.part(*match.span(name)) for name in ("left", "right", "modulus"))
    is_one = left.text.isdecimal()
    signs = (("" if is_one else "(", left.at[0]), (sign[is_one:], left.at[-1]), ("=", modulus.at[-1]))
    first, over, equal = (Stretch(text, [at] * len(text)) for text, at in signs)
    return [first, left, over, modulus, equal, right]
