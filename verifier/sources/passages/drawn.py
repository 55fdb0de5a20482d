"""Fractions that are drawn over several lines of running text, with a rule between their lines or without one."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from verifier.sources.expressions.chains import SEAM
from verifier.sources.text.tokens import Token

_RULE: Final = ("-", "_", "\u2013", "\u2014", "\u2015", "\u2500", "or")
"""What the line between the two lines of a fraction has, a rule, or what is left of one."""


def with_fractions(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens, with a seam at the end of each side of an equality that may be above the line of a fraction.

    That is where the next line, or the next but one behind a rule, is a number alone, as in `x = 3 * 4 = 2.4` over `5`.
    """
    if "line" not in [token.sort for token in tokens]:
        return tokens
    lines = [list(line) for _, line in groupby(tokens, lambda token: token.sort == "line")]
    shown = [at for at, line in enumerate(lines) if line[0].sort != "line"]
    pairs = {at: below for at, below in pairwise(shown) if _is_below(lines, below, shown)}
    if not pairs:
        return tokens
    above = {at for at, below in pairs.items() if not (lines[at][-1].sort == "relation" and _is_alone(lines, below))}
    return [one for at, line in enumerate(lines) for one in (_opened(line) if at in above else line)]


def _is_below(lines: Sequence[Sequence[Token]], at: int, shown: Sequence[int]) -> bool:
    """Whether the line at an index, or the one behind the rule there, is one number."""
    is_rule = all(token.text in _RULE for token in lines[at])
    below = lines[at + 2] if is_rule and at + 2 <= shown[-1] else lines[at]
    return [token.sort for token in below] == ["number"]


def _is_alone(lines: Sequence[Sequence[Token]], at: int) -> bool:
    """Whether no other number, and no rule, stands below the number at an index: it is the result of the line above.

    An operand of that line is none: so begins a calculation that is written out.
    """
    below = lines[at + 2] if at + 2 < len(lines) else []
    is_one = [token.sort for token in lines[at]] == ["number"]
    is_operand = is_one and any(token.text == lines[at][0].text for token in lines[at - 2][:-1])
    goes_on = bool(below) and (below[0].sort == "number" or all(token.text in _RULE for token in below))
    return is_one and not is_operand and not goes_on


def _opened(line: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a line, with a seam before each relation."""
    for token in line:
        if token.sort == "relation":
            yield SEAM._replace(start=token.start, end=token.start)
        yield token
