"""Where a text uses a number again by its digits: operands of later equalities, which name no earlier result."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from verifier.document.model import Document, Formula, Stage
from verifier.formulas.tree import Expression, Literal, children
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import listed

MOST_LINES: Final = 3
"""Maximum number of lines that a sentence names."""
_FEWEST: Final = 2
"""A number of fewer significant digits may stand anywhere by chance."""


class Again(NamedTuple):
    """A number whose digits stand again as operands, and the lines in which they do."""

    text: str
    lines: tuple[int, ...]


def used_again(document: Document, numbers: Iterable[Printed]) -> list[Again]:
    """Those of some printed numbers whose digits are operands of equalities that the author wrote behind them."""
    found = ((one.text, tuple(sorted(set(_lines(document, one))))) for one in numbers)
    return [Again(text, lines) for text, lines in found if lines]


def is_telling(text: str) -> bool:
    """Whether a numeral has so many significant digits that it hardly stands again by chance."""
    return len("".join(filter(str.isdigit, text)).lstrip("0")) >= _FEWEST


def is_telling_alone(text: str) -> bool:
    """The same of a numeral beside no sign of a calculation: a whole number of two digits may count anything."""
    return is_telling(text) and ("." in text or len(plain(text).lstrip("-").rstrip("0")) > _FEWEST)


def plain(text: str) -> str:
    """A numeral without separators between its thousands."""
    return re.sub(r"(?<=\d)(?:,|\{,\}|\\,|[\u2009\u202f\u00a0])(?=\d{3}(?!\d))", "", text)


def in_words(again: Iterable[Again]) -> str:
    """`57.04 is used again in lines 2 and 5`; empty if nothing is."""
    return "; ".join(f"{one.text} is used again in {_in_lines(one.lines)}" for one in again)


def _in_lines(lines: tuple[int, ...]) -> str:
    shown = [str(line) for line in lines[:MOST_LINES]]
    more = [f"{len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return f"line{'s' if len(lines) > 1 else ''} {listed([*shown, *more])}"


def _lines(document: Document, number: Printed) -> Iterator[int]:
    """The lines behind a number in which its digits are an operand."""
    for stage in document.stages:
        formula = stage.formula
        if formula is None or formula.written is None:
            continue
        operands = (document.by_name[name] for name in formula.uses)
        yield from (line for operand in operands for line in _copies(operand, number))
        if (formula.line, formula.column) > (number.line, number.column) and _has_literal(formula, number):
            yield formula.line


def _copies(operand: Stage, number: Printed) -> Iterator[int]:
    """The line of a given that shows the digits of a number before it."""
    if operand.is_given and operand.printed is not None and operand.printed.shape == (1, 1):
        shown = operand.printed.cells[0]
        is_behind = shown is not None and (shown.line, shown.column) > (number.line, number.column)
        if shown is not None and is_behind and _is_same(shown, number):
            yield shown.line


def _is_same(one: Printed, other: Printed) -> bool:
    return one.value == other.value and one.decimals == other.decimals


def _has_literal(formula: Formula, number: Printed) -> bool:
    """Whether a formula has the digits of a whole number, as its author wrote it."""
    pending: list[Expression] = [formula.expression]
    while pending:
        one = pending.pop()
        if isinstance(one, Literal) and one.value == number.value and one.text == number.text:
            return (
                re.search(rf"(?<![\d.,]){re.escape(number.text)}(?![\d]|[.,]\d)", plain(formula.written or ""))
                is not None
            )
        pending += children(one)
    return False
