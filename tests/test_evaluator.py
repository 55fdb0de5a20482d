"""The formula language on points: NumPy's semantics by hand, messages whole, bounds, and every value twice."""

from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.counting import counted
from tests.effort import examples
from tests.strategies import from_rows
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.assembly import MAX_CELLS
from verifier.evaluation.costs import LINE_WORK
from verifier.evaluation.expression_values import MAX_CALLS, MAX_WORK, Evaluator
from verifier.evaluation.predicates import attempt
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Missing
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import decide, working_precision
from verifier.operations import REGISTER, ShapeError, TooLarge, signatures
from verifier.operations.operation import Operation, _add

DIGITS = 50


def matrix(text: str) -> Array:
    """`1 2/3; x UNKNOWN` as rows of numbers, words and missing cells."""
    return from_rows([cell(word) for word in row.split()] for row in text.split(";"))


def cell(word: str) -> Value:
    if word in ("UNKNOWN", "UNDEFINED"):
        return {"UNKNOWN": UNKNOWN, "UNDEFINED": UNDEFINED}[word]
    try:
        exact = Fraction(word)
    except ValueError:
        return word
    return fmpq(exact.numerator, exact.denominator)


OPERANDS = {
    "X": matrix("1 2 3; 4 5 6"),
    "Y": matrix("2 0 1; -1 3 1/2"),
    "row": matrix("10 20 30"),
    "column": matrix("100; 200"),
    "S": matrix("7"),
    "N": matrix("-1 0 4"),
    "ties": matrix("1/2 3/2 -1/2 -3/2 5/2"),
    "words": matrix("The cat the dog"),
    "corpus": matrix("a b; a c"),
    "places": matrix("2 0; 5 1/2"),
    "holes": matrix("1 UNKNOWN 3; 4 5 UNDEFINED"),
}


@cache
def expression(formula: str):
    return parse_formula(formula, signatures())


def evaluate(formula: str, engine: Points | Ranges | None = None) -> Array:
    return decide(lambda: Evaluator(engine or Points(), OPERANDS.__getitem__).evaluate(expression(formula)))


