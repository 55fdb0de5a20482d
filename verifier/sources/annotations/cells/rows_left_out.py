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
_NUMBERED: Final = pattern(r"(?P<word>[^\W\d_]{1,20})?(?P<number>[0-9]{1,6})\.?")
"""The label of a row by its number, without blanks, as `Year 10` or `10.`."""
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
    for row, count in zip(rows, _counts(rows), strict=True):
        yield from (row,) if count is None else (None,) * (count or 1)


def first_uncounted(rows: Sequence[Mapping[int, Stretch]]) -> int:
    """Which of the rows, from 0, is the first of those left out of which nothing says how many they are; -1 if none."""
    counts = _counts(rows)
    return sum(1 if count is None else count for count in counts[: counts.index(0)]) if 0 in counts else -1


def _counts(rows: Sequence[Mapping[int, Stretch]]) -> list[int | None]:
    """For each row how many it stands for, zero if that is not known; None for one that is shown."""
    numbers = _numbers(rows)
    steps = {behind - before for before, behind in pairwise(numbers) if before is not None and behind is not None}
    step = steps.pop() if len(steps) == 1 else 0
    ends = [None, *numbers, None]
    return [_count(ends[index], ends[index + 2], step) if is_left_out(row) else None for index, row in enumerate(rows)]


def _count(before: int | None, behind: int | None, step: int) -> int:
    """How many rows are between two numbers of rows; zero if that is not known."""
    if before is None or behind is None or not step or (behind - before) % step:
        return 0
    count = (behind - before) // step - 1
    return count if 0 < count <= MOST_COUNTED else 0


def _numbers(rows: Sequence[Mapping[int, Stretch]]) -> list[int | None]:
    """The numbers of rows in their first cells, alone or behind one word that all have, as `Year 10`."""
    labels = [_NUMBERED.fullmatch(_AROUND.sub("", row[0].text)) if 0 in row else None for row in rows]
    words = {label["word"] for label in labels if label is not None}
    word = words.pop() if len(words) == 1 else None
    return [int(label["number"]) if label is not None and label["word"] == word else None for label in labels]
