"""Shapes of matrices, written as products: an equality of them says how many rows and columns there are."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.sources.signs import MINUS, TIMES
from verifier.sources.tokens import Token

_CROSSES: Final = ("\\times", "\u00d7", "x")
_SIZE: Final = "[0-9]{1,6}"
_SHAPE: Final = rf"\( {_SIZE} x {_SIZE} \)"
_SHAPES: Final = re.compile(rf"{_SHAPE}(?: (?:[x*+-] )?{_SHAPE})*")
_BARE: Final = re.compile(rf"{_SIZE} x {_SIZE}(?: [x*] {_SIZE} x {_SIZE})*")
_SIZES: Final = re.compile(_SIZE)


def are_of_shapes(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether two sides may be shapes, as `(2 x 3) (3 x 4) = (2 x 4)`, or a product of shapes and its rows or cells."""
    if not any(token.text in _CROSSES for side in (left, right) for token in side):
        return False
    one, other = _spelled(left), _spelled(right)
    made = _made(one)
    if _SHAPES.fullmatch(other) or _BARE.fullmatch(other):
        return _SHAPES.fullmatch(one) is not None or (_BARE.fullmatch(one) is not None and made == _made(other))
    is_product = _SHAPES.fullmatch(one) is not None and one.count("(") > 1
    return is_product and made is not None and other in map(str, (*made, made[0] * made[1]))


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
    if token.is_one_of(*_CROSSES):
        return "x"
    if token.is_one_of(*TIMES):
        return "*"
    return "-" if token.is_one_of(*MINUS) else token.text
