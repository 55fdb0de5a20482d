"""Sides in the middle of a chain that are wrong, as the sides around them are equal.

In `45 = 32 + 8 + 4 + 2 = 101101_2` the first side and the last are one number, and that between them is another one: it
is told at the first of both equalities, and the last side, which agrees with the first, is not accused.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise

from verifier.sources.expressions.chains import MAX_NEAR, Side
from verifier.sources.expressions.written_values import are_equal, gives
from verifier.sources.judged import Chosen
from verifier.sources.source import Source
from verifier.sources.text.stretch import Note


def with_middle_sides(source: Source, wrong: Collection[int], chosen: Chosen) -> tuple[Source, Chosen]:
    """The source with notes on last sides that agree with a first one, and the choices without these equalities."""
    asked = {index for index in wrong if chosen.get(index, 0) is not None}
    if not (found := list(_agreeing(source, asked))):
        return source, chosen
    starts = [source.equalities[index].spans[1].start for index in found]
    notes = [Note(at, "this agrees with the side before the wrong one", "stated", "note") for at in starts]
    return source._replace(notes=(*source.notes, *notes)), chosen | dict.fromkeys(found)


def _agreeing(source: Source, wrong: Collection[int]) -> Iterator[int]:
    """The *wrong* equalities whose right side is what stands before the nearest wrong side of their chain."""
    for index in sorted(wrong):
        near = range(index - 1, max(-1, index - 1 - MAX_NEAR), -1)
        first = next((at for at in near if at in wrong), index)
        some = source.equalities[first : index + 1]
        is_open = any(one.is_doubtful or one.carried for one in some)
        if first == index or is_open or any(one.spans[1] != other.spans[0] for one, other in pairwise(some)):
            continue
        before, behind = some[0].sides, some[-1].sides
        if before is not None and behind is not None and _agree(before[0], behind[1]):
            yield index


def _agree(one: Side, other: Side) -> bool:
    """Whether sides in one unit give the same, or the other is a number that shows what the first one gives."""
    return one.has_unit_of(other) and (are_equal(one, other) or gives(one, other.tokens))
