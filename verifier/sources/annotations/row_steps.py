r"""Steps of an elimination over an arrow, as `\\xrightarrow{R_2 - 2R_1}`: the row that changes, and what it becomes.

It is the row that the step names as such, else one of those in it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.tokens import Token

_ROW: Final = r"(?:\\(?:text|mathrm|mathbf)\{)?[RLFZEWrlfzew]\}?_?\{?(\d)\}?"
_FRACTION: Final = pattern(r"\\[dt]?frac\{?(\d{1,4})\}?\{?(\d{1,4})\}?")
_TERM: Final = pattern(
    rf"([-+\u2212]?)(?:\(?(-?\d{{1,6}}(?:\.\d{{1,6}})?(?:/\d{{1,6}})?)\)?)?(?:\\cdot|\\times|[*\u00b7\u00d7])?{_ROW}(?:/(\d{{1,4}}))?"
)
_SWAP: Final = pattern(rf"{_ROW}(?:\\leftrightarrow|\\Leftrightarrow|\u2194|\u21d4|<->){_ROW}")
_TO: Final = pattern(r"\\to|\\rightarrow|\\leftarrow|\\gets|:=|[=\u2190\u2192]|->|<-")
_PARTED: Final = pattern(r"\\\\|[,;&]|\\q?quad")
_AROUND: Final = pattern(
    r"\\(?:x(?:long)?(?:right|Right)arrow|xmapsto|(?:over|under)(?:set|rightarrow)|stackrel|substack)\{?|\\sim|[ \n]"
)


_ABOVE_AND_BELOW: Final = pattern(r"(\\x[A-Za-z]+)\[(?P<below>[^\[\]]*)\](?P<above>.*)")
"""An arrow with steps below it too, as `\\xrightarrow[R_3 - R_1]{R_2 - R_1}`."""


class Step(NamedTuple):
    """One step: the row that changes, counted from zero, and that with which it is exchanged, or the terms of its sum.

    A term is a factor and a row. `text` is the sum as it is written.
    """

    row: int
    other: int | None
    terms: tuple[tuple[fmpq, int], ...] = ()
    text: str = ""


def texts_of(arrow: Sequence[Token]) -> list[str]:
    """The steps that stand over an arrow and below it, each without blanks."""
    text = _FRACTION.sub(r"(\1/\2)", "".join(token.text for token in arrow))
    text = _ABOVE_AND_BELOW.sub(r"\1\g<above>,\g<below>", text)
    return [part for part in _PARTED.split(_AROUND.sub("", text)) if part.strip("{}")]


def readings(text: str, count: int) -> Iterator[Step]:
    """What a step may mean, by the row that changes; rows count from zero."""
    text = text.strip("{}")
    swap = _SWAP.fullmatch(text)
    if swap is not None and max(int(swap[1]), int(swap[2])) <= count:
        yield Step(int(swap[1]) - 1, int(swap[2]) - 1)
        return
    parts = [part.strip("{}") for part in _TO.split(text) if part.strip("{}")]
    target = next((match for part in parts[:2] if (match := re.fullmatch(_ROW, part)) and parts[1:]), None)
    said = next((part for part in parts if target is None or part != target[0]), "")
    terms = list(_terms(said))
    rows = [row for _, row in terms]
    if not terms or not all(0 <= row < count for row in rows):
        return
    for row in dict.fromkeys(rows) if target is None else [int(target[1]) - 1]:
        if row < count:
            yield Step(row, None, tuple(terms), said)


def _terms(text: str) -> Iterator[tuple[fmpq, int]]:
    """The factors and the rows of a sum; nothing if it is read only in part."""
    found, at = [], 0
    while (match := _TERM.match(text, at)) is not None and match.end() > at and (not at or match[1]):
        factor = fmpq(1) if match[2] is None else _number(match[2])
        factor = factor / (1 if match[4] is None else int(match[4]))
        found.append((-factor if match[1] in ("-", "\u2212") else factor, int(match[3]) - 1))
        at = match.end()
    yield from found if at == len(text) else ()


def _number(text: str) -> fmpq:
    whole, _, below = text.partition("/")
    digits, _, decimals = whole.partition(".")
    return fmpq(int(digits + decimals), 10 ** len(decimals)) / int(below or 1)