BY_HAND = """
X + row                                    | 11 22 33; 14 25 36
X + column                                 | 101 102 103; 204 205 206
row + column                               | 110 120 130; 210 220 230
X - S                                      | -6 -5 -4; -3 -2 -1
2 * X - 1                                  | 1 3 5; 7 9 11
X / Y                                      | 1/2 UNDEFINED 3; -4 5/3 12
Y // 2                                     | 1 0 0; -1 1 0
N % 3                                      | 2 0 1
N % -3                                     | -1 0 -2
7 // -2                                    | -4
7 % -2                                     | -1
-X                                         | -1 -2 -3; -4 -5 -6
+X                                         | 1 2 3; 4 5 6
X ** 2                                     | 1 4 9; 16 25 36
2 ** N                                     | 1/2 1 16
N ** -1                                    | -1 UNDEFINED 1/4
N ** 0                                     | 1 1 1
N ** 0.5                                   | UNDEFINED 0 2
0 ** 0                                     | 1
8 ** (1/3)                                 | 2
(4/9) ** 1.5                               | 8/27
-2 ** 2                                    | -4
2 ** 3 ** 2                                | 512
X @ Y.T                                    | 5 13/2; 14 14
X @ row.T                                  | 140; 320
row @ row.T                                | 1400
X.T                                        | 1 4; 2 5; 3 6
X < 3                                      | 1 1 0; 0 0 0
X <= 3                                     | 1 1 1; 0 0 0
X > 3                                      | 0 0 0; 1 1 1
X >= Y                                     | 0 1 1; 1 1 1
X == Y                                     | 0 0 0; 0 0 0
X != 5                                     | 1 1 1; 1 0 1
X if X > 2 else -X                         | -1 -2 3; 4 5 6
1 if S > 3 else 1 / 0                      | 1
1 / N if N != 0 else 0                     | -1 0 1/4
row if column > 100 else 0                 | 0 0 0; 10 20 30
X[0]                                       | 1 2 3
X[-1]                                      | 4 5 6
X[1, 2]                                    | 6
X[-2, -3]                                  | 1
X[:, 1]                                    | 2; 5
X[:, -1:]                                  | 3; 6
X[:1]                                      | 1 2 3
X[0:9, 1:]                                 | 2 3; 5 6
X[:, :-1]                                  | 1 2; 4 5
X[1:1].T                                   | ;;
X[columns(S)]                              | 4 5 6
sum(X, axis=1)                             | 6; 15
sum(X)                                     | 21
argmax(X)                                  | 5
sum(X, axis=0)                             | 5 7 9
sum(X, 0)                                  | 5 7 9
sum(X, axis=-1)                            | 6; 15
sum(X, axis=None)                          | 21
mean(X, axis=1)                            | 2; 5
mean(X, axis=0)                            | 5/2 7/2 9/2
var(X, axis=1)                             | 2/3; 2/3
var(X, axis=1, ddof=1)                     | 1; 1
var(X, axis=0)                             | 9/4 9/4 9/4
var(X, axis=None)                          | 35/12
std(X, axis=1, ddof=1)                     | 1; 1
std(X, 0)                                  | 3/2 3/2 3/2
median(X, axis=1)                          | 2; 5
median(X[:, :2], axis=1)                   | 3/2; 9/2
median(X, axis=None)                       | 7/2
min(Y, axis=1)                             | 0; -1
max(Y, axis=0)                             | 2 3 1
max(X, Y, 4)                               | 4 4 4; 4 5 6
min(X, column, 5)                          | 1 2 3; 4 5 5
argmax(Y, axis=1)                          | 0; 1
argmax(Y, axis=0)                          | 0 1 0
argmax(X * 0, axis=1)                      | 0; 0
abs(N)                                     | 1 0 4
relu(N)                                    | 0 0 4
sqrt(X[:, 0])                              | 1; 2
sqrt(N)                                    | UNDEFINED 0 2
log(1)                                     | 0
log(N[0, :2])                              | UNDEFINED UNDEFINED
log10(X[1, 0] * 250)                       | 3
log10(1 / 1000)                            | -3
exp(0 * X)                                 | 1 1 1; 1 1 1
sin(0) + cos(0) + tan(0) + tanh(0)         | 1
sigmoid(0)                                 | 1/2
round(ties)                                | 0 2 0 -2 2
trunc(ties)                                | 0 1 0 -1 2
trunc(X / 8, 1)                            | 1/10 1/5 3/10; 1/2 3/5 7/10
round(X / 8, 1)                            | 1/10 1/5 2/5; 1/2 3/5 4/5
round(column * 1.26, -1)                   | 130; 250
softmax(0 * X)                             | 1/3 1/3 1/3; 1/3 1/3 1/3
softmax(0 * X, axis=0)                     | 1/2 1/2 1/2; 1/2 1/2 1/2
softmax(0 * X, axis=None)                  | 1/6 1/6 1/6; 1/6 1/6 1/6
attention(0 * X, Y, Y)                     | 1/2 3/2 3/4; 1/2 3/2 3/4
layer_norm(matrix)                         | -1 1
layer_norm(matrix, eps=3)                  | -1/2 1/2
layer_norm(matrix, eps=2, ddof=1)          | -1/2 1/2
rows(X)                                    | 2
columns(X)                                 | 3
transpose(X)                               | 1 4; 2 5; 3 6
flatten(X)                                 | 1 2 3 4 5 6
hstack(X, column)                          | 1 2 3 100; 4 5 6 200
concat(column, column, column)             | 100 100 100; 200 200 200
vstack(X, row)                             | 1 2 3; 4 5 6; 10 20 30
hstack(X[2:], Y[2:]).T                     | ;;;;;
count(X)                                   | 6
count(words)                               | 4
lower(words)                               | the cat the dog
unique(words)                              | The cat the dog
unique(lower(words))                       | the cat dog
count(unique(lower(words)))                | 3
unique(corpus)                             | a b c
index(corpus, unique(corpus))              | 0 1; 0 2
index(words, lower(words))                 | UNDEFINED 1 0 3
take(row, places)                          | 30 10; UNDEFINED UNDEFINED
take(words, index(words[0, 3], words))     | dog
words == lower(words)                      | 0 1 1 1
holes + 1                                  | 2 UNKNOWN 4; 5 6 UNDEFINED
sum(holes, axis=1)                         | UNKNOWN; UNDEFINED
var(holes[:1])                             | UNKNOWN
softmax(holes[1:])                         | UNDEFINED UNDEFINED UNDEFINED
argmax(holes[:1])                          | UNKNOWN
count(holes[:1])                           | UNKNOWN
count(holes[1:])                           | 3
holes if holes > 2 else 0                  | 0 UNKNOWN 3; 4 5 UNDEFINED
max(X[2:], axis=0)                         | UNDEFINED UNDEFINED UNDEFINED
mean(X[2:], axis=0)                        | UNDEFINED UNDEFINED UNDEFINED
sum(X[2:], axis=0)                         | 0 0 0
Matrix(2, 3, lambda i, j: 10 * i + j)      | 0 1 2; 10 11 12
Matrix(2, 2, lambda X, j: X - j)           | 0 -1; 1 0
Matrix(rows(X), 1, lambda i, j: X[i, i])   | 1; 5
Matrix(2, 2, lambda i, j: 1 if j <= i else 0)                        | 1 0; 1 1
Matrix(2, 2, lambda i, j: sum(Matrix(1, 3, lambda k, m: m * (i + j)))) | 0 3; 3 6
positional_encoding(1, 4)                  | 0 1 0 1
"""
OPERANDS["matrix"] = matrix("1 3")


