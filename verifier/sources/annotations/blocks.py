"""The blocks of a source in their order: matrices, tables, lists and numbers, with their names in the text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from verifier.document.model import Block, Grid, Word
from verifier.late import pattern
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple
from verifier.sources.annotations import listings
from verifier.sources.annotations.arrows import before_matrices, parted_behind_matrices, with_arrows
from verifier.sources.annotations.listings import Listed
from verifier.sources.annotations.names_of_chains import LOOK_BACK, NAME, name_of
from verifier.sources.expressions import grids
from verifier.sources.expressions.chains import EQUAL, Chain, Side, has_operation
from verifier.sources.expressions.values import Unreadable
from verifier.sources.passages.display import math_chains
from verifier.sources.text.inline import Piece
from verifier.sources.text.places import Lines, Places
from verifier.sources.text.signs import MINUS, OVER, UNBRACKETED
from verifier.sources.text.stretch import Paragraph, Stretch
from verifier.sources.text.tokens import Token

if TYPE_CHECKING:
    from verifier.sources.annotations.cells.tabular import Table

_NESTED: Final = pattern(r"\[\s*\[\s*\Z")
MOST_QUOTED: Final = 40
_OF_RESULT: Final = 3
"""Sides of a chain with a name, an expression and what that gives."""
_IN: Final = ("\\in", "\u2208")
_ALONE: Final = pattern(r"[\s.,;:]*")


class Shown(NamedTuple):
    """A block of a source.

    `name` is that which the text gives it. `at` is its place in the order of reading, an offset. `paragraph` is the
    index of that in which it stands, and `is_displayed` says whether it stands out there. If `is_sure`, it surely is
    all that is equal to its name. A table may be no matrix; what has a `flaw` cannot be used. A block has no `words`.
    `equal_to` are the sides of the chain that its numbers end, from the name on. `arrow` leads to a matrix from the one
    before it. What `is_inside` is an operand of an expression. What a formula alone gives means its name `until` an
    offset. What `is_flat` is a list, or a row that the text gives as the transpose of its name.
    The numbers of a table that `is_listed` are read without labels too. Of one that `is_of_lines` only columns and
    rows have names, as other blocks stand in its lines, or as it is no matrix. One that `is_literal` is what a program
    was given, digit for digit.
    """

    block: Block | None
    at: int
    paragraph: int
    name: str | None = None
    is_displayed: bool = True
    is_sure: bool = True
    is_output: bool = False
    table: "Table | None" = None
    flaw: str = ""
    words: Grid[Word] | None = None
    equal_to: tuple[Side, ...] = ()
    arrow: tuple[Token, ...] = ()
    is_inside: bool = False
    until: int = 0
    is_flat: bool = False
    is_listed: bool = False
    is_of_lines: bool = False
    is_literal: bool = False


class Blocks:
    """Collects the blocks of a source, paragraph by paragraph."""

    def __init__(self, lines: Lines, text: str) -> None:
        self.lines = lines
        self.text = text
        self.found: list[Shown] = []
        self.together: Mapping[int, Stretch] = {}
        """By index of their paragraphs what lines of code are together."""
        self.paragraph = -1
        self.is_cell = self.is_run = False
        """Whether the paragraph is a cell: the numbers alone there are those of its table; whether it is a program."""
        self.reached = 0
        """The last offset that was read; the text of a macro stands before that of its use."""

    def begin(self, paragraph: Paragraph) -> None:
        """Take the next paragraph; finds the arrays of code and of tables."""
        self.paragraph += 1
        self.is_cell, self.is_run = paragraph.kind == "cell", paragraph.is_run
        if len(paragraph.stretch.at):
            self.reached = max(self.reached, paragraph.stretch.at[0])
        if paragraph.kind == "code":
            stretch = self.together.get(self.paragraph, paragraph.stretch)
            for listed in listings.in_code(stretch.text):
                self._list(stretch, listed, is_output=paragraph.is_output)

    def mathematics(self, piece: Piece, tokens: Sequence[Token]) -> None:
        """Find the blocks of a piece of mathematics: the ends of its chains, and matrices and lists without one."""
        stretch, displayed = piece.stretch, piece.is_display
        if any(token.text in UNBRACKETED for token in tokens):
            from verifier.sources.annotations.cells.labels_of_rows import (
                without_labels_of_rows,  # imported here: it is rare
            )

            tokens = without_labels_of_rows(tokens)
        chains = [one for part in parted_behind_matrices(tokens) for one in math_chains(with_arrows(part))]
        self._chains(stretch, chains, displayed=displayed, inside=piece.is_in_sentence)
        parts = [part for chain in chains for part in chain.parted()]
        covered = [(one.sides[0].tokens or one.sides[1].tokens, one.sides[-1].tokens) for one in parts]
        spans = [(first[0].start, (last or first)[-1].end) for first, last in covered if first]
        bare, arrows = list(grids.matrices(tokens)), before_matrices(tokens)
        if any("array" in one[0].text for one in bare):
            from verifier.sources.annotations.cells.headers_of_arrays import (
                without_header,  # imported here, as it is rare
            )

            bare = [without_header(one) for one in bare]
        for one in bare:
            before = len(self.found)
            if not any(start <= one[0].start < end for start, end in spans):
                self._add(stretch, one, None, displayed=True, sure=True)
                arrow = arrows.get(one[0].start, ())
                self.found[before:] = [shown._replace(arrow=arrow) for shown in self.found[before:]]
            elif displayed and not self._is_found(stretch, one):
                self._add(stretch, one, None, displayed=True, sure=True)
                self.found[before:] = [shown._replace(is_inside=True) for shown in self.found[before:] if shown.block]
        if not chains and not bare and not self.is_cell:
            self._add(stretch, tokens, None, displayed=displayed, sure=True)
            for listed in listings.in_mathematics(stretch.text):
                self._list(stretch, listed._replace(is_alone=displayed))

    def words(self, stretch: Stretch, tokens: Sequence[Token], chains: Sequence[Chain]) -> None:
        """Find the blocks of running text: the ends of its chains, lists in brackets, and a number alone."""
        before = len(self.found)
        self._chains(stretch, chains, displayed=False)
        for listed in (*listings.in_brackets(stretch.text), *listings.in_sentences(stretch.text)):
            self._list(stretch, listed)
        if len(self.found) == before and not self.is_cell:
            numbers = [token for token in tokens if token.sort == "number"]
            decimals = [token for token in numbers if "." in token.text]
            alone = next((some[0] for some in (numbers, decimals) if len(some) == 1), None)
            if alone is not None and not self._is_of_label(stretch, alone):
                index = tokens.index(alone)
                is_negative = index > 0 and tokens[index - 1].text in MINUS and not alone.spaced
                chosen = tokens[index - is_negative : index + 1]
                self._add(stretch, chosen, None, displayed=False, sure=False)

    def _is_of_label(self, stretch: Stretch, number: Token) -> bool:
        """Whether a number of running text counts or measures nothing."""
        from verifier.sources.annotations.numbers_of_labels import is_of_label  # imported here, as few texts ask

        return is_of_label(stretch, number.start, number.end, self.text)

    def in_code(self, stretch: Stretch, chains: Sequence[Chain]) -> None:
        """Find the ends of chains in code that name what an expression gives, as `z = 2 * 3 = 6` of no program."""
        for chain in chains:
            name = name_of(stretch.text, chain)
            if name and len(chain.sides) >= _OF_RESULT and _is_expression(chain.sides[-2].tokens):
                self._chains(stretch, [chain], displayed=False)

    def _chains(self, stretch: Stretch, chains: Sequence[Chain], *, displayed: bool, inside: bool = False) -> None:
        for chain, is_last in _parted(chains):
            listed = _list_of(stretch.text, chain)
            side = _end(chain) if listed is None else len(chain.sides) - 1
            if side is not None:
                name = name_of(stretch.text, chain)
                if name is None and not is_last:
                    continue
                tokens, is_sure = chain.sides[side].tokens, chain.sides[side].is_whole
                start = next(one.tokens[0].start for one in chain.sides if one.tokens)
                line = NAME.sub("", stretch.text[:start].rpartition("\n")[2])
                line = line.rstrip("= \u2248") if tokens[0].sort == "begin" and name is None else line
                own = displayed or (not inside and _ALONE.fullmatch(line) is not None)
                before = len(self.found)
                if listed is not None:
                    self._list(stretch, listed._replace(name=name, is_alone=own))
                self._add(stretch, () if listed else tokens, name, displayed=own, sure=is_sure)
                equal, is_turned = chain.sides[:side], grids.is_transposed(chain.sides[0].tokens)
                self.found[before:] = [
                    one._replace(equal_to=equal, is_flat=one.is_flat or is_turned) for one in self.found[before:]
                ]

    def _add(self, stretch: Stretch, tokens: Sequence[Token], name: str | None, *, displayed: bool, sure: bool) -> None:
        """Add what some tokens show, if they show anything."""
        if not tokens:
            return
        start = tokens[0].start
        at = max(self.reached, *stretch.at[max(0, start - LOOK_BACK) : start + 1])
        made = Shown(None, at, self.paragraph, name, displayed, sure)
        try:
            block = grids.placed(grids.shown(tokens), Places(self.lines, stretch.at))
            made = made._replace(block=block, is_flat=block.rows == 1 and tokens[0].sort != "begin")
        except Unreadable:
            flaw = grids.flaw_of(tokens)
            if not flaw:
                return
            made = made._replace(flaw=flaw)
        self.found.append(made)

    def _list(self, stretch: Stretch, listed: Listed, *, is_output: bool = False) -> None:
        """Add an array in brackets or in lines, unless the end of a chain is the same."""
        rows, displayed = listed.rows, listed.is_alone or is_output
        at = max(self.reached, stretch.at[listed.start])
        if listed.other is not None:
            line, column = self.lines.of(stretch.at[listed.other])
            flaw = f"{stretch.text[listed.other :].split()[0][:MOST_QUOTED]!r} at {line}:{column}"
            self.found.append(Shown(None, at, self.paragraph, listed.name, displayed, flaw=flaw))
            return
        grid = Grid(len(rows), len(rows[0]), tuple(numeral for row in rows for numeral in row))
        try:
            block = grids.placed(grid, Places(self.lines, stretch.at))
        except Unreadable:
            return
        here = [k for k, one in enumerate(self.found) if one.paragraph == self.paragraph and one.block is not None]
        same = next((k for k in here if self._first(k) == block.cells[0]), None)
        if same is None:
            is_flat = len(rows) == 1 and _NESTED.search(stretch.text, 0, listed.start) is None
            made = Shown(block, at, self.paragraph, listed.name, displayed, is_output=is_output, is_flat=is_flat)
            self.found.append(made._replace(is_literal=listed.is_given and self.is_run))
        elif len(rows) > 1 and self._is_first_row(same, block):
            one = self.found[same]
            displayed = one.is_displayed or listed.is_alone
            self.found[same] = one._replace(block=block, name=one.name or listed.name, is_displayed=displayed)

    def _is_found(self, stretch: Stretch, matrix: Sequence[Token]) -> bool:
        """Whether a matrix of mathematics was found as a block."""
        first = next((token.start for token in matrix if token.sort == "number"), None)
        place = None if first is None else Places(self.lines, stretch.at).of(first)
        here = (one.block for one in self.found if one.paragraph == self.paragraph and one.block is not None)
        return place is None or any(cell is not None and cell[3:5] == place for block in here for cell in block.cells)

    def _first(self, index: int) -> Printed | None:
        """The first number of what was found."""
        block = self.found[index].block
        return None if block is None else block.cells[0]

    def _is_first_row(self, index: int, block: Block) -> bool:
        """Whether what was found is the first row of a block, which goes on below it."""
        row = self.found[index].block
        return row is not None and row.shape == (1, block.columns) and row.cells == block.cells[: block.columns]


def _is_expression(tokens: Sequence[Token]) -> bool:
    """Whether numbers are computed with, as programs do on the right of their last equals sign alone."""
    is_of_numbers = any(token.sort == "number" for token in tokens)
    return is_of_numbers and (has_operation(tokens) or any(token.is_one_of("(", *OVER) for token in tokens))


def _parted(chains: Sequence[Chain]) -> Iterator[tuple[Chain, bool]]:
    """The parts of chains of several statements, each of which has its own name, and whether it is the last one."""
    for chain in chains:
        yield from ((part, part.sides[-1] is chain.sides[-1]) for part in chain.parted())


def _list_of(text: str, chain: Chain) -> Listed | None:
    """The list with commas that a name is said to be, as in `x = 2, 3, 5`; None if a chain shows none."""
    tokens = chain.sides[-1].tokens
    return listings.list_at(text, tokens[0].start) if tokens and chain.relations[-1] in EQUAL else None


def _end(chain: Chain) -> int | None:
    """The index of the last side that is said to be equal to the first; None if another relation ends the chain."""
    last = len(chain.relations)
    while last and chain.relations[last - 1] in _IN:
        last -= 1
    for index in range(last, 0, -1):
        if chain.relations[index - 1] not in (*EQUAL, ":="):
            return None
        try:
            if grids.flaw_of(chain.sides[index].tokens) or grids.shown(chain.sides[index].tokens):
                return index
        except Unreadable:
            continue
    return None
