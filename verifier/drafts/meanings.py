"""What names mean where a block stands: blocks before it, and what the text sets equal to a name without numbers."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from verifier.drafts.axes import Shapes
from verifier.drafts.headers import columns_by_header
from verifier.drafts.quantities import Quantity
from verifier.drafts.said_before import chains_of, in_code
from verifier.drafts.stated import stated
from verifier.formulas.tree import Expression, Literal, Name, names
from verifier.numbers.printed import parse
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import EQUAL, Side
from verifier.sources.expressions.naming import key_of, primed_label_of
from verifier.sources.outline import Outline


class Defined(NamedTuple):
    """What a text sets equal to names, by what their spellings have in common.

    `sides` are those of its mathematics, each with its offset, in the order of reading; `numbers` those of code.
    """

    sides: Mapping[str, Sequence[tuple[int, Side]]]
    numbers: Mapping[str, Expression]


_IN_CODE: Final = re.compile(r"`(?P<name>[^\W\d]\w{0,30})[ ]?=[ ]?(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?)`")
"""A number that code among words gives a name."""


def defined(outline: Outline) -> Defined:
    """What the mathematics of a text sets equal to names, and the numbers that code among its words gives them."""
    found: dict[str, list[tuple[int, Side]]] = {}
    for paragraph in outline.paragraphs:
        of_codes = (chain for code in paragraph.codes for chain in in_code(code, len(outline.text)))
        for chain in (*chains_of(paragraph, len(outline.text)), *of_codes):
            label = primed_label_of(chain)
            if label is not None and chain.relations and set(chain.relations) <= set(EQUAL):
                at = paragraph.stretch.at[chain.sides[0].tokens[0].start]
                found.setdefault(key_of(label), []).extend((at, side) for side in chain.sides[1:])
    shown = {key_of(match["name"]): match["number"] for match in _IN_CODE.finditer(outline.text)}
    return Defined(found, {key: Literal(parse(number).value, number) for key, number in shown.items()})


MAX_DEPTH: Final = 8
"""So many names stand for one another at most."""
MAX_USES: Final = 100
"""So many names a formula has at most, where names stand for formulas."""


class Meanings:
    """What names mean before a block: one of the *operands*, else what the text before the block sets equal to it."""

    def __init__(self, quantity: Quantity, operands: Sequence[Quantity], said: Defined, shape_of: Shapes) -> None:
        self.quantity = quantity
        self.said = said
        self.shape_of = shape_of
        self.depth = 0
        self.blocks = {one.key: Name(one.id) for one in reversed(operands)}
        self.blocks |= {key: Name(column) for key, column in columns_by_header(quantity, operands).items()}
        self.known: dict[str, Expression | None] = {**said.numbers, **self.blocks}

    def of(self, key: str) -> Expression | None:
        """What a name means; None if it means nothing, or itself."""
        if key in self.known or key not in self.said.sides or self.depth == MAX_DEPTH:
            return self.known.get(key)
        self.known[key] = None
        self.depth += 1
        read = (self.read(side) for side in self.said_of(key))
        self.known[key] = next((tree for tree in read if tree is not None), None)
        self.depth -= 1
        return self.known[key]

    def said_of(self, key: str) -> list[Side]:
        """What the text before the block sets equal to a name, the nearest first."""
        return [side for at, side in reversed(self.said.sides.get(key, ())) if at < self.quantity.at[0]]

    def read(self, side: Side) -> Expression | None:
        """The expression that a side of a chain states; None if it states none, or one of more than MAX_USES names."""
        return self.applied(side, "", None)

    def applied(self, side: Side, name: str, argument: Side | None) -> Expression | None:
        """The same where a name in it, by what its spellings have in common, stands for an argument, if any."""
        inside = None if argument is None else self.read(argument)
        if argument is not None and inside is None:
            return None
        tree = stated(side, lambda key: inside if inside is not None and key == name else self.of(key), self.shape_of)
        return None if tree is None or len(list(names(tree))) > MAX_USES else tree
