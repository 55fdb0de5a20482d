"""Decimals in formulas of annotations that the text shows before the block: they stand for its numbers.

Such a number hides digits as it does in the equality of the text, and is exact where the author says so of givens,
unless it is a rounded result.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from verifier.document.model import Block, Stage
from verifier.formulas.tree import Expression, Literal, Name, children, with_children
from verifier.late import pattern
from verifier.numbers.printed import Printed, parse
from verifier.sources.annotations.annotated_results import AnnotatedResults
from verifier.sources.text.places import Lines
from verifier.sources.text.settings import Settings
from verifier.sources.text.stretch import Paragraph

_DECIMAL: Final = pattern(r"[0-9]*\.[0-9]+")
_TELLING: Final = 2
"""Digits of a number that is hardly the same as another one by chance."""

_SEVERAL: Final = 3
"""Numbers of a block, most of which can tell what the decimals of its formula are."""


class Quoted:
    """Finds decimals in the paragraphs of a source."""

    def __init__(
        self, paragraphs: Sequence[Paragraph], lines: Lines, settings: Settings, results: AnnotatedResults
    ) -> None:
        self.lines = lines
        self.settings = settings
        self.results = results
        self.found: list[Stage] = []
        self.paragraphs = [one.stretch for one in paragraphs if len(one.stretch.at) and one.kind in ("text", "math")]
        self.starts = [stretch.at[0] for stretch in self.paragraphs]

    def number(self, text: str, at: int) -> Printed | None:
        """The last number of this spelling before an offset, in the paragraph that stands there; None if none does.

        Before a table or code it is the paragraph above, of which numbers of several digits count alone: one of a
        single digit, as a step of 0.1, was chosen, or is the same by chance.
        """
        index = bisect_right(self.starts, at) - 1
        if index < 0:
            return None
        stretch = self.paragraphs[index]
        if stretch.at[-1] < at and len(text.replace(".", "").strip("0")) < _TELLING:
            return None
        shown = re.finditer(rf"(?<![\w.,]){re.escape(text)}(?!\d|[.,]\d)", stretch.text)
        places = [stretch.at[match.start()] for match in shown if stretch.at[match.start()] < at]
        if not places:
            return None
        line, column = self.lines.of(places[-1])
        return parse(text)._replace(line=line, column=column)

    def applied(self, tree: Expression, at: int, name: str, count: int) -> Expression:
        """A formula at an offset with givens, noted as *found*, in the place of decimals; *name* begins their names.

        Where it gives several numbers, a *count* of them, these tell whether the givens are exact.
        """
        given = self.settings.applied(Stage("", 0, 0), at).givens
        named: dict[str, Stage] = {}
        for text in dict.fromkeys(_decimals(tree)):
            number = self.number(text, at)
            is_result = number is not None and self.results.shows(number)
            if number is not None and (given != "exact" or is_result):
                stage = Stage(f"{name}_formula_in{len(self.found) + 1}", number.line, number.column)
                is_rounded = is_result or count < _SEVERAL
                named[text] = stage._replace(printed=Block(1, 1, (number,)), givens="rounded" if is_rounded else given)
                self.found.append(named[text])
        return _with_names(tree, named) if named else tree


def _with_names(tree: Expression, stages: Mapping[str, Stage]) -> Expression:
    """A formula with the names of givens in the place of its decimals."""
    match tree:
        case Literal(text=text) if text in stages:
            return Name(stages[text].name)
    return with_children(tree, [_with_names(child, stages) for child in children(tree)])


def _decimals(tree: Expression) -> list[str]:
    match tree:
        case Literal(text=text) if _DECIMAL.fullmatch(text):
            return [text]
    return [text for child in children(tree) for text in _decimals(child)]
