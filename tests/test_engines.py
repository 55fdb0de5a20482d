"""The second engine: it says what the first says, of every cell of every case, and by other means.

The published documents are compared whole by `python -m tests.exams.engines`, here in one part.
"""

import inspect
import json
from pathlib import Path

import pytest
from flint import arb, fmpq

from tests.effort import some
from tests.exams.engines import compared, readable, same
from tests.tables import each, each_case
from verifier.cli import main
from verifier.document.reader import read
from verifier.document.unrolling import unrolled
from verifier.engines.affine import Affine
from verifier.engines.constraint_graph import Graph
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.engines.sympy.operations import OPERATIONS
from verifier.engines.sympy.symbols import Symbols
from verifier.engines.sympy.values import MAX_WORK, Worked, evaluate
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array
from verifier.numbers.interval import UNDEFINED, UNKNOWN
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import decide, working_precision
from verifier.numbers.rules import ROUNDINGS
from verifier.operations import REGISTER, Primitive, ShapeError, TooLarge, signatures
from verifier.operations.operation import Operation

ROOT = Path(__file__).parents[1]
CASES = readable()
EXACT = {"rows", "columns", "count", "lower", "unique", "index", "take", "flatten", "hstack", "concat", "vstack"}
EXACT |= {"embedding", "until", "reshape", "repeat", "tile", "diag"}
"""Operations that compute nothing: they count, and put cells elsewhere."""

X = Array(2, 3, tuple(fmpq(n, 4) for n in (1, -2, 3, 5, 0, -7)))
Y = Array(2, 3, tuple(fmpq(n, 4) for n in (1, 3, 1, 2, 8, -7)))
WORDS = Array(1, 3, ("a", "b", "a"))


def operand(name: str) -> Array:
    return {"X": X, "Y": Y, "W": WORDS, "U": Array(1, 2, (UNKNOWN, fmpq(1))), "S": Array(1, 1, (fmpq(6),))}[name]


def second(text: str) -> Worked:
    return evaluate(parse_formula(text, signatures()), operand)


def first(text: str) -> Array:
    return Evaluator(Points(), operand).evaluate(parse_formula(text, signatures()))


LONGEST = next(path for path in CASES if path.stem == "integrals")
"""The second engine takes seconds for its integrals; two of `FORMULAS` show that it finds some."""


@pytest.mark.slow
@each_case(some((path for path in CASES if path != LONGEST), of=15))
def test_every_cell_of_every_evaluation_of_every_case_is_the_same_in_both_engines(path: Path):
    assert [
        (where, what) for where, what in compared(unrolled(read(str(path), signatures()))) if what is not None
    ] == []


@pytest.mark.slow
def test_integrals_of_a_case_are_the_same_in_both_engines():
    assert [(where, what) for where, what in compared(read(str(LONGEST), signatures())) if what is not None] == []


@pytest.mark.slow
def test_a_published_document_is_the_same_in_both_engines():
    found = list(compared(read(str(ROOT / "documents_data" / "jamil.yaml"), signatures())))
    assert len(found) > 1000
    assert [(where, what) for where, what in found if what is not None] == []


