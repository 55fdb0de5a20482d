"""What an equality states: numbers, each with the expression that it should be equal to."""

from collections.abc import Iterator, Mapping
from typing import Final

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import is_power_of_ten
from verifier.sources.equalities.doubts import is_doubtful
from verifier.sources.equalities.other_maps import is_of_another_map
from verifier.sources.expressions.both_computed import of_expressions
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.exact_roots import with_exact_roots
from verifier.sources.expressions.matrix_of_fractions import with_fractions
from verifier.sources.expressions.results import are_powers_of_ten, lone_power_of_ten, may_be_uncertain
from verifier.sources.expressions.rows import is_row
from verifier.sources.expressions.same_quantities import with_same
from verifier.sources.expressions.statement import Found, Parsed, Statement
from verifier.sources.expressions.values import PAIR, Numeral, Reading, Unreadable, Value, literal, one, printed
from verifier.sources.text.tokens import Token
from verifier.sources.units.dimensions import may_name_percents
from verifier.sources.units.said_again import in_unit_of, is_near, ratio_of, said_again, said_in_days
from verifier.sources.units.unit_ratios import ratios_of

_NO_NUMERAL: Final = Numeral("", 0, 0)
_DEGREES: Final = "deg"
_CELSIUS: Final = "\u00b0C"


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
    is_first_shown = one_.is_shown
    if one_.shape != other.shape:
        raise Unreadable("two shapes")
    is_bare = reading.chosen.get(PAIR) and all(map(_is_in_brackets, (*pair.left.tokens, *pair.right.tokens)))
    if is_bare or (reading.chosen.get("percent") and not may_name_percents(pair)):
        return
    if not (is_first_shown or pair.is_about):
        other = with_fractions(other, pair.right, reading)
    reading.is_doubtful |= one_.shape is not None and is_of_another_map(pair)
    is_uncertain = may_be_uncertain(other.numeral, pair.right.tokens, one_.tree)
    reading.is_doubtful |= is_uncertain or is_doubtful(pair, one_, other)
    reading.is_doubtful |= reading.has_base and "." in (other.numeral or one_.numeral or _NO_NUMERAL).text
    yield from _again(pair, left, right, reading) if pair.left.units and not other.is_shown else ()
    numeral = other.numeral or one_.numeral or _NO_NUMERAL
    is_of_tens = numeral.text.strip("0.") == "1" and not pair.is_about and are_powers_of_ten(*pair[:2])
    power = None if is_first_shown or pair.is_about else lone_power_of_ten(other, pair.right)
    if power is not None:
        yield from _shown(power, one_.tree, pair.left, reading, is_exact=are_powers_of_ten(*pair[:2]))
    elif is_first_shown and other.is_shown:
        yield from _of_numbers(pair, one_, other, reading)
    elif other.is_shown:
        yield from _shown(other, _converted(pair, one_.tree, reading.ratio), pair.left, reading, is_exact=is_of_tens)
    elif pair.is_about and _is_of_wholes(pair.right):
        return  # a fraction that is only near
    elif is_first_shown:
        yield from _shown(one_, _converted(pair, other.tree, None), pair.right, reading, is_exact=is_of_tens)
    else:
        yield from of_expressions(pair, left, right, reading)


def _is_in_brackets(token: Token) -> bool:
    """Whether a token is part of `(5,3) = 1`, which states a divisor that two numbers have, or a point."""
    return token.sort == "number" or token.is_one_of("(", ",", ")")


def _converted(pair: Pair, tree: Expression, ratio: fmpq | None) -> Expression:
    """An expression times what its unit is of that of its result; one of pi in degrees, if these are."""
    if _DEGREES in (pair.left.unit, pair.right.unit):
        from verifier.sources.equalities.converted import in_degrees  # imported here, as few texts have any

        return in_degrees(pair, tree)
    if ratio is None:
        return tree
    above, below = (Literal(fmpq(number), str(number)) for number in (ratio.p, ratio.q))
    return Apply("divide", (Apply("multiply", (tree, above)), below))


def _again(pair: Pair, left: Parsed, right: Parsed, reading: Reading) -> Iterator[Statement]:
    """That the left side is the right one, which is computed, in another unit."""
    from verifier.sources.equalities.converted import again_in_another_unit  # imported here, as few texts have some

    return again_in_another_unit(pair, left, right, reading)


