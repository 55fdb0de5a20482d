"""Displays that go on in the next: one that begins with a relation behind which another ended, and nothing between."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.chains import EQUAL
from verifier.sources.inline import OBJECT, Parts, Piece
from verifier.sources.stretch import Stretch, joined
from verifier.sources.tokens import Token

MAX_LENGTH: Final = 2_000
"""Maximum number of characters of what goes on."""
_ENDS: Final = " \t\r\n.,;\\"


class Displays:
    """Goes through the displays of a source; `last` is the one behind which nothing stands yet."""

    def __init__(self) -> None:
        self.last: Stretch | None = None

    def whole(self, piece: Piece, tokens: Sequence[Token]) -> tuple[Stretch, int]:
        """The display with what it goes on from, and where it begins there: 0 if it begins by itself."""
        before, self.last = self.last, piece.stretch if piece.is_display else None
        first = next((token for token in tokens if token.sort not in ("line", "tab")), None)
        if (
            before is None
            or not piece.is_display
            or first is None
            or first.sort != "relation"
            or first.text not in EQUAL
        ):
            return piece.stretch, 0
        before = before.part(0, len(before.text.rstrip(_ENDS)))
        if not 0 < len(before.text) <= MAX_LENGTH:
            return piece.stretch, 0
        found = joined([before, Stretch(" ", [before.at[-1]]), piece.stretch])
        self.last = found
        return found, len(before.text) + 1

    def gaps(self, found: Parts) -> list[str]:
        """The words before each piece of a paragraph, and those behind the last."""
        gaps = found.words.text.split(OBJECT)
        return gaps if len(gaps) == len(found.pieces) + 1 else ["?"] * (len(found.pieces) + 1)

    def pass_words(self, words: str) -> None:
        """Note the words that follow."""
        if words.strip():
            self.last = None
