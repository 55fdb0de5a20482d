"""Units that cancel by their words alone, as `66 kg * 15 mg/kg = 990 mg`: between such sides nothing is converted."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.sources.expressions.arithmetic import Parser
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.solving import renamed
from verifier.sources.expressions.values import Reading, Unreadable
from verifier.sources.text.signs import DEGREE, MINUS, OVER, PERCENT, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.counted_things import singular
from verifier.sources.units.exponents import is_of_one_unit
from verifier.sources.units.unit_factors import MONEY
from verifier.sources.units.unit_sizes import size_of

Dimension: TypeAlias = Mapping[str, fmpq]
"""The words of units with their exponents, none of which is zero."""
_PERCENT: Final = "%"
_HUNDRED: Final = "100"
_WHOLE: Final = 500
"""A percentage that a product shows without its sign is no greater."""
_ROOT: Final = fmpq(1, 2)
_SHORTEST: Final = 4
"""Letters of a word for several things, at least."""
_REMEMBERED: Final = 16
"""Sides, of which one is asked for several times in a row."""


def is_balanced(pair: Pair) -> bool:
    """Whether the units of the operands of an equality are those of its result, word by word."""
    if not pair.left.units:
        return False
    left = dimension_of(pair.left)
    return left is not None and left == dimension_of(pair.right)


def is_rate(left: Side, right: Side) -> bool:
    """Whether one operand alone has a unit, of which the result has what stands above the line: `20 mg/kg * 50` in mg.

    What the others count, as the 50 kg here, is not told then.
    """
    ours, theirs = left.units or (), right.units or ()
    numbers = [token for token in left.tokens if token.sort == "number"]
    is_product = all(token.sort == "number" or token.is_one_of(*TIMES) for token in left.tokens)
    if not (is_product and len(ours) == len(theirs) == 1 < len(numbers)):
        return False
    above = {word: power for word, power in ours[0][1] if power > 0}
    return 0 < len(above) < len(ours[0][1]) and above == {word: power for word, power in theirs[0][1] if power > 0}


def is_without_unit(left: Side, right: Side) -> bool:
    """Whether operands of products and quotients in running text have units that do not cancel, and the result none."""
    if right.unit or not (left.is_spoken and left.units) or not all(map(_is_of_product, left.tokens)):
        return False
    if dimension_of(right) or not dimension_of(left):
        return False
    return not any(factor[0].startswith(DEGREE) for _, unit in left.units for factor in unit)


def _is_of_product(token: Token) -> bool:
    return token.sort in ("number", "raised") or token.is_one_of(*TIMES, *OVER, "(", ")", "^")


def is_inverted(pair: Pair) -> bool:
    """Whether a unit is one by which the operands are divided, and none that divides the result, or the other way.

    So `500 mg / 250 mg/5 mL = 10 mL` is read otherwise than it is meant.
    """
    left, right = (dimension_of(side) if side.units else None for side in (pair.left, pair.right))
    return left is not None and right is not None and any(left[word] * right.get(word, 0) < 0 for word in left)


def may_name_percents(pair: Pair) -> bool:
    """Whether percent signs of an equality may be names, which are multiplied and divided as units are.

    So `5% * 3 = 15` may mean 15 percent; `50% * 50% = 2500%`, `20% * $350 = $7000`, `19% * 200 = 3800` and
    `100 * (1 + 5%) = 600` mean nothing. Beside a factor of a hundred they name what is counted: `3 / 12 * 100 = 25%`.
    """
    if _has_growth(pair.left.tokens):
        return False
    signs = [before.text for before, token in pairwise(pair.left.tokens) if token.is_one_of(*PERCENT)]
    is_shown = pair.right.tokens[-1].is_one_of(*PERCENT)
    left = dimension_of(pair.left._replace(units=pair.left.units or ()), has_percents=True)
    has_factor = any(token.text == _HUNDRED for token in pair.left.tokens if token.sort == "number")
    if left is None or has_factor:
        return True
    times = left.get(_PERCENT, 0)
    if is_shown:
        return times == 1 or not (signs or pair.left.units)
    rest = {word: power for word, power in left.items() if word != _PERCENT}
    if times == 1 and not rest:
        number = number_in(pair.right.tokens[0].text) if len(pair.right.tokens) == 1 else None
        return number is None or abs(number.value) <= _WHOLE
    return times != 1 or rest != dimension_of(pair.right)


def _has_growth(tokens: Sequence[Token]) -> bool:
    """Whether a percentage is added to 1, or taken away from it: `(1 + 5%)` counts hundredths."""
    parts = zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
    return any(
        one.text == "1" and sign.is_one_of("+", *MINUS) and number.sort == "number" and last.is_one_of(*PERCENT)
        for one, sign, number, last in parts
    )


@lru_cache(maxsize=_REMEMBERED)
def dimension_of(side: Side, *, has_percents: bool = False) -> Dimension | None:
    """The dimension of a side; None if it is not known. Percent signs are names if it *has_percents*."""
    if side.units is None:
        return None
    if len(side.units) == 1 and is_of_one_unit(side.tokens) and side.units[0][0] == side.tokens[-1].end:
        return _summed(side.units[0][1])
    parser = Parser(side.tokens, Reading({"percent": int(has_percents)}), names_all=True)
    try:
        tree = parser.parsed().tree
    except Unreadable:
        return None
    by_end = {end: _summed(factors) for end, factors in side.units}
    money = {token.end for token in side.tokens if token.is_money}
    named = {one.end for one, token in pairwise(side.tokens) if has_percents and token.is_one_of(*PERCENT)}
    known: dict[str, Dimension] = {}
    plain: dict[str, Expression] = {}
    """Numbers without units, which may be exponents."""
    for name, grid in parser.operands.items():
        end = 0 if grid.cells[0] is None else grid.cells[0].end
        signs = {sign: fmpq(1) for sign, ends in ((MONEY, money), (_PERCENT, named)) if end in ends}
        known[name] = _product(by_end.get(end, {}), signs)
        number = number_in(grid.cells[0].text) if grid.cells[0] is not None and not known[name] else None
        plain |= {} if number is None else {name: Literal(number.value, "")}
    return _of(renamed(tree, plain), known)


def _summed(factors: Iterable[tuple[str, fmpq]]) -> Dimension:
    """The factors of a unit; several things are the same as one of them: `boxes` cancel `box`."""
    total: Dimension = {}
    for word, power in factors:
        are_things = len(word) >= _SHORTEST and word.isalpha() and word.islower() and size_of(word) is None
        total = _product(total, {singular(word) if are_things else word: power})
    return total


def _of(tree: Expression, known: Mapping[str, Dimension]) -> Dimension | None:
    """The dimension of an expression whose numbers have these; None if it has none."""
    match tree:
        case Name(name):
            return known.get(name, {})
        case Literal() | Apply(_, ()):
            return {}
        case Apply("power", (base, Literal(exponent))):
            return _raised(_of(base, known), exponent)
        case Apply("sqrt", (base,)):
            return _raised(_of(base, known), _ROOT)
        case Apply(operation, arguments):
            return _combined(operation, [_of(argument, known) for argument in arguments])
    return None


def _combined(operation: str, found: Sequence[Dimension | None]) -> Dimension | None:
    """What an operation makes of the dimensions of its arguments."""
    first, *rest = found
    if first is None or any(one is None for one in rest):
        return None
    if operation in ("multiply", "divide"):
        for one in rest:
            factor = _raised(one, fmpq(1 if operation == "multiply" else -1)) or {}
            first = _product(first, factor)
        return first
    is_kept = operation in ("add", "subtract", "negative", "abs") or not first
    return first if is_kept and all(one == first for one in rest) else None


def _product(one: Dimension, other: Dimension) -> Dimension:
    total = {word: one.get(word, fmpq(0)) + other.get(word, fmpq(0)) for word in (*one, *other)}
    return {word: exponent for word, exponent in total.items() if exponent}


def _raised(base: Dimension | None, exponent: fmpq) -> Dimension | None:
    return None if base is None else {word: power * exponent for word, power in base.items() if power * exponent}
