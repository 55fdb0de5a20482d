"""Signs that nobody sees, as marks of direction and soft hyphens, are passed over; digits of full width are digits."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

_UNSEEN: Final = pattern("[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]+")
_WIDE: Final = {ord(sign) + 0xFEE0: sign for sign in "0123456789+-*/%.="}
"""Digits and signs of full width, which Chinese, Japanese and Korean texts have, and those of ASCII."""


def without_unseen(stretch: Stretch) -> Stretch:
    """The same without signs that are not seen, with digits of full width as in ASCII; the rest at its places."""
    pieces: list[Stretch] = []
    end = 0
    for match in _UNSEEN.finditer(stretch.text):
        pieces.append(stretch.part(end, match.start()))
        end = match.end()
    seen = joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
    return Stretch(seen.text.translate(_WIDE), seen.at)
