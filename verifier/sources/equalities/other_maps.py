"""Signs of functions before matrices that stand for other maps: a stress, a permutation, a spectrum."""

from itertools import pairwise
from typing import Final

from verifier.sources.expressions.chains import Pair
from verifier.sources.text.signs import MINUS

_SIGMAS: Final = ("\\sigma", "\u03c3", "\u03a3")


def is_of_another_map(pair: Pair) -> bool:
    r"""Whether `\sigma` before a matrix without brackets gives what no sigmoid gives: it may be a stress or a map."""
    tokens = pair.left.tokens
    if not any(token.is_one_of(*_SIGMAS) and behind.sort == "begin" for token, behind in pairwise(tokens)):
        return False
    shown = pair.right.tokens
    is_large = any(token.sort == "number" and not token.text.startswith(("0", ".", "1")) for token in shown)
    return is_large or any(token.is_one_of(*MINUS) for token in shown)
