"""Shapes of matrices, `(2 x 3)` or `(2, 3)`: an equality of them says how many rows and columns there are."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import MINUS, TIMES
from verifier.sources.text.tokens import SPELLED, Token

_CROSSES: Final = ("\\times", "\u00d7", "x")
_SEPARATORS: Final = frozenset((*_CROSSES, ","))
_ROUND: Final = {"[": "(", "]": ")"}
_SPELLINGS: Final = {
    **_ROUND,
    **dict.fromkeys(MINUS, "-"),
    **dict.fromkeys(TIMES, "*"),
    **dict.fromkeys(_CROSSES, "x"),
}
_SIZE: Final = "[0-9]{1,6}"
_SHAPE: Final = rf"\( {_SIZE} x {_SIZE} \)"
_SHAPES: Final = pattern(rf"{_SHAPE}(?: (?:[x*+-] )?{_SHAPE})*")
_BARE: Final = pattern(rf"{_SIZE} x {_SIZE}(?: [x*] {_SIZE} x {_SIZE})*")
_SIZES: Final = pattern(_SIZE)
_TUPLE: Final = pattern(rf"\( {_SIZE}(?: , {_SIZE})+ \)")
_TUPLES: Final = pattern(rf"{_TUPLE.pattern}(?: (?:[x*+-] )?{_TUPLE.pattern})*")


def are_of_shapes(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether two sides may be shapes, as `(2 x 3) (3 x 4) = (2 x 4)`, or a product of shapes and its rows or cells.

    With commas they may also be vectors: the shapes of a product, or of what is done cell by cell, must fit.
    """
    if _SEPARATORS.isdisjoint([token.text for token in (*left, *right)]):
        return False
    one, other = _spelled(left), _spelled(right)
    if _TUPLE.fullmatch(other):
        return _TUPLES.fullmatch(one) is not None and _fit(_tuples(one), _tuples(other)[0], is_sum="+" in one)
    made = _made(one)
    if _SHAPES.fullmatch(other) or _BARE.fullmatch(other):
        return _SHAPES.fullmatch(one) is not None or (_BARE.fullmatch(one) is not None and made == _made(other))
    is_product = _SHAPES.fullmatch(one) is not None and one.count("(") > 1
    return is_product and made is not None and other in map(str, (*made, made[0] * made[1]))


def _fit(factors: list[list[int]], shown: list[int], *, is_sum: bool) -> bool:
    """Whether several matrices, or stacks of them, give the shape that is *shown*, multiplied or cell by cell."""
    if len(factors) == 1:
        return False
    if _are_spread(factors, shown):
        return True
    if any(len(factor) != len(shown) for factor in factors):
        return False
    fits = all(one[-1] == other[-2] and one[:-2] == other[:-2] for one, other in pairwise(factors))
    return fits and not is_sum and shown == [*factors[0][:-1], factors[-1][-1]]


def _are_spread(terms: list[list[int]], shown: list[int]) -> bool:
    """Whether sizes of one are spread to those of the other shapes, which make the one that is *shown*."""
    longest = max(map(len, terms))
    filled = [[1] * (longest - len(term)) + term for term in terms]
    return all(len({*axis} - {1}) < 2 for axis in zip(*filled, strict=True)) and shown == [  # noqa: PLR2004 - one size
        max(axis) for axis in zip(*filled, strict=True)
    ]


def _tuples(spelled: str) -> list[list[int]]:
    return [[int(size) for size in _SIZES.findall(one)] for one in _TUPLE.findall(spelled)]


def _made(spelled: str) -> tuple[int, int] | None:
    """The shape of a product of matrices of some shapes; None if these do not fit, or if there are none."""
    sizes = [int(size) for size in _SIZES.findall(spelled)] if "x" in spelled else []
    fits = len(sizes) > 1 and sizes[1:-1:2] == sizes[2::2]
    return (sizes[0], sizes[-1]) if fits else None


def _spelled(tokens: Sequence[Token]) -> str:
    """Tokens with one spelling of each sign, and blanks between them."""
    return " ".join(map(_sign, tokens))


def _sign(token: Token) -> str:
    """A sign in one spelling: `x` for those that part the rows and the columns of a shape, `*` for other products."""
    return (_SPELLINGS if token.sort in SPELLED else _ROUND).get(token.text, token.text)
