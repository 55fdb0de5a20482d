"""The names that annotations give to blocks, and the formulas of drafts in these names."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from verifier.drafts.drafting import Draft
from verifier.drafts.quantities import Quantity
from verifier.formulas.parser import CONSTANTS
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Name, names
from verifier.operations import signatures
from verifier.sources.directives import is_name
from verifier.sources.naming import key_of
from verifier.sources.solving import renamed

_OTHER: Final = re.compile(r"\W+")


class Line(NamedTuple):
    """One directive: the block that it names, its name there, and its formula, empty for a given."""

    quantity: Quantity
    name: str
    formula: str = ""

    @property
    def text(self) -> str:
        """The directive."""
        return f"{self.name} = {self.formula}" if self.formula else self.name


class Names:
    """Gives each block the name by which formulas mean it: that of the text where it has one, else one of its own."""

    def __init__(self, everything: Sequence[Quantity]) -> None:
        self.taken = {one.key for one in everything if one.by_text or one.confirmed is not None}
        self.taken |= {key_of(name) for name in (*CONSTANTS, *signatures())}
        self.of: dict[str, str] = {}
        for one in everything:
            self.of[one.id] = self._identifier(one.name) if one.by_text or one.confirmed else self._free(one.name)

    def formula(self, draft: Draft) -> str:
        """The formula of a draft."""
        tree = draft.link.expression
        parts = {name: Name(self.of[name]) for name in names(tree) if name in self.of}
        return spell(renamed(tree, parts))

    def _free(self, name: str) -> str:
        stem = self._identifier(name)
        made, number = stem, 1
        while key_of(made) in self.taken:
            number += 1
            made = f"{stem}_{number}"
        self.taken.add(key_of(made))
        return made

    def _identifier(self, name: str) -> str:
        made = _OTHER.sub("_", unicodedata.normalize("NFKC", name)).strip("_")
        return made if is_name(made) else f"v_{made}"


def lines(everything: Sequence[Quantity], accepted: Sequence[Draft]) -> list[Line]:
    """The directives that state drafts, in the order of reading: their blocks, and those that only annotations name."""
    made = Names(everything)
    found = {
        draft.quantity.id: Line(draft.quantity, made.of[draft.quantity.id], made.formula(draft)) for draft in accepted
    }
    by_id: Mapping[str, Quantity] = {one.id: one for one in everything}
    for draft in accepted:
        for used in dict.fromkeys(names(draft.link.expression)):
            one = by_id.get(used)
            if one is not None and one.id not in found and not one.by_text and one.confirmed is None:
                found[one.id] = Line(one, made.of[one.id])
    return sorted(found.values(), key=lambda line: line.quantity.at)
