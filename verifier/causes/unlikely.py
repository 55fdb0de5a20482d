"""Slips that are too many, or too rare, to be a cause by their print alone; a guess may name them.

They are tried in small blocks that no likelier slip explains: a part rounded before use, a number copied with a digit
misread or two exchanged, an operator for another that is not its inverse, an operand's neighbour.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from flint import fmpq

from verifier.causes.edit_records import Edit, number_of
from verifier.causes.hypotheses import Hypothesis, hypothesis_of
from verifier.document.model import Block, DerivedNumbers, Document
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript, places
from verifier.numbers.printed import decimals_of, power_of_ten

MAX_CELLS: Final = 24
"""Larger blocks show more than one number, and are not guessed at so."""
MAX_COPIED: Final = 12
"""A row of more numbers is not searched for one that was copied wrongly."""
_RARE: Final = 3
_UNITS: Final = (2, 3, 4, 7, 12, 24, 30, 52, 60, 365, 3600)
"""Factors that are lost or taken twice: halves and thirds, and those between units of time."""
_ROUNDED_TO: Final = range(4)
_OTHERS: Final = {
    "add": ("multiply", "divide"),
    "subtract": ("multiply", "divide"),
    "multiply": ("add", "subtract", "power"),
    "divide": ("subtract", "add"),
    "power": ("multiply",),
}


def unlikely(document: Document, numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """The hypotheses with one such slip; none for a large block."""
    expression = numbers.formula.expression
    if len(numbers.block.cells) > MAX_CELLS:
        return
    yield from map(hypothesis_of, _scaled(expression))
    has_fractions = any(number.is_fraction for number in numbers.block.contents())
    seen = {expression}
    for node, put in places(expression):
        for edit in _of_node(node, document):
            made = put(edit.expression)
            is_of_decimals = edit.slip == "rerounded-operand"  # nobody rounds on the way to a fraction
            if made not in seen and not (has_fractions and is_of_decimals):
                seen.add(made)
                yield hypothesis_of(edit._replace(expression=made))


def _of_node(node: Expression, document: Document) -> Iterator[Edit]:
    match node:
        case Name(name) if (block := _block(document, name)) is not None:
            for also in document.by_name[name].also:
                yield Edit("other-operand", f"{name} by {also.shown}", also.expression, is_plain=True)
            yield from _miscopied(name, block)
            yield from _neighbours(node, block)
        case Literal(value):
            yield from _misremembered(node, value)
        case Apply(name, (left, right)) if name in _OTHERS:
            for other in _OTHERS[name]:
                made = Apply(other, (left, right))
                yield Edit("other-function", f"{spell(made)} for {spell(node)}", made, 2)
    if isinstance(node, Apply) and node.arguments:
        yield from _rounded(node)


def _scaled(expression: Expression) -> Iterator[Edit]:
    """The result times or over a factor between units."""
    for factor in _UNITS:
        for name, done in (("multiply", "multiplied"), ("divide", "divided")):
            made = Apply(name, (expression, number_of(factor)))
            yield Edit("other-exponent", f"the result {done} by {factor}", made, _RARE)


def _rounded(node: Apply) -> Iterator[Edit]:
    """A part, or the whole, rounded or cut to few decimals."""
    for digits in _ROUNDED_TO:
        for name, done, weight in (("round", "rounded", 2), ("trunc", "cut", _RARE)):
            made = Apply(name, (node,), (("digits", number_of(digits)),))
            yield Edit("rerounded-operand", f"{spell(node)} {done} to {_places(digits)} on the way", made, weight)


def _misremembered(node: Literal, value: fmpq) -> Iterator[Edit]:
    """Another number in the place of one of two digits or more."""
    decimals = decimals_of(value)
    if decimals is not None and len(spell(node).replace(".", "").lstrip("0")) > 1:
        for text, other in _misread(value, decimals):
            yield Edit("other-operand", f"{text} for {spell(node)}", _literal(other), _RARE)


def _places(digits: int) -> str:
    return "a whole number" if digits == 0 else "one decimal" if digits == 1 else f"{digits} decimals"


def _block(document: Document, name: str) -> Block | None:
    stage = document.by_name.get(name)
    return None if stage is None else stage.printed


def _literal(value: fmpq) -> Expression:
    size = Literal(abs(value), "")
    return size if value >= 0 else Apply("negative", (size,))


def _miscopied(name: str, block: Block) -> Iterator[Edit]:
    """One number of a row copied with a digit misread, or two exchanged."""
    numbers = [number for number in block.cells if number is not None]
    if block.rows > 1 or not len(numbers) == len(block.cells) <= MAX_COPIED:
        return
    for index, number in enumerate(numbers):
        for text, value in _misread(number.value, number.decimals):
            where = name if len(block.cells) == 1 else f"{name}[1,{index + 1}]"
            yield Edit("other-operand", f"{where} copied as {text}", _with(name, block, index, value), _RARE)


def _with(name: str, block: Block, index: int, value: fmpq) -> Expression:
    """A row with another value in the place of one of its numbers."""
    if len(block.cells) == 1:
        return _literal(value)
    before = [_part(Name(name), None, index)] if index else []
    after = [_part(Name(name), index + 1, None)] if index + 1 < len(block.cells) else []
    return Apply("hstack", (*before, _literal(value), *after))


def _part(row: Expression, first: int | None, last: int | None) -> Expression:
    ends = Span(None if first is None else number_of(first), None if last is None else number_of(last))
    return Subscript(row, Span(None, None), ends)


def _misread(value: fmpq, decimals: int) -> Iterator[tuple[str, fmpq]]:
    """The numbers that differ in one digit, or by two neighbouring digits exchanged, each with its text."""
    if decimals < 0:
        return
    units = int(abs(value) * power_of_ten(decimals))
    shown = str(units).rjust(decimals + 1, "0")
    others: list[str] = []
    for (at, a), (_, b) in pairwise(enumerate(shown)):
        if a != b:
            others.append(shown[:at] + b + a + shown[at + 2 :])
    for at, digit in enumerate(shown):
        others += [shown[:at] + other + shown[at + 1 :] for other in "0123456789" if other != digit]
    for other in others:
        sign = "-" if value < 0 else ""
        text = f"{sign}{other[:-decimals]}.{other[-decimals:]}" if decimals else f"{sign}{other}"
        yield text, (fmpq(-1) if value < 0 else fmpq(1)) * int(other) * power_of_ten(-decimals)


def _neighbours(node: Name, block: Block) -> Iterator[Edit]:
    """The numbers of a row or a column taken one place too early or too late."""
    size = block.columns if block.rows == 1 else 0
    if size > 1:
        for first, word in ((1, "next"), (size - 1, "before")):
            parts = (_part(node, first, None), _part(node, None, first))
            yield Edit("other-operand", f"the number {word} of {node.name}", Apply("hstack", parts), _RARE)
