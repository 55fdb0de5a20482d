"""What an equality states: numbers, each with the expression that it should be equal to."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Name, children
from verifier.formulas.tree import Literal as Constant
from verifier.numbers.printed import Printed, power_of_ten
from verifier.record import NamedTuple
from verifier.sources.arithmetic import Parser
from verifier.sources.based import digits_of_result
from verifier.sources.calls import DETERMINANT, SPELLED_ANGLES
from verifier.sources.chains import Pair, Side
from verifier.sources.counterparts import Claim, counterparts, fraction_of
from verifier.sources.dimensions import may_name_percents
from verifier.sources.doubts import is_doubtful
from verifier.sources.exact_angles import with_exact_angles
from verifier.sources.matrix_of_fractions import with_fractions
from verifier.sources.power_results import exponent_of_result
from verifier.sources.results import lone_power_of_ten, may_be_uncertain
from verifier.sources.rows import is_row
from verifier.sources.said_again import in_unit_of, ratio_of, said_again
from verifier.sources.same_quantities import with_same
from verifier.sources.solving import renamed, solved
from verifier.sources.values import IMAGINARY, Numeral, Reading, Unreadable, Value, literal, one, printed

_NO_NUMERAL: Final = Numeral("", 0, 0)
Sort: TypeAlias = Literal["result", "fraction", "exponent", "terms", "sides"]
"""What an equality states: a result, one that is a fraction of whole numbers, the exponent of a power, the numbers of
an expression, each by its counterpart, or no more than that two expressions are equal."""
SUFFIXES: Final[Mapping[Sort, str]] = {
    "result": "",
    "fraction": "",
    "exponent": "_exponent",
    "terms": "_term",
    "sides": "_sides",
}


class Found(NamedTuple):
    """A number and the expression that it should be equal to; `source` is where that is written, if it is.

    What is written there `is_negated` where the expression is the negative of it.
    """

    grid: Grid[Numeral]
    name: str
    tree: Expression
    source: Side | None
    is_negated: bool = False


class Statement(NamedTuple):
    """One way to take an equality, with all that it states so; `is_kept`: its sides show a number at the same place.

    `copies` are the names of such numbers on the right side, with those on the left one.
    """

    sort: Sort
    found: tuple[Found, ...]
    is_kept: bool = False
    copies: tuple[tuple[str, str], ...] = ()


class Parsed(NamedTuple):
    """A side and the printed numbers that its tree names, as the parser has read it."""

    value: Value
    operands: dict[str, Grid[Numeral]]
    parser: Parser

    @property
    def parts(self) -> dict[Expression, Side]:
        """The parts of its tree, and their tokens."""
        return self.parser.parts


def parsed(side: Side, reading: Reading, *, names_all: bool = False, is_right: bool = False) -> Parsed:
    """A side as an expression; raises Unreadable."""
    parser = Parser(side.tokens, reading, names_all=names_all, is_right=is_right)
    value = parser.parsed()
    if reading.has_imaginary and any(token.is_one_of(IMAGINARY) for token in side.tokens):
        from verifier.sources.complex_numbers import in_parts  # few texts have any

        value = in_parts(value, side.tokens, parser.operands, reading)
    if not SPELLED_ANGLES.isdisjoint([token.text for token in side.tokens]):
        value = value._replace(tree=with_exact_angles(value.tree, parser.operands))
    return Parsed(value, parser.operands, parser)


def statements(pair: Pair, left: Parsed, right: Parsed, reading: Reading) -> Iterator[Statement]:
    """The ways to take an equality, the likeliest first; none if it states nothing. Raises Unreadable.

    Numbers that are one quantity in the expression of another one have one name in it.
    """
    operands = left.operands | right.operands
    shown = {cell.text.strip("-") for grid in operands.values() for cell in grid.cells if cell is not None}
    found = _statements(pair, left, right, reading)
    return found if len(shown) == len(operands) else _with_same(found, operands)


def _with_same(some: Iterator[Statement], operands: Mapping[str, Grid[Numeral]]) -> Iterator[Statement]:
    """Statements with one name for what is one quantity; but each number of two sides that are solved has its own."""
    for statement in some:
        if statement.sort == "sides":
            yield statement
        else:
            found = [one_._replace(tree=with_same(one_.tree, operands)) for one_ in statement.found]
            yield statement._replace(found=tuple(found))


def _statements(pair: Pair, left: Parsed, right: Parsed, reading: Reading) -> Iterator[Statement]:
    """The same, with a name for each number."""
    one_, other = left.value, right.value
    if one_.shape != other.shape:
        raise Unreadable("two shapes")
    if reading.chosen.get("percent") and not may_name_percents(pair):
        return
    if not (one_.is_shown or pair.is_about):
        other = with_fractions(other, pair.right, reading)
    reading.is_doubtful |= is_doubtful(pair, one_, other) or may_be_uncertain(other.numeral, one_.tree)
    reading.is_doubtful |= reading.has_base and "." in (other.numeral or one_.numeral or _NO_NUMERAL).text
    power = None if one_.is_shown or pair.is_about else lone_power_of_ten(other, pair.right)
    if power is not None:
        yield from _shown(power, one_.tree, pair.left, reading)
    elif one_.is_shown and other.is_shown:
        yield from _of_numbers(pair, one_, other, reading)
    elif other.is_shown:
        yield from _shown(other, _converted(one_.tree, reading.ratio), pair.left, reading)
    elif pair.is_about and _is_of_wholes(pair.right):
        return  # a fraction that is only near
    elif one_.is_shown:
        yield from _shown(one_, other.tree, pair.right, reading)
    elif other.shape is None and not (_has_determinant(one_.tree) and _has_determinant(other.tree)):
        reading.is_identity = _with_numbers(left) == _with_numbers(right)
        yield from _of_expressions(pair, left, reading)


def _converted(tree: Expression, ratio: fmpq | None) -> Expression:
    """An expression times what its unit is of that of its result."""
    if ratio is None:
        return tree
    above, below = (Constant(fmpq(number), str(number)) for number in (ratio.p, ratio.q))
    return Apply("divide", (Apply("multiply", (tree, above)), below))


def _of_numbers(pair: Pair, left: Value, right: Value, reading: Reading) -> Iterator[Statement]:
    """What is stated of two numbers: that the right one is the left one rounded, or said again in another form."""
    ratio = ratio_of(pair) or fmpq(1)
    is_rounded = pair.is_about and _is_rounded(left.numeral, right.numeral, ratio)
    if pair.is_about and not is_rounded and ratio == 1:
        reading.is_doubtful = True  # no more do they where a comma is read as that of decimals
        return  # two numbers that are near
    if left.grid is not None and not any(_has_row(side) for side in pair.earlier):
        return  # two rows that a number, or a name, is said to be
    is_sure = is_rounded or (pair.goes_on and not pair.is_about)
    again = in_unit_of(pair, left.tree) if is_sure else said_again(pair, left, right)
    if again is not None:
        yield from _shown(right, again, pair.left, reading)


def _has_row(side: Side) -> bool:
    """Whether a side may be an expression of vectors or matrices, and is none by itself."""
    sorts = [token.sort for token in side.tokens]
    is_matrix = sorts[:1] == ["begin"] and "end" in sorts and sorts.index("end") == len(sorts) - 1
    has_row = "begin" in sorts or any(token.is_one_of(",") for token in side.tokens)
    return has_row and not (is_matrix or is_row(side.tokens))


def _with_numbers(side: Parsed) -> Expression:
    """The tree of a side with its numbers, as they are printed, in the places of their names."""
    shown = {name: grid.cells[0] for name, grid in side.operands.items() if grid.shape == (1, 1)}
    return renamed(side.value.tree, {name: Name(cell.text) for name, cell in shown.items() if cell is not None})


def _has_determinant(tree: Expression) -> bool:
    """Whether a determinant is in an expression: what is equal to another one has other cells than that."""
    is_one = isinstance(tree, Apply) and tree.operation == DETERMINANT
    return is_one or any(map(_has_determinant, children(tree)))


def _is_of_wholes(side: Side) -> bool:
    """Whether all numbers of a side are whole, be they rounded results or not."""
    return all(token.text.isdigit() for token in side.tokens if token.sort == "number")


def _is_rounded(number: Numeral | None, other: Numeral | None, ratio: fmpq) -> bool:
    """Whether a number can be another one rounded: it shows fewer decimals, or both are whole; so are all matrices.

    The ratio is what the unit of the first is of that of the second.
    """
    if number is None or other is None:
        return True
    shown = [len(numeral.text.partition("x")[0].partition(".")[2]) for numeral in (number, other)]
    return power_of_ten(-shown[1]) > ratio * power_of_ten(-shown[0]) or (ratio == 1 and shown == [0, 0])


def _shown(value: Value, tree: Expression, source: Side, reading: Reading) -> Iterator[Statement]:
    """That a printed number or matrix is what it should be; nothing if the value shows neither."""
    numeral = value.numeral
    if value.grid is not None:
        name = value.tree.name if isinstance(value.tree, Name) else ""
        yield Statement("result", (Found(value.grid, name, tree, source),))
    elif numeral is not None:
        if numeral.is_percent and not reading.choice("percent", 2):
            tree = Apply("multiply", (tree, literal(100)))
        yield Statement("result", (Found(one(numeral), reading.name(numeral.start), tree, source),))


def _of_expressions(pair: Pair, left: Parsed, reading: Reading) -> Iterator[Statement]:
    """The ways to take an equality of two expressions: part by part if their structure is the same, and as a whole.

    Of a power that is a result it is the exponent, of a number to a base its digits.
    """
    if (exponent := exponent_of_result(pair, left.value.tree)) is not None:
        numeral, tree = exponent
        yield Statement("exponent", (Found(one(numeral), reading.name(numeral.start), tree, pair.left),))
        return
    if (digits := digits_of_result(pair.right.tokens, left.value.tree, reading)) is not None:
        numeral, tree = digits
        yield Statement("result", (Found(one(numeral), reading.name(numeral.start), tree, pair.left),))
        return
    right = parsed(pair.right, reading, names_all=True, is_right=True)
    operands = left.operands | right.operands
    made = counterparts(left.value.tree, right.value.tree, operands, left.parts | right.parts)
    fraction = fraction_of(right.value.tree, operands)
    claims = made.claims
    if claims and (fraction is None or claims[0].tree != left.value.tree):
        parts = tuple(_part(claim, left, pair.left) for claim in claims)
        yield Statement("terms", parts, made.is_kept, made.copies)
    if fraction is not None:
        yield Statement("fraction", (Found(one(fraction[1]), fraction[0], left.value.tree, pair.left),))
        return
    found = solved(left.value.tree, right.value.tree, operands)
    if found is not None:
        name, tree = found
        numbers = {other: _exact(grid) for other, grid in operands.items() if other != name}
        exact = {other: Constant(number.value, number.text) for other, number in numbers.items() if number is not None}
        whole = Side((*pair.left.tokens, *pair.right.tokens))
        yield Statement("sides", (Found(operands[name], f"{name}s", renamed(tree, exact), whole),))


def _part(claim: Claim, parsed_: Parsed, side: Side) -> Found:
    """A number of a side and its counterpart, or the negative of that, in the other side."""
    source = _written(claim.tree, parsed_, side)
    match claim.tree:
        case Apply("negative", (tree,)) if source is None:
            return Found(claim.grid, claim.name, claim.tree, _written(tree, parsed_, side), is_negated=True)
    return Found(claim.grid, claim.name, claim.tree, source)


def _written(tree: Expression, parsed_: Parsed, side: Side) -> Side | None:
    """Where a part of a side is written; None if it is not as it is."""
    shown = parsed_.operands[tree.name].cells[0] if isinstance(tree, Name) and tree.name in parsed_.operands else None
    if shown is None:
        return parsed_.parts.get(tree)
    return Side(tuple(token for token in side.tokens if shown.start <= token.start < shown.end))


def _exact(grid: Grid[Numeral]) -> Printed | None:
    """The number of a grid of one whole number that shows no rounded result."""
    number = None if grid.cells[0] is None or grid.cells[0].reach is not None else printed(grid.cells[0])
    if number is None or grid.shape != (1, 1) or not number.is_bare_integer:
        return None
    return number
