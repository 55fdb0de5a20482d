"""Tail probabilities of the second engine, by SymPy's incomplete beta and gamma functions."""

from verifier.engines.sympy.numbers import sign, sympy
from verifier.numbers.array import Value
from verifier.numbers.interval import UNDEFINED


def student_t(t: Value, n: Value) -> Value:
    """The share of Student's t distribution above t."""
    if sign(n) <= 0:
        return UNDEFINED
    beyond = _beta_share(n / (n + t**2), n / 2, sympy().Rational(1, 2)) / 2
    return beyond if sign(t) >= 0 else 1 - beyond


def chi_squared(x: Value, n: Value) -> Value:
    """The share of the chi squared distribution above x."""
    if sign(n) <= 0:
        return UNDEFINED
    return sympy().uppergamma(n / 2, x / 2) / sympy().gamma(n / 2) if sign(x) > 0 else sympy().Integer(1)


def fisher_f(x: Value, m: Value, n: Value) -> Value:
    """The share of Fisher's F distribution above x."""
    if sign(m) <= 0 or sign(n) <= 0:
        return UNDEFINED
    return _beta_share(n / (n + m * x), n / 2, m / 2) if sign(x) > 0 else sympy().Integer(1)


def _beta_share(x: Value, a: Value, b: Value) -> Value:
    """The incomplete beta function from zero to x over the whole."""
    return sympy().betainc_regularized(a, b, 0, x)
