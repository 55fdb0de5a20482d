"""The forms of expressions by which numbers that print alike are known to be one quantity.

Each form gives the numbers in pairs, and how many digits must agree until chance is excluded: two quantities agree in
one digit in one of ten cases, and a formula with other symbols has the form only then. How many are needed depends on
how common such formulas are. Zeros at the end of a number count in a share alone: round numbers agree more often.

- A share: a factor above a stroke, or the base of one, is a term of the sum below it, or of the squares below its root:
  `a / (a + b)`, `a * b / (a + b)`, `a**2 / (1 - a)`, `a / sqrt(a**2 + b**2)`; or each term or cell above is one below,
  or has one in its place there as a factor: `(a - b) / (a + b)`, `(v * x + w * y) / (v + w)`. What is divided by
  such a sum is seldom another number.
- A relative difference: what is divided by is a term of the sum above, or of the base of a power there: `(a - b) / b`,
  `(o - e)**2 / e`. A distance to a mean in deviations has this form where these are as large as the mean; none is in
  percent.
- A complement: a factor, or the base of one, stands beside what it leaves of one, or of another whole number:
  `p * (1 - p)`, `p**3 * (1 - p)**2`, `(p - y) * p * (1 - p)`. So does a chance beside that of another event not to be,
  as of two machines of which one fails.
- Its own function: a factor stands beside its logarithm or exponential: `p * log(p)`, `m**5 * exp(-m)`. So does one of
  two distributions beside the other, and an amplitude beside a decay; but no power.
- Distances from one number: `(x - m)**2 + (y - m)**2 + (z - m)**2`. Distances of points have this form where all
  coordinates of one are equal.
- The roots of a quadratic: `(-b + sqrt(b**2 - 4 * a * c)) / (2 * a)`, which nothing else is.

Of numbers that print alike any can be taken where they stand in one product or in one sum: the value is the same.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Final, TypeAlias

from verifier.formulas.tree import Apply, Expression, Literal, Name, children, names, with_children
from verifier.record import NamedTuple
from verifier.sources.expressions.solving import renamed

RELATIVE: Final = "relative"
STACKS: Final = ("hstack", "vstack")
"""Operations that put cells beside each other."""
_ANY: Final = Name("")
_TWO_DIGITS: Final = 10
Pair: TypeAlias = tuple[Expression, Expression]


class Same(NamedTuple):
    """Names of numbers in pairs that are one quantity by a form, if the digits that agree are as many as needed."""

    form: str
    pairs: tuple[tuple[str, str], ...]
    digits: int
    needed: int


class Alike:
    """Compares parts of an expression by what their numbers show; *texts* has that, by the names of the numbers.

    Numbers are told apart by *keys*, in which all that is known of them stands.
    """

    def __init__(self, texts: Mapping[str, str], keys: Mapping[str, str]) -> None:
        self._texts = texts
        self._keys = {name: Name(key) for name, key in keys.items()}

    def shown(self, tree: Expression) -> Expression:
        """An expression with what its numbers show in the place of their names."""
        return renamed(tree, self._keys)

    def are(self, one: Expression, other: Expression) -> bool:
        """Whether two expressions are written with the same numbers, and have some that may hide digits."""
        return self.shown(one) == self.shown(other) and next(names(one), None) is not None

    def cancel(self, tree: Expression) -> bool:
        """Whether a sum has terms that are written alike and have two signs: which is which changes its value."""
        signed = {(self.shown(term), is_added) for term, is_added in _signed(tree, is_added=True)}
        return len({term for term, _ in signed}) < len(signed)

    def digits(self, tree: Expression, *, with_zeros: bool = False) -> int:
        """The significant digits that an expression shows, with the zeros at the ends of its decimals or without."""
        shown = [self._texts.get(name, "") for name in names(tree)]
        whole = [str(one.value.p) for one in _literals(tree) if abs(one.value) >= _TWO_DIGITS]
        return sum(_significant(text, with_zeros=with_zeros) for text in (*shown, *whole))

    def same(self, form: str, found: Iterable[Pair], needed: int, extra: int = 0) -> Same:
        """The numbers of parts that are written alike, in pairs."""
        every = list(found)
        digits = extra + sum(self.digits(one, with_zeros=form == "share") for one, _ in every)
        pairs = [pair for one, other in every for pair in zip(names(one), names(other), strict=True)]
        return Same(form, tuple(pairs), digits, needed)


def _literals(tree: Expression) -> Iterator[Literal]:
    if isinstance(tree, Literal):
        yield tree
    for child in children(tree):
        yield from _literals(child)


def _significant(text: str, *, with_zeros: bool) -> int:
    whole, point, decimals = text.partition("x")[0].partition(".")
    digits = f"{whole}{decimals}".lstrip("0")
    return len(digits if with_zeros and point else digits.rstrip("0"))


def terms_of(tree: Expression) -> list[Expression]:
    """The terms of a sum, without their signs."""
    return [term for term, _ in _signed(tree, is_added=True)]


def _signed(tree: Expression, *, is_added: bool) -> list[tuple[Expression, bool]]:
    """The terms of a sum, each with whether it is added, and not subtracted."""
    match tree:
        case Apply("add", (one, other)):
            return [*_signed(one, is_added=is_added), *_signed(other, is_added=is_added)]
        case Apply("subtract", (one, other)):
            return [*_signed(one, is_added=is_added), *_signed(other, is_added=not is_added)]
        case Apply("negative", (one,)):
            return _signed(one, is_added=not is_added)
    return [(tree, is_added)]


def factors_of(tree: Expression) -> list[Expression]:
    """The factors of a product, without their signs."""
    match tree:
        case Apply("multiply", (one, other)):
            return [*factors_of(one), *factors_of(other)]
        case Apply("negative", (one,)):
            return factors_of(one)
    return [tree]


def shape_of(tree: Expression) -> Expression:
    """What an expression has in common with those of other numbers and signs."""
    if isinstance(tree, Literal | Name):
        return _ANY
    if isinstance(tree, Apply) and tree.operation == "negative":
        return shape_of(tree.arguments[0])
    return with_children(tree, [shape_of(child) for child in children(tree)])


def forms_at(tree: Expression, alike: Alike) -> Iterator[Same]:
    """The forms that a quotient or a product has."""
    match tree:
        case Apply("divide", (above, below)):
            yield from _share(above, below, alike)
            yield from _relative(above, below, alike)
            yield from _roots(above, below, alike)
        case Apply("multiply"):
            factors = factors_of(tree)
            yield from _complement(factors, alike)
            yield from _own_function(factors, alike)


def _share(above: Expression, below: Expression, alike: Alike) -> Iterator[Same]:
    parts = max(map(_parts, factors_of(below)), key=len)
    if len(parts) < 2 or any(map(alike.cancel, (above, *factors_of(below)))):  # noqa: PLR2004 - a sum
        return
    terms = list(above.arguments) if isinstance(above, Apply) and above.operation in STACKS else terms_of(above)
    if len(terms) == 1:
        whole = list(_taken(terms, parts, alike))
        found = whole or list(_taken(map(base_of, factors_of(terms[0])), parts, alike))
    else:
        found = list(_taken(terms, parts, alike))
        if len(found) < len(terms) == len(parts):
            pairs = zip(terms, parts, strict=True)
            each = [list(_taken(factors_of(term), [part], alike)) for term, part in pairs]
            found = [pair for some in each for pair in some]
        found = found if len(found) == len(terms) else []
    if found:
        yield alike.same("share", found, needed=2)


def _parts(below: Expression) -> list[Expression]:
    """The terms of a sum, or the bases of the squares in a sum below a root."""
    match below:
        case Apply("sqrt", (inner,)):
            return [base_of(term) for term in terms_of(inner) if base_of(term) is not term]
    return terms_of(base_of(below))


def base_of(tree: Expression) -> Expression:
    """What is raised to a whole power or taken without its sign, or a part itself."""
    match tree:
        case Apply("power", (base, Literal(exponent))) if exponent.q == 1 and exponent > 0:
            return base
        case Apply("abs", (base,)):
            return base
    return tree


def _taken(ours: Iterable[Expression], theirs: Iterable[Expression], alike: Alike) -> Iterator[Pair]:
    """Each part of ours with one of theirs that is written alike, and with another one each."""
    left = list(theirs)
    for one in ours:
        other = next((part for part in left if alike.are(one, part)), None)
        if other is not None:
            left.remove(other)
            yield one, other


def _relative(above: Expression, below: Expression, alike: Alike) -> Iterator[Same]:
    divided = [factor for factor in factors_of(above) if next(names(factor), None) is not None]
    if len(divided) != 1:
        return
    terms = terms_of(base_of(divided[0]))
    found = [(term, base_of(below)) for term in terms if len(terms) > 1 and alike.are(term, base_of(below))]
    if found and not alike.cancel(base_of(divided[0])):
        yield alike.same(RELATIVE, found[:1], needed=4)


def _complement(factors: list[Expression], alike: Alike) -> Iterator[Same]:
    """A factor and what it leaves, and the same factor less another number."""
    bases = [base_of(factor) for factor in factors]
    rests = [(rest, needed) for base in bases for rest, needed in _rest(base)]
    plain = [base for base in bases if not any(_rest(base))]
    found = list(_taken([rest for rest, _ in rests], plain, alike))
    if not found or not all(any(alike.are(rest, one) for one, _ in found) for rest, _ in rests):
        return
    again = [(found[0][0], rest) for rest, _ in rests if not any(rest is one for one, _ in found)]
    less = ((one, term) for one, _ in found for base in plain for term in _two_terms(base) if alike.are(one, term))
    extra = sum(not isinstance(one, Name) for one, _ in found)
    others = alike.same("complement", [*again, *less] if len(found) == 1 else [], 0)
    needed = max(needed for _, needed in rests) - bool(others.pairs or extra)  # what stands once more says more
    whole = alike.same("complement", found, needed * len(found), extra)
    yield whole._replace(pairs=whole.pairs + others.pairs)


def _rest(tree: Expression) -> Iterator[tuple[Expression, int]]:
    """What a difference takes from a whole number, and how many digits that needs."""
    match tree:
        case Apply("subtract", (Literal(), rest)) if next(names(rest), None) is not None:
            yield rest, 3


def _two_terms(tree: Expression) -> list[Expression]:
    """The terms of a sum of two."""
    terms = terms_of(tree)
    return terms if len(terms) == 2 else []  # noqa: PLR2004 - a number and another


def _own_function(factors: list[Expression], alike: Alike) -> Iterator[Same]:
    inside = [inner for factor in factors if (inner := _argument(factor)) is not None]
    others = [factor for factor in factors if _argument(factor) is None]
    found = list(_taken(inside, map(base_of, others), alike))
    if found and len(inside) == 1:
        is_power = not any(alike.are(found[0][1], other) for other in others)
        yield alike.same("own function", found, needed=4, extra=2 * is_power)


def _argument(tree: Expression) -> Expression | None:
    """What a logarithm to any base is taken of, or the inverse of it, or an exponential, without its sign."""
    match tree:
        case Apply("divide", (Apply("log") as inner, Apply("log", (Literal(),)))):
            return _argument(inner)
        case Apply("log", (Apply("divide", (Literal(), inner)),)):
            return inner
        case Apply("exp", (Apply("negative", (inner,)),)):
            return inner
        case Apply("exp" | "log", (inner,)):
            return inner
    return None


def distances(terms: Iterable[Expression], alike: Alike) -> Iterator[Same]:
    """The number from which all terms of a sum have powers of distances, to other numbers that are not all alike."""
    powers = (factor for term in terms for factor in factors_of(term) if base_of(factor) is not factor)
    every = [_two_terms(base_of(power)) for power in powers]
    if len(every) < 2 or not all(pair and all(isinstance(one, Name) for one in pair) for pair in every):  # noqa: PLR2004 - a sum
        return
    for (first, *others), theirs in permutations(zip(*every, strict=True)):
        is_one = all(alike.are(first, other) for other in others)
        if is_one and len(set(map(alike.shown, theirs))) > 1:
            yield alike.same("distances", [(first, other) for other in others], needed=4)


def _roots(above: Expression, below: Expression, alike: Alike) -> Iterator[Same]:
    terms = terms_of(above)
    under = [terms_of(term.arguments[0]) for term in terms if isinstance(term, Apply) and term.operation == "sqrt"]
    twice, sizes = factors_of(below), [len(terms), *map(len, under)]
    if sizes != [2, 2] or not _has(twice, 2) or not _has(factors_of(under[0][1]), 4):
        return
    found = [*_taken(terms, [base_of(under[0][0])], alike), *_taken(twice, factors_of(under[0][1]), alike)]
    if found:
        yield alike.same("roots", found, needed=1)


def _has(factors: Iterable[Expression], number: int) -> bool:
    return any(isinstance(factor, Literal) and factor.value == number for factor in factors)
