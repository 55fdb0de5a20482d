"""Mathematics that is an operand of running text, as in `$0.3^2$ + 2(0.3)(0.7) + $0.7^2$ = 1`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

_SIGN: Final = r"[-+*/\u2212\u00d7\u00b7\u00f7]"
_GAP: Final = pattern(
    rf"(?!.*[.,;:][ \t])(?=.*(?:{_SIGN}|[=\u2248]))(?:[ \t0-9.,()\[\]^%=\u2248\u00b2\u00b3]|{_SIGN}){{1,80}}"
)
"""What stands between two operands: signs and numbers."""
_SIGNED: Final = pattern(rf"[ \t]*[)\]]*[ \t]*{_SIGN}|.*{_SIGN}[ \t]*[(\[]*[ \t]*\Z")
"""What begins or ends with the sign of an operation."""
_BEFORE: Final = pattern(rf"[0-9)\]%\u00b2\u00b3][ \t]*{_SIGN}[ \t]*[(\[]*[ \t]*\Z")
_CLOSED: Final = r"[ \t]*+(?:[)\]]++[ \t]*+)?"
"""Blanks, and brackets that end, none of which is looked at twice."""
_BEHIND: Final = pattern(rf"{_CLOSED}{_SIGN}[ \t]*[0-9.(\[]")
_AROUND: Final = 40
_BEHIND_SIGN: Final = pattern(rf"{_SIGN}[ \t]*+(?:[(\[]++[ \t]*+)?(?:\$|\\\()")
_BEFORE_SIGN: Final = pattern(rf"[$)](?!\)){_CLOSED}{_SIGN}[ \t]*[$\\0-9.(\[]")
"""Mathematics beside a sign; of several brackets the last is asked."""
_COMMANDS: Final = pattern(r"\\(?:[dt]?frac|sqrt|cdot|times|div|left|right|[,;!: ])(?![A-Za-z])")
_NUMBERS: Final = pattern(r"(?=.*[0-9])[0-9.,^{}()\[\]\s+*/%!\u2212\u00d7\u00b7\u00f7-]+")


_SIGNS: Final = {
    "\\times": "\u00d7",
    "\\cdot": "\u00b7",
    "\\div": "\u00f7",
    "\\approx": "\u2248",
    **dict(zip("=+-*/\u2212\u00d7\u00b7\u00f7\u2248", "=+-*/\u2212\u00d7\u00b7\u00f7\u2248", strict=True)),
}
"""Signs alone as mathematics, and how running text writes them."""
_OPERAND_BEFORE: Final = pattern(r"[0-9)\]%$][ \t]*\Z")
_OPERAND_BEHIND: Final = pattern(r"[ \t]*[-\u2212]?[ \t]*[$(\[0-9.\\\u20ac\u00a3]")


class Inline(NamedTuple):
    """Mathematics in a line, with its delimiters and without them: where each begins and ends."""

    start: int
    end: int
    first: int
    last: int


def signs_alone(text: str, found: Sequence[Inline]) -> Mapping[int, str]:
    r"""The signs between two operands that stand alone as mathematics, as in `3 $\times$ 4`, by where they begin."""
    return {
        one.start: sign
        for one in found
        if (sign := _SIGNS.get(text[one.first : one.last].strip()))
        and _OPERAND_BEFORE.search(text, max(0, one.start - _AROUND), one.start)
        and _OPERAND_BEHIND.match(text, one.end)
    }


def operands(text: str, found: Sequence[Inline]) -> set[int]:
    """Where the mathematics begins that signs of running text join with numbers, or with other mathematics."""
    if not found or not (_BEHIND_SIGN.search(text) or _BEFORE_SIGN.search(text)):
        return set()
    shown = [one for one in found if _is_operand(text[one.first : one.last])]
    return {one.start for run in _runs(text, shown) if _is_joined(text, run) for one in run}


def _runs(text: str, shown: Sequence[Inline]) -> Iterator[Sequence[Inline]]:
    """Operands between which nothing but signs and numbers stand."""
    run: list[Inline] = []
    for one in shown:
        if run and _GAP.fullmatch(text, run[-1].end, one.start) is None:
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _is_joined(text: str, run: Sequence[Inline]) -> bool:
    """Whether the sign of an operation with a number stands beside an operand of a run, or between two of them."""
    gaps = (text[before.end : behind.start] for before, behind in pairwise(run))
    before = re.split(r"[\r\n]", text[max(0, run[0].start - _AROUND) : run[0].start])[-1]
    is_beside = _BEFORE.search(before) or _BEHIND.match(text, run[-1].end)
    return is_beside is not None or any(map(_SIGNED.match, gaps))


def _is_operand(inside: str) -> bool:
    """Whether mathematics is a number, a power, a product or a quotient of numbers, and no sum outside of brackets."""
    if _NUMBERS.fullmatch(_COMMANDS.sub(" ", inside)) is None:
        return False
    depth = 0
    for index, sign in enumerate(inside):
        depth += (sign in "({[") - (sign in ")}]")
        if sign in "+-\u2212" and index and not depth:
            return False
    return depth == 0
