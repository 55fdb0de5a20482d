"""Givens that come from a known generator: the numbers of each block against the streams of small seeds.

A stream is read by rows and by columns, from its start for each block, and on from block
to block in document order. What is found must be beyond chance: the product of the widths
of the numbers that print so, times the ways to leave out those that do not, times the
number of streams and places that were tried.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, islice
from math import comb
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Block, Document, Stage
from verifier.document.origin import GENERATORS, MAX_SKIP, Order, Origin
from verifier.numbers.interval import Interval
from verifier.numbers.printed import Printed
from verifier.operations.streams import BITS, MATLAB_DEFAULT, numbers
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple

SEEDS: Final = (MATLAB_DEFAULT, *range(101), 1234, 12345, 2023, 2024)
CHANCE: Final = fmpq(1, 10**6)
MAX_BLOCKS: Final = 2000
MAX_TRIED: Final = 3_000_000
MAX_RUNS: Final = 32
"""So many blocks before a block may have been drawn from the same stream, at most."""
MAX_DRAWN: Final = 4096
"""So far every stream is followed; further only where it was seen to go on from block to block."""
_FEW: Final = 10
_FEW_AT_MOST: Final = 5
"""One number in so many may stand out, and no more than so many of a block."""
_GLANCE: Final = 8
_EVIDENCE: Final = 1000
"""So many numbers of a block are evidence enough; the product of more is long to write."""
_GRID: Final = 1 << BITS


class Apart(NamedTuple):
    """A number that stands out: where it is, as printed, and what the stream has there."""

    row: int
    column: int
    number: Printed
    drawn: fmpq


class Hit(NamedTuple):
    """A block that comes from a stream: the evidence, and the few numbers that stand out."""

    stage: Stage
    origin: Origin
    agreeing: int
    of: int
    chance: fmpq
    apart: tuple[Apart, ...]
    formula: str
    """That of the origin, for a block of this shape."""


class Search(NamedTuple):
    """What a search found, how many blocks it looked at, and how many streams and places it tried."""

    document: Document
    hits: tuple[Hit, ...]
    blocks: int
    tried: int


class _Cell(NamedTuple):
    """A printed number: its index in the block, its place in the stream, and the drawn numbers that print so."""

    number: Printed
    at: int
    place: int
    least: int
    most: int

    @property
    def width(self) -> fmpq:
        return fmpq(max(0, self.most - self.least + 1), _GRID)


_Cells: TypeAlias = dict[Order, tuple[_Cell, ...]]


class _Block(NamedTuple):
    """A block that may be random, its cells as a stream would fill them by rows and by columns."""

    stage: Stage
    printed: Block
    cells: _Cells
    few: int
    is_telling: bool

    @property
    def size(self) -> int:
        """The number of its cells."""
        return len(self.printed.cells)


class _Stream:
    """A stream, drawn as far as somebody asked."""

    def __init__(self, generator: str, seed: int) -> None:
        self.generator = generator
        self.seed = seed
        self.drawn: list[int] = []
        self._source: Iterator[int] | None = None

    def reach(self, count: int) -> list[int]:
        """The stream with at least its first *count* numbers."""
        if self._source is None:
            self._source = numbers(self.generator, self.seed)
        if len(self.drawn) < count:
            self.drawn.extend(islice(self._source, count - len(self.drawn)))
        return self.drawn

    def named(self, order: Order) -> str:
        """The generator that fills a matrix so, where two share one stream; seed 0 of MATLAB is another's."""
        return "matlab" if self.generator == "numpy" and order == "columns" and self.seed else self.generator


class _Found(NamedTuple):
    """A stream that a block follows from a place on, but for the cells that stand out."""

    block: _Block
    stream: _Stream
    order: Order
    skip: int
    apart: list[_Cell]

    @property
    def origin(self) -> Origin:
        return Origin(self.stream.named(self.order), self.stream.seed, self.skip, self.order)

    def chance(self, tried: int) -> fmpq:
        """The chance that one of all that was tried fits so well."""
        result = fmpq(tried * comb(len(self.block.cells[self.order]), len(self.apart)))
        agreeing = (cell for cell in self.block.cells[self.order] if cell not in self.apart)
        for cell in islice(agreeing, _EVIDENCE):
            result *= cell.width
        return result

    def hit(self, tried: int) -> Hit:
        """The evidence, for a report."""
        printed = self.block.printed
        apart = []
        for cell in self.apart:
            drawn = fmpq(self.stream.drawn[self.skip + cell.place], _GRID)
            apart.append(Apart(*printed.coordinates(cell.at), cell.number, drawn))
        total = len(self.block.cells[self.order])
        formula = self.origin.formula(*printed.shape)
        return Hit(self.block.stage, self.origin, total - len(apart), total, self.chance(tried), tuple(apart), formula)


def search(document: Document) -> Search:
    """The blocks of a document that follow a stream beyond chance."""
    tolerance = Tolerance(document)
    blocks = list(islice(filter(None, (_block(tolerance, stage) for stage in document.stages)), MAX_BLOCKS))
    made = _Search(blocks)
    for place in range(len(blocks)):
        made.look_at(place)
    return Search(document, tuple(made.best()), len(blocks), made.tried)


