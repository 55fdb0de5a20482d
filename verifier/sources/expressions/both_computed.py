"""Equalities of which both sides compute: what they state part by part, cell by cell, and as wholes."""

from collections.abc import Iterator, Mapping
from typing import Final

from flint import arb, ctx

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name, children, names
from verifier.numbers.printed import Printed
from verifier.sources.expressions.based import digits_of_result
from verifier.sources.expressions.calls import DETERMINANT
from verifier.sources.expressions.cell_by_cell import cells_of
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.counterparts import Claim, counterparts, fraction_of
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.exact_roots import with_exact_roots
from verifier.sources.expressions.power_results import exponent_of_result
from verifier.sources.expressions.solving import renamed, solved, value_at
from verifier.sources.expressions.statement import Found, Parsed, Statement, parsed
from verifier.sources.expressions.values import Numeral, Reading, Unreadable, one, printed
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import PERCENT

_NEAR: Final = 20
"""A number that differs from another one by less than such a part of it may be that one, rounded."""
_HUNDRED: Final = 100
_TIED_BITS: Final = 400
_SLACK_BITS: Final = 60
_IRRATIONAL: Final = frozenset(("sqrt", "log", "log10", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "pi"))


def of_expressions(pair: Pair, left: Parsed, right: Parsed, reading: Reading) -> Iterator[Statement]:
    """The ways to take an equality of two expressions of numbers, or of matrices; raises Unreadable."""
    return (_of_numbers if right.value.shape is None else _of_cells)(pair, left, right, reading)


def _of_numbers(pair: Pair, left: Parsed, other: Parsed, reading: Reading) -> Iterator[Statement]:
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
    if _has_determinant(left.value.tree) and _has_determinant(other.value.tree):
        return
    reading.is_identity = _with_numbers(left) == _with_numbers(other)
    right = parsed(pair.right, reading, names_all=True, is_right=True)
    operands = left.operands | right.operands
    made = counterparts(left.value.tree, right.value.tree, operands, left.parts | right.parts)
    fraction = fraction_of(right.value.tree, operands)
    found = None if fraction is not None else _whole(left.value.tree, right.value.tree, operands, pair)
    is_equal = fraction is None and _are_equal(left.value.tree, right.value.tree, operands)
    claims = () if is_equal and not all(map(_is_exactly, made.claims)) else made.claims
    has_percent = any(token.is_one_of(*PERCENT) for token in pair.left.tokens)
    is_open = any(claim.is_copy or (has_percent and _is_percent(claim.tree)) for claim in claims)
    if found is not None and is_open and _goes_on(pair, left, right, operands):
        yield Statement("sides", (found,))
    if claims and (fraction is None or claims[0].tree != left.value.tree):
        parts = tuple(_part(claim, left, pair.left) for claim in claims)
        yield Statement("terms", parts, made.is_kept, made.copies)
    if fraction is not None:
        tree = with_exact_roots(left.value.tree)
        tied = _tied(tree, right.value.tree, operands)
        yield Statement("fraction", (Found(one(fraction[1]), fraction[0], tied or tree, pair.left),))
    elif is_equal:
        yield Statement("sides", (_itself(operands, pair),))
    elif found is not None:
        yield Statement("sides", (found,))


def as_wholes(pair: Pair, tree: Expression, left: Parsed, reading: Reading) -> Iterator[Statement]:
    """That a tree, made of the left side, gives what the right one gives, and no more than that."""
    right = parsed(pair.right, reading, names_all=True, is_right=True)
    operands = left.operands | right.operands
    pair = pair._replace(left=pair.left._replace(unit=""), right=pair.right._replace(unit=""))
    if _are_equal(tree, right.value.tree, operands):
        yield Statement("sides", (_itself(operands, pair),))
    elif (found := _whole(tree, right.value.tree, operands, pair)) is not None:
        yield Statement("sides", (found,))


