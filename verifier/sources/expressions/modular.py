r"""What a modulus leaves of powers that are too large to write out, and of inverses: `855^{2753} \bmod 3233`."""

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, children
from verifier.numbers.printed import MAX_EXPONENT
from verifier.sources.expressions.values import Unreadable, Value, literal, number_of


def has_large_power(tree: Expression) -> bool:
    """Whether a power with a large exponent stands in a tree."""
    match tree:
        case Apply("power", (_, exponent)) if abs(_size(exponent)) > MAX_EXPONENT:
            return True
    return any(map(has_large_power, children(tree)))


def residue_of(dividend: Value, divisor: Value) -> Value | None:
    """What a whole modulus leaves of whole numbers with a large power or an inverse; None of others.

    Raises Unreadable for a number that has no inverse.
    """
    modulus = number_of(divisor)
    if modulus is None or modulus.q != 1 or modulus <= 1 or not _has_power(dividend.tree):
        return None
    found = _residue(dividend.tree, int(modulus.p))
    return None if found is None else Value(literal(found))


def _size(exponent: Expression) -> fmpq:
    """The value of an exponent that is a number; zero of any other."""
    return number_of(Value(exponent)) or fmpq(0)


def _has_power(tree: Expression) -> bool:
    """Whether a large power or an inverse stands in a tree."""
    match tree:
        case Apply("power", (_, exponent)) if not 0 <= _size(exponent) <= MAX_EXPONENT:
            return True
    return any(map(_has_power, children(tree)))


def _residue(tree: Expression, modulus: int) -> int | None:
    """The residue of an expression of whole numbers; None of anything else."""
    match tree:
        case Literal(value) if value.q == 1:
            return int(value.p) % modulus
        case Apply("negative", (operand,)):
            inner = _residue(operand, modulus)
            return None if inner is None else -inner % modulus
        case Apply("power", (base, exponent)):
            one, size = _residue(base, modulus), number_of(Value(exponent))
            return None if one is None or size is None or size.q != 1 else _power(one, int(size.p), modulus)
        case Apply("add" | "subtract" | "multiply" as operation, (left, right)):
            one, other = _residue(left, modulus), _residue(right, modulus)
            if one is None or other is None:
                return None
            return {"add": one + other, "subtract": one - other, "multiply": one * other}[operation] % modulus
    return None


def _power(base: int, exponent: int, modulus: int) -> int:
    """A power of a residue; raises Unreadable for a number that has no inverse."""
    try:
        return pow(base, exponent, modulus)
    except ValueError:
        raise Unreadable("a number without an inverse") from None
