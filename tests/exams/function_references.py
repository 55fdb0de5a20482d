"""What functions of the formula language are by others: mpmath with fifty digits, NumPy on fractions, and SciPy.

Each line is a formula and its reference, of which the parameters are the operands; their names say what is drawn
(`functions`). A result in fractions is compared exactly, one of mpmath within 10**-40 of its size, one
of SciPy's floats within 10**-9. None stands for no value.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np
from mpmath import mpf
from mpmath.ctx_mp import MPContext

MP = MPContext()
MP.dps = 50
Reference = Callable[..., Any]
_ACCURACY: Final = MPContext()
"""Beside `MP`, with more digits: for what takes a difference of near numbers."""
_ACCURACY.dps = 120


def number(value: Any) -> Any:  # noqa: ANN401 - of whatever sort numbers are
    """A fraction as a number of mpmath."""
    return _ACCURACY.mpf(value.numerator) / value.denominator if isinstance(value, Fraction | int) else value


def of(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of mpmath on numbers and arrays of fractions."""
    return np.vectorize(lambda *values: function(*map(number, values)), otypes=[object])


C = _ACCURACY
real = of(lambda x: x)
root, exp, log, tanh = of(C.sqrt), of(C.exp), of(C.log), of(C.tanh)
sigmoid = of(lambda x: 1 / (1 + C.exp(-x)))


def beta_share(a: mpf, b: mpf, x: mpf) -> mpf:
    return MP.betainc(MP.mpf(a), MP.mpf(b), 0, MP.mpf(x), regularized=True)


def t_above(x: Any, degrees: Any) -> mpf:  # noqa: ANN401 - as above
    x, degrees = number(x), number(degrees)
    half = beta_share(degrees / 2, C.mpf(1) / 2, degrees / (degrees + x * x)) / 2
    return half if x >= 0 else 1 - half


def chi2_above(x: Any, degrees: Any) -> mpf:  # noqa: ANN401 - as above
    return MP.gammainc(MP.mpf(number(degrees)) / 2, MP.mpf(number(x)) / 2, MP.inf, regularized=True)


def f_above(x: Any, above: Any, below: Any) -> mpf:  # noqa: ANN401 - as above
    x, above, below = number(x), number(above), number(below)
    return beta_share(below / 2, above / 2, below / (below + above * x))


def normal_above(x: Any) -> mpf:  # noqa: ANN401 - as above
    return C.erfc(number(x) / C.sqrt(2)) / 2


def quantile_of(above: Reference, start: Callable[..., Any]) -> Reference:
    """The root of a distribution, looked for from SciPy's on."""

    def found(share: Fraction, *degrees: Fraction) -> Any:  # noqa: ANN401 - as above
        near = float(start(float(share), *map(float, degrees)))
        target = MP.mpf(number(1 - share))
        step = abs(near) * 1e-9 + 1e-12
        return MP.findroot(lambda x: MP.mpf(above(x, *degrees)) - target, (near, near + step), tol=MP.mpf(10) ** -70)

    return found


def ppf(name: str) -> Callable[..., Any]:
    def start(*values: float) -> Any:  # noqa: ANN401 - as above
        from scipy import stats  # slow to import

        return getattr(stats, name).ppf(*values)

    return start


def entropy(p: Any) -> Any:  # noqa: ANN401 - as above
    return -sum(number(x) * C.log(number(x)) for x in p if x)


def quantile(u: Any, share: Fraction) -> Fraction:  # noqa: ANN401 - as above
    """Between the numbers at both sides of its place, as NumPy has it."""
    ordered = sorted(u)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def deviation(u: Any, ddof: int = 0) -> Any:  # noqa: ANN401 - as above
    return root(np.sum((u - np.mean(u)) ** 2) / (len(u) - ddof))


def zscore(u: Any) -> Any:  # noqa: ANN401 - as above
    return real(u - np.mean(u)) / deviation(u)


