"""What names mean where a block stands: blocks before it, and what the text sets equal to a name without numbers."""

from collections.abc import Mapping, Sequence
from typing import Final

from verifier.drafts.axes import Shapes
from verifier.drafts.quantities import Quantity
from verifier.drafts.said_before import chains_of
from verifier.drafts.stated import stated
from verifier.formulas.tree import Expression, Name, names
from verifier.sources.chains import EQUAL, Side
from verifier.sources.naming import key_of, primed_label_of
from verifier.sources.outline import Outline

Defined = Mapping[str, Sequence[tuple[int, Side]]]
"""What is set equal to names, by what their spellings have in common, each with its offset, in the order of reading."""


def defined(outline: Outline) -> Defined:
    """What the mathematics of a text sets equal to names."""
    found: dict[str, list[tuple[int, Side]]] = {}
    for paragraph in outline.paragraphs:
        for chain in chains_of(paragraph, len(outline.text)):
            label = primed_label_of(chain)
            if label is not None and chain.relations and set(chain.relations) <= set(EQUAL):
                at = paragraph.stretch.at[chain.sides[0].tokens[0].start]
                found.setdefault(key_of(label), []).extend((at, side) for side in chain.sides[1:])
    return found


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
        self.known: dict[str, Expression | None] = {**self.blocks}

    def of(self, key: str) -> Expression | None:
        """What a name means; None if it means nothing, or itself."""
        if key in self.known or key not in self.said or self.depth == MAX_DEPTH:
            return self.known.get(key)
        self.known[key] = None
        self.depth += 1
        read = (self.read(side) for side in self.said_of(key))
        self.known[key] = next((tree for tree in read if tree is not None), None)
        self.depth -= 1
        return self.known[key]

    def said_of(self, key: str) -> list[Side]:
        """What the text before the block sets equal to a name, the nearest first."""
        return [side for at, side in reversed(self.said.get(key, ())) if at < self.quantity.at[0]]

    def read(self, side: Side) -> Expression | None:
        """The expression that a side of a chain states; None if it states none, or one of more than MAX_USES names."""
        tree = stated(side, self.of, self.shape_of)
        return None if tree is None or len(list(names(tree))) > MAX_USES else tree
