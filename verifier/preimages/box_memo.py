"""What the boxes of one reading of a document are made of, each found once."""

from typing import Any

from verifier.numbers.array import Array, Value
from verifier.record import NamedTuple


class BoxMemo(NamedTuple):
    """What `Boxes` of one tolerance have built: boxes of blocks, and cells that should have been printed.

    `around` has balls around the boxes of blocks. `displacements` are those of stages without misprints, as
    `displacement` tells them.
    """

    arrays: dict[tuple[str, bool, bool], Array]
    cells: dict[tuple[str, int, int, int, bool], Value]
    around: dict[tuple[str, bool, bool], Array]
    displacements: dict[tuple[str, frozenset[int]], Any]
