r"""Numbers behind what surely has ended, which are factors without a sign: `(2 + 3)4`, `\binom{5}{2} 0.5^5`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.chains import has_operation
from verifier.sources.text.signs import OVER, POWER
from verifier.sources.text.tokens import Token

_TEN: Final = "10"
_EXPONENTS: Final = ("2", "3")
"""What may be an exponent that came down to the line, as in `(2 + 3)2 = 25`."""


def begins_number(tokens: Sequence[Token], at: int, closed: int) -> bool:
    """Whether the number at an index is a factor of what stands before it.

    That is a root, a binomial coefficient or a fraction that *closed* there, brackets around an operation, a factorial
    before another one, or a power before a power. Behind a blank so it is where signs are those of LaTeX.
    """
    number, (before, last) = tokens[at], (tokens[0], *tokens)[at - 1 : at + 1]
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if last.is_one_of("!"):
        return behind is not None and behind.is_one_of("!")
    has_commands = any(token.sort == "macro" for token in tokens)
    if number.spaced and not has_commands:
        return False
    if at == closed:
        return True
    if behind is not None and behind.is_one_of(*POWER) and last.is_one_of("}", ")"):
        return has_commands or (number.text == _TEN and last.is_one_of(")") and _ends_factor(tokens[:at]))
    if last.is_one_of(")"):
        return (has_commands or number.text not in _EXPONENTS) and _ends_operation(tokens[:at])
    is_raised = last.sort == "raised" or before.is_one_of(*POWER)
    return is_raised and number.spaced and behind is not None and behind.is_one_of(*POWER)


def _ends_factor(tokens: Sequence[Token]) -> bool:
    """Whether tokens end with brackets that are a factor, and no number of an equation: `(5 - 2)` and `5(2)`."""
    opening = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at].is_one_of("(")), 0)
    return _ends_operation(tokens) or (opening > 0 and tokens[opening - 1].sort == "number")


def _ends_operation(tokens: Sequence[Token]) -> bool:
    """Whether tokens end with brackets around an operation on numbers."""
    depth = 0
    for index in range(len(tokens) - 1, -1, -1):
        depth += tokens[index].is_one_of(")") - tokens[index].is_one_of("(")
        if not depth:
            inside = tokens[index + 1 : -1]
            return has_operation(inside) or any(token.is_one_of(*OVER, "\\frac") for token in inside)
    return False
