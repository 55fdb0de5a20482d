r"""Signs that stand high: one of transposition in one exponent with an index, as in `W^{(2)\top}`, and powers."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from verifier.drafts.axes import Shapes
from verifier.formulas.tree import Apply, Expression, Literal
from verifier.sources.text.signs import POWER, TRANSPOSES
from verifier.sources.text.tokens import Token

MAX_POWER: Final = 8


def raised(made: Expression, exponent: Expression, shape_of: Shapes) -> Expression:
    """A power; of a square matrix that of matrices, as `P @ P` of `P^2`."""
    rows, columns = shape_of(made) or (1, 1)
    times = int(exponent.value.p) if isinstance(exponent, Literal) and exponent.value.q == 1 else 0
    if rows == 1 or rows != columns or not 1 < times <= MAX_POWER:
        return Apply("power", (made, exponent))
    return reduce(lambda left, right: Apply("matmul", (left, right)), [made] * times)


def turned_apart(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens with a sign of transposition behind the braces in which it ends an index: `W^{(2)\top}`."""
    found: list[Token] = []
    opened: list[bool] = []  # whether the braces are those of an exponent
    for index, token in enumerate(tokens):
        found.append(token)
        if token.is_one_of("{"):
            opened.append(index > 0 and tokens[index - 1].is_one_of(*POWER))
        elif token.is_one_of("}") and opened and opened.pop():
            before, sign = tokens[index - 2], tokens[index - 1]
            if sign.is_one_of(*TRANSPOSES) and not before.is_one_of("{", *POWER):
                found[-2:] = [token, token._replace(text=POWER[0]), sign]
    return found
