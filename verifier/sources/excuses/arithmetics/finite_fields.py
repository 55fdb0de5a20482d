r"""Sums and products in finite fields of which a text speaks, as `3 + 5 = 6` in `GF(2^3)`, and those of nimbers.

The elements of a field of p^k are written as numbers whose digits to base p are the coefficients of a polynomial.
Which irreducible polynomial is zero in the field is not read: each that there is may be meant.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import product
from typing import Final

from flint import fmpq, nmod_poly

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.sources.excuses.arithmetics.residues import is_of_a_value

_FIELD: Final = pattern(
    r"(?=[GF\\])(?:\bGF\s?\(|\\(?:mathbb|mathbf|Bbb)\s?\{?\s?(?:F|GF)\s?\}?\s?(?:_\s?\{?|\()|\bGF_\{?|\bF_\{?)\s?"
    r"(?P<base>[0-9]{1,3})(?:\s?\^\s?\{?\s?(?P<exponent>[0-9]))?"
)
_PRIMES: Final = (2, 3, 5, 7, 11, 13)
_MOST: Final = 256
"""Elements of the largest field whose polynomials are tried."""
_MOST_HEAPS: Final = 16


def fields_of(text: str) -> Iterator[Callable[[Expression, Expression], bool]]:
    """For each field of a prime power that a text names whether two sides may be equal in it."""
    named = [one for one in _FIELD.finditer(text) if not (one[0][0] == "F" and is_of_a_value(text, one.end()))]
    sizes = {int(one["base"]) ** int(one["exponent"] or 1) for one in named}
    for size in sorted(sizes):
        for prime in _PRIMES:
            degree = next((k for k in range(2, 9) if prime**k == size <= _MOST), 0)
            if degree:
                yield partial(_holds, prime, degree)


def _holds(prime: int, degree: int, left: Expression, right: Expression) -> bool:
    """Whether two sides are the same element of a field."""
    for modulus in _irreducible(prime, degree):
        ours, theirs = (_element(side, modulus, prime**degree) for side in (left, right))
        if ours is not None and ours == theirs:
            return True
    return False


@lru_cache(maxsize=8)
def _irreducible(prime: int, degree: int) -> tuple[nmod_poly, ...]:
    """The polynomials of a degree with 1 before their highest power that no others divide."""
    every = (nmod_poly([*low, 1], prime) for low in product(range(prime), repeat=degree))
    return tuple(one for one in every if [times for _, times in one.factor()[1]] == [1])


def _element(tree: Expression, modulus: nmod_poly, size: int) -> nmod_poly | None:
    """The element that an expression gives; None where it has what is no element."""
    match tree:
        case Literal(value):
            return _of_number(value, modulus, size)
        case Apply("negative", (operand,)):
            inner = _element(operand, modulus, size)
            return None if inner is None else -inner
        case Apply("power", (base, Literal(exponent))) if exponent.q == 1 and abs(exponent) < size:
            inner = _element(base, modulus, size)
            return None if inner is None else _power(inner, int(exponent.p) % (size - 1), modulus)
        case Apply("add" | "subtract" | "multiply" | "divide" as operation, (one, other)):
            first, second = _element(one, modulus, size), _element(other, modulus, size)
            if first is None or second is None:
                return None
            if operation in ("add", "subtract"):
                return first + second if operation == "add" else first - second
            return first * (second if operation == "multiply" else _power(second, size - 2, modulus)) % modulus
    return None


def _of_number(value: fmpq, modulus: nmod_poly, size: int) -> nmod_poly | None:
    if value.q != 1 or not 0 <= value < size:
        return None
    digits, number, prime = list[int](), int(value.p), int(modulus.modulus())
    while number:
        number, digit = divmod(number, prime)
        digits.append(digit)
    return nmod_poly(digits, prime)


def _power(base: nmod_poly, exponent: int, modulus: nmod_poly) -> nmod_poly:
    found = nmod_poly([1], int(modulus.modulus()))
    for _ in range(exponent):
        found = found * base % modulus
    return found


def of_nimbers(left: Expression, right: Expression) -> bool:
    """Whether a product of two small nimbers is another one."""
    match left, right:
        case Apply("multiply", (Literal(one), Literal(other))), Literal(result):
            are_whole = all(value.q == 1 and 0 <= value < _MOST_HEAPS for value in (one, other, result))
            return are_whole and _nim_product(int(one.p), int(other.p)) == int(result.p)
    return False


@lru_cache(maxsize=_MOST_HEAPS**2)
def _nim_product(one: int, other: int) -> int:
    """The least number that no smaller factors give: the field that Conway defined."""
    smaller = {
        _nim_product(a, other) ^ _nim_product(one, b) ^ _nim_product(a, b) for a, b in product(range(one), range(other))
    }
    return next(number for number in range(len(smaller) + 1) if number not in smaller)
