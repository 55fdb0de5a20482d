"""A formula is read as Python reads it, or refused at the column of what is wrong."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.strategies import any_text, texts
from tests.tables import each
from verifier.formulas.nearest import nearest
from verifier.formulas.parser import MAX_DEPTH, MAX_LENGTH, FormulaError, parse_formula, spell_signature
from verifier.formulas.spelling import spell
from verifier.formulas.tree import (
    Apply,
    Build,
    Choice,
    Expression,
    Literal,
    Name,
    Span,
    Subscript,
    children,
    depth,
    names,
    used,
)
from verifier.numbers.rules import ROUNDINGS
from verifier.operations import signatures

SIGNATURES = signatures()

fuzz = settings(max_examples=examples(300))


def tree(expression: "Expression | Span | None") -> str:
    """An expression as nested calls, so that a test shows it on one line."""
    match expression:
        case Literal(value):
            return str(value)
        case Name(name):
            return name
        case Apply(operation, arguments, options):
            parts = [tree(argument) for argument in arguments]
            return f"{operation}({', '.join(parts + [f'{name}={tree(option)}' for name, option in options])})"
        case Choice(condition, then, other):
            return f"choice({tree(condition)}, {tree(then)}, {tree(other)})"
        case Span(start, stop, step):
            return f"{tree(start)}:{tree(stop)}" + (f":{tree(step)}" if step is not None else "")
        case Subscript(array, row, column):
            return f"at({tree(array)}, {tree(row)}, {tree(column)})"
        case Build(rows, columns, (i, j), body):
            return f"build({tree(rows)}, {tree(columns)}, {i} {j}: {tree(body)})"
    return "none"


def parsed(text: str) -> str:
    return tree(parse_formula(text, SIGNATURES))


def refused(text: str) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text, SIGNATURES)
    return caught.value


@each(
    ("text", "expected"),
    [
        ("X", "X"),
        ("  X  ", "X"),
        ("W_Q1", "W_Q1"),
        ("Ω", "Ω"),
        ("ﬁ", "fi"),  # Python takes names in their normal form
        # Numbers are exact, whatever a float would make of them.
        ("0.1", "1/10"),
        (".5", "1/2"),
        ("3.", "3"),
        ("1e-4", "1/10000"),
        ("1.2E3", "1200"),
        ("0.1000000000000000000001", "1000000000000000000001/10000000000000000000000"),
        ("-2", "negative(2)"),
        ("+2", "2"),
        # Operators bind as in Python.
        ("a + b * c", "add(a, multiply(b, c))"),
        ("a - b - c", "subtract(subtract(a, b), c)"),
        ("a ** b ** c", "power(a, power(b, c))"),
        ("-a ** 2", "negative(power(a, 2))"),
        ("a / b // c % d", "remainder(floor_divide(divide(a, b), c), d)"),
        ("Q @ K.T / sqrt(6)", "divide(matmul(Q, transpose(K)), sqrt(6))"),
        ("(Q @ K).T", "transpose(matmul(Q, K))"),
        ("a < b", "less(a, b)"),
        ("a <= b", "less_equal(a, b)"),
        ("a > b", "greater(a, b)"),
        ("a >= b", "greater_equal(a, b)"),
        ("a == b", "equal(a, b)"),
        ("a != b", "not_equal(a, b)"),
        ("9**9**9", "power(9, power(9, 9))"),
        ("a and b and c or not d", "logical_or(logical_and(logical_and(a, b), c), logical_not(d))"),
        ("not a < b", "logical_not(less(a, b))"),
        ("a if b else -inf", "choice(b, a, mask(0))"),
        # Choices, subscripts and slices.
        ("a if b else c", "choice(b, a, c)"),
        ("a if b else c if d else e", "choice(b, a, choice(d, c, e))"),
        ("X[0]", "at(X, 0, none)"),
        ("X[0, i + 1]", "at(X, 0, add(i, 1))"),
        ("X[:, 1:3]", "at(X, none:none, 1:3)"),
        ("X[2:]", "at(X, 2:none, none)"),
        ("X[::2, 3:0:-1]", "at(X, none:none:2, 3:0:negative(1))"),
        ("X[-1]", "at(X, negative(1), none)"),
        ("X[0][1]", "at(at(X, 0, none), 1, none)"),
        # Calls: arrays by position, options by position or by name, and None as an option.
        ("softmax(X)", "softmax(X)"),
        ("softmax(X, 0)", "softmax(X, axis=0)"),
        ("softmax(X, axis=None)", "softmax(X, axis=none)"),
        ("std(X, ddof=1)", "std(X, ddof=1)"),
        ("concat(A, B, C)", "concat(A, B, C)"),
        ("max(A, B, axis=0)", "max(A, B, axis=0)"),
        ("integral(lambda x: x * a, 0, b)", "integral(build(1, 1, x x_: multiply(x, a)), 0, b)"),
        ("hstack((A, B))", "hstack(A, B)"),
        ("round(A, 1, rule=half_up)", "round(A, digits=1, rule=0)"),
        ("softmax(softmax)", "softmax(softmax)"),  # calls are operations, names are stages
        # A matrix cell by cell.
        ("Matrix(2, n, lambda i, j: i + j)", "build(2, n, i j: add(i, j))"),
        (
            "Matrix(2, 2, lambda i, j: sin(i) if j % 2 == 0 else cos(i))",
            "build(2, 2, i j: choice(equal(remainder(j, 2), 0), sin(i), cos(i)))",
        ),
        # Line ends and other blanks of editors are blanks.
        ("a +\n  b", "add(a, b)"),
        ("a\n+ b", "add(a, b)"),
        ("\u3000a\xa0+ b", "add(a, b)"),
    ],
)
def test_a_formula_is_parsed_into_its_tree(text: str, expected: str) -> None:
    assert parsed(text) == expected


def test_a_constant_is_a_number_where_no_stage_or_index_has_its_name() -> None:
    known = parse_formula("pi * e + Matrix(1, e, lambda e, j: e)", SIGNATURES, {"pi", "e"})
    assert tree(known) == "add(multiply(pi(), e()), build(1, e(), e j: e))"
    assert parsed("pi * e") == "multiply(pi, e)"


@each(
    "text",
    [
        "a and (b or c)",
        "not (a and b)",
        "not a and b",
        "(a < b) == c",
        "a if b and c else d",
        "X[::2, :-1:2]",
        "-(a or b)",
        "integral(lambda x: x**2 if a else x, 0, pi)",
        "round(a, digits=2, rule=half_up)",
        "pi * a**e",
    ],
)
def test_a_formula_is_spelled_with_the_brackets_that_it_needs(text: str) -> None:
    made = parse_formula(text, SIGNATURES, {"pi", "e"})
    assert spell(made) == text
    assert parse_formula(spell(made), SIGNATURES, {"pi", "e"}) == made


@each(
    ("text", "column", "length", "message"),
    [
        ("", 0, 1, "a formula in Python's syntax: invalid syntax"),
        ("a +", 3, 1, "a formula in Python's syntax: invalid syntax"),
        ("2 * (3", 4, 1, "a formula in Python's syntax: '(' was never closed"),
        ("  2 * (3", 6, 1, "a formula in Python's syntax: '(' was never closed"),
        ("a)", 1, 1, "a formula in Python's syntax: unmatched ')'"),
        ("x = 1", 2, 1, "a formula in Python's syntax: invalid syntax"),
        ("a b", 2, 1, "a formula in Python's syntax: invalid syntax"),
        # What Python would skip or read as text must not vanish from a formula.
        ("a # + b", 2, 1, "# has no meaning in a formula"),
        ("a \\\n+ b", 2, 1, "\\ has no meaning in a formula"),
        ("'a'", 0, 1, "' has no meaning in a formula"),
        ('f"{a}"', 1, 1, '" has no meaning in a formula'),
        # Python that is no formula.
        ("integral(a, 0, 1)", 0, 17, "integral(lambda x: ..., a, b)"),
        ("integral(lambda x, y: x, 0, 1)", 0, 30, "integral(lambda x: ..., a, b)"),
        ("integral(lambda x=1: x, 0, 1)", 0, 29, "integral(lambda x: ..., a, b)"),
        ("~a", 0, 2, "`~` has no meaning in a formula"),
        (
            "round(a, rule=half_upp)",
            14,
            8,
            f"unknown rounding 'half_upp'; choose from {', '.join(ROUNDINGS)}; did you mean half_up?",
        ),
        ("a < b < c", 0, 9, "a chain of comparisons has no meaning in a formula"),
        ("a is b", 0, 6, "a chain of comparisons has no meaning in a formula"),
        ("a + X.shape", 4, 7, "an attribute other than .T has no meaning in a formula"),
        ("[1, 2]", 0, 6, "a list has no meaning in a formula; write a matrix as vstack(hstack(2, 1), hstack(1, 3))"),
        ("1, 2", 0, 4, "a tuple has no meaning in a formula"),
        ("{1}", 0, 3, "this has no meaning in a formula"),
        ("1(b)", 0, 4, "a call of something that has no name has no meaning in a formula"),
        ("a.T(b)", 0, 6, "a call of something that has no name has no meaning in a formula"),
        (
            "lambda x: x",
            0,
            11,
            "a lambda outside of Matrix(rows, columns, lambda i, j: ...) has no meaning in a formula",
        ),
        ("(a := 1)", 1, 6, "this has no meaning in a formula"),
        # Numbers.
        ("1 + True", 4, 4, "a name, a number or a call, found True"),
        ("None", 0, 4, "a name, a number or a call, found None"),
        ("...", 0, 3, "a name, a number or a call, found ..."),
        ("2j", 0, 2, "a name, a number or a call, found 2j"),
        ("1_000", 0, 5, "a name, a number or a call, found 1_000"),
        ("0x10", 0, 4, "a number, as 0.70, -3, 1E-4 or 1x10^-4, found '0x10'"),
        ("é + 1e999", 4, 5, "an exponent between -400 and 400, found 999"),
        # Subscripts.
        ("X[0, 1, 2]", 2, 7, "one or two indices, found 3"),
        # Calls.
        ("2 * sofmax(X)", 4, 6, "a known operation, found sofmax; did you mean softmax?"),
        ("\u3000 sofmax(X)", 2, 6, "a known operation, found sofmax; did you mean softmax?"),
        ("é(X) + zyxwv(X)", 0, 1, "a known operation, found é"),
        ("add(a, b)", 0, 3, "a known operation, found add"),
        ("softmax()", 0, 9, "softmax(X, axis=...), found 0 arguments"),
        ("softmax(X, 0, 1)", 0, 16, "softmax(X, axis=...), found 3 arguments"),
        ("softmax(X, 0, axis=1)", 0, 21, "softmax(X, axis=...), found 3 arguments"),
        ("softmax(X, axes=1)", 16, 1, "an option of softmax, found axes; did you mean axis?"),
        ("softmax(X, axis=2)", 16, 1, "0, 1, -1, -2 or None for axis, found 2"),
        ("softmax(X, axis=-3)", 16, 2, "0, 1, -1, -2 or None for axis, found -3"),
        ("softmax(X, 0.5)", 11, 3, "0, 1, -1, -2 or None for axis, found 0.5"),
        ("softmax(*X)", 0, 11, "softmax with its arguments one by one"),
        ("softmax(**X)", 10, 1, "an option of softmax, found **"),
        ("Matrix(2, 2)", 0, 12, "Matrix(rows, columns, lambda i, j: ...)"),
        ("Matrix(2, 2, lambda i: i)", 0, 25, "Matrix(rows, columns, lambda i, j: ...)"),
        ("Matrix(2, 2, lambda i, i: i)", 0, 28, "Matrix(rows, columns, lambda i, j: ...)"),
        ("Matrix(2, 2, lambda i, j=1: i)", 0, 30, "Matrix(rows, columns, lambda i, j: ...)"),
        ("Matrix(2, 2, lambda i, j, *, k: i)", 0, 34, "Matrix(rows, columns, lambda i, j: ...)"),
        ("Matrix(2, 2, lambda k, /, i, j: i)", 0, 34, "Matrix(rows, columns, lambda i, j: ...)"),
        ("Matrix(2, 2, lambda i, j, *k: i)", 0, 32, "Matrix(rows, columns, lambda i, j: ...)"),
    ],
)
def test_a_text_that_is_no_formula_is_refused_at_its_place(text: str, column: int, length: int, message: str) -> None:
    error = refused(text)

    assert (error.column, error.length, str(error)) == (column, length, message)


def test_a_formula_of_a_megabyte_is_never_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("it is parsed")

    monkeypatch.setattr("ast.parse", never)

    assert str(refused("1+" * 500_000 + "1")) == f"a formula has at most {MAX_LENGTH} characters, found 1000001"


@each(
    "text",
    [
        "-" * (MAX_DEPTH + 1) + "a",
        "-" * 3999 + "a",
        "(" * 1999 + "a" + ")" * 1999,
        "abs(" * 190 + "a" + ")" * 190,
        "a[" * 190 + "0" + "]" * 190,
        "a ** " * 790 + "a",
        "a if b else " * 300 + "c",
        "a" + ".T" * 1900,
        "a + b" + " + (a + b)" * 390,
    ],
)
def test_depth_and_size_are_bounded(text: str) -> None:
    """However the parts are nested, a small tree comes out or none."""
    assert "nested" in str(refused(text))


def test_depth_counts_what_is_open_and_not_what_was() -> None:
    assert parsed(f"concat({', '.join(['-a'] * 200)})").count("negative") == 200


def test_a_formula_gives_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    """Python would warn of a number that runs into a word."""
    assert parsed("1if a else 2") == "choice(a, 1, 2)"
    assert not recwarn.list


@each(
    ("text", "expected"),
    [
        ("1 + 2", []),
        ("b + a * b", ["b", "a", "b"]),
        ("X[i, j:k] if c else softmax(Y, axis=n)", ["c", "X", "i", "j", "k", "Y", "n"]),
        ("Matrix(n, m, lambda i, j: X[i, j] + k)", ["n", "m", "X", "k"]),
        ("Matrix(i, j, lambda i, j: i) + j", ["i", "j", "j"]),  # the indices are bound in the body alone
        ("Matrix(2, 2, lambda i, j: sum(Matrix(i, 1, lambda k, l: k * j * m)))", ["m"]),
    ],
)
def test_names_are_those_of_stages(text: str, expected: list[str]) -> None:
    expression = parse_formula(text, SIGNATURES)
    assert list(names(expression)) == expected
    assert used(expression) == used(expression) == set(expected)


def test_children_come_in_reading_order() -> None:
    for text, expected in [
        ("a if b else c", ["b", "a", "c"]),
        ("X[i, j:k]", ["X", "i", "j", "k"]),
        ("softmax(X, axis=None)", ["X"]),
        ("Matrix(m, n, lambda i, j: i)", ["m", "n", "i"]),
    ]:
        assert [tree(child) for child in children(parse_formula(text, SIGNATURES))] == expected


def test_a_hint_names_the_nearest_word_or_none() -> None:
    assert nearest("sofmax", ["softmax", "sum"]) == "; did you mean softmax?"
    assert nearest("xyz", ["softmax", "sum"]) == ""
    assert nearest("rank", ["mask", "matrix_rank", "sum"]) == "; did you mean matrix_rank?"
    assert nearest("cosine", ["cos", "sin", "cosine_similarity"]) == "; did you mean cosine_similarity?"
    assert nearest("ran", ["matrix_rank"]) == ""


def test_a_signature_is_written_as_a_call() -> None:
    assert spell_signature("softmax", SIGNATURES["softmax"]) == "softmax(X, axis=...)"


# Two ways: what Python computes of a text is what our tree of it says.

OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "negative": operator.neg,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
}


def value(expression: Expression) -> int:
    match expression:
        case Literal(number):
            assert isinstance(number, fmpq)
            return int(number)
        case Choice(condition, then, other):
            return value(then) if value(condition) else value(other)
        case Apply(operation, arguments):
            return int(OPERATIONS[operation](*map(value, arguments)))
    raise AssertionError(expression)


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["+", "-", " - ", "*", " % 7 -", " // 5 +"])
    comparisons = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    return st.one_of(
        st.builds("{}{}{}".format, parts, signs, parts),
        st.builds("({} {} {})".format, parts, comparisons, parts),
        st.builds("({} if {} else {})".format, parts, parts, parts),
        st.builds("({})".format, parts),
        st.builds("-{}".format, parts),
    )


@fuzz
@given(text=st.recursive(st.integers(0, 99).map(str), joined, max_leaves=12))
def test_a_tree_means_what_python_means(text: str) -> None:
    assert value(parse_formula(text, SIGNATURES)) == eval(text)  # noqa: S307 -- digits and signs of our own making


# Whatever the text is, it is a formula or a FormulaError.

WORDS = [*SIGNATURES, "Matrix(", "lambda i, j:", " if ", " else ", "X", "i", "0.1", "**", "axis=", ".T", "None", "\n"]


@fuzz
@given(
    text=st.one_of(
        any_text(),
        texts("aX01.+-*/%@()[]:,<=!~ \n\t#'\"\\ejTé"),
        st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from("()[],:+-*/@ ")), max_size=20).map("".join),
    )
)
def test_any_text_is_refused_or_parsed(text: str) -> None:
    """And what is refused is refused at a place in the text, or right behind it."""
    try:
        parse_formula(text, SIGNATURES)
    except FormulaError as error:
        place = (error.column, error.length)
    else:
        place = (0, 1)

    assert 0 <= place[0] <= len(text)
    assert place[1] >= 1


def test_sums_of_many_terms_are_added_in_pairs() -> None:
    """As one after another they would be nested too deep; short ones stay as they are written."""
    signs = [(-1) ** (number // 3 % 2 * number) for number in range(300)]
    text = "".join(f"{'-' if sign < 0 else '+'} {number}" for number, sign in enumerate(signs))
    made = parse_formula(text.removeprefix("+ "), {})
    assert depth(made) < 15
    assert evaluated(made) == sum(sign * number for number, sign in enumerate(signs))
    less = parse_formula(" - ".join(["1"] * 200), {})
    assert (depth(less), evaluated(less)) == (9, -198)
    assert depth(parse_formula(" + ".join(["a"] * 50), {})) == 50


def evaluated(tree: Expression) -> Fraction:
    """The value of a sum of literals."""
    match tree:
        case Apply("add" | "subtract" as name, (left, right)):
            return evaluated(left) + (1 if name == "add" else -1) * evaluated(right)
        case Literal(value):
            return Fraction(int(value.p), int(value.q))
    raise AssertionError(tree)
