"""Where the rows of a block stand among the numerals of a text.

The cells of a row stand a constant stride apart, and its rows begin a constant number of
numerals apart: what lies between belongs to other columns, or labels rows. Where that
number varies, rows of two cells or more are found one by one, in their order.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

Rows: TypeAlias = Sequence[tuple[str, ...]]
Places: TypeAlias = tuple[tuple[int, ...], ...]
"""The numerals, by number, where each row of a block stands."""

MAX_STRIDE: Final = 8
MAX_LABELS: Final = 48
MAX_STEPS: Final = 20_000_000


class TooLargeError(Exception):
    """A search that would take too long."""


class Layout(NamedTuple):
    """Where the cells of a block stand, counted from its first."""

    stride: int
    offsets: tuple[int, ...]
    reach: int

    def places(self, rows: Rows, start: int) -> Places:
        """The places of all cells of a block that starts there."""
        return tuple(
            tuple(range(start + offset, start + offset + len(row) * self.stride, self.stride))
            for row, offset in zip(rows, self.offsets, strict=True)
        )


class Runs:
    """The numerals of a text that are still free, None for the others, and what stands where among them."""

    def __init__(self, digits: Sequence[str | None]) -> None:
        self.free = list(digits)
        self.steps = 0
        self._index: dict[str, list[int]] = defaultdict(list)
        for place, shown in enumerate(digits):
            if shown is not None:
                self._index[shown].append(place)

    def take(self, places: Places) -> None:
        """Let no other block have these numerals."""
        for row in places:
            for place in row:
                self.free[place] = None

    def find(self, rows: Rows, window: range) -> Places | None:
        """Where a block stands in a window, the closest-set layout first."""
        return self._find_whole(rows, window, MAX_STRIDE) or self._find_rows(rows, window)

    def find_close(self, rows: Rows, window: range) -> Places | None:
        """Where a block stands with nothing within its rows."""
        return self._find_whole(rows, window, 1)

    def nearest(self, rows: Rows, window: range) -> Places | None:
        """Where most of a block stands in a window; None if that is not more than half of it."""
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
        """All layouts for which there is room, the closest-set first."""
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
        """Where a window shows these digits, taken or not."""
        places = self._index.get(shown, [])
        return places[bisect_left(places, window.start) : bisect_right(places, window.stop - 1)]

    def _count(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise TooLargeError
