r"""Words of mathematics that say what is counted and measure nothing, as `7.25 \text{ cars in the system}`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.text.context import is_unit
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import BEHIND_UNITS, words_of
from verifier.sources.units.conversions import unit_word_behind
from verifier.sources.units.unit_sizes import size_of
from verifier.sources.units.unit_texts import measures_in, spelled, words_in

_PLACING: Final = BEHIND_UNITS - {"of"}
GROUPS: Final = words_of(
    """pair set pack packet pallet package parcel box bag sack carton case crate bucket tray bundle roll lot batch load
    team group row column page sheet deck reel round lap trip shift session course portion serving meal dose"""
)
"""Words for several things, or for a part of them."""
_SINGLE: Final = words_of(
    """people person customer client user patient student pupil worker employee guest visitor passenger child car truck
    bus vehicle train house apple dog cat bird tree request query job task event failure defect error goal call
    message visit order ticket"""
)
"""Words for one thing or person, of which no other word counts several."""


def without_things(sides: tuple[Side, ...], last: Sequence[Token]) -> tuple[Side, ...]:
    """Sides of a chain; the last one, with *last* as its tokens, without its unit if that alone has one of things.

    Not so where these are counted whole, as the boxes of `12 / 5 = 2`.
    """
    if not sides[-1].unit or any(side.unit for side in sides[:-1]):
        return sides
    if not any("." in token.text for token in sides[-1].tokens if token.sort == "number"):
        return sides
    if not _are_things(last[len(sides[-1].tokens) :]):
        return sides
    return (*sides[:-1], sides[-1]._replace(unit="", kinds=(), units=()))


def _are_things(unit: Sequence[Token]) -> bool:
    """Whether words name no unit in any language that is known, but things in a place."""
    words = [spelled(word).lower() for word in words_in(unit)]
    if not words or measures_in(unit):
        return False
    first, following = words[0], words[1] if len(words) > 1 else ""
    if is_unit(first, following) or size_of(first) is not None or unit_word_behind(f" {first}", 0):
        return False
    kinds = _singulars(first)
    is_alone = len(words) == 1 and not _SINGLE.isdisjoint(kinds)
    return is_alone or (GROUPS.isdisjoint(kinds) and not _PLACING.isdisjoint(words[1:]))


def singular(word: str) -> str:
    """A word in the singular, if it is known as a group or has the usual ending."""
    word = word.lower()
    return next((one for one in sorted(_singulars(word)) if one in GROUPS), word.removesuffix("s"))


def _singulars(word: str) -> set[str]:
    """What a word may be in the singular."""
    return {word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"}
