"""Whether the formulas of annotations give one number, or more: before all of their names have blocks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from verifier.document.model import Block, Grid, Stage
from verifier.formulas.parser import CONSTANTS, FormulaError, parse_formula
from verifier.formulas.tree import Expression, names
from verifier.late import pattern
from verifier.numbers.array import Shape
from verifier.operations import signatures
from verifier.operations.operation import ShapeError
from verifier.sources.annotations.blocks import Shown
from verifier.sources.annotations.flat_lists import Shapes, UnknownShape
from verifier.sources.expressions.naming import key_of
from verifier.sources.text.directives import LISTS, Directive

_ONE: Final = (1, 1)
_SOME: Final = (_ONE, (7, 7), (7, 5))
"""What a name may be of which nothing is known: one number, a square matrix or another one."""


class Sizes:
    """The shapes of what names mean: of the blocks that a text names, by their keys, and of those named so far."""

    def __init__(self, by_text: Mapping[str, Sequence[Shown]]) -> None:
        self.known: dict[str, Shape] = {}
        for key, some in by_text.items():
            shapes = {one.block.shape for one in some if one.block is not None}
            if len(shapes) == 1:
                self.known[key] = shapes.pop()

    def note(self, directive: Directive, shown: Shown) -> None:
        """Note what a directive means."""
        if directive.verb not in LISTS and shown.block is not None:
            self.known[key_of(directive.name)] = shown.block.shape

    def is_one(self, directive: Directive) -> bool | None:
        """Whether the formula of a directive gives one number; None if it has none, or if that is not told."""
        return _is_of_one(directive, self.known)

    def shape(self, directive: Directive) -> Shape | None:
        """The shape that the formula of a directive gives; None if it has none, or if that is not told."""
        found = set(_shapes_of(directive, self.known))
        return found.pop() if len(found) == 1 else None

    def may_be_one(self, given: Directive, directives: Iterable[Directive]) -> bool:
        """Whether each of the formulas that use a name is that of a matrix if this is one number."""
        used = pattern(rf"(?<![\w.]){re.escape(given.name)}(?!\w)")
        made = [one for one in directives if one is not given and used.search(one.words.text)]
        known = self.known | {key_of(given.name): _ONE}
        return bool(made) and all(_is_of_one(one, known) is False for one in made)


def _is_of_one(directive: Directive, known: Mapping[str, Shape]) -> bool | None:
    found = {shape == _ONE for shape in _shapes_of(directive, known)}
    return found.pop() if len(found) == 1 else None


def _shapes_of(directive: Directive, known: Mapping[str, Shape]) -> Sequence[Shape]:
    """The shapes that the formula of a directive can have; none where it has no formula."""
    text = directive.words.text.strip()
    try:
        tree = parse_formula(text, signatures(), CONSTANTS) if text and directive.verb not in LISTS else None
    except FormulaError:
        return ()
    return () if tree is None else _shapes(tree, known)


def _shapes(tree: Expression, known: Mapping[str, Shape]) -> Sequence[Shape]:
    """The shapes that a formula can have with each of what its other names may be."""
    used = {name: key_of(name) for name in names(tree)}
    some = _SOME if any(key not in known for key in used.values()) else _SOME[:1]
    found: list[Shape] = []
    for other in some:
        stages = {name: _stage(name, known.get(key, other)) for name, key in used.items()}
        try:
            found.append(Shapes(stages, stages.keys()).of(tree).shape)
        except ShapeError:
            continue
        except UnknownShape:
            return ()
    return found


def _stage(name: str, shape: Shape) -> Stage:
    block: Block = Grid(*shape, ())
    return Stage(name, 0, 0, printed=block)
