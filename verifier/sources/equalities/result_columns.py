"""Tables with a column of calculations and beside it one of what these give, as `3 * 4` and `12`.

Two columns are such where the numbers of most rows say so, of two at least, or of one below a header that says it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.sources.equalities.variants import Equality, Variant, number_alone
from verifier.sources.expressions.chains import Chain, Side, has_operation
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import gives, tree_of
from verifier.sources.passages.display import math_chains
from verifier.sources.passages.opened import mathematics
from verifier.sources.passages.spoken_chains import chains_of
from verifier.sources.text.signs import POWER, ROOTS
from verifier.sources.text.stretch import Cell, Stretch, joined

_BESIDE: Final = "beside it"
"""What an equality says of itself, as `carried`, that is that of a cell and the next one."""
_NUMBER: Final = pattern(r"[\s$*]*[-+\u2212]?\s?[\u20ac\u00a3]?[0-9][0-9.,]*(?:\s?[^\W\d_]{1,8}|\s?\\?%)?[\s$*]*")
_CALCULATION: Final = pattern(
    r"[^=<>\u2248\u2264\u2265]*(?:[0-9)}%]\s*(?:[-+*/\u00d7\u00b7\u00f7\u2212x^]|\\[a-z]+|[\u00b2\u00b3\u2074-\u2079])"
    r"|\\[dt]?frac|\\sqrt|\u221a|\b(?:ln|log2?|log10|exp|sqrt|sin|cos|tan|tanh)[\s({])[^=<>\u2248\u2264\u2265]*"
)
_SCORE: Final = pattern(r"\s*[0-9]+\s?[-\u2013\u2212]\s?[0-9]+\s*")
"""What may be a score, a range or two years as well."""
_SIGNS: Final = pattern(r"[$*]")
_MATHEMATICS: Final = pattern(r"\s*\$([^$]+)\$\s*|\s*\\\((.+)\\\)\s*", re.DOTALL)
_RESULTS: Final = pattern(
    r"[\s$*]*(?:=|results?|values?|answers?|outputs?|ergebnis|wert|resultados?|r\u00e9sultats?|risultat[oi])[\s$*]*",
    re.IGNORECASE,
)
_LEAST: Final = 2
_TURNS: Final = (fmpq(12), fmpq(24))
"""Hours after which a clock begins again."""
_BYTE: Final = fmpq(256)
MAX_ROWS: Final = 400
"""Rows of a table that are compared."""


class _Row(NamedTuple):
    """A calculation with the number beside it, as a chain of a stretch, and what stands in the column behind these."""

    stretch: Stretch
    chain: Chain
    behind: str = ""


class ResultColumns:
    """The cells of the tables of a text."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], dict[int, Stretch]] = {}
        """The cells of columns by their rows."""
        self.heads: dict[tuple[int, int], str] = {}

    def take(self, cell: Cell, stretch: Stretch) -> None:
        """Note a cell."""
        if cell.is_header:
            self.heads[cell.table, cell.column] = stretch.text
        else:
            self.cells.setdefault((cell.table, cell.column), {})[cell.row] = stretch

    def equalities(self, made: Callable[[Stretch, Chain], Iterator[Equality]]) -> Iterator[Equality]:
        """What rows say in columns whose numbers bear it out; *made* gives the equalities of a chain of a stretch."""
        for rows, is_said in self._columns():
            found = [(one._replace(carried=_BESIDE), row.behind) for row in rows for one in made(*row[:2])]
            if _are_results([one for one, _ in found], is_said=is_said):
                are_of_bits = all(_is_of_bits(one) for one, _ in found)
                yield from (one for one, behind in found if not _is_of_others(one, behind, are_of_bits=are_of_bits))

    def _columns(self) -> Iterator[tuple[list[_Row], bool]]:
        """The rows of two columns side by side, and whether a header says that the second one has results."""
        for (table, column), cells in self.cells.items():
            beside = self.cells.get((table, column + 1), {})
            others = self.cells.get((table, column + 2), {})
            pairs = [(cell, beside[row], others.get(row)) for row, cell in cells.items() if row in beside][:MAX_ROWS]
            is_said = _RESULTS.fullmatch(self.heads.get((table, column + 1), "")) is not None
            pairs = [pair for pair in pairs if is_said or _SCORE.fullmatch(pair[0].text) is None]
            if rows := [row for pair in pairs if (row := _row(*pair)) is not None]:
                yield rows, is_said


