r"""Calculations that are written in lines above a rule, as at school: `12.5`, below it `+ 13.25`, a rule, `25.75`.

In LaTeX they stand in arrays that are set flush right, with `\hline` or an underlined line; in running text and code in
lines whose digits of units stand below each other. What may be another step of calculating by hand is not read: a line
of a long division takes away a multiple of ten without its zeros, and its remainder has the next digit behind it; below
the first rule there may be a partial product, the last digit of a sum, or a mean.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.text.places import Lines
from verifier.sources.text.signs import MINUS, TIMES
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import GROUPED, Token

_RULE: Final = pattern(r"[ \t>]*(?:-{2,}|_{2,}|={2,}|\u2013{2,}|\u2014+|\u2500{2,}|\u2550{2,})[ \t]*")
_BEGIN: Final = pattern(r"\\begin\{array\}(?:\[[lcr]\])?\{([lcr|@ {}]*)\}")
_NUMBER: Final = pattern(rf"(?:{GROUPED}|[0-9]+)(?:\.[0-9]+)?")
_WRITTEN: Final = pattern(
    rf"[ >]*(?:(?P<sign>[-+*x\u2212\u2013\u00d7]) *)?[$\u20ac\u00a3]?"
    rf"(?P<number>(?:{GROUPED}|[0-9]+)(?:\.[0-9]+)?) *[\r\n]*"
)
"""A line of text that holds one number, with its sign or without one."""
_PLAIN: Final = pattern(
    r"(?:[0-9.,+\u2212\u00d7&\s{}-]|\\\\|\\hline|\\underline|\\times|\\cdot|\\begin|\\end|array|[lcr|@])*"
)
"""What an array may be written with: anything else can move a number."""
_EDGES: Final = ("\\quad", "\\qquad", ",", ".", ";")
_UNDERLINE: Final = "\\underline"
_BITS: Final = frozenset("01")
_HUNDRED: Final = 100
_MOST_DECIMALS: Final = 40
_PRODUCT: Final = 2
"""A product has two lines above its rule."""


class _Term(NamedTuple):
    """A line with one number, the sign before it, the column of an array that it stands in, and that of its units."""

    number: Token
    sign: Token | None = None
    column: int = 0
    units: int = 0

    @property
    def decimals(self) -> int:
        """How many decimals its number shows."""
        return len(self.number.text.partition(".")[2])

    @property
    def signed(self) -> fmpq:
        """Its number, negative behind a minus."""
        digits = "".join(one for one in self.number.text if one.isdecimal())
        value = fmpq(int(digits), 10**self.decimals)
        return -value if self.sign is not None and self.sign.is_one_of(*MINUS) else value


_Part = list[_Term]
"""The lines between two rules."""


def chains_above_rules(found: Sequence[Token], stretch: Stretch, source: str) -> Iterator[Chain]:
    """The calculations in arrays of a stretch of mathematics, which has these tokens, of a source."""
    shown = [token for token in found if token.sort != "line"]
    begin = 0
    for index, token in enumerate(shown):
        if token.sort == "begin":
            begin = index
        elif token.sort == "end" and shown[begin].sort == "begin" and _is_alone(shown, begin, index):
            columns = _BEGIN.fullmatch(shown[begin].text)
            written = source[stretch.at[shown[begin].start] : stretch.at[token.end - 1] + 1]
            parts = (
                _parts_of_array(shown[begin + 1 : index]) if columns is not None and _PLAIN.fullmatch(written) else None
            )
            if columns is not None and parts is not None and _is_flush_right(columns[1], parts):
                yield from _chains(parts)


def chains_in_lines(stretch: Stretch, lines: Lines) -> Iterator[Chain]:
    """The calculations in lines of running text or of code; *lines* are those of the file."""
    parts: list[_Part] = [[]]
    at = 0
    shown = stretch.text.splitlines(keepends=True)
    for written in shown if any(map(_is_rule, shown)) else ():
        line = _line_of_text(written, at, lambda offset: lines.of(stretch.at[offset])[1])
        if line is not None:
            parts[-1].append(line)
        elif _is_rule(written) and parts[-1]:
            parts.append([])
        else:
            if not written.strip():  # what goes on is not read
                yield from _chains(parts)
            parts = [[]]
        at += len(written)
    yield from _chains(parts)


def _is_rule(written: str) -> bool:
    return _RULE.fullmatch(written.rstrip("\r\n")) is not None


def _line_of_text(written: str, at: int, column_of: Callable[[int], int]) -> _Term | None:
    """A line that holds one number, with its sign or without one; None of any other."""
    match = _WRITTEN.fullmatch(written)
    if match is None:
        return None
    start = at + match.start("number")
    number = Token("number", match["number"], start, start + len(match["number"]))
    begin, sign = at + match.start("sign"), "\u00d7" if match["sign"] == "x" else match["sign"]
    signed = Token("sign", sign, begin, begin + 1) if sign else None
    return _Term(number, signed, units=column_of(start) + len(number.text.partition(".")[0]))


def _line(shown: Sequence[Token]) -> _Term | None:
    """The number of a row with the sign before it; None where there is another thing in it."""
    if not shown or shown[-1].sort != "number" or not _NUMBER.fullmatch(shown[-1].text):
        return None
    if len(shown) == 1:
        return _Term(shown[0])
    is_signed = len(shown) == _PRODUCT and shown[0].is_one_of("+", *MINUS, *TIMES)
    return _Term(shown[1], shown[0]) if is_signed else None


def _parts_of_array(inside: Sequence[Token]) -> list[_Part] | None:
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
    """The calculation of parts, if one line is its result and stands alone below the last rule."""
    whole = [part for part in parts if part]
    if len(whole) < _PRODUCT or len(whole[-1]) > 1 or whole[-1][0].sign is not None:
        return
    above, *between, (result,) = whole
    is_product = any(line.sign and line.sign.is_one_of(*TIMES) for line in above)
    is_read = _is_product(above, between) if is_product else not between and _is_sum(above)
    if is_read and _is_surely(above, result, is_product=is_product):
        yield _chain([token for line in above for token in (line.sign, line.number) if token], result)


def _is_product(factors: Sequence[_Term], between: Sequence[_Part]) -> bool:
    """Whether lines are two factors; the partial products may stand between two rules."""
    return len(factors) == _PRODUCT and factors[0].sign is None and len(between) <= 1


def _is_surely(above: Sequence[_Term], result: _Term, *, is_product: bool) -> bool:
    """Whether what stands below the rule is surely the result, or would be right as such."""
    if _is_of_bits([*above, result]) or not (is_product or _is_aligned([*above, result])):
        return False
    numbers, shown = [line.signed for line in above], result.signed
    if is_product:
        return shown == numbers[0] * numbers[1] or not _is_partial_product(numbers, shown)
    return shown == sum(numbers, fmpq(0)) or not _is_other_step(numbers, shown)


def _is_partial_product(numbers: Sequence[fmpq], shown: fmpq) -> bool:
    """Whether a number may be the first partial product, or the product before its point is set."""
    one, other = numbers
    products = [one * digit for digit in range(1, 10)] + [one * other]
    return shown != 0 and any(_digits(product) == _digits(shown) for product in products)


def _is_other_step(numbers: Sequence[fmpq], shown: fmpq) -> bool:
    """Whether a number may be another step: a remainder with the next digit, the last digits of a sum, or a mean."""
    total = sum(numbers, fmpq(0))
    mean = total / len(numbers)
    is_of_rounded = abs(total - shown) * 2 <= len(numbers) and (shown == _HUNDRED or len(numbers) > _PRODUCT)
    ours, theirs = str(abs(total)), str(abs(shown))
    is_difference = min(numbers) < 0
    is_brought_down = is_difference and (total == 0 or theirs.startswith(ours))
    is_first_step = len(theirs) < len(ours) and ours.endswith(theirs)
    of_all = (mean, fmpq(mean.floor()), fmpq(mean.ceil()), max(numbers), min(numbers), fmpq(len(numbers)))
    return is_of_rounded or is_brought_down or is_first_step or (not is_difference and shown in of_all)


def _digits(value: fmpq) -> str:
    """The digits of a decimal, without its point and the zeros around them."""
    return str((value * 10**_MOST_DECIMALS).floor()).strip("0")


def _is_sum(above: Sequence[_Term]) -> bool:
    """Whether each line behind the first has the sign of a sum or a difference; a plus before the first is none."""
    first, *rest = above
    is_signed = all(line.sign is not None and line.sign.is_one_of("+", *MINUS) for line in rest)
    return bool(rest) and is_signed and first.sign is None


def _is_aligned(lines: Sequence[_Term]) -> bool:
    """Whether units stand below units, and the digits are surely those of tens."""
    is_difference = any(line.sign is not None and line.sign.is_one_of(*MINUS) for line in lines)
    is_even = len({line.units for line in lines}) == 1
    return is_even and not _is_of_bits(lines) and not (is_difference and len({line.decimals for line in lines}) > 1)


def _is_of_bits(lines: Sequence[_Term]) -> bool:
    """Whether all digits are 0 or 1: numbers that may be binary."""
    return all(_BITS.issuperset(line.number.text) for line in lines)


def _chain(left: Sequence[Token], result: _Term) -> Chain:
    return Chain((Side(tuple(left)), Side((result.number,))), (EQUAL[0],))
