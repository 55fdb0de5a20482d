"""Rows in brackets in running text that are vectors or matrices: `[1, 0.5] + [2, 3]`, `softmax([2, 1])`.

Their commas separate numbers and no statements, and their line ends none either.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.record import NamedTuple
from verifier.sources.expressions.chains import SEAM
from verifier.sources.text.signs import BARS, DEGREE, MINUS, OPERATORS, PERCENT, ROOTS
from verifier.sources.text.tokens import Token
from verifier.sources.text.topics import Words
from verifier.sources.text.words import FUNCTIONS, OF_VECTORS

_OF_SUMS: Final = ("elliptic", "\\oplus")
_OF_OTHER_SUMS: Final = Words(r"\bon (?:the|a|this) curve\b|\bxor\b")
_OF_PRODUCTS: Final = ("quaternion", "permut", "transposition", "convol")
_OF_DIVISORS: Final = ("divisor", "coprime", "gcd", "ggt", "pgcd", "mcd", "lcm", "kgv", "ppcm")
_OPENING: Final = {"[": "]", "(": ")"}
_INSIDE: Final = frozenset(("!", ".", "x", *OPERATORS, *BARS, *DEGREE, *PERCENT, *ROOTS))
"""Signs that stand in the numbers of a row, written out or not."""


class _Open(NamedTuple):
    """A bracket that is open: where it opens, the row around it, and its commas and line ends so far."""

    start: int
    separators: list[int]
    filled: list[bool]
    """For each number of the row whether it has begun."""


def speaks_of_other_sums(text: str) -> bool:
    """Whether rows in brackets have other sums than vectors in a text, as its words say."""
    small = text.lower()
    return any(word in small for word in _OF_SUMS) or _OF_OTHER_SUMS.are_in(small)


def speaks_of_other_products(text: str) -> bool:
    """Whether they have other products."""
    small = text.lower()
    return any(word in small for word in _OF_PRODUCTS)


def speaks_of_divisors(text: str) -> bool:
    """Whether two numbers in brackets, as `(12,18)`, may be their greatest common divisor."""
    small = text.lower()
    return any(word in small for word in _OF_DIVISORS)


def separators(tokens: Sequence[Token]) -> frozenset[int]:
    """The indices of the commas and line ends inside of rows that are operands, results or arguments."""
    found: set[int] = set()
    for start, end, inside in _rows(tokens):
        if _is_operand(tokens, start, end):
            found.update(inside)
    return frozenset(found)


def is_row(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a row of numbers in brackets, or rows in such, and nothing else."""
    signs = (*_OPENING, *_OPENING.values(), ",", *MINUS)
    is_plain = all(token.sort == "number" or token.is_one_of(*signs) for token in tokens)
    return is_plain and [(start, end) for start, end, _ in _rows(tokens)] == [(0, len(tokens) - 1)]


def is_function(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word names a function: one of vectors, as `mean`, only where brackets touch it."""
    token, behind = (*tokens[at : at + 2], SEAM, SEAM)[:2]
    is_touched = behind.is_one_of("(", "[") and not behind.spaced
    return token.text in FUNCTIONS or (is_touched and token.text in OF_VECTORS)


def _rows(tokens: Sequence[Token]) -> Iterator[tuple[int, int, list[int]]]:
    """The outermost rows: where they open and close, and their separators with those of the rows in them."""
    opened: list[_Open] = []
    for at, token in enumerate(tokens):
        if token.text in _OPENING and token.sort == "sign":
            opened.append(_Open(at, [], [False]))
        elif not opened:
            continue
        elif token.sort in ("number", "raised"):
            opened[-1].filled[-1] = True
        elif token.text == _OPENING[tokens[opened[-1].start].text]:
            row = _closed(tokens, opened)
            if row is not None:
                yield row.start, at, row.separators
        elif token.is_one_of(","):
            opened[-1].separators.append(at)
            opened[-1].filled.append(False)
        elif token.sort == "line" and not opened[-1].filled[-1]:
            opened[-1].separators.append(at)
        elif not (token.text in _INSIDE or is_function(tokens, at) or token.is_one_of("e", "\u03c0")):
            opened.clear()


def _closed(tokens: Sequence[Token], opened: list[_Open]) -> _Open | None:
    """The row whose brackets close if it is an outermost one; one in another is a part of that."""
    row = opened.pop()
    if not all(row.filled) or _is_index(tokens, row.start):
        opened.clear()
        return None
    if opened:
        opened[-1].filled[-1] = True
        opened[-1].separators.extend(row.separators)
        return None
    return row if any(tokens[place].text == "," for place in row.separators) else None


def _is_index(tokens: Sequence[Token], start: int) -> bool:
    """Whether brackets touch a name or other brackets before them: an index, or arguments that no formula knows."""
    before = tokens[start - 1] if start else SEAM
    is_name = before.sort == "word" and not is_function(tokens, start - 1)
    return not tokens[start].spaced and (is_name or before.is_one_of(")", "]"))


def _is_operand(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a row is a side of a relation, an operand or an argument: the sign of one stands beside it."""
    before = next((token for token in reversed(tokens[max(0, start - 2) : start]) if token.sort != "line"), SEAM)
    behind = next((token for token in tokens[end + 1 : end + 3] if token.sort != "line"), SEAM)
    is_argument = start > 0 and is_function(tokens, start - 1) and not tokens[start].spaced
    return is_argument or any(
        token.sort == "relation" or token.is_one_of(*OPERATORS, *MINUS) for token in (before, behind)
    )