def _row(calculation: Stretch, number: Stretch, behind: Stretch | None) -> _Row | None:
    """A calculation with the number beside it and what stands behind it; None of other cells."""
    if not (_NUMBER.fullmatch(number.text) and _CALCULATION.fullmatch(calculation.text)):
        return None
    inside = _MATHEMATICS.fullmatch(calculation.text)
    left = calculation if inside is None else calculation.part(*inside.span(inside.lastindex or 0))
    at = number.at[0]
    shown = number.replaced(_SIGNS)
    stretch = joined([left, Stretch(" = ", (at, at, at)), shown])
    chains = chains_of(stretch) if inside is None else list(math_chains(mathematics(stretch.text)))
    chain = chains[0] if len(chains) == 1 else None
    if chain is None or len(chain.sides) != _LEAST or not all(side.is_whole for side in chain.sides):
        return None
    is_calculation = has_operation(chain.sides[0].tokens) or "/" in left.text or _is_of_functions(chain.sides[0])
    return _Row(stretch, chain, "" if behind is None else behind.text) if is_calculation else None


def _is_of_functions(side: Side) -> bool:
    """Whether a side is a power, a root, a fraction or a function of numbers."""
    signs = any(token.sort in ("raised", "word", "macro") or token.is_one_of(*POWER, *ROOTS) for token in side.tokens)
    return signs and tree_of(side) is not None


def _are_results(equalities: Sequence[Equality], *, is_said: bool) -> bool:
    """Whether the numbers of two columns bear out that the second one has the results of the first."""
    shown = {_calculation(equality): _agrees(equality) for equality in equalities}
    agree = sum(shown.values())
    others = len(shown) - agree
    return agree >= others if is_said and agree else agree >= _LEAST and agree >= _LEAST * others


def _calculation(equality: Equality) -> str:
    """The calculation of a row, which is told from those that are written alike by nothing."""
    return "" if equality.sides is None else " ".join(token.text for token in equality.sides[0].tokens)


def _agrees(equality: Equality) -> bool:
    """Whether operands as printed give the number, or one rounded or cut to it."""
    calculation, number = (None, None) if equality.sides is None else equality.sides
    is_given = calculation is not None and number is not None and gives(calculation, number.tokens)
    return is_given or any(map(_gives, equality.variants))


def _gives(variant: Variant) -> bool:
    if len(variant.stated) != 1 or (value := variant.results[0]) is None:
        return False
    number = number_alone(variant.stated[0])
    return number is not None and abs(value - number.value) < power_of_ten(-number.decimals)


def _is_of_others(equality: Equality, behind: str, *, are_of_bits: bool) -> bool:
    """Whether a row that does not hold is right in another way, or is an answer beside the right result.

    Right are sums of truth values, hours that begin again on a clock, and integers that overflow.
    """
    variant = equality.variants[0]
    value, number = variant.results[0] if len(variant.stated) == 1 else None, number_alone(variant.stated[0])
    if value is None or number is None or _agrees(equality):
        return False
    off = value - number.value
    is_truth = are_of_bits and number.value in (0, 1)
    is_turned = off in _TURNS and 0 < number.value <= off
    is_overflow = (off / _BYTE).q == 1
    corrected = number_in(_SIGNS.sub("", behind).strip().replace("\u2212", "-")) if behind else None
    return is_truth or is_turned or is_overflow or (corrected is not None and corrected.value == value)


def _is_of_bits(equality: Equality) -> bool:
    """Whether all numbers of a row are 0 or 1."""
    tokens = [] if equality.sides is None else [token for side in equality.sides for token in side.tokens]
    return all(token.text in ("0", "1") for token in tokens if token.sort == "number")
