"""Parquet for a corpus: the rows of CSV as a table of columns, written as documents are done. Takes pyarrow.

The columns are `rows.CELL_COLUMNS`: counts are whole numbers, all else is text, null where there is none.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from verifier.document.problems import Problem
from verifier.inert import line
from verifier.report.rows import CELL_COLUMNS, cell_rows
from verifier.verdict import Report

_COUNTS: Final = ("row", "column")
_SCHEMA: Final = pa.schema([(name, pa.int64() if name in _COUNTS else pa.string()) for name in CELL_COLUMNS])
_ROWS: Final = 20_000
"""Rows that are kept until they are written."""

Rows: TypeAlias = list[tuple[str | int | None, ...]]


def part(report: Report) -> Rows:
    """One row a printed number or word; texts are on one line."""
    return [
        tuple(line(value) if isinstance(value, str) else value for value in row.values()) for row in cell_rows(report)
    ]


def broken(_path: str, _problems: Sequence[Problem]) -> Rows:
    """Nothing: a file that could not be read has no numbers."""
    return []


def whole(parts: Iterable[Rows], _count: int) -> Iterator[bytes]:
    """The file piece by piece."""
    file, kept = _Pieces(), Rows()
    with pq.ParquetWriter(file, _SCHEMA) as writer:
        for rows in parts:
            kept += rows
            if len(kept) >= _ROWS:
                writer.write_table(_table(kept))
                kept = []
            yield file.taken()
        if kept:
            writer.write_table(_table(kept))
    yield file.taken()


def _table(rows: Rows) -> Any:  # noqa: ANN401 - pyarrow has no types
    columns = zip(*rows, strict=True)
    return pa.table(list(map(list, columns)), schema=_SCHEMA)


class _Pieces(io.RawIOBase):
    """A file from which what was written is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def write(self, piece: Any) -> int:  # noqa: ANN401 - anything with bytes
        """Keep a piece."""
        self._pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        """All that was written since it was last asked."""
        found, self._pieces = b"".join(self._pieces), []
        return found
