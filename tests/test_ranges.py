"""Ranges of every operation: no point of a box leaves them, and what is called exact is attained."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise, product

from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.effort import examples, some
from tests.strategies import Inside, corners, from_rows
from tests.tables import each
from verifier.engines.points.flint import Points, exact_root
from verifier.engines.ranges.ranges import Ranges
from verifier.engines.ranges.variance import MAX_VARIANCE_CELLS
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN, WHOLE_LINE, Interval, Missing, hull
from verifier.numbers.number import compare
from verifier.numbers.precision import decide
from verifier.operations import REGISTER, Operation, ShapeError, signatures

CLOSE = fmpq(1, 10**5)
Shapes = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Spec:
    """Formulas that use an operation, and the shapes of their operands; `fixed` ones do not vary."""

    formulas: tuple[str, ...]
    shapes: Shapes
    fixed: Mapping[str, Array]


def spec(*formulas: str, fixed: Mapping[str, Array] | None = None, **shapes: tuple[int, int]) -> Spec:
    return Spec(formulas, shapes, fixed or {})


PAIR = {"X": (1, 2), "Y": (1, 2)}
ROW = {"X": (1, 3)}
MASK = from_rows([[fmpq(1), fmpq(0)]])
WEIGHTS = from_rows([[fmpq(1), fmpq(-1, 2)], [fmpq(2), fmpq(1)]])
TOKENS = from_rows([["the", "-"]])
PAD = from_rows([["-"]])
PLACES = from_rows([[fmpq(2), fmpq(0)]])

SPECS: dict[str, Spec] = {
    "add": spec("X + Y", "X + 3", "X + Y[0, 0]", **PAIR),
    "subtract": spec("X - Y", "3 - X", "X - X", **PAIR),
    "multiply": spec("X * Y", "X * -2", "X * X", "X * 0", **PAIR),
    "divide": spec("X / Y", "X / -2", "3 / X", "0 / X", "X / 0", **PAIR),
    "floor_divide": spec("X // Y", "X // 2", "X // -3", "7 // X", **PAIR),
    "remainder": spec("X % 2", "X % -3", "X % Y", **PAIR),
    "power": spec(
        "X ** 2",
        "X ** 3",
        "X ** 0",
        "X ** -1",
        "X ** -2",
        "X ** 0.5",
        "X ** -0.5",
        "X ** Y",
        "2 ** X",
        "0 ** X",
        "(-2) ** X",
        **PAIR,
    ),
    "negative": spec("-X", **PAIR),
    "less": spec("X < Y", "X < 1", **PAIR),
    "less_equal": spec("X <= Y", "1 <= X", **PAIR),
    "greater": spec("X > Y", **PAIR),
    "greater_equal": spec("X >= Y", **PAIR),
    "equal": spec("X == Y", **PAIR),
    "not_equal": spec("X != Y", **PAIR),
    "sin": spec("sin(X)", "sin(3 * X)", **PAIR),
    "cos": spec("cos(X)", "cos(3 * X)", **PAIR),
    "tan": spec("tan(X / 4)", "tan(X)", **PAIR),
    "round": spec("round(X)", "round(X, 1)", "round(X, -1)", "round(X, rule=half_up)", "round(X, rule=away)", **PAIR),
    "pi": spec("pi() * X", **PAIR),
    "e": spec("e() ** X", **PAIR),
    "log2": spec("log2(X)", "log2(abs(X) + 1)", **PAIR),
    "asin": spec("asin(X)", "asin(X / 4)", **PAIR),
    "acos": spec("acos(X)", "acos(X / 4)", **PAIR),
    "atan2": spec("atan2(X, Y)", "atan2(X, 2)", "atan2(X, -1)", "atan2(1, X)", "atan2(-1, X)", **PAIR),
    "where": spec("where(X > 0, X, Y)", "where(X, 1 / Y, 0)", **PAIR),
    "sign": spec("sign(X)", "sign(X) * Y", **PAIR),
    "logical_and": spec("X > 0 and Y > 0", "X and Y", "1 if X > 0 and Y < 1 else X", **PAIR),
    "logical_or": spec("X > 0 or Y > 0", "X or Y", **PAIR),
    "logical_not": spec("not X", "not X > Y", **PAIR),
    "clip": spec("clip(X, -1, 2)", "clip(X, Y, 1)", **PAIR),
    "trunc": spec("trunc(X)", "trunc(X, 1)", "trunc(X, -1)", **PAIR),
    "matmul": spec("X @ Y", "X @ X.T", X=(1, 2), Y=(2, 1)),
    "transpose": spec("X.T", X=(2, 2)),
    "flatten": spec("flatten(X)", X=(2, 2)),
    "rows": spec("rows(X) + 0 * X", **ROW),
    "columns": spec("columns(X) * X", **ROW),
    "hstack": spec("hstack(X, Y)", "hstack(X, X)", **PAIR),
    "concat": spec("concat(X, Y, X)", **PAIR),
    "vstack": spec("vstack(X, Y)", **PAIR),
    "sum": spec("sum(X)", "sum(X, axis=0)", "sum(X * X)", **ROW),
    "mean": spec("mean(X)", "mean(X, axis=0)", "mean(X, axis=None)", **ROW),
    "var": spec("var(X)", "var(X, ddof=1)", "var(X, axis=0)", **ROW),
    "std": spec("std(X)", "std(X, ddof=1)", "std(X, axis=0)", **ROW),
    "median": spec("median(X)", "median(X[:, :2])", **ROW),
    "max": spec("max(X)", "max(X, 0, X[0, 1])", "max(X.T, axis=0)", **ROW),
    "min": spec("min(X)", "min(X, 1)", **ROW),
    "factorial": spec("factorial(X)", "factorial(floor(X))", "factorial(3) * X", **PAIR),
    "comb": spec("comb(X, 2)", "comb(5, floor(X))", "comb(floor(X) + 3, floor(Y))", **PAIR),
    "binomial_pmf": spec(
        "binomial_pmf(2, 5, X)", "binomial_pmf(floor(X), 3, 0.5)", "binomial_pmf(0, 2, X / 9)", **PAIR
    ),
    "binomial_cdf": spec("binomial_cdf(2, 5, X)", "binomial_cdf(X, 4, 0.3)", "binomial_cdf(1, 4, abs(X) / 9)", **PAIR),
    "poisson_pmf": spec("poisson_pmf(2, abs(X))", "poisson_pmf(floor(X), 2)", **PAIR),
    "poisson_cdf": spec("poisson_cdf(2, X)", "poisson_cdf(X, 2)", "poisson_cdf(1, abs(X))", **PAIR),
    "normal_ppf": spec("normal_ppf(X)", "normal_ppf(abs(X) / 9)", **PAIR),
    "student_t_ppf": spec("student_t_ppf(X, 5)", "student_t_ppf(abs(X) / 9, 3)", "student_t_ppf(0.9, X)", X=(1, 1)),
    "chi2_ppf": spec("chi2_ppf(X, 5)", "chi2_ppf(abs(X) / 9, 3)", "chi2_ppf(0.9, X)", X=(1, 1)),
    "f_ppf": spec("f_ppf(X, 5, 2)", "f_ppf(abs(X) / 9, 3, 4)", "f_ppf(0.9, X, 2)", X=(1, 1)),
    "silu": spec("silu(X)", "silu(X / 4)", **PAIR),
    "leaky_relu": spec("leaky_relu(X)", "leaky_relu(X, negative_slope=0.5)", **PAIR),
    "gini": spec("gini(X)", "gini(abs(X) / 9, axis=0)", **ROW),
    "conv2d": spec("conv2d(X, Y)", "conv2d(X, Y, padding=1, stride=2)", X=(2, 2), Y=(1, 2)),
    "max_pool": spec("max_pool(X)", "max_pool(X, 2, stride=1)", "max_pool(X[0])", X=(2, 3)),
    "avg_pool": spec("avg_pool(X)", "avg_pool(X, 2, stride=1)", "avg_pool(X[0], 3)", X=(2, 3)),
    "capital_recovery": spec(
        "capital_recovery(X, 3)", "capital_recovery(abs(X) / 9, Y)", "capital_recovery(0, X)", **PAIR
    ),
    "pmt": spec("pmt(X / 9, 3, 5)", "pmt(abs(X) / 9, 3, Y, fv=2, when=1)", **PAIR),
    "npv": spec("npv(X, Y)", "npv(0.1, X)", X=(1, 1), Y=(1, 3)),
    "simpson_weights": spec("simpson_weights(X)", "simpson_weights(cumsum(abs(X)))", **ROW),
    "trapezoid": spec("trapezoid(X)", "trapezoid(X, dx=0.1)", "trapezoid(X, x=Y)", X=(1, 3), Y=(1, 3)),
    "simpson": spec("simpson(X)", "simpson(X, dx=0.1)", "simpson(X, x=cumsum(abs(Y)))", X=(1, 3), Y=(1, 3)),
    "gru_cell": spec("gru_cell(X, Y, W, W, W, W, W, W, c_n=X)", fixed={"W": WEIGHTS}, **PAIR),
    "integral": spec(
        "integral(lambda t: X[0, 0] * t**2 + Y[0, 1], 0, 2)",
        "integral(lambda t: exp(-t**2), 0, X)",
        "integral(lambda t: t, Y[0, 0], X)",
        X=(1, 1),
        Y=(1, 2),
    ),
    "argmax": spec("argmax(X)", **ROW),
    "argmin": spec("argmin(X)", "argmin(X.T, axis=0)", **ROW),
    "sort": spec("sort(X)", "sort(X.T)", "sort(X, axis=0)", **ROW),
    "quantile": spec("quantile(X, 0.25)", "quantile(X, 1)", "quantile(X, Y)", X=(1, 3), Y=(1, 1)),
    "percentile": spec("percentile(X, 90)", "percentile(X, 30, axis=1)", "percentile(X, 10 * Y)", X=(1, 3), Y=(1, 1)),
    "prod": spec("prod(X)", "prod(X, axis=0)", **ROW),
    "cumsum": spec("cumsum(X)", "cumsum(X.T)", "cumsum(X, axis=0)", **ROW),
    "cumprod": spec("cumprod(X)", "cumprod(X.T, axis=0)", **ROW),
    "diff": spec("diff(X)", "diff(X, 2)", "diff(X.T)", **ROW),
    "reshape": spec("reshape(X, (2, -1))", "reshape(X, 4)", X=(2, 2)),
    "repeat": spec("repeat(X, 2)", "repeat(X, 2, axis=0)", **ROW),
    "tile": spec("tile(X, 2)", "tile(X, (2, 1))", **ROW),
    "dot": spec("dot(X, Y)", "dot(X.T, Y.T)", "dot(X, X)", "dot(X, Y.T)", **PAIR),
    "norm": spec("norm(X)", "norm(X, 1)", "norm(X, axis=0)", **ROW),
    "det": spec("det(X)", "det(X @ X)", X=(2, 2)),
    "inv": spec("inv(X)", "inv(X + 5 * eye(2))", "inv(X @ X)", X=(2, 2)),
    "solve": spec("solve(X, Y)", "solve(X + 5 * eye(2), Y)", "solve(X, Y.T)", X=(2, 2), Y=(2, 1)),
    "lstsq": spec("lstsq(X, Y)", "lstsq(vstack(X, eye(2)), vstack(Y, Y)) * 1", X=(2, 2), Y=(2, 1)),
    "matrix_rank": spec("matrix_rank(X)", "matrix_rank(X + 5 * eye(2))", "matrix_rank(X[:, :1] @ X[:1])", X=(2, 2)),
    "trace": spec("trace(X)", "trace(X @ X)", X=(2, 2)),
    "diag": spec("diag(X)", "diag(X[0])", X=(2, 2)),
    "eye": spec("eye(2) * X", X=(2, 2)),
    "zeros": spec("zeros(2, 2) + X", X=(2, 2)),
    "ones": spec("ones((2, 2)) * X", X=(2, 2)),
    "one_hot": spec("one_hot(places, 3) @ X", fixed={"places": PLACES}, X=(3, 2)),
    "cosine_similarity": spec("cosine_similarity(X, Y)", "cosine_similarity(X, X)", **PAIR),
    "corrcoef": spec("corrcoef(X)", X=(2, 2)),
    "zscore": spec("zscore(X)", "zscore(X.T)", "zscore(X, ddof=1)", **ROW),
    "softmax": spec("softmax(X)", "softmax(X, axis=0)", "softmax(X, axis=None)", **ROW),
    "attention": spec(
        "attention(X, Y, Z)", "attention(X, Y, Z, mask=mask(keep))", fixed={"keep": MASK}, X=(1, 2), Y=(2, 2), Z=(2, 1)
    ),
    "layer_norm": spec(
        "layer_norm(X)",
        "layer_norm(X, eps=0.1, ddof=1)",
        "layer_norm(X, outside=0.1, gain=2, bias=X[0, 1])",
        "layer_norm(X, gain=X)",
        **ROW,
    ),
    "positional_encoding": spec(
        "positional_encoding(2, 3) + 0 * X",
        "positional_encoding(3, 2)",
        "positional_encoding(1, 3, base=10, first=1) * X",
        **ROW,
    ),
    "erf": spec("erf(X)", "erf(3 * X)", **PAIR),
    "student_t_sf": spec("student_t_sf(X, 5)", "student_t_sf(X, Y)", "student_t_sf(2, X)", **PAIR),
    "chi2_sf": spec("chi2_sf(X, 3)", "chi2_sf(X, Y)", **PAIR),
    "f_sf": spec("f_sf(X, 2, 7)", "f_sf(X, Y, 3)", **PAIR),
    "xlogy": spec("xlogy(X, Y)", "xlogy(X, X)", "xlogy(0, X)", "xlogy(X, 0)", "xlogy(X, abs(Y))", **PAIR),
    "entr": spec("entr(X)", "entr(X / 4)", "entr(abs(X))", "entr(X * X / 9)", **PAIR),
    "entropy": spec("entropy(X)", "entropy(abs(X), axis=1)", "entropy(abs(X) / 9, axis=0)", **ROW),
    "cross_entropy": spec("cross_entropy(X, abs(Y))", "cross_entropy(abs(X), abs(X))", **PAIR),
    "gelu": spec("gelu(X)", "gelu(X / 4)", **PAIR),
    "gelu_tanh": spec("gelu_tanh(X)", "gelu_tanh(X / 4)", **PAIR),
    "activation": spec("activation(X)", "activation(X, gelu=1)", "activation(X, gelu=2)", **PAIR),
    "mask": spec("softmax(Y + mask(X))", "exp(mask(X) + Y)", "max(mask(X > 0), Y)", "argmax(Y + mask(X))", **PAIR),
    "visible": spec("visible(2) * X", **PAIR),
    "causal_mask": spec("softmax(X + causal_mask(2))", X=(2, 2)),
    "padding_mask": spec("softmax(X + padding_mask(words, pad))", fixed={"words": TOKENS, "pad": PAD}, **PAIR),
    "masked": spec("softmax(masked(X, Y))", "softmax(masked(X, keep))", fixed={"keep": MASK}, **PAIR),
    "attention_weights": spec(
        "attention_weights(X, Y)",
        "attention_weights(X, Y, mask=mask(keep))",
        fixed={"keep": MASK},
        X=(1, 2),
        Y=(2, 2),
    ),
    "head_columns": spec("head_columns(X, 1, heads=3)", "head_columns(X, 0)", **ROW),
    "heads_attention": spec("heads_attention(X, Y, Y, heads=2)", X=(1, 2), Y=(2, 2)),
    "multi_head_attention": spec(
        "multi_head_attention(X, Y, Y, W, W, W, W, heads=2, b_O=1)", fixed={"W": WEIGHTS}, X=(1, 2), Y=(2, 2)
    ),
    "linear": spec("linear(X, W)", "linear(X, W, b=Y)", fixed={"W": WEIGHTS}, **PAIR),
    "add_norm": spec("add_norm(X, Y, eps=1)", "add_norm(X, Y, gain=Y)", **PAIR),
    "dense": spec("dense(X, W, b=Y)", "dense(X, W, gelu=1)", fixed={"W": WEIGHTS}, **PAIR),
    "feed_forward": spec("feed_forward(X, W, W, b_1=Y, gelu=2)", fixed={"W": WEIGHTS}, **PAIR),
    "self_attention": spec("self_attention(X, W, W, W, W, heads=2)", fixed={"W": WEIGHTS}, X=(2, 2)),
    "cross_attention": spec("cross_attention(X, Y, W, W, W, W)", fixed={"W": WEIGHTS}, X=(1, 2), Y=(2, 2)),
    "attention_sublayer": spec("attention_sublayer(X, W, W, W, W, eps=1)", fixed={"W": WEIGHTS}, X=(2, 2)),
    "cross_attention_sublayer": spec(
        "cross_attention_sublayer(X, Y, W, W, W, W, pre_norm=1, eps=1)", fixed={"W": WEIGHTS}, X=(1, 2), Y=(2, 2)
    ),
    "feed_forward_sublayer": spec("feed_forward_sublayer(X, W, W, eps=1, gelu=1)", fixed={"W": WEIGHTS}, **PAIR),
    "encoder_layer": spec(
        "encoder_layer(X, W, W, W, W, W, W, heads=2, eps=1)",
        "encoder_layer(X, W, W, W, W, W, W, pre_norm=1, eps=1, mask=causal_mask(2))",
        fixed={"W": WEIGHTS},
        X=(2, 2),
    ),
    "decoder_layer": spec(
        "decoder_layer(X, Y, W, W, W, W, W, W, W, W, W, W, heads=2, eps=1)",
        "decoder_layer(X, Y, W, W, W, W, W, W, W, W, W, W, causal=0, pre_norm=1, eps=1)",
        fixed={"W": WEIGHTS},
        X=(2, 2),
        Y=(1, 2),
    ),
    "output_projection": spec("output_projection(X, W, b=Y)", fixed={"W": WEIGHTS}, **PAIR),
    "lstm_gate": spec("lstm_gate(X, Y, W, W, b=1)", fixed={"W": WEIGHTS}, **PAIR),
    "lstm_cell": spec("lstm_cell(X, Y, Z, W, W, W, W, W, W)", fixed={"W": WEIGHTS}, Z=(1, 2), **PAIR),
    "lstm_output": spec("lstm_output(X, X, Y, W, W)", fixed={"W": WEIGHTS}, **PAIR),
    "embedding": spec("embedding(places, X)", fixed={"places": PLACES}, X=(3, 2)),
    "count": spec("count(X) + 0 * X", **ROW),
    "take": spec("take(X, places)", fixed={"places": PLACES}, **ROW),
    "matlab_rand": spec("matlab_rand(5489, 36, 1, 2) * X", "matlab_rand(1, 0, 2, 1) + X", **PAIR),
    "numpy_rand": spec("numpy_rand(42, 3, 1, 2) * X", **PAIR),
    "pcg64_rand": spec("pcg64_rand(42, 3, 1, 2) * X", **PAIR),
    "python_rand": spec("python_rand(42, 3, 1, 2) * X", **PAIR),
}
WORDS = {"index", "lower", "unique", "until", "greedy"}
"""Operations on words, which have no ranges; test_evaluator has them."""


def evaluate(formula: str, engine: Points | Ranges, operands: Mapping[str, Array]) -> Array:
    return Evaluator(engine, operands.__getitem__).evaluate(parse_formula(formula, signatures()))


def plain(made: Operation) -> Spec | None:
    """A call of an operation with all its arrays, in the first shapes that it takes; None if there are none.

    Rows of two alike are tried first, then a row of two beside arrays with as few cells as can be.
    """
    names = made.signature.arrays
    call = f"{made.name}({', '.join(names)})"
    sides = list(product((1, 2), repeat=2))
    mixed = product(sides, repeat=len(names)) if len(names) <= 4 else ()
    by_cells = sorted(
        mixed, key=lambda shapes: (shapes[:1] != ((1, 2),), sum(rows * columns for rows, columns in shapes))
    )
    for shapes in [((1, 2),) * len(names), *by_cells, ((2, 2),) * len(names)]:
        operands = {
            name: Array(*shape, (fmpq(1, 2),) * (shape[0] * shape[1]))
            for name, shape in zip(names, shapes, strict=True)
        }
        if max((len(array.cells) for array in operands.values()), default=0) < 2:
            continue
        try:
            decide(lambda operands=operands: evaluate(call, Points(), operands))
        except ShapeError:
            continue
        return Spec((call,), dict(zip(names, shapes, strict=True)), {})
    return None


PLAIN = {name: plain(made) for name, made in REGISTER.items() if name not in SPECS and name not in WORDS}
"""Operations of which nothing but a plain call is tried."""
SPECS |= {name: made for name, made in PLAIN.items() if made is not None}

LANGUAGE = spec(
    "X if X > Y else Y", "X if mask else Y", "log(X) if X > 0 else 0", "1 / 0 if X > 1 else X", "X[0, 1:] + Y[0, -1]",
    "Matrix(2, 2, lambda i, j: X[0, i] * Y[0, j])", "softmax(X @ Y.T + 1) + X", "sum(max(X, 0) * Y)", "X // 1 * 2 - X",
    "exp(X) / sum(exp(X))", "std(X) * Y", "abs(X) ** 0.5 / (1 + Y ** 2)", "softmax(X - max(X))",
    fixed={"mask": MASK}, **PAIR,
)  # fmt: skip


def outside(cell: Value, value: Value) -> str | None:
    """Why a value of one choice of points refutes a range, if it does."""
    if isinstance(value, Missing):
        return (
            None
            if isinstance(cell, Missing) or (isinstance(cell, Interval) and cell.partial)
            else "partly undefined, and not marked"
        )
    if cell is UNKNOWN:
        return None
    if isinstance(cell, Missing):
        return "called empty"
    if not isinstance(cell, Interval):
        return None if ball(cell).overlaps(ball(value)) else "another number"
    for end, closed, way in ((cell.lo, cell.lo_closed, 1), (cell.hi, cell.hi_closed, -1)):
        if end is None:
            continue
        if (value - end) * way < 0:
            return "outside"
        if value == end and not closed:
            return "at an open end"
    return None


def ball(value: Value) -> arb:
    return arb(value) if isinstance(value, fmpq) else value


def check(formula: str, operands: Mapping[str, Array], points: Iterator[Mapping[str, Array]]) -> None:
    """Every choice of points gives values inside the ranges."""
    ranges = decide(lambda: evaluate(formula, Ranges(), operands))
    for choice in points:
        values = decide(lambda choice=choice: evaluate(formula, Points(), choice))
        assert values.shape == ranges.shape
        for cell, value in zip(ranges.cells, values.cells, strict=True):
            assert not outside(cell, value), f"{formula}: {outside(cell, value)}: {value} of {cell} at {choice}"


@st.composite
def cases(draw: st.DrawFn, made: Spec, *, finite: bool) -> tuple[str, dict[str, Array]]:
    operands = dict(made.fixed)
    for name, (rows, columns) in made.shapes.items():
        operands[name] = draw(strategies.boxes(rows, columns, name, finite=finite))
    return draw(st.sampled_from(made.formulas)), operands


def choices(operands: Mapping[str, Array], inside: Inside, count: int) -> Iterator[dict[str, Array]]:
    for _ in range(count):
        yield {name: inside.array(box) for name, box in operands.items()}


def test_every_operation_has_its_ranges_tested():
    missing = sorted(set(REGISTER) - set(SPECS) - WORDS)
    assert not missing, f"no numbers of up to 2 x 2 fit a call of {missing}: SPECS needs a formula for each"
    assert not set(SPECS) & WORDS
    assert set(SPECS) | WORDS == set(REGISTER)


def test_an_operation_that_no_table_names_is_tried_by_a_plain_call():
    """Cell by cell, of rows, and of matrices that have to fit each other."""
    shapes = {name: plain(REGISTER[name]) for name in ("sqrt", "sum", "linear", "lstm_gate", "matlab_rand")}
    assert shapes["sqrt"] == spec("sqrt(a)", a=(1, 2))
    assert shapes["sum"] == spec("sum(X)", X=(1, 2))
    assert shapes["linear"] == spec("linear(X, W)", X=(1, 2), W=(2, 1))
    assert shapes["lstm_gate"] == spec("lstm_gate(x, h, W, U)", x=(1, 2), h=(1, 1), W=(2, 1), U=(1, 1))
    assert shapes["matlab_rand"] is None


@each("name", some([*SPECS, "language"], 0, of=20))
@settings(max_examples=examples(5))
@given(data=st.data())
def test_no_point_of_a_box_leaves_the_range(name: str, data: st.DataObject):
    """Negative, straddling zero, one point, open, closed and unbounded cells."""
    made = SPECS.get(name, LANGUAGE)
    formula, operands = data.draw(cases(made, finite=data.draw(st.booleans())))
    check(formula, operands, choices(operands, data.draw(strategies.seeds()), 8))


@each("name", some([*SPECS, "language"], 3, of=20))
@settings(max_examples=examples(3))
@given(data=st.data())
def test_a_cell_that_is_unknown_may_be_anything_and_one_that_is_undefined_is_nothing(name: str, data: st.DataObject):
    made = SPECS.get(name, LANGUAGE)
    formula, operands = data.draw(cases(made, finite=True))
    name_of_one, box = next((key, array) for key, array in operands.items() if key in made.shapes)
    missing = data.draw(st.sampled_from([UNKNOWN, UNDEFINED]))
    inside = data.draw(strategies.seeds())
    ranges = decide(lambda: evaluate(formula, Ranges(), operands | {name_of_one: with_cell(box, 0, missing)}))
    for choice in choices(operands, inside, 4):
        first = missing if missing is UNDEFINED else fmpq(inside.random.randint(-9, 9), 2)
        values = decide(
            lambda choice=choice, first=first: evaluate(
                formula, Points(), choice | {name_of_one: with_cell(choice[name_of_one], 0, first)}
            )
        )
        for cell, value in zip(ranges.cells, values.cells, strict=True):
            if not isinstance(value, Missing):
                assert not outside(cell, value), f"{formula}: {outside(cell, value)}: {value} of {cell}"


def attained(formula: str, operands: dict[str, Array], place: int, target: fmpq | arb) -> bool:
    """Whether some corner, or a coordinate search from one of the best points, comes close to a value of one cell."""

    def distance(choice: Mapping[str, Array]) -> fmpq | None:
        value = decide(lambda: evaluate(formula, Points(), choice)).cells[place]
        return None if isinstance(value, Missing) else abs(ball(value - target)).mid().fmpq()

    tried: list[tuple[fmpq, dict[str, Array]]] = []
    combinations = product(*(list(corners(operands[name], 216)) for name in operands))
    for arrays in islice(combinations, 256):
        choice = dict(zip(operands, arrays, strict=True))
        found = distance(choice)
        if found is not None:
            tried.append((found, choice))
        if found is not None and found < CLOSE:
            return True
    nearest = min(tried, key=lambda point: point[0])[1]
    moves = list(grid(operands, nearest))
    tried += [(found, choice) for found, choice in zip(map(distance, moves), moves, strict=True) if found is not None]
    return any(
        searched(distance, operands, choice, best) for best, choice in sorted(tried, key=lambda point: point[0])[:8]
    )


def grid(operands: dict[str, Array], choice: dict[str, Array]) -> Iterator[dict[str, Array]]:
    """One cell after the other moved over its range."""
    for name, box in operands.items():
        for index, cell in enumerate(box.cells):
            if varies(cell):
                for step in range(1, 32):
                    value = cell.lo + (cell.hi - cell.lo) * fmpq(step, 32)
                    yield choice | {name: with_cell(choice[name], index, value)}


def searched(
    distance: Callable[[Mapping[str, Array]], fmpq | None],
    operands: dict[str, Array],
    choice: dict[str, Array],
    best: fmpq,
) -> bool:
    """A coordinate search inside the box with halved steps."""
    places = [(name, index) for name, box in operands.items() for index, cell in enumerate(box.cells) if varies(cell)]
    for halving in range(4, 25):
        for name, index in places:
            box = operands[name].cells[index]
            for way in (-1, 1):
                value = choice[name].cells[index] + way * (box.hi - box.lo) / 2**halving
                if box.lo < value < box.hi:
                    moved = choice | {name: with_cell(choice[name], index, value)}
                    found = distance(moved)
                    if found is not None and found < best:
                        best, choice = found, moved
            if best < CLOSE:
                return True
    return False


def varies(cell: Value) -> bool:
    return isinstance(cell, Interval) and cell.lo != cell.hi


def with_cell(array: Array, index: int, value: Value) -> Array:
    cells = (*array.cells[:index], value, *array.cells[index + 1 :])
    return Array(array.rows, array.columns, cells, array.sources)


@each("name", some([*SPECS, "language"], 6, of=20))
@settings(max_examples=examples(3))
@given(data=st.data())
def test_a_range_that_is_called_exact_comes_close_to_both_its_ends(name: str, data: st.DataObject):
    made = SPECS.get(name, LANGUAGE)
    formula, operands = data.draw(cases(made, finite=True))
    ranges = decide(lambda: evaluate(formula, Ranges(), operands))
    if not ranges.exact:
        return
    place = data.draw(st.integers(0, len(ranges.cells) - 1))
    cell = ranges.cells[place]
    for end in (cell.lo, cell.hi) if isinstance(cell, Interval) else ():
        if end is not None:
            assert attained(formula, operands, place, end), f"{formula}: {end} of {cell} at {operands}"


EXACT = """
X + Y | X * Y | X / Y | X @ Y.T | -X | abs(X) | relu(X) | exp(X) | log(X) | sqrt(X) | tanh(X) | sin(X) | X ** 2 | X ** Y
sum(X) | mean(X) | var(X) | std(X) | max(X) | min(X) | softmax(X) | softmax(X + Y) | X @ Y.T / sqrt(columns(X))
max(X, Y) | hstack(X, Y) | var(X * 2 - Y) | Matrix(1, 2, lambda i, j: X[0, j] * Y[0, 1 - j])
"""


@each("formula", [part.strip() for line in EXACT.strip().splitlines() for part in line.split("|")])
def test_exactness_is_claimed_where_a_formula_for_the_range_is_known(formula: str):
    operands = {name: from_rows([[Interval(fmpq(1), fmpq(2)), Interval(fmpq(1, 2), fmpq(3))]]) for name in "XY"}
    operands = {name: Array(1, 2, box.cells, frozenset([name])) for name, box in operands.items()}
    assert evaluate(formula, Ranges(), operands).exact


@each(
    "formula",
    [
        "X - X",
        "X / sum(X)",
        "layer_norm(X)",
        "X // 2",
        "round(X)",
        "median(X)",
        "argmax(X)",
        "X < 2",
        "softmax(X) - softmax(X)",
        "sum(softmax(X))",
        "Y * sum(max(X * mask.T, Y) * sign, axis=0)",
    ],
)
def test_exactness_is_not_claimed_where_a_cell_is_used_twice_or_steps(formula: str):
    box = Array(1, 2, (Interval(fmpq(1), fmpq(2)), Interval(fmpq(1, 2), fmpq(3))), frozenset(["X"]))
    operands = {
        "X": box,
        "Y": Array(1, 2, box.cells, frozenset(["Y"])),
        "mask": MASK,
        "sign": from_rows([[fmpq(1)], [fmpq(-1)]]),
    }
    assert not evaluate(formula, Ranges(), operands).exact


def test_the_larger_of_two_arrays_of_other_shape_does_not_vary_freely():
    """Both rows of max(C, b) move with the one b, so that their difference does not take both ends."""
    b = Array(1, 1, (Interval(fmpq(0), fmpq(1)),), frozenset(["b"]))
    zeros = from_rows([[fmpq(0)], [fmpq(0)]])
    sign = from_rows([[fmpq(1)], [fmpq(-1)]])
    assert not evaluate("max(C, b)", Ranges(), {"b": b, "C": zeros}).independent
    assert not evaluate("sum(max(C, b) * sign, axis=0)", Ranges(), {"b": b, "C": zeros, "sign": sign}).exact


def spread(cells: tuple[fmpq, ...], ddof: int) -> fmpq:
    middle = sum(cells, fmpq(0)) / len(cells)
    return sum(((cell - middle) ** 2 for cell in cells), fmpq(0)) / (len(cells) - ddof)


def vertices(boxes: tuple[Interval, ...]) -> Iterator[tuple[fmpq, ...]]:
    return product(*({box.lo, box.hi} for box in boxes))


@st.composite
def rows_of_boxes(draw: st.DrawFn, *, same_width: bool) -> tuple[Interval, ...]:
    count = draw(st.integers(2, 6))
    width = fmpq(draw(st.integers(1, 16)), 8)
    result = []
    for _ in range(count):
        lo = fmpq(draw(st.integers(-24, 24)), 8)
        wide = width if same_width else fmpq(draw(st.integers(0, 16)), 8)
        closed = (True, True) if wide == 0 else (draw(st.booleans()), draw(st.booleans()))
        result.append(Interval(lo, lo + wide, *closed))
    return tuple(result)


@given(st.data(), st.integers(0, 1), st.booleans())
def test_the_largest_variance_is_that_of_a_vertex(data: st.DataObject, ddof: int, same_width: bool):
    """Against all vertices; attained if and only if one of the best vertices is."""
    boxes = data.draw(rows_of_boxes(same_width=same_width))
    found = Ranges().variance(boxes, ddof)
    closures = tuple(Interval(box.lo, box.hi) for box in boxes)
    best = max(spread(cells, ddof) for cells in vertices(closures))
    reached = any(
        all(
            (cell != box.lo or box.lo_closed) and (cell != box.hi or box.hi_closed)
            for cell, box in zip(cells, boxes, strict=True)
        )
        for cells in vertices(closures)
        if spread(cells, ddof) == best
    )
    assert (found.hi, found.hi_closed, found.loose) == (best, reached or best == 0, False)


@given(st.data(), st.integers(0, 1), st.booleans())
def test_the_least_variance_is_reached_at_one_level(data: st.DataObject, ddof: int, same_width: bool):
    """Against every level where the slope could vanish: all ends, and the means of all pinned sets between ends."""
    boxes = data.draw(rows_of_boxes(same_width=same_width))
    found = Ranges().variance(boxes, ddof)
    levels = sorted({end for box in boxes for end in (box.lo, box.hi)}, key=lambda x: (x.floor(), x - x.floor()))
    candidates = list(levels)
    for a, b in pairwise(levels):
        pinned = [box.hi for box in boxes if box.hi <= a] + [box.lo for box in boxes if box.lo >= b]
        candidates += [a + (b - a) * fmpq(k, 7) for k in range(1, 7)]
        candidates += [sum(pinned, fmpq(0)) / len(pinned)] if pinned else []
    placed = [tuple(min(max(level, box.lo), box.hi) for box in boxes) for level in candidates]
    best = min(spread(cells, ddof) for cells in placed)
    reached = any(
        all(
            (cell != box.lo or box.lo_closed) and (cell != box.hi or box.hi_closed)
            for cell, box in zip(cells, boxes, strict=True)
        )
        for cells in placed
        if spread(cells, ddof) == best
    )
    assert found.lo == best
    assert found.lo_closed == reached


def test_a_tie_between_equal_cells_counts_as_attained_if_one_order_is():
    """Both cells range over 0 to 1; (0, 1) is attained and (1, 0) is not."""
    left, right = Interval(fmpq(0), fmpq(1), hi_closed=False), Interval(fmpq(0), fmpq(1), lo_closed=False)
    for cells in ((left, right), (right, left)):
        assert Ranges().variance(cells, 0).hi_closed


def test_many_cells_of_unequal_widths_have_a_bound_that_is_called_loose():
    boxes = tuple(Interval(fmpq(i), fmpq(2 * i + 1)) for i in range(MAX_VARIANCE_CELLS + 1))
    found = Ranges().variance(boxes, 0)
    assert found.loose
    assert found.hi >= max(spread(cells, 0) for cells in vertices(boxes))
    box = Array(1, len(boxes), boxes, frozenset(["X"]))
    for formula in ("var(X)", "std(X)", "1 + std(X)", "-std(X)", "std(X) * 2"):
        assert not evaluate(formula, Ranges(), {"X": box}).exact


@each("formula", ["softmax(X)", "var(X)", "std(X)", "layer_norm(X, eps=1)", "max(X)", "X - mean(X)"])
@each(
    "box",
    [
        WHOLE_LINE,
        Interval(fmpq(-1), fmpq(1), lo_closed=False, hi_closed=False),
        Interval(fmpq(2), fmpq(3), lo_closed=False),
        UNKNOWN,
    ],
)
def test_a_row_of_one_cell_holds_its_value(formula: str, box: Value):
    """A softmax of one is 1 and its variance 0, whatever the cell is, also if it lies between open ends."""
    operands = {"X": Array(1, 1, (box,), frozenset(["X"]))}
    ranges = evaluate(formula, Ranges(), operands)
    values = evaluate(
        formula, Points(), {"X": from_rows([[fmpq(5, 2) if isinstance(box, Interval) and box.lo == 2 else fmpq(0)]])}
    )
    assert not outside(ranges.cells[0], values.cells[0])


def test_a_score_that_may_be_masked_stays_so_beside_open_ends():
    """In a sum, a product and an open choice: a softmax may then be 0 there, and 1 where no other score is left."""
    hidden, box = Interval(None, fmpq(0), partial=True, loose=True), Interval(fmpq(1), fmpq(2), False, False)  # noqa: FBT003 - ends
    for score in (hidden + box, box + hidden, hidden * box, box * hidden, hull(hidden, box)):
        first, second = Ranges().softmax((box, score))
        assert (first.hi, first.hi_closed) == (fmpq(1), True)
        assert (second.lo, second.lo_closed) == (fmpq(0), True)
    assert not Ranges().softmax((box, WHOLE_LINE))[0].hi_closed
    assert Ranges().softmax((box, UNKNOWN))[0].hi_closed  # what is unknown may be masked


def test_a_softmax_with_unbounded_cells_has_limits_that_are_not_attained():
    free = WHOLE_LINE
    low, high = Interval(None, fmpq(0), lo_closed=False), Interval(fmpq(0), None, hi_closed=False)
    for cells, lo, hi in (
        ((free, fmpq(0)), 0, 1),
        ((low, fmpq(0)), 0, fmpq(1, 2)),
        ((high, fmpq(0)), fmpq(1, 2), 1),
        ((high, free, low), 0, 1),
        ((fmpq(0), low, low), fmpq(1, 3), 1),
        ((fmpq(0), high, fmpq(0)), 0, fmpq(1, 3)),
    ):
        found = Ranges().softmax(cells)[0]
        assert (compare(found.lo, fmpq(lo)), compare(found.hi, fmpq(hi))) == (0, 0)
        assert found.lo_closed == (lo not in (0, 1))
        assert found.hi_closed == (hi not in (0, 1))


@settings(max_examples=examples(30))
@given(st.data(), strategies.seeds())
def test_a_softmax_of_random_points_lies_in_its_range(data: st.DataObject, inside: Inside):
    boxes = data.draw(strategies.boxes(2, 4, "X", finite=False))
    check("softmax(X)", {"X": boxes}, choices({"X": boxes}, inside, 10))


@given(st.integers(0, 400), st.integers(1, 400), st.integers(2, 5))
def test_an_exact_root_is_one(top: int, bottom: int, degree: int):
    number = fmpq(top, bottom)
    root = exact_root(number, degree)
    assert exact_root(number**degree, degree) == number
    assert root is None or root**degree == number


def test_a_branch_without_a_value_leaves_the_other():
    """1/0 if x > 0 else 3: where x may be of either sign the only value is 3."""
    x = Array(1, 1, (Interval(fmpq(-1), fmpq(1)),), frozenset(["x"]))
    for formula in ("1 / 0 if x > 0 else 3", "3 if x > 0 else log(-1)"):
        cell = evaluate(formula, Ranges(), {"x": x}).cells[0]
        assert (cell.lo, cell.hi, cell.partial) == (3, 3, True)
    assert evaluate("1 / 0 if x > 0 else log(0)", Ranges(), {"x": x}).cells[0] is UNDEFINED
    assert evaluate("y if x > 0 else 3", Ranges(), {"x": x, "y": from_rows([[UNKNOWN]])}).cells[0] is UNKNOWN


def test_shapes_and_counts_do_not_vary():
    """columns(K) says nothing of the numbers of K, so that a division by its root stays exact."""
    box = Array(1, 2, (Interval(fmpq(1), fmpq(2)),) * 2, frozenset(["K"]))
    for formula in ("columns(K)", "rows(K)", "count(K)"):
        assert not evaluate(formula, Ranges(), {"K": box}).sources
    assert evaluate("K / sqrt(columns(K))", Ranges(), {"K": box}).exact
