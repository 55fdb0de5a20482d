"""The names that annotations give to blocks, and the formulas of drafts in these names."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from verifier.document.model import Formula, Stage
from verifier.document.recurrences import INDICES as ROWS
from verifier.drafts.drafting import Draft
from verifier.drafts.neighbours import INDICES
from verifier.drafts.quantities import Quantity
from verifier.drafts.search import Link
from verifier.formulas.parser import CONSTANTS
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Build, Expression, Name, names
from verifier.operations import signatures
from verifier.record import NamedTuple
from verifier.sources.annotations.row_by_row import row_by_row
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
        self.taken |= {key_of(name) for name in (*CONSTANTS, *signatures(), *(ROWS if unique else ()))}
        self.of: dict[str, str] = {}
        given: set[str] = set()
        for one in everything:
            is_known = (one.by_text or one.confirmed is not None) and not (unique and one.key in {*given, *ROWS})
            given.add(one.key)
            self.of[one.id] = self._identifier(one.name) if is_known else self._free(one.name)

    def formula(self, link: Link) -> str:
        """The formula of a link."""
        return _spelled(self.tree(link))

    def tree(self, link: Link) -> Expression:
        """The same as a tree."""
        return renamed(
            link.expression, {name: Name(self.of[name]) for name in names(link.expression) if name in self.of}
        )

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
    trees = {one.id: made.tree(link) for one, link in (draft[:2] for draft in accepted)}
    if is_document:
        trees = _by_rows(everything, trees, made)
    found = {
        draft.quantity.id: Annotation(draft.quantity, made.of[draft.quantity.id], _spelled(trees[draft.quantity.id]))
        for draft in accepted
    }
    by_id: Mapping[str, Quantity] = {one.id: one for one in everything}
    left = [one for draft in accepted for one in draft.link.uses]
    for one in (by_id[name] for name in dict.fromkeys(left)):
        if one.id not in found and (is_document or not (one.by_text or one.confirmed is not None)):
            found[one.id] = Annotation(one, made.of[one.id])
    return sorted(found.values(), key=lambda one: one.quantity.at)


def _spelled(tree: Expression) -> str:
    """A formula as it is written: that of each row without what builds the rows."""
    is_of_rows = isinstance(tree, Build) and tree.indices == INDICES
    return spell(tree.body if isinstance(tree, Build) and is_of_rows else tree)


def _by_rows(everything: Sequence[Quantity], trees: Mapping[str, Expression], made: Names) -> dict[str, Expression]:
    """The formulas of some blocks, row by row where they lead back to themselves, as a document file says it."""
    used = {*trees, *(name for tree in trees.values() for name in names(tree))}
    found: list[Stage] = []
    for one in (one for one in everything if one.id in used or made.of[one.id] in used):
        tree = trees.get(one.id)
        formula = None if tree is None else Formula(spell(tree), tree, 0, 0)
        found.append(Stage(made.of[one.id], 0, 0, printed=one.block, formula=formula))
    changed = {stage.name: stage.formula for stage in row_by_row(found, ())}
    formulas = ((key, changed[made.of[key]]) for key in trees)
    return {key: trees[key] if formula is None else formula.expression for key, formula in formulas}
