"""Numbers below a header in percent, or in millions by a letter, where what annotations say of them is right so."""

from collections.abc import Collection
from typing import Final

from flint import arb, fmpq

from verifier.numbers.number import nearby
from verifier.sources.judged import Judge
from verifier.sources.source import Source
from verifier.verdict import CellReport, Verdict

_MOST: Final = 8
"""Maximum number of columns that are tried one by one."""
_FAR: Final = 10
"""So many times too large or too small are numbers that may be in percent, and few that are a slip."""


def with_scales(source: Source, judge: Judge) -> Source:
    """The source in which columns that may be in percent, or the like, are so, all or some, if fewer numbers are wrong.

    Of as many wrong ones fewer are to be far from what they should be. What is right without that stays as it is.
    """
    count = len(source.annotated.scaled)
    chosen, least = frozenset[int](), _wrong(source, judge)
    if least[0] and (wrong := _wrong(_with(source, range(count)), judge)) < least:
        chosen, least = frozenset(range(count)), wrong
    for one in range(min(count, _MOST)) if count > 1 else ():
        if least[0] and (wrong := _wrong(_with(source, chosen ^ {one}), judge)) < least:
            chosen, least = chosen ^ {one}, wrong
    return _with(source, chosen)


def _with(source: Source, chosen: Collection[int]) -> Source:
    """The source with the columns of these numbers in what they may be."""
    from verifier.sources.annotations.scaled_columns import scaled  # imported here, as few files have such columns

    groups = source.annotated.scaled
    return source._replace(annotated=scaled(source.annotated, [groups[one] for one in chosen]))


def _wrong(source: Source, judge: Judge) -> tuple[int, int]:
    """How many numbers are wrong, and how many of these are far from what their formulas give."""
    report = judge(source.document({}), causes=False, errata=False)
    cells = [cell for stage in report.stages for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]
    return len(cells), sum(map(_is_far, cells))


def _is_far(cell: CellReport) -> bool:
    if cell.number is None or not isinstance(cell.literal, fmpq | arb):
        return False
    shown, value = abs(cell.number.value), abs(nearby(cell.literal))
    return not value <= _FAR * shown or not shown <= _FAR * value
