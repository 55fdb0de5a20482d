"""The strip plot of a stage: for each number the range of its formula against the range that prints as shown.

Distances are integers, in thousandths of a unit in the last place of the number, so that a plot does not depend on
the machine. The scale is linear up to four units, and beyond that piecewise linear between powers of ten.
"""

from typing import Final

from flint import fmpq

from verifier.explain.verdicts import is_refuted_in_parts
from verifier.numbers.interval import Interval
from verifier.numbers.number import FAR, Number, nearby
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.report.sentences import cell_status
from verifier.verdict import CellReport, StageReport

MAX_CELLS: Final = 60
STEP: Final = 9
"""Distance of neighbouring numbers, in pixels."""
HALF: Final = 56
"""Distance from the printed number to the edge, in pixels."""
LEFT: Final = 46
_UNIT: Final = 1000
_SHORT: Final = 1000
"""A rational of no more bits is not FAR away."""
_EVEN: Final = (1, 2, 4)
_RAISED: Final = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


class Mark(NamedTuple):
    """One number: the upper and lower pixel of its range and of the range that prints as shown.

    `shown` is None if nothing prints as shown, as for a number outside the bounds that the document states.
    """

    x: int
    status: str
    possible: tuple[int, int]
    shown: tuple[int, int] | None


class Tick(NamedTuple):
    """A line of the scale."""

    y: int
    label: str


class Strip(NamedTuple):
    """A plot: its size, its marks and its scale; `left_out` counts the numbers for which there was no room."""

    width: int
    height: int
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    left_out: int
    apart: int

    @property
    def bars(self) -> str:
        """The ranges that print as shown, as one SVG path."""
        return "".join(f"M{mark.x} {_stroke(mark.shown)}" for mark in self.marks if mark.shown is not None)

    @property
    def lines(self) -> dict[str, str]:
        """The ranges of the formula, as one SVG path for each status; contradicted numbers have a cross below."""
        paths: dict[str, str] = {}
        for mark in self.marks:
            cross = f"M{mark.x - 3} {self.height - 6}l6 6m0-6l-6 6" if mark.status == "wrong" else ""
            line = f"M{mark.x} {_stroke(mark.possible)}{cross}"
            paths[mark.status] = paths.get(mark.status, "") + line
        return paths


def _stroke(ends: tuple[int, int]) -> str:
    """The SVG path commands from the upper pixel to the lower."""
    return f"{ends[0]}v{ends[1] - ends[0]}"