FORMULAS = [
    *("X + Y", "X - Y", "X * Y", "X / (Y + 3)", "X // (Y + 3)", "X % (Y + 3)", "X ** 2", "abs(X) ** Y", "-X"),
    *("X < Y", "X <= Y", "X > Y", "X >= Y", "X == Y", "X != Y", "abs(X)", "relu(X)", "exp(X)", "log(X + 3)"),
    *("log10(X + 3)", "log10(S * 1000 / 6)", "sqrt(X + 2)", "sin(X)", "cos(X)", "tan(X)", "tanh(X)", "sigmoid(X)"),
    *("round(X * S, 1)", "round(X, 0)", "trunc(X * S, 1)", "X.T @ Y", "X @ Y.T", "sum(X, axis=1)", "sum(X, axis=0)"),
    *("mean(X)", "var(X, axis=1)", "var(X, axis=0, ddof=1)", "std(X, axis=1)", "std(X, ddof=1)", "median(X, axis=1)"),
    *(
        "median(X, axis=0)",
        "max(X)",
        "min(X, axis=0)",
        "max(X, Y)",
        "min(X, Y, 0)",
        "argmax(X, axis=1)",
        "argmax(exp(Y))",
    ),
    *("softmax(X)", "softmax(X, axis=0)", "softmax(X, axis=None)", "layer_norm(X)", "layer_norm(X, eps=1, ddof=1)"),
    *("attention(X, Y, X)", "positional_encoding(3, 4)", "X[0]", "X[0, 1:]", "X[-1, 0]", "X[:, 1]", "flatten(X)"),
    *("hstack(X, Y)", "vstack(X, Y)", "concat(X, Y)", "rows(X) + columns(X) * count(X)", "unique(W)"),
    *("index(W, W)", "take(X, index(W, W))", "lower(W)", "Matrix(2, 2, lambda i, j: i / (j + 1))", "sum(U, axis=1)"),
    *("X if X > Y else -Y", "1 if 2 < 3 else 0", "sqrt(X)", "log(X)", "1 / X", "(X * X) ** Y", "sqrt(6) * sqrt(6)"),
    *(
        "student_t_sf(X, 4)",
        "chi2_sf(X, 3)",
        "f_sf(X + 1, 2, 5)",
        "normal_sf(X)",
        "student_t_sf(2, X)",
        "f_sf(1, X, 2)",
    ),
    *(
        "erf(X)",
        "gelu(X)",
        "gelu_tanh(X)",
        "mask(X)",
        "softmax(X + mask(Y - X))",
        "max(mask(X), X)",
        "argmax(mask(X), axis=1)",
    ),
    *("entropy(abs(X))", "entropy(abs(X), axis=1)", "entr(X)", "xlogy(X, Y)", "xlogy(X, abs(Y))", "entr(X * 0)"),
    *("X * log(X)", "X * log(X * 0)", "log(abs(X)) @ X.T", "cross_entropy(X, abs(X))", "0 * log(0 * X)"),
    *("exp(mask(X))", "mask(X) / S", "mask(X) * X", "-mask(X)", "X @ (X + mask(X)).T", "softmax(mask(0 * X))"),
    *("heads_attention(X, Y, X, heads=3, mask=causal_mask(2))", "Matrix(2, 2, lambda i, j: X * i + Y * j)"),
    *("embedding(index(W, W), X)", "until(W, W[0, 1])", "visible(3)"),
    *("layer_norm(X, outside=1, gain=Y, bias=S)", "positional_encoding(2, 3, base=10, first=1)"),
    *(
        "pi() * X",
        "e() ** X",
        "log2(X + 3)",
        "log2(S / 48)",
        "asin(X / 2)",
        "asin(X / X)",
        "acos(X / 2)",
        "acos(Y / Y)",
    ),
    *("atan(X)", "atan2(X, Y)", "sinh(X)", "cosh(X)", "where(X > 0, X, Y)", "X > 0 and Y > 0 or not X", "sign(X)"),
    *(f"round(X * 2, rule={rule})" for rule in range(len(ROUNDINGS))),
    *(
        "sort(X)",
        "sort(X[0].T)",
        "sort(X, axis=0)",
        "quantile(X, 1 / 3)",
        "percentile(X, 40, axis=1)",
        "prod(X, axis=1)",
    ),
    *(
        "percentile(exp(X), 40, axis=0)",
        "quantile(X, 2)",
        "argmin(X, axis=1)",
        "argmin(exp(X))",
        "norm(X)",
        "norm(X[0], 1)",
    ),
    *(
        "cumsum(X)",
        "cumsum(X, axis=0)",
        "cumprod(X, axis=1)",
        "cumprod(X[0].T)",
        "diff(X)",
        "diff(X, 2)",
        "diff(X, axis=0)",
    ),
    *(
        "dot(X[0], Y[0])",
        "dot(X, Y.T)",
        "outer(X, Y)",
        "det(X @ Y.T)",
        "det(exp(X @ Y.T))",
        "inv(X @ Y.T)",
        "inv(X.T @ X)",
    ),
    *(
        "inv(sqrt(Y[:, :2] + 2))",
        "solve(X @ Y.T, X)",
        "solve(X @ Y.T, X[:, 0].T)",
        "lstsq(X.T, Y.T)",
        "lstsq(X.T, Y[0])",
    ),
    *(
        "matrix_rank(X)",
        "matrix_rank(X.T @ X)",
        "trace(exp(X))",
        "trace(X @ X.T)",
        "diag(X[0]) @ diag(Y[0])",
        "eye(2) @ X",
    ),
    *("cosine_similarity(X[0], Y[0])", "covariance(X[0], Y[0])", "correlation(X[0], Y[0])", "cov(X)", "corrcoef(X)"),
    *("zscore(X[0])", "zscore(X, axis=1, ddof=1)", "reshape(X, (3, 2))", "repeat(X, 2, axis=1)", "tile(X, (2, 1))"),
    *("one_hot(index(W, W), 3)", "zeros(2, 2)", "ones((1, 2))"),
    *(
        "factorial(S)",
        "factorial(X * 4)",
        "comb(S, S - 2)",
        "comb(X * 4, 2)",
        "binomial_pmf(2, S, 0.3)",
        "poisson_pmf(2, S)",
    ),
    *(
        "binomial_cdf(3, S, abs(X) / 2)",
        "binomial_cdf(Y, S, 1 / 3)",
        "poisson_cdf(3, abs(X))",
        "normal_ppf(abs(X) / 2)",
    ),
    *("student_t_ppf(0.975, S)", "student_t_ppf(0.1, 3 / 2)", "chi2_ppf(0.95, S)", "f_ppf(0.9, 3, S)", "normal_cdf(X)"),
    *(
        "silu(X)",
        "softplus(X)",
        "leaky_relu(X)",
        "gini(abs(X), axis=1)",
        "mse(X, Y)",
        "kl_divergence(abs(X) + 1, Y + 2)",
    ),
    *(
        "conv2d(X, Y[:, :2])",
        "conv2d(X, Y[:1, :2], stride=2, padding=1)",
        "max_pool(X)",
        "avg_pool(exp(X), 2, stride=1)",
    ),
    *(
        "max_pool(exp(X[0]), 3)",
        "capital_recovery(abs(X), S)",
        "pmt(0.01, S, Y)",
        "npv(0.1, Y)",
        "trapezoid(X, dx=0.1)",
    ),
    *("simpson(X[0], dx=0.1)", "simpson(flatten(X))", "simpson(X[0], x=hstack(0, 1, 3))", "trapezoid(X[0], x=Y[1])"),
    *(
        "simpson(X[0, :2])",
        "simpson_weights(cumsum(Y[0]))",
        "gru_cell(X, Y, X.T @ X, Y.T @ Y, X.T @ Y, Y.T @ X, X.T @ X, Y.T @ Y, b_n=1, c_n=S)",
    ),
    *("integral(lambda t: exp(-t**2) * S, 0, 2)", "integral(lambda t: 1 / (1 + t), 0, X[0, 0])"),
    *("X[::-1, ::2]", "clip(X, 0, 1)", "floor(X)", "ceil(X)", "log1p(X + 2)", "expm1(X)"),
    *("student_t_ppf(0.9999975, 48)", "f_ppf(0.000001, 3, 166)"),  # far out searches end slowly
    *("numpy_rand(1, 2, 2, 2)", "sum(exp(X), axis=1) - sum(exp(X), axis=1)"),
]