def covariance(u: Any, v: Any, ddof: int = 1) -> Any:  # noqa: ANN401 - as above
    return np.sum((u - np.mean(u)) * (v - np.mean(v))) / (len(u) - ddof)


def cov(table: Any) -> Any:  # noqa: ANN401 - as above
    away = table - np.mean(table, axis=1, keepdims=True)
    return away @ away.T / (table.shape[1] - 1)


def eliminated(matrix: Any, right: Any) -> Any:  # noqa: ANN401 - as above
    """The solution by Gauss and Jordan in fractions; None if there is not one."""
    rows = [list(map(Fraction, [*a, *b])) for a, b in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = next((k for k in range(at, len(rows)) if rows[k][at]), None)
        if pivot is None:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for k in range(len(rows)):
            if k != at:
                rows[k] = [a - rows[k][at] * b for a, b in zip(rows[k], rows[at], strict=True)]
    return np.array([row[len(rows) :] for row in rows], dtype=object)


def determinant(matrix: Any) -> Any:  # noqa: ANN401 - as above
    """By the first row."""
    if len(matrix) == 1:
        return matrix[0][0]
    minors = (np.delete(matrix[1:], k, axis=1) for k in range(len(matrix)))
    return sum((-1) ** k * matrix[0][k] * determinant(minor) for k, minor in enumerate(minors))


def windows(table: Any, height: int, width: int, stride: int) -> Any:  # noqa: ANN401 - as above
    rows, columns = ((side - size) // stride + 1 for side, size in zip(table.shape, (height, width), strict=True))
    return [
        [table[i * stride : i * stride + height, j * stride : j * stride + width] for j in range(columns)]
        for i in range(rows)
    ]


def convolved(table: Any, kernel: Any, stride: int = 1, padding: int = 0) -> Any:  # noqa: ANN401 - as above
    wide = np.pad(table, padding, constant_values=Fraction(0))
    return [[np.sum(part * kernel) for part in row] for row in windows(wide, *kernel.shape, stride)]


def pooled(table: Any, function: Reference, stride: int = 2) -> Any:  # noqa: ANN401 - as above
    return [[function(part) for part in row] for row in windows(table, 2, 2, stride)]


def gru(u: Any, v: Any, f: Any, g: Any, h: Any) -> Any:  # noqa: ANN401 - as above
    """One step from a state v in which all gates have the matrix f for the input."""
    reset, update = sigmoid(u @ f + v @ g), sigmoid(u @ f + v @ h)
    return (1 - update) * tanh(real(u @ f) + reset * real(v @ g)) + update * real(v)


def softmax(u: Any) -> Any:  # noqa: ANN401 - as above
    powers = exp(u)
    return powers / np.sum(powers)


def annuity(rate: Any, periods: Any) -> Any:  # noqa: ANN401 - as above
    rate = Fraction(rate)
    return rate / (1 - (1 + rate) ** -int(periods)) if rate else Fraction(1, periods)


def scipy_simpson(u: Any, **options: Any) -> float:  # noqa: ANN401 - as above
    from scipy import integrate  # slow to import

    return float(integrate.simpson(u.astype(float), **options))


def rounded(x: Fraction, digits: int) -> Fraction:
    return Fraction(round(x * 10**digits), 10**digits)


def lstsq(table: Any, u: Any) -> Any:  # noqa: ANN401 - as above
    return eliminated(table @ table.T, (table @ u)[:, None])


LINES: Final[list[tuple[str, Reference]]] = [
    # Elementary
    ("exp(x)", of(C.exp)),
    ("exp(t)", of(C.exp)),
    ("log(y)", log),
    ("log2(y)", of(lambda y: C.log(y, 2))),
    ("log10(y)", of(C.log10)),
    ("log1p(t)", of(C.log1p)),
    ("expm1(t)", of(C.expm1)),
    ("sqrt(y)", root),
    ("pi * x", of(lambda x: C.pi * x)),
    ("e**x", of(lambda x: C.e**x)),
    ("sin(x)", of(C.sin)),
    ("cos(x)", of(C.cos)),
    ("tan(x)", of(C.tan)),
    ("asin(s)", of(C.asin)),
    ("acos(s)", of(C.acos)),
    ("atan(x)", of(C.atan)),
    ("atan2(x, t)", of(C.atan2)),
    ("sinh(x)", of(C.sinh)),
    ("sinh(t)", of(C.sinh)),
    ("cosh(x)", of(C.cosh)),
    ("tanh(x)", tanh),
    ("erf(x)", of(C.erf)),
    ("erf(t)", of(C.erf)),
    ("degrees(x)", of(C.degrees)),
    ("radians(x)", of(C.radians)),
    ("y**s", of(lambda y, s: y**s)),
    ("x**-3", lambda x: x**-3 if x else None),
    ("x / t", lambda x, t: x / t if t else None),
    ("x + t - y * s", lambda x, t, y, s: x + t - y * s),
    ("abs(x)", abs),
    ("-x", lambda x: -x),
    ("floor(x)", math.floor),
    ("ceil(x)", math.ceil),
    ("sign(t)", lambda t: (t > 0) - (t < 0)),
    ("trunc(x, 1)", lambda x: Fraction(math.trunc(x * 10), 10)),
    ("round(x, 1)", lambda x: rounded(x, 1)),
    ("x // s", lambda x, s: x // s if s else None),
    ("x % y", lambda x, y: x % y),
    ("clip(x, -2, 3)", lambda x: min(max(x, -2), 3)),
    ("maximum(x, y)", max),
    ("minimum(x, y)", min),
    ("where(x < y, x, s)", lambda x, y, s: x if x < y else s),
    (
        "(x > y) + 2 * (x >= s) + 4 * (x == t) + 8 * (x != y)",
        lambda x, y, s, t: (x > y) + 2 * (x >= s) + 4 * (x == t) + 8 * (x != y),
    ),
    (
        "(x <= y and s < t) + 2 * (x <= y or s < t) + 4 * (not x)",
        lambda x, y, s, t: (x <= y and s < t) + 2 * (x <= y or s < t) + 4 * (not x),
    ),
    # Of networks
    ("sigmoid(x)", sigmoid),
    ("relu(x)", lambda x: max(x, 0)),
    ("leaky_relu(x)", lambda x: max(x, x / 100)),
    ("softplus(x)", of(lambda x: C.log1p(C.exp(x)))),
    ("silu(x)", of(lambda x: x / (1 + C.exp(-x)))),
    ("gelu(x)", of(lambda x: x * (1 - normal_above(x)))),
    ("gelu_tanh(x)", of(lambda x: x / 2 * (1 + C.tanh(C.sqrt(2 / C.pi) * (x + C.mpf(44715) / 10**6 * x**3))))),
    ("softmax(u)", softmax),
    ("layer_norm(u)", zscore),
    ("lstm_gate(u, v, f, g)", lambda u, v, f, g: sigmoid(u @ f + v @ g)),
    (
        "positional_encoding(3, 4)",
        lambda: [[wave(C.mpf(at) / 100**k) for k in (0, 1) for wave in (C.sin, C.cos)] for at in range(3)],
    ),
    ("linear(u, f, b=v)", lambda u, f, v: u @ f + v),
    ("gru_cell(u, v, f, g, f, h, f, g)", gru),
    (
        "lstm_cell(u, v, w, f, g, f, h, g, h)",
        lambda u, v, w, f, g, h: sigmoid(u @ f + v @ h) * real(w) + sigmoid(u @ f + v @ g) * tanh(u @ g + v @ h),
    ),
    ("lstm_output(u, v, w, f, g)", lambda u, v, w, f, g: sigmoid(u @ f + v @ g) * tanh(w)),
    ("conv2d(d, f[:2, :2])", lambda d, f: convolved(d, f[:2, :2])),
    ("conv2d(d, f[:2, :2], stride=2, padding=1)", lambda d, f: convolved(d, f[:2, :2], 2, 1)),
    ("max_pool(d)", lambda d: pooled(d, np.max)),
    ("avg_pool(d)", lambda d: pooled(d, np.mean)),
    ("max_pool(d, 2, stride=1)", lambda d: pooled(d, np.max, 1)),
    # Distributions
    ("normal_cdf(x)", of(lambda x: normal_above(-x))),
    ("normal_sf(x)", of(normal_above)),
    ("normal_ppf(p)", quantile_of(normal_above, ppf("norm"))),
    ("student_t_sf(x, m)", t_above),
    ("chi2_sf(y, m)", chi2_above),
    ("f_sf(y, m, o)", f_above),
    ("student_t_ppf(p, m)", quantile_of(t_above, ppf("t"))),
    ("chi2_ppf(p, m)", quantile_of(chi2_above, ppf("chi2"))),
    ("f_ppf(p, m, o)", quantile_of(f_above, ppf("f"))),
    (
        "binomial_pmf(k, n, p)",
        lambda k, n, p: math.comb(int(n), int(k)) * p ** int(k) * (1 - p) ** int(n - k) if k <= n else 0,
    ),
    (
        "binomial_cdf(k, n, p)",
        lambda k, n, p: sum(math.comb(int(n), i) * p**i * (1 - p) ** (int(n) - i) for i in range(int(k) + 1) if i <= n),
    ),
    ("poisson_pmf(k, y)", of(lambda k, y: C.exp(-y) * y**k / C.factorial(k))),
    ("poisson_cdf(k, y)", of(lambda k, y: MP.gammainc(MP.mpf(k) + 1, MP.mpf(y), MP.inf, regularized=True))),
    ("comb(n, k)", lambda n, k: math.comb(int(n), int(k))),
    ("factorial(k)", lambda k: math.factorial(int(k))),
    # Information
    ("xlogy(x, y)", of(lambda x, y: x * C.log(y))),
    ("entr(p)", of(lambda p: -p * C.log(p))),
    ("entropy(q)", entropy),
    ("gini(q)", lambda q: 1 - sum(q**2)),
    ("cross_entropy(q, r)", lambda q, r: -np.sum(real(q) * log(r))),
    ("kl_divergence(q, r)", lambda q, r: np.sum(real(q) * (log(q) - log(r)))),
    ("mse(u, v)", lambda u, v: np.mean((u - v) ** 2)),
    # Money
    ("capital_recovery(a, n)", annuity),
    ("pmt(a, n, y)", lambda a, n, y: -y * annuity(a, n)),
    ("pmt(a, n, y, fv=x, when=1)", lambda a, n, y, x: -(y * annuity(a, n) + x * (annuity(a, n) - a)) / (1 + a)),
    ("npv(a, u)", lambda a, u: sum(cell / (1 + a) ** k for k, cell in enumerate(u))),
    # Integrals
    ("trapezoid(u, dx=y)", lambda u, y: y * sum(u[1:] + u[:-1]) / 2),
    ("trapezoid(u, x=v)", np.trapezoid),
    ("simpson(u)", scipy_simpson),
    ("simpson(u, x=cumsum(q))", lambda u, q: scipy_simpson(u, x=np.cumsum(q.astype(float)))),
    (
        "integral(lambda z: exp(-z**2 / 2), s, p)",
        of(lambda s, p: C.sqrt(C.pi / 2) * (C.erf(p / C.sqrt(2)) - C.erf(s / C.sqrt(2)))),
    ),
    ("integral(lambda z: 1 / (1 + z**2), s, y)", of(lambda s, y: C.atan(y) - C.atan(s))),
    ("integral(lambda z: z**3 - x * z, s, t)", lambda x, s, t: (t**4 - s**4) / 4 - x * (t**2 - s**2) / 2),
    ("integral(lambda z: log(z), p, 1 + p)", of(lambda p: (1 + p) * C.log(1 + p) - p * C.log(p) - 1)),
    # Of cells in rows
    ("sum(d)", np.sum),
    ("mean(d)", np.mean),
    ("var(u)", lambda u: deviation(u) ** 2),
    ("std(u, ddof=1)", lambda u: deviation(u, 1)),
    ("max(d)", np.max),
    ("min(d)", np.min),
    ("sum(d, axis=0)", lambda d: np.sum(d, axis=0)),
    ("mean(d, axis=1)", lambda d: np.mean(d, axis=1)[:, None]),
    ("prod(d)", np.prod),
    ("cumsum(d)", np.cumsum),
    ("cumsum(d, axis=1)", lambda d: np.cumsum(d, axis=1)),
    ("cumprod(d, axis=0)", lambda d: np.cumprod(d, axis=0)),
    ("diff(d)", np.diff),
    ("diff(d, 2, axis=1)", lambda d: np.diff(d, 2, axis=1)),
    ("diff(d, axis=0)", lambda d: np.diff(d, axis=0)),
    ("argmax(d)", np.argmax),
    ("argmin(d, axis=0)", lambda d: np.argmin(d, axis=0)),
    ("sort(d)", np.sort),
    ("sort(d, axis=0)", lambda d: np.sort(d, axis=0)),
    ("median(u)", lambda u: quantile(u, Fraction(1, 2))),
    ("quantile(u, p)", quantile),
    ("percentile(u, 30)", lambda u: quantile(u, Fraction(3, 10))),
    ("zscore(u)", zscore),
    ("covariance(u, v)", covariance),
    ("correlation(u, v)", lambda u, v: real(covariance(u, v, 0)) / (deviation(u) * deviation(v))),
    ("cov(d)", cov),
    ("corrcoef(d)", lambda d: real(cov(d)) / root(np.outer(np.diag(cov(d)), np.diag(cov(d))))),
    ("outer(u, v)", np.outer),
    ("dot(u, v)", np.dot),
    ("norm(u)", lambda u: root(u @ u)),
    ("norm(u, 1)", lambda u: np.sum(abs(u))),
    ("cosine_similarity(u, v)", lambda u, v: real(u @ v) / (root(u @ u) * root(v @ v))),
    # Linear algebra
    ("f @ g", lambda f, g: f @ g),
    ("f.T", lambda f: f.T),
    ("det(f)", determinant),
    ("inv(f)", lambda f: eliminated(f, [[int(i == j) for j in range(len(f))] for i in range(len(f))])),
    ("solve(f, u.T)", lambda f, u: eliminated(f, u[:, None])),
    ("lstsq(d.T, w[:, :1].T * d[0].T)", lambda d, w: lstsq(d, d[0] * w[0])),
    ("trace(f)", np.trace),
    ("diag(f)", np.diag),
    ("diag(u)", np.diag),
    ("matrix_rank(outer(u, v))", lambda u, v: int(any(u) and any(v))),
    ("matrix_rank(f)", lambda f: np.linalg.matrix_rank(f.astype(float))),
    ("eye(count(u)) + zeros(count(u), count(u)) + ones(count(u), count(u))", lambda u: np.eye(len(u), dtype=int) + 1),
    ("one_hot(hstack(2, 0), 3)", lambda: [[0, 0, 1], [1, 0, 0]]),
    # Rearranged
    ("reshape(d, (-1, 2))", lambda d: d.reshape(-1, 2)),
    ("flatten(d)", np.ravel),
    ("repeat(d, 2)", lambda d: np.repeat(d, 2)),
    ("repeat(d, 2, axis=0)", lambda d: np.repeat(d, 2, axis=0)),
    ("tile(d, (2, 3))", lambda d: np.tile(d, (2, 3))),
    ("d[::-1, ::2]", lambda d: d[::-1, ::2]),
    ("vstack(u, v)", lambda u, v: np.vstack([u, v])),
    ("hstack(u, v)", lambda u, v: np.hstack([u, v])),
    ("rows(d) + 100 * columns(d)", lambda d: d.shape[0] + 100 * d.shape[1]),
]
"""Formulas and their references."""
