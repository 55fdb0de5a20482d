"""Counts, quantiles, windows and loans of the second engine."""

from collections.abc import Callable
from typing import Any, Final

from flint import ctx

from verifier.engines.sympy.numbers import MORE_BITS, sign, sympy
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Missing
from verifier.numbers.number import Uncertain

_FARTHEST: Final = 60
"""Doublings of a bracket after which a quantile is left open."""
_MOST_STEPS: Final = 1000
"""Of the search for a quantile, which far out takes a hundred."""


def factorial(n: Value) -> Value:
    """A factorial, by the gamma function's whole numbers."""
    if not n.is_Integer:
        return UNDEFINED if sign(n) < 0 else UNKNOWN
    return sympy().gamma(n + 1) if n >= 0 else UNDEFINED


def choices(n: Value, k: Value) -> Value:
    """A binomial coefficient."""
    if not (n.is_Integer and k.is_Integer):
        return UNDEFINED if sign(n) < 0 or sign(k) < 0 else UNKNOWN
    return sympy().binomial(n, k) if n >= 0 and k >= 0 else UNDEFINED


def binomial_share(k: Value, n: Value, p: Value) -> Value:
    """The share of at most k successes, from the number of failures."""
    if not n.is_Integer:
        return UNDEFINED if sign(n) < 0 else UNKNOWN
    if n < 0 or sign(p) < 0 or sign(1 - p) < 0:
        return UNDEFINED
    least = n - sympy().floor(k)
    terms = (sympy().binomial(n, i) * (1 - p) ** i * p ** (n - i) for i in range(max(int(least), 0), int(n) + 1))
    return sympy().Add(*terms)


def poisson_share(k: Value, mu: Value) -> Value:
    """The share of at most k events."""
    if sign(mu) < 0:
        return UNDEFINED
    return sympy().exp(-mu) * sympy().Add(*(mu**i / sympy().gamma(i + 1) for i in range(int(sympy().floor(k)) + 1)))


def normal_quantile(q: Value) -> Value:
    """By the inverse error function."""
    if sign(q) <= 0 or sign(1 - q) <= 0:
        return UNDEFINED
    return sympy().sqrt(2) * sympy().erfinv(2 * q - 1)


def _t_share(mp: Any, x: Any, n: Any) -> Any:  # noqa: ANN401 - mpmath has no types
    beyond = mp.betainc(n / 2, mp.mpf(1) / 2, 0, n / (n + x * x), regularized=True) / 2
    return 1 - beyond if x >= 0 else beyond


def _chi_share(mp: Any, x: Any, n: Any) -> Any:  # noqa: ANN401 - as above
    return mp.gammainc(n / 2, 0, x / 2, regularized=True)


def _f_share(mp: Any, x: Any, m: Any, n: Any) -> Any:  # noqa: ANN401 - as above
    return mp.betainc(m / 2, n / 2, 0, m * x / (m * x + n), regularized=True)


def _quantile(share: Callable[..., Any], *, is_positive: bool) -> Callable[..., Value]:
    """The inverse of a share, by mpmath's search between two numbers around it, which may end elsewhere."""

    def of(q: Value, *degrees: Value) -> Value:
        if any(sign(number) <= 0 for number in degrees) or sign(1 - q) <= 0 or sign(q) < (0 if is_positive else 1):
            return UNDEFINED
        if sign(q) == 0:
            return sympy().Integer(0)
        from mpmath import mp

        with mp.workprec(ctx.prec + 4 * MORE_BITS):
            wanted, *numbers = (
                mp.mpf(int(v.p)) / int(v.q) if v.is_Rational else mp.mpf(str(v.evalf(mp.dps))) for v in (q, *degrees)
            )
            ends = next(
                (lo, hi)
                for lo, hi in ((0 if is_positive else -(mp.mpf(2) ** i), mp.mpf(2) ** i) for i in range(_FARTHEST))
                if share(mp, lo, *numbers) <= wanted <= share(mp, hi, *numbers)
            )
            beside: Callable[[Any], Any] = lambda x: share(mp, x, *numbers) - wanted  # noqa: E731 - with its type
            found = mp.findroot(beside, ends, solver="illinois", maxsteps=_MOST_STEPS, verify=False)
            off = max(abs(found), 1) * mp.mpf(2) ** -ctx.prec
            if not beside(found - off) <= 0 <= beside(found + off):
                raise Uncertain
            return sympy().Float(found, precision=mp.prec - MORE_BITS)

    return of