LONG = ("simpson(flatten(X))", "integral(lambda t: exp(-t**2) * S, 0, 2)")
"""What the second engine takes longest for; of both there is a shorter one."""


def assert_same(text: str) -> None:
    with working_precision(128):
        a, b = decide(lambda: first(text)), decide(lambda: second(text))
    assert a.shape == b.shape
    assert [(x, y) for x, y in zip(a.cells, b.cells, strict=True) if not same(x, y)] == []


@each("text", some([text for text in FORMULAS if text not in LONG], of=3))
def test_operations_give_the_same_in_both_engines(text: str):
    assert_same(text)


@pytest.mark.slow
@each("text", LONG)
def test_long_operations_give_the_same_in_both_engines(text: str):
    assert_same(text)


def test_every_operation_is_in_the_comparison():
    used = " ".join(FORMULAS)
    spelled = {"matmul": "@", "add": "+", "transpose": ".T"}
    arithmetic = {"subtract", "multiply", "divide", "floor_divide", "remainder", "power", "negative"}
    compared_as_signs = arithmetic | {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}
    own = set(OPERATIONS) - compared_as_signs
    assert {name for name in own if spelled.get(name, f"{name}(") not in used} == set()


def computes(made: Operation) -> bool:
    return isinstance(made, Primitive) and made.name not in EXACT and not made.name.endswith("_rand")


