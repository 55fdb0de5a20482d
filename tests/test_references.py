# ruff: noqa: PLW0108 - the parameters of a lambda are the names of operands
"""Operations against NumPy, the standard library and, in a full run, SciPy."""

import math
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tests.calling import called
from tests.strategies import from_rows
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import CONSTANTS, parse_formula
from verifier.numbers.array import Array, Value
from verifier.operations import ShapeError, TooLarge, signatures

ROWS = {
    "x": [[0.25, -0.5, 0.75], [1.25, 2, -1.75]],
    "y": [[0.5, 3, 1], [2, 8, -1.5]],
    "u": [[3, -1, 4, 1, -5]],
    "v": [[2, 7, 1, 8, 2.5]],
    "a": [[2, 1, 0.5], [-1, 3, 2], [0, 4, -1.5]],
    "b": [[1], [2], [-3]],
}
OPERANDS = {
    name: from_rows([[fmpq(*float(x).as_integer_ratio()) for x in row] for row in rows]) for name, rows in ROWS.items()
}
GIVEN: dict[str, Any] = {name: np.array(rows) for name, rows in ROWS.items()}
Reference = Callable[..., Any]


def value(formula: str) -> Array:
    return Evaluator(Points(), OPERANDS.__getitem__).evaluate(parse_formula(formula, signatures(), CONSTANTS))


def real(cell: Value) -> float:
    return float(arb(cell).mid()) if isinstance(cell, fmpq | arb) else math.nan


def check(formula: str, reference: Reference) -> None:
    """The value is the reference's, of which the parameters are the operands."""
    names = reference.__code__.co_varnames[: reference.__code__.co_argcount]
    wanted = np.atleast_2d(np.asarray(reference(*(GIVEN[name] for name in names)), dtype=float))
    found = value(formula)
    assert found.shape == wanted.shape
    np.testing.assert_allclose([real(cell) for cell in found.cells], wanted.ravel(), rtol=1e-12, atol=1e-14)


def both(function: Reference) -> Reference:
    """A function of the two vectors in one dimension."""
    return lambda u, v: function(u[0], v[0])


