"""Drafts: for each block of an author's file the formula that is proposed, with its grade and its evidence."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from verifier.drafts.headers import equations, in_header, said_of_header
from verifier.drafts.meanings import Meanings, defined
from verifier.drafts.neighbours import from_above
from verifier.drafts.prompts import formula_of, typed_before
from verifier.drafts.quantities import Quantity, different, in_scope, quantities
from verifier.drafts.row_steps import by_steps
from verifier.drafts.said_before import said_before
from verifier.drafts.search import Link, Search
from verifier.formulas.tree import Apply, Expression, Name, names
from verifier.numbers.array import Shape
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.record import NamedTuple
from verifier.sources.annotations.cells.labels_of_totals import calls_each_a_total, labelled
from verifier.sources.expressions.chains import Chain, Side
from verifier.sources.expressions.naming import key_of, primed_label_of
from verifier.sources.expressions.solving import renamed
from verifier.sources.outline import Outline

Grade: TypeAlias = Literal["stated", "looks-like", "question"]
"""A formula that the text states and most numbers bear out, one that all bear out, and one that must be asked."""


MAX_SAID: Final = 4
"""So many formulas that are said of the name of a block far before it are tried, the nearest."""


class Draft(NamedTuple):
    """A formula that is proposed for a block, over the names that blocks have in the search.

    `other` is what the search finds where the text states a formula that does not fit.
    """

    quantity: Quantity
    link: Link
    grade: Grade
    is_stated: bool
    other: Link | None = None

    @property
    def is_above_the_bar(self) -> bool:
        """Whether it can be accepted without being asked."""
        return self.grade != "question"


class Drafted(NamedTuple):
    """The blocks of a file, and the drafts for those that no annotation speaks of, both in the order of reading.

    `is_cut`: there were so many blocks that the last were not searched.
    """

    quantities: tuple[Quantity, ...]
    drafts: tuple[Draft, ...]
    is_cut: bool = False

    def before(self, quantity: Quantity) -> list[Quantity]:
        """What formulas for a block can use, the nearest first."""
        return in_scope(quantity, self.quantities)

    def judged(self, quantity: Quantity, expression: Expression) -> Link | None:
        """Another formula held against a block; None if it gives no block of its shape."""
        with working_precision(PRECISIONS[0]):
            return Search({one.id: one.block for one in self.quantities}).judged(quantity.id, expression)


def drafts(outline: Outline) -> Drafted:
    """The drafts for an author's file."""
    found = quantities(outline)
    with working_precision(PRECISIONS[0]):
        drafter = _Drafter(outline, found)
        return Drafted(found, tuple(drafter.drafts()), drafter.search.is_spent)


