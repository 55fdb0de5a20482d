"""Rows in brackets on lines below each other, which are the rows of one matrix, alone or beside others."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

_LINE: Final = pattern(r"[^\r\n]+")
_ROW: Final = pattern(r"\[[^\[\]\r\n]{1,400}\]")
_PARTS: Final = pattern(r"[^\s,]+")
_LABELLED: Final = pattern(r".*[=:]\s*")
_SIGN: Final = pattern(r"[-+*/@=\u2248\u00b7\u00d7\u22c5\u2212\u2192]")
_BETWEEN: Final = pattern(rf"{_SIGN.pattern}|[,;]?\s*\w{{1,20}}\s*[=:]")
"""A sign between two matrices, or the name of the second."""
_END: Final = pattern(r"\s*[.;]?\s*")
_HARD_BREAK: Final = pattern(r"\s*\\?")
_EQUAL: Final = ("=", "\u2248", "\u2192")
MOST_ROWS: Final = 1_000


class Stack(NamedTuple):
    """Where the rows of a matrix open; `is_result`: it is the last of its lines, alone or as their result.

    An operand has a sign behind it: no name before it is its own.
    """

    starts: tuple[int, ...]
    is_result: bool
    is_operand: bool = False


class _Line(NamedTuple):
    """The rows in brackets of a line, the number of parts of each, and what stands before, between and behind them."""

    rows: tuple[re.Match[str], ...]
    sizes: tuple[int, ...]
    gaps: tuple[str, ...]

    @property
    def said(self) -> set[int]:
        """The gaps before its rows that say something; between the rows of one matrix one line at most does."""
        return {k for k, gap in enumerate(self.gaps[:-1]) if gap.strip()}

    @property
    def is_blank(self) -> bool:
        """Whether all its brackets are blank, as some programs print them between the rows of a matrix."""
        return bool(self.sizes) and not any(self.sizes)

    @property
    def widths(self) -> list[int]:
        """How wide its brackets are."""
        return [row.end() - row.start() for row in self.rows]

    @property
    def is_plain(self) -> bool:
        """Whether its gaps have labels and signs alone."""
        first, *signs = (gap.strip() for gap in self.gaps[:-1])
        return bool(not first or _LABELLED.fullmatch(first)) and all(
            not one or _BETWEEN.fullmatch(one) for one in signs
        )

    def fits(self, group: Sequence["_Line"]) -> bool:
        """Whether its rows may belong below those of the lines before."""
        first, last = group[0], group[-1]
        is_short = len(group) < MOST_ROWS and first.sizes == self.sizes
        is_open = _HARD_BREAK.fullmatch(last.gaps[-1]) is not None and _END.fullmatch(self.gaps[-1]) is not None
        return is_short and is_open and first.is_plain and self.is_plain


def stacks(text: str) -> Iterator[Stack]:
    """The matrices whose rows stand in brackets of their own, each on the line below the row before.

    Between two rows there may be one with blank brackets as wide.
    """
    group: list[_Line] = []
    said: set[int] = set()
    end = -1
    for match in _LINE.finditer(text):
        line = _line(text, match)
        if group and line.is_blank and line.widths == group[-1].widths and said.isdisjoint(line.said):
            said |= line.said
            end = match.end()
            continue
        if group and (
            text.count("\n", end, match.start()) > 1 or not said.isdisjoint(line.said) or not line.fits(group)
        ):
            yield from _stacks(group)
            group, said = [], set()
        end = match.end()
        if line.rows and not line.is_blank:
            group.append(line)
            said |= line.said
    yield from _stacks(group)


def _line(text: str, match: re.Match[str]) -> _Line:
    rows = tuple(_ROW.finditer(text, *match.span()))
    sizes = tuple(len(_PARTS.findall(row[0][1:-1])) for row in rows)
    starts = (*(row.start() for row in rows), match.end())
    ends = (match.start(), *(row.end() for row in rows))
    return _Line(rows, sizes, tuple(text[start:end] for start, end in zip(ends, starts, strict=True)))


def _stacks(group: Sequence[_Line]) -> Iterator[Stack]:
    """The matrices of some lines, if there are several."""
    for k in range(len(group[0].rows) if len(group) > 1 else 0):
        is_last = k == len(group[0].rows) - 1
        before, behind = ("".join(line.gaps[at].strip() for line in group) for at in (k, k + 1))
        is_result = is_last and (k == 0 or before in _EQUAL)
        is_operand = not is_last and _SIGN.fullmatch(behind) is not None
        yield Stack(tuple(line.rows[k].start() for line in group), is_result, is_operand)