def test_the_second_engine_shares_no_arithmetic_with_the_first():
    """What has no function of its own there is counting, moving and drawing, or said in other operations."""
    shared = {name for name, made in REGISTER.items() if computes(made)} - set(OPERATIONS)
    assert shared == {"integral"}  # which the interpreter has
    assert {"matmul", "softmax", "var", "exp", "power"} <= set(OPERATIONS)


def test_a_mistake_in_one_engine_is_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Points, "variance", lambda _self, cells, _ddof: sum(cells, fmpq(0)))
    assert not same(first("var(X, axis=1)").cells[0], second("var(X, axis=1)").cells[0])


@pytest.mark.parametrize(
    ("text", "shown"), [("sqrt(S)", "sqrt(6)"), ("sin(1 / 10000**(1/3))", "sin(10**(2/3)/100)"), ("S / 18", "1/3")]
)
def test_values_stay_exact_expressions(text: str, shown: str):
    assert str(second(text).expressions[0]) == shown


def test_digits_are_as_many_as_the_precision_asks_for():
    with working_precision(400):
        found = second("exp(1)").cells[0]
        assert found.overlaps(arb(1).exp())
        assert found.rad() < arb(2) ** -400


def test_what_cannot_be_told_from_zero_is_left_open():
    with pytest.raises(Uncertain):
        second("1 if sin(1)**2 + cos(1)**2 - 1 > 0 else 2")


def test_a_cell_without_a_value_has_none_in_either():
    assert second("sqrt(0 - S)").cells == (UNDEFINED,)
    assert second("S / (S - 6)").cells == (UNDEFINED,)
    assert second("sum(U, axis=1)").cells == (UNKNOWN,)


def test_the_work_is_bounded():
    with pytest.raises(TooLarge, match=f"at most {MAX_WORK} products in the second engine"):
        second("Matrix(2000, 2000, lambda i, j: i * j)")


def test_what_has_no_shape_is_refused_alike():
    for text in ("X @ Y", "X + X.T", "X[5]", "Matrix(1 / 2, 2, lambda i, j: 1)"):
        with pytest.raises(ShapeError):
            second(text)


def test_a_check_by_the_second_engine_says_so_and_the_same(capsys: pytest.CaptureFixture[str]):
    path = str(ROOT / "tests" / "cases" / "contradicted" / "slip-carried-on.yaml")
    reports = []
    for engine in ("flint", "sympy"):
        assert main(["check", path, "--format", "json", "--engine", engine]) == 1
        reports.append(json.loads(capsys.readouterr().out))
        assert reports[-1].pop("engine") == engine
    assert reports[0] == reports[1]


@each("engine", [Points, Ranges, Affine, Graph, Symbols], ids=lambda engine: engine.__name__)
def test_every_method_of_an_engine_is_documented(engine: type):
    methods = [getattr(engine, name) for name in dir(engine) if not name.startswith("_")]
    assert [method for method in methods if callable(method) and not inspect.getdoc(method)] == []
