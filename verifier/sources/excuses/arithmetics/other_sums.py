"""Sums that are none of numbers, of which a text speaks: of levels, of independent errors, of phases.

`60 dB + 60 dB = 63 dB` adds powers, `3 + 4 = 5` errors in quadrature, `5 pi/3 + pi = 2 pi/3` phases; `200 + 100 = 255`
stays at its bound, and 7.4 and 2.4 overs of six balls are 10.2.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import xor
from typing import Final, TypeAlias

from flint import arb, fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.printed import power_of_ten
from verifier.sources.excuses.arithmetics.finite_fields import fields_of, of_nimbers
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.solving import value_at
from verifier.sources.text.topics import Topics

Sum: TypeAlias = Callable[[Expression, Expression], bool]
"""Whether a sum and its result may be equal in another sense."""
_BOUNDS: Final = frozenset(2**bits - 1 for bits in (4, 7, 8, 10, 12, 15, 16, 31, 32)) | {0, 1, 100}
_HUNDRED: Final = 100
_LEAST_LEVEL: Final = 20
_PENCE: Final = 12
_UNIT: Final = fmpq(1)
_SHORT_FLOAT: Final = fmpq(1, 2**8)
_SMALL: Final = arb(1) / 20
_NEAR: Final = arb(1) / 10**9


def sums_of(text: str) -> tuple[Sum, ...]:
    """The other sums of which a text speaks."""
    return (*_SPOKEN.told(text), *fields_of(text))


def _terms(tree: Expression) -> Iterator[fmpq]:
    """The terms of a sum or a difference of numbers; those that are taken away are negative. Raises ValueError."""
    match tree:
        case Apply("add" | "subtract" as operation, (left, right)):
            yield from _terms(left)
            yield from (-term if operation == "subtract" else term for term in _terms(right))
        case _:
            value = value_at(tree, {})
            if value is None:
                raise ValueError("no sum of numbers")
            yield value


def terms_of(tree: Expression) -> list[fmpq]:
    """The terms of a sum or a difference of numbers; none of anything else."""
    try:
        return list(_terms(tree))
    except ValueError:
        return []


def _prints(value: arb, shown: Expression, units: fmpq = _UNIT) -> bool:
    """Whether a value may be shown as a number, or in percent: off by so many units of the last digit at most."""
    match shown:
        case Apply("divide", (inner, Literal(hundred))) if hundred == _HUNDRED:
            return _prints(value * hundred, inner, units)
    number = number_in(shown.text) if isinstance(shown, Literal) else None
    return number is not None and bool(abs(value - arb(number.value)) <= arb(units * power_of_ten(-number.decimals)))


def _of_levels(left: Expression, right: Expression) -> bool:
    """Levels in decibels, of powers or of amplitudes: 10 lg(10^(a/10) + 10^(b/10)), with 20 for 10."""
    repeated = _repeated(left)
    terms = repeated or terms_of(left)
    scales = (10,) if repeated else (10, 20)
    ten = arb(10)
    sums = (sum((arb(1 if x > 0 else -1) * ten ** (arb(abs(x)) / by) for x in terms), arb(0)) for by in scales)
    found = ((by, total) for by, total in zip(scales, sums, strict=True) if total > 0)
    return len(terms) > 1 and any(_prints(by * total.log() / ten.log(), right) for by, total in found)


def _repeated(tree: Expression) -> list[fmpq]:
    """A level as often as it is taken, in a product with a whole number; none of anything else."""
    match tree:
        case Apply("multiply", (one, other)):
            count, level = sorted(value_at(factor, {}) or fmpq(0) for factor in (one, other))
            return [level] * int(count.p) if count.q == 1 and 1 < count <= _HUNDRED and level >= _LEAST_LEVEL else []
    return []


def _of_acids(left: Expression, right: Expression) -> bool:
    """The pH of what is mixed of equal parts."""
    match left:
        case Apply("divide", (total, _)):
            terms = [arb(10) ** arb(-term) for term in terms_of(total)]
            mean = sum(terms, arb(0)) / max(len(terms), 1)
            return len(terms) > 1 and _prints(-mean.log() / arb(10).log(), right)
    return False


def _of_quakes(left: Expression, right: Expression) -> bool:
    """The magnitude of an earthquake with the energy of several."""
    energies = [arb(10) ** (arb(term) * 3 / 2) for term in terms_of(left)]
    return len(energies) > 1 and _prints(sum(energies, arb(0)).log() / arb(10).log() * 2 / 3, right)


def _without_the_least(left: Expression, right: Expression) -> bool:
    """The sum of dice without the lowest."""
    terms = terms_of(left)
    return len(terms) > 1 and sum(terms, fmpq(0)) - min(terms) == value_at(right, {})


def _of_last_digits(left: Expression, right: Expression) -> bool:
    """A sum of which the last digit counts alone, as in baccarat."""
    terms, result = terms_of(left), value_at(right, {})
    return len(terms) > 1 and result is not None and sum(terms, fmpq(0)) - result in (10, 20)


def _in_quadrature(left: Expression, right: Expression) -> bool:
    """The root of the sum of squares."""
    terms = terms_of(left)
    return len(terms) > 1 and _prints(sum((arb(x * x) for x in terms), arb(0)).sqrt(), right)


def _of_reciprocals(left: Expression, right: Expression) -> bool:
    """What is parallel, or in series: the reciprocal of the sum of reciprocals."""
    terms = terms_of(left)
    total = sum((1 / term for term in terms), fmpq(0)) if all(terms) else fmpq(0)
    return len(terms) > 1 and total != 0 and _prints(arb(1 / total), right)


def _mixed(left: Expression, right: Expression) -> bool:
    """The mean of what is mixed."""
    terms = terms_of(left)
    return len(terms) > 1 and _prints(arb(sum(terms, fmpq(0)) / len(terms)), right)


def _joined(left: Expression, right: Expression) -> bool:
    """Texts one behind the other."""
    terms, result = terms_of(left), value_at(right, {})
    return len(terms) > 1 and all(term.q == 1 for term in terms) and str(result) == "".join(map(str, terms))


def _one_after_the_other(left: Expression, right: Expression) -> bool:
    """Shares that are added to, or taken from, what the one before leaves: 10% and 10% are 21%, 50% and 50% are 75%."""
    terms = terms_of(left)
    grown, left_over = fmpq(1), fmpq(1)
    for term in terms:
        grown, left_over = grown * (1 + term), left_over * (1 - term)
    return len(terms) > 1 and any(_prints(arb(value), right, _UNIT / 2) for value in (grown - 1, 1 - left_over))


def _of_odds(left: Expression, right: Expression) -> bool:
    """Decimal odds, which have the stake with the fraction."""
    value = value_at(left, {}) if isinstance(left, Apply) and left.operation == "divide" else None
    return value is not None and _prints(arb(value + 1), right)


def _tropical(left: Expression, right: Expression) -> bool:
    """Sums that are the least or the greatest term, and products that are sums of numbers."""
    terms, result = terms_of(left), value_at(right, {})
    match left:
        case Apply("multiply", (one, other)):
            factors = value_at(one, {}), value_at(other, {})
            return None not in factors and result == sum((factor for factor in factors if factor is not None), fmpq(0))
    return len(terms) > 1 and result in (min(terms), max(terms))


def _of_phases(left: Expression, right: Expression) -> bool:
    """Angles that differ by whole turns."""
    one, other = enclosed(left, {}), enclosed(right, {})
    if one is None or other is None:
        return False
    turns = (one - other) / (2 * arb.pi())
    return bool(abs(turns - (turns + arb(1) / 2).floor()) < _NEAR)


def _of_branches(left: Expression, right: Expression) -> bool:
    """An angle in another quadrant than that of the inverse function, in radians or in degrees."""
    one, other = enclosed(left, {}), enclosed(right, {})
    number = number_in(right.text) if isinstance(right, Literal) else None
    if one is None or other is None or not _has_inverse(left):
        return False
    unit = arb(0) if number is None else arb(power_of_ten(-number.decimals))
    degrees = 180 / arb.pi()
    for turns, off in (((one - other) / arb.pi(), unit / arb.pi()), ((one * degrees - other) / 180, unit / 180)):
        if off < _SMALL and abs(turns - (turns + arb(1) / 2).floor()) <= off + _NEAR:
            return True
    return False


def _has_inverse(tree: Expression) -> bool:
    """Whether an expression has an inverse function of angles."""
    match tree:
        case Apply(operation, arguments):
            return operation in ("atan", "asin", "acos") or any(map(_has_inverse, arguments))
    return False


def _in_short_floats(left: Expression, right: Expression) -> bool:
    """What is computed with few binary digits."""
    value, result = value_at(left, {}), value_at(right, {})
    return value is not None and result is not None and abs(value - result) <= abs(value) * _SHORT_FLOAT


def _of_heaps(left: Expression, right: Expression) -> bool:
    """The sum of heaps in nim: the exclusive or of their sizes."""
    terms, result = terms_of(left), value_at(right, {})
    if len(terms) < 2 or any(term.q != 1 or term < 0 for term in terms):  # noqa: PLR2004 - two terms
        return False
    return result == reduce(xor, (int(term.p) for term in terms))


def _of_shillings(left: Expression, right: Expression) -> bool:
    """Shillings with pence behind a slash, of which twelve are one."""
    ours, theirs = _pence(left), _pence(right)
    return ours is not None and ours == theirs


def _pence(tree: Expression) -> fmpq | None:
    match tree:
        case Apply("divide", (Literal(shillings), Literal(pence))) if pence < _PENCE:
            return shillings * _PENCE + pence
        case Apply("add" | "subtract" as operation, (one, other)):
            first, second = _pence(one), _pence(other)
            if first is None or second is None:
                return None
            return first + second if operation == "add" else first - second
    return None


def _saturated(left: Expression, right: Expression) -> bool:
    """A result that stays at a bound."""
    value, bound = value_at(left, {}), value_at(right, {})
    return value is not None and bound in _BOUNDS and abs(value) > abs(bound)


def _with_radix(radix: int, places: int) -> Sum:
    """Numbers whose digits behind the point count parts, of which *radix* are one: 7.4 overs are 46 balls."""

    def parts(term: fmpq) -> fmpq | None:
        whole = int(abs(term).p // abs(term).q)
        behind = (abs(term) - whole) * power_of_ten(places)
        if behind.q != 1 or behind >= radix:
            return None
        return (whole * radix + behind) * (1 if term >= 0 else -1)

    def holds(left: Expression, right: Expression) -> bool:
        terms, results = terms_of(left), terms_of(right)
        ours, theirs = _total(map(parts, terms)), _total(map(parts, results))
        return bool(terms and results) and ours is not None and ours == theirs

    return holds


def _total(values: Iterable[fmpq | None]) -> fmpq | None:
    known = list(values)
    return None if None in known else sum((value for value in known if value is not None), fmpq(0))


_WORDS: Final[tuple[tuple[str, Sum], ...]] = (
    (r"\bdB|\bdecibels?\b", _of_levels),
    (
        r"\b(?:quadrature|uncertaint|errors?\b|standard deviations?|vectors?\b|rss\b|perpendicular|right angles?)",
        _in_quadrature,
    ),
    (r"\bphases?\b|\bangles?\b|\bradians?\b|\brotations?\b|\\theta|\\phi|\\varphi|\u03b8|\u03c6", _of_phases),
    (r"\barctan|\\tan|\batan|\bquadrants?\b|\\arc|\bsin\^|\bcos\^", _of_branches),
    (r"\b(?:half|single) precision\b|\bb?float(?:16|32)\b", _in_short_floats),
    (r"\bnim(?:bers?)?\b", _of_heaps),
    (r"\bnim(?:bers?)?\b", of_nimbers),
    (r"\bshillings?\b|\bold money\b|\b20 ?s\b|\b(?:12|240) ?d\b", _of_shillings),
    (r"\bparallel\b|\bseries\b", _of_reciprocals),
    (r"\bodds\b", _of_odds),
    (r"\bph\b", _of_acids),
    (r"\brichter\b|\bearthquakes?\b|\berdbeben\b|\bs\u00e9ismes?\b|\bterremotos?\b", _of_quakes),
    (r"\bdrop(?:s|ping|ped)?(?: the)? lowest\b|\d ?d ?6\b", _without_the_least),
    (r"\bbaccarat\b|\bbanker\b|\bpunto banco\b", _of_last_digits),
    (r"\btropical\b|\b(?:min|max)[- ]?plus\b", _tropical),
    (r"\bmix\w*", _mixed),
    (r"\bstrings?\b|\bconcat\w*|\bjoin\w*", _joined),
    (
        r"\bcompound\w*|\bsuccessive\w*|\bgr[eo]w\w*|\bdiscounts?\b|\b(?:in|de)creas\w*|\d ?% off\b",
        _one_after_the_other,
    ),
    (r"\bsaturat\w*|\bclamp\w*|\bclip\w*|\bcapped\b", _saturated),
    (r"\bovers\b|\binnings\b", _with_radix(6, 1)),
    (r"\binnings\b", _with_radix(3, 1)),
    (r"\bfeet\b|\bfoot\b|\binch(?:es)?\b", _with_radix(12, 2)),
    (r"\bhours?\b|\bminutes?\b|\bh\.mm\b|\bdegrees?\b", _with_radix(60, 2)),
)
_SPOKEN: Final = Topics(_WORDS)
