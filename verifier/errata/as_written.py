"""Numbers that an author's text only uses are called by their digits: nobody wrote the names of their stages."""

import re
from functools import partial
from typing import Final

from verifier.document.model import Document, Formula
from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.printed import Printed
from verifier.replay.replay import Replay
from verifier.rewriting.definitions import substitute

_NAME: Final = r"[^\W\d]\w*_in\d+"
"""Operands of equalities have such names."""
_OPERAND: Final = re.compile(rf"(?P<number>the number of )?(?<![\w.])(?P<name>{_NAME})\b(?P<cell>\[\d+,\d+\])?")
_FEW: Final = 4
"""Numbers of a row or a matrix that are called by their digits."""
_PLAIN: Final = re.compile(r"-?[0-9][0-9,.]*")


def as_written(replay: Replay, note: str) -> str:
    """A note on a cause in which operands of equalities of a text are called by their digits, not by their names."""
    return _OPERAND.sub(partial(_spelled, replay), note)


def with_digits(document: Document, formula: Formula) -> Expression:
    """A formula with the digits of the operands that its author wrote out, in the place of their names."""
    if formula.written is None:
        return formula.expression
    numbers = {name: _number(document, name) for name in formula.uses if re.fullmatch(_NAME, name)}
    return substitute(formula.expression, {name: _literal(number) for name, number in numbers.items() if number})


def only_digits(document: Document) -> frozenset[str]:
    """The stages that are digits of equalities and nothing else: formulas with digits do not name them."""
    used = [(name, stage.formula) for stage in document.stages if stage.formula for name in stage.formula.uses]
    named = {name for name, formula in used if formula.written is None}
    numbers = {name: _number(document, name) for name, _ in used if name not in named and re.fullmatch(_NAME, name)}
    return frozenset(name for name, number in numbers.items() if number and _literal(number))


def _spelled(replay: Replay, match: re.Match[str]) -> str:
    number = _number(replay.document, match["name"])
    formulas = [user.stage.formula for user in replay.users.get(match["name"], ())]
    is_operand = bool(formulas) and all(formula is not None and formula.written for formula in formulas)
    if not is_operand:
        return match[0]
    if number is None:
        return _block(replay.document, match["name"], match["cell"] or "") or match[0]
    if match["number"]:
        return f"the {number.text} in line {number.line}"
    is_negated = match.string[: match.start()].endswith("-") and number.text.startswith("-")
    return f"({number.text})" if is_negated else number.text


def _block(document: Document, name: str, cell: str) -> str:
    """A row or a matrix of a few numbers as it is printed, or a *cell* of it by row and column; empty for more."""
    block = document.by_name[name].numbers
    if block is None or len(block.cells) > _FEW or not all(block.cells):
        return ""
    texts = [number.text for number in block.contents()]
    if cell:
        row, column = map(int, cell.strip("[]").split(","))
        return texts[(row - 1) * block.columns + column - 1]
    rows = (", ".join(texts[at : at + block.columns]) for at in range(0, len(texts), block.columns))
    return f"[{'; '.join(rows)}]"


def _number(document: Document, name: str) -> Printed | None:
    """The only number of a given; None if the stage is none, or shows more."""
    stage = document.by_name.get(name)
    if stage is None or not stage.is_given or stage.printed is None or stage.printed.shape != (1, 1):
        return None
    return stage.printed.cells[0]


def _literal(number: Printed) -> Expression | None:
    """A number as a formula shows it; None if it is written in another way than by digits."""
    if not _PLAIN.fullmatch(number.text):
        return None
    literal = Literal(abs(number.value), number.text.removeprefix("-"))
    return Apply("negative", (literal,)) if number.text.startswith("-") else literal
