r"""Signs of transposition that stand in one exponent with an index, as in `W^{(2)\top}`."""

from collections.abc import Sequence

from verifier.sources.text.signs import POWER, TRANSPOSES
from verifier.sources.text.tokens import Token


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