class _Search:
    def __init__(self, blocks: list[_Block]) -> None:
        self.blocks = blocks
        self.streams = [_Stream(generator, seed) for seed in SEEDS for generator in ("numpy", "pcg64", "python")]
        self.runs = min(MAX_RUNS, MAX_TRIED // (4 * len(self.streams) * max(1, len(blocks))))
        self.tried = 0
        self.found: list[_Found] = []

    def look_at(self, place: int) -> None:
        """Try every stream on a block, by rows and by columns, from every place where it may begin."""
        block = self.blocks[place]
        if not block.is_telling:
            return
        usual = self.begins(place)
        for stream in self.streams:
            follow = {found.skip + found.block.size for found in self.found if found.stream is stream}
            for order in block.cells:
                for skip in usual | follow:
                    self.compare(block, stream, order, skip, far=skip in follow)

    def begins(self, place: int) -> set[int]:
        """How many numbers may have been drawn before: none, or a run of blocks, small ones counted or not."""
        before = self.blocks[max(0, place - self.runs) : place][::-1]
        every = accumulate(block.size for block in before)
        telling = accumulate(block.size for block in before if block.is_telling)
        return {0, *every, *telling}

    def compare(self, block: _Block, stream: _Stream, order: Order, skip: int, *, far: bool) -> None:
        """Note a stream that the block follows; most are given up after a few numbers."""
        cells = block.cells[order]
        glance = cells[: block.few + _GLANCE]
        if skip > MAX_SKIP or (not far and skip + glance[-1].place >= MAX_DRAWN):
            return
        self.tried += 1
        drawn = stream.reach(skip + glance[-1].place + 1)
        misses = 0
        for _, _, place, least, most in glance:
            if not least <= drawn[skip + place] <= most:
                misses += 1
                if misses > block.few:
                    return
        drawn = stream.reach(skip + cells[-1].place + 1)
        apart = [cell for cell in cells if not cell.least <= drawn[skip + cell.place] <= cell.most]
        if len(apart) <= block.few:
            self.found.append(_Found(block, stream, order, skip, apart))

    def best(self) -> Iterator[Hit]:
        """One hit a block: with the fewest numbers that stand out, from the stream that explains most blocks."""
        beyond = [found for found in self.found if found.chance(self.tried) < CHANCE]
        explained = Counter((found.origin.generator, found.stream.seed) for found in beyond)

        def demerit(found: _Found) -> tuple[int, int, bool]:
            origin = found.origin
            turned = origin.order != GENERATORS[origin.generator].order
            return len(found.apart), -explained[origin.generator, origin.seed], turned

        for block in self.blocks:
            fitting = [found for found in beyond if found.block is block]
            if fitting:
                yield min(fitting, key=demerit).hit(self.tried)


def _block(tolerance: Tolerance, stage: Stage) -> _Block | None:
    """A given as a block that may be random: all but a few of its numbers can be from 0 to 1."""
    block = stage.printed
    if block is None or (stage.formula is not None and stage.origin is None):
        return None
    by_rows = []
    for index, number in enumerate(block.cells):
        if number is not None:
            least, most = _drawn_numbers(tolerance.declared_preimage(stage, number))
            by_rows.append(_Cell(number, index, index, least, most))
    few = min(_FEW_AT_MOST, -(-len(by_rows) // _FEW))
    if not by_rows or sum(cell.width == 0 for cell in by_rows) > few:
        return None
    by_columns = [cell._replace(place=block.index_by_columns(cell.at)) for cell in by_rows]
    cells: _Cells = {"columns": tuple(sorted(by_columns, key=lambda cell: cell.place)), "rows": tuple(by_rows)}
    return _Block(stage, block, cells, few, is_telling=_is_telling(by_rows))


def _is_telling(cells: list[_Cell]) -> bool:
    """Whether the numbers could be evidence at all, if every one of them agreed."""
    chance = fmpq(len(SEEDS))
    for cell in cells[:_EVIDENCE]:
        chance *= cell.width or 1
    return chance < CHANCE


def _drawn_numbers(target: Interval | None) -> tuple[int, int]:
    """The first and the last drawn number in a range; the last before the first if there is none."""
    if target is None:
        return 1, 0
    assert isinstance(target.lo, fmpq)
    assert isinstance(target.hi, fmpq)
    lo, hi = target.lo * _GRID, target.hi * _GRID
    least = int(lo.ceil()) + (lo.q == 1 and not target.lo_closed)
    most = int(hi.floor()) - (hi.q == 1 and not target.hi_closed)
    return max(least, 0), min(most, _GRID - 1)


def record(origin: Origin) -> str:
    """The line of a document file that records an origin."""
    parts = [f"generator: {origin.generator}", f"seed: {origin.seed}"]
    if origin.skip:
        parts.append(f"skip: {origin.skip}")
    if origin.order != GENERATORS[origin.generator].order:
        parts.append(f"order: {origin.order}")
    return f"origin: {{{', '.join(parts)}}}"
