"""Mathematics that goes on in the next piece: that begins with a relation, and nothing stands between the two."""

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
    """Goes through the mathematics of a source; `last` is the piece behind which nothing stands yet."""

    def __init__(self) -> None:
        self.last: Piece | None = None

    def whole(self, piece: Piece, tokens: Sequence[Token]) -> tuple[Piece, int]:
        """The piece with what it goes on from, and where it begins there: 0 if it begins by itself."""
        last, self.last = self.last, piece
        first = next((token for token in tokens if token.sort not in ("line", "tab")), None)
        if last is None or first is None or first.sort != "relation" or first.text not in EQUAL:
            return piece, 0
        before = last.stretch.part(0, len(last.stretch.text.rstrip(_ENDS)))
        if not 0 < len(before.text) <= MAX_LENGTH:
            return piece, 0
        found = joined([before, Stretch(" ", [before.at[-1]]), piece.stretch])
        self.last = piece._replace(stretch=found, before=last.before)
        return self.last, len(before.text) + 1

    def gaps(self, found: Parts) -> list[str]:
        """The words before each piece of a paragraph, and those behind the last."""
        gaps = found.words.text.split(OBJECT)
        return gaps if len(gaps) == len(found.pieces) + 1 else ["?"] * (len(found.pieces) + 1)

    def pass_words(self, words: str) -> None:
        """Note the words that follow."""
        if words.strip():
            self.last = None