NUMPY: list[tuple[str, Reference]] = [
    ("pi * x", lambda x: np.pi * x), ("e ** x", lambda x: np.e**x), ("log2(y + 2)", lambda y: np.log2(y + 2)),
    ("log2(1 / 1024)", lambda: -10), ("log1p(abs(x))", lambda x: np.log1p(abs(x))), ("expm1(x)", lambda x: np.expm1(x)),
    ("asin(x / 2)", lambda x: np.arcsin(x / 2)), ("acos(x / 2)", lambda x: np.arccos(x / 2)),
    ("atan(y)", lambda y: np.arctan(y)), ("atan2(x, y)", lambda x, y: np.arctan2(x, y)),
    ("atan2(x * 0, y)", lambda x, y: np.arctan2(abs(x * 0), y)), ("atan2(y, x * 0)", lambda x, y: np.arctan2(y, x * 0)),
    ("sinh(x)", lambda x: np.sinh(x)), ("cosh(x)", lambda x: np.cosh(x)), ("radians(y)", lambda y: np.radians(y)),
    ("degrees(y)", lambda y: np.degrees(y)), ("floor(x)", lambda x: np.floor(x)), ("ceil(x)", lambda x: np.ceil(x)),
    ("sign(x * (y - 1))", lambda x, y: np.sign(x * (y - 1))), ("clip(x, -1, 1)", lambda x: np.clip(x, -1, 1)),
    ("maximum(x, y)", lambda x, y: np.maximum(x, y)), ("minimum(x, y)", lambda x, y: np.minimum(x, y)),
    ("where(x > 0, x, y)", lambda x, y: np.where(x > 0, x, y)), ("where(1, 5, x)", lambda x: np.where(1, 5, x)),
    ("x > 0 and y > 1", lambda x, y: np.logical_and(x > 0, y > 1)), ("not x > 0", lambda x: np.logical_not(x > 0)),
    ("x > 0 or y > 1", lambda x, y: np.logical_or(x > 0, y > 1)), ("round(2 * x)", lambda x: np.round(2 * x)),
    ("cumsum(x)", lambda x: np.cumsum(x)), ("cumsum(x, axis=1)", lambda x: np.cumsum(x, axis=1)),
    ("cumprod(x, axis=0)", lambda x: np.cumprod(x, axis=0)), ("prod(x)", lambda x: np.prod(x)),
    ("prod(x, axis=1)", lambda x: np.prod(x, axis=1)[:, None]), ("diff(x)", lambda x: np.diff(x)),
    ("diff(x, 2)", lambda x: np.diff(x, 2)), ("diff(x, axis=0)", lambda x: np.diff(x, axis=0)),
    ("argmin(x)", lambda x: np.argmin(x)), ("argmin(x, axis=0)", lambda x: np.argmin(x, axis=0)),
    ("sort(x)", lambda x: np.sort(x)), ("sort(x, axis=0)", lambda x: np.sort(x, axis=0)),
    ("sort(exp(u))", lambda u: np.sort(np.exp(u))), ("median(v)", lambda v: np.median(v)),
    ("percentile(v, 30)", lambda v: np.percentile(v, 30)), ("quantile(u, 0.9)", lambda u: np.quantile(u, 0.9)),
    ("percentile(x, 75, axis=1)", lambda x: np.percentile(x, 75, axis=1)[:, None]),
    ("outer(u, v)", both(np.outer)), ("dot(u, v)", both(np.dot)), ("dot(x, a)", lambda x, a: np.dot(x, a)),
    ("norm(x)", lambda x: np.linalg.norm(x)), ("norm(u, 1)", lambda u: np.linalg.norm(u[0], 1)),
    ("norm(x, axis=1)", lambda x: np.linalg.norm(x, axis=1)[:, None]), ("cov(x)", lambda x: np.cov(x)),
    ("cov(x, ddof=0)", lambda x: np.cov(x, ddof=0)), ("corrcoef(a)", lambda a: np.corrcoef(a)),
    ("covariance(u, v)", both(lambda u, v: statistics.covariance(list(u), list(v)))),
    ("correlation(u, v)", both(lambda u, v: statistics.correlation(list(u), list(v)))),
    ("cosine_similarity(u, v)", both(lambda u, v: u @ v / np.sqrt((u @ u) * (v @ v)))),
    ("det(a)", lambda a: np.linalg.det(a)), ("inv(a)", lambda a: np.linalg.inv(a)), ("trace(a)", lambda a: np.trace(a)),
    ("solve(a, b)", lambda a, b: np.linalg.solve(a, b)), ("solve(a, b.T)", lambda a, b: np.linalg.solve(a, b[:, 0])),
    ("lstsq(x.T, b)", lambda x, b: np.linalg.lstsq(x.T, b, rcond=None)[0]), ("eye(3)", lambda: np.eye(3)),
    ("matrix_rank(x)", lambda x: np.linalg.matrix_rank(x)), ("zeros((2, 3))", lambda: np.zeros((2, 3))),
    ("matrix_rank(outer(u, v))", lambda: 1), ("ones((1, 2))", lambda: np.ones((1, 2))),
    ("diag(u)", lambda u: np.diag(u[0])), ("diag(a)", lambda a: np.diag(a)),
    ("reshape(x, (3, 2))", lambda x: np.reshape(x, (3, 2))), ("reshape(x, (-1, 1))", lambda x: np.reshape(x, (-1, 1))),
    ("reshape(x, 6)", lambda x: np.reshape(x, 6)), ("repeat(x, 2)", lambda x: np.repeat(x, 2)),
    ("repeat(x, 2, axis=0)", lambda x: np.repeat(x, 2, axis=0)), ("tile(x, 2)", lambda x: np.tile(x, 2)),
    ("tile(x, (2, 1))", lambda x: np.tile(x, (2, 1))), ("x[::-1, ::2]", lambda x: x[::-1, ::2]),
    ("u[:, 3:0:-2]", lambda u: u[:, 3:0:-2]), ("one_hot(u[:, 1:4:2] + 1, 3)", lambda: [[1, 0, 0], [0, 0, 1]]),
    ("zscore(u)", lambda u: (u - u.mean()) / u.std()),
    ("zscore(a, ddof=1)", lambda a: (a - a.mean(axis=0)) / a.std(axis=0, ddof=1)),
    ("integral(lambda t: exp(-t**2 / 2) / sqrt(2 * pi), -1, 2)", lambda: np.diff([of_normal(-1), of_normal(2)])),
    ("integral(lambda t: sqrt(t) * u[0, 0], 0, 4)", lambda: 16), ("integral(lambda t: t**1.5, 0, 1)", lambda: 0.4),
    ("integral(lambda t: 1 / t, 1, e)", lambda: 1),
    ("integral(lambda t: sigmoid(t), 0, 1)", lambda: math.log((1 + math.e) / 2)),
    ("integral(lambda t: sin(t)**2, 0, pi)", lambda: math.pi / 2), ("integral(lambda e: e, 0, 1)", lambda: 0.5),
    ("factorial(6)", lambda: math.factorial(6)), ("comb(9, 4)", lambda: math.comb(9, 4)), ("comb(3, 5)", lambda: 0),
    ("binomial_pmf(2, 7, 0.3)", lambda: math.comb(7, 2) * 0.3**2 * 0.7**5), ("normal_ppf(0.5)", lambda: 0),
    ("binomial_cdf(6, 7, 0.3)", lambda: 1 - 0.3**7), ("poisson_cdf(1, 2)", lambda: 3 * math.exp(-2)),
    ("normal_ppf(0.9)", lambda: statistics.NormalDist().inv_cdf(0.9)), ("normal_cdf(x)", lambda x: of_normal(x)),
    ("silu(x)", lambda x: x / (1 + np.exp(-x))), ("softplus(x)", lambda x: np.logaddexp(0, x)),
    ("leaky_relu(x)", lambda x: np.where(x > 0, x, 0.01 * x)), ("mse(x, y)", lambda x, y: np.mean((x - y) ** 2)),
    ("gini(hstack(0.2, 0.3, 0.5))", lambda: 1 - 0.04 - 0.09 - 0.25), ("trapezoid(v)", lambda v: np.trapezoid(v[0])),
    ("kl_divergence(hstack(0.5, 0.5), hstack(0.9, 0.1))", lambda: 0.5 * math.log(0.25 / 0.09)),
    ("trapezoid(v, dx=0.1)", lambda v: np.trapezoid(v[0], dx=0.1)), ("max_pool(u, 2)", lambda: [[3, 4]]),
    ("trapezoid(u, x=cumsum(v))", lambda u, v: np.trapezoid(u[0], np.cumsum(v))), ("avg_pool(u, 5)", lambda: 0.4),
    ("conv2d(u, v[:, :3])", lambda u, v: np.correlate(u[0], v[0, :3])),
    ("conv2d(u, v[:, 2::-1], padding=2)", lambda u, v: np.convolve(u[0], v[0, :3])),
    ("conv2d(a, x[:, :2])", lambda a, x: [[np.vdot(a[i:, j:][:2, :2], x[:, :2]) for j in (0, 1)] for i in (0, 1)]),
    ("max_pool(a, 2, stride=1)", lambda: [[3, 3], [4, 4]]), ("npv(0.1, v)", lambda v: (v / 1.1 ** np.arange(5)).sum()),
    ("pmt(0.005, 360, 200000)", lambda: -200000 * 0.005 / (1 - 1.005**-360)), ("pmt(0, 10, 50)", lambda: -5),
]  # fmt: skip


