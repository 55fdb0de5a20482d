"""Words: counting them, looking up their indices, and taking cells and rows by index."""

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value, scalar
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Missing
from verifier.operations.operation import Engine, ShapeError, Slip, define, operation, same

_WORDS = "Salton 1971, the vector space model; a vocabulary is a set of words"


@operation("X", shape=lambda _: (1, 1), pattern="reducing", reference="NumPy, size", of_size=True)
def count(_engine: Engine, x: Array) -> Array:
    """The number of cells."""
    return scalar(fmpq(len(x.cells)) if all(cell is not UNKNOWN for cell in x.cells) else UNKNOWN)


@operation("words", shape=same, pattern="cellwise", reference=_WORDS)
def lower(_engine: Engine, words: Array) -> Array:
    """Each word in lower case."""
    return words.map(lambda cell: cell.lower() if isinstance(cell, str) else cell)


@operation("words", shape=same, pattern="mixing", reference=_WORDS, dynamic=True)
def unique(_engine: Engine, words: Array) -> Array:
    """One row of the distinct words, in the order of first use; UNKNOWN where a cell is not known exactly."""
    if not all(isinstance(cell, str | fmpq) for cell in words.cells):
        return Array(1, len(words.cells), (UNKNOWN,) * len(words.cells))
    kept = tuple(dict.fromkeys(words.cells))
    return Array(1, len(kept), kept)


def _as_first(words: Shape, _vocabulary: Shape) -> Shape:
    return words


@operation("words", "vocabulary", shape=_as_first, pattern="mixing", reference=_WORDS)
def index(_engine: Engine, words: Array, vocabulary: Array) -> Array:
    """The index of each word in the vocabulary, from zero; undefined for a word that is not in it."""
    if not all(isinstance(cell, str | fmpq | Missing) for cell in (*words.cells, *vocabulary.cells)):
        return words.map(lambda _: UNKNOWN)
    places: dict[Value, Value] = {}
    for place, word in enumerate(vocabulary.cells):
        places.setdefault(word, fmpq(place))
    absent = UNKNOWN if UNKNOWN in vocabulary.cells else UNDEFINED
    return words.map(lambda cell: cell if isinstance(cell, Missing) else places.get(cell, absent))


def _as_second(_values: Shape, places: Shape) -> Shape:
    return places


@operation("values", "places", shape=_as_second, pattern="mixing", reference="NumPy, take", jumps_in=("places",))
def take(_engine: Engine, values: Array, places: Array) -> Array:
    """The cells at the given indices, from zero."""
    return places.map(lambda place: _take(values, place))


def _take(values: Array, place: Value) -> Value:
    if isinstance(place, Missing) or not isinstance(place, fmpq):
        return UNKNOWN
    at = int(place.p)
    return values.cells[at] if place.q == 1 and 0 <= at < len(values.cells) else UNDEFINED


def _looked_up(indices: Shape, table: Shape) -> Shape:
    return indices[0] * indices[1], table[1]


@operation(
    "indices",
    "table",
    shape=_looked_up,
    pattern="mixing",
    reference="Vaswani et al. 2017, sec. 3.4; PyTorch, Embedding",
    jumps_in=("indices",),
    slips=(
        Slip("other-operand", "embedding(indices - 1, table)", "places counted from 1"),
        Slip("other-operand", "embedding(indices + 1, table)", "the next place"),
        Slip("transposed", "embedding(indices, table.T)"),
    ),
)
def embedding(_engine: Engine, indices: Array, table: Array) -> Array:
    """The row of the table at each index, from zero; undefined for an index out of bounds."""
    cells = tuple(cell for index in indices.cells for cell in _row_at(table, index))
    return Array(len(indices.cells), table.columns, cells)


def _row_at(table: Array, index: Value) -> tuple[Value, ...]:
    if isinstance(index, Missing) or not isinstance(index, fmpq):
        return (UNKNOWN,) * table.columns
    place = int(index.p)
    return table.row(place) if index.q == 1 and 0 <= place < table.rows else (UNDEFINED,) * table.columns


def _one_row(words: Shape, end: Shape) -> Shape:
    if words[0] != 1 or end != (1, 1):
        raise ShapeError(f"words in one row and one word that ends them, found {words} and {end}")
    return words


@operation("words", "end", shape=_one_row, pattern="mixing", reference="Sutskever et al. 2014, sec. 2", dynamic=True)
def until(_engine: Engine, words: Array, end: Array) -> Array:
    """The words before the first end token; all words if there is none."""
    if any(isinstance(cell, Missing) for cell in (*words.cells, *end.cells)):
        return words.map(lambda _: UNKNOWN)
    kept = words.cells[: words.cells.index(end.cells[0])] if end.cells[0] in words.cells else words.cells
    return Array(1, len(kept), kept)


define(
    "greedy",
    "scores",
    "vocabulary",
    definition="take(vocabulary, argmax(scores, axis=1))",
    reference="Sutskever et al. 2014, sec. 3.2: the most likely word at each step",
)
