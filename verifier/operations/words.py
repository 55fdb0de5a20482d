"""Words: counting them, and going from words to places and back."""

from flint import fmpq

from verifier.array import Array, Shape, Value, scalar
from verifier.interval import UNDEFINED, UNKNOWN, Missing
from verifier.operations.operation import Engine, operation, same

_WORDS = "Salton 1971, the vector space model; a vocabulary is a set of words"


@operation("X", shape=lambda _: (1, 1), pattern="reducing", reference="NumPy, size")
def count(_engine: Engine, x: Array) -> Array:
    """How many cells."""
    return scalar(fmpq(len(x.cells)) if all(cell is not UNKNOWN for cell in x.cells) else UNKNOWN)


@operation("words", shape=same, pattern="cellwise", reference=_WORDS)
def lower(_engine: Engine, words: Array) -> Array:
    """Words without capitals."""
    return words.map(lambda cell: cell.lower() if isinstance(cell, str) else cell)


@operation("words", shape=same, pattern="mixing", reference=_WORDS)
def unique(_engine: Engine, words: Array) -> Array:
    """Each word once, in the order of first use, in one row."""
    if any(isinstance(cell, Missing) for cell in words.cells):
        return Array(1, len(words.cells), (UNKNOWN,) * len(words.cells))
    kept = tuple(dict.fromkeys(words.cells))
    return Array(1, len(kept), kept)


def _as_first(words: Shape, _vocabulary: Shape) -> Shape:
    return words


@operation("words", "vocabulary", shape=_as_first, pattern="mixing", reference=_WORDS)
def index(_engine: Engine, words: Array, vocabulary: Array) -> Array:
    """The place of each word in the vocabulary, from zero; undefined if it is not there."""
    places: dict[Value, Value] = {}
    for place, word in enumerate(vocabulary.cells):
        places.setdefault(word, fmpq(place))
    absent = UNKNOWN if UNKNOWN in vocabulary.cells else UNDEFINED
    return words.map(lambda cell: cell if isinstance(cell, Missing) else places.get(cell, absent))


def _as_second(_values: Shape, places: Shape) -> Shape:
    return places


@operation("values", "places", shape=_as_second, pattern="mixing", reference="NumPy, take")
def take(_engine: Engine, values: Array, places: Array) -> Array:
    """The cells at the given places, from zero."""
    return places.map(lambda place: _take(values, place))


def _take(values: Array, place: Value) -> Value:
    if isinstance(place, Missing) or not isinstance(place, fmpq):
        return UNKNOWN
    at = int(place.p)
    return values.cells[at] if place.q == 1 and 0 <= at < len(values.cells) else UNDEFINED