def of_normal(x: np.ndarray) -> np.ndarray:
    return np.vectorize(statistics.NormalDist().cdf)(x)


@each(("formula", "reference"), NUMPY)
def test_values_are_those_of_numpy_and_the_standard_library(formula: str, reference: Reference):
    check(formula, reference)


@each(
    ("formula", "error"),
    [
        ("integral(lambda t: abs(t), -1, 1)", TooLarge),
        ("integral(lambda t: 1 / t, -1, 1)", TooLarge),
        ("integral(lambda t: log(t), -2, -1)", TooLarge),
        ("integral(lambda t: x, 0, 1)", ShapeError),
    ],
)
def test_an_integral_without_an_enclosure_is_refused(formula: str, error: type[Exception]):
    with pytest.raises(error):
        value(formula)


def test_a_lone_column_stays_one():
    for formula in ("cumsum(b)", "cumprod(b)", "sort(b)", "repeat(b, 2)"):
        assert value(formula).columns == 1
    assert value("diff(b)").shape == (2, 1)
    assert real(value("sort(b)").cells[0]) == -3


@pytest.mark.parametrize("rule", ["half_up", "half_down", "half_even", "half_away", "half_to_zero"])
def test_halves_are_rounded_by_the_rule_that_is_named(rule: str):
    found = [int(cell.p) for cell in value(f"round(hstack((-2.5, -1.5, 0.5, 1.5, 2.5)), rule={rule})").cells]
    assert (
        found
        == {
            "half_up": [-2, -1, 1, 2, 3],
            "half_down": [-3, -2, 0, 1, 2],
            "half_even": [-2, -2, 0, 2, 2],
            "half_away": [-3, -2, 1, 2, 3],
            "half_to_zero": [-2, -1, 0, 1, 2],
        }[rule]
    )


