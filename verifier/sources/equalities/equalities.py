"""Chains to stages: each number that stands beside an expression is a stage, judged by what the expression gives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.model import Block, Formula, Grid, Stage
from verifier.formulas.tree import Name, names
from verifier.numbers.slack import Slack
from verifier.sources.equalities.added_percents import kinder, with_percents
from verifier.sources.equalities.doubts import is_doubtful_as_written, unit_between
from verifier.sources.equalities.equality_stages import (
    computed_in,
    exactly,
    first_number,
    loosely,
    rounded_if_computed,
    without_zeros,
    written_of,
)
from verifier.sources.equalities.ledger import Span
from verifier.sources.equalities.left_to_right import is_open
from verifier.sources.equalities.likeliest import PARTED_BY_POINTS, has_decimal_points, likeliest_of, within_chain
from verifier.sources.equalities.spreads import centres
from verifier.sources.equalities.stated import statements
from verifier.sources.equalities.variants import Equality, Variant, runs_on
from verifier.sources.equalities.whole_results import WholeResults, rounded_within, share
from verifier.sources.expressions.chains import EQUAL, Chain, Pair, Side
from verifier.sources.expressions.choices import MAX_READINGS, OtherReadings
from verifier.sources.expressions.solving import renamed
from verifier.sources.expressions.statement import Found, Parsed, Statement, parsed
from verifier.sources.expressions.values import PAIR, Labelled, Numeral, Reach, Reading, Unreadable, printed
from verifier.sources.text.decimals.commas import Commas
from verifier.sources.text.effort import MAX_SIDES, Effort
from verifier.sources.text.places import Places
from verifier.sources.units.letters_as_units import with_small_units, with_unit
from verifier.sources.units.said_again import within
from verifier.sources.units.two_sizes import in_one_unit
from verifier.sources.units.unit_ratios import implied, sure
from verifier.sources.units.units import NAME

OPEN: Final = "where it begins or ends is open"
"""Why a side is not read that seems to go on in words."""


class Chains:
    """Makes the equalities of the chains of one stretch; *places* gives the positions of its characters.

    *settled* gives a stage with what the author says of the numbers here. *effort* is what is spent on the file.
    """

    commas = Commas()
    """What commas in numbers of the text are."""
    imaginary = ""
    """The imaginary unit, where the text speaks of complex numbers."""
    source = ""
    """The text of the source."""
    left_to_units: fmpq | None = None
    """What units surely make of the numbers of an equality."""

    def __init__(
        self, places: Places, text: str, settled: Callable[[Stage], Stage], effort: Effort, results: WholeResults
    ) -> None:
        self.results = results
        self.effort = effort
        self.settled = settled
        self.places = places
        self.text = text
        self.known: set[Side] = set()
        """Sides that are read as a whole."""
        self.refused: dict[tuple[Side, bool], str] = {}
        """Why sides, left or right of a relation, cannot be read in any way."""
        self.exact: frozenset[str] = frozenset()
        """The results of the chain so far that are exact."""
        self.stated: set[str] = set()
        """The names of the numbers that the chain states so far."""
        self.inexact: set[str] = set()
        """The names of those which are not exact."""
        self.missed: frozenset[str] = frozenset()
        """The names of the whole numbers that the chain states so far, and that their expressions do not give."""
        self.copies: dict[str, str] = {}
        """The names of numbers that are such a number again, which stands at their place in the side before."""
        self.fractions: set[str] = set()
        """The names of the fractions that the chain states so far, which their numerators have too."""

    def equalities(self, chain: Chain, labels: Labelled, start: int = 0) -> Iterator[Equality]:
        """The equalities of a chain, with the *labels* of its stages; those before *start* are left out."""
        self.exact, self.stated, self.copies, self.inexact = frozenset(), set(), {}, set()
        self.missed, self.fractions = frozenset(), set()
        chain = with_small_units(chain, self.source) if NAME in chain.sides[-1].unit + chain.sides[0].unit else chain
        chain, commas = with_unit(chain, self.source) if chain.sides[-1].unit[:1] == NAME else chain, self.commas
        for pair in chain.pairs(start) if len(chain.sides) <= MAX_SIDES else ():
            pair = in_one_unit(pair) if pair.left.units else pair  # noqa: PLW2901 - the same said in one unit
            variants, is_doubtful, likeliest = self._variants(pair, labels)
            self._take_result(pair, variants, is_doubtful=is_doubtful)
            self.commas = within_chain(self.commas, pair, variants) if "," in pair.right.tokens[0].text else self.commas
            if variants:
                self.exact |= variants[0].exact
                self.effort.numbers += len(variants[0].stages)
                spans = self._span(pair.left), self._span(pair.right)
                likeliest = len(variants) - 1 if runs_on(pair, variants) else likeliest
                if not pair.is_about:
                    self.missed |= variants[0].missed
                    variants = [variant.with_missed for variant in variants]
                unit, about, sides = unit_between(pair), pair.is_about, pair[:2]
                yield Equality(tuple(variants), is_doubtful, spans, unit, likeliest, is_about=about, sides=sides)
        self.commas = commas

    def _take_result(self, pair: Pair, variants: Sequence[Variant], *, is_doubtful: bool) -> None:
        """Note the whole numbers that an equality in these readings shows as rounded results."""
        token = pair.right.tokens[0]
        at = self.places.at[token.start]
        if variants:
            self.inexact.update(self.results.take(variants, at, self.inexact, is_doubtful=is_doubtful))
        elif pair.is_about and len(pair.right.tokens) == 1 and token.text.isdecimal() and not self.effort.end:
            self.results.about(token.text, at, len(token.text) - len(token.text.rstrip("0")))

    def _reach(self, digits: str, start: int, is_percent: bool) -> Reach | None:  # noqa: FBT001 - as `Results`
        """What a whole number of the stretch can have been that shows a rounded result."""
        return self.results.reach(digits, self.places.at[start], is_percent=is_percent)

    def read(self, chain: Chain) -> Iterator[tuple[Side, Span, str]]:
        """The sides of a chain, where they stand, and why they are not read; an empty reason for those that are."""
        are_equal = [relation in EQUAL for relation in chain.relations]
        for index, side in enumerate(chain.sides):
            if side.tokens and True in are_equal[max(0, index - 1) : index + 1]:
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
        why = self._reason(side, is_right=side is chain.sides[-1])
        return why or ("" if side.is_whole else OPEN)

    def _reason(self, side: Side, *, is_right: bool) -> str:
        """Why a side cannot be read as an expression of numbers, by itself; empty if it can."""
        key = side.tokens, is_right
        found = self.effort.reasons.get(key)
        if found is None:
            try:
                self._parsed(side, Reading(), is_right=is_right)
                found = ""
            except Unreadable as error:
                found = str(error)
            self.effort.note(key, found)
        return found

    def _span(self, side: Side) -> Span:
        at = self.places.at
        return Span(at[side.tokens[0].start], at[side.tokens[-1].end - 1] + 1)

    def _variants(self, pair: Pair, labels: Labelled) -> tuple[list[Variant], bool, int]:
        """The readings of one equality, the plainest first, whether it is doubtful, and which is the likeliest."""
        if self.effort.end:
            return [], False, 0
        self.left_to_units = sure(pair.left, pair.right) if pair.left.unit and pair.right.unit else None
        new = partial(self._reading, pair, labels)
        found = [self._read_so(pair, first := new())]
        is_doubtful = first.is_doubtful or is_doubtful_as_written(pair, self.text)
        others = OtherReadings(first, lambda number, chosen: new(f"{number}r", chosen))
        parted, are_decimals = 0, "point" in first.asked and has_decimal_points(pair, self.places.at, self.source)
        for reading in others:
            parted = parted or len(found) * (dict(reading.chosen) == PARTED_BY_POINTS)
            found.append([] if are_decimals and reading.chosen.get("point") else self._read_so(pair, reading))
            is_lone_decimal = PAIR in reading.chosen and not found[0]  # of no rows: a divisor, or a point
            is_doubtful = is_doubtful or (bool(found[-1]) and (reading.is_doubtful or is_lone_decimal))
            if reading.is_identity:
                return [], True, 0
        is_doubtful |= others.are_cut
        if not self.left_to_units and found[0] and (ratio := implied(pair.left, pair.right)) is not None:
            converted = new("u")
            converted.ratio = ratio
            found.append(self._read_so(pair, converted))
            first.asked["unit"] = 1
        readable = [variants[0] for variants in found if variants] + [one for variants in found for one in variants[1:]]
        likeliest = likeliest_of(pair, found, first.asked, parted) if first.asked else 0
        if readable:
            added = [one for other in with_percents(pair) for one in self._read_so(other, new("i"))]
            likeliest = len(readable) if added else likeliest
            readable += added
            if pair.is_of_shares:
                readable += self._read_so(pair, Reading(labels=labels, mark="s", results=share))
            readings = (new(f"{k}o") for k in range(MAX_READINGS))
            for one, reading in zip(kinder(pair), readings, strict=False):
                one = in_one_unit(one) if one.left.units else one  # noqa: PLW2901 - the same said in one unit
                is_unlikely = one.right != pair.right and (pair.right.begins_with_a_fraction or pair.begins_alike)
                read = (variant for variant in self._read_so(one, reading) if not is_unlikely or variant.is_exact)
                by = None if one.left == pair.left else self._span(one.left)
                readable += [variant.with_givens("exact")._replace(by=by) for variant in read]
        return readable, is_doubtful, likeliest

    def _reading(
        self, pair: Pair, labels: Labelled, mark: str = "", chosen: Mapping[str, int] | None = None
    ) -> Reading:
        """A reading of what is asked first, or as *chosen*."""
        results = within(pair) if pair.left.unit != pair.right.unit else None
        reading = Reading(chosen, labels, mark, results or self._reach, self.missed)
        reading.ratio, reading.commas, reading.imaginary = self.left_to_units, self.commas, self.imaginary
        return reading

    def _read_so(self, pair: Pair, reading: Reading) -> list[Variant]:
        """The variants of one reading of an equality; empty if a side cannot be read so, or if the two are no claim.

        Whole numbers that could show results are exact where what has them is not read otherwise, as a factorial.
        """
        found = self._read_at_once(pair, reading)
        if not found and reading.has_results:
            reading.results = None
            return self._read_at_once(pair, reading)
        return found

    def _read_at_once(self, pair: Pair, reading: Reading) -> list[Variant]:
        """The same, read once."""
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
        if pair.later:
            self.fractions |= {found.name for statement in stated for found in statement.found if found.is_fraction}
        return made

    def _parsed(self, side: Side, reading: Reading, *, is_right: bool = False) -> Parsed:
        """A side as an expression; raises Unreadable, also where it was refused before and nothing can change that."""
        self.effort.tokens += len(side.tokens)
        if self.refused and (why := self.refused.get((side, is_right))) is not None:
            raise Unreadable(why)
        try:
            return parsed(side, reading, is_right=is_right)
        except Unreadable as error:
            if not (reading.asked or reading.has_results or reading.imaginary):
                self.refused[side, is_right] = str(error)
            raise

    def _variant(
        self, statement: Statement, operands: Mapping[str, Grid[Numeral]], pair: Pair, slack: Slack | None
    ) -> Variant:
        """A given for each operand, and a stage for each number that is stated, which may be off by the slack.

        An operand that the chain has before has the name of that; a numerator of its fractions has its own.
        """
        stated = {found.name for found in statement.found}
        used = dict.fromkeys([name for found in statement.found for name in names(found.tree) if name not in stated])
        others = self.fractions.union(self.copies).intersection(used) if self.fractions or self.copies else ()
        again = {name: self.copies.get(name, f"{name}_above") for name in others} if others else {}
        givens = [self._given(again.get(name, name), operands[name]) for name in used]
        if any(given.givens == "exact" for given in givens):
            computed = computed_in(pair, self.known) - self.exact
            givens = [rounded_if_computed(one, computed) if one.givens == "exact" else one for one in givens]
        trees = {name: Name(other) for name, other in again.items()} if again else {}
        known = [one._replace(tree=renamed(one.tree, trees)) if again else one for one in statement.found]
        is_of_sides = statement.sort == "sides" or is_open(pair, self.known)
        stages = [self._stage(found, pair, slack, is_of_sides=is_of_sides) for found in known]
        return Variant(statement.sort, (*givens, *stages), statement.is_kept)

    def _stage(self, found: Found, pair: Pair, slack: Slack | None, *, is_of_sides: bool) -> Stage:
        """The stage of a number that an equality states; `is_of_sides`: another number of it may be wrong instead."""
        block = self._block(found.grid)
        shown = first_number(block)
        line, column, written = shown.line, shown.column, None
        if found.source is not None:
            line, column = self.places.of(found.source.tokens[0].start)
            written = written_of(found, found.source, pair, self.text, is_of_sides=is_of_sides)
        formula = Formula("", found.tree, line, column, written=written)  # it is spelled with its names for readers
        place, unit = (found.name, shown.line, shown.column), None if found.is_exact else without_zeros(shown, pair)
        within = slack or loosely(shown, pair, self.text)
        stage = Stage(*place, formula=formula, printed=block, resolution=unit, within=within, of_sides=is_of_sides)
        return exactly(self.settled(stage)) if found.is_exact else self.settled(stage)

    def _given(self, name: str, grid: Grid[Numeral]) -> Stage:
        first = first_number(block := self._block(grid))
        stage = self.settled(Stage(name, first.line, first.column, printed=block))
        reach = None if grid.shape != (1, 1) or grid.cells[0] is None else grid.cells[0].reach
        return stage if reach is None else rounded_within(stage, first, reach)

    def _block(self, grid: Grid[Numeral]) -> Block:
        """Numerals as printed numbers with their places."""
        cells = [None if cell is None else printed(cell, *self.places.of(cell.start)) for cell in grid.cells]
        return Grid(grid.rows, grid.columns, tuple(cells))