def recovery(rate: Value, nper: Value) -> Value:
    """What is paid each period for a unit of a loan, by the sum of what later payments are worth."""
    if sign(nper) <= 0 or sign(1 + rate) <= 0:
        return UNDEFINED
    return 1 / nper if sign(rate) == 0 else rate * (1 + rate) ** nper / ((1 + rate) ** nper - 1)


def silu(a: Value) -> Value:
    """A over one and the exponential of -a."""
    return a / (1 + sympy().exp(-a))


CELLWISE: Final[dict[str, Callable[..., Value]]] = {
    "factorial": factorial,
    "comb": choices,
    "binomial_cdf": binomial_share,
    "poisson_cdf": poisson_share,
    "normal_ppf": normal_quantile,
    "student_t_ppf": _quantile(_t_share, is_positive=False),
    "chi2_ppf": _quantile(_chi_share, is_positive=True),
    "f_ppf": _quantile(_f_share, is_positive=True),
    "capital_recovery": recovery,
    "silu": silu,
}
"""Functions of numbers."""


def _convolved(x: Array, kernel: Array, stride: int = 1, padding: int = 0) -> Array:
    above, beside = (0 if pair == (1, 1) else padding for pair in zip(x.shape, kernel.shape, strict=True))

    def at(i: int, j: int) -> Value:
        products = [
            x[i + a, j + b] * kernel[a, b]
            for a in range(kernel.rows)
            for b in range(kernel.columns)
            if 0 <= i + a < x.rows and 0 <= j + b < x.columns
        ]
        missing = [value for value in products if isinstance(value, Missing)]
        return missing[0] if missing else sympy().Add(*products)

    rows = range(-above, x.rows + above - kernel.rows + 1, stride)
    columns = range(-beside, x.columns + beside - kernel.columns + 1, stride)
    return Array(len(rows), len(columns), tuple(at(i, j) for i in rows for j in columns))


def _pooled(function: Callable[[list[Value]], Value]) -> Callable[..., Array]:
    def of(x: Array, kernel_size: int = 2, stride: int | None = None) -> Array:
        step = kernel_size if stride is None else stride
        down, across = (1 if side == 1 else kernel_size for side in x.shape)
        rows, columns = range(0, x.rows - down + 1, step), range(0, x.columns - across + 1, step)
        windows = [[x[i + a, j + b] for a in range(down) for b in range(across)] for i in rows for j in columns]
        return Array(len(rows), len(columns), tuple(map(function, windows)))

    return of


def _largest(cells: list[Value]) -> Value:
    best = cells[0]
    for cell in cells:
        if isinstance(best, Missing) or isinstance(cell, Missing):
            return UNKNOWN
        best = cell if sign(cell - best) > 0 else best
    return best


def _mean(cells: list[Value]) -> Value:
    missing = [cell for cell in cells if isinstance(cell, Missing)]
    return missing[0] if missing else sympy().Add(*cells) / len(cells)


def _simpson_weights(x: Array) -> Array:
    """By integrals of the polynomials that are 1 at one point of three, or of two, and 0 at the others."""
    points, count = x.cells, len(x.cells)
    if any(isinstance(cell, Missing) for cell in points):
        return Array(1, count, (UNKNOWN,) * count)
    weights = [sympy().Integer(0)] * count
    spans = [(at, at, at + 2) for at in range(0, count - 2, 2)]
    spans += [] if count % 2 else [(max(count - 3, 0), count - 2, count - 1)]
    t = sympy().Symbol("t")
    for first, lo, hi in spans:
        used = range(first, hi + 1)
        for place in used:
            others = [other for other in used if other != place]
            basis = sympy().Mul(*((t - points[o]) / (points[place] - points[o]) for o in others))
            weights[place] += sympy().integrate(sympy().expand(basis), (t, points[lo], points[hi]))
    return Array(1, count, tuple(weights))


WINDOWS: Final[dict[str, Callable[..., Array]]] = {
    "conv2d": _convolved,
    "max_pool": _pooled(_largest),
    "avg_pool": _pooled(_mean),
    "simpson_weights": _simpson_weights,
}
"""Operations on parts of a matrix, one after the other."""
