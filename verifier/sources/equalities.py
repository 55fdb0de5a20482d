"""Chains to stages: each number that stands beside an expression is a stage, judged by what the expression gives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, product
from typing import Final

from verifier.document.model import Block, Formula, Grid, Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Expression, Name, names
from verifier.numbers.printed import Printed
from verifier.numbers.resolution import Resolution
from verifier.numbers.slack import Slack
from verifier.sources.chains import EQUAL, Chain, Pair, Side
from verifier.sources.computed import numerals_of
from verifier.sources.doubts import unit_between
from verifier.sources.effort import MAX_SIDES, Effort
from verifier.sources.ledger import Span
from verifier.sources.places import Places
from verifier.sources.signs import CURRENCIES
from verifier.sources.solving import renamed
from verifier.sources.spreads import centres
from verifier.sources.stated import Found, Parsed, Sort, Statement, parsed, statements
from verifier.sources.values import Labelled, Numeral, Reading, Unreadable, printed
from verifier.sources.variants import Equality, Variant

MAX_READINGS: Final = 16
MAX_WRITTEN: Final = 400
OPEN: Final = "where it begins or ends is open"
"""Why a side is not read that seems to go on in words."""


class Chains:
    """Makes the equalities of the chains of one stretch; *places* gives the positions of its characters.

    *settled* gives a stage with what the author says of the numbers here. *effort* is what is spent on the file.
    """

    def __init__(self, places: Places, text: str, settled: Callable[[Stage], Stage], effort: Effort) -> None:
        self.effort = effort
        self.settled = settled
        self.places = places
        self.text = text
        self.known: set[Side] = set()
        """Sides that are read as a whole."""
        self.exact: frozenset[str] = frozenset()
        """The results of the chain so far that are exact."""
        self.stated: set[str] = set()
        """The names of the numbers that the chain states so far."""
        self.copies: dict[str, str] = {}
        """The names of numbers that are such a number again, which stands at their place in the side before."""

    def equalities(self, chain: Chain, labels: Labelled, start: int = 0) -> Iterator[Equality]:
        """The equalities of a chain, with the *labels* of its stages; those before *start* are left out."""
        self.exact, self.stated, self.copies = frozenset(), set(), {}
        for pair in chain.pairs() if len(chain.sides) <= MAX_SIDES else ():
            if pair.right.tokens[0].start < start:
                continue
            variants, is_doubtful = ([], False) if self.effort.end else self._variants(pair, labels)
            if variants:
                self.exact |= variants[0].exact
                self.effort.numbers += len(variants[0].stages)
                spans = self._span(pair.left), self._span(pair.right)
                likeliest = len(variants) - 1 if _runs_on(pair, variants) else 0
                yield Equality(tuple(variants), is_doubtful, spans, unit_between(pair), likeliest)

    def read(self, chain: Chain) -> Iterator[tuple[Side, Span, str]]:
        """The sides of a chain, where they stand, and why they are not read; an empty reason for those that are."""
        for index, side in enumerate(chain.sides):
            is_equal = any(relation in EQUAL for relation in chain.relations[max(0, index - 1) : index + 1])
            if is_equal and side.tokens:
                yield side, self._span(side), self._unread(chain, side)

    def reads(self, chain: Chain, side: Side) -> bool:
        """Whether a side of a chain is read as an expression of numbers."""
        return not self._unread(chain, side)

    def _unread(self, chain: Chain, side: Side) -> str:
        """Why a side of a chain is not read; empty if it is."""
        if side in self.known:
            return ""
        if len(chain.sides) > MAX_SIDES:
            return f"one of more than {MAX_SIDES} sides"
        if self.effort.end:
            return self.effort.end
        try:
            self._parsed(side, Reading(), is_right=side is chain.sides[-1])
        except Unreadable as error:
            return str(error)
        return "" if side.is_whole else OPEN

    def _span(self, side: Side) -> Span:
        at = self.places.at
        return Span(at[side.tokens[0].start], at[side.tokens[-1].end - 1] + 1)

    def _variants(self, pair: Pair, labels: Labelled) -> tuple[list[Variant], bool]:
        """The readings of one equality in which both sides can be read, the likeliest first."""
        first = Reading(labels=labels)
        found = [self._read_so(pair, first)]
        is_doubtful = first.is_doubtful or self._has_two_currencies(pair)
        questions = list(first.asked)
        options = product(*(range(first.asked[question]) for question in questions))
        for number, chosen in enumerate(islice(options, 1, MAX_READINGS)):
            reading = Reading(dict(zip(questions, chosen, strict=True)), labels, f"{number}r")
            found.append(self._read_so(pair, reading))
            is_doubtful = is_doubtful or reading.is_doubtful
        readable = [variants[0] for variants in found if variants] + [one for variants in found for one in variants[1:]]
        if readable:
            kinder = (Reading(labels=labels, mark=f"{k}o") for k in range(MAX_READINGS))
            for one, reading in zip(pair.kinder(), kinder, strict=False):
                is_score = pair.right.is_fraction and one.right != pair.right
                read = (variant for variant in self._read_so(one, reading) if not is_score or variant.is_exact)
                readable += [variant.with_givens("exact") for variant in read]
        return readable, is_doubtful

    def _has_two_currencies(self, pair: Pair) -> bool:
        """Whether an equality converts money."""
        start, end = pair.left.tokens[0].start, pair.right.tokens[-1].end
        return len(set(CURRENCIES).intersection(self.text[max(0, start - 1) : end + 2])) > 1

    def _read_so(self, pair: Pair, reading: Reading) -> list[Variant]:
        """The variants of one reading of an equality; empty if a side cannot be read so, or if the two are no claim."""
        try:
            read, slack = centres(pair)
            left, right = self._parsed(read.left, reading), self._parsed(read.right, reading, is_right=True)
            if not reading.chosen:
                self.known |= {pair.left, pair.right}
            stated = list(statements(pair, left, right, reading))
        except Unreadable:
            return []
        made = [self._variant(statement, left.operands | right.operands, pair, slack) for statement in stated]
        for statement in stated[:1]:
            self.stated |= {found.name for found in statement.found if statement.sort != "sides"}
            originals = ((name, self.copies.get(other, other)) for name, other in statement.copies)
            self.copies |= {name: other for name, other in originals if other in self.stated}
        return made

    def _parsed(self, side: Side, reading: Reading, *, is_right: bool = False) -> Parsed:
        """A side as an expression; raises Unreadable."""
        self.effort.tokens += len(side.tokens)
        return parsed(side, reading, is_right=is_right)

    def _variant(
        self, statement: Statement, operands: Mapping[str, Grid[Numeral]], pair: Pair, slack: Slack | None
    ) -> Variant:
        """A given for each operand, and a stage for each number that is stated, which may be off by the slack.

        An operand that is a number of the chain again has the name of that.
        """
        stated = {found.name for found in statement.found}
        used = dict.fromkeys(name for found in statement.found for name in names(found.tree) if name not in stated)
        computed = self._computed(pair)
        givens = [_rounded_if(self._given(self.copies.get(name, name), operands[name]), computed) for name in used]
        again: dict[str, Expression] = {name: Name(self.copies[name]) for name in used if name in self.copies}
        known = (found._replace(tree=renamed(found.tree, again)) if again else found for found in statement.found)
        stages = (self._stage(found, pair, statement.sort, slack) for found in known)
        return Variant(statement.sort, (*givens, *stages), statement.is_kept)

    def _computed(self, pair: Pair) -> frozenset[str]:
        """The numbers of two sides that were computed, and not exactly: no expression of numbers before shows them."""
        sides = [*(side for side in pair.earlier[:1] if side in self.known), pair.left, pair.right]
        found: set[str] = set()
        for before, side in pairwise(sides):
            found |= numerals_of(side) - numerals_of(before)
        return frozenset(found) - self.exact

    def _stage(self, found: Found, pair: Pair, sort: Sort, slack: Slack | None) -> Stage:
        """The stage of a number that an equality states."""
        block = self._block(found.grid)
        shown = _first(block)
        line, column, written = shown.line, shown.column, None
        if found.source is not None:
            start, end = found.source.tokens[0].start, found.source.tokens[-1].end
            line, column = self.places.of(start)
            written = " ".join(self.text[start:end].replace("&", " ").split())[:MAX_WRITTEN]
        formula = Formula(spell(found.tree), found.tree, line, column, written=written)
        stage = Stage(found.name, shown.line, shown.column, formula=formula, printed=block)
        return self.settled(stage._replace(resolution=_unit(shown, pair), within=slack, of_sides=sort == "sides"))

    def _given(self, name: str, grid: Grid[Numeral]) -> Stage:
        block = self._block(grid)
        first = _first(block)
        return self.settled(Stage(name, first.line, first.column, printed=block))

    def _block(self, grid: Grid[Numeral]) -> Block:
        """Numerals as printed numbers with their places."""
        cells = tuple(None if cell is None else printed(cell, *self.places.of(cell.start)) for cell in grid.cells)
        return Grid(grid.rows, grid.columns, cells)


def _runs_on(pair: Pair, variants: Sequence[Variant]) -> bool:
    """Whether the right side likely begins another calculation: what follows is not what the left side gives."""
    is_possible = pair.may_run_on and variants[0].sort == "sides" and variants[-1].sort == "result"
    return is_possible and not variants[-1].gives_one_of(pair.later)


def _first(block: Block) -> Printed:
    """The first number of a block of an equality, which shows one in each cell."""
    return next(number for number in block.cells if number is not None)


def _rounded_if(stage: Stage, computed: frozenset[str]) -> Stage:
    """A given that is rounded and not exact if it shows a number that was computed."""
    shown = () if stage.printed is None else stage.printed.contents()
    is_computed = any(number.text.lstrip("-") in computed for number in shown)
    return stage._replace(givens="rounded") if is_computed and stage.givens == "exact" else stage


def _unit(shown: Printed, pair: Pair) -> Resolution | None:
    """The unit of a whole number that is said to be about equal, or measured: that of its last digit but zeros.

    Where it has no zeros at its end, that is ten for what is said to be about equal, and one for a measure.
    """
    digits = shown.text.lstrip("+-")
    zeros = len(digits) - len(digits.rstrip("0"))
    is_measure = zeros > 0 and bool(pair.left.unit or pair.right.unit)
    if not (pair.is_about or is_measure) or not shown.is_bare_integer or len(digits) == 1:
        return None
    return Resolution("decimals", -max(zeros, 1))