def _of_cells(pair: Pair, left: Parsed, _: Parsed, reading: Reading) -> Iterator[Statement]:
    """The ways to take an equality of two matrices that are expressions: each cell as an equality of two numbers."""
    right = parsed(pair.right, reading, names_all=True, is_right=True)

    def named(cell: Numeral) -> Expression:
        name = reading.name(cell.start)
        left.operands[name] = one(cell)
        return Name(name)

    def alone(cell: Numeral) -> Expression:
        number = printed(cell)
        return Literal(number.value, cell.text) if number.is_bare_integer and cell.reach is None else named(cell)

    ours = cells_of(left.value.tree, left.operands, alone)
    theirs = cells_of(right.value.tree, right.operands, named)
    if ours.shape != theirs.shape:
        raise Unreadable("two shapes")
    operands = left.operands | right.operands
    pairs = list(zip(ours.trees, theirs.trees, strict=True))
    made = [counterparts(*both, operands, left.parts | right.parts) for both in pairs]
    if any(one_.claims for one_ in made) and all(one_.claims or one_.is_kept for one_ in made):
        parts = tuple(_part(claim, left, pair.left) for one_ in made for claim in one_.claims)
        is_kept = any(one_.is_kept for one_ in made)
        yield Statement("terms", parts, is_kept, tuple(copy for one_ in made for copy in one_.copies))
    found = [_whole(*both, operands, pair) for both in pairs]
    if any(found):
        yield Statement("sides", tuple(one_ for one_ in found if one_ is not None))


def _is_percent(tree: Expression) -> bool:
    """Whether an expression is a number in percent."""
    match tree:
        case Apply("divide", (Literal() | Name(), Literal(below))):
            return below == _HUNDRED
    return False


def _goes_on(pair: Pair, left: Parsed, right: Parsed, operands: Mapping[str, Grid[Numeral]]) -> bool:
    """Whether the number behind two sides is what the right one gives, and far from what the left one does.

    Then it is open which number is wrong, if the right side has another one in the place of a number of the left one.
    """
    behind = pair.later[0] if pair.later and pair.later[0].tokens else None
    is_percent = behind is not None and behind.tokens[-1].is_one_of(*PERCENT)
    shown = None if behind is None else value_of(behind._replace(tokens=behind.tokens[:-1]) if is_percent else behind)
    values = {name: printed(grid.cells[0]).value for name, grid in operands.items() if grid.cells[0] is not None}
    ours, theirs = (value_at(side.value.tree, values, with_powers=True) for side in (left, right))
    if shown is None or ours is None or theirs is None:
        return False
    shown = shown / _HUNDRED if is_percent else shown
    return abs(theirs - shown) * _NEAR <= abs(shown) < abs(ours - shown) * _NEAR


def _tied(left: Expression, right: Expression, operands: Mapping[str, Grid[Numeral]]) -> Literal | None:
    r"""The value of a fraction that an irrational form is to a hundred digits, as `\log_9 3` is 1/2; None of others.

    No ball around the form decides that it is the fraction.
    """
    shown = {name: number.value for name, grid in operands.items() if (number := _exact(grid)) is not None}
    value = value_at(right, shown) if value_at(left, shown, with_powers=True) is None else None
    if value is None:
        return None
    with ctx.workprec(_TIED_BITS):
        found = enclosed(left, {name: arb(one_) for name, one_ in shown.items()})
        is_tied = found is not None and bool(abs(found - arb(value)) < arb(2) ** -(_TIED_BITS - _SLACK_BITS))
    return Literal(value, str(value)) if is_tied else None


def _itself(operands: Mapping[str, Grid[Numeral]], pair: Pair) -> Found:
    """A number of two sides that are equal: it is what it should be."""
    name, number = next((name, number) for name, grid in operands.items() if (number := _exact(grid)) is not None)
    whole = Side((*pair.left.tokens, *pair.right.tokens))
    return Found(operands[name], f"{name}s", Literal(number.value, number.text), whole)


