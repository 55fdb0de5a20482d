"""The default random streams of common generators, as matrices of exact numbers.

Each generator gives whole numbers below 2**53, in the order in which they are drawn;
a number of a stream is such a number over 2**53, which is what their users see in double
precision. MATLAB fills a matrix column by column, NumPy and Python row by row.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from flint import fmpq

from verifier.document.origin import GENERATORS, MAX_SKIP
from verifier.numbers.array import Array, Shape
from verifier.operations.operation import Engine, ShapeError, operation

BITS: Final = 53
MAX_NUMBERS: Final = 1_000_000
PRODUCTS_A_NUMBER: Final = 10
MATLAB_DEFAULT: Final = 5489
"""The seed of MATLAB at its start, and the seed that its seed 0 means."""

_32: Final = (1 << 32) - 1
_64: Final = (1 << 64) - 1
_128: Final = (1 << 128) - 1
_WORDS: Final = 624
_SHIFT: Final = 397
_PCG_FACTOR: Final = 0x2360ED051FC65DA44385DF649FCCF645
_POOL: Final = 4


# The Mersenne Twister, MT19937 (Matsumoto, Nishimura 1998; their mt19937ar.c of 2002).


def _seeded(seed: int) -> list[int]:
    """The first state from one number: init_genrand."""
    state = [seed & _32]
    for place in range(1, _WORDS):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + place) & _32)
    return state


def _seeded_by_words(key: list[int]) -> list[int]:
    """The first state from several numbers: init_by_array."""
    state = _seeded(19650218)
    place = 1
    for step in range(max(_WORDS, len(key))):
        which = step % len(key)
        mixed = state[place] ^ ((state[place - 1] ^ (state[place - 1] >> 30)) * 1664525)
        state[place] = (mixed + key[which] + which) & _32
        place = _next(state, place)
    for _ in range(_WORDS - 1):
        mixed = state[place] ^ ((state[place - 1] ^ (state[place - 1] >> 30)) * 1566083941)
        state[place] = (mixed - place) & _32
        place = _next(state, place)
    state[0] = 1 << 31
    return state


def _next(state: list[int], place: int) -> int:
    if place < _WORDS - 1:
        return place + 1
    state[0] = state[-1]
    return 1


def _twisted(state: list[int]) -> None:
    """Replace the state by the next one, in place: later words are computed from words that are already new."""
    for place in range(_WORDS):
        joined = (state[place] & 0x80000000) | (state[(place + 1) % _WORDS] & 0x7FFFFFFF)
        state[place] = state[(place + _SHIFT) % _WORDS] ^ (joined >> 1) ^ (0x9908B0DF if joined & 1 else 0)


def _tempered(word: int) -> int:
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)


def _twister(state: list[int]) -> Iterator[int]:
    """The numbers from an initial state, each from two words: genrand_res53."""
    while True:
        _twisted(state)
        for place in range(0, _WORDS, 2):
            yield (_tempered(state[place]) >> 5 << 26) | (_tempered(state[place + 1]) >> 6)


# PCG64 (O'Neill 2014, XSL-RR of 128 bits) behind NumPy's SeedSequence (O'Neill 2015, seed_seq_fe).


class _Hash:
    """A hash function of words whose multiplier changes with every call."""

    def __init__(self, first: int, factor: int) -> None:
        self.multiplier = first
        self.factor = factor

    def __call__(self, word: int) -> int:
        word ^= self.multiplier
        self.multiplier = self.multiplier * self.factor & _32
        word = word * self.multiplier & _32
        return word ^ (word >> 16)


def _words_of(seed: int) -> list[int]:
    """The 32-bit words of a number, the lowest first; 0 is one word."""
    return [seed >> shift & _32 for shift in range(0, max(1, seed.bit_length()), 32)]


def _mixed(x: int, y: int) -> int:
    word = (0xCA01F9DD * x - 0x4973F715 * y) & _32
    return word ^ (word >> 16)


def _pool(seed: int) -> list[int]:
    """The entropy pool of a SeedSequence, in which every word is mixed into every other."""
    words = _words_of(seed)
    hashed = _Hash(0x43B0D7E5, 0x931E8875)
    pool = [hashed(words[place] if place < len(words) else 0) for place in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mixed(pool[target], hashed(pool[source]))
    return pool


def _pcg64(seed: int) -> Iterator[int]:
    """The numbers of default_rng(seed), one step of the generator each."""
    hashed = _Hash(0x8B51F9DD, 0x58F38DED)
    pool = _pool(seed)
    words = [hashed(pool[place % _POOL]) for place in range(8)]
    start, sequence = (
        (words[at + 1] << 96) | (words[at] << 64) | (words[at + 3] << 32) | words[at + 2] for at in (0, 4)
    )
    step = (sequence << 1 | 1) & _128
    state = ((start + step) * _PCG_FACTOR + step) & _128
    while True:
        state = (state * _PCG_FACTOR + step) & _128
        folded, turn = (state >> 64) ^ (state & _64), state >> 122
        yield ((folded >> turn | folded << (64 - turn)) & _64) >> (64 - BITS)


_STREAMS: Final[dict[str, Callable[[int], Iterator[int]]]] = {
    "matlab": lambda seed: _twister(_seeded(seed or MATLAB_DEFAULT)),
    "numpy": lambda seed: _twister(_seeded(seed)),
    "pcg64": _pcg64,
    "python": lambda seed: _twister(_seeded_by_words(_words_of(seed))),
}


def numbers(generator: str, seed: int) -> Iterator[int]:
    """The endless stream of a generator; an integer n stands for the random number n / 2**53."""
    return _STREAMS[generator](seed)


def _shape_for(generator: str) -> Callable[..., Shape]:
    def shape(seed: int = 0, skip: int = 0, rows: int = 1, columns: int = 1) -> Shape:
        _within(f"a seed for {generator}", seed, 0, 2 ** GENERATORS[generator].seed_bits - 1)
        _within("a count of numbers to skip", skip, 0, MAX_SKIP)
        _within("a number of rows", rows, 1, MAX_NUMBERS)
        _within("a number of columns", columns, 1, MAX_NUMBERS)
        if isinstance(rows, int) and isinstance(columns, int):
            _within("a count of random numbers", rows * columns, 1, MAX_NUMBERS)
        return rows, columns

    return shape


def _within(what: str, number: object, least: int, most: int) -> None:
    """Raise ShapeError for a number out of bounds; a symbol of a symbolic shape is not checked."""
    if isinstance(number, int) and not least <= number <= most:
        raise ShapeError(f"{what} from {least} to {most}, found {number}")


def _drawn(generator: str, seed: int, skip: int, size: int) -> tuple[fmpq, ...]:
    unit = 1 << BITS
    return tuple(fmpq(number, unit) for number in islice(numbers(generator, seed), skip, skip + size))


def _work(seed: int = 0, skip: int = 0, rows: int = 1, columns: int = 1) -> int:  # noqa: ARG001 - as the operation is called
    """Cost of the numbers drawn and skipped, in products."""
    return PRODUCTS_A_NUMBER * (skip + rows * columns)


def _add(generator: str, reference: str, default: int = 0) -> None:
    """Register the operation that fills a matrix with numbers of a generator, after skipping *skip* of them."""
    by_columns = GENERATORS[generator].order == "columns"

    def value(_engine: Engine, seed: int = default, skip: int = 0, rows: int = 1, columns: int = 1) -> Array:
        drawn = _drawn(generator, seed, skip, rows * columns)
        return Array(columns, rows, drawn).transposed if by_columns else Array(rows, columns, drawn)

    operation(
        name=f"{generator}_rand",
        shape=_shape_for(generator),
        pattern="rearranging",
        reference=reference,
        work=_work,
        seed=default,
        skip=0,
        rows=1,
        columns=1,
    )(value)


# MATLAB's rand, NumPy's old rand, the random of its default_rng, and Python's random.
_add("matlab", "MathWorks, rand and rng; Matsumoto, Nishimura 1998", MATLAB_DEFAULT)
_add("numpy", "NumPy, numpy.random.seed and rand; Matsumoto, Nishimura 1998")
_add("pcg64", "NumPy, numpy.random.default_rng and SeedSequence; O'Neill 2014")
_add("python", "Python, random.seed and random.random; Matsumoto, Nishimura 1998")
