"""Names for long subexpressions, which keep derivations in reports short.

An operation that is written out by its definition repeats its operands, and these may
be calls to be written out again. Under a name each of them is written once.
"""

from collections.abc import Collection, Iterator
from itertools import count
from string import ascii_uppercase
from typing import Final

from verifier.formulas.parser import OPERATOR_NAMES
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Expression, Literal, Name, children, with_children

MAX_NODES: Final = 10
"""Maximum number of nodes of an operand without a name of its own."""
_SIGNS: Final = OPERATOR_NAMES - {"matmul"}
"""Arithmetic on numbers, which a line has room for however long it is."""


class Abbreviations:
    """Names for parts of formulas, none of them among those *taken*."""

    def __init__(self, taken: Collection[str]) -> None:
        self.parts: dict[str, Expression] = {}
        self.texts: dict[str, str] = {}
        self._names: dict[str, Name] = {}
        self._free: Iterator[str] = (name for name in _letters() if name not in taken)

    def shortened(self, call: Apply) -> Apply:
        """The call with its long operands replaced by their names; arithmetic is unchanged."""
        if call.operation in _SIGNS:
            return call
        made = with_children(call, [self._named(self._short(child)) for child in children(call)])
        assert isinstance(made, Apply)
        return made

    def _short(self, node: Expression) -> Expression:
        """The same with the long operands in it under their names; what an index varies is left as it is."""
        if isinstance(node, Literal | Name | Build):
            return node
        parts = [self._short(child) for child in children(node)]
        is_call = isinstance(node, Apply) and node.operation not in _SIGNS
        return with_children(node, [self._named(part) for part in parts] if is_call else parts)

    def _named(self, node: Expression) -> Expression:
        if sum(1 for _ in _nodes(node)) <= MAX_NODES:
            return node
        text = spell(node)
        if text not in self._names:
            name = next(self._free)
            self._names[text] = Name(name)
            self.parts[name], self.texts[name] = node, text
        return self._names[text]


def _nodes(node: Expression) -> Iterator[Expression]:
    yield node
    for child in children(node):
        yield from _nodes(child)


def _letters() -> Iterator[str]:
    """A to Z, then A2 to Z2, and so on."""
    yield from ascii_uppercase
    for round_ in count(2):
        yield from (f"{letter}{round_}" for letter in ascii_uppercase)