@each("line", BY_HAND.strip().splitlines())
def test_a_formula_gives_what_was_worked_by_hand(line: str):
    formula, expected = (part.strip() for part in line.split("|"))
    found = evaluate(formula)
    if expected.strip(";") == "":
        assert (found.rows, found.columns) == (expected.count(";") + 1, 0)
        return
    wanted = matrix(expected)
    assert found.shape == wanted.shape
    assert all(a is b if isinstance(b, Missing) else a == b for a, b in zip(found.cells, wanted.cells, strict=True)), (
        found.cells
    )


@each("line", [line for line in BY_HAND.strip().splitlines() if "holes" not in line])
def test_ranges_of_operands_that_do_not_vary_are_the_points(line: str):
    formula = line.split("|", maxsplit=1)[0].strip()
    assert list(map(str, evaluate(formula, Ranges()).cells)) == list(map(str, evaluate(formula).cells))


SHAPE_ERRORS = {
    "X @ Y": "a product of 2 x 3 and 2 x 3 is undefined: 3 columns meet 2 rows",
    "X + X.T": "shapes 2 x 3 and 3 x 2 do not fit each other: 2 and 3 differ and neither is 1",
    "max(X, row, X.T)": "shapes 2 x 3 and 1 x 3 and 3 x 2 do not fit each other: 2 and 3 differ and neither is 1",
    "X if column.T > 0 else 1": "shapes 1 x 2 and 2 x 3 and 1 x 1"
    " do not fit each other: 2 and 3 differ and neither is 1",
    "hstack(X, row)": "matrices side by side have as many rows each, found 2 and 1",
    "vstack(X, column)": "matrices one below the other have as many columns each, found 3 and 1",
    "X[2]": "row 2 of a matrix with 2, counted from 0",
    "X[0, -4]": "column -4 of a matrix with 3, counted from 0",
    "X[0.5]": "a whole number for an index or a size, found 1/2",
    "X[row]": "one number, found 1 x 3",
    "X[words[0, 0]]": "a whole number for an index or a size, found The",
    "sum(X, axis=1 + 1)": "axis is 0, 1 or None, found 2",
    "softmax(X, axis=2 + 3)": "axis is 0, 1 or None, found 5",
    "var(S, ddof=1)": "a spread with ddof=1 needs more than 1 numbers, found 1",
    "var(X, axis=1, ddof=3)": "a spread with ddof=3 needs more than 3 numbers, found 3",
    "var(X, ddof=None)": "a whole number for ddof, found None",
    "round(X, None)": "a whole number for digits, found None",
    "round(X, 10**9)": "digits between -400 and 400, found 1000000000",
    "trunc(X, 10**9)": "digits between -400 and 400, found 1000000000",
    "layer_norm(X, eps=None)": "a number for eps, found None",
    "layer_norm(X, eps=X)": "one number, found 2 x 3",
    "Matrix(1, 2, lambda i, j: X[:, j:])": "parts of one size in each row, found 2 x 3 and 2 x 2;"
    " NAME[i] is the number in row i",
    "heads_attention(X, X, X, heads=2)": "a whole number for an index or a size, found 3/2",
    "until(words.T, words[0, 0])": "words in one row and one word that ends them, found (4, 1) and (1, 1)",
    "Matrix(1/2, 2, lambda i, j: i)": "a whole number for an index or a size, found 1/2",
    "words + 1": "numbers for add, found the word 'The'",
    "softmax(words)": "numbers for softmax, found the word 'The'",
    "-words": "numbers for negative, found the word 'The'",
}


