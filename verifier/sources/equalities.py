"""Chains to stages: each number that stands beside an expression is a stage, judged by what the expression gives."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Final, NamedTuple

from verifier.document.model import Block, Formula, GivensReading, Grid, Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name, names
from verifier.numbers.printed import Printed
from verifier.numbers.resolution import Resolution
from verifier.sources.arithmetic import Parser
from verifier.sources.chains import EQUAL, Chain, Pair, Side
from verifier.sources.doubts import is_doubtful
from verifier.sources.effort import MAX_SIDES, Effort
from verifier.sources.ledger import Span
from verifier.sources.places import Places
from verifier.sources.results import lone_power_of_ten, may_be_uncertain
from verifier.sources.signs import CURRENCIES, MINUS, OVER, TIMES
from verifier.sources.solving import renamed, solved
from verifier.sources.units import SAME
from verifier.sources.values import Numeral, Reading, Unreadable, Value, literal, one, printed

MAX_READINGS: Final = 16
MAX_WRITTEN: Final = 400
OPEN: Final = "where it begins or ends is open"
"""Why a side is not read that seems to go on in words."""


class Variant(NamedTuple):
    """One reading of an equality: the name of the stage that states it, and all its stages, operands first.

    `is_term`: what is stated is one number of an expression, which the equality is solved for; `is_guess`: which of
    its numbers that is has no reason.
    """

    subject: str
    stages: tuple[Stage, ...]
    is_term: bool = False
    is_guess: bool = False


class Equality(NamedTuple):
    """Two neighbours of a chain in all their readings; right if one of them is. What `is_doubtful` accuses nobody.

    `spans` are the offsets of the two in the source. `unit` are the letters of its units. Where none is possible, it
    is the `likeliest` that is wrong.
    """

    variants: tuple[Variant, ...]
    is_doubtful: bool
    spans: tuple[Span, Span]
    unit: str = ""
    likeliest: int = 0


class _Found(NamedTuple):
    """A number and the expression that it should be equal to."""

    grid: Grid[Numeral]
    name: str
    tree: Expression
    source: Side
    is_term: bool = False
    is_guess: bool = False


class _Parsed(NamedTuple):
    """A side and the printed numbers that its tree names."""

    value: Value
    operands: dict[str, Grid[Numeral]]


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

    def equalities(self, chain: Chain, name: str, start: int = 0) -> Iterator[Equality]:
        """The equalities of a chain whose stages are called *name*; those before *start* are left out."""
        for pair in chain.pairs() if len(chain.sides) <= MAX_SIDES else ():
            if pair.right.tokens[0].start < start:
                continue
            variants, is_doubtful = ([], False) if self.effort.end else self._variants(pair, name)
            if variants:
                self.effort.numbers += len(variants[0].stages)
                spans = self._span(pair.left), self._span(pair.right)
                unit = SAME if pair.left.unit == pair.right.unit != "" else pair.left.unit + pair.right.unit
                runs_on = pair.may_run_on and variants[0].is_guess and not variants[-1].is_term
                likeliest = len(variants) - 1 if runs_on else 0
                yield Equality(tuple(variants), is_doubtful, spans, unit, likeliest)

    def read(self, chain: Chain) -> Iterator[tuple[Span, str]]:
        """Where the sides of a chain stand, and why they are not read; an empty reason for those that are."""
        for index, side in enumerate(chain.sides):
            is_equal = any(relation in EQUAL for relation in chain.relations[max(0, index - 1) : index + 1])
            if is_equal and side.tokens:
                yield self._span(side), self._unread(chain, side)

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
            self._parsed(side, Reading("", {}), is_right=side is chain.sides[-1])
        except Unreadable as error:
            return str(error)
        return "" if side.is_whole else OPEN

    def _span(self, side: Side) -> Span:
        at = self.places.at
        return Span(at[side.tokens[0].start], at[side.tokens[-1].end - 1] + 1)

    def _variants(self, pair: Pair, name: str) -> tuple[list[Variant], bool]:
        """The readings of one equality in which both sides can be read, the likeliest first."""
        first = Reading(f"{name}#", {})
        found = [self._variant(pair, first)]
        is_doubtful = first.is_doubtful or self._has_two_currencies(pair)
        questions = list(first.asked)
        options = product(*(range(first.asked[question]) for question in questions))
        for number, chosen in enumerate(islice(options, 1, MAX_READINGS)):
            reading = Reading(f"{name}#{number}r", dict(zip(questions, chosen, strict=True)))
            found.append(self._variant(pair, reading))
            is_doubtful = is_doubtful or reading.is_doubtful
        readable = [variant for variant in found if variant is not None]
        if readable:
            kinder = (Reading(f"{name}#{k}o", {}) for k in range(MAX_READINGS))
            others = [self._variant(one, reading, "exact") for one, reading in zip(_kinder(pair), kinder, strict=False)]
            readable += [variant for variant in others if variant is not None]
        return readable, is_doubtful

    def _has_two_currencies(self, pair: Pair) -> bool:
        """Whether an equality converts money."""
        start, end = pair.left.tokens[0].start, pair.right.tokens[-1].end
        return len(set(CURRENCIES).intersection(self.text[max(0, start - 1) : end + 2])) > 1

    def _variant(self, pair: Pair, reading: Reading, givens: GivensReading | None = None) -> Variant | None:
        """One reading of an equality; None if a side cannot be read so, or if the two are no claim."""
        try:
            left, right = self._parsed(pair.left, reading), self._parsed(pair.right, reading, is_right=True)
            if not reading.chosen:
                self.known |= {pair.left, pair.right}
            stated = _stated(pair, left, right, reading)
        except Unreadable:
            return None
        if stated is None:
            return None
        made = self._stages(stated, left.operands | right.operands, pair)
        return made if givens is None else _with_givens(made, givens)

    def _parsed(self, side: Side, reading: Reading, *, is_right: bool = False) -> _Parsed:
        """A side as an expression; raises Unreadable."""
        self.effort.tokens += len(side.tokens)
        return _parsed(side, reading, is_right=is_right)

    def _stages(self, stated: _Found, operands: Mapping[str, Grid[Numeral]], pair: Pair) -> Variant:
        """The stages of an equality: a given for each operand, and the number that is stated."""
        used = [name for name in dict.fromkeys(names(stated.tree)) if name != stated.name]
        givens = [self._given(name, operands[name]) for name in used]
        start, end = stated.source.tokens[0].start, stated.source.tokens[-1].end
        line, column = self.places.of(start)
        written = " ".join(self.text[start:end].replace("&", " ").split())[:MAX_WRITTEN]
        formula = Formula(spell(stated.tree), stated.tree, line, column, written=written)
        block = self._block(stated.grid)
        shown = _first(block)
        resolution = _unit(shown, pair)
        stage = Stage(stated.name, shown.line, shown.column, formula=formula, printed=block, resolution=resolution)
        return Variant(stated.name, (*givens, self.settled(stage)), stated.is_term, stated.is_guess)

    def _given(self, name: str, grid: Grid[Numeral]) -> Stage:
        block = self._block(grid)
        first = _first(block)
        return self.settled(Stage(name, first.line, first.column, printed=block))

    def _block(self, grid: Grid[Numeral]) -> Block:
        """Numerals as printed numbers with their places."""
        cells = tuple(None if cell is None else printed(cell, *self.places.of(cell.start)) for cell in grid.cells)
        return Grid(grid.rows, grid.columns, cells)


def _first(block: Block) -> Printed:
    """The first number of a block of an equality, which shows one in each cell."""
    return next(number for number in block.cells if number is not None)


def _with_givens(variant: Variant, givens: GivensReading) -> Variant:
    """The same with operands that are read so."""
    stages = (stage if stage.formula is not None else stage._replace(givens=givens) for stage in variant.stages)
    return variant._replace(stages=tuple(stages))


def _kinder(pair: Pair) -> Iterator[Pair]:
    """Equalities that a chain may mean instead: run-on equals signs, and earlier sides that give the number."""
    first, *rest = pair.right.tokens
    if first.sort == "number" and rest:
        if rest[0].is_one_of("+", *MINUS, *TIMES, *OVER):
            yield pair._replace(right=Side((first,)))
    else:
        yield from (pair._replace(left=side) for side in pair.earlier)


def _parsed(side: Side, reading: Reading, *, names_all: bool = False, is_right: bool = False) -> _Parsed:
    """A side as an expression; raises Unreadable."""
    parser = Parser(side.tokens, reading, names_all=names_all, is_right=is_right)
    return _Parsed(parser.parsed(), parser.operands)


def _stated(pair: Pair, left: _Parsed, right: _Parsed, reading: Reading) -> _Found | None:
    """The number that an equality states, and by what; None if it states none. Raises Unreadable."""
    one, other = left.value, right.value
    if one.shape != other.shape:
        raise Unreadable("two shapes")
    reading.is_doubtful |= is_doubtful(pair, one, other) or may_be_uncertain(other.numeral, one.tree)
    power = None if one.is_shown or pair.is_about else lone_power_of_ten(other, pair.right)
    if power is not None:
        return _shown(power, one.tree, pair.left, reading)
    if one.is_shown and other.is_shown and pair.is_about and not _is_rounded(one.numeral, other.numeral):
        return None  # two numbers that are near
    if other.is_shown and (not one.is_shown or pair.is_about or pair.goes_on):
        return _shown(other, one.tree, pair.left, reading)
    if other.is_shown or (pair.is_about and not right.operands):
        return None  # two numbers, or a fraction that is only near
    if one.is_shown:
        return _shown(one, other.tree, pair.right, reading)
    return None if other.shape is not None else _solved(pair, left, reading)


def _is_rounded(number: Numeral | None, other: Numeral | None) -> bool:
    """Whether a number can be another one rounded: it shows fewer decimals, or is whole; so are all matrices."""
    if number is None or other is None:
        return True
    shown = [len(numeral.text.partition("x")[0].partition(".")[2]) for numeral in (number, other)]
    return shown[1] < shown[0] or shown == [0, 0]


def _shown(value: Value, tree: Expression, source: Side, reading: Reading) -> _Found | None:
    """A printed number or matrix, and what it should be; None if it shows neither."""
    if value.grid is not None:
        name = value.tree.name if isinstance(value.tree, Name) else ""
        return _Found(value.grid, name, tree, source)
    numeral = value.numeral
    if numeral is None:
        return None
    if numeral.is_percent and not reading.choice("percent", 2):
        tree = Apply("multiply", (tree, literal(100)))
    return _Found(one(numeral), f"{reading.prefix}{numeral.start}", tree, source)


def _solved(pair: Pair, left: _Parsed, reading: Reading) -> _Found | None:
    """One number of the right expression, and what it must be."""
    value, operands = _parsed(pair.right, reading, names_all=True, is_right=True)
    found = solved(left.value.tree, value.tree, left.operands | operands)
    if found is None:
        return None
    name, tree, is_guess = found
    numbers = {other: _exact(grid) for other, grid in operands.items() if other != name}
    exact = {other: Literal(number.value, number.text) for other, number in numbers.items() if number is not None}
    whole = Side((*pair.left.tokens, *pair.right.tokens))
    return _Found(operands[name], name, renamed(tree, exact), whole, is_term=True, is_guess=is_guess)


def _exact(grid: Grid[Numeral]) -> Printed | None:
    """The number of a grid of one whole number."""
    number = None if grid.cells[0] is None else printed(grid.cells[0])
    return number if number is not None and grid.shape == (1, 1) and number.is_bare_integer else None


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
