"""Why a numeral that looks like part of an equality is compared with nothing, where no side of one has it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import OPERATORS
from verifier.sources.text.tokens import Token

_SIGN: Final = r"(?:\s*(?:[+*\u00b7\u00d7\u00f7\u22c5^]|\\cdot|\\times|\\div)|[ \t]+[-/\u2212](?=[ \t]))"
"""A sign of an operation; a minus or a slash without blanks may stand in a date or a range."""
_BEFORE: Final = 40
"""So many characters before a numeral are looked at."""
_RUN: Final = pattern(r"[0-9][0-9.,]*")
"""Numerals that touch each other: each of them is followed by what follows the last."""
_BEHIND: Final = pattern(rf"[)}}]*+{_SIGN}[\s({{]*[\\0-9.]")
_OPERATED: Final = pattern(rf"[0-9)}}]{_SIGN}[\s({{]*\Z")
_CROSSED: Final = pattern(r"[xX][0-9]")
_CROSSES: Final = pattern(r"[0-9][xX]\Z")
_LED: Final = pattern(r"[=\u2248]\s*(?:[^\W\d_]+[ \t]+){1,3}\Z")
_TABLE: Final = "an expression in a table without an equals sign; an annotation can name its column"


class Reasons:
    """Why numerals of a text are in no equality; they are asked for in their order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        """Where the numerals end that touch the last one."""
        self.is_crossed = self.is_operand = False
        """Whether a cross, or the sign of an operation and another operand, stands there."""

    def of(self, start: int, where: str) -> str:
        """Why the numeral at an offset is in none, by what stands around it; empty if nothing says it."""
        before = self.text[max(0, start - _BEFORE) : start]
        if where not in ("running text", "mathematics", "table"):
            return ""
        if _LED.search(before):
            return "words stand between it and the equals sign"
        is_first = self._pass(start)
        if (is_first and self.is_crossed) or _CROSSES.search(before):
            return "an x without blanks may be a name"
        if (is_first and self.is_operand) or _OPERATED.search(before):
            return _TABLE if where == "table" else "an expression that is in no equality that was read"
        return ""

    def _pass(self, start: int) -> bool:
        """Look behind the numerals that touch the one at an offset; whether it begins with a digit."""
        if start >= self.end and (run := _RUN.match(self.text, start)):
            self.end = run.end()
            self.is_crossed = _CROSSED.match(self.text, self.end) is not None
            self.is_operand = _BEHIND.match(self.text, self.end) is not None
        return self.text[start] != "."


WRITTEN: Final = "a calculation in lines above a rule is not read"


def in_written_sums(tokens: Sequence[Token]) -> Iterator[Token]:
    r"""The numbers of arrays with a rule and a line that begins with a sign, as `3.5 \\ + 4.2 \\ \hline 7.7`."""
    begin = None
    for index, token in enumerate(tokens):
        if token.sort == "begin":
            begin = index
        elif token.sort == "end" and begin is not None:
            inside = [one for one in tokens[begin:index] if one.sort not in ("line", "tab")]
            has_sign = any(one.sort == "row" and two.is_one_of(*OPERATORS) for one, two in pairwise(inside))
            if has_sign and any(one.is_one_of("\\hline") for one in inside):
                yield from (one for one in inside if one.sort == "number")
            begin = None