def _of_numbers(pair: Pair, left: Value, right: Value, reading: Reading) -> Iterator[Statement]:
    """What is stated of two numbers: that the right one is the left one rounded, or said again in another form."""
    ratio = ratio_of(pair)
    if ratio is None and ratios_of(pair.left, pair.right) is not None:
        again = said_in_days(pair, left, right)
        if again is not None:
            yield from _shown(right, again, pair.left, reading)
        return  # of several sizes, as a year is 365 days, 360, or 260 of work
    yield from _of_temperatures(pair, left, right, reading) if pair.left.kinds and pair.right.kinds else ()
    ratio = ratio or fmpq(1)
    is_rounded = pair.is_about and _is_rounded(left.numeral, right.numeral, ratio)
    if pair.is_about and not is_rounded and ratio == 1:
        reading.is_doubtful = True  # no more do they where a comma is read as that of decimals
        return  # two numbers that are near
    if ratio != 1 and left.numeral and right.numeral:
        one_, other = printed(left.numeral), printed(right.numeral)
        if is_near(pair, one_, other, ratio):
            reading.is_doubtful = True  # in another reading too
            reading.is_identity |= bool(reading.chosen)
            return  # as people round
    if left.grid is not None and not any(_has_row(side) for side in pair.earlier):
        return  # two rows that a number, or a name, is said to be
    is_sure = is_rounded or (pair.goes_on and not pair.is_about)
    again = in_unit_of(pair, left.tree) if is_sure else said_again(pair, left, right)
    if again is not None:
        is_exact = not pair.is_about and all(map(is_power_of_ten, _values(left, right, ratio)))
        yield from _shown(right, again, pair.left, reading, is_exact=is_exact)


def _values(left: Value, right: Value, ratio: fmpq) -> list[fmpq]:
    """The numbers that two values print, and what the unit of the first is of that of the second."""
    return [ratio, *(printed(one_.numeral).value if one_.numeral else fmpq(0) for one_ in (left, right))]


def _of_temperatures(pair: Pair, left: Value, right: Value, reading: Reading) -> Iterator[Statement]:
    """That a temperature is another one in the other of two units, in each way in which that is calculated."""
    if _CELSIUS not in (*pair.left.kinds, *pair.right.kinds):
        return
    from verifier.sources.equalities.converted import temperatures  # imported here, as few texts have any

    for tree in temperatures(pair, left, right):
        yield from _shown(right, tree, pair.left, reading)


def _has_row(side: Side) -> bool:
    """Whether a side may be an expression of vectors or matrices, and is none by itself."""
    sorts = [token.sort for token in side.tokens]
    is_matrix = sorts[:1] == ["begin"] and "end" in sorts and sorts.index("end") == len(sorts) - 1
    has_row = "begin" in sorts or any(token.is_one_of(",") for token in side.tokens)
    return has_row and not (is_matrix or is_row(side.tokens))


def _is_of_wholes(side: Side) -> bool:
    """Whether all numbers of a side are whole, be they rounded results or not."""
    return all(token.text.isdecimal() for token in side.tokens if token.sort == "number")


def _is_rounded(number: Numeral | None, other: Numeral | None, ratio: fmpq) -> bool:
    """Whether a number can be another one rounded: it shows fewer digits behind a place, or both are whole.

    So are all matrices. The ratio is what the unit of the first is of that of the second.
    """
    if number is None or other is None:
        return True
    shown = [len(numeral.text.partition("x")[0].partition(".")[2]) for numeral in (number, other)]
    if power_of_ten(-shown[1]) > ratio * power_of_ten(-shown[0]):
        return True
    return ratio == 1 and (shown == [0, 0] or printed(other).decimals < printed(number).decimals)


def _shown(
    value: Value, tree: Expression, source: Side, reading: Reading, *, is_exact: bool = False
) -> Iterator[Statement]:
    """That a printed number or matrix is what it should be; nothing if the value shows neither."""
    numeral = value.numeral
    if value.grid is not None:
        name = value.tree.name if isinstance(value.tree, Name) else ""
        yield Statement("result", (Found(value.grid, name, tree, source),))
    elif numeral is not None:
        if numeral.is_percent and not reading.choice("percent", 2):
            tree = Apply("multiply", (tree, literal(100)))
        tree = with_exact_roots(tree) if reading.roots > 1 else tree
        yield Statement("result", (Found(one(numeral), reading.name(numeral.start), tree, source, is_exact=is_exact),))