def _whole(left: Expression, right: Expression, operands: Mapping[str, Grid[Numeral]], pair: Pair) -> Found | None:
    """A number of the right one of two expressions, and what it must be for these to be equal; None if none can be."""
    found = solved(left, right, operands)
    if found is None:
        return None
    name, tree = found
    numbers = {other: _exact(grid) for other, grid in operands.items() if other != name}
    exact = {other: Literal(number.value, number.text) for other, number in numbers.items() if number is not None}
    whole = Side((*pair.left.tokens, *pair.right.tokens))
    tree = renamed(tree, exact)
    is_of_wholes = _is_of_products(tree) or (_is_in_divisor(right, name) and value_at(tree, {}) is not None)
    are_forms = set(names(tree)).isdisjoint(operands) and _are_other_forms(left, right, operands)
    is_in_unit = pair.left.unit == pair.right.unit or (are_forms and not pair.left.unit)
    is_power = _is_in_power(right, name, operands)
    is_exact = is_in_unit and (is_of_wholes or are_forms or is_power) and _exact(operands[name]) is not None
    return Found(operands[name], f"{name}s", tree, whole, is_exact=is_exact and not pair.is_about)


def _is_of_products(tree: Expression) -> bool:
    """Whether a whole number divided by others gives what a factor should be: numbers that multiply are not rounded."""
    match tree:
        case Apply("divide", (above, below)):
            found = [value_at(part, {}, with_powers=True) for part in (above, below)]
            return all(value is not None and value.q == 1 for value in found)
    return False


def _is_in_power(tree: Expression, name: str, operands: Mapping[str, Grid[Numeral]]) -> bool:
    """Whether a number stands in a power of a whole number or a fraction, which shows no rounded result."""
    match tree:
        case Apply("power", (base, _)) if name in names(tree):
            shown = base.arguments if isinstance(base, Apply) and base.operation == "divide" else (base,)
            return all(isinstance(one_, Name) and _exact(operands[one_.name]) is not None for one_ in shown)
        case Apply(_, arguments):
            return any(_is_in_power(one_, name, operands) for one_ in arguments)
    return False


def _is_exactly(claim: Claim) -> bool:
    """Whether a number is what its counterpart gives, of whole numbers."""
    shown = _exact(claim.grid)
    return shown is not None and value_at(claim.tree, {}, with_powers=True) == shown.value


def _are_equal(left: Expression, right: Expression, operands: Mapping[str, Grid[Numeral]]) -> bool:
    """Whether two expressions of whole numbers are equal, as a root of a square and a power are."""
    shown = {name: number for name, grid in operands.items() if (number := _exact(grid)) is not None}
    balls = {name: arb(number.value) for name, number in shown.items()}
    one, other = enclosed(left, balls), enclosed(right, balls)
    return bool(balls) and one is not None and other is not None and one.overlaps(other)


def _are_other_forms(left: Expression, right: Expression, operands: Mapping[str, Grid[Numeral]]) -> bool:
    """Whether two forms with roots, logarithms and the like of whole numbers, which are exact, surely differ."""
    if not all(map(_has_irrational, (left, right))):
        return False
    shown = {name: number for name, grid in operands.items() if (number := _exact(grid)) is not None}
    balls = {name: arb(number.value) for name, number in shown.items()}
    one, other = enclosed(left, balls), enclosed(right, balls)
    return one is not None and other is not None and not one.overlaps(other)


def _has_irrational(side: Expression) -> bool:
    """Whether a root, a logarithm, a function of angles or the like is in a side: it shows a form that is exact."""
    is_one = isinstance(side, Apply) and side.operation in _IRRATIONAL
    return is_one or any(map(_has_irrational, children(side)))


def _is_in_divisor(tree: Expression, name: str) -> bool:
    """Whether a number stands in a sum or a difference that divides: there it is a given, and no rounded result."""
    match tree:
        case Apply("divide", (_, below)) if below != Name(name) and name in names(below):
            return True
        case Apply(_, arguments):
            return any(_is_in_divisor(one_, name) for one_ in arguments)
    return False


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


def _with_numbers(side: Parsed) -> Expression:
    """The tree of a side with its numbers, as they are printed, in the places of their names."""
    shown = {name: grid.cells[0] for name, grid in side.operands.items() if grid.shape == (1, 1)}
    return renamed(side.value.tree, {name: Name(cell.text) for name, cell in shown.items() if cell is not None})


def _has_determinant(tree: Expression) -> bool:
    """Whether a determinant is in an expression: what is equal to another one has other cells than that."""
    is_one = isinstance(tree, Apply) and tree.operation == DETERMINANT
    return is_one or any(map(_has_determinant, children(tree)))