@each("formula", SHAPE_ERRORS)
@each("engine", [Points(), Ranges()])
def test_a_formula_that_does_not_fit_its_operands_says_which_dimensions(formula: str, engine: Points | Ranges):
    with pytest.raises(ShapeError) as error:
        evaluate(formula, engine)
    assert str(error.value) == SHAPE_ERRORS[formula]


@pytest.mark.parametrize(
    "formula",
    [
        "Matrix(10**6, 10**6, lambda i, j: 1)", "Matrix(-1, 2, lambda i, j: 1)", "positional_encoding(10**9, 10**9)",
        "Matrix(1, 10**5, lambda i, j: j).T @ Matrix(1, 10**5, lambda i, j: j)", "Matrix(10**400, 1, lambda i, j: 1)",
    ],
)  # fmt: skip
def test_a_matrix_that_no_memory_holds_is_refused(formula: str):
    with pytest.raises(TooLarge, match=f"a matrix of at most {MAX_CELLS} cells, found"):
        evaluate(formula)


def test_the_steps_of_a_formula_are_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verifier.evaluation.expression_values.MAX_CALLS", 1000)
    with pytest.raises(TooLarge, match="a formula takes at most 1000 steps"):
        evaluate("Matrix(100, 100, lambda i, j: sum(X[0:1], axis=None) * j)")
    assert MAX_CALLS < 10**7


def test_numbers_of_a_stream_that_are_skipped_are_work(monkeypatch: pytest.MonkeyPatch):
    evaluate("numpy_rand(1, 1000, 2, 2)")
    monkeypatch.setattr("verifier.evaluation.expression_values.MAX_WORK", 25_000)
    with pytest.raises(TooLarge, match="a formula takes at most 25000 products, this one more"):
        evaluate(" + ".join(f"numpy_rand({seed}, 1000, 1, 1)" for seed in range(3)))


def test_the_softmax_of_a_long_row_takes_no_longer_than_its_cells():
    """A block of 512 x 512 is within the budget of one formula."""
    row = Array(1, 3000, tuple(fmpq(place % 7) for place in range(3000)))
    evaluator = Evaluator(Points(), lambda _: row, budget=200_000)
    total = sum(evaluator.evaluate(parse_formula("softmax(X)", signatures())).cells, fmpq(0))
    assert abs(total - 1) < fmpq(1, 10**20)
    assert 512 * 512 * LINE_WORK < MAX_WORK


HOSTILE = [
    "9**9**9", "exp(exp(exp(100)))", "-exp(-exp(exp(9)))", "(1/3)**10**9", "2**10**11 // 1", "2**10**11 % 7",
    "round(2**10**11)", "10**20000 // 3", "sin(10**5000)", "sin(exp(exp(9)))", "(((9**999)**999)**999)**999",
    "log10(10**5000)", "tanh(10**9)",
    "softmax(N * 10**30)", "var(N * 10**400, axis=1)", "sqrt(2**20001) // 1", "exp(-10**12) == 0",
    "var(exp(exp(20) * N), axis=1)",
]  # fmt: skip


@each("formula", HOSTILE)
@each("engine", [Points(), Ranges()])
def test_a_hostile_number_ends_soon_in_a_ball_or_in_uncertain(formula: str, engine: Points | Ranges):
    found, calls = counted(lambda: attempt(lambda: evaluate(formula, engine), None))
    assert calls < 20_000
    assert found is None or all(isinstance(value, fmpq | arb) for value in found.cells)


def test_a_negative_number_has_every_whole_power_also_a_huge_one():
    assert evaluate("(-2)**30001").cells[0] < 0
    assert evaluate("(-2)**30000").cells[0] > 0
    assert evaluate("(-2)**0.5").cells[0] is UNDEFINED
    with pytest.raises(Uncertain):
        evaluate("(-2)**exp(1)")


