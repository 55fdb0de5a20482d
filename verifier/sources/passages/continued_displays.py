"""Mathematics that goes on in the next piece: that begins with a relation, and nothing stands between the two."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import EQUAL, MAX_NEAR, Chain
from verifier.sources.expressions.values import Labelled
from verifier.sources.passages.display import math_chains
from verifier.sources.passages.opened import mathematics
from verifier.sources.passages.prose import prose_chains
from verifier.sources.text.inline import OBJECT, Parts, Piece
from verifier.sources.text.stretch import Stretch, joined
from verifier.sources.text.tokens import Token, tokens

MAX_LENGTH: Final = 2_000
"""Maximum number of characters of what goes on."""
MAX_WORDS: Final = 300
"""The same of running text."""
MAX_KEPT: Final = 2 * MAX_NEAR
"""Maximum number of sides of what goes on that are kept as they are: of more, the first and the last ones."""
_ENDS: Final = " \t\r\n.,;\\"
_RESULT: Final = pattern(r"[^()\[\]{}\\]*[=\u2248]\s*[0-9]+(?:\.[0-9]+)?\s*")
"""Words without brackets that end with a result."""


class Displays:
    """Goes through the mathematics of a source; `last` is the piece behind which nothing stands yet."""

    def __init__(self) -> None:
        self.last: Piece | None = None
        self.words: Stretch | None = None
        """The words of the last paragraph, from which those of the next may go on."""
        self.may_shorten = True
        """Whether they may read the same without their middle: so they do not if they did not once."""
        self.labelled: Labelled | None = None
        """The labels of their last chain."""

    def whole(self, piece: Piece, tokens: Sequence[Token]) -> tuple[Piece, int]:
        """The piece with what it goes on from, and where it begins there: 0 if it begins by itself."""
        last, self.last = self.last, piece
        first = next((token for token in tokens if token.sort not in ("line", "tab")), None)
        if last is None or first is None or first.sort != "relation" or first.text not in EQUAL:
            return piece, 0
        found, start = _together(last.stretch, piece.stretch)
        if not start:
            return piece, 0
        self.last = piece._replace(stretch=found, before=last.before)
        return self.last, start

    def shorten(self, chains: Sequence[Chain]) -> None:
        """Keep of the piece, whose chains these are, the first side of a long chain and those that are near its end.

        A piece that goes on from it so costs as much as it has itself, and means the same. Blanks stand for the rest:
        numbers have their names from their offsets.
        """
        if self.last is not None and _is_long(chains):
            before, after = self.last.before, self.last.after
            short = _shortened(self.last.stretch, chains, lambda text: math_chains(mathematics(text), before, after))
            self.last = self.last._replace(stretch=short)

    def shorten_words(self, chains: Sequence[Chain]) -> None:
        """The same for the words."""
        if self.words is not None and self.may_shorten and _is_long(chains):
            kept = _shortened(self.words, chains, _chains_of_words)
            self.words, self.may_shorten = kept, kept is not self.words

    def line(self, words: Stretch, text: str) -> tuple[Stretch, int]:
        """The words of a paragraph with those that they go on from, and where they begin there: 0 if by themselves.

        Those that go on begin with a relation at the beginning of a line of the *text* of the source.
        """
        last, self.words, may_shorten, self.may_shorten = self.words, words, self.may_shorten, True
        begin = len(words.text) - len(words.text.lstrip())
        if last is None or not words.text.startswith(EQUAL, begin) or not _begins_line(text, words.at[begin]):
            return words, 0
        self.words, start = _together(last, words, MAX_WORDS)
        self.may_shorten = may_shorten or not start
        return self.words, start

    def gaps(self, found: Parts) -> list[str]:
        """The words before each piece of a paragraph, and those behind the last."""
        gaps = found.words.text.split(OBJECT)
        return gaps if len(gaps) == len(found.pieces) + 1 else ["?"] * (len(found.pieces) + 1)

    def pass_words(self, words: str) -> None:
        """Note the words that follow."""
        if words.strip():
            self.last = None


def _shortened(stretch: Stretch, chains: Sequence[Chain], read: Callable[[str], Iterable[Chain]]) -> Stretch:
    """A stretch of one long chain with blanks for sides in the middle, if it still reads so; else the same."""
    sides = [side.tokens for side in chains[0].sides]
    begin = 2 - bool(sides[0])  # the first side may be a name of running text, which is no part of the chain
    second, near = sides[begin], sides[-MAX_NEAR - 2]
    if not (second and near):
        return stretch
    kept = stretch.blanked([(second[0].start, near[0].start)])
    shown = [[side.tokens for side in chain.sides] for chain in read(kept.text)]
    return kept if shown == [[*sides[:begin], *sides[-MAX_NEAR - 2 :]]] else stretch


def _is_long(chains: Sequence[Chain]) -> bool:
    """Whether there is one chain, with more sides than are kept."""
    return len(chains) == 1 and len(chains[0].sides) > MAX_KEPT


def _chains_of_words(text: str) -> Iterator[Chain]:
    return prose_chains(list(tokens(text, is_prose=True)), text)


def may_go_on(whole: Stretch, start: int) -> bool:
    """Whether words may be an expression that goes on at an offset: no number alone behind a relation is one."""
    return _RESULT.fullmatch(whole.text, 0, start) is None


def goes_on_in_words(chain: Chain, start: int) -> bool:
    """Whether a chain of words surely goes on at an offset: behind a relation and an expression without words."""
    before = [side.tokens for side in chain.sides if not side.tokens or side.tokens[-1].end <= start]
    is_expression = bool(before[1:]) and not any(token.sort == "word" for token in before[-1])
    return is_expression and chain.goes_on_at(start)


def _begins_line(text: str, at: int) -> bool:
    """Whether nothing but blanks and signs of quotation stands on a line before an offset."""
    return not text[text.rfind("\n", 0, at) + 1 : at].strip(" \t>")


def _together(before: Stretch, stretch: Stretch, most: int = MAX_LENGTH) -> tuple[Stretch, int]:
    """What goes on from something before it with that, and where it begins there: 0 if that is nothing, or long."""
    last = before.part(0, len(before.text.rstrip(_ENDS)))
    if not 0 < len(last.text) <= most:
        return stretch, 0
    return joined([last, Stretch(" ", [last.at[-1]]), stretch]), len(last.text) + 1