class _Drafter:
    """Makes the drafts of some blocks."""

    def __init__(self, outline: Outline, everything: Sequence[Quantity]) -> None:
        self.outline = outline
        self.everything = everything
        self.defined = defined(outline)
        self.equations = equations(outline)
        self.search = Search({one.id: one.block for one in everything})

    def drafts(self) -> Iterator[Draft]:
        """The drafts, in the order of reading.

        Of a table with headers there is one as a whole if all its numbers fit, else those of its columns.
        """
        tables = {one.shown.at for one in self.everything if one.column is not None}
        whole: set[int] = set()
        for quantity in self.everything:
            is_table = quantity.column is None and quantity.shown.at in tables
            is_done = quantity.column is not None and quantity.shown.at in whole
            is_open = quantity.confirmed is None or (quantity.by_text and quantity.confirmed.formula is None)
            made = self._draft(quantity) if is_open and not is_done else None
            if made is not None and (made.link.is_whole or not is_table):
                whole |= {quantity.shown.at} if is_table else set()
                yield made

    def _draft(self, quantity: Quantity) -> Draft | None:
        if quantity.total is not None:
            return self._total(quantity, *quantity.total)
        operands = in_scope(quantity, self.everything)
        said = self._stated(quantity, operands)
        if said is not None and said.is_whole:
            return Draft(quantity, said, "stated", is_stated=True)
        found = self.search.link(quantity.id, [one.id for one in different(operands)])
        if said is not None:
            grade: Grade = "stated" if said.is_mostly_fitting else "question"
            is_better = found is not None and len(found.fitting) > len(said.fitting)
            return Draft(quantity, said, grade, is_stated=True, other=found if is_better else None)
        if found is None or not found.is_borne_out:
            above = from_above(quantity, self.everything, self.search)
            found = above if found is None or (above is not None and above.is_borne_out) else found
        if found is None:
            return None
        return Draft(quantity, found, "looks-like" if found.is_borne_out else "question", is_stated=False)

    def _total(self, quantity: Quantity, operation: str, column: str) -> Draft | None:
        """The sum or mean of a column, as its row calls a number or all of the row are; None for one far from it.

        A number that is called so by itself is asked for, however far it is.
        """
        link = self.search.judged(quantity.id, Apply(operation, (Name(column),)))
        table = quantity.shown.table
        is_told = table is not None and calls_each_a_total(table)
        if link is None or not (link.is_whole or is_told or self.search.is_near(quantity.id, link)):
            return None
        is_said = table is not None and bool(labelled(table))
        whole: Grade = "stated" if is_said else "looks-like"
        return Draft(quantity, link, whole if link.is_whole else "question", is_stated=is_said)

    def _stated(self, quantity: Quantity, operands: Sequence[Quantity]) -> Link | None:
        """The formula that the text states for a block: of several that are read the one that fits the most cells.

        What stands alone in the words before the block, is said of its name far before it, or stands in the header of a
        column, may be about something else, and must fit in most cells. So must it in all if it uses another block of
        the same name: that is what it is made of then, and something else is made.
        """
        known = Meanings(quantity, operands, self.defined, self._shape)
        named, alone = said_before(quantity, self.outline)
        sides = (*quantity.shown.equal_to, *named)
        judged = [(side, link) for side in sides if (link := self._judged(quantity, side, known)) is not None]
        said = [link for side, link in judged if link.fitting or (link.is_formula and not _is_its_name(quantity, side))]
        distant = (*alone, *known.said_of(quantity.key)[:MAX_SAID], *in_header(quantity))
        near = [self._judged(quantity, side, known) for side in distant] + [self._typed(quantity, known)]
        of_header = said_of_header(quantity, self.equations)
        near += [self._held(quantity, known.applied(*said), known) for said in of_header]
        near += [self._held(quantity, tree, known) for tree in by_steps(quantity, operands, self.outline)]
        links = said + [
            link
            for link in near
            if link is not None
            and link.is_formula
            and link.is_mostly_fitting
            and (link.is_whole or not self._is_of_its_name(quantity, link))
        ]
        return max(links, key=lambda link: len(link.fitting), default=None)

    def _judged(self, quantity: Quantity, side: Side, known: Meanings) -> Link | None:
        """A side of a chain held against a block, as it is or turned; None if it states no formula for it."""
        return self._held(quantity, known.read(side), known)

    def _held(self, quantity: Quantity, tree: Expression | None, known: Meanings) -> Link | None:
        """An expression held against a block, as it is or turned; None for one that says nothing of it."""
        if tree is None or tree == known.blocks.get(quantity.key) or self.search.says_nothing(tree):
            return None
        return self.search.judged(quantity.id, tree) or self.search.judged(quantity.id, Apply("transpose", (tree,)))

    def _typed(self, quantity: Quantity, known: Meanings) -> Link | None:
        """The formula that a listing shows before its block, held against it."""
        typed = None if quantity.column is not None else formula_of(typed_before(self.outline, quantity.shown))
        meant = {} if typed is None else {name: known.of(key_of(name)) for name in names(typed)}
        trees = {name: tree for name, tree in meant.items() if tree is not None}
        if typed is None or not trees or len(trees) < len(meant):
            return None
        return self.search.judged(quantity.id, renamed(typed, trees))

    def _is_of_its_name(self, quantity: Quantity, link: Link) -> bool:
        """Whether a formula for a block uses another one that has its name, and is no column beside it."""
        others = (one for one in self.everything if one.id in link.uses and one.shown is not quantity.shown)
        return any(one.key.lower() == quantity.key.lower() for one in others)

    def _shape(self, expression: Expression) -> Shape | None:
        value = self.search.values.as_printed(expression)
        return None if value is None else value.shape


def _is_its_name(quantity: Quantity, side: Side) -> bool:
    """Whether a side of a chain is the name of a block, as `a^2` of `a^2 = 0` is of that number."""
    label = primed_label_of(Chain((side,), ()))
    return label is not None and key_of(label) == quantity.key