def test_options_may_be_computed():
    assert evaluate("var(X, axis=1, ddof=columns(X) - 2)").cells == evaluate("var(X, axis=1, ddof=1)").cells
    assert str(evaluate("layer_norm(X, eps=S / 7)").cells) == str(evaluate("layer_norm(X, eps=1)").cells)


def test_two_operations_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two operations are called sum"):
        _add(REGISTER["sum"])
    assert isinstance(REGISTER["sum"], Operation)


@given(strategies.matrices(2, 3), strategies.matrices(2, 3), strategies.matrices(3, 2))
@settings(max_examples=examples(25))
def test_rational_values_are_those_of_fractions(x: Array, y: Array, z: Array):
    """Sums, products, quotients, means and variances, computed again with the standard library."""
    given_ = {"X": x, "Y": y, "Z": z}
    a, b, c = ([[Fraction(int(v.p), int(v.q)) for v in row] for row in array.row_list()] for array in (x, y, z))
    two, three = range(2), range(3)
    again = {
        "X + Y * 2 - 1": [[a[i][j] + b[i][j] * 2 - 1 for j in three] for i in two],
        "X @ Z": [[sum(a[i][k] * c[k][j] for k in three) for j in two] for i in two],
        "X // (1 + Y ** 2)": [[Fraction(a[i][j] // (1 + b[i][j] ** 2)) for j in three] for i in two],
        "X % (1 + abs(Y))": [[a[i][j] % (1 + abs(b[i][j])) for j in three] for i in two],
        "mean(X, axis=1)": [[sum(a[i]) / 3] for i in two],
        "var(X, axis=1, ddof=1)": [[sum((v - sum(a[i]) / 3) ** 2 for v in a[i]) / 2] for i in two],
        "median(X, axis=1)": [[sorted(a[i])[1]] for i in two],
        "max(X, Y)": [[max(a[i][j], b[i][j]) for j in three] for i in two],
        "round(X, 2)": [[Fraction(round(a[i][j], 2)) for j in three] for i in two],
        "mean(X)": [[sum(a[0] + a[1]) / 6]],
        "argmax(X)": [[Fraction((a[0] + a[1]).index(max(a[0] + a[1])))]],
        "argmax(X, axis=1)": [[Fraction(a[i].index(max(a[i])))] for i in two],
    }
    for formula, rows in again.items():
        found = Evaluator(Points(), given_.__getitem__).evaluate(expression(formula))
        assert [Fraction(int(v.p), int(v.q)) for v in found.cells] == [v for row in rows for v in row], formula


def mp(value: fmpq) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


FUNCTIONS = {
    "exp(X)": mpmath.exp,
    "log(1 + abs(X))": lambda x: mpmath.log(1 + abs(x)),
    "log10(1 + abs(X))": lambda x: mpmath.log10(1 + abs(x)),
    "sqrt(abs(X))": lambda x: mpmath.sqrt(abs(x)),
    "sin(X)": mpmath.sin,
    "cos(X)": mpmath.cos,
    "tan(X)": mpmath.tan,
    "tanh(X)": mpmath.tanh,
    "sigmoid(X)": lambda x: 1 / (1 + mpmath.exp(-x)),
    "(1 + abs(X)) ** X": lambda x: (1 + abs(x)) ** x,
    "2 ** X": lambda x: mpmath.mpf(2) ** x,
}


@given(strategies.rationals(20))
@settings(max_examples=examples(25))
def test_elementary_functions_are_those_of_mpmath_to_fifty_digits(x: fmpq):
    with working_precision(256), mpmath.workdps(DIGITS + 15):
        for formula, function in FUNCTIONS.items():
            value = Evaluator(Points(), lambda _: Array(1, 1, (x,))).evaluate(expression(formula)).cells[0]
            assert close(value, function(mp(x))), formula


def close(value: Value, other: mpmath.mpf) -> bool:
    middle = value if isinstance(value, fmpq) else value.mid().fmpq()
    return abs(mp(middle) - other) <= mpmath.mpf(10) ** -DIGITS * max(1, abs(other))


@given(strategies.matrices(2, 3), strategies.matrices(3, 3))
@settings(max_examples=examples(15))
def test_softmax_attention_and_layer_norm_are_those_of_mpmath_to_fifty_digits(x: Array, k: Array):
    with working_precision(256), mpmath.workdps(DIGITS + 15):
        a, b = ([[mp(v) for v in row] for row in array.row_list()] for array in (x, k))
        scores = [[mpmath.fdot(p, q) / mpmath.sqrt(3) for q in b] for p in a]
        weights = [softmax(row) for row in scores]
        again = {
            "softmax(X)": [softmax(row) for row in a],
            "attention(X, K, K)": [[mpmath.fdot(w, column) for column in zip(*b, strict=True)] for w in weights],
            "layer_norm(X, eps=0.001, ddof=1)": [normed(row, mpmath.mpf(1) / 1000, 1) for row in a],
            "std(X + 1, axis=1)": [
                [mpmath.sqrt(mpmath.fsum((v - mpmath.fsum(row) / 3) ** 2 for v in row) / 3)] for row in a
            ],
        }
        for formula, rows in again.items():
            found = Evaluator(Points(), {"X": x, "K": k}.__getitem__).evaluate(expression(formula))
            for value, other in zip(found.cells, [v for row in rows for v in row], strict=True):
                assert close(value, other), formula


def softmax(row: list[mpmath.mpf]) -> list[mpmath.mpf]:
    powers = [mpmath.exp(v) for v in row]
    return [power / mpmath.fsum(powers) for power in powers]


def normed(row: list[mpmath.mpf], eps: mpmath.mpf, ddof: int) -> list[mpmath.mpf]:
    middle = mpmath.fsum(row) / len(row)
    spread = mpmath.fsum((v - middle) ** 2 for v in row) / (len(row) - ddof)
    return [(v - middle) / mpmath.sqrt(spread + eps) for v in row]


def test_positional_encodings_are_those_of_mpmath_to_fifty_digits():
    """Sines in even columns and cosines in odd ones, each pair at one wavelength."""
    with working_precision(256), mpmath.workdps(DIGITS + 15):
        found = evaluate("positional_encoding(5, 6)")
        for (pos, j), value in zip(found.positions(), found.cells, strict=True):
            angle = pos / mpmath.mpf(10000) ** (mpmath.mpf(j - j % 2) / 6)
            assert close(value, mpmath.cos(angle) if j % 2 else mpmath.sin(angle))


@given(st.integers(2, 10**6))
@settings(max_examples=examples(25))
def test_exp_log_and_sqrt_are_those_of_decimal_to_fifty_digits(top: int):
    context = Context(prec=DIGITS + 10)
    number = context.divide(Decimal(top), Decimal(2**20))
    x = Array(1, 1, (fmpq(top, 2**20),))
    with working_precision(256):
        for formula, exact in (
            ("exp(X)", number.exp(context)),
            ("log(X)", number.ln(context)),
            ("sqrt(X)", number.sqrt(context)),
        ):
            value = Evaluator(Points(), lambda _: x).evaluate(expression(formula)).cells[0]
            middle = value if isinstance(value, fmpq) else value.mid().fmpq()
            found = context.divide(Decimal(int(middle.p)), Decimal(int(middle.q)))
            assert abs(context.subtract(found, exact)) <= context.multiply(
                Decimal(10) ** -DIGITS, max(Decimal(1), exact)
            )


CELLS = [fmpq(0), fmpq(3, 2), arb(2).sqrt(), UNKNOWN, UNDEFINED, MINUS_INFINITY]
PLACES = st.lists(st.sampled_from(range(len(CELLS))), min_size=6, max_size=6)


@given(PLACES, PLACES)
def test_a_product_of_operands_that_were_never_printed_is_the_sum_of_its_products(a: list[int], b: list[int]) -> None:
    left, right = ([CELLS[place] for place in places] for places in (a, b))
    made = Points().matmul(Array(2, 3, tuple(left)), Array(3, 2, tuple(right)))
    for i, j in made.positions():
        total: Any = sum((left[3 * i + k] * right[2 * k + j] for k in range(3)), fmpq(0))  # type: ignore[operator]
        same = made[i, j]
        assert same is total if isinstance(total, Missing) else str(same) == str(total)
