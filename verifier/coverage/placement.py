"""Find the rows of a block among the numerals of a text.

The cells of a row are taken to stand a constant number of numerals apart (the stride), and so are the ends and the
beginnings of successive rows: the numerals between belong to other columns, or label rows. Where the distance of the
rows varies, rows of two cells or more are searched one by one, in order.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, TypeAlias

from verifier.record import NamedTuple

Rows: TypeAlias = Sequence[tuple[str, ...]]
Places: TypeAlias = tuple[tuple[int, ...], ...]
"""For each row of a block, the indices of its numerals in the text."""

MAX_STRIDE: Final = 8
"""Largest distance, in numerals, between neighbouring cells of a row."""
MAX_LABELS: Final = 48
"""Largest count of numerals between the end of a row and the beginning of the next."""
MAX_STEPS: Final = 20_000_000
"""Bound on the comparisons of all searches in one text."""


class TooLargeError(Exception):
    """The searches in a text need more than MAX_STEPS comparisons."""


class Layout(NamedTuple):
    """Distances in a block: `stride` of cells, `offsets` of rows and `reach` of the last cell from the first one."""

    stride: int
    offsets: tuple[int, ...]
    reach: int

    def places(self, rows: Rows, start: int) -> Places:
        """The places of all cells of a block whose first cell is at *start*."""
        return tuple(
            tuple(range(start + offset, start + offset + len(row) * self.stride, self.stride))
            for row, offset in zip(rows, self.offsets, strict=True)
        )


class Runs:
    """The numerals of a text: `free` has the digits of each, None once used. Searches raise TooLargeError."""

    def __init__(self, digits: Sequence[str | None]) -> None:
        self.free = list(digits)
        self.steps = 0
        self._index: dict[str, list[int]] = defaultdict(list)
        for place, shown in enumerate(digits):
            if shown is not None:
                self._index[shown].append(place)

    def take(self, places: Places) -> None:
        """Mark these numerals as used."""
        for row in places:
            for place in row:
                self.free[place] = None

    def find(self, rows: Rows, window: range) -> Places | None:
        """The free numerals in a window that show a block, with the least stride; None if there are none."""
        return self._find_whole(rows, window, MAX_STRIDE) or self._find_rows(rows, window)

    def find_close(self, rows: Rows, window: range) -> Places | None:
        """The same with no other numerals within a row."""
        return self._find_whole(rows, window, 1)

    def nearest(self, rows: Rows, window: range) -> Places | None:
        """The places in a window that agree with most cells of a block; None unless more than half agree."""
        most, found = sum(map(len, rows)) // 2, None
        for layout in self._layouts(rows, len(window), MAX_STRIDE):
            votes: Counter[int] = Counter()
            for row, places in zip(rows, layout.places(rows, 0), strict=True):
                for shown, offset in zip(row, places, strict=True):
                    votes.update(place - offset for place in self._at(shown, window) if self.free[place] is not None)
            self._count(sum(votes.values()))
            for start, count in votes.most_common(3):
                if count > most and window.start <= start and start + layout.reach < window.stop:
                    most, found = count, layout.places(rows, start)
        return found

    def _find_whole(self, rows: Rows, window: range, max_stride: int) -> Places | None:
        starts = [place for place in self._at(rows[0][0], window) if self.free[place] is not None]
        for layout in self._layouts(rows, len(window), max_stride) if starts else ():
            self._count(len(starts))
            for start in starts:
                if start + layout.reach < window.stop and self._fits(rows, layout, start):
                    return layout.places(rows, start)
        return None

    def _find_rows(self, rows: Rows, window: range) -> Places | None:
        if any(len(row) == 1 for row in rows):  # a lone numeral, at no fixed distance, would be found anywhere
            return None
        for stride in range(1, MAX_STRIDE + 1):
            found: list[tuple[int, ...]] = []
            start = window.start
            for row in rows:
                places = self._find_whole([row], range(start, window.stop), stride)
                if places is None:
                    break
                found += places
                start = places[0][-1] + 1
            else:
                return tuple(found)
        return None

    def _fits(self, rows: Rows, layout: Layout, start: int) -> bool:
        for row, offset in zip(rows, layout.offsets, strict=True):
            first = start + offset
            self._count(len(row))
            if tuple(self.free[first : first + len(row) * layout.stride : layout.stride]) != row:
                return False
        return True

    def _layouts(self, rows: Rows, room: int, max_stride: int) -> Iterator[Layout]:
        """All layouts that fit into *room* numerals, smallest stride first, then fewest labels."""
        lengths = [len(row) - 1 for row in rows]
        for stride in range(1, 1 + (max_stride if any(lengths) else 1)):
            for labels in range(1 + (MAX_LABELS if len(rows) > 1 else 0)):
                self._count(len(rows))
                offsets = tuple(accumulate((length * stride + 1 + labels for length in lengths[:-1]), initial=0))
                reach = offsets[-1] + lengths[-1] * stride
                if reach >= room:
                    break
                yield Layout(stride, offsets, reach)

    def _at(self, shown: str, window: range) -> list[int]:
        """The places in a window that show these digits, free or used."""
        places = self._index.get(shown, [])
        return places[bisect_left(places, window.start) : bisect_right(places, window.stop - 1)]

    def _count(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise TooLargeError
