"""The formulas within a sentence, so that an output can set them as mathematics; what it cannot set is code."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from verifier.document.model import Document
from verifier.errata.as_written import with_digits
from verifier.formulas.parser import CONSTANTS, FormulaError, parse_formula
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name
from verifier.operations import signatures
from verifier.record import NamedTuple
from verifier.verdict import StageReport

_BOUND: Final = re.compile(
    r" (?=\(a guess|\([0-9]+ tried)|[(\[]|[)\]]| \.\.\.|; or |; |: |, throughout|, for |, (?!\d)| for | left out"
    r"| everywhere| exchanged|\Z"
)
"""Brackets, and what ends a formula in a sentence on a mistake; it may be cut short, within brackets."""
_CODE: Final = re.compile(r"\w\(.*\)|\*\*|@|[=<>]=")
"""What only a formula has."""
_SIMPLE: Final = (Name, Literal)
_FORMULA: Final = (Apply, Choice, Build)


class Piece(NamedTuple):
    """A part of a sentence: words, or the text of a formula with what it means; None if that cannot be set."""

    text: str
    is_formula: bool = False
    expression: Expression | None = None


def formulas_of(document: Document, report: StageReport) -> dict[str, Expression]:
    """The formulas of a stage, by each text that sentences quote; the digits of an equality are as in the text."""
    said = report.stage
    stated = [formula for formula in (said.formula, said.standard, *(also.formula for also in report.also)) if formula]
    return {
        text: with_digits(document, formula)
        for formula in stated
        for text in (formula.text, formula.shown)
        if not isinstance(formula.expression, _SIMPLE)
    }


def quoting(sentence: str, formulas: Mapping[str, Expression]) -> Iterator[Piece]:
    """The pieces of a sentence that quotes some of *formulas*."""
    if not formulas:
        yield Piece(sentence)
        return
    longest = sorted(formulas, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, longest))})(?![\w(\[])")
    at = 0
    for found in pattern.finditer(sentence):
        yield Piece(sentence[at : found.start()])
        yield Piece(found[0], is_formula=True, expression=formulas[found[0]])
        at = found.end()
    yield Piece(sentence[at:])


def on_a_mistake(sentence: str) -> Iterator[Piece]:
    """The pieces of a sentence on a cause, which names formulas as they are and as they should be."""
    at = depth = 0
    for found in _BOUND.finditer(sentence):
        mark = found[0]
        if mark in ("(", "[", ")", "]"):
            depth += 1 if mark in "([" else -1
        elif depth <= 0 or mark == " ...":
            yield from _of_part(sentence[at : found.start()])
            yield Piece(mark)
            at, depth = found.end(), 0
    yield Piece(sentence[at:])


def _of_part(text: str) -> Iterator[Piece]:
    """A part between two bounds: a formula if it reads as one, code if it only looks so, else words."""
    match expression := _read(text):
        case Apply("logical_and" | "logical_or") | Apply("negative", (Literal(),)):
            yield Piece(text)
        case Apply() | Choice() | Build():
            yield Piece(text, is_formula=True, expression=expression)
        case None if _CODE.search(text):
            yield from _after_words(text)
        case _:
            yield Piece(text)


def _after_words(text: str) -> Iterator[Piece]:
    """Words and the formula behind them, as `in entropy, -x for x`; all of it is code if no end of it can be read."""
    for found in re.finditer(" ", text):
        if isinstance(expression := _read(text[found.end() :]), _FORMULA):
            yield Piece(text[: found.end()])
            yield Piece(text[found.end() :], is_formula=True, expression=expression)
            return
    yield Piece(text, is_formula=True)


def _read(text: str) -> Expression | None:
    """The expression that a text spells; None if it spells none."""
    try:
        return parse_formula(text, signatures(), CONSTANTS)
    except FormulaError:
        return None