@pytest.mark.slow
def test_distributions_integrals_and_steps_are_those_of_scipy_and_pytorch():
    from scipy import integrate, special, stats  # slow to import

    for formula, reference in [
        ("binomial_cdf(3, 12, 0.3)", lambda: stats.binom.cdf(3, 12, 0.3)),
        ("binomial_cdf(200, 700, 0.3)", lambda: stats.binom.cdf(200, 700, 0.3)),
        ("binomial_pmf(3, 12, 0.3)", lambda: stats.binom.pmf(3, 12, 0.3)),
        ("poisson_cdf(7, 4.5)", lambda: stats.poisson.cdf(7, 4.5)),
        ("poisson_pmf(7, 4.5)", lambda: stats.poisson.pmf(7, 4.5)),
        ("normal_ppf(0.001)", lambda: stats.norm.ppf(0.001)),
        ("student_t_ppf(0.025, 7.5)", lambda: stats.t.ppf(0.025, 7.5)),
        ("student_t_ppf(0.995, 2)", lambda: stats.t.ppf(0.995, 2)),
        ("chi2_ppf(0.05, 11)", lambda: stats.chi2.ppf(0.05, 11)),
        ("f_ppf(0.95, 4, 20)", lambda: stats.f.ppf(0.95, 4, 20)),
        ("kl_divergence(v / sum(v), v[:, ::-1] / sum(v))", lambda v: special.rel_entr(v, v[:, ::-1]).sum() / v.sum()),
        ("simpson(u)", lambda u: integrate.simpson(u[0])),
        ("simpson(u[:, :4], dx=0.1)", lambda u: integrate.simpson(u[0, :4], dx=0.1)),
        ("simpson(u, x=cumsum(v))", lambda u, v: integrate.simpson(u[0], x=np.cumsum(v))),
        ("simpson(u[:, 1:], x=cumsum(v[:, 1:]))", lambda u, v: integrate.simpson(u[0, 1:], x=np.cumsum(v[0, 1:]))),
        ("zscore(a, axis=1, ddof=1)", lambda a: stats.zscore(a, axis=1, ddof=1)),
    ]:
        check(formula, reference)


def program(given: dict[str, np.ndarray], computed: dict[str, np.ndarray]) -> str:
    """A document of what a program prints: given arrays, and by their formulas computed ones, with all their digits."""
    lines = ["document: program", "title: Of a program", "givens: exact", "stages:"]
    for place, (name, array) in enumerate([*given.items(), *computed.items()]):
        is_given = name in given
        rows = ["  ".join(map(repr, map(float, row))) for row in np.atleast_2d(array)]
        lines.append(f"  - name: {name if is_given else f's{place}'}")
        lines += [] if is_given else [f"    formula: {name}"]
        lines += ["    printed: |", *(f"      {row}" for row in rows)]
    return "\n".join([*lines, ""])


def test_what_a_program_prints_with_all_its_digits_is_not_accused(tmp_path: Path):
    """Its roundings add up, and in an inverse of a matrix that is nearly singular they are large."""
    random = np.random.default_rng(5)
    h = np.array([[1 / (i + j + 1) for j in range(5)] for i in range(5)])
    u, v, m = random.normal(size=7) * 3, random.normal(size=7), random.normal(size=(4, 4))
    sums = np.vstack([u, v])
    path = tmp_path / "program.yaml"
    path.write_text(
        program(
            {"h": h, "u": u, "v": v, "m": m},
            {
                "inv(h)": np.linalg.inv(h), "det(h)": np.linalg.det(h), "solve(h, h[0])": np.linalg.solve(h, h[0]),
                "inv(m)": np.linalg.inv(m), "det(m)": np.linalg.det(m), "lstsq(h[:, :3], h[1])":
                np.linalg.lstsq(h[:, :3], h[1], rcond=None)[0], "cumprod(9 * u)": np.cumprod(9 * u),
                "cumsum(u)": np.cumsum(u), "prod(7 * v)": np.prod(7 * v), "sinh(5 * u)": np.sinh(5 * u),
                "expm1(4 * u)": np.expm1(4 * u), "cosh(5 * u)": np.cosh(5 * u), "outer(u, v)": np.outer(u, v),
                "dot(u, v)": u @ v, "norm(u)": np.linalg.norm(u), "cov(vstack(u, v))": np.cov(sums),
                "corrcoef(vstack(u, v))": np.corrcoef(sums), "quantile(u, 0.3)": np.quantile(u, 0.3),
                "zscore(u)": (u - u.mean()) / u.std(), "npv(0.07, u)": (u / 1.07 ** np.arange(7)).sum(),
                "conv2d(u, v[:, :3])": np.correlate(u, v[:3]), "trapezoid(u, x=v)": np.trapezoid(u, v),
                "mse(u, v)": ((u - v) ** 2).mean(), "diff(u, 2)": np.diff(u, 2), "log1p(abs(u))": np.log1p(abs(u)),
                "silu(u)": u / (1 + np.exp(-u)), "pmt(0.004, 360, 250000)":
                np.array(-250000 * 0.004 / (1 - 1.004**-360)), "asin(u / 20)": np.arcsin(u / 20),
                "degrees(atan2(u, v))": np.degrees(np.arctan2(u, v)), "trace(m)": np.trace(m),
            },
        ),
        encoding="utf-8",
    )  # fmt: skip
    assert called("check", str(path), "--no-causes").code == 0, called("check", str(path), "--no-causes").out
