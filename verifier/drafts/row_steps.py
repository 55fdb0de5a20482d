r"""Steps of an elimination over an arrow, as `\xrightarrow{R_2 - 2R_1}`, as formulas of the matrix behind it.

The row that changes is the one that the step names as such, else one of those in it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from flint import fmpq

from verifier.drafts.quantities import Quantity
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript
from verifier.sources.outline import Outline
from verifier.sources.tokens import Token

MAX_ROWS: Final = 9
MAX_READINGS: Final = 16
_ROW: Final = r"(?:\\(?:text|mathrm|mathbf)\{)?[A-Za-z]\}?_?\{?(\d)\}?"
_FRACTION: Final = re.compile(r"\\[dt]?frac\{?(\d{1,4})\}?\{?(\d{1,4})\}?")
_TERM: Final = re.compile(
    rf"([-+\u2212]?)(?:\(?(-?\d{{1,6}}(?:\.\d{{1,6}})?(?:/\d{{1,6}})?)\)?)?(?:\\cdot|\\times|[*\u00b7\u00d7])?{_ROW}(?:/(\d{{1,4}}))?"
)
_SWAP: Final = re.compile(rf"{_ROW}(?:\\leftrightarrow|\\Leftrightarrow|\u2194|\u21d4|<->){_ROW}")
_TO: Final = re.compile(r"\\to|\\rightarrow|\\leftarrow|\\gets|:=|[=\u2190\u2192]|->|<-")
_PARTED: Final = re.compile(r"\\\\|[,;&]|\\q?quad")
_AROUND: Final = re.compile(
    r"\\(?:x(?:long)?(?:right|Right)arrow|xmapsto|(?:over|under)(?:set|rightarrow)|stackrel|substack)\{?|\\sim|[ \n]"
)
_Rows = list[Expression]


def by_steps(quantity: Quantity, before: Sequence[Quantity], outline: Outline) -> Iterator[Expression]:
    """The formulas that the steps over the arrow before a matrix may mean, of the matrix from which it leads."""
    shown = quantity.shown
    index = next((k for k, one in enumerate(outline.shown) if one is shown), 0)
    source = next((one for one in before if index and one.shown is outline.shown[index - 1]), None)
    if not shown.arrow or source is None or source.block.shape != quantity.block.shape:
        return
    rows: _Rows = [_row(source.id, number) for number in range(source.block.rows)]
    steps = [list(_readings(text, len(rows))) for text in _texts(shown.arrow)]
    steps = [one for one in steps if one]
    if steps and 1 < len(rows) <= MAX_ROWS:
        for chosen in islice(product(*steps), MAX_READINGS):
            changed = rows
            for step in chosen:
                changed = _changed(changed, step)
            yield Apply("vstack", tuple(changed))


def _texts(arrow: Sequence[Token]) -> list[str]:
    """The steps that stand over an arrow, each without blanks."""
    text = _FRACTION.sub(r"(\1/\2)", "".join(token.text for token in arrow))
    return [part for part in _PARTED.split(_AROUND.sub("", text)) if part.strip("{}")]


class _Step:
    """One step: the row that changes, the row with which it is exchanged, or the terms of which it is the sum."""

    def __init__(self, row: int, other: int | None, terms: Sequence[tuple[fmpq, int]] = ()) -> None:
        self.row = row
        self.other = other
        self.terms = terms


def _readings(text: str, count: int) -> Iterator[_Step]:
    """What a step may mean, by the row that changes; rows count from zero."""
    text = text.strip("{}")
    swap = _SWAP.fullmatch(text)
    if swap is not None and max(int(swap[1]), int(swap[2])) <= count:
        yield _Step(int(swap[1]) - 1, int(swap[2]) - 1)
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
            yield _Step(row, None, terms)


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


def _changed(rows: _Rows, step: _Step) -> _Rows:
    """The rows after a step."""
    found = list(rows)
    if step.other is not None:
        found[step.row], found[step.other] = rows[step.other], rows[step.row]
        return found
    first, *rest = sorted(step.terms, key=lambda term: term[1] != step.row)
    made = _times(first[0], rows[first[1]])
    for factor, row in rest:
        made = Apply("subtract" if factor < 0 else "add", (made, _times(abs(factor), rows[row])))
    found[step.row] = made
    return found


def _times(factor: fmpq, row: Expression) -> Expression:
    if factor < 0:
        return Apply("negative", (_times(-factor, row),))
    if factor == 1:
        return row
    above, below = (Literal(fmpq(part), str(part)) for part in (factor.p, factor.q))
    scaled = row if factor.p == 1 else Apply("multiply", (above, row))
    return scaled if factor.q == 1 else Apply("divide", (scaled, below))


def _row(name: str, number: int) -> Expression:
    return Subscript(Name(name), Literal(fmpq(number), str(number)), Span(None, None))