def strip(stage: StageReport) -> Strip | None:
    """The plot of a stage; None if each of its numbers has a single value that prints as shown."""
    found = [cell for cell in stage.cells if cell.number is not None and is_drawn(cell)]
    if stage.stage.block is None:  # the ends of an interval are no numbers of a range
        return None
    if not any(_is_telling(cell) for cell in found):
        return None
    chosen = found if len(found) <= MAX_CELLS else _telling(found)
    ends = [(_ends(cell, cell.possible), _ends(cell, cell.target)) for cell in chosen]
    top = _top(max((abs(end) for pair in ends for box in pair for end in box if end is not None), default=0))
    marks = tuple(
        _mark(cell, spans, top, LEFT + STEP * index + STEP // 2)
        for index, (cell, spans) in enumerate(zip(chosen, ends, strict=True))
    )
    return Strip(
        width=LEFT + STEP * len(chosen) + 4,
        height=2 * HALF + 16,
        marks=marks,
        ticks=_ticks(top),
        left_out=len(found) - len(chosen),
        apart=sum(cell_status(cell) == "wrong" for cell in found),
    )


def is_drawn(cell: CellReport) -> bool:
    """Whether the cell has a range, and the range alone shows the verdict."""
    return cell.possible is not None and not is_refuted_in_parts(cell)


def _is_telling(cell: CellReport) -> bool:
    """Whether the cell has a range of more than one value, or is wrong."""
    if cell.possible is None:
        return False
    lo, hi = cell.possible.lo, cell.possible.hi
    return (lo is not hi and not (isinstance(lo, fmpq) and lo == hi)) or cell_status(cell) == "wrong"


def _telling(cells: list[CellReport]) -> list[CellReport]:
    """The MAX_CELLS cells of the worst statuses, in reading order."""
    ranks = {"wrong": 0, "undecided": 1, "inherited": 2, "tolerated": 3}
    ranked = sorted(cells, key=lambda cell: ranks.get(cell_status(cell), len(ranks)))[:MAX_CELLS]
    return sorted(ranked, key=lambda cell: (cell.row, cell.column))


_Ends = tuple[int | None, int | None]


def _ends(cell: CellReport, box: Interval | None) -> _Ends:
    """The distances of the ends of a range from the printed number; None for an infinite end."""
    return (None, None) if box is None else (_distance(cell, box.lo), _distance(cell, box.hi))


def _distance(cell: CellReport, value: Number | None) -> int | None:
    """The distance of *value* above the printed number in thousandths of a unit; None if it is FAR away or infinite.

    None too for a cell that shows no number.
    """
    if value is None or cell.number is None or not (_is_short(value) or (value < FAR and -value < FAR)):
        return None
    return int(((nearby(value) - cell.number.value) * power_of_ten(cell.decimals) * _UNIT).floor())


def _is_short(value: Number) -> bool:
    """Whether a number is seen at once to be below FAR: FLINT is slow to compare rationals with balls."""
    return isinstance(value, fmpq) and value.height_bits() <= _SHORT


def _top(farthest: int) -> int:
    """The end of the scale in units: 1, 2, 4 or a power of ten."""
    for top in _EVEN:
        if farthest <= top * _UNIT:
            return top
    return int("1" + "0" * len(str((farthest - 1) // _UNIT)))


def _height(distance: int, top: int) -> int:
    """The pixels above the middle of a distance in thousandths of a unit."""
    size = min(abs(distance), top * _UNIT)
    if top <= _EVEN[-1]:
        pixels = size * HALF // (top * _UNIT)
    else:
        segments = len(str(top))  # below one unit, and one a power of ten
        whole = size // _UNIT
        decade = len(str(whole)) if whole else 0
        low, high = (10 ** (decade - 1) * _UNIT, 10**decade * _UNIT) if decade else (0, _UNIT)
        pixels = (decade * HALF + (size - low) * HALF // (high - low)) // segments if decade < segments else HALF
    return pixels if distance >= 0 else -pixels


def _y(distance: int | None, top: int, infinite: int) -> int:
    edge = HALF + 8
    return edge - (infinite * HALF if distance is None else _height(distance, top))


def _mark(cell: CellReport, spans: tuple[_Ends, _Ends], top: int, x: int) -> Mark:
    (lo, hi), (below, above) = spans
    return Mark(
        x=x,
        status=cell_status(cell),
        possible=(_y(hi, top, 1), _y(lo, top, -1)),
        shown=None if cell.target is None else (_y(above, top, 1), _y(below, top, -1)),
    )


def _ticks(top: int) -> tuple[Tick, ...]:
    if top <= _EVEN[-1]:
        steps = [top] if top == 1 else [top // 2, top]
    else:
        steps = [10**power for power in range(len(str(top)))]
        steps = steps if len(steps) <= len(_EVEN) + 2 else [steps[0], *steps[len(steps) // 2 :: len(steps) // 2]]
    sides = [(step, f"+{_short(step)}") for step in steps] + [(-step, f"\u2212{_short(step)}") for step in steps]
    return (Tick(_y(0, top, 1), "0"), *(Tick(_y(step * _UNIT, top, 1), label) for step, label in sides))


def _short(step: int) -> str:
    zeros = len(str(step)) - 1
    return str(step) if zeros < len("0000") else "10" + str(zeros).translate(_RAISED)
