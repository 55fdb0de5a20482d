"""The names that annotations give to blocks, and the formulas of drafts in these names."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from verifier.drafts.drafting import Draft
from verifier.drafts.neighbours import INDICES
from verifier.drafts.quantities import Quantity
from verifier.drafts.search import Link
from verifier.formulas.parser import CONSTANTS
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Build, Name, names
from verifier.operations import signatures
from verifier.record import NamedTuple
from verifier.sources.expressions.naming import key_of
from verifier.sources.expressions.solving import renamed
from verifier.sources.text.directives import is_name

_OTHER: Final = re.compile(r"\W+")


class Annotation(NamedTuple):
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

    def __init__(self, everything: Sequence[Quantity], *, unique: bool = False) -> None:
        self.taken = {one.key for one in everything if one.by_text or one.confirmed is not None}
        self.taken |= {key_of(name) for name in (*CONSTANTS, *signatures())}
        self.of: dict[str, str] = {}
        given: set[str] = set()
        for one in everything:
            is_known = (one.by_text or one.confirmed is not None) and not (unique and one.key in given)
            given.add(one.key)
            self.of[one.id] = self._identifier(one.name) if is_known else self._free(one.name)

    def formula(self, link: Link) -> str:
        """The formula of a link."""
        tree = link.expression
        parts = {name: Name(self.of[name]) for name in names(tree) if name in self.of}
        made = renamed(tree, parts)
        is_of_rows = isinstance(made, Build) and made.indices == INDICES
        return spell(made.body if isinstance(made, Build) and is_of_rows else made)

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


def annotations(
    everything: Sequence[Quantity], accepted: Sequence[Draft], *, is_document: bool = False
) -> list[Annotation]:
    """The directives that state drafts, in the order of reading: their blocks, and those that only annotations name.

    A document file has all that formulas use, and a name once.
    """
    made = Names(everything, unique=is_document)
    found = {
        one.id: Annotation(one, made.of[one.id], made.formula(link)) for one, link in (draft[:2] for draft in accepted)
    }
    by_id: Mapping[str, Quantity] = {one.id: one for one in everything}
    left = [one for draft in accepted for one in draft.link.uses]
    for one in (by_id[name] for name in dict.fromkeys(left)):
        if one.id not in found and (is_document or not (one.by_text or one.confirmed is not None)):
            found[one.id] = Annotation(one, made.of[one.id])
    return sorted(found.values(), key=lambda one: one.quantity.at)
