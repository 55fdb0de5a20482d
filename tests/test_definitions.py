"""Definitions are parsed once, calls are bound to them, and what is put in place of a name keeps its meaning."""

from inspect import signature

import pytest
from flint import fmpq

from tests.strategies import from_rows
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas import parser
from verifier.formulas.parser import parse_formula
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.array import Array
from verifier.numbers.interval import Interval, contains
from verifier.operations import REGISTER, Defined, Primitive, signatures
from verifier.proofs.joint import normalisation
from verifier.rewriting.definitions import bound, expanded, fill, substitute, template, template_of
from verifier.rewriting.patterns import Centred, find_centred, find_normalisation

ZERO = Literal(fmpq(0), "")


def parsed(text: str) -> Expression:
    return parse_formula(text, signatures())


def call(text: str) -> Apply:
    made = parsed(text)
    assert isinstance(made, Apply)
    return made


def put_in(text: str, **parts: str) -> str:
    return spell(substitute(parsed(text), {name: parsed(part) for name, part in parts.items()}))


@each(
    ("text", "parts", "result"),
    [
        ("X + X * Y", {"X": "A + B"}, "A + B + (A + B) * Y"),
        ("X[i, j:] if i < j else Y", {"i": "0", "j": "n"}, "X[0, n:] if 0 < n else Y"),
        ("sum(X, axis=a)", {"X": "a", "a": "0"}, "sum(a, axis=0)"),  # at once, not one after the other
        ("Matrix(i, 2, lambda i, j: X[i, j])", {"i": "3", "X": "A"}, "Matrix(3, 2, lambda i, j: A[i, j])"),
        ("Matrix(2, 2, lambda i, j: X[i, j])", {"X": "i"}, "Matrix(2, 2, lambda i_, j: i[i_, j])"),
        ("Matrix(2, 2, lambda i, j: X + j)", {"X": "i * j"}, "Matrix(2, 2, lambda i_, j_: i * j + j_)"),
        ("Matrix(2, 2, lambda i, i_: X + i + i_)", {"X": "i"}, "Matrix(2, 2, lambda i__, i_: i + i__ + i_)"),
        ("Matrix(2, 2, lambda i, j: X + i + i_)", {"X": "i"}, "Matrix(2, 2, lambda i__, j: i + i__ + i_)"),
        ("Matrix(2, 2, lambda i, j: i + j)", {"X": "i"}, "Matrix(2, 2, lambda i, j: i + j)"),
    ],
)
def test_no_index_of_a_matrix_captures_a_name_that_is_put_in(text: str, parts: dict[str, str], result: str):
    assert put_in(text, **parts) == result


def test_a_stage_called_as_an_index_of_a_definition_means_the_stage_when_the_call_is_spelled_out():
    made = call("visible(_query)")
    operands = {"_query": Array(1, 1, (fmpq(3),))}.__getitem__
    filled = fill(template_of(REGISTER["visible"]) or ZERO, made)
    assert Evaluator(Points(), operands).evaluate(filled).cells == Evaluator(Points(), operands).evaluate(made).cells


def test_none_replaces_an_option_and_nothing_else():
    made = substitute(parsed("sum(X, axis=axis)"), {"axis": None, "X": None})
    assert made == Apply("sum", (Name("X"),), (("axis", None),))


def test_what_finishes_a_template_sees_its_nodes_from_the_leaves_up_and_not_what_is_put_in():
    seen: list[str] = []

    def finish(node: Expression) -> Expression:
        seen.append(spell(node))
        return node

    substitute(parsed("exp(X) + sqrt(1)"), {"X": parsed("log(A)")}, finish)
    assert seen == ["exp(log(A))", "sqrt(1)", "exp(log(A)) + sqrt(1)"]


def test_a_call_binds_its_arguments_and_all_options_and_defaults_are_not_stated():
    assert bound(call("var(A + B, ddof=1)")) == {
        "X": parsed("A + B"),
        "axis": None,
        "ddof": Literal(fmpq(1), "1"),
    }
    assert bound(call("sum(A, axis=None)")) == {"X": Name("A"), "axis": None}
    assert bound(call("softmax(A)")) == {"X": Name("A"), "axis": Literal(fmpq(1), "")}


def test_values_and_shapes_have_the_axis_of_the_register():
    for made in REGISTER.values():
        if isinstance(made, Primitive) and "axis" in made.defaults:
            stated = {signature(function).parameters["axis"].default for function in (made.value, made.shape)}
            assert stated == {made.defaults["axis"]}, made.name


def test_a_definition_is_parsed_once(monkeypatch: pytest.MonkeyPatch):
    defined = [made for made in REGISTER.values() if isinstance(made, Defined)]
    first = [made.expression for made in defined]
    monkeypatch.setattr(parser.ast, "parse", None)  # which would fail
    for made, expression in zip(defined, first, strict=True):
        assert template_of(made) is made.expression is expression, made


def test_equal_templates_are_parsed_once():
    text = "sum(X, axis=axis) / N"
    assert template(text) is template(text[:4] + text[4:])


def test_a_call_with_none_for_a_number_stays_a_call():
    made = call("layer_norm(X, eps=None)")
    assert expanded(made) is made


@pytest.mark.parametrize(
    ("text", "x"),
    [("X - mean(X)", "X"), ("A @ B - mean(A @ B)", "A @ B"), ("mean(X) - X", None), ("X - mean(Y)", None)],
)
def test_a_deviation_from_the_mean_is_one_from_the_mean_of_the_same(text: str, x: str | None):
    assert find_centred(parsed(text)) == (None if x is None else Centred(parsed(x), None))


def test_of_two_numbers_added_under_a_root_none_is_lost():
    made = parsed("(X - mean(X)) / sqrt(var(X) + 1 + 3)")
    assert find_normalisation(made) is None
    boxes = Array(1, 2, (Interval(fmpq(1), fmpq(2)), Interval(fmpq(5), fmpq(6))), frozenset({"X"}))
    points = from_rows([[1, 5]])
    ranges = Evaluator(Ranges(), {"X": boxes}.__getitem__).evaluate(made)
    values = Evaluator(Points(), {"X": points}.__getitem__).evaluate(made)
    assert all(map(contains, ranges.cells, values.cells))


@pytest.mark.parametrize("text", ["sqrt(var(X) + 1 + 3)", "sqrt(var(X)) + 1 + 3", "sqrt(var(X) + 1) + 3"])
def test_a_joint_test_knows_no_deviation_to_which_two_numbers_are_added(text: str):
    assert normalisation._with_one_addend(parsed(text), Name("X")) is None  # noqa: SLF001 - its tests by documents are long


@pytest.mark.parametrize(
    ("of_mean", "of_spread", "other"),
    [
        ("axis=1", "axis=-1", "0"),
        ("axis=-1", "axis=1", "None"),
        ("axis=0", "axis=-2", "1"),
        ("axis=None", "ddof=1", "1"),
    ],
)
def test_mean_and_deviation_of_a_normalisation_have_one_axis(of_mean: str, of_spread: str, other: str):
    assert find_normalisation(parsed(f"(X - mean(X, {of_mean})) / std(X, {of_spread})")) is not None
    assert find_normalisation(parsed(f"(X - mean(X, {of_mean})) / std(X, axis=k)")) is None
    assert find_normalisation(parsed(f"(X - mean(X, axis={other})) / std(X, {of_spread})")) is None
