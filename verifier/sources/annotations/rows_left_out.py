"""Rows of dots in tables, which stand for rows that are not shown: how many they are, where the rows are numbered.

A row with signs for nothing in all of its cells stands for such rows too, and one that begins with dots, with dots in
another cell, whatever numbers stand beside them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.grids import DOTS
from verifier.sources.text.stretch import Stretch

_AROUND: Final = pattern(r"[\s$*]|\\[()]")
_SIGNS: Final = (*DOTS, ":", "?", "-", "\u2013", "\u2014")
_WHOLE: Final = pattern(r"[0-9]{1,6}")
MOST_COUNTED: Final = 500
"""Maximum number of rows that one row of dots is taken for; it is one row if they are more."""


def is_left_out(cells: Mapping[int, Stretch]) -> bool:
    """Whether a row says that others are left out: dots, or such signs alone behind a label that is no number."""
    label, *rest = (cells[number] for number in sorted(cells))
    signs = set[str]()
    for stretch in reversed(rest):
        text = _AROUND.sub("", stretch.text)
        if text and text not in _SIGNS:
            return _AROUND.sub("", label.text) in DOTS and any(_AROUND.sub("", one.text) in DOTS for one in rest)
        signs.add(text)
    first = _AROUND.sub("", label.text)
    if first in ("", *_SIGNS):
        return first in DOTS or bool(signs - {""})
    return not signs.isdisjoint(DOTS) and not _WHOLE.fullmatch(first)


def with_rows_left_out(rows: Sequence[Mapping[int, Stretch]]) -> Iterator[Mapping[int, Stretch] | None]:
    """The rows, None for each that is left out: as many as the numbers of the rows say, else one."""
    step = _step(rows)
    for index, row in enumerate(rows):
        if is_left_out(row):
            ends = [_number(one) for one in (*rows[max(0, index - 1) : index], *rows[index + 1 : index + 2])]
            yield from (None,) * _count(ends, step)
        else:
            yield row


def _count(ends: Sequence[int | None], step: int) -> int:
    """How many rows are between two numbers of rows."""
    match ends:
        case [int(before), int(behind)] if step and (behind - before) % step == 0:
            count = (behind - before) // step - 1
            return count if 0 < count <= MOST_COUNTED else 1
    return 1


def _step(rows: Sequence[Mapping[int, Stretch]]) -> int:
    """The difference of the numbers that rows begin with, of each and the next; zero if there is no one difference."""
    pairs = pairwise(map(_number, rows))
    steps = {behind - before for before, behind in pairs if before is not None and behind is not None}
    return steps.pop() if len(steps) == 1 else 0


def _number(row: Mapping[int, Stretch]) -> int | None:
    text = _AROUND.sub("", row[0].text) if 0 in row else ""
    return int(text) if _WHOLE.fullmatch(text) else None
