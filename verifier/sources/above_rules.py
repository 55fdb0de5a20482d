r"""Calculations that are written in lines above a rule, as at school: `12.5`, below it `+ 13.25`, a rule, `25.75`.

In LaTeX they stand in arrays that are set flush right, with `\hline` or an underlined line; in running text and code in
lines whose digits of units stand below each other. Other lines are no sum: one of a long division takes away a multiple
of ten without its zeros.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from verifier.record import NamedTuple
from verifier.sources.chains import EQUAL, Chain, Side
from verifier.sources.places import Lines
from verifier.sources.signs import MINUS, TIMES
from verifier.sources.stretch import Stretch
from verifier.sources.tokens import GROUPED, Token, tokens

_RULE: Final = re.compile(r"[ \t>]*(?:-{2,}|_{2,}|={2,}|\u2013{2,}|\u2014+|\u2500{2,}|\u2550{2,})[ \t]*")
_BEGIN: Final = re.compile(r"\\begin\{array\}(?:\[[lcr]\])?\{([lcr|@ {}]*)\}")
_NUMBER: Final = re.compile(rf"(?:{GROUPED}|[0-9]+)(?:\.[0-9]+)?")
_EDGES: Final = ("\\quad", "\\qquad", ",", ".", ";")
_UNDERLINE: Final = "\\underline"
_BITS: Final = frozenset("01")
_PRODUCT: Final = 2
"""A product has two lines above its rule."""


class _Line(NamedTuple):
    """A line with one number, the sign before it, the column of an array that it stands in, and that of its units."""

    number: Token
    sign: Token | None = None
    column: int = 0
    units: int = 0

    @property
    def decimals(self) -> int:
        """How many decimals its number shows."""
        return len(self.number.text.partition(".")[2])


_Part = list[_Line]
"""The lines between two rules."""


def chains_above_rules(found: Sequence[Token], text: str) -> Iterator[Chain]:
    """The calculations in arrays of mathematics, which has these tokens."""
    shown = [token for token in found if token.sort != "line"]
    begin = 0
    for index, token in enumerate(shown):
        if token.sort == "begin":
            begin = index
        elif token.sort == "end" and shown[begin].sort == "begin" and _is_alone(shown, begin, index):
            columns = _BEGIN.fullmatch(shown[begin].text)
            parts = _parts_of_array(shown[begin + 1 : index], text) if columns is not None else None
            if columns is not None and parts is not None and _is_flush_right(columns[1], parts):
                yield from _chains(parts)


def chains_in_lines(stretch: Stretch, lines: Lines) -> Iterator[Chain]:
    """The calculations in lines of running text or of code; *lines* are those of the file."""
    parts: list[_Part] = [[]]
    at = 0
    shown = stretch.text.splitlines(keepends=True)
    for written in shown if any(map(_is_rule, shown)) else ():
        line = _line_of_text(written, at, lambda offset: lines.of(stretch.at[offset])[1])
        if _is_rule(written) and parts[-1]:
            parts.append([])
        elif line is not None:
            parts[-1].append(line)
        else:
            yield from _chains(parts)
            parts = [[]]
        at += len(written)
    yield from _chains(parts)


def _is_rule(written: str) -> bool:
    return _RULE.fullmatch(written.rstrip("\r\n")) is not None


def _line_of_text(written: str, at: int, column_of: Callable[[int], int]) -> _Line | None:
    """A line that holds one number, with its sign or without one; None of any other."""
    shown = [token for token in tokens(written, is_prose=True) if token.sort != "line"]
    line = _line(shown) if len(shown) <= _PRODUCT and "\t" not in written else None
    if line is None:
        return None
    number = line.number._replace(start=line.number.start + at, end=line.number.end + at)
    sign = line.sign and line.sign._replace(start=line.sign.start + at, end=line.sign.end + at)
    return _Line(number, sign, units=column_of(number.start) + len(number.text.partition(".")[0]))


def _line(shown: Sequence[Token]) -> _Line | None:
    """The number of a line with the sign before it; None where there is another thing in it."""
    if not shown or shown[-1].sort != "number" or not _NUMBER.fullmatch(shown[-1].text):
        return None
    if len(shown) == 1:
        return _Line(shown[0])
    is_signed = len(shown) == _PRODUCT and shown[0].is_one_of("+", *MINUS, *TIMES)
    return _Line(shown[1], shown[0]) if is_signed else None


def _parts_of_array(inside: Sequence[Token], text: str) -> list[_Part] | None:
    """The lines of an array, by its rules; None if it has a line of another kind."""
    parts: list[_Part] = [[]]
    for row in _rows(inside):
        rules = len(list(takewhile(lambda token: token.is_one_of("\\hline"), row)))
        parts += [[]] if rules and parts[-1] else []
        is_underlined = [token.text for token in row[rules : rules + 2]] == [_UNDERLINE, "{"] and row[-1].text == "}"
        cells = row[rules + 2 : -1] if is_underlined else row[rules:]
        line = _line([token for token in cells if token.sort != "tab"])
        if line is None and cells:
            return None
        if line is not None:
            if text[line.number.end : _end(inside, line.number)].strip(" \t\r\n&}"):
                return None  # a blank that moves the number to the left
            parts[-1].append(line._replace(column=sum(token.sort == "tab" for token in _before(cells, line.number))))
            parts += [[]] if is_underlined else []
    return parts


def _rows(inside: Sequence[Token]) -> Iterator[list[Token]]:
    row: list[Token] = []
    for token in inside:
        if token.sort == "row":
            yield row
            row = []
        else:
            row.append(token)
    yield row


def _before(cells: Sequence[Token], number: Token) -> Iterator[Token]:
    return (token for token in cells if token.end <= number.start)


def _end(inside: Sequence[Token], number: Token) -> int:
    """Where the row of a number ends: at the next token that is neither a column nor a brace."""
    behind = (one.start for one in inside if one.start >= number.end and one.sort != "tab" and one.text != "}")
    return next(behind, number.end)


def _is_alone(shown: Sequence[Token], begin: int, end: int) -> bool:
    """Whether nothing stands beside an array that it may be a part of."""
    beside = (*shown[max(0, begin - 1) : begin], *shown[end + 1 : end + 2])
    return all(token.sort in ("row", "tab", "begin", "end") or token.is_one_of(*_EDGES) for token in beside)


def _is_flush_right(columns: str, parts: Sequence[_Part]) -> bool:
    """Whether all numbers stand in one column of an array, and that is set flush right."""
    kinds = [letter for letter in columns if letter in "lcr"]
    used = {line.column for part in parts for line in part}
    return len(used) == 1 and max(used) < len(kinds) and kinds[max(used)] == "r"


def _chains(parts: Sequence[_Part]) -> Iterator[Chain]:
    """The calculations of parts: each line but the first has its sign; one line below the rule is the result."""
    whole = [part for part in parts if part]
    if any(line.sign and line.sign.is_one_of(*TIMES) for part in whole[:1] for line in part):
        yield from _product(whole)
        return
    for above, below in pairwise(whole):
        if _is_sum(above) and (result := below[0]).sign is None and _is_aligned([*above, result]):
            yield _chain([token for line in above for token in (line.sign, line.number) if token], result)


def _product(parts: Sequence[_Part]) -> Iterator[Chain]:
    """The product of two lines and its result, which is below its partial products if there are some."""
    factors, *between, last = parts if len(parts) > 1 else (*parts, [])
    is_product = len(factors) == _PRODUCT and factors[0].sign is None and len(between) <= 1
    if is_product and len(last) == 1 and last[0].sign is None and not _is_of_bits([*factors, *last]):
        yield _chain([token for line in factors for token in (line.sign, line.number) if token], last[0])


def _is_sum(above: Sequence[_Line]) -> bool:
    """Whether each line behind the first has the sign of a sum or a difference; a plus before the first is none."""
    first, *rest = above
    is_signed = all(line.sign is not None and line.sign.is_one_of("+", *MINUS) for line in rest)
    return bool(rest) and is_signed and first.sign is None


def _is_aligned(lines: Sequence[_Line]) -> bool:
    """Whether units stand below units, and the digits are surely those of tens."""
    is_difference = any(line.sign is not None and line.sign.is_one_of(*MINUS) for line in lines)
    is_even = len({line.units for line in lines}) == 1
    return is_even and not _is_of_bits(lines) and not (is_difference and len({line.decimals for line in lines}) > 1)


def _is_of_bits(lines: Sequence[_Line]) -> bool:
    """Whether all digits are 0 or 1: numbers that may be binary."""
    return all(_BITS.issuperset(line.number.text) for line in lines)


def _chain(left: Sequence[Token], result: _Line) -> Chain:
    return Chain((Side(tuple(left)), Side((result.number,))), (EQUAL[0],))
