"""Contraction: what it cuts away no choice of numbers needs, so that nothing left is a proof."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from tests.effort import examples, some
from tests.tables import each
from verifier.document.reader import read
from verifier.engines import constraint_propagation
from verifier.engines.constraint_constants import Unsupported
from verifier.engines.constraint_graph import Graph, Node
from verifier.engines.constraint_propagation import _Seen, is_empty, narrowed
from verifier.engines.inverse_images import Empty, area_tangent, base_of, cut, either, under
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array, Value, scalar
from verifier.numbers.interval import WHOLE_LINE, Interval, Missing, contains, point
from verifier.numbers.number import Uncertain
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.proofs.joint.contraction import _computed
from verifier.verdict import Report, Verdict

FORMULAS = (
    *("a + b", "a - b", "a * b", "a / b", "a * a - b", "a * b + a", "(a + b) * (a - b)", "1 / a + 1 / b"),
    *("a ** 2 + b", "a ** 3 - b", "a ** -1 * b", "a ** -2", "a ** 0 + b", "2 ** a + b", "sqrt(a) + b", "sqrt(a + b)"),
    *("exp(a) - b", "log(a) * b", "log(a / b)", "log10(a) + b", "tanh(a) + b", "abs(a) - b", "abs(a - b)"),
    *("max(a, b)", "min(a, b)", "relu(a) + b", "max(a, b) - min(a, b)", "sigmoid(a) * b", "sin(a) + b", "cos(a) * b"),
    *("tan(a) + b", "erf(a) + b", "a ** 0.5 * b", "-a / b", "exp(a) / (exp(a) + exp(b))"),
    *("softmax(hstack(a, b, 1))", "var(hstack(a, b, 2))", "hstack(a, b) @ hstack(a, b).T", "mean(hstack(a, b, a))"),
    *("Matrix(1, 2, lambda i, j: a * j + b)", "softmax(hstack(a, b, 1) + mask(hstack(1, 1, 0)))", "std(hstack(a, b))"),
    *("layer_norm(hstack(a, b, 1), eps=0.5)", "sum(hstack(a, b) ** 2)", "sqrt(a * a + b * b)"),
)


def evaluate(formula: str, engine: Points | Graph, operands: Mapping[str, Value]) -> Array:
    arrays = {name: scalar(value) for name, value in operands.items()}
    return Evaluator(engine, arrays.__getitem__).evaluate(parse_formula(formula, signatures()))


def around(random: Random, value: fmpq | arb) -> Interval:
    """A set that holds a value: at an end, near it, or without an end."""
    middle = value if isinstance(value, fmpq) else value.mid().fmpq()
    slack = fmpq(1, 10**20) if isinstance(value, arb) else fmpq(0)
    ends = []
    for way in (-1, 1):
        kind = random.randrange(5)
        away = fmpq(random.choice([1, 2, 7, 100]), random.choice([1, 10, 1000]))
        ends.append(None if kind == 0 else middle + way * (slack if kind == 1 else away + slack))
    flags = [end is not None and (end == middle or random.random() < 0.5) for end in ends]
    return Interval(ends[0], ends[1], *flags)


def test_a_set_of_balls_that_nothing_cuts_is_itself():
    """So a pass that changes nothing is seen to be the last."""
    third = arb(1) / 3
    whole = Interval(third, third + 1)
    assert cut(whole, Interval(fmpq(0), fmpq(2))) is whole
    assert cut(whole, whole) is whole


@each("formula", some(FORMULAS))
@settings(max_examples=examples(12))
@given(seed=st.integers(0, 10**9))
def test_no_choice_of_numbers_is_cut_away(formula: str, seed: int):
    """Sets are drawn around a choice, with open, closed and infinite ends, and around what it gives."""
    random = Random(seed)
    chosen = {name: fmpq(random.randint(-12, 12), random.choice([1, 2, 4, 7])) for name in "ab"}
    try:
        values = evaluate(formula, Points(), chosen)
    except Uncertain:
        reject()
    assume(not any(isinstance(cell, Missing) for cell in values.cells))
    graph = Graph()
    nodes = {name: graph.variable(around(random, value)) for name, value in chosen.items()}
    made = evaluate(formula, graph, nodes)
    wanted = [
        (node, around(random, value))
        for node, value in zip(made.cells, values.cells, strict=True)
        if isinstance(node, Node)
    ]
    left = narrowed(graph, wanted)
    assert left is not None
    for name, node in nodes.items():
        if node in left:
            assert not is_outside(left[node], chosen[name]), (formula, chosen, str(left[node]))


class _Forgetful(dict[Node, object]):
    """Remembers nothing."""

    def get(self, *_: object) -> None:  # type: ignore[override]  # nothing else is asked of it
        return None


@each("formula", some(FORMULAS))
@settings(max_examples=examples(12))
@given(seed=st.integers(0, 10**9))
def test_what_is_computed_again_with_the_same_sets_narrows_nothing(formula: str, seed: int):
    def left() -> list[str] | None:
        random = Random(seed)
        chosen = {name: fmpq(random.randint(-12, 12), random.choice([1, 2, 4, 7])) for name in "ab"}
        graph = Graph()
        nodes = {name: graph.variable(around(random, value)) for name, value in chosen.items()}
        made = evaluate(formula, graph, nodes)
        wanted = [(node, around(random, fmpq(random.randint(-3, 3)))) for node in made.cells if isinstance(node, Node)]
        found = narrowed(graph, wanted)
        return None if found is None else [str(found[node]) for node in graph.nodes if node in found]

    once = left()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constraint_propagation, "_Seen", lambda *_: _Seen(_Forgetful(), _Forgetful()))
        assert left() == once


@each("formula", some(FORMULAS))
@settings(max_examples=examples(12))
@given(seed=st.integers(0, 10**9), before=st.integers(-3, 3))
def test_what_was_asked_of_a_graph_before_changes_nothing_of_what_it_tells(formula: str, seed: int, before: int):
    """Sets that nothing fits are asked for too: what they leave is no set of the graph."""

    def left(*asked: int) -> list[str] | None:
        random = Random(seed)
        graph = Graph()
        nodes = {name: graph.variable(around(random, fmpq(random.randint(-12, 12), 4))) for name in "ab"}
        made = [node for node in evaluate(formula, graph, nodes).cells if isinstance(node, Node)]
        for number in asked:
            found = narrowed(graph, [(node, Interval(fmpq(number), fmpq(number + 1))) for node in made])
        return None if found is None else [str(found[node]) for node in graph.nodes if node in found]

    assert left(before, 1) == left(1)


def is_outside(box: Interval, number: fmpq) -> bool:
    """Whether a number is surely not in a set."""
    try:
        return not contains(box, number)
    except Uncertain:
        return False


def left_of(formula: str, target: Interval, **boxes: Interval) -> str:
    """What is left of the first variable when a formula gives a number of *target*."""
    graph = Graph()
    nodes = {name: graph.variable(box) for name, box in boxes.items()}
    left = narrowed(graph, [(evaluate(formula, graph, nodes).cells[0], target)])
    return "nothing" if left is None else str(left[next(iter(nodes.values()))])


def to(lo: int | None, hi: int | None, flags: str = "[]") -> Interval:
    ends = [None if end is None else fmpq(end) for end in (lo, hi)]
    return Interval(*ends, flags[0] == "[" and lo is not None, flags[1] == "]" and hi is not None)


ANY = WHOLE_LINE


@each(
    ("formula", "target", "boxes", "left"),
    [
        ("a + b", to(3, 4, "[)"), {"a": ANY, "b": to(1, 1)}, "[2, 3)"),
        ("b - a", to(3, 4, "[)"), {"a": ANY, "b": to(1, 1)}, "(-3, -2]"),
        ("a * b", to(4, 6), {"a": ANY, "b": to(2, 2)}, "[2, 3]"),
        ("a * b", to(4, 6), {"a": ANY, "b": to(-1, 2)}, "(-inf, inf)"),
        ("a * b", to(4, 6), {"a": ANY, "b": to(0, 2)}, "[2, inf)"),
        ("a * b", to(-6, 6), {"a": ANY, "b": to(0, 2)}, "(-inf, inf)"),
        ("a * b", to(4, 6), {"a": ANY, "b": to(0, 0)}, "nothing"),
        ("b / a", to(2, 4), {"a": ANY, "b": to(8, 8)}, "[2, 4]"),
        ("b / a", to(0, 4), {"a": ANY, "b": to(8, 8)}, "[2, inf)"),
        ("a / b", to(2, 4, "()"), {"a": ANY, "b": to(3, 3)}, "(6, 12)"),
        ("a ** 2", to(4, 9, "[)"), {"a": ANY}, "(-3, 3)"),
        ("a ** 2", to(4, 9, "[)"), {"a": to(0, None)}, "[2, 3)"),
        ("a ** 2", to(-9, -1), {"a": ANY}, "nothing"),
        ("a ** 3", to(-8, 27), {"a": ANY}, "[-2, 3]"),
        ("sqrt(a)", to(-1, 3), {"a": ANY}, "[0, 9]"),
        ("sqrt(a)", to(-3, -1), {"a": ANY}, "nothing"),
        ("abs(a)", to(2, 3), {"a": to(-9, 1)}, "[-3, -2]"),
        ("abs(a)", to(-3, -2), {"a": ANY}, "nothing"),
        ("max(a, b)", to(2, 3), {"a": ANY, "b": to(0, 1)}, "[2, 3]"),
        ("max(a, b)", to(2, 3), {"a": ANY, "b": to(0, 2)}, "(-inf, 3]"),
        ("max(a, b)", to(2, 3, "(]"), {"a": ANY, "b": to(0, 2)}, "(2, 3]"),
        ("log(a)", to(-1, 0), {"a": to(2, 9)}, "nothing"),
        ("exp(a)", to(-5, 0), {"a": ANY}, "nothing"),
        ("exp(a)", to(0, 1), {"a": ANY}, "(-inf, 0]"),
        ("tanh(a)", to(1, 2), {"a": ANY}, "nothing"),
        ("tanh(a)", to(-2, 0), {"a": ANY}, "(-inf, 0]"),
        ("a - a", to(1, 2), {"a": to(0, 1)}, "nothing"),
        ("sin(a)", to(2, 3), {"a": ANY}, "nothing"),
    ],
)
def test_a_step_back_is_as_narrow_as_it_can_be(formula: str, target: Interval, boxes: dict[str, Interval], left: str):
    assert left_of(formula, target, **boxes) == left


def test_sets_that_touch_at_an_open_end_have_nothing_in_common():
    assert str(cut(to(0, 1), to(1, 2))) == "[1, 1]"
    with pytest.raises(Empty):
        cut(to(0, 1, "[)"), to(1, 2))
    with pytest.raises(Empty):
        cut(to(0, 1), to(2, 3))


def test_ends_that_balls_cannot_tell_apart_are_left_as_they_are():
    near = Interval(arb(1, 1e-9), fmpq(2))
    assert cut(to(1, 2), near).lo == 1
    assert cut(Interval(fmpq(0), arb(1, 1e-9)), to(1, 2)).lo == 1  # perhaps nothing, which is not sure


def test_a_set_that_is_not_cut_is_the_same_object():
    box = to(0, 1)
    assert cut(box, to(-1, 2)) is box
    assert cut(box, to(0, 1)) is box


def test_ends_stay_short():
    long = fmpq(1, 3) ** 2000
    assert isinstance(cut(to(-1, 1), Interval(long, fmpq(1))).lo, arb)


def test_a_backward_step_gives_the_operands_that_lead_to_its_results():
    assert str(either(to(1, 2), to(-9, 9))) == "[-2, 2]"
    assert str(base_of(to(-8, 8), ANY, 3)) == "[-2, 2]"
    assert str(area_tangent(to(-1, 1))) == "(-inf, inf)"
    assert under(to(2, 3), to(None, 5)).lo is None


@each("formula", ["a // 2", "a % 2", "round(a)", "gelu(a)", "1 if a > 0 else 2", "a ** b", "a ** 0.3"])
def test_what_is_not_followed_says_so(formula: str):
    graph = Graph()
    with pytest.raises(Unsupported):
        evaluate(formula, graph, {"a": graph.variable(ANY), "b": graph.variable(ANY)})


def test_a_graph_of_too_many_numbers_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verifier.engines.constraint_graph.MAX_NODES", 5)
    graph = Graph()
    with pytest.raises(Unsupported):
        evaluate("a + 1 + 2 + 3", graph, {"a": graph.variable(ANY)})


def test_what_no_number_gives_is_refused_as_often_as_it_is_asked():
    graph = Graph()
    angle = graph.variable(Interval(fmpq(1), fmpq(2)))
    roots = evaluate("sqrt(cos(a) - 2)", graph, {"a": angle}).cells
    assert [is_empty(graph, [(roots[0], ANY)]) for _ in range(2)] == [True, True]


def test_shares_sum_to_one_though_each_is_possible():
    graph = Graph()
    cells = {name: graph.variable(ANY) for name in "ab"}
    shares = evaluate("softmax(hstack(a, b))", graph, cells).cells
    near = [Interval(fmpq(3, 10), fmpq(4, 10))] * 2
    assert is_empty(graph, list(zip(shares, near, strict=True)))
    assert not is_empty(graph, [(shares[0], near[0])])
    assert not is_empty(graph, [(shares[0], near[0]), (shares[1], point(fmpq(2, 3)))])


HEAD = 'document: d\ntitle: D\nrounding: nearest\nstages:\n  - name: a\n    printed: "?"\n'
X = '  - name: X\n    printed: "1.0 2.0 4.0"\n    givens: exact\n'


def report(folder: Path, stages: str) -> Report:
    path = folder / "d.yaml"
    path.write_text(HEAD + X + stages, encoding="utf-8")
    return check(read(str(path), signatures()), causes=False)


def verdicts(found: Report) -> list[str]:
    return [cell.verdict.value for cell in found.stages[-1].cells]


def test_the_certificate_names_the_fewest_numbers_that_suffice(tmp_path: Path):
    found = report(tmp_path, '  - name: y\n    formula: a * X\n    printed: "3.0 6.0 9.0"\n')
    (row,) = found.stages[-1].rows
    said = "[1,2] and [1,3] (6.0 and 9.0) are not possible together, whatever the numbers are that a does not show"
    assert (row.row, row.verdict, row.test, row.certificate) == (1, Verdict.CONTRADICTED, "contraction", said)
    assert verdicts(found) == ["contradicted"] * 3


def test_what_is_possible_stays_unchecked(tmp_path: Path):
    found = report(tmp_path, '  - name: y\n    formula: a * X\n    printed: "3.0 6.0 12.1"\n')
    assert verdicts(found) == ["unchecked"] * 3
    assert found.stages[-1].rows == ()


def test_columns_are_looked_at_where_no_row_is_refuted(tmp_path: Path):
    stages = (
        '  - name: b\n    printed: "? 1.0"\n    givens: exact\n'
        "  - name: c\n    printed: |\n      1.0\n      2.0\n    givens: exact\n"
        "  - name: y\n    formula: c @ b\n    printed: |\n      3.0 1.0\n      8.0 2.0\n"
    )
    found = report(tmp_path, stages)
    assert [(row.row, row.axis) for row in found.stages[-1].rows] == [(1, 0)]
    assert verdicts(found) == ["contradicted", "agrees", "contradicted", "agrees"]


def test_stages_that_show_nothing_are_followed(tmp_path: Path):
    stages = '  - name: s\n    formula: a + 1\n  - name: y\n    formula: s * X\n    printed: "3.0 6.0 9.0"\n'
    assert verdicts(report(tmp_path, stages)) == ["contradicted"] * 3
    assert verdicts(report(tmp_path, stages.replace("9.0", "12.0"))) == ["unchecked"] * 3


def test_an_operand_of_a_stated_shape_need_not_be_printed(tmp_path: Path):
    stages = '  - name: w\n    shape: [1, 1]\n  - name: y\n    formula: w @ X\n    printed: "3.0 6.0 9.0"\n'
    assert verdicts(report(tmp_path, stages)) == ["contradicted"] * 3
    assert verdicts(report(tmp_path, stages.replace("9.0", "12.0"))) == ["unchecked"] * 3


def test_formulas_that_are_not_followed_stay_unchecked(tmp_path: Path):
    stages = '  - name: y\n    formula: round(a) * X\n    printed: "3.0 6.0 9.0"\n'
    assert verdicts(report(tmp_path, stages)) == ["unchecked"] * 3


@pytest.mark.parametrize(("rows", "known"), [([[], []], [1]), ([["open"], []], [0, 1, 2])])
def test_a_product_is_followed_in_the_columns_that_are_asked_for(rows: list[list[str]], known: list[int]):
    whole, asked = (product_of_hidden_numbers(lines) for lines in ({1: [["open"]], 0: []}, {1: rows, 0: [[], [1], []]}))
    assert [at for at in range(3) if isinstance(asked[1][0, at], Node)] == known
    assert asked[1].shape == whole[1].shape == (2, 3)
    assert (len(asked[0].nodes) < len(whole[0].nodes)) is (len(known) == 1)
    for row in range(2):
        left = []
        for graph, array in (whole, asked):
            node = array[row, 1]
            assert isinstance(node, Node)
            found = narrowed(graph, [(node, Interval(fmpq(7), fmpq(8)))])
            assert found is not None
            left.append([(box.lo, box.hi) for at, box in found.items() if at.forward is None])
        assert left[0] == left[1] != []


def product_of_hidden_numbers(lines: Mapping[int, list[list[object]]]) -> tuple[Graph, Array]:
    graph = Graph()
    hidden = tuple(graph.variable(Interval(fmpq(1), fmpq(at))) for at in range(2, 6))
    numbers = tuple(map(fmpq, (1, 2, 3, 4, 5, 6)))
    arrays = {"A": Array(2, 2, hidden), "B": Array(2, 3, numbers)}
    operands: Any = SimpleNamespace(graph=graph, of=arrays.__getitem__)
    return graph, _computed(operands, parse_formula("A @ B", signatures()), lines)
